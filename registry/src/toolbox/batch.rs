//! Calls of deferred tools that are not loaded, and calls that a model wrote in one turn.

use std::collections::BTreeSet;

use super::Toolbox;

/// What a call of a deferred tool does that the conversation has not loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unloaded {
    /// It runs.
    #[default]
    Run,
    /// It is answered with the tool's definition and does not run: load first.
    LoadFirst,
}

/// The calls that a model wrote in one turn: what they may run was decided when it wrote them.
///
/// Make it before any of them runs. A search among them loads tools for the turns after this one; a
/// call in the same turn was written without having seen what the search would find. And a tool that
/// is evicted meanwhile was seen when the call was written.
///
/// ```
/// use toolcrib::toolbox::{Batch, Toolbox, Unloaded};
///
/// let mut toolbox = Toolbox::default();
/// let batch = toolbox.batch(Unloaded::LoadFirst);
/// toolbox.load("speech", r#"{"name":"speech"}"#)?; // the search of this batch
/// assert!(!batch.may_run("speech"));
/// assert!(toolbox.batch(Unloaded::LoadFirst).may_run("speech"));
/// # Ok::<(), toolcrib::toolbox::TooLarge>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    policy: Unloaded,
    loaded: BTreeSet<String>,
}

impl Toolbox {
    /// Begins a batch of calls.
    #[must_use]
    pub fn batch(&self, policy: Unloaded) -> Batch {
        let loaded = match policy {
            Unloaded::Run => BTreeSet::new(),
            Unloaded::LoadFirst => self.names().map(str::to_owned).collect(),
        };
        Batch { policy, loaded }
    }
}

impl Batch {
    /// Whether a call of the deferred tool with this canonical name runs. Tools that are not deferred
    /// need not be asked for.
    #[must_use]
    pub fn may_run(&self, name: &str) -> bool {
        match self.policy {
            Unloaded::Run => true,
            Unloaded::LoadFirst => self.loaded.contains(name),
        }
    }
}
