//! Writes a surface's bytes: native before dynamic, active before deferred, by name.

use serde_json::value::RawValue;

use super::{Decided, Digest};
use crate::dynamic::{Exposure, TailTool};
use crate::provider::{Finding, ToolSpec};
use crate::registry::RegisteredTool;

impl Decided {
    /// Writes the list.
    pub(super) fn write(&mut self) {
        let json = self.provider.write(&self.specs(&[]), &self.options);
        self.digest = Digest::of(json.get().as_bytes());
        self.json = json;
    }

    /// What the provider would refuse or lose of the list.
    pub(super) fn lint(&self) -> Vec<Finding> {
        let tools = self.registry.tools().iter();
        let origins: Vec<_> = tools.map(|tool| tool.entry().origin().to_string()).collect();
        self.provider.lint(&self.specs(&origins), &self.options)
    }

    /// What is sent, in its order. `origins` are those of the native tools, or none.
    fn specs<'a>(&'a self, origins: &'a [String]) -> Vec<ToolSpec<'a>> {
        let native = |(at, tool): (usize, &'a RegisteredTool)| {
            self.native_spec(tool).origin(origins.get(at).map_or("", String::as_str))
        };
        let in_head = |tool: &RegisteredTool| tool.entry().lifecycle().policy().in_head;
        let deferred = |tool: &RegisteredTool| tool.entry().lifecycle().policy().searchable;
        let active = |tool: &TailTool| tool.exposure() == Exposure::Active;

        let natives = self.allowed_natives().filter(|(_, tool)| in_head(tool)).map(native);
        let dynamic = self.allowed_tail().filter(|tool| active(tool));
        let mut specs: Vec<_> = natives.chain(dynamic.map(|tool| self.tail_spec(tool))).collect();
        if self.defer_natively && self.provider.defers() {
            let natives = self.allowed_natives().filter(|(_, tool)| deferred(tool)).map(native);
            let dynamic = self.allowed_tail().filter(|tool| !active(tool));
            let all = natives.chain(dynamic.map(|tool| self.tail_spec(tool)));
            specs.extend(all.map(|spec| spec.deferred(true)));
        }
        specs
    }

    fn allowed_natives(&self) -> impl Iterator<Item = (usize, &RegisteredTool)> {
        let tools = self.registry.tools().iter().enumerate();
        tools.filter(|(at, _)| self.denied[*at].is_none())
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
