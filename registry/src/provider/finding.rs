//! What a lint finds, as data; the words of each are made where it is found.

use std::fmt;

use crate::name::Shown;

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The request is accepted; something is lost, or another client may stumble.
    Warning,
    /// The provider refuses the request, with all its tools; or a text sends the model to a tool that is gone.
    Error,
}

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// How many tools there are.
    Count,
    /// A tool's name.
    Name,
    /// A tool's description.
    Description,
    /// What the schema says of the arguments as a whole.
    Root,
    /// The key of a property.
    PropertyKey,
    /// A keyword that the provider does not take, or that is lost.
    Keyword,
    /// A schema that is `true` or `false`.
    BooleanSchema,
    /// A `$ref` that leads out of the schema, or to nothing.
    Reference,
    /// A schema that cannot be read within our bounds.
    Unreadable,
    /// What keeps a tool from being strict, where that was asked.
    Strict,
    /// Tools that are sent to be loaded later.
    Deferral,
    /// A text that names a tool which a model cannot see.
    Mention,
    /// A tool that has the description and the arguments of another.
    Twin,
    /// A tool of a source that is not on the surface.
    LeftOut,
}

/// One thing that a provider refuses or loses.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// What it is about.
    pub rule: Rule,
    /// How grave it is.
    pub severity: Severity,
    /// The tool; empty where the finding is about the list as a whole.
    pub tool: String,
    /// Where the tool comes from, as the caller said.
    pub origin: String,
    /// The place in the input schema, as a JSON pointer; empty where it is the tool or the schema as
    /// a whole.
    pub path: String,
    /// What is wrong.
    pub problem: String,
    /// What to do.
    pub way_out: String,
}

impl Finding {
    /// One about the list as a whole, without its words.
    pub(crate) fn of_list(rule: Rule, severity: Severity) -> Self {
        let none = String::new;
        let (tool, origin, path) = (none(), none(), none());
        Self { rule, severity, tool, origin, path, problem: none(), way_out: none() }
    }
}

/// `error: tool `x` (origin) at `/properties/a`: what is wrong; what to do`.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.severity {
            Severity::Warning => "warning: ",
            Severity::Error => "error: ",
        })?;
        if !self.tool.is_empty() {
            write!(f, "tool `{}`", Shown(&self.tool))?;
            if !self.origin.is_empty() {
                write!(f, " ({})", Shown(&self.origin))?;
            }
            if !self.path.is_empty() {
                write!(f, " at `{}`", Shown(&self.path))?;
            }
            f.write_str(": ")?;
        }
        write!(f, "{}; {}", self.problem, self.way_out)
    }
}
