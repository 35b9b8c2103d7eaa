//! Why nothing came of a command.

use std::fmt;
use std::path::Path;

use crate::plugins::PluginError;

/// What is wrong with what was asked or given, and the way out. The exit code is 2.
#[derive(Debug)]
pub(super) struct Failure {
    message: String,
}

/// How a command ended that could do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing is to be done. The exit code is 0.
    Fine,
    /// There is something to be done. The exit code is 1.
    Findings,
}

impl Failure {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }

    /// Something could not be done with a path.
    pub(super) fn of_path(action: &str, path: &Path, why: impl fmt::Display) -> Self {
        Self::new(format!("cannot {action} {}: {why}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<PluginError> for Failure {
    fn from(error: PluginError) -> Self {
        Self::new(error.to_string())
    }
}

impl End {
    pub(super) const fn findings(any: bool) -> Self {
        if any { Self::Findings } else { Self::Fine }
    }
}
