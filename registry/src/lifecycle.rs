//! The five states of a name, and the one table that says what each means.

use std::fmt;

use crate::word::words;

/// The state of a name, with what that state needs to know.
///
/// Every name of a registry is in exactly one of these. What follows from a state is said in one
/// place, [`Lifecycle::policy`].
///
/// ```
/// use toolcrib::{Lifecycle, Told};
///
/// let old = Lifecycle::Deprecated { replacement: "exec_shell", remove_in: Some("1.0.0"), note: None };
/// assert!(old.policy().runs);
/// assert!(!old.policy().in_head);
/// assert_eq!(old.policy().told, Told::Notice);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifecycle {
    /// In the head: the model sees it from the first turn on.
    Active,
    /// Found by search, loaded on demand.
    Deferred,
    /// Still runs, silently: neither listed nor found (the documents' "hidden-compatibility").
    Hidden {
        /// What to use instead. For an alias: its tool.
        replacement: Option<&'static str>,
        /// The version in which the name goes away.
        remove_in: Option<&'static str>,
        /// A remark for the reader of the manifest.
        note: Option<&'static str>,
    },
    /// Still runs, and its result carries a notice that names the replacement.
    Deprecated {
        /// What to use instead. For an alias: its tool.
        replacement: &'static str,
        /// The version in which the name goes away.
        remove_in: Option<&'static str>,
        /// A remark that the notice repeats.
        note: Option<&'static str>,
    },
    /// Does not run any more; a call is answered with what to use instead.
    Removed {
        /// The tool to use instead.
        replacement: Option<&'static str>,
        /// How to get the same done, in words.
        hint: Option<&'static str>,
    },
}

/// The state of a name as a word, without what goes with it: in what is written down and read back.
///
/// ```
/// use toolcrib::NameState;
///
/// assert_eq!("hidden".parse(), Ok(NameState::Hidden));
/// assert!("Hidden".parse::<NameState>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameState {
    /// See [`Lifecycle::Active`].
    Active,
    /// See [`Lifecycle::Deferred`].
    Deferred,
    /// See [`Lifecycle::Hidden`].
    Hidden,
    /// See [`Lifecycle::Deprecated`].
    Deprecated,
    /// See [`Lifecycle::Removed`].
    Removed,
}

words!(NameState, "state");

impl NameState {
    /// The states, in the order in which a name goes through them.
    pub const ALL: [Self; 5] =
        [Self::Active, Self::Deferred, Self::Hidden, Self::Deprecated, Self::Removed];

    /// The word: `active`, `deferred`, `hidden`, `deprecated` or `removed`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Deferred => "deferred",
            Self::Hidden => "hidden",
            Self::Deprecated => "deprecated",
            Self::Removed => "removed",
        }
    }

    /// Whether a model may learn the name: active or deferred.
    #[must_use]
    pub const fn is_visible(self) -> bool {
        matches!(self, Self::Active | Self::Deferred)
    }
}

/// What a state means: a row of the state table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// The definition is in the head.
    pub in_head: bool,
    /// Tool search finds the name.
    pub searchable: bool,
    /// A call runs the tool.
    pub runs: bool,
    /// What the caller is told.
    pub told: Told,
}

/// What a caller is told about the state of the name that it called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Nothing at all.
    Nothing,
    /// The notice, in the result's metadata.
    Notice,
    /// That the name is retired, as a result that a model can read and act on.
    Retired,
}

impl Lifecycle {
    /// The row of the state table for this state. Everything that depends on a state asks here.
    #[must_use]
    pub const fn policy(&self) -> Policy {
        let (in_head, searchable, runs, told) = match self {
            Self::Active => (true, false, true, Told::Nothing),
            Self::Deferred => (false, true, true, Told::Nothing),
            Self::Hidden { .. } => (false, false, true, Told::Nothing),
            Self::Deprecated { .. } => (false, false, true, Told::Notice),
            Self::Removed { .. } => (false, false, false, Told::Retired),
        };
        Policy { in_head, searchable, runs, told }
    }

    /// Whether a model may learn the name: active or deferred.
    #[must_use]
    pub const fn is_visible(&self) -> bool {
        let policy = self.policy();
        policy.in_head || policy.searchable
    }

    /// The state as it is written in an attribute: `active`, `deferred`, `hidden`, `deprecated` or
    /// `removed`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        self.state().as_str()
    }

    /// The state without what goes with it.
    #[must_use]
    pub const fn state(&self) -> NameState {
        match self {
            Self::Active => NameState::Active,
            Self::Deferred => NameState::Deferred,
            Self::Hidden { .. } => NameState::Hidden,
            Self::Deprecated { .. } => NameState::Deprecated,
            Self::Removed { .. } => NameState::Removed,
        }
    }

    /// What to use instead, where the state names something.
    #[must_use]
    pub const fn replacement(&self) -> Option<&'static str> {
        match *self {
            Self::Active | Self::Deferred => None,
            Self::Deprecated { replacement, .. } => Some(replacement),
            Self::Hidden { replacement, .. } | Self::Removed { replacement, .. } => replacement,
        }
    }

    /// The version in which the name goes away, where one is planned.
    #[must_use]
    pub const fn remove_in(&self) -> Option<&'static str> {
        match *self {
            Self::Hidden { remove_in, .. } | Self::Deprecated { remove_in, .. } => remove_in,
            Self::Active | Self::Deferred | Self::Removed { .. } => None,
        }
    }

    /// The author's remark: a note, or a tombstone's hint.
    #[must_use]
    pub const fn note(&self) -> Option<&'static str> {
        match *self {
            Self::Hidden { note, .. } | Self::Deprecated { note, .. } => note,
            Self::Removed { hint, .. } => hint,
            Self::Active | Self::Deferred => None,
        }
    }
}

impl fmt::Display for Lifecycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
