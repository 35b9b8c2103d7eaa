//! What a cleanup, a restoration or a deletion did.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::PluginError;
use super::shown::{Plain, PlainPath, serialize_path};

/// Each step, in the order in which it was taken. One that failed did not keep the others from being
/// taken.
///
/// Shown with a line for each step.
#[derive(Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The steps.
    pub steps: Vec<Step>,
}

/// One step, and how it went.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// What was to be done.
    pub action: Action,
    /// The store's folder, or the configuration's file.
    #[serde(serialize_with = "serialize_path")]
    pub path: PathBuf,
    /// The cleanup's identifier, where it has one.
    pub cleanup: Option<String>,
    /// The plugins that it was about.
    pub plugins: Vec<String>,
    /// Why it was not done; none where it was.
    pub problem: Option<PluginError>,
}

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Action {
    /// Open the store for a change: lock it, and take away what a killed process left. Only reported
    /// where it fails.
    Open,
    /// Move a plugin to the trash.
    Move,
    /// Take plugins out of the configuration.
    Prune,
    /// Move a plugin back.
    Restore,
    /// Put plugins back into the configuration.
    PutBack,
    /// Delete a cleanup for good.
    Purge,
    /// Keep the record of a cleanup; only reported where it fails.
    Finish,
}

impl Action {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Open => ("open", "opened"),
            Self::Move => ("move to the trash:", "moved to the trash:"),
            Self::Prune => ("take out of the configuration:", "taken out of the configuration:"),
            Self::Restore => ("put back:", "put back:"),
            Self::PutBack => {
                ("put back into the configuration:", "put back into the configuration:")
            }
            Self::Purge => ("delete", "deleted"),
            Self::Finish => ("finish", "finished"),
        }
    }
}

impl Report {
    /// Whether every step was done.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.problems().next().is_none()
    }

    /// Why steps were not done.
    pub fn problems(&self) -> impl Iterator<Item = &PluginError> {
        self.steps.iter().filter_map(|step| step.problem.as_ref())
    }

    pub(super) fn add(
        &mut self,
        action: Action,
        path: &Path,
        cleanup: Option<&str>,
        plugins: Vec<String>,
        result: Result<(), PluginError>,
    ) {
        self.steps.push(Step {
            action,
            path: path.to_owned(),
            cleanup: cleanup.map(str::to_owned),
            plugins,
            problem: result.err(),
        });
    }

    /// The identifier of the cleanup that moved a plugin, or what kept it from that.
    pub(super) fn into_id(self) -> Result<String, PluginError> {
        let mut id = None;
        for step in self.steps {
            if let Some(problem) = step.problem {
                return Err(problem);
            }
            if step.action == Action::Move {
                id = step.cleanup;
            }
        }
        // A plan for one plugin that had no problem has moved it.
        Ok(id.unwrap_or_default())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (infinitive, participle) = self.action.words();
        f.write_str(if self.problem.is_some() { "failed to " } else { "" })?;
        f.write_str(if self.problem.is_some() { infinitive } else { participle })?;
        for (at, plugin) in self.plugins.iter().enumerate() {
            write!(f, "{} `{}`", if at > 0 { "," } else { "" }, Plain(plugin))?;
        }
        write!(f, " ({}", PlainPath(&self.path))?;
        if let Some(cleanup) = &self.cleanup {
            write!(f, ", cleanup {}", Plain(cleanup))?;
        }
        f.write_str(")")?;
        match &self.problem {
            Some(problem) => write!(f, ": {problem}"),
            None => Ok(()),
        }
    }
}
