//! Names that were declared before in the crate that is compiled, for an error in our words. It is no
//! guarantee: that is the claim, which an editor, a declaration under a `cfg`, and a second expansion
//! of one literal fall back on.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

use proc_macro2::Span;

use crate::ctxt::Ctxt;
use crate::model::{Alias, Name};

/// File, line and column.
type Place = (PathBuf, usize, usize);

/// The compiler starts a process for each crate; the key names the crate in case that another does not.
static SEEN: Mutex<Option<HashMap<(String, String), Place>>> = Mutex::new(None);

/// The same of all names of a tool, each once: that one is there twice has been said.
pub(crate) fn check_seen(cx: &Ctxt, name: Option<&Name>, aliases: &[Alias]) {
    let names: Vec<_> = name.into_iter().chain(aliases.iter().map(|alias| &alias.name)).collect();
    for (at, name) in names.iter().enumerate() {
        if !names[..at].iter().any(|earlier| earlier.text == name.text) {
            check(cx, name);
        }
    }
}

/// Reports a name that another place of the crate declares.
pub(crate) fn check(cx: &Ctxt, name: &Name) {
    let Some(place) = place(name.span) else { return };
    let Ok(mut seen) = SEEN.lock() else { return };
    let seen = seen.get_or_insert_default();
    let first = seen.entry((krate(), name.text.clone())).or_insert_with(|| place.clone());
    if *first != place {
        let (file, line, _) = first;
        let message = format!(
            "tool name `{}` is declared twice in this crate, first at {}:{line}: \
             give one of them another name",
            name.text,
            file.display(),
        );
        cx.error(name.span, message);
    }
}

/// Where a span is; `None` in an editor, whose process outlives what it has seen.
fn place(span: Span) -> Option<Place> {
    let span = span.unwrap();
    Some((span.local_file()?, span.line(), span.column()))
}

fn krate() -> String {
    let var = |key| std::env::var(key).unwrap_or_default();
    format!("{} {}", var("CARGO_MANIFEST_DIR"), var("CARGO_CRATE_NAME"))
}
