//! A source of tools: where untrusted definitions are taken in.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::handler::Handler;
use super::refusal::{Refusal, Refused, SourceError};
use super::tool::{DynamicTool, ForeignTool};
use super::{MAX_SOURCE_NAME_LEN, MAX_TOOLS_PER_SOURCE, wire};

/// Whether a model sees a source's tools from the first turn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Exposure {
    /// They are in the tail of each request.
    Active,
    /// They are found by search, and loaded on demand.
    #[default]
    Deferred,
}

/// What a tool is called where it meets others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Prefix {
    /// As its source calls it, before tools that may change their names. Where that is not possible
    /// the tool is left out. For sources that are trusted with the names of others.
    Never,
    /// As its source calls it, or `source__tool` where that name is taken: where two sources want a
    /// name, neither has it. Adding another source may so rename a tool.
    #[default]
    OnClash,
    /// `source__tool`.
    Always,
}

/// The tools of one MCP server or plugin, checked, and what runs them.
///
/// Each definition is untrusted. One that cannot be taken is [refused](Self::refused) with a reason,
/// and the others stay. A value does not change: when the server's list changes, make another one;
/// tools whose definition is the same have the same bytes in both.
///
/// ```
/// use toolcrib::Output;
/// use toolcrib::dynamic::{DynamicSource, Prefix, handler_fn};
///
/// let list = r#"{"tools": [
///     {"name": "fetch", "description": "Fetch a page.",
///      "inputSchema": {"type": "object", "properties": {"url": {"type": "string"}}}},
///     {"name": "bad name", "inputSchema": {"type": "object"}}
/// ]}"#;
/// let source = DynamicSource::from_mcp("web", list)?
///     .prefix(Prefix::OnClash)
///     .handler(handler_fn(|call, _cx| {
///         Box::pin(async move { Ok(Output::text(format!("{} ran", call.name))) })
///     }));
/// assert_eq!(source.tools().map(|tool| tool.name()).collect::<Vec<_>>(), ["fetch"]);
/// assert_eq!(
///     source.refused()[0].to_string(),
///     "source `web`: tool `bad name` is left out: its name has the character ' '; \
///      use letters, digits, `_-./` only",
/// );
/// # Ok::<(), toolcrib::dynamic::SourceError>(())
/// ```
#[derive(Clone)]
pub struct DynamicSource {
    name: Arc<str>,
    tools: Vec<Arc<DynamicTool>>,
    refused: Vec<Refused>,
    exposure: Exposure,
    prefix: Prefix,
    handler: Option<Arc<dyn Handler>>,
}

impl DynamicSource {
    /// The tools of an MCP server: the result of `tools/list` as JSON text, the response around it,
    /// or the array of tools alone.
    ///
    /// # Errors
    ///
    /// Where `name` is not 1–64 letters, digits, `_` or `-`, or where the text is not a list, or one
    /// of more than [`MAX_TOOLS_PER_SOURCE`].
    pub fn from_mcp(name: &str, json: &str) -> Result<Self, SourceError> {
        Self::from_mcp_pages(name, [json])
    }

    /// The same of a list that came in pages.
    ///
    /// # Errors
    ///
    /// As for [`from_mcp`](Self::from_mcp).
    pub fn from_mcp_pages<'a>(
        name: &str,
        pages: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, SourceError> {
        check_source_name(name)?;
        let mut tools = Vec::new();
        for page in pages {
            tools.extend(wire::split(page)?);
            if tools.len() > MAX_TOOLS_PER_SOURCE {
                return Err(SourceError::ManyTools);
            }
        }
        Ok(Self::take(name, tools.into_iter().map(wire::tool)))
    }

    /// Tools that did not come as a list of an MCP server.
    ///
    /// # Errors
    ///
    /// As for [`from_mcp`](Self::from_mcp).
    pub fn from_tools<'a>(
        name: &str,
        tools: impl IntoIterator<Item = ForeignTool<'a>>,
    ) -> Result<Self, SourceError> {
        check_source_name(name)?;
        let tools: Vec<_> = tools.into_iter().take(MAX_TOOLS_PER_SOURCE + 1).collect();
        if tools.len() > MAX_TOOLS_PER_SOURCE {
            return Err(SourceError::ManyTools);
        }
        Ok(Self::take(name, tools.into_iter().map(Ok)))
    }

    fn take<'a>(
        source: &str,
        offers: impl Iterator<Item = Result<ForeignTool<'a>, (String, Refusal)>>,
    ) -> Self {
        let offers: Vec<_> = offers.collect();
        let mut positions = BTreeMap::<&str, Vec<usize>>::new();
        for (position, offer) in offers.iter().enumerate() {
            let name = offer.as_ref().map_or_else(|(name, _)| &**name, |offer| &*offer.name);
            positions.entry(name).or_default().push(position);
        }
        let (mut tools, mut refused) = (Vec::new(), Vec::new());
        for (position, offer) in offers.iter().enumerate() {
            let (name, taken) = match offer {
                Ok(offer) => (&*offer.name, DynamicTool::take(offer)),
                Err((name, refusal)) => (&**name, Err(refusal.clone())),
            };
            let all = &positions[name];
            let taken = match taken {
                Ok(_) if all.len() > 1 => Err(Refusal::Duplicate { positions: all.clone() }),
                taken => taken,
            };
            match taken {
                Ok(tool) => tools.push(Arc::new(tool)),
                Err(refusal) => {
                    let (source, name) = (source.to_owned(), name.to_owned());
                    refused.push(Refused { source, position, name, refusal });
                }
            }
        }
        tools.sort_unstable_by(|one, other| one.name().cmp(other.name()));
        Self {
            name: source.into(),
            tools,
            refused,
            exposure: Exposure::default(),
            prefix: Prefix::default(),
            handler: None,
        }
    }

    /// Whether a model sees the tools from the first turn on; [`Exposure::Deferred`] where nothing
    /// is said.
    #[must_use]
    pub const fn exposure(mut self, exposure: Exposure) -> Self {
        self.exposure = exposure;
        self
    }

    /// What the tools are called where they meet others; [`Prefix::OnClash`] by default.
    #[must_use]
    pub const fn prefix(mut self, prefix: Prefix) -> Self {
        self.prefix = prefix;
        self
    }

    /// What runs the calls.
    #[must_use]
    pub fn handler(mut self, handler: impl Handler + 'static) -> Self {
        self.handler = Some(Arc::new(handler));
        self
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The tools that were taken, sorted by name.
    #[must_use]
    pub fn tools(&self) -> impl ExactSizeIterator<Item = &DynamicTool> {
        self.tools.iter().map(|tool| &**tool)
    }

    /// The tools that were not taken, in the source's order.
    #[must_use]
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    pub(super) fn shared_name(&self) -> &Arc<str> {
        &self.name
    }

    pub(super) fn shared_tools(&self) -> &[Arc<DynamicTool>] {
        &self.tools
    }

    pub(super) fn shared_handler(&self) -> Option<&Arc<dyn Handler>> {
        self.handler.as_ref()
    }

    pub(super) const fn policies(&self) -> (Exposure, Prefix) {
        (self.exposure, self.prefix)
    }
}

impl fmt::Debug for DynamicSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicSource")
            .field("name", &self.name)
            .field("tools", &self.tools.len())
            .field("refused", &self.refused.len())
            .field("exposure", &self.exposure)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

fn check_source_name(name: &str) -> Result<(), SourceError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if name.is_empty() || name.len() > MAX_SOURCE_NAME_LEN || !name.bytes().all(allowed) {
        return Err(SourceError::Name(name.to_owned()));
    }
    Ok(())
}
