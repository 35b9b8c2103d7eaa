//! What was mended of a tool of a source, so that a host can tell its server.

use std::borrow::Cow;
use std::fmt;

use crate::name::Shown;

/// How many remarks are made on one tool.
const MAX_REMARKS: usize = 32;

/// Something of a tool that is not as MCP has it, and was mended since it can mean one thing only, or was
/// left out. The tool itself was taken.
///
/// Printed, it names the source, the tool and the place, and says what was done. The text is safe to
/// show: foreign parts are escaped and cut.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Remark {
    /// The source.
    pub source: String,
    /// The tool's place in the source's list, from 0 on.
    pub position: usize,
    /// The tool's name as the source wrote it.
    pub name: String,
    /// Where it stands in the tool, as a JSON pointer; empty where it is the tool as a whole.
    pub path: String,
    /// What is wrong there, and what was done about it.
    pub done: Cow<'static, str>,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, name, path, done, .. } = self;
        write!(f, "source `{}`: tool `{}`", Shown(source), Shown(name))?;
        if !path.is_empty() {
            write!(f, ": `{}`", Shown(path))?;
        }
        write!(f, " {done}")
    }
}

/// The remarks on one tool, by path.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<(String, Cow<'static, str>)>);

impl Notes {
    /// Makes a remark, if there are not too many yet.
    pub(super) fn add(&mut self, path: impl Into<String>, done: impl Into<Cow<'static, str>>) {
        if self.0.len() < MAX_REMARKS {
            self.0.push((path.into(), done.into()));
        }
    }

    /// The remarks in full.
    pub(super) fn of_tool<'n>(
        self,
        source: &'n str,
        position: usize,
        name: &'n str,
    ) -> impl Iterator<Item = Remark> + 'n {
        self.0.into_iter().map(move |(path, done)| Remark {
            source: source.to_owned(),
            position,
            name: name.to_owned(),
            path,
            done,
        })
    }
}

/// The JSON pointer of a member of what is at `path`.
pub(super) fn below(path: &str, member: &str) -> String {
    format!("{path}/{}", member.replace('~', "~0").replace('/', "~1"))
}
