//! One conversation on a surface: the list as it is now, and what was loaded into it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::answer::{Defined, another_tool, not_loaded};
use crate::dynamic::MAX_TOOLS_PER_SOURCE;
use crate::outcome::{FOUND_KEY, FOUND_SHA256_KEY};
use crate::surface::{ToolId, fingerprint};
use crate::toolbox::{
    Batch, Limits, LoadedAll, NotRestored, SavedToolbox, Standing, Toolbox, Unloaded,
};
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
    before: Arc<Before>,
}

/// Whose each name on the wire was on the surfaces before this one; none where it was several tools'.
type Before = BTreeMap<String, Option<ToolId>>;

/// The calls that a model wrote in one turn. What they may run was decided when it wrote them.
#[derive(Debug, Clone)]
pub struct Turn {
    surface: Surface,
    batch: Batch,
    before: Arc<Before>,
}

impl Conversation {
    /// A new one, in which nothing is loaded.
    #[must_use]
    pub fn new(surface: Surface) -> Self {
        let toolbox = Toolbox::new(limits(&surface, Limits::default()));
        let (unloaded, before) = (Unloaded::default(), Arc::default());
        Self { surface, toolbox, unloaded, list: None, before }
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
        let (surface, before) = (self.surface.clone(), Arc::clone(&self.before));
        Turn { surface, batch: self.toolbox.batch(self.unloaded), before }
    }

    /// Takes notice of what came of a call: loads what a search has found, or what was called and is
    /// not loaded; marks what ran as used. Says what was loaded and what had to go for it, which
    /// breaks the provider's cache from there on; and what is not as the model has read of it, where
    /// another surface has been [set](Self::set_surface) since the call.
    pub fn note(&mut self, outcome: &Outcome) -> LoadedAll {
        let Some(tool) = outcome.tool() else {
            return LoadedAll::default();
        };
        self.toolbox.touch(tool);
        let searched = self.surface.is_search(tool);
        let not_loaded = outcome.failure() == Some(FailureKind::NotLoaded);
        if not_loaded && self.has_read(outcome) {
            Arc::make_mut(&mut self.before).remove(outcome.called());
        }
        if !searched && !not_loaded {
            return LoadedAll::default();
        }
        let mut digests = texts(outcome, FOUND_SHA256_KEY);
        let (mut found, mut changed, mut gone) = (Vec::new(), Vec::new(), Vec::new());
        for name in texts(outcome, FOUND_KEY) {
            let digest = digests.next();
            let standing = self.surface.standing(name);
            if standing == Standing::Active {
                continue;
            }
            match standing.deferred() {
                Some((definition, sha256)) => {
                    let source = self.surface.source_of(name);
                    let now = fingerprint(source, &definition);
                    if digest.is_some_and(|read| read != now) {
                        changed.push(name.to_owned());
                    }
                    found.push((name, definition, sha256));
                }
                None => gone.push(name.to_owned()),
            }
        }
        let found = found.iter().map(|(name, json, sha256)| (*name, &**json, sha256.clone()));
        let all = self.toolbox.load_found(found);
        changed.retain(|name| !all.left_out.contains(name));
        self.write();
        LoadedAll { changed, gone, ..all }
    }

    /// Goes on on another surface: after a server's list has changed, or a tool was forbidden. What
    /// is loaded is held against it; says what is not as it was.
    ///
    /// A name that was sent for one tool and is another's on the new surface does not run that one
    /// unseen: the first call by it is answered with the definition.
    pub fn set_surface(&mut self, surface: Surface) -> Vec<NotRestored> {
        let old = std::mem::replace(&mut self.surface, surface);
        let before = Arc::make_mut(&mut self.before);
        for (wire, tool) in old.sent() {
            match before.get_mut(wire) {
                None => {
                    before.insert(wire.to_owned(), Some(tool));
                }
                Some(other) if other.as_ref() != Some(&tool) => *other = None,
                Some(_) => {}
            }
        }
        forget(before);
        let report = self.toolbox.revalidate(|name| {
            let same = old.tool_id(name) == self.surface.tool_id(name);
            standing(&self.surface, name, same)
        });
        self.write();
        report
    }

    /// What is to be written down of it; the surface is not.
    #[must_use]
    pub fn save(&self) -> SavedToolbox {
        let mut saved = self.toolbox.save();
        for tool in &mut saved.tools {
            tool.source = self.surface.source_of(&tool.name).map(str::to_owned);
        }
        saved
    }

    /// Loads again what was saved, as far as the surface has it; says what is not as it was.
    pub fn restore(&mut self, saved: &SavedToolbox) -> Vec<NotRestored> {
        let sources =
            saved.tools.iter().filter_map(|tool| Some((&*tool.name, tool.source.as_ref()?)));
        let sources: BTreeMap<_, _> = sources.collect();
        let limits = self.toolbox.limits();
        let (toolbox, report) = Toolbox::restore(saved, limits, |name| {
            let now = self.surface.source_of(name);
            let same = sources.get(name).is_none_or(|source| now == Some(source.as_str()));
            standing(&self.surface, name, same)
        });
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

    /// Whether a model that has read this outcome has read what the name it called is now.
    fn has_read(&self, outcome: &Outcome) -> bool {
        let tool = self.surface.lookup(outcome.called()).tool();
        let now = tool.map(|tool| fingerprint(tool.source(), self.surface.entry_of(tool).get()));
        now.is_some_and(|now| texts(outcome, FOUND_SHA256_KEY).eq([now]))
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

/// What a tool is on a surface, of which `same` says whether it is the tool that was loaded.
fn standing<'s>(surface: &'s Surface, name: &str, same: bool) -> Standing<'s> {
    match surface.standing(name) {
        Standing::Deferred(_) | Standing::Known { .. } | Standing::Active if !same => {
            Standing::AnotherTool
        }
        now => now,
    }
}

/// Forgets what a source has called its tools, once that is more than two of its lists may hold: a server
/// may change its list at any time, and take up room in a conversation only for so many names.
fn forget(before: &mut Before) {
    let mut many = BTreeMap::<_, usize>::new();
    for tool in before.values().flatten().filter(|tool| tool.source.is_some()) {
        *many.entry(tool.source.clone()).or_default() += 1;
    }
    many.retain(|_, names| *names > 2 * MAX_TOOLS_PER_SOURCE);
    if !many.is_empty() {
        before.retain(|_, tool| tool.as_ref().is_none_or(|tool| !many.contains_key(&tool.source)));
    }
}

/// The texts of an array in an outcome's metadata.
fn texts<'o>(outcome: &'o Outcome, key: &str) -> impl Iterator<Item = &'o str> {
    let array = outcome.meta().iter().find(|(one, _)| one == key);
    let texts = array.and_then(|(_, array)| array.as_array()).into_iter().flatten();
    texts.filter_map(Value::as_str)
}

impl Turn {
    /// The surface that its calls are made on, whatever the conversation's is by now: look names up here
    /// before you check a permission.
    #[must_use]
    pub const fn surface(&self) -> &Surface {
        &self.surface
    }

    /// Makes a call: [`Surface::call`], unless the model has to read of the tool first.
    pub async fn call(&self, call: ToolCall<'_>, cx: &Context<'_>) -> Outcome {
        match self.unread(call) {
            Some(outcome) => outcome,
            None => self.surface.call(call, cx).await,
        }
    }

    /// The answer to a call of a tool that is to be loaded first, or is not the one that the model has
    /// read of under this name.
    fn unread(&self, call: ToolCall<'_>) -> Option<Outcome> {
        let target = self.surface.target(call);
        let lookup = self.surface.lookup(&target.name);
        let tool = lookup.tool().filter(|_| lookup.runs())?;
        let name = tool.name();
        let before = self.before.get(&*target.name);
        let is_another = before.is_some_and(|one| *one != self.surface.tool_id(name));
        let deferred = || self.surface.standing(name).deferred().is_some();
        let answer = if is_another {
            another_tool
        } else if self.batch.may_run(name) || !deferred() {
            return None;
        } else {
            not_loaded
        };
        let definition = self.surface.entry_of(tool);
        let (source, definition) = (tool.source(), definition.get());
        Some(answer(&target, &Defined { tool: name, source, definition }))
    }
}
