//! What a registry is made of: tools and names, sorted, and a table from name to record.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use serde_json::value::RawValue;

use super::Registry;
use super::table::{Table, Way};
use crate::context::States;
use crate::entry::{Adapter, Alias, Entry, Shared};
use crate::guard::discard;
use crate::name::normal_form;
use crate::schema::InputSchema;
use crate::search::SharedIndexes;
use crate::surface::suggest::NearNames;
use crate::{Definition, Lifecycle, Origin, Tombstone};

pub(crate) struct Index {
    pub(crate) tools: Vec<RegisteredTool>,
    pub(crate) names: Vec<NameRecord>,
    pub(super) by_name: Table,
    /// From the normal form of a visible name to its place in `names`.
    pub(super) by_form: HashMap<String, usize>,
    /// The same of the other names: hidden, deprecated and retired ones; none where several have it.
    pub(super) by_old_form: HashMap<String, Option<usize>>,
    /// The names to compare with, made ready when the first suggestion is asked for.
    pub(crate) near: OnceLock<NearNames>,
    pub(crate) states: States,
    /// The indexes over the visible tools, which surfaces share.
    pub(crate) search: SharedIndexes,
}

/// One tool of a registry.
pub struct RegisteredTool {
    entry: &'static Entry,
    description: Cow<'static, str>,
    schema: InputSchema,
    instance: Option<Shared>,
}

impl RegisteredTool {
    /// What its author declared.
    #[must_use]
    pub const fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// The canonical name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.entry.name
    }

    /// The schema of its arguments, in canonical bytes.
    #[must_use]
    pub fn input_schema(&self) -> &RawValue {
        self.schema.json()
    }

    /// What a model may see of it.
    #[must_use]
    pub fn definition(&self) -> Definition<'_> {
        Definition::new(self.entry.name, &self.description, self.schema.json())
    }

    pub(crate) fn schema(&self) -> &InputSchema {
        &self.schema
    }

    pub(crate) fn instance(&self) -> Option<&Shared> {
        self.instance.as_ref()
    }
}

/// The value is foreign: where this is the last hold on it, its `Drop` runs.
impl Drop for RegisteredTool {
    fn drop(&mut self) {
        discard(self.instance.take());
    }
}

impl fmt::Debug for RegisteredTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.entry, f)
    }
}

/// One name of a registry.
pub struct NameRecord {
    name: &'static str,
    lifecycle: Lifecycle,
    since: Option<&'static str>,
    origin: Origin,
    adapter: Adapter,
    /// Place of its tool, and the tool's name; none for a retired name.
    tool: Option<(usize, &'static str)>,
    calls: AtomicU64,
    logged: AtomicBool,
}

/// How often a name was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage<'a> {
    /// The name.
    pub name: &'a str,
    /// Its state.
    pub lifecycle: Lifecycle,
    /// The calls.
    pub calls: u64,
}

impl NameRecord {
    fn new(name: &'static str, lifecycle: Lifecycle, origin: Origin) -> Self {
        Self {
            name,
            lifecycle,
            since: None,
            origin,
            adapter: Adapter::NONE,
            tool: None,
            calls: AtomicU64::new(0),
            logged: AtomicBool::new(false),
        }
    }

    fn of_tool(entry: &Entry, place: usize) -> Self {
        let tool = Some((place, entry.name));
        let record = Self::new(entry.name, entry.lifecycle, entry.origin);
        Self { since: entry.since, tool, ..record }
    }

    fn of_alias(entry: &Entry, alias: &Alias, place: usize) -> Self {
        let tool = Some((place, entry.name));
        let record = Self::new(alias.name, alias.lifecycle, entry.origin);
        Self { since: alias.since, adapter: alias.adapter, tool, ..record }
    }

    fn of_tombstone(tombstone: &Tombstone) -> Self {
        let record = Self::new(tombstone.name(), tombstone.lifecycle(), tombstone.origin());
        Self { since: Some(tombstone.since()), ..record }
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its state.
    #[must_use]
    pub const fn lifecycle(&self) -> Lifecycle {
        self.lifecycle
    }

    /// The version in which it entered its state, where its author says.
    #[must_use]
    pub const fn since(&self) -> Option<&'static str> {
        self.since
    }

    /// The canonical name of its tool; `None` for a retired name.
    #[must_use]
    pub fn tool(&self) -> Option<&'static str> {
        self.tool.map(|(_, name)| name)
    }

    /// Whether it is another name of its tool.
    #[must_use]
    pub fn is_alias(&self) -> bool {
        self.tool().is_some_and(|tool| tool != self.name)
    }

    /// Where it is declared.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// What a caller of a deprecated name is told; `None` for a name in any other state. The text
    /// is the same for each call.
    #[must_use]
    pub fn notice(&self) -> Option<String> {
        let Lifecycle::Deprecated { replacement, note, .. } = self.lifecycle else {
            return None;
        };
        let note = note.map(|note| format!(" ({note})")).unwrap_or_default();
        Some(format!("deprecated: use {replacement} instead{note}"))
    }

    pub(crate) fn place(&self) -> Option<usize> {
        self.tool.map(|(place, _)| place)
    }

    /// What an old call's arguments go through, where they go through anything.
    pub(crate) fn adapter(&self) -> Option<&Adapter> {
        (!self.adapter.is_none()).then_some(&self.adapter)
    }

    pub(crate) fn count_call(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
    }

    /// True the first time only.
    pub(crate) fn is_first_log(&self) -> bool {
        !self.logged.swap(true, Ordering::Relaxed)
    }

    pub(super) fn usage(&self) -> Usage<'_> {
        let calls = self.calls.load(Ordering::Relaxed);
        Usage { name: self.name, lifecycle: self.lifecycle, calls }
    }
}

impl fmt::Debug for NameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NameRecord")
            .field("name", &self.name)
            .field("lifecycle", &self.lifecycle)
            .field("tool", &self.tool())
            .finish_non_exhaustive()
    }
}

fn way(at: usize, record: &NameRecord, tools: &[RegisteredTool]) -> Way {
    // Each place is that of a declaration in memory, so that there are fewer than `u32` counts.
    let narrow = |place| u32::try_from(place).expect("fewer than four billion names");
    let tool = record.place().map(|place| &tools[place]);
    Way {
        name: record.name,
        record: narrow(at),
        tool: record.place().map_or(0, narrow),
        is_retired: tool.is_none(),
        is_plain: record.lifecycle.policy().in_head,
        has_instance: tool.is_some_and(|tool| tool.instance.is_some()),
        run: tool.map_or(Entry::BASE.run, |tool| tool.entry.run),
    }
}

/// Puts a registry together from declarations that have been checked.
pub(super) fn registry(
    declared: impl Iterator<Item = ((&'static Entry, InputSchema), Option<Shared>)>,
    tombstones: &[Tombstone],
    states: States,
) -> Registry {
    let mut tools = Vec::new();
    let mut names: Vec<_> = tombstones.iter().map(NameRecord::of_tombstone).collect();
    for ((entry, schema), instance) in declared {
        let place = tools.len();
        names.push(NameRecord::of_tool(entry, place));
        let aliases = entry.aliases.iter();
        names.extend(aliases.map(|alias| NameRecord::of_alias(entry, alias, place)));
        tools.push(RegisteredTool { entry, description: entry.description(), schema, instance });
    }
    names.sort_unstable_by_key(|record| record.name);
    let ways = names.iter().enumerate().map(|(at, record)| way(at, record, &tools));
    let by_name = Table::new(ways);
    let visible = names.iter().enumerate().filter(|(_, record)| record.lifecycle.is_visible());
    let by_form = visible.map(|(at, record)| (normal_form(record.name), at)).collect();
    let mut by_old_form = HashMap::new();
    for (at, record) in names.iter().enumerate().filter(|(_, one)| !one.lifecycle.is_visible()) {
        let form = by_old_form.entry(normal_form(record.name));
        form.and_modify(|only| *only = None).or_insert(Some(at));
    }
    let (near, search) = (OnceLock::new(), SharedIndexes::default());
    let inner =
        Arc::new(Index { tools, names, by_name, by_form, by_old_form, near, states, search });
    Registry { inner }
}
