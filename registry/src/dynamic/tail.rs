//! Several sources beside each other and beside native tools: final names, and what clashes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::MAX_DYNAMIC_NAME_LEN;
use super::handler::{BoxFuture, DynamicCall, Handler};
use super::refusal::Refusal;
use super::source::{DynamicSource, Exposure, Prefix};
use super::tool::{DynamicTool, check_dynamic_name};
use super::wanted::{Names, Wanted, prefixed};
use crate::name::{Shown, normal_form};
use crate::{Context, Definition, Output, ToolError};

/// The dynamic tools of a surface under their final names.
#[derive(Debug, Default)]
pub struct Tail {
    tools: Vec<TailTool>,
    /// From a final name to its place in `tools`.
    by_name: BTreeMap<String, usize>,
    /// The same from the normal form of a final name; none of a form that several names have.
    by_form: BTreeMap<String, Option<usize>>,
    problems: Vec<TailProblem>,
}

/// A dynamic tool under its final name.
#[derive(Clone)]
pub struct TailTool {
    name: String,
    source: Arc<str>,
    tool: Arc<DynamicTool>,
    exposure: Exposure,
    is_trusted: bool,
    handler: Arc<dyn Handler>,
}

/// Why tools of a source are not in the tail.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TailProblem {
    /// Two sources have one name.
    DuplicateSource {
        /// The name.
        source: String,
    },
    /// A source has tools, but nothing that runs them.
    NoHandler {
        /// The source.
        source: String,
    },
    /// A name, or another spelling of it, is taken.
    Clash {
        /// The final names and their owners.
        owners: Vec<Owner>,
    },
    /// A name is the one by which another tool is sent to the provider.
    WireClash {
        /// What both would be called by.
        wire: String,
        /// The final names and their owners.
        owners: Vec<Owner>,
    },
    /// A tool's own name begins as the names of another source's tools do.
    OthersPrefix {
        /// The source.
        source: String,
        /// The tool, as its source calls it.
        tool: String,
        /// The other source.
        other: String,
    },
    /// The prefix makes a name of more than [`MAX_DYNAMIC_NAME_LEN`](super::MAX_DYNAMIC_NAME_LEN)
    /// characters. Nothing is cut, since two names could become one.
    PrefixedName {
        /// The source.
        source: String,
        /// The tool, as its source calls it.
        tool: String,
    },
}

/// Whose name it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Owner {
    /// The name that is taken, or another spelling of it.
    pub name: String,
    /// The source of the tool; `None` for a native name.
    pub source: Option<String>,
    /// Whether the name has its source's prefix already.
    pub prefixed: bool,
}

impl Tail {
    /// Puts the tools of `sources` together, beside the native names: those of tools, their other
    /// names, and retired ones.
    ///
    /// Two names are one where their [normal forms](crate::normal_form) are, unless both belong to
    /// one source. A name that begins with a source's name and `__` is that source's. The result does
    /// not depend on the order of anything that is given.
    #[must_use]
    pub fn of<'a>(
        sources: impl IntoIterator<Item = &'a DynamicSource>,
        natives: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::sent(sources, natives, |name| Cow::Borrowed(name))
    }

    /// The same for tools that are sent by other names than their own: a tool called as another one is
    /// sent gives way to it. `natives` are all names that a call of a native tool may use.
    pub(crate) fn sent<'a>(
        sources: impl IntoIterator<Item = &'a DynamicSource>,
        natives: impl IntoIterator<Item = &'a str>,
        wire: impl Fn(&str) -> Cow<'_, str>,
    ) -> Self {
        let mut tail = Self::default();
        let natives: BTreeSet<_> = natives.into_iter().collect();
        let usable = tail.usable(sources);
        let prefixes: BTreeMap<_, _> =
            usable.iter().map(|source| (normal_form(source.name()), source.name())).collect();
        let mut wanted = Vec::new();
        for source in usable {
            for tool in source.shared_tools() {
                let mut one = Wanted::new(source, tool);
                if source.policies().1 == Prefix::Always {
                    one.prefix();
                }
                one.send(&wire);
                wanted.push(one);
            }
        }
        let mut problems = Names::of(&natives, &wanted).problems(&wanted);
        // All at once, so that who is asked first does not matter.
        let mut moved = false;
        for (one, problem) in wanted.iter_mut().zip(&problems) {
            let gives_way = problem.is_some() || one.others(&prefixes).is_some();
            if gives_way && one.source.policies().1 == Prefix::OnClash {
                one.prefix();
                one.send(&wire);
                moved = true;
            }
        }
        // What begins as the names of another source is left out before it can take one.
        wanted.retain(|one| {
            let Some(other) = one.others(&prefixes) else { return true };
            let (source, tool) = (one.source.name().into(), one.tool.name().into());
            tail.problems.push(TailProblem::OthersPrefix { source, tool, other: other.into() });
            moved = true;
            false
        });
        if moved {
            problems = Names::of(&natives, &wanted).problems(&wanted);
        }
        tail.settle(wanted.into_iter().zip(problems));
        tail
    }

    /// The sources that can be used at all, sorted by name.
    fn usable<'a>(
        &mut self,
        sources: impl IntoIterator<Item = &'a DynamicSource>,
    ) -> Vec<&'a DynamicSource> {
        let mut by_name = BTreeMap::<_, Vec<_>>::new();
        for source in sources {
            by_name.entry(source.name()).or_default().push(source);
        }
        let mut usable = Vec::new();
        for (name, sources) in by_name {
            let [source] = sources[..] else {
                self.problems.push(TailProblem::DuplicateSource { source: name.to_owned() });
                continue;
            };
            if source.shared_handler().is_none() && !source.shared_tools().is_empty() {
                self.problems.push(TailProblem::NoHandler { source: name.to_owned() });
            } else {
                usable.push(source);
            }
        }
        usable
    }

    fn settle<'a>(&mut self, wanted: impl Iterator<Item = (Wanted<'a>, Option<TailProblem>)>) {
        for (one, problem) in wanted {
            let Some(handler) = one.source.shared_handler() else {
                continue;
            };
            if let Some(problem) = problem {
                self.problems.push(problem);
                continue;
            }
            if let Err(Refusal::LongName(_)) = check_dynamic_name(&one.name) {
                let (source, tool) = (one.source.name().into(), one.tool.name().into());
                self.problems.push(TailProblem::PrefixedName { source, tool });
                continue;
            }
            let place = self.tools.len();
            self.by_name.insert(one.name.clone(), place);
            let form = self.by_form.entry(one.form);
            form.and_modify(|other| *other = None).or_insert(Some(place));
            self.tools.push(TailTool {
                name: one.name,
                source: Arc::clone(one.source.shared_name()),
                tool: Arc::clone(one.tool),
                exposure: one.source.policies().0,
                is_trusted: one.source.is_trusted(),
                handler: Arc::clone(handler),
            });
        }
        self.problems.sort();
        self.problems.dedup();
    }

    /// The tools, sorted by source, then by the names that the sources gave them.
    #[must_use]
    pub fn tools(&self) -> &[TailTool] {
        &self.tools
    }

    /// The tool with exactly this final name. What a model wrote is looked up with
    /// [`Surface::lookup`](crate::Surface::lookup).
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&TailTool> {
        self.by_name.get(name).map(|at| &self.tools[*at])
    }

    /// The place in [`tools`](Self::tools) of the tool with this final name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The place of the only tool whose final name is `name` but for the spelling.
    pub(crate) fn place_by_spelling(&self, name: &str) -> Option<usize> {
        // A longer text is no name, and is not looked at.
        let may_be_one = name.chars().nth(MAX_DYNAMIC_NAME_LEN).is_none();
        may_be_one.then(|| *self.by_form.get(&normal_form(name))?).flatten()
    }

    /// What is wrong, sorted. The tools that are concerned are not among [`tools`](Self::tools).
    #[must_use]
    pub fn problems(&self) -> &[TailProblem] {
        &self.problems
    }
}

impl TailTool {
    /// The final name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of its source.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The tool, under the name that its source gave it.
    #[must_use]
    pub fn tool(&self) -> &DynamicTool {
        &self.tool
    }

    /// Whether a model sees it from the first turn on.
    #[must_use]
    pub const fn exposure(&self) -> Exposure {
        self.exposure
    }

    /// Whether rules believe what its source says of its effects.
    #[must_use]
    pub const fn is_trusted(&self) -> bool {
        self.is_trusted
    }

    /// What a model may see of it, under its final name.
    #[must_use]
    pub fn definition(&self) -> Definition<'_> {
        Definition::new(&self.name, self.tool.description(), self.tool.input_schema())
    }

    /// Runs it, with arguments that [`DynamicTool::check_arguments`] has returned.
    #[must_use]
    pub fn run<'a>(
        &'a self,
        arguments: &'a str,
        cx: &'a Context<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        let call = DynamicCall { source: &self.source, name: self.tool.name(), arguments };
        self.handler.call(call, cx)
    }
}

impl fmt::Debug for TailTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TailTool")
            .field("name", &self.name)
            .field("source", &self.source)
            .field("exposure", &self.exposure)
            .finish_non_exhaustive()
    }
}

impl TailProblem {
    /// Whether it is a mistake of the program and no list of a server can cause it: a surface does not
    /// build with one. Everything else leaves out single tools.
    #[must_use]
    pub const fn is_mistake(&self) -> bool {
        matches!(self, Self::DuplicateSource { .. } | Self::NoHandler { .. })
    }
}

impl TailProblem {
    /// What is wrong, and what to do.
    pub(crate) fn said(&self) -> [Cow<'static, str>; 2] {
        let (problem, way_out): (_, Cow<'static, str>) = match self {
            Self::DuplicateSource { source } => (
                format!("several sources are called `{source}`"),
                "give each a name of its own".into(),
            ),
            Self::NoHandler { source } => (
                format!("nothing runs the tools of source `{source}`"),
                "give it a handler with `.handler(..)`".into(),
            ),
            Self::Clash { owners } => {
                (format!("one name for several tools: {}", listed(owners)), way_out(owners).into())
            }
            Self::WireClash { wire, owners } => (
                format!("several tools would be called as `{}`: {}", Shown(wire), listed(owners)),
                way_out(owners).into(),
            ),
            Self::OthersPrefix { source, tool, other } => (
                format!(
                    "`{}` of source `{source}` is named as one of source `{other}`",
                    Shown(tool)
                ),
                format!("choose `Prefix::OnClash` or `Prefix::Always` for source `{source}`")
                    .into(),
            ),
            Self::PrefixedName { source, tool } => (
                format!(
                    "`{}` has more than {} characters",
                    Shown(&prefixed(source, tool)),
                    MAX_DYNAMIC_NAME_LEN
                ),
                format!("give source `{source}` a shorter name").into(),
            ),
        };
        [problem.into(), way_out]
    }
}

impl fmt::Display for TailProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [problem, way_out] = self.said();
        write!(f, "{problem}; {way_out}")
    }
}

fn listed(owners: &[Owner]) -> String {
    owners.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// What helps: a prefix, if there is a tool that could have one and does not.
fn way_out(owners: &[Owner]) -> &'static str {
    let without = |owner: &Owner| owner.source.is_some() && !owner.prefixed;
    if owners.iter().any(without) {
        "choose `Prefix::OnClash` or `Prefix::Always` for the source, or leave one of them out"
    } else {
        "they have their prefixes already: give a source another name, or leave one of them out"
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            None => write!(f, "`{}` (native)", Shown(&self.name)),
            Some(source) => write!(f, "`{}` (source `{source}`)", Shown(&self.name)),
        }
    }
}
