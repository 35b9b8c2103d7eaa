//! Rules: which tools one session may use.

use std::fmt;
use std::sync::Arc;

use crate::dynamic::TailTool;
use crate::guard::{self, Panicked};
use crate::{Annotations, Entry};

/// The reason that a denied call is answered with where the host gives none.
const NO_REASON: &str = "this session may not use it";

/// A rule about which tools a session may use. A tool that any rule denies is denied.
///
/// A rule that names a tool by any of its names holds for all of them, and `*` in a name is any text. One
/// that names nothing is an error when the surface is built: a misspelt rule must not be silence.
///
/// A dynamic tool is always named by `source__tool` as well, whatever its name on the surface is, and
/// [`without`](Self::without) knows it by the source's own name for it too: another source that makes it
/// change its name does not free it. No rule allows a tool by that name, since any source may use it.
///
/// ```
/// use toolcrib::{Registry, Rule, tool};
///
/// /// Run a command.
/// #[tool(tags("shell"), alias(name = "exec", lifecycle = "hidden"))]
/// fn exec_shell(command: String) -> String {
///     command
/// }
///
/// let registry = Registry::builder().tool::<exec_shell>().build()?;
/// let rule = Rule::without(["exec"]).because("plan mode changes nothing");
/// let surface = registry.surface().rule(rule).build()?;
/// assert_eq!(surface.tools().get(), "[]");
///
/// assert!(registry.surface().without(["exec_shel"]).build().is_err());
/// # Ok::<(), toolcrib::BuildError>(())
/// ```
#[derive(Clone)]
pub struct Rule {
    test: Test,
    reason: Arc<str>,
    from_depth: usize,
}

#[derive(Clone)]
enum Test {
    Without(Vec<String>),
    Only(Vec<String>),
    WithoutTag(String),
    OnlyTag(String),
    WithoutSource(String),
    OnlySource(String),
    ReadOnly,
    Filter(Arc<dyn Fn(&Candidate<'_>) -> bool + Send + Sync>),
}

/// A tool, as a rule sees it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Candidate<'a> {
    /// Its canonical name; that of a dynamic tool is its name on this surface.
    pub name: &'a str,
    /// The name of its source; `None` for a native tool.
    pub source: Option<&'a str>,
    /// What its source calls it: another source may make it change its name on the surface. That of a
    /// native tool is its canonical name.
    pub own_name: &'a str,
    /// Its author's tags; a dynamic tool has none.
    pub tags: &'a [&'a str],
    /// What its author says of its effects. Those of a dynamic tool count where the host trusts the source
    /// ([`DynamicSource::trusted`]), and are left out by default.
    ///
    /// [`DynamicSource::trusted`]: crate::dynamic::DynamicSource::trusted
    pub annotations: Annotations,
    /// The same, whether trusted or not. A rule may hold them against a tool, not in its favour: a server that
    /// says that a tool is destructive is believed, one that says that it is not may lie.
    pub claims: Annotations,
}

impl<'a> Candidate<'a> {
    pub(super) fn native(entry: &'a Entry) -> Self {
        let Entry { name, tags, annotations, .. } = *entry;
        Self { name, source: None, own_name: name, tags, annotations, claims: annotations }
    }

    pub(super) fn dynamic(tool: &'a TailTool) -> Self {
        let (name, own_name) = (tool.name(), tool.tool().name());
        let claims = tool.tool().annotations();
        let annotations = if tool.is_trusted() { claims } else { Annotations::UNSAID };
        Self { name, source: Some(tool.source()), own_name, tags: &[], annotations, claims }
    }
}

impl Rule {
    fn new(test: Test) -> Self {
        Self { test, reason: NO_REASON.into(), from_depth: 0 }
    }

    /// Denies these tools.
    pub fn without<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self::new(Test::Without(names.into_iter().map(Into::into).collect()))
    }

    /// Denies all tools but these.
    pub fn only<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self::new(Test::Only(names.into_iter().map(Into::into).collect()))
    }

    /// Denies the tools that have this tag.
    pub fn without_tag(tag: impl Into<String>) -> Self {
        Self::new(Test::WithoutTag(tag.into()))
    }

    /// Denies the tools that do not have this tag.
    pub fn only_tag(tag: impl Into<String>) -> Self {
        Self::new(Test::OnlyTag(tag.into()))
    }

    /// Denies the dynamic tools of this source.
    pub fn without_source(source: impl Into<String>) -> Self {
        Self::new(Test::WithoutSource(source.into()))
    }

    /// Denies the dynamic tools of all sources but this one; native tools are not concerned.
    pub fn only_source(source: impl Into<String>) -> Self {
        Self::new(Test::OnlySource(source.into()))
    }

    /// Denies the tools of which their author does not say that they are `read_only`. What the
    /// server of a dynamic tool says counts only where the host trusts it:
    /// [`DynamicSource::trusted`](crate::dynamic::DynamicSource::trusted).
    #[must_use]
    pub fn read_only() -> Self {
        Self::new(Test::ReadOnly)
    }

    /// Denies the tools for which `allows` is false. Where it panics, the surface does not build.
    pub fn filter(allows: impl Fn(&Candidate<'_>) -> bool + Send + Sync + 'static) -> Self {
        Self::new(Test::Filter(Arc::new(allows)))
    }

    /// What a call of a denied tool is answered with.
    #[must_use]
    pub fn because(mut self, reason: impl Into<Arc<str>>) -> Self {
        self.reason = reason.into();
        self
    }

    /// Holds the rule for agents of this depth and deeper only: `Rule::without(["agent"]).from_depth(1)`
    /// lets the agent that a person talks to start others, and these none. See
    /// [`SurfaceBuilder::depth`](crate::SurfaceBuilder::depth).
    ///
    /// ```
    /// use toolcrib::{Registry, Rule, tool};
    ///
    /// /// Start an agent.
    /// #[tool(register = false)]
    /// fn agent(task: String) -> String {
    ///     task
    /// }
    ///
    /// let registry = Registry::builder().tool::<agent>().build()?;
    /// let rule = Rule::without(["agent"]).from_depth(1);
    /// let at = |depth| registry.surface().rule(rule.clone()).depth(depth).build();
    /// assert!(at(0)?.denial("agent").is_none());
    /// assert!(at(1)?.denial("agent").is_some());
    /// # Ok::<(), toolcrib::BuildError>(())
    /// ```
    #[must_use]
    pub const fn from_depth(mut self, depth: usize) -> Self {
        self.from_depth = depth;
        self
    }

    /// Whether the rule is for agents of this depth.
    pub(super) const fn holds_at(&self, depth: usize) -> bool {
        depth >= self.from_depth
    }

    /// The names that must each stand for a tool.
    pub(super) fn names(&self) -> &[String] {
        match &self.test {
            Test::Without(names) | Test::Only(names) => names,
            _ => &[],
        }
    }

    /// Whether the names are those of denied tools.
    pub(super) const fn denies_named(&self) -> bool {
        matches!(self.test, Test::Without(_))
    }

    /// The tag that some tool must have.
    pub(super) fn tag(&self) -> Option<&str> {
        match &self.test {
            Test::WithoutTag(tag) | Test::OnlyTag(tag) => Some(tag),
            _ => None,
        }
    }

    /// The source that must be there.
    pub(super) fn source(&self) -> Option<&str> {
        match &self.test {
            Test::WithoutSource(source) | Test::OnlySource(source) => Some(source),
            _ => None,
        }
    }

    /// Why a tool is denied; `None` where it is not. `is_named` says whether one of the rule's names
    /// is the tool's.
    pub(super) fn denies(
        &self,
        tool: &Candidate<'_>,
        is_named: bool,
    ) -> Result<Option<&Arc<str>>, Panicked> {
        let has = |tag: &String| tool.tags.contains(&&**tag);
        let denied = match &self.test {
            Test::Without(_) => is_named,
            Test::Only(_) => !is_named,
            Test::WithoutSource(source) => tool.source == Some(source),
            Test::OnlySource(source) => tool.source.is_some_and(|own| own != source),
            Test::WithoutTag(tag) => has(tag),
            Test::OnlyTag(tag) => !has(tag),
            Test::ReadOnly => tool.annotations.read_only != Some(true),
            Test::Filter(allows) => !guard::call(|| allows(tool))?,
        };
        Ok(denied.then_some(&self.reason))
    }
}

/// The rule as it is written.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.test {
            Test::Without(names) => write!(f, "without({names:?})"),
            Test::Only(names) => write!(f, "only({names:?})"),
            Test::WithoutTag(tag) => write!(f, "without_tag({tag:?})"),
            Test::OnlyTag(tag) => write!(f, "only_tag({tag:?})"),
            Test::WithoutSource(source) => write!(f, "without_source({source:?})"),
            Test::OnlySource(source) => write!(f, "only_source({source:?})"),
            Test::ReadOnly => f.write_str("read_only()"),
            Test::Filter(_) => f.write_str("filter(..)"),
        }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
