//! Plugins that name retired tools.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::content::Contents;
use super::shown::{Plain, count, serialize_path, slashed};
use super::store::{Layout, Plugin};
use super::walk::{Found, Kind, Unread, UnreadReason, walk};
use super::{PluginError, PluginStore};
use crate::references::{FileKind, Names, Reference, Severity, State};

/// A plugin that names retired tools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RetiredPlugin {
    /// The store's folder.
    #[serde(serialize_with = "serialize_path")]
    pub store: PathBuf,
    /// The name of the plugin's folder.
    pub name: String,
    /// The retired tools that it names, sorted.
    pub tools: Vec<String>,
    /// Where it names them, sorted by file and place. Files are named from the store on.
    pub references: Vec<Reference>,
}

/// What the plugins of a store have to do with retired tools.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct RetiredPlugins {
    /// Plugins that tell a model, or declare, to use a retired tool; sorted by name.
    pub retired: Vec<RetiredPlugin>,
    /// Plugins that name one only where no model is told to use it: in a program, in a README or a
    /// changelog, in the running text of other documents. For a reader; there is nothing to clean up.
    pub mentioned: Vec<RetiredPlugin>,
    /// What was not read, sorted. Nothing is known about it.
    pub unread: Vec<Unread>,
}

impl fmt::Display for RetiredPlugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools: Vec<_> = self.tools.iter().map(|tool| format!("`{}`", Plain(tool))).collect();
        let places = count(self.references.len(), "place");
        write!(f, "{} names {} ({places})", Plain(&self.name), tools.join(", "))
    }
}

impl PluginStore {
    /// The plugins that name retired tools, in any of their files. Changes nothing.
    ///
    /// # Errors
    ///
    /// Where the store cannot be listed. What cannot be read below it is part of the result.
    pub fn retired_plugins(&self, names: &Names) -> Result<RetiredPlugins, PluginError> {
        self.retired_plugins_with(names, |_, _| {})
    }

    /// [`retired_plugins`](Self::retired_plugins), with a report of progress before each plugin: how
    /// many are done, and how many there are.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn retired_plugins_with(
        &self,
        names: &Names,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<RetiredPlugins, PluginError> {
        let listed = self.plugins()?;
        let mut found = RetiredPlugins { unread: listed.unread, ..RetiredPlugins::default() };
        for (done, plugin) in listed.plugins.iter().enumerate() {
            progress(done, listed.plugins.len());
            let mut references = Vec::new();
            found.unread.extend(read(plugin, |path, file| {
                let Kind::File(file) = file else { return };
                if let Some(bytes) = file.read() {
                    find(names, &plugin.name, path, &bytes, &mut references);
                }
            }));
            found.unread.extend(unreadable(&references));
            let Some(retired) = RetiredPlugin::of(self, &plugin.name, references) else { continue };
            if retired.is_told() {
                found.retired.push(retired);
            } else {
                found.mentioned.push(retired);
            }
        }
        found.unread.sort();
        Ok(found)
    }
}

impl RetiredPlugin {
    /// A plugin of which it does not matter what it names.
    pub(super) fn nothing(store: &PluginStore, name: &str) -> Self {
        let (store, name) = (store.path().to_owned(), name.to_owned());
        Self { store, name, tools: Vec::new(), references: Vec::new() }
    }

    fn of(store: &PluginStore, name: &str, mut references: Vec<Reference>) -> Option<Self> {
        references.retain(|reference| reference.state == State::Removed);
        let order = |one: &Reference| (one.file.clone(), one.line, one.column);
        references.sort_by_key(order);
        let tools: BTreeSet<_> = references.iter().map(|one| one.name.clone()).collect();
        (!references.is_empty()).then(|| Self {
            store: store.path().to_owned(),
            name: name.to_owned(),
            tools: tools.into_iter().collect(),
            references,
        })
    }

    /// Whether a model is told to use a retired tool, or something is declared about one.
    fn is_told(&self) -> bool {
        self.references.iter().any(|reference| reference.severity == Severity::Error)
    }
}

/// The plugin's findings together with its contents, both from the same reading.
pub(super) fn inspect(
    store: &PluginStore,
    plugin: &Plugin,
    names: &Names,
) -> (Option<RetiredPlugin>, Contents) {
    let mut references = Vec::new();
    let mut contents = Contents::read(&plugin.path, |path, bytes| {
        find(names, &plugin.name, path, bytes, &mut references);
    });
    contents.unread.extend(unreadable(&references));
    let retired = RetiredPlugin::of(store, &plugin.name, references);
    (retired.filter(RetiredPlugin::is_told), contents)
}

fn read(plugin: &Plugin, mut visit: impl FnMut(&Path, Kind<'_>)) -> Vec<Unread> {
    if plugin.layout == Layout::Link {
        return vec![Unread { file: plugin.name.clone(), reason: UnreadReason::Link }];
    }
    walk(&plugin.path, &mut |found: Found<'_>| visit(found.path, found.kind))
}

/// Adds what one file of a plugin refers to. What git keeps is not the plugin's.
fn find(names: &Names, plugin: &str, path: &Path, bytes: &[u8], references: &mut Vec<Reference>) {
    if path.starts_with(".git") || path == Path::new(super::INSTALLED_FILE) {
        return;
    }
    let file = slashed(&Path::new(plugin).join(path));
    references.extend(names.find(FileKind::in_package(path), &file, bytes));
}

/// Files, or places in them, that could be read but not understood.
fn unreadable(references: &[Reference]) -> Vec<Unread> {
    let unreadable = references.iter().filter(|one| one.state == State::Unreadable);
    let unread = |one: &Reference| Unread {
        file: one.file.clone(),
        reason: UnreadReason::Malformed(format!("line {}: {}", one.line, one.message())),
    };
    unreadable.map(unread).collect()
}
