//! What a name stands for, asked before it is called.

use std::fmt;

use super::Surface;
use super::lookup::Place;
use crate::dynamic::{Exposure, TailTool};
use crate::name::Shown;
use crate::registry::{NameRecord, RegisteredTool};
use crate::{Annotations, FailureKind, Lifecycle, Origin, Told};

/// What a name stands for on a surface: what [`Surface::call`] decides by.
///
/// ```
/// use toolcrib::dynamic::{DynamicSource, handler_fn};
/// use toolcrib::{Output, Provider, Registry, ToolOrigin};
///
/// let list = r#"[{"name": "fetch.page", "inputSchema": {"type": "object"}}]"#;
/// let web = DynamicSource::from_mcp("web", list)?
///     .handler(handler_fn(|_, _| Box::pin(async { Ok(Output::text("")) })));
/// let registry = Registry::builder().build()?;
/// let surface = registry.surface().provider(Provider::Anthropic).source(web).build()?;
///
/// // A model knows the tool by its wire name, a permission by source and tool.
/// let lookup = surface.lookup("fetch_-2e-page");
/// assert!(lookup.runs());
/// assert_eq!(lookup.canonical(), Some("fetch.page"));
/// let origin = ToolOrigin::Source { source: "web", tool: "fetch.page" };
/// assert_eq!(lookup.origin(), Some(origin));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Lookup<'s> {
    called: &'s str,
    place: Place<'s>,
    surface: &'s Surface,
}

/// A tool of a surface.
#[derive(Debug, Clone, Copy)]
pub enum AnyTool<'s> {
    /// One of the registry.
    Native(&'s RegisteredTool),
    /// One of a source.
    Dynamic(&'s TailTool),
}

/// Where a tool or a retired name comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToolOrigin<'s> {
    /// It is declared in the program.
    Declared(Origin),
    /// It is in the list of a source.
    Source {
        /// The name of the source.
        source: &'s str,
        /// What the source calls it.
        tool: &'s str,
    },
}

impl Surface {
    /// What a call of `name` would run, or why it would run nothing: the decision that
    /// [`call`](Self::call) makes before it looks at the arguments. `name` is what a model wrote: a wire
    /// name, an old name, another spelling. Ask it before you check a permission; and ask
    /// [`target`](Self::target) first, since a call may ask a bridge to call another tool.
    #[must_use]
    pub fn lookup<'s>(&'s self, name: &'s str) -> Lookup<'s> {
        Lookup { called: name, place: self.place(name), surface: self }
    }

    /// Why a call by this name is denied on this surface; `None` where it is not.
    #[must_use]
    pub fn denial(&self, name: &str) -> Option<&str> {
        self.inner.denial(self.place(name))
    }

    /// The name by which the provider is sent the tool that `name` stands for, or will be once the tool
    /// is found; `None` for a tool that a model does not get to see. `name` is any that
    /// [`lookup`](Self::lookup) knows, or the tool's canonical name.
    #[must_use]
    pub fn wire_name(&self, name: &str) -> Option<&str> {
        let place = match self.place(name) {
            Place::Nowhere => self.inner.tail.place(name).map_or(Place::Nowhere, Place::Dynamic),
            found => found,
        };
        self.inner.wire_name(place)
    }
}

impl super::Decided {
    /// The name by which a dynamic tool is sent.
    pub(super) fn sent_as<'s>(&'s self, tool: &'s TailTool) -> &'s str {
        self.wire.wire(tool.name()).unwrap_or(tool.name())
    }

    fn denial(&self, place: Place<'_>) -> Option<&str> {
        match place {
            Place::Native { tool, .. } | Place::Spelt(tool) => self.denied[tool].as_deref(),
            Place::Dynamic(at) => self.denied_tail[at].as_deref(),
            Place::Removed(_) | Place::Nowhere => None,
        }
    }

    fn wire_name(&self, place: Place<'_>) -> Option<&str> {
        let name = match place {
            Place::Native { tool, .. } => self.registry.inner.tools[tool].name(),
            Place::Dynamic(at) => self.tail.tools()[at].name(),
            Place::Spelt(_) | Place::Removed(_) | Place::Nowhere => return None,
        };
        self.wire.wire(name).filter(|_| self.denial(place).is_none())
    }
}

impl<'s> Lookup<'s> {
    pub(super) const fn place(&self) -> Place<'s> {
        self.place
    }

    /// The name that was asked for.
    #[must_use]
    pub const fn called(&self) -> &'s str {
        self.called
    }

    /// The tool, be it denied or not; `None` for a retired or unknown name.
    #[must_use]
    pub fn tool(&self) -> Option<AnyTool<'s>> {
        let decided = &*self.surface.inner;
        match self.place {
            Place::Native { tool, .. } | Place::Spelt(tool) => {
                Some(AnyTool::Native(&decided.registry.inner.tools[tool]))
            }
            Place::Dynamic(at) => Some(AnyTool::Dynamic(&decided.tail.tools()[at])),
            Place::Removed(_) | Place::Nowhere => None,
        }
    }

    /// The tool's canonical name: that of a dynamic tool is its name on this surface.
    #[must_use]
    pub fn canonical(&self) -> Option<&'s str> {
        self.tool().map(|tool| tool.name())
    }

    /// The name by which the provider is sent the tool: see [`Surface::wire_name`].
    #[must_use]
    pub fn wire_name(&self) -> Option<&'s str> {
        self.surface.inner.wire_name(self.place)
    }

    /// Where the tool comes from, or the retired name.
    #[must_use]
    pub fn origin(&self) -> Option<ToolOrigin<'s>> {
        match self.tool() {
            Some(AnyTool::Native(tool)) => Some(ToolOrigin::Declared(tool.entry().origin())),
            Some(AnyTool::Dynamic(tool)) => {
                Some(ToolOrigin::Source { source: tool.source(), tool: tool.tool().name() })
            }
            None => Some(ToolOrigin::Declared(self.record()?.origin())),
        }
    }

    /// What is said of the tool's effects. What the server of a dynamic tool says is only as true as
    /// the server is trusted.
    #[must_use]
    pub fn annotations(&self) -> Annotations {
        match self.tool() {
            Some(AnyTool::Native(tool)) => tool.entry().annotations(),
            Some(AnyTool::Dynamic(tool)) => tool.tool().annotations(),
            None => Annotations::UNSAID,
        }
    }

    /// The tool's tags; a dynamic tool has none.
    #[must_use]
    pub fn tags(&self) -> &'static [&'static str] {
        match self.tool() {
            Some(AnyTool::Native(tool)) => tool.entry().tags(),
            Some(AnyTool::Dynamic(_)) | None => &[],
        }
    }

    /// The registry's record of the name that is called, which may be an old one of the tool; `None` for
    /// a dynamic tool.
    #[must_use]
    pub fn record(&self) -> Option<&'s NameRecord> {
        match self.place {
            Place::Native { way, .. } => {
                Some(&self.surface.registry().inner.names[way.record as usize])
            }
            Place::Removed(record) => Some(record),
            Place::Dynamic(_) | Place::Spelt(_) | Place::Nowhere => None,
        }
    }

    /// The state of the name that is called; `None` for an unknown one.
    #[must_use]
    pub fn lifecycle(&self) -> Option<Lifecycle> {
        match self.tool() {
            Some(AnyTool::Dynamic(tool)) => Some(match tool.exposure() {
                Exposure::Active => Lifecycle::Active,
                Exposure::Deferred => Lifecycle::Deferred,
            }),
            _ => self.record().map(NameRecord::lifecycle),
        }
    }

    /// What a caller of a deprecated name is told in the result's metadata.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        self.record()?.notice()
    }

    /// The tool to use in place of an old or retired name, if this session may use it.
    #[must_use]
    pub fn replacement(&self) -> Option<&'s str> {
        self.surface.replacement(self.record()?).map(RegisteredTool::name)
    }

    /// Why this session may not use the tool.
    #[must_use]
    pub fn denial(&self) -> Option<&'s str> {
        self.surface.inner.denial(self.place)
    }

    /// How a call fails whatever its arguments are; `None` where it reaches the tool.
    #[must_use]
    pub fn failure(&self) -> Option<FailureKind> {
        match self.place {
            Place::Nowhere => Some(FailureKind::Unknown),
            Place::Removed(_) => Some(FailureKind::Removed),
            _ if self.denial().is_some() => Some(FailureKind::Denied),
            _ => {
                let refused = self.record().is_some_and(|name| self.surface.refuses(name));
                refused.then_some(FailureKind::Deprecated)
            }
        }
    }

    /// Whether a call reaches the tool, if its arguments fit.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.failure().is_none()
    }
}

impl<'s> AnyTool<'s> {
    /// The canonical name.
    #[must_use]
    pub fn name(&self) -> &'s str {
        match self {
            Self::Native(tool) => tool.name(),
            Self::Dynamic(tool) => tool.name(),
        }
    }

    /// The source; `None` for a native tool.
    #[must_use]
    pub fn source(&self) -> Option<&'s str> {
        match self {
            Self::Native(_) => None,
            Self::Dynamic(tool) => Some(tool.source()),
        }
    }
}

impl Surface {
    /// All tools, native before dynamic, each with the reason for which it is denied.
    #[cfg(feature = "doctor")]
    pub(crate) fn tools_and_denials(&self) -> impl Iterator<Item = (AnyTool<'_>, Option<&str>)> {
        let decided = &*self.inner;
        let natives = decided.registry.tools().iter().map(AnyTool::Native).zip(&decided.denied);
        let dynamic = decided.tail.tools().iter().map(AnyTool::Dynamic).zip(&decided.denied_tail);
        natives.chain(dynamic).map(|(tool, denied)| (tool, denied.as_deref()))
    }

    /// The name by which a dynamic tool is sent.
    pub(crate) fn sent_as<'s>(&'s self, tool: &'s TailTool) -> &'s str {
        self.inner.sent_as(tool)
    }

    /// Whether calls by a name are refused for its state alone.
    pub(crate) fn refuses(&self, name: &NameRecord) -> bool {
        self.policy().strict && name.lifecycle().policy().told == Told::Notice
    }
}

/// `src/fs.rs:12 (crate tools_fs)` or `` `fetch` of source `web` ``.
impl fmt::Display for ToolOrigin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declared(origin) => origin.fmt(f),
            Self::Source { source, tool } => write!(f, "`{}` of source `{source}`", Shown(tool)),
        }
    }
}

impl fmt::Debug for Lookup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lookup")
            .field("called", &self.called)
            .field("tool", &self.tool())
            .field("failure", &self.failure())
            .finish_non_exhaustive()
    }
}
