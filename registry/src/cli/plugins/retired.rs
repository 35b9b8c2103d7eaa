//! `plugins retired`: the plugins that name retired tools.

use clap::Args;
use serde::Serialize;

use super::list::shown;
use crate::cli::failure::{End, Failure};
use crate::cli::host::Host;
use crate::cli::options::{NameOptions, StoreOptions};
use crate::cli::out::{Out, View};
use crate::cli::page::{BAD, BOLD, DIM, GOOD, Page, WARN, code, count, markdown};
use crate::cli::progress::Progress;
use crate::plugins::{RetiredPlugin, RetiredPlugins};
use crate::references::{Reference, Severity};

/// Find the plugins that name retired tools, and where they do
///
/// Nothing is changed. The exit code is 1 where a plugin tells a model to use a retired tool; one that
/// mentions it in a program or in a changelog is a note.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} plugins retired --store .agent/plugins
  {program} plugins retired --store .agent/plugins --format markdown"
)]
pub(super) struct Retired {
    #[command(flatten)]
    stores: StoreOptions,
    #[command(flatten)]
    names: NameOptions,
}

#[derive(Serialize)]
#[serde(transparent)]
struct Found {
    stores: Vec<InStore>,
}

#[derive(Serialize)]
struct InStore {
    #[serde(rename = "store")]
    folder: String,
    #[serde(flatten)]
    found: RetiredPlugins,
}

impl Retired {
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let opened = host.some_stores(&self.stores)?;
        let names = host.names(&self.names)?;
        let progress = Progress::bar("reading plugins");
        let mut stores = Vec::new();
        for store in opened {
            let found = store.retired_plugins_with(&names, |done, all| progress.set(done, all))?;
            stores.push(InStore { folder: shown(store.path()), found });
        }
        drop(progress);
        let is_any = stores.iter().any(|store| !store.found.retired.is_empty());
        out.show(&Found { stores })?;
        Ok(End::findings(is_any))
    }
}

impl Found {
    fn sum(&self) -> String {
        let number =
            |of: fn(&RetiredPlugins) -> usize| self.stores.iter().map(|it| of(&it.found)).sum();
        let retired = number(|found| found.retired.len());
        let mentioned: usize = number(|found| found.mentioned.len());
        let unread: usize = number(|found| found.unread.len());
        let parts = [
            Some(format!("{} to clean up", count(retired, "plugin"))),
            (mentioned > 0).then(|| format!("{mentioned} with a mere mention")),
            (unread > 0).then(|| format!("{} not read", count(unread, "file"))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// A reference by a path from which an editor can go there.
fn place(store: &str, reference: &Reference) -> String {
    let Reference { file, line, column, .. } = reference;
    let place = std::path::Path::new(store).join(file);
    format!("{}:{line}:{column}", place.display())
}

fn text(page: &mut Page, store: &str, plugin: &RetiredPlugin) {
    for reference in &plugin.references {
        let style = match reference.severity {
            Severity::Error => BAD,
            Severity::Warning => WARN,
            Severity::Note => DIM,
        };
        page.styled(BOLD, format_args!("{}:", place(store, reference))).push(" ");
        page.styled(style, format_args!("{}:", reference.severity)).push(" ");
        page.push(reference.message()).end();
    }
}

impl View for Found {
    fn text(&self, page: &mut Page) {
        for InStore { folder: store, found } in &self.stores {
            found.retired.iter().for_each(|plugin| text(page, store, plugin));
            for plugin in &found.mentioned {
                page.styled(DIM, format_args!("{store}: note: {plugin}, in passing")).end();
            }
            for unread in &found.unread {
                page.styled(DIM, format_args!("{store}: note: {unread}")).end();
            }
        }
        let is_fine = self.stores.iter().all(|store| store.found.retired.is_empty());
        page.styled(if is_fine { GOOD } else { BAD }, self.sum()).end();
    }

    fn markdown(&self, page: &mut Page) {
        page.row(["plugin", "place", "severity", "what"]);
        page.row(["---"; 4]);
        for InStore { folder: store, found } in &self.stores {
            for plugin in &found.retired {
                for reference in &plugin.references {
                    page.row([
                        &*code(&plugin.name),
                        &*code(place(store, reference)),
                        reference.severity.as_str(),
                        &*markdown(&reference.message()),
                    ]);
                }
            }
        }
        page.end().push(self.sum()).end();
    }
}
