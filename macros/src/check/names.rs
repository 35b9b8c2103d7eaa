//! Names: what one may be made of, and which one an item has where none is given.

use proc_macro2::Ident;
use syn::LitStr;
use syn::ext::IdentExt;

use crate::ctxt::Ctxt;
use crate::item::Parsed;
use crate::model::{Alias, Name};

/// The longest name that every provider takes.
const MAX_NAME_LEN: usize = 64;

/// The longest name that no provider is sent, in bytes.
const MAX_OLD_NAME_LEN: usize = 256;

/// The name of a tool that is written out.
pub(crate) fn name(cx: &Ctxt, text: &LitStr) -> Option<Name> {
    checked(cx, text, bad_name)
}

/// The name of an alias or of a retired tool: no provider is sent it, so that it is whatever was
/// called once.
pub(crate) fn old_name(cx: &Ctxt, text: &LitStr) -> Option<Name> {
    checked(cx, text, bad_old_name)
}

fn checked(cx: &Ctxt, text: &LitStr, bad: fn(&str) -> Option<String>) -> Option<Name> {
    match bad(&text.value()) {
        None => Some(Name { text: text.value(), span: text.span() }),
        Some(why) => {
            cx.error(text.span(), why);
            None
        }
    }
}

/// The name of a function or a type, where none is given.
pub(super) fn derived_name(cx: &Ctxt, ident: Option<&Ident>, parsed: &Parsed) -> Option<Name> {
    let Some(ident) = ident else {
        if let Parsed::Impl(imp) = parsed {
            cx.error_at(&imp.ty, "this type has no name of its own: write `name = \"…\"`");
        }
        return None;
    };
    let text = match parsed {
        Parsed::Function(_) => ident.unraw().to_string(),
        Parsed::Impl(_) => snake_case(&ident.unraw().to_string()),
    };
    match bad_name(&text) {
        None => Some(Name { text, span: ident.span() }),
        Some(why) => {
            cx.error(ident.span(), format!("{why}: give it another one by `name = \"…\"`"));
            None
        }
    }
}

fn bad_name(name: &str) -> Option<String> {
    let first = name.chars().next();
    let odd = name.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
    match (first, odd) {
        (None, _) => Some("a tool name cannot be empty".into()),
        (_, Some(c)) => {
            Some(format!("a tool name is made of letters, digits, `_` and `-`, not of {c:?}"))
        }
        (Some(c), _) if !(c.is_ascii_alphabetic() || c == '_') => {
            Some(format!("a tool name starts with a letter or `_`, not with {c:?}"))
        }
        _ if name.len() > MAX_NAME_LEN => {
            let len = name.len();
            Some(format!("a tool name has at most {MAX_NAME_LEN} characters, this one has {len}"))
        }
        _ => None,
    }
}

/// The same rules as those of `toolcrib::check_old_name`.
fn bad_old_name(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("a tool name cannot be empty".into());
    }
    if name.len() > MAX_OLD_NAME_LEN {
        let len = name.len();
        return Some(format!(
            "an old name has at most {MAX_OLD_NAME_LEN} bytes, this one has {len}"
        ));
    }
    if let Some(c) = name.chars().find(|c| !is_printable(*c)) {
        return Some(format!("an old name is made of printable characters, and {c:?} is not one"));
    }
    (name.starts_with(' ') || name.ends_with(' '))
        .then(|| "an old name does not begin or end with a space".into())
}

/// Whether `c` is shown as itself; quotes and backslashes are, and marks that stand on a letter.
fn is_printable(c: char) -> bool {
    let on_a_letter = ['a', c].iter().collect::<String>();
    matches!(c, '"' | '\'' | '\\') || on_a_letter.escape_debug().eq(on_a_letter.chars())
}

fn snake_case(ident: &str) -> String {
    let mut name = String::new();
    let chars: Vec<_> = ident.chars().collect();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let ends_acronym = before.is_some_and(|b| b.is_ascii_uppercase())
            && chars.get(i + 1).is_some_and(char::is_ascii_lowercase);
        let after_word = before.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if c.is_ascii_uppercase() && (after_word || ends_acronym) {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

pub(super) fn check_names(cx: &Ctxt, name: Option<&Name>, aliases: &[Alias]) {
    let mut seen: Vec<&str> = name.iter().map(|name| &*name.text).collect();
    for alias in aliases {
        if seen.contains(&&*alias.name.text) {
            let message = format!("`{}` is a name of this tool already", alias.name.text);
            cx.error(alias.name.span, message);
        }
        seen.push(&alias.name.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_are_printable_and_bounded() {
        let long = "x".repeat(MAX_OLD_NAME_LEN);
        for name in ["container.exec", "run python", "9", "größe", "a`|\"b", &long] {
            assert_eq!(bad_old_name(name), None, "{name}");
        }
        let too_long = format!("{long}x");
        for (name, why) in [
            ("", "a tool name cannot be empty"),
            (&*too_long, "an old name has at most 256 bytes, this one has 257"),
            (
                "a\u{202e}",
                "an old name is made of printable characters, and '\\u{202e}' is not one",
            ),
            (" a", "an old name does not begin or end with a space"),
        ] {
            assert_eq!(bad_old_name(name).as_deref(), Some(why), "{name:?}");
        }
    }
}
