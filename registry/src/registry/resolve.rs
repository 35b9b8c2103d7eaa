//! From a name that somebody wrote to what it stands for. The one place where names are resolved.

use super::index::{Index, NameRecord, RegisteredTool};
use super::table::Way;
use crate::Registry;
use crate::name::{MAX_NAME_LEN, normal_form};

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Resolution<'r> {
    /// A tool, by one of its names.
    #[non_exhaustive]
    Tool {
        /// The tool.
        tool: &'r RegisteredTool,
        /// The name's own record: its state decides what a caller is told.
        name: &'r NameRecord,
    },
    /// A retired name.
    Removed(&'r NameRecord),
    /// Nothing.
    Unknown,
}

impl Registry {
    /// What `name` stands for. It needs no handlers and runs nothing, so that permission checks,
    /// logs and hooks can ask it first, and all use the canonical name from there on.
    ///
    /// In this order: an exact name, be it a tool's, an alias or a retired one; then a visible name
    /// that differs only in spelling (see [`normal_form`](crate::normal_form)). Nothing is guessed.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Resolution<'_> {
        self.inner.resolve(name)
    }

    /// The record of exactly this name.
    #[must_use]
    pub fn name(&self, name: &str) -> Option<&NameRecord> {
        self.inner.by_name.get(name).map(|way| &self.inner.names[way.record as usize])
    }

    /// At most three visible names near one that stands for nothing, the nearest first: for words
    /// in another order and for typing errors. A name that is near an old one is answered with what
    /// took its place, never with the old name.
    #[must_use]
    pub fn near(&self, name: &str) -> Vec<&'static str> {
        let told =
            self.names().iter().filter_map(|record| Some((record.name(), self.told(record)?)));
        crate::surface::suggest::nearest(name, told)
    }

    /// The visible name that is told in place of a name.
    pub(crate) fn told(&self, record: &NameRecord) -> Option<&'static str> {
        let visible = |name: &'static str| {
            self.name(name).filter(|record| record.lifecycle().is_visible()).map(NameRecord::name)
        };
        visible(record.name())
            .or_else(|| visible(record.tool()?))
            .or_else(|| visible(record.lifecycle().replacement()?))
    }
}

impl Index {
    pub(crate) fn resolve(&self, name: &str) -> Resolution<'_> {
        let Some(way) = self.find(name) else {
            return Resolution::Unknown;
        };
        let name = &self.names[way.record as usize];
        match way.tool() {
            Some(tool) => Resolution::Tool { tool: &self.tools[tool], name },
            None => Resolution::Removed(name),
        }
    }

    /// The way from exactly this name, else from a visible one that differs in spelling only.
    pub(crate) fn find(&self, name: &str) -> Option<&Way> {
        self.exact(name).or_else(|| self.by_spelling(name))
    }

    /// The way from exactly this name.
    #[inline]
    pub(crate) fn exact(&self, name: &str) -> Option<&Way> {
        self.by_name.get(name)
    }

    #[cold]
    fn by_spelling(&self, name: &str) -> Option<&Way> {
        // A normal form has at most twice the length of the name, and a longer text is no name.
        if name.len() > MAX_NAME_LEN {
            return None;
        }
        let at = self.by_form.get(&normal_form(name))?;
        self.exact(self.names[*at].name())
    }
}
