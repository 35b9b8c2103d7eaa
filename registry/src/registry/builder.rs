//! Gathers declarations and builds a registry from them, or says everything that is wrong.

use std::any::type_name;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::check::Declarations;
use super::problem::{BuildError, Problem};
use super::{Registry, index};
use crate::context::States;
use crate::guard::discard;
use crate::{Declared, Entry, Tombstone, Toolset};

/// Gathers what a registry holds. Made by [`Registry::builder`].
#[derive(Default)]
pub struct RegistryBuilder {
    entries: Vec<&'static Entry>,
    tombstones: Vec<Tombstone>,
    states: States,
    problems: Vec<Problem>,
    expected_crates: BTreeSet<String>,
    expected_tools: BTreeSet<String>,
}

impl RegistryBuilder {
    /// Adds every tool and every retired name that the linked crates declare.
    ///
    /// A crate that nothing names is dropped by the linker together with its tools: see
    /// [`link!`](crate::link) and [`expect_crates`](Self::expect_crates).
    #[cfg(feature = "collect")]
    #[must_use]
    pub fn collect(mut self) -> Self {
        use crate::collect::{Collected, linked};

        for declared in linked() {
            match declared {
                Collected::Tool(entry) => self.entries.push(entry),
                Collected::Tombstone(tombstone) => self.tombstones.push(*tombstone),
            }
        }
        self
    }

    /// Adds one tool: a type that is a [`Tool`](crate::Tool), or the type that has the name of a
    /// function tool.
    ///
    /// ```
    /// use toolcrib::{Registry, tool};
    ///
    /// /// Greet.
    /// #[tool(register = false)]
    /// fn greet() -> &'static str {
    ///     "hello"
    /// }
    ///
    /// let registry = Registry::builder().tool::<greet>().build()?;
    /// assert_eq!(registry.tools().len(), 1);
    /// # Ok::<(), toolcrib::BuildError>(())
    /// ```
    #[must_use]
    pub fn tool<T: Declared>(mut self) -> Self {
        self.entries.push(T::ENTRY);
        self
    }

    /// Adds a list of tools.
    #[must_use]
    pub fn toolset(mut self, tools: Toolset) -> Self {
        self.entries.extend(tools.entries());
        self
    }

    /// Adds retired names.
    #[must_use]
    pub fn retired(mut self, names: impl IntoIterator<Item = Tombstone>) -> Self {
        self.tombstones.extend(names);
        self
    }

    /// Gives the tools a value: for `State<T>` parameters and `#[tool(from_state)]`. A value and an `Arc`
    /// of it are one: `State<T>` finds either, and both together are an error of [`build`](Self::build).
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        let is_new = self.states.insert(value);
        self.given::<T>(is_new)
    }

    /// Like [`state`](Self::state), for a value that the host keeps a hold of, or one that tools
    /// know by a trait of it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use toolcrib::{Registry, State, tool};
    ///
    /// trait Clock: Send + Sync {
    ///     fn time(&self) -> String;
    /// }
    ///
    /// struct Stopped;
    ///
    /// impl Clock for Stopped {
    ///     fn time(&self) -> String {
    ///         "12:00".into()
    ///     }
    /// }
    ///
    /// /// Tell the time.
    /// #[tool(register = false)]
    /// fn time(clock: State<dyn Clock>) -> String {
    ///     clock.time()
    /// }
    ///
    /// let clock: Arc<dyn Clock> = Arc::new(Stopped);
    /// Registry::builder().tool::<time>().shared_state(clock).build()?;
    /// # Ok::<(), toolcrib::BuildError>(())
    /// ```
    #[must_use]
    pub fn shared_state<T: ?Sized + Send + Sync + 'static>(mut self, value: Arc<T>) -> Self {
        let is_new = self.states.insert_shared(value);
        self.given::<T>(is_new)
    }

    fn given<T: ?Sized>(mut self, is_new: bool) -> Self {
        if !is_new {
            self.problems.push(Problem::DuplicateState { type_name: type_name::<T>() });
        }
        self
    }

    /// Makes it an error that a crate has declared nothing. Names with `-` or `_`.
    #[must_use]
    pub fn expect_crates<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.expected_crates.extend(names.into_iter().map(|name| name.as_ref().replace('-', "_")));
        self
    }

    /// Makes it an error that a tool is not there. Canonical names.
    #[must_use]
    pub fn expect_tools<S: AsRef<str>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.expected_tools.extend(names.into_iter().map(|name| name.as_ref().to_owned()));
        self
    }

    /// Builds the registry.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, in one error: names declared twice, across crates too; names of
    /// different tools with one spelling; replacements that a model cannot use; values that tools
    /// need and the registry lacks; arguments that no provider accepts; what was expected and is
    /// not there; a `Default` or a `JsonSchema` that panics.
    pub fn build(mut self) -> Result<Registry, BuildError> {
        let mut problems = self.check_but_state();
        let declarations = Declarations { entries: &self.entries, tombstones: &self.tombstones };
        declarations.check_states(&self.states, &mut problems);
        let schemas = declarations.schemas(&mut problems);
        if let Some(error) = BuildError::of(problems) {
            return Err(error);
        }
        let mut problems = Vec::new();
        let instances = declarations.instances(&self.states, &mut problems);
        if let Some(error) = BuildError::of(problems) {
            instances.into_iter().for_each(discard);
            return Err(error);
        }
        let tools = self.entries.iter().copied().zip(schemas.into_iter().flatten()).zip(instances);
        Ok(index::registry(tools, &self.tombstones, self.states))
    }

    /// Checks everything that can be checked without the host's state.
    ///
    /// What `toolcrib::link!` tests.
    #[doc(hidden)]
    pub fn check(mut self) -> Result<(), BuildError> {
        let mut problems = self.check_but_state();
        let declarations = Declarations { entries: &self.entries, tombstones: &self.tombstones };
        declarations.schemas(&mut problems);
        BuildError::of(problems).map_or(Ok(()), Err)
    }

    fn check_but_state(&mut self) -> Vec<Problem> {
        // A crate can be linked twice, as it is in its own tests where a dev-dependency depends on
        // it. What stands at one place is one declaration.
        self.entries.sort_by_key(|entry| (entry.name, entry.origin));
        self.entries.dedup_by_key(|entry| (entry.name, entry.origin));
        self.tombstones.sort_by_key(|one| (one.name(), one.origin()));
        self.tombstones.dedup_by_key(|one| (one.name(), one.origin()));

        let mut problems = std::mem::take(&mut self.problems);
        let declarations = Declarations { entries: &self.entries, tombstones: &self.tombstones };
        declarations.check_names(&mut problems);
        declarations.check_expected(&self.expected_crates, &self.expected_tools, &mut problems);
        problems
    }
}

impl fmt::Debug for RegistryBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegistryBuilder")
            .field("entries", &self.entries)
            .field("tombstones", &self.tombstones)
            .finish_non_exhaustive()
    }
}
