//! A surface: what one session sees and may call, decided once.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use crate::dynamic::{DynamicSource, Tail};
use crate::provider::{Finding, Provider, WireNames, WriteOptions};
use crate::search::SearchIndex;
use crate::{BuildError, Registry};

mod asked;
mod budget;
mod decide;
mod definition;
mod find;
mod left_out;
mod lookup;
mod named;
mod near;
mod problem;
mod prose;
mod report;
mod rules;
mod select;
mod standing;
mod strategy;
pub(crate) mod suggest;
pub(crate) mod twins;
mod write;

pub use asked::{AnyTool, Lookup, ToolOrigin};
pub use budget::{Budget, BudgetPart};
pub use definition::{Definition, Digest};
pub use find::{SearchHit, SearchResults};
pub use left_out::{LeftOut, WhyLeftOut};
pub(crate) use lookup::Meaning;
pub use problem::SurfaceProblem;
#[cfg(feature = "doctor")]
pub(crate) use report::tokens;
pub use report::{Part, Report, ReportedTool, Total};
pub use rules::{Candidate, Rule};
pub use select::Selected;
pub(crate) use standing::{ToolId, fingerprint};
pub use strategy::Strategy;

/// Begins a surface. Made by [`Registry::surface`].
pub struct SurfaceBuilder {
    registry: Registry,
    policy: CallPolicy,
    provider: Provider,
    options: WriteOptions,
    strategy: Option<Strategy>,
    depth: usize,
    budget: Budget,
    rules: Vec<Rule>,
    sources: Vec<DynamicSource>,
    strict_sources: bool,
}

/// Where a caller of a deprecated name reads the notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum NoticeChannel {
    /// In the result's metadata only, so that the content is that of the canonical name.
    #[default]
    Metadata,
    /// In the metadata, and as a line after the content where that is text.
    MetadataAndContent,
}

/// What a surface does with calls, beyond what their names' states say.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CallPolicy {
    pub(crate) strict: bool,
    pub(crate) notices: NoticeChannel,
}

impl SurfaceBuilder {
    pub(crate) fn new(registry: Registry) -> Self {
        Self {
            registry,
            policy: CallPolicy::default(),
            provider: Provider::Neutral,
            options: WriteOptions::new(),
            strategy: None,
            depth: 0,
            budget: Budget::new(),
            rules: Vec::new(),
            sources: Vec::new(),
            strict_sources: false,
        }
    }

    /// The wire format of the list; [`Provider::Neutral`] where nothing is said.
    #[must_use]
    pub const fn provider(mut self, provider: Provider) -> Self {
        self.provider = provider;
        self
    }

    /// Claims the provider's `strict` for each tool whose schema satisfies it; see
    /// [`WriteOptions::strict`] and [`Surface::lint`].
    #[must_use]
    pub const fn strict_schemas(mut self, strict: bool) -> Self {
        self.options = self.options.strict(strict);
        self
    }

    /// How a model gets at the tools that are deferred. Where nothing is said, the host sees to it.
    #[must_use]
    pub const fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = Some(strategy);
        self
    }

    /// How deep the agent is that this surface is for: 0, where nothing is said, for the one that a
    /// person talks to, 1 for the agents that it starts, and so on. See [`Rule::from_depth`].
    #[must_use]
    pub const fn depth(mut self, depth: usize) -> Self {
        self.depth = depth;
        self
    }

    /// How much the list may hold: more is an error.
    #[must_use]
    pub const fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Adds a rule about which tools the session may use.
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Denies these tools: [`Rule::without`].
    #[must_use]
    pub fn without<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Self {
        self.rule(Rule::without(names))
    }

    /// Denies all tools but these: [`Rule::only`].
    #[must_use]
    pub fn only<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Self {
        self.rule(Rule::only(names))
    }

    /// Denies all tools that may change something: [`Rule::read_only`].
    #[must_use]
    pub fn read_only(self) -> Self {
        self.rule(Rule::read_only())
    }

    /// Adds the tools of an MCP server or a plugin. They come after all native tools, sorted by
    /// source and name, whatever the order in which sources are added. A tool that cannot be on the
    /// surface under its name is left out: [`Tail::problems`] and [`Surface::lint`] say why.
    #[must_use]
    pub fn source(mut self, source: DynamicSource) -> Self {
        self.sources.push(source);
        self
    }

    /// Makes an error of each tool of a source that would be left out.
    #[must_use]
    pub const fn strict_sources(mut self, strict: bool) -> Self {
        self.strict_sources = strict;
        self
    }

    /// Refuses calls by deprecated names, before the day on which the names go away: for CI.
    #[must_use]
    pub const fn strict(mut self, strict: bool) -> Self {
        self.policy.strict = strict;
        self
    }

    /// Where a caller of a deprecated name reads the notice.
    #[must_use]
    pub const fn notices(mut self, channel: NoticeChannel) -> Self {
        self.policy.notices = channel;
        self
    }

    /// Decides the surface and writes its bytes.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, in one error: rules that name nothing or panic, sources without a
    /// handler or a name of their own, native names that are one name for the provider, a strategy that
    /// the registry or the provider has no means for, native tools over which the provider would refuse
    /// the whole request, a list that is over its budget. A dynamic tool of that kind is
    /// [left out](Surface::left_out).
    pub fn build(self) -> Result<Surface, BuildError> {
        decide::decide(self).map(|decided| Surface { inner: Arc::new(decided) })
    }
}

impl fmt::Debug for SurfaceBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SurfaceBuilder")
            .field("provider", &self.provider)
            .field("rules", &self.rules)
            .field("sources", &self.sources)
            .finish_non_exhaustive()
    }
}

/// What one session sees and may call. A clone is the same surface.
///
/// ```standalone_crate
/// use toolcrib::{Registry, tool};
///
/// /// Say hello.
/// #[tool]
/// fn hello() -> &'static str {
///     "hello"
/// }
///
/// let surface = Registry::builder().collect().build()?.surface().build()?;
/// assert_eq!(
///     surface.tools().get(),
///     r#"[{"name":"hello","description":"Say hello.","input_schema":{"type":"object","properties":{},"additionalProperties":false}}]"#,
/// );
/// # Ok::<(), toolcrib::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Surface {
    inner: Arc<Decided>,
}

/// Everything that is decided when a surface is built. Listing, search, suggestions and calls all ask
/// here, so that they cannot drift apart.
struct Decided {
    registry: Registry,
    provider: Provider,
    /// What the host asked for, and what the list is written with.
    asked: WriteOptions,
    options: WriteOptions,
    strategy: Option<Strategy>,
    budget: Budget,
    policy: CallPolicy,
    tail: Tail,
    /// Whether any native tool is denied, so that a call of a session without rules need not look.
    has_denied: bool,
    /// Why each native tool is denied, by its place in the registry; `None` where it is not.
    denied: Vec<Option<Arc<str>>>,
    /// The same of each dynamic tool, by its place in the tail.
    denied_tail: Vec<Option<Arc<str>>>,
    left_out: Vec<LeftOut>,
    /// How the tools are sent that a model may get to see, denied ones included.
    wire: WireNames,
    json: Box<RawValue>,
    digest: Digest,
    /// Rules, and what they name that sources have and the surface has not under this name.
    rules_for_nothing: Vec<(String, String)>,
    /// What a model may get to see: what is indexed, and what searches and suggestions choose from.
    indexed: Vec<find::Indexed>,
    /// The index over it, where that is not the registry's own.
    index: OnceLock<Arc<SearchIndex>>,
    /// The names of the tail, made ready for suggestions when the first is asked for.
    near_tail: OnceLock<suggest::NearNames>,
}

impl Surface {
    /// The tools, to be sent as they are: the value of a request's `tools`. Native tools come first,
    /// sorted by name, then dynamic ones, sorted by source and name. The bytes depend on the
    /// definitions and the provider alone, and each call lends the same ones.
    #[must_use]
    pub fn tools(&self) -> &RawValue {
        &self.inner.json
    }

    /// The SHA-256 of [`tools`](Self::tools).
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.inner.digest
    }

    /// What the provider would refuse or lose of the list, what was left out of it, what its texts name that
    /// a model cannot see, and tools that it cannot tell apart, all at once. It is worked out at each call.
    ///
    /// No tool is in the list over which the provider would refuse the request: over such a one,
    /// [`build`](SurfaceBuilder::build) fails or leaves it out. How many tools are sent is for the host to
    /// bound, so that number may be an error.
    #[must_use]
    pub fn lint(&self) -> Vec<Finding> {
        let mut findings = self.inner.lint();
        findings.extend(self.inner.lint_left_out());
        findings.extend(self.mentions());
        findings.extend(self.inner.twins());
        findings
    }

    /// The provider.
    #[must_use]
    pub fn provider(&self) -> Provider {
        self.inner.provider
    }

    /// The dynamic tools.
    #[must_use]
    pub fn tail(&self) -> &Tail {
        &self.inner.tail
    }

    /// How much the list may hold.
    #[must_use]
    pub fn budget(&self) -> Budget {
        self.inner.budget
    }

    /// The registry behind it.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.inner.registry
    }

    pub(crate) fn policy(&self) -> CallPolicy {
        self.inner.policy
    }
}

impl fmt::Debug for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Surface")
            .field("provider", &self.inner.provider)
            .field("digest", &self.inner.digest)
            .finish_non_exhaustive()
    }
}
