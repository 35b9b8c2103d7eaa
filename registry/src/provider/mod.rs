//! Providers: what each takes, written byte for byte, and what it would refuse, said before it does.
//!
//! Nothing here knows of registries, states or surfaces: [`ToolSpec`]s come in, bytes and [`Finding`]s go
//! out. So it serves tools of any origin.
//!
//! ```
//! use toolcrib::provider::{ForeignSchema, Provider, ToolSpec, WriteOptions};
//!
//! let schema = ForeignSchema::parse(r#"{"properties": {"path": {"type": "string"}}, "required": ["path"]}"#)?;
//! let tools = [ToolSpec::new("read_file", "Read a file.", &schema)];
//! let options = WriteOptions::new().strict(true);
//! assert!(Provider::OpenAiChat.lint(&tools, &options).is_empty());
//! assert_eq!(
//!     Provider::OpenAiChat.write(&tools, &options).get(),
//!     r#"[{"type":"function","function":{"name":"read_file","description":"Read a file.","parameters":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false},"strict":true}}]"#,
//! );
//! # Ok::<(), toolcrib::provider::SchemaRefused>(())
//! ```

use std::borrow::Cow;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::dynamic::Fields;
use crate::schema::InputSchema;
use crate::schema::dialect::{Node, NullMeans, absent_nulls};
use crate::word::words;
use crate::{Annotations, Definition};

mod anthropic;
mod finding;
mod foreign;
mod gemini;
mod limits;
mod lint;
mod mcp;
mod names;
mod neutral;
mod openai_chat;
mod openai_responses;
mod prepare;
#[cfg(test)]
mod tests;

pub use finding::{Finding, Rule, Severity};
pub use foreign::{ForeignSchema, SchemaRefused};
pub(crate) use names::looks_encoded;
pub use names::{NameClash, NameClashes, WireNames};

/// A provider's wire format for tools. Reports name it by its word, [`Provider::as_str`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Provider {
    /// No provider's: name, description and input schema, as they are.
    #[default]
    Neutral,
    /// `OpenAI` Chat Completions, and the many servers that speak it.
    OpenAiChat,
    /// `OpenAI` Responses.
    OpenAiResponses,
    /// Anthropic Messages.
    Anthropic,
    /// `DeepSeek` Chat Completions. Its `strict` needs the beta host.
    DeepSeek,
    /// Gemini, with JSON Schema: `parametersJsonSchema`.
    Gemini,
    /// Gemini, with its subset of `OpenAPI` 3.0: `parameters`.
    GeminiOpenApi,
    /// The `tools` of an MCP server's `tools/list`.
    Mcp,
}

words!(Provider, "provider");

/// How a list is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct WriteOptions {
    /// See [`strict`](Self::strict).
    pub strict: bool,
    /// See [`hosted_search`](Self::hosted_search).
    pub hosted_search: bool,
}

impl WriteOptions {
    /// Nothing asked for.
    #[must_use]
    pub const fn new() -> Self {
        Self { strict: false, hosted_search: false }
    }

    /// Whether the list begins with the provider's own search over the tools that are sent to be
    /// loaded later. A provider without one is sent none: see [`Provider::defers`].
    #[must_use]
    pub const fn hosted_search(mut self, hosted: bool) -> Self {
        self.hosted_search = hosted;
        self
    }

    /// Whether to claim `strict` for each tool that satisfies the provider's strict form, after a rewrite
    /// that makes no optional argument one that needs a value. [`Provider::lint`] says what keeps the
    /// others from it.
    ///
    /// With [`Provider::OpenAiChat`] and [`Provider::OpenAiResponses`], an optional argument is then
    /// required and may be `null`: see [`ToolSpec::absent_nulls`]. Anthropic takes so many strict tools,
    /// and optional arguments in them; the first in the list have it. `DeepSeek` takes all or none.
    #[must_use]
    pub const fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }
}

/// One tool on its way to a provider: its definition, and what some wire formats say beside it.
#[derive(Debug, Clone, Copy)]
pub struct ToolSpec<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a RawValue,
    origin: &'a str,
    title: Option<&'a str>,
    annotations: Annotations,
    fields: Option<&'a Fields>,
    deferred: bool,
    is_search: bool,
    nulls: NullMeans,
}

/// A declared tool: serde reads its arguments, so that a `null` for an optional one is as good as none.
impl<'a> From<Definition<'a>> for ToolSpec<'a> {
    fn from(definition: Definition<'a>) -> Self {
        Self {
            nulls: NullMeans::AbsentOption,
            ..Self::canonical(
                definition.name(),
                definition.description(),
                definition.input_schema(),
            )
        }
    }
}

impl<'a> ToolSpec<'a> {
    /// A tool of foreign origin, under the name by which it is sent: see [`WireNames`].
    #[must_use]
    pub fn new(name: &'a str, description: &'a str, schema: &'a ForeignSchema) -> Self {
        Self::canonical(name, description, schema.json())
    }

    pub(crate) const fn canonical(
        name: &'a str,
        description: &'a str,
        input_schema: &'a RawValue,
    ) -> Self {
        Self {
            name,
            description,
            input_schema,
            origin: "",
            title: None,
            annotations: Annotations::UNSAID,
            fields: None,
            deferred: false,
            is_search: false,
            nulls: NullMeans::Itself,
        }
    }

    /// The same tool under another name: see [`WireNames::wire`].
    #[must_use]
    pub const fn name(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }

    /// The name by which it is sent.
    pub(crate) const fn wire_name(&self) -> &'a str {
        self.name
    }

    /// Where it comes from.
    pub(crate) const fn place(&self) -> &'a str {
        self.origin
    }

    /// Where the tool comes from, for [`Finding`]s.
    #[must_use]
    pub const fn origin(mut self, origin: &'a str) -> Self {
        self.origin = origin;
        self
    }

    /// A name for people. Only MCP has a place for it.
    #[must_use]
    pub const fn title(mut self, title: &'a str) -> Self {
        self.title = Some(title);
        self
    }

    /// What is said of the tool's effects. Only MCP has a place for it.
    #[must_use]
    pub const fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// What is said of the tool besides: a schema of its results, icons, metadata, further hints. Only MCP has
    /// a place for it.
    #[must_use]
    pub const fn fields(mut self, fields: &'a Fields) -> Self {
        self.fields = Some(fields);
        self
    }

    /// Sends the tool to be loaded later. Anthropic and `OpenAI` Responses mark it with `defer_loading`;
    /// elsewhere it is not written.
    #[must_use]
    pub const fn deferred(mut self, deferred: bool) -> Self {
        self.deferred = deferred;
        self
    }

    /// Sends the tool as the one that searches over those to be loaded later. `OpenAI` Responses has a
    /// form of its own for it; elsewhere it is a tool like any other.
    #[must_use]
    pub const fn search(mut self, is_search: bool) -> Self {
        self.is_search = is_search;
        self
    }

    /// Whether the tool takes a `null` for an optional argument as if the argument were not there, even where
    /// its schema accepts `null` and states no default. Where nothing is said, so it is with the options of tools
    /// made [from a definition](Definition), and not with those of others.
    #[must_use]
    pub const fn null_is_absent(mut self, null_is_absent: bool) -> Self {
        self.nulls = if null_is_absent { NullMeans::Absent } else { NullMeans::Itself };
        self
    }

    /// Takes out of a call's `arguments` each `null` that stands for an optional argument left out, as
    /// `OpenAI`'s strict form has it. A `null` that means something to the tool is kept.
    ///
    /// ```
    /// use serde_json::json;
    /// use toolcrib::provider::{ForeignSchema, ToolSpec};
    ///
    /// let schema = r#"{"properties": {"path": {"type": "string"}, "lines": {"type": "integer"}}, "required": ["path"]}"#;
    /// let schema = ForeignSchema::parse(schema)?;
    /// let mut arguments = json!({"path": "a.txt", "lines": null});
    /// ToolSpec::new("read_file", "Read a file.", &schema).absent_nulls(&mut arguments);
    /// assert_eq!(arguments, json!({"path": "a.txt"}));
    /// # Ok::<(), toolcrib::provider::SchemaRefused>(())
    /// ```
    pub fn absent_nulls(&self, arguments: &mut Value) {
        if let Ok(schema) = Node::parse(self.input_schema.get()) {
            absent_nulls(&schema, arguments, self.nulls);
        }
    }
}

impl Provider {
    /// All wire formats.
    pub const ALL: [Self; 8] = [
        Self::Neutral,
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::Anthropic,
        Self::DeepSeek,
        Self::Gemini,
        Self::GeminiOpenApi,
        Self::Mcp,
    ];

    /// The word for it in reports and settings, which stays as it is: `neutral`, `openai_chat`,
    /// `openai_responses`, `anthropic`, `deepseek`, `gemini`, `gemini_openapi` or `mcp`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::OpenAiChat => "openai_chat",
            Self::OpenAiResponses => "openai_responses",
            Self::Anthropic => "anthropic",
            Self::DeepSeek => "deepseek",
            Self::Gemini => "gemini",
            Self::GeminiOpenApi => "gemini_openapi",
            Self::Mcp => "mcp",
        }
    }

    /// Whether a tool can be sent to be loaded later.
    #[must_use]
    pub const fn defers(self) -> bool {
        !matches!(self.limits().deferral, limits::Deferral::None)
    }

    /// `name` as this provider takes it; see [`WireNames`] for a whole list and the way back.
    #[must_use]
    pub fn wire_name(self, name: &str) -> Cow<'_, str> {
        names::encode(&self.limits().names, name)
    }

    /// Writes `tools` as the value of a request's `tools` (for MCP, of a result's), in their order. The
    /// bytes depend on the tools and the options alone.
    ///
    /// # Panics
    ///
    /// Never: what is written is JSON.
    #[must_use]
    pub fn write(self, tools: &[ToolSpec<'_>], options: &WriteOptions) -> Box<RawValue> {
        let entries = self.entries(tools, options);
        let hosted = self.hosted(*options).map(|hosted| hosted.entry);
        let all = hosted.into_iter().chain(entries.iter().map(|entry| entry.get()));
        self.join(&all.collect::<Vec<_>>())
    }

    /// A list of which all bytes but the closing ones are those of `list`, with `entries` at its
    /// end: what [`write`](Self::write) and [`entries`](Self::entries) made.
    ///
    /// ```
    /// use toolcrib::provider::{ForeignSchema, Provider, ToolSpec, WriteOptions};
    ///
    /// let schema = ForeignSchema::parse("{}")?;
    /// let tool = |name| ToolSpec::new(name, "Do it.", &schema);
    /// let options = WriteOptions::new();
    /// let list = Provider::Gemini.write(&[tool("a")], &options);
    /// let loaded = Provider::Gemini.entries(&[tool("b")], &options);
    /// let longer = Provider::Gemini.append(&list, loaded.iter().map(|entry| entry.get()));
    /// assert_eq!(longer.get(), Provider::Gemini.write(&[tool("a"), tool("b")], &options).get());
    /// # Ok::<(), toolcrib::provider::SchemaRefused>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Where `list` or an entry is no such JSON.
    #[must_use]
    pub fn append<'e>(
        self,
        list: &RawValue,
        entries: impl IntoIterator<Item = &'e str>,
    ) -> Box<RawValue> {
        let close = if self.wraps() { gemini::CLOSE } else { "]" };
        let entries = entries.into_iter();
        match list.get().strip_suffix(close) {
            Some("[") | None => self.join(&entries.collect::<Vec<_>>()),
            Some(open) => {
                let mut out = open.to_owned();
                for entry in entries {
                    out.push(',');
                    out.push_str(entry);
                }
                out.push_str(close);
                RawValue::from_string(out).expect("lists and entries are JSON")
            }
        }
    }

    /// The provider's own search, where the list has it.
    fn hosted(self, options: WriteOptions) -> Option<limits::Hosted> {
        self.limits().hosted_search.filter(|_| options.hosted_search)
    }

    /// The name of the provider's own search, where the list has it.
    pub(crate) fn hosted_name(self, options: WriteOptions) -> Option<&'static str> {
        self.hosted(options).map(|hosted| hosted.name)
    }

    fn join(self, entries: &[&str]) -> Box<RawValue> {
        let wrapped = self.wraps() && !entries.is_empty();
        let (open, close) = if wrapped { (gemini::OPEN, gemini::CLOSE) } else { ("[", "]") };
        let json = format!("{open}{}{close}", entries.join(","));
        RawValue::from_string(json).expect("the writer writes JSON")
    }

    /// Whether all entries stand in one object.
    const fn wraps(self) -> bool {
        matches!(self, Self::Gemini | Self::GeminiOpenApi)
    }

    /// What [`write`](Self::write) puts into its list, one by one: for a list that grows at its end.
    ///
    /// # Panics
    ///
    /// Never: what is written is JSON.
    #[must_use]
    pub fn entries(self, tools: &[ToolSpec<'_>], options: &WriteOptions) -> Vec<Box<RawValue>> {
        let entry = |tool: &ToolSpec<'_>, prepared: &prepare::Prepared| {
            let mut out = String::new();
            match self {
                Self::Neutral => neutral::write(&mut out, tool),
                Self::OpenAiChat | Self::DeepSeek => openai_chat::write(&mut out, tool, prepared),
                Self::OpenAiResponses => openai_responses::write(&mut out, tool, prepared),
                Self::Anthropic => anthropic::write(&mut out, tool, prepared),
                Self::Gemini => gemini::write_json_schema(&mut out, tool, prepared),
                Self::GeminiOpenApi => gemini::write_openapi(&mut out, tool, prepared),
                Self::Mcp => mcp::write(&mut out, tool),
            }
            RawValue::from_string(out).expect("the writer writes JSON")
        };
        let prepared = prepare::prepare(self, tools, *options);
        let tools = tools.iter().zip(&prepared);
        tools
            .filter(|(tool, _)| self.writes(tool))
            .map(|(tool, prepared)| entry(tool, prepared))
            .collect()
    }

    /// What this provider would refuse or lose of `tools`, all at once: what concerns the list first,
    /// then tool by tool, in their order.
    #[must_use]
    pub fn lint(self, tools: &[ToolSpec<'_>], options: &WriteOptions) -> Vec<Finding> {
        lint::lint(self, tools, *options)
    }

    /// Whether this provider may refuse a request over a schema that was read, or generated: then
    /// [`lint`](Self::lint) says why.
    pub(crate) fn may_refuse(self, schema: &InputSchema) -> bool {
        let takes =
            |key: &str| self.limits().keys != limits::Keys::Portable || lint::is_portable(key);
        schema.is_suspect() || !schema.properties().iter().all(|property| takes(&property.name))
    }

    /// The provider, in messages.
    pub(crate) const fn who(self) -> &'static str {
        self.limits().who
    }

    fn writes(self, tool: &ToolSpec<'_>) -> bool {
        !tool.deferred || self.defers()
    }
}
