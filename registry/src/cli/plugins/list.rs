//! `plugins list`: the plugins of some stores, and what lies in their trash.

use std::path::Path;

use clap::Args;
use serde::Serialize;

use crate::cli::failure::{End, Failure};
use crate::cli::host::Host;
use crate::cli::options::StoreOptions;
use crate::cli::out::{Out, View};
use crate::cli::page::{BOLD, Cell, DIM, NAME, Page, WARN, code, markdown};
use crate::plugins::{Plugin, Trashed, Unread};

/// List the plugins of each store, and what lies in its trash
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} plugins list --store ~/.agent/plugins --store .agent/plugins"
)]
pub(super) struct List {
    #[command(flatten)]
    stores: StoreOptions,
}

#[derive(Serialize)]
struct Listed {
    stores: Vec<Store>,
    trash: Vec<Trashed>,
}

#[derive(Serialize)]
struct Store {
    #[serde(rename = "store")]
    folder: String,
    plugins: Vec<Plugin>,
    unread: Vec<Unread>,
}

impl List {
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let mut stores = Vec::new();
        for store in host.some_stores(&self.stores)? {
            let listed = store.plugins()?;
            let (plugins, unread) = (listed.plugins, listed.unread);
            stores.push(Store { folder: shown(store.path()), plugins, unread });
        }
        let trash = host.cleanup(&self.stores)?.trash()?;
        out.show(&Listed { stores, trash })?;
        Ok(End::Fine)
    }
}

/// A path as text.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

impl View for Listed {
    fn text(&self, page: &mut Page) {
        for Store { folder, plugins, unread } in &self.stores {
            page.styled(BOLD, folder).end();
            let row = |plugin: &Plugin| {
                let layout = Cell::new(DIM, plugin.layout.as_str());
                vec![Cell::plain(""), Cell::new(NAME, &plugin.name), layout]
            };
            page.table(&plugins.iter().map(row).collect::<Vec<_>>());
            for unread in unread {
                page.push("  ").styled(WARN, unread).end();
            }
            if plugins.is_empty() && unread.is_empty() {
                page.styled(DIM, "  no plugins").end();
            }
        }
        if !self.trash.is_empty() {
            page.styled(BOLD, "In the trash").end();
        }
        for trashed in &self.trash {
            page.push("  ").push(trashed).end();
        }
    }

    fn markdown(&self, page: &mut Page) {
        page.row(["store", "plugin", "layout"]);
        page.row(["---"; 3]);
        for Store { folder, plugins, .. } in &self.stores {
            for plugin in plugins {
                page.row([&*code(folder), &*code(&plugin.name), plugin.layout.as_str()]);
            }
        }
        page.end();
        for unread in self.stores.iter().flat_map(|store| &store.unread) {
            page.push("- ").push(markdown(&unread.to_string())).end();
        }
        for trashed in &self.trash {
            page.push("- in the trash: ").push(markdown(&trashed.to_string())).end();
        }
    }
}
