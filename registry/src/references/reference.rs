//! What is found: a name, where it stands, what became of it, and what to write instead.

use std::fmt;

use serde::Serialize;

use super::FileKind;
use crate::name::{Shown, printable};

/// The longest path that is shown, in characters.
const MAX_PATH: usize = 4096;

/// The longest remark that is shown, in characters.
const MAX_HINT: usize = 400;

/// A name in a text that is no longer what a model should use, or a place that cannot be read.
///
/// Shown in one line, fit for a terminal and for an editor that jumps to places:
///
/// ```text
/// skills/run/SKILL.md:3:16: error: `python_eval` is retired since 3.0.21; use `bash` instead (…)
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reference {
    /// The file, as the caller named it.
    pub file: String,
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on, in characters.
    pub column: u32,
    /// The name as it is written; the text that cannot be read, for [`State::Unreadable`].
    pub name: String,
    /// What became of the name.
    pub state: State,
    /// What kind of place it stands in.
    pub site: Site,
    /// How grave it is.
    pub severity: Severity,
    /// What to write instead: the name's replacement, or the nearest name for [`State::Unknown`].
    pub replacement: Option<String>,
    /// The version in which the name entered its state.
    pub since: Option<String>,
    /// The author's remark on the name, or the reason why a place cannot be read.
    pub hint: Option<String>,
}

/// What became of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum State {
    /// It is retired and does not run.
    Removed,
    /// It still runs, with a notice.
    Deprecated,
    /// It still runs, silently.
    Hidden,
    /// It names nothing at all.
    Unknown,
    /// The place itself cannot be read, so that nothing is known of its names.
    Unreadable,
}

/// What kind of place a name stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Site {
    /// A list of tools: `allowed-tools`, `disallowed-tools`, `tools` and the like.
    Declared,
    /// A hook's `matcher`, a regular expression over the names of tools.
    Matcher,
    /// A permission rule, such as `Bash(git:*)`.
    Permission,
    /// The description, which the model reads first.
    Description,
    /// A code span of Markdown.
    InlineCode,
    /// A code block of Markdown.
    Fence,
    /// A call in the running text of Markdown: `name(`, `name {`, "call name".
    Call,
    /// The running text of Markdown.
    Prose,
    /// A text without markup, or another value of a configuration.
    Text,
    /// The frontmatter as a whole.
    Frontmatter,
    /// The file as a whole.
    File,
}

/// How grave a finding is: one rule for skills, plugins, the doctor, the command line and the admin API.
///
/// A retired name is an error where a model or a host takes it up: where it is declared, described, in code,
/// called, and in the running text of instructions. It is a warning in a text without markup and in the
/// running text of other Markdown, and a note in what is there for people ([`FileKind::About`]). A name that
/// names nothing and what cannot be read are warnings, and so is an old name in a declaration that still
/// runs; elsewhere that is a note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// It works, and there is a better name.
    Note,
    /// It misleads a model or a person.
    Warning,
    /// It does not do what it says.
    Error,
}

impl Severity {
    /// The severity by what a file is, by what became of the name and by its place. Nobody else decides.
    pub(super) fn of(kind: FileKind, state: State, site: Site) -> Self {
        let declares = matches!(site, Site::Declared | Site::Matcher | Site::Permission);
        match state {
            State::Removed if kind == FileKind::About => Self::Note,
            State::Removed => match site {
                Site::Text => Self::Warning,
                Site::Prose if !kind.instructs() => Self::Warning,
                _ => Self::Error,
            },
            State::Unknown | State::Unreadable => Self::Warning,
            State::Deprecated | State::Hidden if declares => Self::Warning,
            State::Deprecated | State::Hidden => Self::Note,
        }
    }

    /// `note`, `warning` or `error`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Site {
    /// The site in words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Declared => "list of tools",
            Self::Matcher => "matcher",
            Self::Permission => "permission rule",
            Self::Description => "description",
            Self::InlineCode => "code span",
            Self::Fence => "code block",
            Self::Call => "call",
            Self::Prose => "running text",
            Self::Text => "text",
            Self::Frontmatter => "frontmatter",
            Self::File => "file",
        }
    }
}

impl Reference {
    /// What is wrong and what to do, without the place.
    #[must_use]
    pub fn message(&self) -> String {
        Message(self).to_string()
    }
}

/// A foreign text in one line, with what cannot be printed escaped, cut after so many characters.
struct Line<'a>(&'a str, usize);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_one_line = self.0.replace('\n', "\u{fffd}");
        f.write_str(&printable(&in_one_line, self.1))
    }
}

/// A path in one line.
pub(crate) struct ShownPath<'a>(pub(crate) &'a str);

impl fmt::Display for ShownPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line(self.0, MAX_PATH).fmt(f)
    }
}

/// A reference without its place.
struct Message<'a>(&'a Reference);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reference { name, state, site, replacement, since, hint, .. } = self.0;
        let name = Shown(name);
        match state {
            State::Unreadable => {
                let site = site.as_str();
                return match hint {
                    Some(why) => write!(f, "this {site} cannot be read: {}", Line(why, MAX_HINT)),
                    None => write!(f, "this {site} cannot be read"),
                };
            }
            State::Unknown => {
                write!(f, "`{name}` names no tool")?;
                return match replacement {
                    Some(near) => write!(f, "; did you mean `{}`?", Shown(near)),
                    None => Ok(()),
                };
            }
            State::Removed => write!(f, "`{name}` is retired")?,
            State::Deprecated => write!(f, "`{name}` is deprecated")?,
            State::Hidden => write!(f, "`{name}` is an old name")?,
        }
        if let Some(since) = since {
            write!(f, " since {}", Shown(since))?;
        }
        if let Some(replacement) = replacement {
            write!(f, "; use `{}` instead", Shown(replacement))?;
        }
        match hint {
            Some(hint) => write!(f, " ({})", Line(hint, MAX_HINT)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, column, severity, .. } = self;
        write!(f, "{}:{line}:{column}: {severity}: {}", ShownPath(file), Message(self))
    }
}
