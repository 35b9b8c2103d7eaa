//! One conversation on a surface: the list as it is now, and what was loaded into it.

use serde_json::Value;
use serde_json::value::RawValue;

use crate::outcome::FOUND_KEY;
use crate::surface::Looked;
use crate::toolbox::{Batch, Limits, LoadedAll, NotRestored, SavedToolbox, Toolbox, Unloaded};
use crate::{Context, FailureKind, Outcome, Strategy, Surface, ToolCall};

/// A conversation: a surface, and the deferred tools that were loaded in its course.
///
/// Send [`tools`](Self::tools) with each request. For the calls that come back, begin a
/// [`turn`](Self::turn), make them, and [`note`](Self::note) each outcome.
///
/// ```
/// use toolcrib::ready::tool_search;
/// use toolcrib::{Context, Conversation, Registry, Strategy, ToolCall, tool};
///
/// /// Say a text aloud.
/// #[tool(register = false, lifecycle = "deferred")]
/// fn speech(text: String) -> String {
///     text
/// }
///
/// # pollster::block_on(async {
/// let registry = Registry::builder().tool::<speech>().tool::<tool_search>().build()?;
/// let surface = registry.surface().strategy(Strategy::Append).build()?;
/// let mut conversation = Conversation::new(surface);
/// let before = conversation.tools().get().to_owned();
///
/// let turn = conversation.turn();
/// let call = ToolCall::new("tool_search", r#"{"query": "read aloud"}"#);
/// let outcome = turn.call(call, &Context::new()).await;
/// let loaded = conversation.note(&outcome);
/// assert_eq!(loaded.added, ["speech"]);
///
/// // All that the provider has cached is still there, and the tool stands behind it.
/// let after = conversation.tools().get();
/// assert!(after.starts_with(before.trim_end_matches(']')));
/// assert!(after.contains(r#""name":"speech""#));
/// # Ok::<(), toolcrib::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Debug, Clone)]
pub struct Conversation {
    surface: Surface,
    toolbox: Toolbox,
    unloaded: Unloaded,
    /// The list with what is loaded; none while it is the surface's own.
    list: Option<Box<RawValue>>,
}

/// The calls that a model wrote in one turn. What they may run was decided when it wrote them.
#[derive(Debug, Clone)]
pub struct Turn {
    surface: Surface,
    batch: Batch,
}

impl Conversation {
    /// A new one, in which nothing is loaded.
    #[must_use]
    pub fn new(surface: Surface) -> Self {
        let toolbox = Toolbox::new(limits(&surface, Limits::default()));
        Self { surface, toolbox, unloaded: Unloaded::default(), list: None }
    }

    /// How much is loaded at once: 8 tools and 16 KiB where nothing is said. It counts where what is
    /// loaded makes the list longer: with [`Strategy::Append`], or none.
    #[must_use]
    pub fn limits(mut self, limits_: Limits) -> Self {
        self.toolbox = Toolbox::new(limits(&self.surface, limits_));
        self
    }

    /// What becomes of a call of a deferred tool that is not loaded: it runs where nothing is said.
    #[must_use]
    pub const fn unloaded(mut self, unloaded: Unloaded) -> Self {
        self.unloaded = unloaded;
        self
    }

    /// The tools, to be sent as they are: those of the surface, and what is loaded behind them.
    #[must_use]
    pub fn tools(&self) -> &RawValue {
        self.list.as_deref().unwrap_or_else(|| self.surface.tools())
    }

    /// Begins the calls of one turn.
    #[must_use]
    pub fn turn(&self) -> Turn {
        Turn { surface: self.surface.clone(), batch: self.toolbox.batch(self.unloaded) }
    }

    /// Takes notice of what came of a call: loads what a search has found, or what was called and is
    /// not loaded; marks what ran as used. Says what was loaded and what had to go for it, which
    /// breaks the provider's cache from there on.
    pub fn note(&mut self, outcome: &Outcome) -> LoadedAll {
        let Some(tool) = outcome.tool() else {
            return LoadedAll::default();
        };
        self.toolbox.touch(tool);
        let searched = self.surface.is_search(tool);
        if !searched && outcome.failure() != Some(FailureKind::NotLoaded) {
            return LoadedAll::default();
        }
        let found = outcome.meta().iter().find(|(key, _)| key == FOUND_KEY);
        let names = found.and_then(|(_, names)| names.as_array()).into_iter().flatten();
        let names = names.filter_map(Value::as_str);
        let found = names.filter_map(|name| Some((name, self.surface.lookup(name).deferred()?)));
        let found: Vec<_> = found.collect();
        let found = found.iter().map(|(name, (json, sha256))| (*name, &**json, sha256.clone()));
        let all = self.toolbox.load_found(found);
        self.write();
        all
    }

    /// Goes on on another surface: after a server's list has changed, or a tool was forbidden. What
    /// is loaded is held against it; says what is not as it was.
    pub fn set_surface(&mut self, surface: Surface) -> Vec<NotRestored> {
        self.surface = surface;
        let report = self.toolbox.revalidate(|name| self.surface.lookup(name));
        self.write();
        report
    }

    /// What is to be written down of it; the surface is not.
    #[must_use]
    pub fn save(&self) -> SavedToolbox {
        self.toolbox.save()
    }

    /// Loads again what was saved, as far as the surface has it; says what is not as it was.
    pub fn restore(&mut self, saved: &SavedToolbox) -> Vec<NotRestored> {
        let limits = self.toolbox.limits();
        let (toolbox, report) = Toolbox::restore(saved, limits, |name| self.surface.lookup(name));
        self.toolbox = toolbox;
        self.write();
        report
    }

    /// The surface.
    #[must_use]
    pub const fn surface(&self) -> &Surface {
        &self.surface
    }

    /// What is loaded.
    #[must_use]
    pub const fn toolbox(&self) -> &Toolbox {
        &self.toolbox
    }

    fn write(&mut self) {
        let grows = grows(&self.surface) && !self.toolbox.is_empty();
        self.list = grows.then(|| {
            let surface = &self.surface;
            surface.provider().append(surface.tools(), self.toolbox.definitions())
        });
    }
}

/// Whether what is loaded makes the list longer.
fn grows(surface: &Surface) -> bool {
    matches!(surface.strategy(), None | Some(Strategy::Append))
}

/// Where the list does not grow there is nothing to keep small.
fn limits(surface: &Surface, wanted: Limits) -> Limits {
    if grows(surface) { wanted } else { Limits { tools: usize::MAX, bytes: usize::MAX } }
}

impl Turn {
    /// Makes a call: [`Surface::call`], unless the tool has to be loaded first.
    pub async fn call(&self, call: ToolCall<'_>, cx: &Context<'_>) -> Outcome {
        match self.not_loaded(call) {
            Some(outcome) => outcome,
            None => self.surface.call(call, cx).await,
        }
    }

    /// The answer to a call of a deferred tool that is to be loaded first.
    fn not_loaded(&self, call: ToolCall<'_>) -> Option<Outcome> {
        let target = self.surface.target(call);
        let looked = self.surface.look_up(&target.name);
        let name = match &looked {
            Looked::Native { tool, .. } => self.surface.registry().tools()[*tool].name(),
            Looked::Dynamic(tool) => tool.name(),
            Looked::Denied { .. } | Looked::Removed(_) | Looked::Unknown => return None,
        };
        if self.batch.may_run(name) {
            return None;
        }
        let (definition, _) = self.surface.lookup(name).deferred()?;
        Some(crate::answer::not_loaded(&target, name, &definition))
    }
}
