//! What is sent of each tool: its strict form, or why it has none, and then its schema as the provider
//! takes it.

use std::borrow::Cow;

use super::limits::{ANTHROPIC_STRICT_OPTIONAL, ANTHROPIC_STRICT_TOOLS, ANTHROPIC_STRICT_UNIONS};
use super::{Provider, ToolSpec, WriteOptions};
use crate::schema::dialect::{Node, OpenApi, Plain, Remark, StrictSchema, openapi, plain, strict};

/// A tool as it is sent.
#[derive(Debug, Default)]
pub(super) struct Prepared {
    /// Whether `strict` is claimed.
    pub(super) is_strict: bool,
    /// Whether the schema is in a form of the provider's own.
    is_rewritten: bool,
    /// Why it is not strict, where that was asked for.
    pub(super) obstacles: Vec<Remark>,
    /// What its schema lost.
    pub(super) remarks: Vec<Remark>,
    /// The keywords at the root of its arguments that its description has in words.
    pub(super) left_out: Vec<&'static str>,
    /// The schema, where it is not sent as it is.
    schema: Option<String>,
    /// What its description says besides.
    words: Option<String>,
}

impl Prepared {
    /// The schema that is sent.
    pub(super) fn schema<'a>(&'a self, tool: &ToolSpec<'a>) -> &'a str {
        self.schema.as_deref().unwrap_or(tool.input_schema.get())
    }

    /// The schema that is sent in place of the tool's own, but in no other form.
    pub(super) fn mended(&self) -> Option<&str> {
        self.schema.as_deref().filter(|_| !self.is_strict && !self.is_rewritten)
    }

    /// The rewritten schema; `None` where the tool takes no arguments, or its schema cannot be read.
    pub(super) fn openapi_parameters(&self) -> Option<&str> {
        self.schema.as_deref()
    }

    /// The description that is sent.
    pub(super) fn description<'a>(&self, provider: Provider, tool: &ToolSpec<'a>) -> Cow<'a, str> {
        let own = tool.description;
        // Gemini asks for one.
        let needed = provider.limits().needs_description && own.trim().is_empty();
        let own = if needed { tool.name } else { own };
        match self.words.as_deref() {
            None => Cow::Borrowed(own),
            Some(words) if own.is_empty() => Cow::Owned(words.to_owned()),
            Some(words) => Cow::Owned(format!("{own}\n\n{words}")),
        }
    }
}

/// Decides for each of `tools`.
pub(super) fn prepare(
    provider: Provider,
    tools: &[ToolSpec<'_>],
    options: WriteOptions,
) -> Vec<Prepared> {
    let mut prepared = in_strict_form(provider, tools, options);
    for (tool, prepared) in tools.iter().zip(&mut prepared) {
        if !prepared.is_strict {
            mend(provider, tool, prepared);
        }
    }
    prepared
}

/// Which tools are strict, with what schema, and why the others are not.
fn in_strict_form(
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
            Ok(StrictSchema { schema, .. }) => Prepared {
                is_strict: true,
                schema: Some(schema.to_string()),
                ..Prepared::default()
            },
            Err(obstacles) => Prepared { obstacles, ..Prepared::default() },
        }
    };
    let mut prepared: Vec<_> = tools.iter().map(one).collect();
    // DeepSeek asks that every function of a request is strict, or none.
    let all = || tools.iter().zip(&prepared).filter(|(tool, _)| provider.writes(tool));
    if provider == Provider::DeepSeek && all().any(|(_, one)| !one.is_strict) {
        for one in &mut prepared {
            (one.is_strict, one.schema) = (false, None);
        }
    }
    prepared
}

/// Puts what the provider would refuse of a tool's schema into another form.
fn mend(provider: Provider, tool: &ToolSpec<'_>, prepared: &mut Prepared) {
    let rules = provider.limits().plain;
    let rewrites = provider == Provider::GeminiOpenApi;
    if !rewrites && !rules.any() {
        return;
    }
    // What cannot be read is another finding.
    let Ok(schema) = Node::parse(tool.input_schema.get()) else {
        return;
    };
    if rewrites {
        let OpenApi { schema, words, left_out, remarks } = openapi(&schema);
        let is_plain = schema.get("type").and_then(Node::as_str) == Some("object");
        let takes_none = is_plain && schema.get("properties").is_none();
        prepared.schema = (!takes_none).then(|| schema.to_string());
        prepared.is_rewritten = true;
        (prepared.words, prepared.left_out, prepared.remarks) = (words, left_out, remarks);
    } else {
        let Plain { schema, words, left_out, remarks } = plain(&schema, rules);
        prepared.schema = schema.map(|schema| schema.to_string());
        (prepared.words, prepared.left_out, prepared.remarks) = (words, left_out, remarks);
    }
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
            })
            .collect();
        if !over.is_empty() {
            return Err(over);
        }
        [self.tools, self.optional, self.unions] = would.map(|(count, ..)| count);
        Ok(schema)
    }
}
