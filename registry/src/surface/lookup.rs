//! From a name that a model wrote to what it stands for on this surface.

use std::sync::Arc;

use super::Surface;
use crate::Registry;
use crate::dynamic::{Tail, TailTool};
use crate::provider::{WireNames, looks_encoded};
use crate::registry::table::Way;
use crate::registry::{NameRecord, RegisteredTool};

/// Where the tool of a name stands.
#[derive(Clone, Copy)]
pub(super) enum Place<'s> {
    /// Among the native tools, with the way from one of its names.
    Native { way: &'s Way, tool: usize },
    /// Among the dynamic ones.
    Dynamic(usize),
    /// Among the native tools, but the name is another spelling of an old one of it: nothing runs.
    Spelt(usize),
    /// It is gone.
    Removed(&'s NameRecord),
    /// There is none.
    Nowhere,
}

/// What a name stands for on a surface.
pub(crate) enum Meaning<'s> {
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

/// Where the tool of `name` stands. Calls, rules, `select:` and every question about a name are
/// answered from here.
///
/// The names that native tools declare, the ones that tools are sent by and the dynamic ones that may
/// be called as they are do not overlap: what would is a problem of the surface, or not on it. So the
/// order matters to the last step only, which compares spellings.
pub(super) fn place<'s>(
    registry: &'s Registry,
    tail: &'s Tail,
    wire: &WireNames,
    name: &str,
) -> Place<'s> {
    let index = &*registry.inner;
    let native = |way: &'s Way| match way.tool() {
        Some(tool) => Place::Native { way, tool },
        None => Place::Removed(&index.names[way.record as usize]),
    };
    let dynamic = |at: Option<usize>| at.map_or(Place::Nowhere, Place::Dynamic);
    if let Some(way) = index.exact(name) {
        return native(way);
    }
    if let Some(sent) = wire.name(name) {
        return index.exact(sent).map_or_else(|| dynamic(tail.place(sent)), native);
    }
    // What has the form of an encoded name is never anything else. It may be one that a model was sent
    // on another surface, and another tool may be called so, or nearly so, by its own source.
    if looks_encoded(name) {
        return Place::Nowhere;
    }
    if let Some(at) = tail.place(name) {
        return Place::Dynamic(at);
    }
    if let Some(way) = index.find(name) {
        return native(way);
    }
    if let Some(at) = tail.place_by_spelling(name) {
        return Place::Dynamic(at);
    }
    // What runs is only found by the spelling of a visible name; by that of an old one, what says why
    // nothing runs.
    let old = index.old_by_spelling(name);
    old.map_or(Place::Nowhere, |old| old.place().map_or(Place::Removed(old), Place::Spelt))
}

impl Surface {
    /// Where the tool of `name` stands, be it denied or not.
    pub(super) fn place(&self, name: &str) -> Place<'_> {
        let decided = &*self.inner;
        match place(&decided.registry, &decided.tail, &decided.wire, name) {
            Place::Spelt(tool) if decided.denied[tool].is_none() => Place::Nowhere,
            place => place,
        }
    }

    /// What a call of `name` is a call of.
    pub(crate) fn meaning(&self, name: &str) -> Meaning<'_> {
        let decided = &*self.inner;
        let native = |tool: usize| decided.registry.inner.tools[tool].name();
        match self.place(name) {
            Place::Native { way, tool } => match &decided.denied[tool] {
                None => Meaning::Native { way, tool },
                Some(reason) => Meaning::Denied { tool: native(tool), reason },
            },
            Place::Dynamic(at) => {
                let tool = &decided.tail.tools()[at];
                match &decided.denied_tail[at] {
                    Some(reason) => Meaning::Denied { tool: tool.name(), reason },
                    None => Meaning::Dynamic(tool),
                }
            }
            Place::Spelt(tool) => match &decided.denied[tool] {
                Some(reason) => Meaning::Denied { tool: native(tool), reason },
                None => Meaning::Unknown,
            },
            Place::Removed(record) => Meaning::Removed(record),
            Place::Nowhere => Meaning::Unknown,
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
}
