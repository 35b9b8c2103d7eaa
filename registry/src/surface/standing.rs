//! What the tools of a conversation are on this surface: which ones, and whether they can be loaded.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::{AnyTool, Surface};
use crate::Lifecycle;
use crate::dynamic::Exposure;
use crate::toolbox::{Standing, digest};

/// Which tool it is, whatever it is called: the same on all surfaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ToolId {
    /// The source of a dynamic tool.
    pub(crate) source: Option<String>,
    /// The canonical name of a native tool, the source's own name of another.
    name: String,
}

impl ToolId {
    fn of(tool: AnyTool<'_>) -> Self {
        match tool {
            AnyTool::Native(tool) => Self { source: None, name: tool.name().to_owned() },
            AnyTool::Dynamic(tool) => {
                Self { source: Some(tool.source().to_owned()), name: tool.tool().name().to_owned() }
            }
        }
    }
}

/// What tells whether a model has read this definition of this tool.
pub(crate) fn fingerprint(source: Option<&str>, definition: &str) -> String {
    digest(&format!("{}\n{definition}", source.unwrap_or_default()), None)
}

impl Surface {
    /// What a tool is here for a [`Toolbox`](crate::toolbox::Toolbox) that is restored or revalidated.
    /// `name` is its canonical name, letter by letter, as in [`SearchHit::name`](crate::SearchHit::name):
    /// for what a model writes there is [`lookup`](Self::lookup).
    #[must_use]
    pub fn standing(&self, name: &str) -> Standing<'_> {
        let decided = &*self.inner;
        let deferred = |tool: AnyTool<'_>| {
            let definition = Cow::Owned(String::from(Box::<str>::from(self.entry_of(tool))));
            match tool {
                AnyTool::Native(_) => Standing::Deferred(definition),
                AnyTool::Dynamic(tool) => {
                    Standing::Known { definition, digest: tool.tool().digest() }
                }
            }
        };
        let Some(record) = decided.registry.name(name) else {
            let Some(at) = decided.tail.place(name) else { return Standing::Unknown };
            let tool = &decided.tail.tools()[at];
            return match (&decided.denied_tail[at], tool.exposure()) {
                (Some(_), _) => Standing::Denied,
                (None, Exposure::Active) => Standing::Active,
                (None, Exposure::Deferred) => deferred(AnyTool::Dynamic(tool)),
            };
        };
        if record.place().is_some_and(|tool| decided.denied[tool].is_some()) {
            return Standing::Denied;
        }
        match record.lifecycle() {
            Lifecycle::Active => Standing::Active,
            Lifecycle::Deferred => self.canonical(name).map_or(Standing::Unknown, deferred),
            Lifecycle::Hidden { replacement, .. } => {
                Standing::Hidden { replacement: replacement.map(Cow::Borrowed) }
            }
            Lifecycle::Deprecated { replacement, .. } => {
                Standing::Deprecated { replacement: Cow::Borrowed(replacement) }
            }
            Lifecycle::Removed { replacement, .. } => Standing::Removed {
                since: record.since().map(Cow::Borrowed),
                replacement: replacement.map(Cow::Borrowed),
            },
        }
    }
}

impl Surface {
    /// The source of a dynamic tool, by its canonical name.
    pub(crate) fn source_of(&self, canonical: &str) -> Option<&str> {
        self.canonical(canonical)?.source()
    }

    /// Which tool this is, by its canonical name.
    pub(crate) fn tool_id(&self, canonical: &str) -> Option<ToolId> {
        self.canonical(canonical).map(ToolId::of)
    }

    /// The tool of a canonical name.
    fn canonical(&self, name: &str) -> Option<AnyTool<'_>> {
        let decided = &*self.inner;
        match decided.registry.name(name) {
            Some(record) => record.place().map(|at| AnyTool::Native(&decided.registry.tools()[at])),
            None => decided.tail.get(name).map(AnyTool::Dynamic),
        }
    }

    /// The tools that a model may have been sent, by the names on the wire.
    pub(crate) fn sent(&self) -> impl Iterator<Item = (&str, ToolId)> {
        let sent = self.inner.wire.iter().filter(|(_, wire)| self.denial(wire).is_none());
        sent.filter_map(|(name, wire)| Some((wire, self.tool_id(name)?)))
    }

    /// A tool as the provider takes it.
    pub(crate) fn entry_of(&self, tool: AnyTool<'_>) -> Box<RawValue> {
        match tool {
            AnyTool::Native(tool) => self.inner.entry(self.inner.native_spec(tool)),
            AnyTool::Dynamic(tool) => self.inner.entry(self.inner.tail_spec(tool)),
        }
    }
}
