//! Which tools are strict, with what schema, and why the others are not.

use super::limits::{ANTHROPIC_STRICT_OPTIONAL, ANTHROPIC_STRICT_TOOLS, ANTHROPIC_STRICT_UNIONS};
use super::{Provider, ToolSpec, WriteOptions};
use crate::schema::dialect::{Node, Remark, StrictSchema, strict};

/// A tool's strict form.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    /// The rewritten schema, where `strict` is claimed.
    pub(super) strict: Option<String>,
    /// Why it is not, where it was asked for.
    pub(super) obstacles: Vec<Remark>,
}

/// Decides for each of `tools`.
pub(super) fn prepare(
    provider: Provider,
    tools: &[ToolSpec<'_>],
    options: WriteOptions,
) -> Vec<Prepared> {
    let Some(rules) = provider.limits().strict.filter(|_| options.strict) else {
        return tools.iter().map(|_| Prepared::default()).collect();
    };
    let mut spent = Spent::default();
    let one = |tool: &ToolSpec<'_>| {
        // What cannot be read is another finding.
        let Ok(schema) = Node::parse(tool.input_schema.get()) else {
            return Prepared::default();
        };
        let rewritten = strict(&schema, rules, tool.nulls);
        let rewritten = match provider {
            Provider::Anthropic => rewritten.and_then(|schema| spent.claim(schema)),
            _ => rewritten,
        };
        match rewritten {
            Ok(StrictSchema { schema, .. }) => {
                Prepared { strict: Some(schema.to_string()), obstacles: Vec::new() }
            }
            Err(obstacles) => Prepared { strict: None, obstacles },
        }
    };
    let mut prepared: Vec<_> = tools.iter().map(one).collect();
    // DeepSeek asks that every function of a request is strict, or none.
    let all = || tools.iter().zip(&prepared).filter(|(tool, _)| provider.writes(tool));
    if provider == Provider::DeepSeek && all().any(|(_, one)| one.strict.is_none()) {
        for one in &mut prepared {
            one.strict = None;
        }
    }
    prepared
}

/// What the strict tools of an Anthropic request have used of its limits. The first in the list have
/// it, so that a tool moves the bytes of no tool before it.
#[derive(Debug, Default)]
struct Spent {
    tools: usize,
    optional: usize,
    unions: usize,
}

impl Spent {
    fn claim(&mut self, schema: StrictSchema) -> Result<StrictSchema, Vec<Remark>> {
        let would = [
            (self.tools + 1, ANTHROPIC_STRICT_TOOLS, "strict tools"),
            (
                self.optional + schema.optional,
                ANTHROPIC_STRICT_OPTIONAL,
                "optional arguments in strict tools",
            ),
            (
                self.unions + schema.unions,
                ANTHROPIC_STRICT_UNIONS,
                "arguments of several types in strict tools",
            ),
        ];
        let over = would.iter().filter(|(count, most, _)| count > most);
        let over: Vec<_> = over
            .map(|(count, most, what)| Remark {
                path: String::new(),
                problem: format!(
                    "would be one too many: {count} {what}, of which a request has at most {most}"
                ),
                way_out: "put the tools that gain most from `strict` first",
                fatal: false,
            })
            .collect();
        if !over.is_empty() {
            return Err(over);
        }
        [self.tools, self.optional, self.unions] = would.map(|(count, ..)| count);
        Ok(schema)
    }
}
