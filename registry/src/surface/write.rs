//! Writes a surface's bytes: native before dynamic, active before deferred, by name.

use serde_json::value::RawValue;

use super::{Decided, Digest};
use crate::dynamic::{Exposure, TailTool};
use crate::provider::ToolSpec;
use crate::registry::RegisteredTool;

/// Writes the list, and what the provider would refuse of it.
pub(super) fn write(decided: &mut Decided, defer_natively: bool) {
    let natives = || decided.allowed_natives().filter(|tool| tool.entry().lifecycle().is_visible());
    let native = |tool: &&RegisteredTool| tool.entry().lifecycle().policy().in_head;
    let dynamic = |tool: &&TailTool| tool.exposure() == Exposure::Active;
    let origins: Vec<_> =
        decided.registry.tools().iter().map(|tool| tool.entry().origin().to_string()).collect();
    let origin = |tool: &RegisteredTool| {
        let at = decided.registry.tools().iter().position(|one| std::ptr::eq(one, tool));
        at.map_or("", |at| &*origins[at])
    };

    let mut specs: Vec<ToolSpec<'_>> = Vec::new();
    specs.extend(
        natives().filter(native).map(|tool| decided.native_spec(tool).origin(origin(tool))),
    );
    specs.extend(decided.allowed_tail().filter(dynamic).map(|tool| decided.tail_spec(tool)));
    if defer_natively && decided.provider.defers() {
        let deferred = natives().filter(|tool| !native(tool));
        specs.extend(
            deferred.map(|tool| decided.native_spec(tool).origin(origin(tool)).deferred(true)),
        );
        let deferred = decided.allowed_tail().filter(|tool| !dynamic(tool));
        specs.extend(deferred.map(|tool| decided.tail_spec(tool).deferred(true)));
    }
    let json = decided.provider.write(&specs, &decided.options);
    let findings = decided.provider.lint(&specs, &decided.options);
    decided.digest = Digest::of(json.get().as_bytes());
    (decided.json, decided.findings) = (json, findings);
}

impl Decided {
    pub(super) fn allowed_natives(&self) -> impl Iterator<Item = &RegisteredTool> {
        let tools = self.registry.tools().iter().zip(&self.denied);
        tools.filter(|(_, denied)| denied.is_none()).map(|(tool, _)| tool)
    }

    pub(super) fn allowed_tail(&self) -> impl Iterator<Item = &TailTool> {
        let tools = self.tail.tools().iter().zip(&self.denied_tail);
        tools.filter(|(_, denied)| denied.is_none()).map(|(tool, _)| tool)
    }

    pub(super) fn native_spec<'a>(&'a self, tool: &'a RegisteredTool) -> ToolSpec<'a> {
        let entry = tool.entry();
        let spec = ToolSpec::from(tool.definition()).annotations(entry.annotations());
        let spec = spec.name(self.wire.wire(tool.name()).unwrap_or(tool.name()));
        entry.title().into_iter().fold(spec, ToolSpec::title)
    }

    pub(super) fn tail_spec<'a>(&'a self, tool: &'a TailTool) -> ToolSpec<'a> {
        let spec = ToolSpec::from(tool.definition()).null_is_absent(false).origin(tool.source());
        spec.name(self.wire.wire(tool.name()).unwrap_or(tool.name()))
    }

    /// One tool as the provider takes it, alone.
    pub(super) fn entry(&self, spec: ToolSpec<'_>) -> Box<RawValue> {
        let mut entries = self.provider.entries(&[spec], &self.options);
        entries.pop().unwrap_or_default()
    }
}
