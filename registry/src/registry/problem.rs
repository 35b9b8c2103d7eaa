//! What can be wrong with a registry, as data; the words are at the end.

use std::fmt;

use crate::name::{NameError, Shown};
use crate::surface::SurfaceProblem;
use crate::{Lifecycle, Origin};

/// Why a registry could not be built: every problem, sorted.
///
/// Printed, it names for each problem the tools, where they stand, and the way out.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError {
    /// What could not be built.
    of: &'static str,
    problems: Vec<Problem>,
}

impl BuildError {
    /// All of `problems`, sorted; `None` where there are none.
    pub(crate) fn of(mut problems: Vec<Problem>) -> Option<Self> {
        problems.sort_by_cached_key(ToString::to_string);
        problems.dedup();
        (!problems.is_empty()).then_some(Self { of: "the tool registry", problems })
    }

    /// All of `problems` of a surface, sorted.
    pub(crate) fn of_surface(mut problems: Vec<Problem>) -> Self {
        problems.sort_by_cached_key(ToString::to_string);
        problems.dedup();
        Self { of: "the surface", problems }
    }

    /// The problems.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl std::error::Error for BuildError {}

/// The same as printed: it is what `unwrap()` and a `main` that returns it show.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One thing that is wrong with a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A name is declared more than once, as a tool, an alias or a tombstone.
    DuplicateName {
        /// The name.
        name: &'static str,
        /// All its declarations.
        uses: Vec<NameUse>,
    },
    /// Names of different tools differ only in spelling, such as `list` and `List`.
    SameNormalForm {
        /// What they have in common; see [`normal_form`](crate::normal_form).
        form: String,
        /// The names.
        uses: Vec<NameUse>,
    },
    /// A replacement is not a tool that a model can see.
    Replacement {
        /// The name that is to be replaced.
        replaced: NameUse,
        /// What it names.
        replacement: &'static str,
        /// What is wrong with that.
        why: BadReplacement,
    },
    /// A tool needs a value that the registry does not hold.
    MissingState {
        /// The tool.
        tool: NameUse,
        /// The type of the value.
        type_name: &'static str,
    },
    /// The builder was given two values of one type.
    DuplicateState {
        /// The type.
        type_name: &'static str,
    },
    /// No provider would take the tool's arguments.
    Schema {
        /// The tool.
        tool: NameUse,
        /// The type of its arguments.
        type_name: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// Code of a tool's author panicked when the registry was built.
    Panicked {
        /// The tool.
        tool: NameUse,
        /// What was asked for.
        what: &'static str,
        /// `panicked`, and what it said.
        said: String,
    },
    /// An alias sets or renames arguments that the tool does not have.
    Adapter {
        /// The alias.
        alias: NameUse,
        /// What is wrong.
        reason: String,
    },
    /// A name is not one that every provider accepts; or an old one not one that can be kept.
    InvalidName {
        /// The name.
        name: NameUse,
        /// What is wrong with it.
        error: NameError,
    },
    /// A version is not one.
    InvalidVersion {
        /// The name that it belongs to.
        name: NameUse,
        /// What was given.
        version: &'static str,
    },
    /// A description is empty.
    NoDescription {
        /// The tool.
        tool: NameUse,
    },
    /// An expected crate has declared nothing that is linked.
    ExpectedCrate {
        /// The crate.
        name: String,
    },
    /// An expected tool is not there.
    ExpectedTool {
        /// Its name.
        name: String,
        /// What stands in its place, where something does.
        found: Option<NameUse>,
    },
    /// A surface cannot be built from what was asked.
    Surface(SurfaceProblem),
}

/// A declaration of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NameUse {
    /// The name.
    pub name: &'static str,
    /// Its state.
    pub lifecycle: Lifecycle,
    /// For an alias: its tool.
    pub alias_of: Option<&'static str>,
    /// Where it stands.
    pub origin: Origin,
}

/// What is wrong with a replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadReplacement {
    /// Nothing has that name.
    Missing {
        /// The nearest visible name.
        near: Option<&'static str>,
    },
    /// It is the name itself.
    Itself,
    /// It is another name of a tool.
    Alias(NameUse),
    /// It is hidden, deprecated or removed itself.
    NotVisible(NameUse),
    /// It leads back to the name, over these.
    Cycle(Vec<NameUse>),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problems.len() {
            1 => write!(f, "{} has a problem:", self.of)?,
            n => write!(f, "{} has {n} problems:", self.of)?,
        }
        for problem in &self.problems {
            write!(f, "\n\n{problem}")?;
        }
        Ok(())
    }
}

impl fmt::Display for NameUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, lifecycle, alias_of, origin } = self;
        match (lifecycle, alias_of) {
            (Lifecycle::Removed { .. }, _) => write!(f, "retired name `{}`", Shown(name))?,
            (_, Some(tool)) => write!(f, "{lifecycle} alias `{}` of `{tool}`", Shown(name))?,
            (_, None) => write!(f, "{lifecycle} tool `{}`", Shown(name))?,
        }
        write!(f, ", {origin}")
    }
}

/// The lines below a problem's first: a declaration each.
struct Listed<'a>(&'a [NameUse]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|name_use| write!(f, "\n  {name_use}"))
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateName { name, uses } => {
                let retired = uses.iter().any(|one| !one.lifecycle.policy().runs);
                let way_out = if retired {
                    "a retired name is never used again: give the tool another name"
                } else {
                    "give all but one of them another name"
                };
                let (name, times) = (Shown(name), uses.len());
                write!(f, "tool name `{name}` is declared {times} times{}", Listed(uses))?;
                write!(f, "\n  {way_out}")
            }
            Self::SameNormalForm { form, uses } => write!(
                f,
                "names of different tools differ only in spelling (all are `{form}`){}\n  \
                 a model would mix them up: rename all but one",
                Listed(uses)
            ),
            Self::Replacement { replaced, replacement, why } => write!(
                f,
                "the replacement `{}` of `{}` {why}\n  {replaced}{}\n  \
                 name an active or deferred tool",
                Shown(replacement),
                Shown(replaced.name),
                Listed(why.declaration())
            ),
            Self::MissingState { tool, type_name } => write!(
                f,
                "`{}` needs a `{type_name}`, and the registry holds none\n  {tool}\n  \
                 give the builder one: `.state(..)`",
                tool.name
            ),
            Self::DuplicateState { type_name } => write!(
                f,
                "the builder was given two values of type `{type_name}`\n  \
                 give it one, or wrap one of them in a type of its own"
            ),
            Self::Schema { tool, type_name, reason } => write!(
                f,
                "`{}` takes `{type_name}`, whose schema no provider accepts: {reason}\n  {tool}\n  \
                 take a struct with named fields",
                tool.name
            ),
            Self::Panicked { tool, what, said } => write!(
                f,
                "`{}` cannot be used: {what} {said}\n  {tool}\n  it runs once, when the registry is built",
                tool.name
            ),
            Self::Adapter { alias, reason } => write!(
                f,
                "the arguments of alias `{}` do not become those of its tool: {reason}\n  {alias}",
                alias.name
            ),
            Self::InvalidName { name, error } => {
                write!(f, "`{}` is no tool name: {error}\n  {name}", Shown(name.name))
            }
            Self::InvalidVersion { name, version } => {
                write!(f, "`{}` is no version, as `1.2.3` is\n  {name}", Shown(version))
            }
            Self::NoDescription { tool } => {
                write!(f, "`{}` has an empty description\n  {tool}", tool.name)
            }
            Self::ExpectedCrate { name } => write!(
                f,
                "crate `{}` was expected to declare tools, and none of it is linked\n  \
                 a crate that nothing names is dropped by the linker: \
                 write `toolcrib::link!({});` in the program",
                Shown(name),
                Shown(name)
            ),
            Self::ExpectedTool { name, found: None } => write!(
                f,
                "tool `{}` was expected, and nothing has that name\n  \
                 is its crate linked? see `toolcrib::link!`",
                Shown(name)
            ),
            Self::ExpectedTool { name, found: Some(found) } => write!(
                f,
                "tool `{}` was expected, and the name is not that of a tool\n  {found}",
                Shown(name)
            ),
            Self::Surface(problem) => problem.fmt(f),
        }
    }
}

impl BadReplacement {
    fn declaration(&self) -> &[NameUse] {
        match self {
            Self::Alias(name_use) | Self::NotVisible(name_use) => std::slice::from_ref(name_use),
            Self::Cycle(between) => between,
            Self::Missing { .. } | Self::Itself => &[],
        }
    }
}

impl fmt::Display for BadReplacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { near: Some(near) } => {
                write!(f, "does not exist; did you mean `{near}`?")
            }
            Self::Missing { near: None } => f.write_str("does not exist"),
            Self::Itself => f.write_str("is the name itself"),
            Self::Alias(NameUse { alias_of: Some(tool), .. }) => {
                write!(f, "is an alias; write `{tool}`, the name of the tool")
            }
            Self::Alias(_) => f.write_str("is an alias"),
            Self::NotVisible(NameUse { lifecycle, .. }) => write!(f, "is {lifecycle} itself"),
            Self::Cycle(_) => f.write_str("leads back to it"),
        }
    }
}
