//! A source of tools: where untrusted definitions are taken in.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::handler::{Handler, Kept};
use super::refusal::{Refusal, Refused, SourceError};
use super::remark::{Notes, Remark};
use super::tool::{DynamicTool, ForeignTool};
use super::{MAX_SOURCE_NAME_LEN, MAX_TOOLS_PER_SOURCE, wire};
use crate::Digest;

/// How many places of tools of one name are told.
const MAX_POSITIONS: usize = 16;

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
/// and the others stay; what is wrong with one but can mean one thing only is mended, with a
/// [remark](Self::remarks). A value does not change: when the server's list changes, make another one;
/// tools whose definition is the same have the same bytes in both.
///
/// ```
/// use toolcrib::Output;
/// use toolcrib::dynamic::{DynamicSource, Prefix, handler_fn};
///
/// let list = r#"{"tools": [
///     {"name": "fetch", "description": "Fetch a page.",
///      "inputSchema": {"type": "object", "properties": {"url": {"type": "string"}}}},
///     {"name": "search", "inputSchema": {"type": "object", "properties": null}},
///     {"name": "list"}
/// ]}"#;
/// let source = DynamicSource::from_mcp("web", list)?
///     .prefix(Prefix::OnClash)
///     .handler(handler_fn(|call, _cx| {
///         Box::pin(async move { Ok(Output::text(format!("{} ran", call.name))) })
///     }));
/// assert_eq!(source.tools().map(|tool| tool.name()).collect::<Vec<_>>(), ["fetch", "search"]);
/// assert_eq!(
///     source.remarks()[0].to_string(),
///     "source `web`: tool `search`: `/inputSchema/properties` is `null`, and was read as if it were not there",
/// );
/// assert_eq!(
///     source.refused()[0].to_string(),
///     "source `web`: tool `list` is left out: it has no `inputSchema`; \
///      write `{\"type\": \"object\"}` where it takes no arguments",
/// );
/// # Ok::<(), toolcrib::dynamic::SourceError>(())
/// ```
#[derive(Clone)]
pub struct DynamicSource {
    name: Arc<str>,
    tools: Vec<Arc<DynamicTool>>,
    refused: Vec<Refused>,
    remarks: Vec<Remark>,
    exposure: Exposure,
    prefix: Prefix,
    is_trusted: bool,
    handler: Option<Arc<dyn Handler>>,
}

impl DynamicSource {
    /// The tools of an MCP server: the result of `tools/list` as JSON text, the response around it,
    /// or the array of tools alone.
    ///
    /// # Errors
    ///
    /// Where `name` is not 1–64 letters, digits, `_` or `-`; where the text is not a list, one of more than
    /// [`MAX_TOOLS_PER_SOURCE`], an error of the server, or a page with a `nextCursor`: then there are more
    /// tools, and [`from_mcp_pages`](Self::from_mcp_pages) takes all of them. An empty string is a cursor
    /// like any other, as MCP has it.
    pub fn from_mcp(name: &str, json: &str) -> Result<Self, SourceError> {
        Self::from_mcp_pages(name, [json])
    }

    /// The same of a list that came in pages, in their order.
    ///
    /// ```
    /// use toolcrib::dynamic::{DynamicSource, SourceError};
    ///
    /// let first = r#"{"tools": [{"name": "a", "inputSchema": {}}], "nextCursor": "2"}"#;
    /// let second = r#"{"tools": [{"name": "b", "inputSchema": {}}]}"#;
    /// assert_eq!(DynamicSource::from_mcp("web", first).unwrap_err(), SourceError::MorePages);
    /// assert_eq!(DynamicSource::from_mcp_pages("web", [first, second])?.tools().len(), 2);
    /// # Ok::<(), SourceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`from_mcp`](Self::from_mcp), where the last page has a `nextCursor`, or two have the same.
    pub fn from_mcp_pages<'a>(
        name: &str,
        pages: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, SourceError> {
        check_source_name(name)?;
        let (mut tools, mut cursors, mut next) = (Vec::new(), BTreeMap::new(), None);
        for (at, page) in pages.into_iter().enumerate() {
            let page = wire::page(page)?;
            next = page.next;
            if let Some(first) = next.and_then(|cursor| cursors.insert(cursor, at)) {
                return Err(SourceError::RepeatedPage { pages: [first, at] });
            }
            tools.extend(page.tools);
            if tools.len() > MAX_TOOLS_PER_SOURCE {
                return Err(SourceError::ManyTools);
            }
        }
        if next.is_some() {
            return Err(SourceError::MorePages);
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
        Ok(Self::take(name, tools.into_iter().map(|tool| Ok((tool, Notes::default())))))
    }

    fn take<'a>(source: &str, offers: impl Iterator<Item = Offer<'a>>) -> Self {
        let offers: Vec<_> = offers.collect();
        let standings = standings(&offers);
        let (mut tools, mut refused, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        for (position, (offer, standing)) in offers.into_iter().zip(standings).enumerate() {
            let (name, taken) = match offer {
                Ok((offer, mut notes)) => {
                    let taken = DynamicTool::take(&offer, &mut notes).map(|tool| (tool, notes));
                    (offer.name.into_owned(), taken)
                }
                Err((name, refusal)) => (name, Err(refusal)),
            };
            let refusal = match (taken, standing) {
                (Ok((tool, notes)), Standing::Alone) => {
                    tools.push(Arc::new(tool));
                    remarks.extend(notes.of_tool(source, position, &name));
                    continue;
                }
                (Ok(_), Standing::Repeated) => {
                    let mut notes = Notes::default();
                    notes.add("", "is listed again with the same definition, and was taken once");
                    remarks.extend(notes.of_tool(source, position, &name));
                    continue;
                }
                (Ok(_), Standing::Clash(positions)) => Refusal::Duplicate { positions },
                (Err(refusal), _) => refusal,
            };
            refused.push(Refused { source: source.to_owned(), position, name, refusal });
        }
        tools.sort_unstable_by(|one: &Arc<DynamicTool>, other| one.name().cmp(other.name()));
        Self {
            name: source.into(),
            tools,
            refused,
            remarks,
            exposure: Exposure::default(),
            prefix: Prefix::default(),
            is_trusted: false,
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

    /// Whether rules believe what the source says of its tools' effects. MCP's annotations are "untrusted
    /// unless they come from trusted servers", so that by default a `readOnlyHint` opens nothing:
    /// see [`Rule::read_only`](crate::Rule::read_only).
    #[must_use]
    pub const fn trusted(mut self, trusted: bool) -> Self {
        self.is_trusted = trusted;
        self
    }

    /// What runs the calls.
    #[must_use]
    pub fn handler(mut self, handler: impl Handler + 'static) -> Self {
        self.handler = Some(Arc::new(Kept::new(handler)));
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

    /// What was mended of tools, or left out of them, in the source's order.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// The SHA-256 of the [digests](DynamicTool::digest) of all tools: whether a list that was asked for again
    /// says anything else than before, be it an annotation.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let digests = self.tools.iter().flat_map(|tool| *tool.digest().as_bytes());
        Digest::of(&digests.collect::<Vec<_>>())
    }

    pub(super) const fn is_trusted(&self) -> bool {
        self.is_trusted
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
            .field("remarks", &self.remarks.len())
            .field("exposure", &self.exposure)
            .field("prefix", &self.prefix)
            .finish_non_exhaustive()
    }
}

/// A tool of a list, with what was mended of it; or its name and why it cannot be taken.
type Offer<'a> = Result<(ForeignTool<'a>, Notes), (String, Refusal)>;

/// What a tool of a list is beside the others of its name.
#[derive(Clone)]
enum Standing {
    /// There is no other.
    Alone,
    /// It is one that was there before: a list may change between two of its pages.
    Repeated,
    /// It is not the same as the others, at these places and maybe more.
    Clash(Vec<usize>),
}

fn standings(offers: &[Offer<'_>]) -> Vec<Standing> {
    let mut by_name = BTreeMap::<&str, Vec<usize>>::new();
    for (position, offer) in offers.iter().enumerate() {
        let name = offer.as_ref().map_or_else(|(name, _)| &**name, |(tool, _)| &*tool.name);
        by_name.entry(name).or_default().push(position);
    }
    let mut standings = vec![Standing::Alone; offers.len()];
    for all in by_name.into_values().filter(|all| all.len() > 1) {
        let tool = |at: usize| offers[at].as_ref().ok().map(|(tool, _)| tool);
        let first = tool(all[0]);
        if first.is_some() && all.iter().all(|at| tool(*at) == first) {
            for at in &all[1..] {
                standings[*at] = Standing::Repeated;
            }
        } else {
            let some = &all[..all.len().min(MAX_POSITIONS)];
            for at in &all {
                standings[*at] = Standing::Clash(some.to_vec());
            }
        }
    }
    standings
}

fn check_source_name(name: &str) -> Result<(), SourceError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if name.is_empty() || name.len() > MAX_SOURCE_NAME_LEN || !name.bytes().all(allowed) {
        return Err(SourceError::Name(name.to_owned()));
    }
    Ok(())
}
