//! From a name that somebody wrote to what it stands for. The one place where names are resolved.

use super::index::{Index, NameRecord, RegisteredTool};
use super::table::Way;
use crate::Registry;
use crate::name::{MAX_OLD_NAME_LEN, normal_form};

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

impl<'r> Resolution<'r> {
    /// The canonical name to go on with: that of the tool, or of the tool which takes a retired name's
    /// place. A call of a retired name never runs; its outcome is one that the model can correct, and
    /// says what the replacement's arguments lack.
    ///
    /// ```
    /// use toolcrib::{Registry, Tombstone, tool};
    ///
    /// /// Run a command.
    /// #[tool(register = false, alias(name = "shell"))]
    /// fn bash(command: String) -> String {
    ///     command
    /// }
    ///
    /// let gone = Tombstone::new("python_eval", "3.0.21").replacement("bash");
    /// let registry = Registry::builder().tool::<bash>().retired([gone]).build()?;
    /// for name in ["bash", "shell", "Bash", "python_eval"] {
    ///     assert_eq!(registry.resolve(name).canonical(), Some("bash"), "{name}");
    /// }
    ///
    /// # use toolcrib::{Context, FailureKind, ToolCall};
    /// let surface = registry.surface().build()?;
    /// let call = ToolCall::new("python_eval", r#"{"code": "print(1)"}"#);
    /// # pollster::block_on(async {
    /// let outcome = surface.call(call, &Context::new()).await;
    /// assert!(!outcome.executed() && outcome.failure().is_some_and(FailureKind::is_correctable));
    /// assert!(outcome.text().contains("`bash` needs `command`"));
    /// # });
    /// # Ok::<(), toolcrib::BuildError>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Option<&'r str> {
        match self {
            Self::Tool { tool, .. } => Some(tool.name()),
            Self::Removed(name) => name.lifecycle().replacement(),
            Self::Unknown => None,
        }
    }
}

impl Registry {
    /// What `name` stands for among native tools. It needs no handlers and runs nothing, so that logs,
    /// hooks and old records can use the canonical name. What a model's call would run on a surface,
    /// dynamic tools and denials included, is [`Surface::lookup`](crate::Surface::lookup).
    ///
    /// In this order: an exact name, be it a tool's, an alias or a retired one; then a visible name
    /// that differs only in spelling (see [`normal_form`](crate::normal_form)), then the only other
    /// name that does, where it is a retired one, by which nothing runs. Nothing is guessed.
    #[must_use]
    pub fn resolve(&self, name: &str) -> Resolution<'_> {
        self.inner.resolve(name)
    }

    /// The record of exactly this name.
    #[must_use]
    pub fn name(&self, name: &str) -> Option<&NameRecord> {
        self.inner.by_name.get(name).map(|way| &self.inner.names[way.record as usize])
    }

    /// The retired name that is written so, or the only one that differs from it in spelling alone;
    /// none where a visible name has that spelling. It needs no handlers: a call is answered so, and
    /// what people wrote is read so.
    ///
    /// ```
    /// # use toolcrib::{Registry, Tombstone};
    /// let gone = Tombstone::new("python_eval", "3.0.21").hint("there is a shell");
    /// let registry = Registry::builder().retired([gone]).build()?;
    /// let found = registry.tombstone("PythonEval").unwrap();
    /// assert_eq!(found.name(), "python_eval");
    /// assert_eq!((found.since(), found.lifecycle().note()), (Some("3.0.21"), Some("there is a shell")));
    /// # Ok::<(), toolcrib::BuildError>(())
    /// ```
    #[must_use]
    pub fn tombstone(&self, name: &str) -> Option<&NameRecord> {
        match self.resolve(name) {
            Resolution::Removed(found) => Some(found),
            Resolution::Tool { .. } | Resolution::Unknown => None,
        }
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

/// The only one of `names` that differs from `name` in spelling alone. Each is a name, whether it is
/// visible, and what stands for it; visible ones go before the others.
pub(super) fn by_spelling<'n, T>(
    name: &str,
    names: impl Iterator<Item = (&'n str, bool, T)>,
) -> Option<T> {
    let form = form_of(name)?;
    let same = names.filter(|(name, ..)| normal_form(name) == form);
    let (visible, old): (Vec<_>, Vec<_>) = same.partition(|(_, is_visible, _)| *is_visible);
    let mut left = if visible.is_empty() { old } else { visible };
    if left.len() == 1 { left.pop().map(|(.., record)| record) } else { None }
}

/// The normal form of what may be another spelling of a name. A form has at most twice the length of
/// its name, and a longer text is none.
fn form_of(name: &str) -> Option<String> {
    (name.len() <= 2 * MAX_OLD_NAME_LEN).then(|| normal_form(name))
}

impl Index {
    pub(crate) fn resolve(&self, name: &str) -> Resolution<'_> {
        let Some(way) = self.find(name) else {
            let old = self.old_by_spelling(name).filter(|old| old.place().is_none());
            return old.map_or(Resolution::Unknown, Resolution::Removed);
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
        let at = self.by_form.get(&form_of(name)?)?;
        self.exact(self.names[*at].name())
    }

    /// The only name that is not visible and differs from `name` in spelling alone. What it is
    /// answered with may not run anything.
    #[cold]
    pub(crate) fn old_by_spelling(&self, name: &str) -> Option<&NameRecord> {
        let at = self.by_old_form.get(&form_of(name)?).copied().flatten()?;
        Some(&self.names[at])
    }
}
