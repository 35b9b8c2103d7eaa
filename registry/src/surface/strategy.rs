//! How a model gets at deferred tools.

use std::fmt;
use std::sync::Arc;

use super::lookup::Meaning;
use super::{Decided, Surface, SurfaceProblem};
use crate::provider::{Finding, Provider, Rule, Severity, ToolSpec, WriteOptions};
use crate::ready::{TOOL_CALL, target, tool_search};
use crate::tool::Declared;
use crate::{Entry, Registry, Target, ToolCall};

/// How a model gets at the tools that are deferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// The list has all deferred tools, each marked to be loaded later, where the provider has a way
    /// to say so ([`Provider::defers`]). The provider loads those that a search refers to. The
    /// search is [`tool_search`] where the registry has it, else the provider's own.
    Native,
    /// What a search finds is added to the end of the list, and stays there while the conversation's
    /// [`Toolbox`](crate::toolbox::Toolbox) has room. Works everywhere; needs [`tool_search`].
    Append,
    /// The list never changes: what a search finds is called through
    /// [`tool_call`](crate::ready::tool_call). Works everywhere; needs [`tool_search`] and
    /// [`tool_call`](crate::ready::tool_call).
    Bridge,
}

impl Strategy {
    /// What the strategy asks of a registry and a provider and does not find.
    pub(super) fn check(self, registry: &Registry, provider: Provider) -> Vec<SurfaceProblem> {
        let lacks = |entry| place(registry, entry).is_none();
        let missing = |needs| SurfaceProblem::NoReadyTool { strategy: self, needs };
        let search = || lacks(search_entry()).then(|| missing("tool_search"));
        match self {
            Self::Native if provider.defers() => Vec::new(),
            Self::Native => vec![SurfaceProblem::NoDeferral { provider }],
            Self::Append => search().into_iter().collect(),
            Self::Bridge => {
                let bridge = lacks(TOOL_CALL).then(|| missing("tool_call"));
                search().into_iter().chain(bridge).collect()
            }
        }
    }

    /// Why the bridge is not for this session; `None` where it is.
    pub(super) fn denies_bridge(self) -> Option<Arc<str>> {
        let reason = "tools are called by their own names here";
        (self != Self::Bridge).then(|| reason.into())
    }

    /// How the list is written.
    pub(super) fn options(
        this: Option<Self>,
        registry: &Registry,
        options: WriteOptions,
    ) -> WriteOptions {
        let native = this == Some(Self::Native);
        options.hosted_search(native && place(registry, search_entry()).is_none())
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Native => "native",
            Self::Append => "append",
            Self::Bridge => "bridge",
        })
    }
}

fn search_entry() -> &'static Entry {
    <tool_search as Declared>::ENTRY
}

/// The place of a ready tool in a registry.
pub(super) fn place(registry: &Registry, entry: &'static Entry) -> Option<usize> {
    registry.tools().iter().position(|tool| std::ptr::eq(tool.entry(), entry))
}

impl Surface {
    /// How a model gets at deferred tools; `None` where the host sees to it.
    #[must_use]
    pub fn strategy(&self) -> Option<Strategy> {
        self.inner.strategy
    }

    /// What a call will run: the call itself, or the one that it asks
    /// [`tool_call`](crate::ready::tool_call) to make. Ask before you check a permission, so that the
    /// bridge is no way around it. The name is as the model wrote it; [`lookup`](Self::lookup) says what
    /// it stands for.
    #[must_use]
    pub fn target<'c>(&self, call: ToolCall<'c>) -> Target<'c> {
        let itself = Target { name: call.name.into(), arguments: call.arguments.into() };
        match self.meaning(call.name) {
            Meaning::Native { tool, .. } if self.is_bridge(tool) => {
                let arguments = crate::arguments::normalize(call.arguments);
                let target = arguments.ok().and_then(|(arguments, _)| target(&arguments).ok());
                target.unwrap_or(itself)
            }
            _ => itself,
        }
    }

    /// Whether the native tool at a place is the one that calls others.
    pub(crate) fn is_bridge(&self, tool: usize) -> bool {
        std::ptr::eq(self.registry().inner.tools[tool].entry(), TOOL_CALL)
    }

    /// Whether a tool is the one that searches.
    pub(crate) fn is_search(&self, tool: &str) -> bool {
        let registry = self.registry();
        place(registry, search_entry()).is_some_and(|at| registry.tools()[at].name() == tool)
    }
}

impl Decided {
    /// That there are deferred tools which a model has no way to, since a rule denies it.
    pub(super) fn cannot_be_found(&self) -> Option<Finding> {
        let strategy = self.strategy?;
        let bridge = (strategy == Strategy::Bridge).then_some(TOOL_CALL);
        let denied = |entry: &&'static Entry| {
            place(&self.registry, entry).is_some_and(|at| self.denied[at].is_some())
        };
        let denied = [Some(search_entry()), bridge].into_iter().flatten().find(denied)?.name;
        let [_, deferred] = self.visible(&[]);
        let many = deferred.len();
        (many > 0).then(|| Finding {
            problem: format!(
                "deferred tools cannot be found and called, {many} of them: a rule denies `{denied}`, \
                 which the strategy `{strategy}` needs"
            ),
            way_out: "deny them too, make them active, or allow it".to_owned(),
            ..Finding::of_list(Rule::Deferral, Severity::Warning)
        })
    }

    /// A native tool's spec, as the one that searches where it is that and the provider is to know.
    pub(super) fn as_search<'a>(&self, entry: &'static Entry, spec: ToolSpec<'a>) -> ToolSpec<'a> {
        let native = self.strategy == Some(Strategy::Native);
        spec.search(native && std::ptr::eq(entry, search_entry()))
    }
}
