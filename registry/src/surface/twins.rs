//! Tools that a model cannot tell apart.

use std::collections::HashMap;

use super::Decided;
use crate::name::Shown;
use crate::provider::{Finding, Rule, Severity};

/// The places of tools that have the description and the schema, in canonical bytes, of an earlier one, each
/// after that one's place.
pub(crate) fn twins<'a>(
    tools: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Vec<(usize, usize)> {
    let mut first = HashMap::new();
    let mut twins = Vec::new();
    for (at, (description, schema)) in tools.into_iter().enumerate() {
        let earlier = *first.entry((description.trim(), schema)).or_insert(at);
        if earlier != at {
            twins.push((earlier, at));
        }
    }
    twins
}

impl Decided {
    /// Visible tools that are one and the same to a model. Two names for one implementation cannot be declared
    /// but as an alias; one that forwards to the other looks like this.
    pub(super) fn twins(&self) -> Vec<Finding> {
        let natives = self.registry.tools().iter();
        let origins: Vec<_> = natives.map(|tool| tool.entry().origin().to_string()).collect();
        let visible = self.visible(&origins);
        let visible: Vec<_> = visible.iter().flatten().collect();
        let told = visible.iter().map(|one| {
            let definition = one.definition;
            (definition.description(), definition.input_schema().get())
        });
        let finding = |(first, second): (usize, usize)| {
            let [first, second] = [first, second].map(|at| visible[at]);
            let name = first.definition.name();
            let way_out = match second.source {
                None => format!("make it an alias of `{name}`, which no model sees"),
                Some(_) => "leave one of them out, with a rule".to_owned(),
            };
            Finding {
                rule: Rule::Twin,
                severity: Severity::Warning,
                tool: second.definition.name().to_owned(),
                origin: second.spec.place().to_owned(),
                path: String::new(),
                problem: format!(
                    "has the description and the arguments of `{}`: a model cannot tell them apart",
                    Shown(name)
                ),
                way_out,
            }
        };
        twins(told).into_iter().map(finding).collect()
    }
}
