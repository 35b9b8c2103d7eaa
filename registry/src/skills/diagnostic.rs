//! What is wrong with a skill, as data.

use std::fmt;

use serde::Serialize;

use crate::name::Shown;
use crate::references::{Reference, Severity, ShownPath};

/// Something that is wrong with a skill, and where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SkillDiagnostic {
    /// The file.
    pub file: String,
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on, in characters.
    pub column: u32,
    /// How grave it is.
    pub severity: Severity,
    /// Whether the skill is left out because of it.
    pub leaves_out: bool,
    /// What it is.
    pub problem: SkillProblem,
}

/// What is wrong with a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SkillProblem {
    /// The frontmatter cannot be read, or there is none.
    Frontmatter {
        /// Why.
        why: String,
    },
    /// The frontmatter is no YAML, and could be read all the same: a value with a colon needs quotes.
    Colon {
        /// What a parser of YAML says.
        why: String,
    },
    /// There is no description.
    NoDescription,
    /// There is no name; that of the folder stands for it.
    NoName,
    /// The name is not one of lower-case letters, digits and single hyphens within.
    BadName {
        /// The name.
        name: String,
    },
    /// The name is not that of the folder.
    OtherFolder {
        /// The name.
        name: String,
        /// The folder's name.
        folder: String,
    },
    /// A text is longer than the specification has it.
    TooLong {
        /// Its key.
        key: &'static str,
        /// How many characters it has.
        characters: usize,
        /// How many it may have.
        most: usize,
    },
    /// A value is not of the form that the specification gives it.
    BadValue {
        /// Its key.
        key: &'static str,
        /// What it should be.
        expected: &'static str,
    },
    /// It names a tool that is not to be named.
    Reference(Reference),
    /// Another skill of this name goes before it.
    Clash {
        /// The name.
        name: String,
        /// The file of the other one.
        kept: String,
    },
    /// A file or a folder is not read.
    Unread {
        /// Why, and what to do.
        why: String,
    },
}

impl SkillDiagnostic {
    pub(super) fn new(file: &str, severity: Severity, problem: SkillProblem) -> Self {
        let leaves_out = severity == Severity::Error;
        Self { file: file.to_owned(), line: 1, column: 1, severity, leaves_out, problem }
    }

    /// What a file of a skill refers to. The skill is left out for an error.
    pub(super) fn of(reference: Reference) -> Self {
        let (place, file) = ((reference.line, reference.column), reference.file.clone());
        Self::new(&file, reference.severity, SkillProblem::Reference(reference)).at(place)
    }

    /// What is wrong and what becomes of the skill, without the place.
    #[must_use]
    pub fn message(&self) -> String {
        // A clash says which skill goes before it.
        let is_told = !self.leaves_out || matches!(self.problem, SkillProblem::Clash { .. });
        let left_out = if is_told { "" } else { "; the skill is left out" };
        format!("{}{left_out}", self.problem)
    }

    pub(super) fn at(self, (line, column): (u32, u32)) -> Self {
        Self { line, column, ..self }
    }
}

impl fmt::Display for SkillProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frontmatter { why } => {
                write!(f, "the frontmatter cannot be read: {}", Shown(why))
            }
            Self::Colon { why } => write!(
                f,
                "the frontmatter is not YAML ({}): put a value with a colon in it in quotes",
                Shown(why)
            ),
            Self::NoDescription => {
                f.write_str("there is no `description`: say what the skill does and when to use it")
            }
            Self::NoName => f.write_str("there is no `name`: give it that of the folder"),
            Self::BadName { name } => write!(
                f,
                "`{}` is no name of a skill: use 1 to 64 lower-case letters and digits, with single \
                 hyphens within",
                Shown(name)
            ),
            Self::OtherFolder { name, folder } => write!(
                f,
                "the skill `{}` is in the folder `{}`: give both the same name",
                Shown(name),
                Shown(folder)
            ),
            Self::TooLong { key, characters, most } => {
                write!(f, "`{key}` has {characters} characters: shorten it to {most}")
            }
            Self::BadValue { key, expected } => write!(f, "`{key}` should be {expected}"),
            Self::Reference(reference) => f.write_str(&reference.message()),
            Self::Clash { name, kept } => write!(
                f,
                "there is a skill `{}` in {} already, which goes before this one",
                Shown(name),
                ShownPath(kept)
            ),
            Self::Unread { why } => write!(f, "it is not read: {}", Shown(why)),
        }
    }
}

impl fmt::Display for SkillDiagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, severity, .. } = self;
        write!(f, "{}:{line}:{column}: {severity}: {}", ShownPath(file), self.message())
    }
}
