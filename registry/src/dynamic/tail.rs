//! Several sources beside each other and beside native tools: final names, and what clashes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use super::MAX_DYNAMIC_NAME_LEN;
use super::handler::{BoxFuture, DynamicCall, Handler};
use super::refusal::Refusal;
use super::source::{DynamicSource, Exposure, Prefix};
use super::tool::{DynamicTool, check_dynamic_name};
use crate::name::{Shown, normal_form};
use crate::{Context, Definition, Output, ToolError};

/// What stands between a source's name and a tool's.
const SEPARATOR: &str = "__";

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
}

impl Tail {
    /// Puts the tools of `sources` together, beside the native names: those of tools, their other
    /// names, and retired ones.
    ///
    /// Two names are one where their [normal forms](crate::normal_form) are, unless both belong to
    /// one source. The result does not depend on the order of anything that is given.
    #[must_use]
    pub fn of<'a>(
        sources: impl IntoIterator<Item = &'a DynamicSource>,
        natives: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut tail = Self::default();
        let natives: BTreeSet<_> = natives.into_iter().collect();
        let mut names = Names::of(&natives);
        let mut wanted = Vec::new();
        for source in tail.usable(sources) {
            let prefix = source.policies().1;
            for tool in source.shared_tools() {
                let name = if prefix == Prefix::Always {
                    prefixed(source, tool)
                } else {
                    tool.name().to_owned()
                };
                wanted.push(Wanted { source, tool, name });
            }
        }
        names.add(&wanted);
        // All at once, so that who is asked first does not matter.
        let may_change = |one: &Wanted<'_>| one.source.policies().1 == Prefix::OnClash;
        let clashing = wanted.iter().map(|one| may_change(one) && names.is_taken(one));
        for (i, clashing) in clashing.collect::<Vec<_>>().into_iter().enumerate() {
            if clashing {
                wanted[i].name = prefixed(wanted[i].source, wanted[i].tool);
            }
        }
        let mut names = Names::of(&natives);
        names.add(&wanted);
        tail.settle(wanted, &names);
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

    fn settle(&mut self, wanted: Vec<Wanted<'_>>, names: &Names<'_>) {
        for one in wanted {
            let Some(handler) = one.source.shared_handler() else {
                continue;
            };
            if names.is_taken(&one) {
                let owners = names.owners(&one.name);
                self.problems.push(TailProblem::Clash { owners });
                continue;
            }
            if let Err(Refusal::LongName(_)) = check_dynamic_name(&one.name) {
                let (source, tool) = (one.source.name().into(), one.tool.name().into());
                self.problems.push(TailProblem::PrefixedName { source, tool });
                continue;
            }
            let place = self.tools.len();
            self.by_name.insert(one.name.clone(), place);
            let form = self.by_form.entry(normal_form(&one.name));
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

    /// The tool with this final name.
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

/// A tool, and the name that it is to have.
struct Wanted<'a> {
    source: &'a DynamicSource,
    tool: &'a Arc<DynamicTool>,
    name: String,
}

fn prefixed(source: &DynamicSource, tool: &DynamicTool) -> String {
    format!("{}{SEPARATOR}{}", source.name(), tool.name())
}

/// Names and whose they are, by normal form.
struct Names<'a>(BTreeMap<String, Vec<(String, Option<&'a str>)>>);

impl<'a> Names<'a> {
    fn of(natives: &BTreeSet<&'a str>) -> Self {
        let mut names = Self(BTreeMap::new());
        for name in natives {
            names.insert(name, None);
        }
        names
    }

    fn add(&mut self, wanted: &[Wanted<'a>]) {
        for one in wanted {
            self.insert(&one.name, Some(one.source.name()));
        }
    }

    fn insert(&mut self, name: &str, source: Option<&'a str>) {
        self.0.entry(normal_form(name)).or_default().push((name.to_owned(), source));
    }

    /// Whether somebody else has the name, or one like it.
    fn is_taken(&self, one: &Wanted<'_>) -> bool {
        let all = self.0.get(&normal_form(&one.name)).map_or(&[][..], Vec::as_slice);
        let here = Some(one.source.name());
        let same = all.iter().filter(|(name, source)| *source == here && *name == one.name);
        same.count() > 1 || all.iter().any(|(_, source)| *source != here)
    }

    fn owners(&self, name: &str) -> Vec<Owner> {
        let all = self.0.get(&normal_form(name)).map_or(&[][..], Vec::as_slice);
        let owner = |(name, source): &(String, Option<&str>)| Owner {
            name: name.clone(),
            source: source.map(str::to_owned),
        };
        let mut owners: Vec<_> = all.iter().map(owner).collect();
        owners.sort();
        owners
    }
}

impl fmt::Display for TailProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicateSource { source } => {
                write!(f, "several sources are called `{source}`; give each a name of its own")
            }
            Self::NoHandler { source } => write!(
                f,
                "nothing runs the tools of source `{source}`; give it a handler with `.handler(..)`"
            ),
            Self::Clash { owners } => {
                let owners: Vec<_> = owners.iter().map(ToString::to_string).collect();
                write!(
                    f,
                    "one name for several tools: {}; choose `Prefix::OnClash` or `Prefix::Always` \
                     for the source, or leave one of them out",
                    owners.join(", ")
                )
            }
            Self::PrefixedName { source, tool } => write!(
                f,
                "`{source}{SEPARATOR}{}` has more than {} characters; give source `{source}` a \
                 shorter name",
                Shown(tool),
                MAX_DYNAMIC_NAME_LEN
            ),
        }
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
