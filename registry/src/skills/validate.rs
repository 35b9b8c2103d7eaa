//! One skill: its rules, and the tools that it names.

use super::diagnostic::{SkillDiagnostic, SkillProblem};
use super::fields::{Fields, Skill};
use crate::references::place::{Places, text, without_mark};
use crate::references::{FileKind, Names, Reference, Severity, Site, State, frontmatter};

/// What is to be said of a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Validated {
    /// The skill; none where it is left out of what the model sees.
    pub skill: Option<Skill>,
    /// What is wrong with it, by place.
    pub diagnostics: Vec<SkillDiagnostic>,
}

/// Judges the `SKILL.md` of a skill, given as bytes, that lies in a folder of this name.
///
/// It is left out where its description is missing, its frontmatter cannot be read, or it tells to use a
/// retired name: wherever [`Severity`] makes that an error. Everything else is only told.
#[must_use]
pub fn validate(names: &Names, folder: &str, bytes: &[u8]) -> Validated {
    validate_file(names, folder, &format!("{folder}/SKILL.md"), bytes)
}

/// The same for a file that has a name of its own.
pub(super) fn validate_file(names: &Names, folder: &str, file: &str, bytes: &[u8]) -> Validated {
    let references = names.find(FileKind::Skill, file, bytes);
    let bytes = without_mark(bytes);
    let head = text(frontmatter::head(bytes));
    let read = frontmatter::read(&head);
    let mut diagnostics = Vec::new();
    let unreadable = |at: usize, why: &str| {
        let problem = SkillProblem::Frontmatter { why: why.to_owned() };
        SkillDiagnostic::new(file, Severity::Error, problem).at(Places::new(bytes).of(at))
    };
    if let Some(fault) = &read.mended {
        let problem = SkillProblem::Colon { why: fault.why.clone() };
        let place = Places::new(bytes).of(fault.at);
        diagnostics.push(SkillDiagnostic::new(file, Severity::Warning, problem).at(place));
    }
    let skill = match &read.tree {
        None => {
            diagnostics.push(unreadable(0, "there is none: begin the file with a line of `---`"));
            None
        }
        Some(Err(fault)) => {
            diagnostics.push(unreadable(fault.at, &fault.why));
            None
        }
        Some(Ok(tree)) => {
            let diagnostics = &mut diagnostics;
            Fields { file, folder, bytes, tree, diagnostics }.read()
        }
    };
    // That the frontmatter cannot be read is told already.
    let is_told = |found: &Reference| (found.state, found.site) == UNREADABLE;
    let references = references.into_iter().filter(|found| !is_told(found));
    diagnostics.extend(references.map(SkillDiagnostic::of));
    diagnostics.sort_by_key(|diagnostic| (diagnostic.line, diagnostic.column));
    let is_left_out = diagnostics.iter().any(|diagnostic| diagnostic.leaves_out);
    Validated { skill: skill.filter(|_| !is_left_out), diagnostics }
}

const UNREADABLE: (State, Site) = (State::Unreadable, Site::Frontmatter);
