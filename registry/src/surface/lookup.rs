//! From a name that a model wrote to what it stands for on this surface.

use std::borrow::Cow;
use std::sync::Arc;

use super::Surface;
use crate::Lifecycle;
use crate::dynamic::{Exposure, TailTool};
use crate::registry::table::Way;
use crate::registry::{NameRecord, RegisteredTool};
use crate::toolbox::Lookup;

/// What a name stands for on a surface.
pub(crate) enum Looked<'s> {
    /// A native tool, by one of its names, and the tool's place.
    Native { way: &'s Way, tool: usize },
    /// A dynamic tool.
    Dynamic(&'s TailTool),
    /// A tool that this session may not use, and why. The canonical name is for the host.
    Denied { tool: &'s str, reason: &'s Arc<str> },
    /// A retired name.
    Removed(&'s NameRecord),
    /// Nothing.
    Unknown,
}

impl Surface {
    /// What `name` stands for: first as it is written, among native names, dynamic ones, and those
    /// that the provider was sent; then by its spelling. What runs is only found by the spelling of a
    /// visible name; by that of an old one, what says why nothing runs.
    pub(crate) fn look_up(&self, name: &str) -> Looked<'_> {
        let decided = &*self.inner;
        let registry = &decided.registry;
        if registry.name(name).is_none() {
            let sent = decided.wire.name(name).unwrap_or(name);
            if let Some(at) = decided.tail.place(name).or_else(|| decided.tail.place(sent)) {
                return self.dynamic(at);
            }
        }
        let index = &*registry.inner;
        match index.find(name) {
            None => {
                let dynamic = decided.tail.place_by_spelling(name);
                dynamic.map_or_else(|| self.old_by_spelling(name), |at| self.dynamic(at))
            }
            Some(way) => match way.tool() {
                None => Looked::Removed(&index.names[way.record as usize]),
                Some(tool) => match &decided.denied[tool] {
                    Some(reason) => Looked::Denied { tool: index.tools[tool].name(), reason },
                    None => Looked::Native { way, tool },
                },
            },
        }
    }

    /// What a name stands for that is an old one but for its spelling: never anything that runs.
    fn old_by_spelling(&self, name: &str) -> Looked<'_> {
        let index = &*self.registry().inner;
        let Some(record) = index.old_by_spelling(name) else { return Looked::Unknown };
        match (record.place(), self.denied(record)) {
            (None, _) => Looked::Removed(record),
            (Some(tool), Some(reason)) => Looked::Denied { tool: index.tools[tool].name(), reason },
            (Some(_), None) => Looked::Unknown,
        }
    }

    /// The dynamic tool at a place of the tail, if the session may use it.
    fn dynamic(&self, at: usize) -> Looked<'_> {
        let tool = &self.inner.tail.tools()[at];
        match &self.inner.denied_tail[at] {
            Some(reason) => Looked::Denied { tool: tool.name(), reason },
            None => Looked::Dynamic(tool),
        }
    }

    /// The place of the tool that a native name leads to, if the session may use it.
    #[inline]
    pub(crate) fn open_tool(&self, way: &Way) -> Option<usize> {
        let decided = &*self.inner;
        way.tool().filter(|tool| !decided.has_denied || decided.denied[*tool].is_none())
    }

    /// Why the tool of a native name is denied.
    pub(super) fn denied(&self, name: &NameRecord) -> Option<&Arc<str>> {
        self.inner.denied[name.place()?].as_ref()
    }

    /// What is to be used in place of a native name, if this session may.
    pub(crate) fn replacement(&self, name: &NameRecord) -> Option<&RegisteredTool> {
        let replacement = self.registry().name(name.lifecycle().replacement()?)?;
        let usable = self.denied(replacement).is_none();
        let place = replacement.place().filter(|_| usable)?;
        Some(&self.registry().inner.tools[place])
    }

    /// Why a call by this name is denied on this surface; `None` where it is not.
    #[must_use]
    pub fn denial(&self, name: &str) -> Option<&str> {
        match self.look_up(name) {
            Looked::Denied { reason, .. } => Some(reason),
            _ => None,
        }
    }

    /// What a name is for a [`Toolbox`](crate::toolbox::Toolbox) that is restored or revalidated.
    #[must_use]
    pub fn lookup(&self, name: &str) -> Lookup<'_> {
        let decided = &*self.inner;
        let index = &*decided.registry.inner;
        match self.look_up(name) {
            Looked::Denied { .. } => Lookup::Denied,
            Looked::Unknown => Lookup::Unknown,
            Looked::Removed(name) => Lookup::Removed {
                since: name.since().map(Cow::Borrowed),
                replacement: name.lifecycle().replacement().map(Cow::Borrowed),
            },
            Looked::Dynamic(tool) => match tool.exposure() {
                Exposure::Active => Lookup::Active,
                Exposure::Deferred => {
                    let entry = decided.entry(decided.tail_spec(tool));
                    Lookup::Deferred(Cow::Owned(entry.get().to_owned()))
                }
            },
            Looked::Native { way, tool, .. } => {
                match index.names[way.record as usize].lifecycle() {
                    Lifecycle::Active => Lookup::Active,
                    Lifecycle::Deferred => {
                        let entry = decided.entry(decided.native_spec(&index.tools[tool]));
                        Lookup::Deferred(Cow::Owned(entry.get().to_owned()))
                    }
                    Lifecycle::Hidden { replacement, .. } => {
                        Lookup::Hidden { replacement: replacement.map(Cow::Borrowed) }
                    }
                    Lifecycle::Deprecated { replacement, .. } => {
                        Lookup::Deprecated { replacement: Cow::Borrowed(replacement) }
                    }
                    Lifecycle::Removed { .. } => Lookup::Unknown,
                }
            }
        }
    }
}
