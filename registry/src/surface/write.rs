//! Writes a surface's bytes: native before dynamic, active before deferred, by name.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::{Decided, Definition, Digest, Strategy};
use crate::dynamic::{Exposure, TailTool};
use crate::name::Shown;
use crate::provider::{Finding, Provider, Rule, Severity, ToolSpec};
use crate::registry::RegisteredTool;
use crate::schema::InputSchema;

/// A tool that a model can get to see.
pub(super) struct Visible<'a> {
    pub(super) definition: Definition<'a>,
    /// Its source; none for a native tool.
    pub(super) source: Option<&'a str>,
    pub(super) schema: &'a InputSchema,
    /// How it is sent.
    pub(super) spec: ToolSpec<'a>,
}

impl Decided {
    /// Writes the list.
    pub(super) fn write(&mut self) {
        if !self.keep_from_strict().is_empty() {
            self.options.strict = false;
        }
        let json = self.provider.write(&self.specs(&[]), &self.options);
        self.digest = Digest::of(json.get().as_bytes());
        self.json = json;
    }

    /// What the provider would refuse or lose of the list.
    pub(super) fn lint(&self) -> Vec<Finding> {
        let origins = self.origins();
        let mut findings = self.provider.lint(&self.specs(&origins), &self.asked);
        if let cannot @ [_, ..] = &self.keep_from_strict()[..] {
            findings.push(Finding {
                problem: format!(
                    "no tool is strict: DeepSeek takes all of a request or none, and these may be \
                     loaded that cannot be: {}",
                    cannot.join(", ")
                ),
                way_out: "mend their schemas, or leave `strict` out".to_owned(),
                ..Finding::of_list(Rule::Strict, Severity::Warning)
            });
        }
        findings.extend(self.cannot_be_found());
        findings.extend(self.tail.problems().iter().map(|left_out| {
            let [problem, way_out] = left_out.said().map(Cow::into_owned);
            Finding { problem, way_out, ..Finding::of_list(Rule::LeftOut, Severity::Warning) }
        }));
        let for_nothing = self.rules_for_nothing.iter();
        findings.extend(for_nothing.map(|(rule, name)| Finding {
            problem: format!(
                "the rule {} names `{}`, which no tool is called here, since sources clash",
                Shown(rule),
                Shown(name)
            ),
            way_out: "name the tool as `source__tool`".to_owned(),
            ..Finding::of_list(Rule::LeftOut, Severity::Warning)
        }));
        findings
    }

    /// Where the native tools are declared.
    pub(super) fn origins(&self) -> Vec<String> {
        self.registry.tools().iter().map(|tool| tool.entry().origin().to_string()).collect()
    }

    /// What is sent, in its order. `origins` are those of the native tools, or none.
    fn specs<'a>(&'a self, origins: &'a [String]) -> Vec<ToolSpec<'a>> {
        let [listed, deferred] = self.visible(origins);
        let native = self.strategy == Some(Strategy::Native);
        let deferred = deferred.into_iter().filter(|_| native).map(|one| one.spec.deferred(true));
        listed.into_iter().map(|one| one.spec).chain(deferred).collect()
    }

    /// The tools that a model can get to see: those of the list in its order, and the deferred ones.
    pub(super) fn visible<'a>(&'a self, origins: &'a [String]) -> [Vec<Visible<'a>>; 2] {
        let native = |(at, tool): (usize, &'a RegisteredTool)| {
            let origin = origins.get(at).map_or("", String::as_str);
            let spec = self.native_spec(tool).origin(origin);
            Visible { definition: tool.definition(), source: None, schema: tool.schema(), spec }
        };
        let dynamic = |tool: &'a TailTool| {
            let (definition, source) = (tool.definition(), Some(tool.source()));
            Visible { definition, source, schema: tool.tool().schema(), spec: self.tail_spec(tool) }
        };
        let policy = |tool: &RegisteredTool| tool.entry().lifecycle().policy();
        let active = |tool: &TailTool| tool.exposure() == Exposure::Active;
        let natives = self.allowed_natives().filter(|(_, tool)| policy(tool).in_head);
        let tail = self.allowed_tail().filter(|tool| active(tool));
        let listed = natives.map(native).chain(tail.map(dynamic));
        let natives = self.allowed_natives().filter(|(_, tool)| policy(tool).searchable);
        let tail = self.allowed_tail().filter(|tool| !active(tool));
        let deferred = natives.map(native).chain(tail.map(dynamic));
        [listed.collect(), deferred.collect()]
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
        let spec = self.as_search(entry, spec);
        entry.title().into_iter().fold(spec, ToolSpec::title)
    }

    pub(super) fn tail_spec<'a>(&'a self, tool: &'a TailTool) -> ToolSpec<'a> {
        let spec = ToolSpec::from(tool.definition()).null_is_absent(false).origin(tool.source());
        let spec = spec.annotations(tool.tool().annotations()).fields(tool.tool().fields());
        let spec = tool.tool().own_title().into_iter().fold(spec, ToolSpec::title);
        spec.name(self.wire.wire(tool.name()).unwrap_or(tool.name()))
    }

    /// One tool as the provider takes it at the end of the list, whatever else is loaded.
    pub(super) fn entry(&self, spec: ToolSpec<'_>) -> Box<RawValue> {
        // Anthropic takes so many strict tools, and those of the list have them.
        let strict = self.options.strict && self.provider != Provider::Anthropic;
        let mut entries = self.provider.entries(&[spec], &self.options.strict(strict));
        entries.pop().unwrap_or_default()
    }

    /// The deferred tools that cannot be strict, where one of them keeps the whole list from it: `DeepSeek`
    /// takes all of a request or none, and each of them may be loaded.
    pub(super) fn keep_from_strict(&self) -> Vec<&str> {
        if self.provider != Provider::DeepSeek || !self.asked.strict {
            return Vec::new();
        }
        let [_, deferred] = self.visible(&[]);
        let cannot = |one: &Visible<'_>| {
            let findings = self.provider.lint(&[one.spec], &self.asked);
            findings.iter().any(|finding| finding.rule == Rule::Strict)
        };
        let deferred = deferred.into_iter().filter(cannot);
        deferred.map(|one| one.definition.name()).collect()
    }
}
