//! Tools that a model needs to find and call other tools. They are declared like any other and never
//! collected: a registry has those that it is given.
//!
//! ```
//! use toolcrib::ready::{tool_call, tool_search};
//! use toolcrib::{Context, Registry, Strategy, ToolCall, tool};
//!
//! /// Say a text aloud.
//! #[tool(register = false, lifecycle = "deferred")]
//! fn speech(text: String) -> String {
//!     text
//! }
//!
//! # pollster::block_on(async {
//! let registry = Registry::builder()
//!     .tool::<speech>()
//!     .tool::<tool_search>()
//!     .tool::<tool_call>()
//!     .build()?;
//! let surface = registry.surface().strategy(Strategy::Bridge).build()?;
//! let cx = Context::new();
//!
//! let search = ToolCall::new("tool_search", r#"{"query": "read something aloud"}"#);
//! assert!(surface.call(search, &cx).await.text().contains(r#""name":"speech""#));
//!
//! let call = ToolCall::new("tool_call", r#"{"name": "speech", "arguments": {"text": "hello"}}"#);
//! let outcome = surface.call(call, &cx).await;
//! assert_eq!((outcome.tool(), &*outcome.text()), (Some("speech"), "hello"));
//! # Ok::<(), toolcrib::BuildError>(())
//! # }).unwrap();
//! ```

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::arguments::whole;
use crate::entry::{ArgumentsType, Call, Invocation, SchemaSource, Target};
use crate::outcome::{FOUND_KEY, FOUND_SHA256_KEY};
use crate::provider::Provider;
use crate::search::{DEFAULT_RESULTS, MAX_RESULTS, Mode, Query};
use crate::surface::fingerprint;
use crate::tool::Declared;
use crate::{
    Annotations, Content, Context, Entry, Origin, Output, SearchResults, Selected, Strategy,
    ToolError, tool,
};

/// Find tools that are not in the list: they exist, and their definitions are returned. Search before you
/// say that something cannot be done.
#[tool(register = false, title = "Search tools", read_only, idempotent)]
pub fn tool_search(
    /// What the tool should do, in a few words: `open a pull request`. Or `+slack send a message` (the word
    /// with `+` must occur), `select:name_a,name_b` (exact names), `/regex/`. At most 500 characters.
    query: &str,
    /// How the query is read; by its form where left out.
    mode: Option<Mode>,
    /// How many tools are returned at most; 5 where left out.
    limit: Option<Limit>,
    cx: &Context,
) -> Result<Output, ToolError> {
    let Some(surface) = cx.surface() else {
        return Err(ToolError::failed("there is no surface to search: call the tool through one"));
    };
    let query = Query::parse(query, mode.unwrap_or_default()).map_err(ToolError::bad_arguments)?;
    let found = surface.search(&query, limit.map_or(DEFAULT_RESULTS, |limit| limit.0));
    let names: Vec<&str> = found.hits.iter().map(|hit| hit.name).collect();
    let by_reference =
        surface.provider() == Provider::Anthropic && surface.strategy() == Some(Strategy::Native);
    let output = if by_reference { references(&found) } else { definitions(&found)? };
    let digests = found.hits.iter().map(|hit| fingerprint(hit.source, hit.entry.get()));
    let digests: Vec<String> = digests.collect();
    Ok(output.with_meta(FOUND_KEY, names).with_meta(FOUND_SHA256_KEY, digests))
}

/// How many tools [`tool_search`] returns: 1 to [`MAX_RESULTS`].
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "usize")]
pub struct Limit(usize);

impl TryFrom<usize> for Limit {
    type Error = String;

    fn try_from(limit: usize) -> Result<Self, String> {
        match limit {
            1..=MAX_RESULTS => Ok(Self(limit)),
            _ => Err(format!("a search returns 1 to {MAX_RESULTS} tools, not {limit}")),
        }
    }
}

impl JsonSchema for Limit {
    fn schema_name() -> Cow<'static, str> {
        "Limit".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "minimum": 1, "maximum": MAX_RESULTS })
    }
}

/// What was found, for a provider that has the definitions already.
fn references(found: &SearchResults<'_>) -> Output {
    let reference = |name: &str| Content::ToolReference { tool_name: name.to_owned() };
    let parts = found.hits.iter().map(|hit| reference(hit.wire_name));
    parts.chain(missed(found).map(Content::text)).fold(Output::empty(), Output::with_content)
}

/// What was not found, in words.
fn missed(found: &SearchResults<'_>) -> Option<String> {
    let answers = found.selected.iter().map(|one| one.answer.clone());
    let is_answered = |name: &&String| !found.selected.iter().any(|one| one.name == **name);
    let names = found.not_found.iter().filter(is_answered);
    let names = names.map(|name| format!("`{name}` was not found"));
    let words = found.unmatched.iter().map(|word| format!("no tool has the word `{word}`"));
    let said = answers.chain(names).chain(words).chain(found.hint.map(str::to_owned));
    let said: Vec<_> = said.collect();
    (!said.is_empty()).then(|| said.join("; "))
}

/// What was found, each tool as it stands in a list of tools.
fn definitions(found: &SearchResults<'_>) -> Result<Output, ToolError> {
    #[derive(Serialize)]
    struct Answer<'a> {
        tools: Vec<&'a RawValue>,
        #[serde(skip_serializing_if = "<[Selected]>::is_empty")]
        selected: &'a [Selected],
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        not_found: &'a [String],
        /// The words that no tool has.
        #[serde(skip_serializing_if = "<[String]>::is_empty")]
        unmatched: &'a [String],
        #[serde(skip_serializing_if = "Option::is_none")]
        hint: Option<&'static str>,
    }
    let tools = found.hits.iter().map(|hit| &*hit.entry).collect();
    let SearchResults { selected, not_found, unmatched, hint, .. } = found;
    Output::structured(&Answer { tools, selected, not_found, unmatched, hint: *hint })
}

/// Calls a tool that is not in the list, by its name: `{name, arguments}`. For a list that never changes;
/// see [`Strategy::Bridge`]; a surface with another strategy denies it. The outcome is that of the tool which is called.
#[allow(non_camel_case_types, reason = "a tool's path is its name, as it is for functions")]
#[derive(Debug)]
pub struct tool_call {}

#[diagnostic::do_not_recommend]
impl Declared for tool_call {
    const DECLARED: Option<&'static Entry> = Some(TOOL_CALL);
    const NAME: &'static str = TOOL_CALL.name;
}

/// The record of [`tool_call`]. Not made by the attribute, since it runs another tool in its place.
pub(crate) static TOOL_CALL: &Entry = {
    static ENTRY: Entry = Entry {
        name: "tool_call",
        description: "Call a tool that is not in the list, by the name and with the arguments of its \
                      definition, as `tool_search` returned it.",
        title: Some("Call a tool"),
        annotations: Annotations::UNSAID,
        origin: Origin::new(module_path!(), file!(), line!(), column!()),
        schema: SchemaSource::Type(&ArgumentsType::of::<Bridged>()),
        run: forward,
        ..Entry::BASE
    };
    &ENTRY
};

/// The arguments of [`tool_call`].
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Bridged {
    /// The name of the tool.
    name: String,
    /// Its arguments.
    #[serde(default)]
    #[schemars(schema_with = "object")]
    arguments: Option<Box<RawValue>>,
}

fn object(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "object", "additionalProperties": true })
}

fn forward(invocation: Invocation<'_>) -> Call<'_> {
    match target(invocation.arguments) {
        Ok(target) => Call::Forward(target),
        Err(errors) => Call::Refused(errors),
    }
}

/// What a call of [`tool_call`] with these arguments is to run.
pub(crate) fn target(arguments: &str) -> Result<Target<'static>, Box<crate::ArgumentErrors>> {
    let Bridged { name, arguments } = whole::<Bridged>(arguments)?;
    let arguments =
        arguments.map_or(Cow::Borrowed("{}"), |json| String::from(Box::<str>::from(json)).into());
    Ok(Target { name: name.into(), arguments })
}
