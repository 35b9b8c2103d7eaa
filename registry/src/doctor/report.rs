//! What a doctor found, as data, text, JSON and Markdown.

use std::fmt;
use std::fmt::Write as _;

use serde::Serialize;

use super::check::Finding;
use crate::name::{Shown, printable};
use crate::references::Severity;

/// How much of a finding is shown, in characters.
const MAX_LINE: usize = 10_000;

/// What all checks found.
///
/// Printed, each check is a line, with its findings below it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DoctorReport {
    /// The checks, in their order.
    pub checks: Vec<CheckReport>,
}

/// What one check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CheckReport {
    /// The stable id.
    pub id: String,
    /// What should hold.
    pub title: String,
    /// Whether it does.
    pub state: State,
    /// What was found.
    pub findings: Vec<Finding>,
    /// What a person does about it.
    pub way_out: Option<String>,
    /// Whether there is a repair.
    pub repairable: bool,
}

/// How a check went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Nothing is wrong.
    Ok,
    /// Something does not do all that it should.
    Warning,
    /// Something does not work.
    Failed,
}

impl State {
    pub(super) fn of(findings: &[Finding]) -> Self {
        match findings.iter().map(|finding| finding.severity).max() {
            None | Some(Severity::Note) => Self::Ok,
            Some(Severity::Warning) => Self::Warning,
            Some(Severity::Error) => Self::Failed,
        }
    }

    /// The state as a sign: `✓`, `!`, `✗`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Ok => "✓",
            Self::Warning => "!",
            Self::Failed => "✗",
        }
    }
}

impl DoctorReport {
    /// The gravest state of all checks.
    #[must_use]
    pub fn state(&self) -> State {
        self.checks.iter().map(|check| check.state).max().unwrap_or(State::Ok)
    }

    /// The report as JSON, with a line break at its end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings and words can always be written.
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// The report as Markdown: a section for each check.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = String::new();
        for CheckReport { id, title, state, findings, way_out, .. } in &self.checks {
            let _ = writeln!(text, "## {} {}\n\n`{id}`\n", state.sign(), Shown(title));
            for Finding { severity, message } in findings {
                let _ = writeln!(text, "- {severity}: {}", line(message));
            }
            if !findings.is_empty() {
                text.push('\n');
            }
            if let Some(way_out) = way_out {
                let _ = writeln!(text, "{}\n", line(way_out));
            }
        }
        text
    }
}

/// A text on one line, fit for a terminal. Findings name paths, which may be long.
fn line(text: &str) -> String {
    printable(&text.replace('\n', " "), MAX_LINE)
}

impl fmt::Display for DoctorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for CheckReport { id, title, state, findings, way_out, repairable } in &self.checks {
            writeln!(f, "{} {id}: {}", state.sign(), Shown(title))?;
            for Finding { severity, message } in findings {
                writeln!(f, "    {severity}: {}", line(message))?;
            }
            if let Some(way_out) = way_out {
                writeln!(f, "    {}", line(way_out))?;
            }
            if *repairable {
                writeln!(f, "    there is a repair for this")?;
            }
        }
        Ok(())
    }
}
