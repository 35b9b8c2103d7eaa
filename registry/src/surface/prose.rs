//! Texts that name tools which a model cannot see.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Surface;
use crate::Lifecycle;
use crate::name::Shown;
use crate::provider::{Finding, Rule, Severity};

impl Surface {
    /// Where a text that a model can get to see names, in backticks, a tool that it cannot see: hidden,
    /// deprecated, retired or denied.
    pub(super) fn mentions(&self) -> Vec<Finding> {
        let natives = self.registry().tools().iter();
        let origins: Vec<_> = natives.map(|tool| tool.entry().origin().to_string()).collect();
        let mut findings = Vec::new();
        for tool in self.inner.visible(&origins).iter().flatten() {
            // Our own writer has written it.
            let schema = serde_json::from_str(tool.definition.input_schema().get());
            let schema: Value = schema.unwrap_or_default();
            let arguments: BTreeSet<&str> = match &schema["properties"] {
                Value::Object(properties) => properties.keys().map(String::as_str).collect(),
                _ => BTreeSet::new(),
            };
            let mut mention = |path: &str, text: &str| {
                for name in quoted(text).filter(|name| !arguments.contains(name)) {
                    if let Some((severity, problem, way_out)) = self.invisible(name) {
                        findings.push(Finding {
                            rule: Rule::Mention,
                            severity,
                            tool: tool.definition.name().to_owned(),
                            origin: tool.spec.place().to_owned(),
                            path: path.to_owned(),
                            problem: format!("names `{}`, which {problem}", Shown(name)),
                            way_out,
                        });
                    }
                }
            };
            mention("", tool.definition.description());
            each_text(&schema, &mut String::new(), &mut mention);
        }
        findings
    }

    /// Why a model cannot see the tool of a name, and what to write in its place.
    fn invisible(&self, name: &str) -> Option<(Severity, &'static str, String)> {
        let leave_out = || "leave it out".to_owned();
        if self.denial(name).is_some() {
            return Some((Severity::Warning, "this session may not use", leave_out()));
        }
        let record = self.registry().name(name)?;
        let (severity, problem) = match record.lifecycle() {
            Lifecycle::Active | Lifecycle::Deferred => return None,
            Lifecycle::Hidden { .. } => (Severity::Warning, "is hidden"),
            Lifecycle::Deprecated { .. } => (Severity::Warning, "is deprecated"),
            // As in any text for a model: what it is sent to does not run.
            Lifecycle::Removed { .. } => (Severity::Error, "is retired"),
        };
        let instead = record.lifecycle().replacement().or(record.tool());
        let instead = instead.filter(|tool| *tool != name);
        Some((severity, problem, instead.map_or_else(leave_out, |tool| format!("write `{tool}`"))))
    }
}

/// What stands in backticks, up to a parenthesis: `name` and `name(..)`.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let spans = text.split('`').skip(1).step_by(2);
    spans.map(|span| span.split('(').next().unwrap_or_default().trim())
}

/// The texts of a schema that a model reads, each with its JSON pointer.
fn each_text(schema: &Value, path: &mut String, with: &mut impl FnMut(&str, &str)) {
    let mut inner = |key: &str, value: &Value, path: &mut String| {
        let end = path.len();
        path.push('/');
        path.push_str(&key.replace('~', "~0").replace('/', "~1"));
        match value {
            Value::String(text) if matches!(key, "description" | "title") => with(path, text),
            _ => each_text(value, path, with),
        }
        path.truncate(end);
    };
    match schema {
        Value::Object(object) => object.iter().for_each(|(key, value)| inner(key, value, path)),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(at, value)| inner(&at.to_string(), value, path));
        }
        _ => {}
    }
}
