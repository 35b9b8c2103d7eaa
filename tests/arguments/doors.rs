//! One rule for no arguments at all, at every way into a tool.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolcrib::dynamic::{DynamicSource, handler_fn};
use toolcrib::provider::Provider;
use toolcrib::ready::{tool_call, tool_search};
use toolcrib::schemars::JsonSchema;
use toolcrib::{
    Args, Context, Conversation, FailureKind, Output, Registry, State, Strategy, Surface, Tool,
    ToolCall, ToolError, tool, toolset,
};

use super::call;

fn count(runs: &AtomicU32) -> String {
    runs.fetch_add(1, Ordering::Relaxed);
    "healthy".into()
}

fn leave(_: &mut Map<String, Value>) -> Result<(), ToolError> {
    Ok(())
}

/// Take nothing.
#[tool(
    register = false,
    alias(name = "nothing_before", lifecycle = "hidden"),
    alias(name = "nothing_adapted", lifecycle = "hidden", adapt = leave)
)]
fn nothing(runs: State<AtomicU32>) -> String {
    count(&runs)
}

/// Take what may be left out.
#[tool(
    register = false,
    alias(name = "optional_renamed", lifecycle = "hidden", rename(l = "limit")),
    alias(name = "optional_set", lifecycle = "hidden", set(limit = 4))
)]
fn optional(limit: Option<u32>, #[arg(default = 2)] page: u32, runs: State<AtomicU32>) -> String {
    let _ = (limit, page);
    count(&runs)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Open {
    limit: Option<u32>,
}

/// Take a type that is open.
#[tool(register = false)]
async fn open(Args(_): Args<Open>, runs: State<AtomicU32>) -> String {
    count(&runs)
}

struct Unit(State<AtomicU32>);

/// Take nothing, as a type.
#[tool(name = "unit", register = false, from_state)]
impl Tool for Unit {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _: &Context<'_>) -> Result<String, ToolError> {
        Ok(count(&self.0))
    }
}

const NATIVE: [&str; 8] = [
    "nothing",
    "nothing_before",
    "nothing_adapted",
    "optional",
    "optional_renamed",
    "optional_set",
    "open",
    "unit",
];

/// Surfaces of all kinds with all these tools, and a dynamic one.
fn surfaces() -> (Vec<Surface>, Arc<AtomicU32>) {
    let runs = Arc::new(AtomicU32::new(0));
    let tools = toolset![nothing, optional, open, Unit, tool_call, tool_search];
    let registry = Registry::builder().toolset(tools).shared_state(Arc::clone(&runs));
    let registry = registry.state(Unit(State(Arc::clone(&runs)))).build().unwrap();
    let source = || {
        let runs = Arc::clone(&runs);
        let list =
            json!([{"name": "remote", "inputSchema": {"properties": {"x": {"type": "string"}}}}]);
        DynamicSource::from_mcp("s", &list.to_string()).unwrap().handler(handler_fn(
            move |call, _| {
                let said = count(&runs);
                assert_eq!(call.arguments.replace(' ', ""), "{}");
                Box::pin(async move { Ok(Output::text(said)) })
            },
        ))
    };
    let surface = || registry.surface().strategy(Strategy::Bridge).source(source());
    let strict = surface().provider(Provider::OpenAiChat).strict_schemas(true).build().unwrap();
    (vec![surface().build().unwrap(), strict], runs)
}

/// Forms of no arguments, as the text of a call and as a value in the arguments of the bridge.
const NOTHING: [&str; 10] = [
    "{}",
    " { } ",
    "null",
    "\"\"",
    "\"null\"",
    "\"{}\"",
    "\" \"",
    "\" {} \"",
    "\"\\n null\"",
    "  null ",
];
const SOMETHING: [&str; 14] = [
    "[1]",
    "[]",
    "3",
    "true",
    "false",
    "0",
    "\"garbage\"",
    "\"[1]\"",
    "\"3\"",
    "\"true\"",
    "\"\\\"\\\"\"",
    "\"\\u00a0\"",
    "[null]",
    "\"{\"",
];

#[test]
fn no_arguments_are_no_arguments_at_every_door() {
    let (surfaces, runs) = surfaces();
    let mut expected = 0;
    for surface in &surfaces {
        for name in NATIVE.into_iter().chain(["remote"]) {
            for text in NOTHING.into_iter().chain(["", " ", "\n\t "]) {
                let outcome = call(surface, name, text);
                assert_eq!(outcome.text(), "healthy", "{name} {text:?}");
                expected += 1;
            }
            let absent = format!(r#"{{"name": "{name}"}}"#);
            let given = NOTHING.map(|text| format!(r#"{{"name": "{name}", "arguments": {text}}}"#));
            for text in given.into_iter().chain([absent]) {
                let outcome = call(surface, "tool_call", &text);
                assert_eq!(outcome.text(), "healthy", "{text}");
                expected += 1;
                // The whole of it in a string, as models send it.
                let wrapped = Value::from(text).to_string();
                assert_eq!(call(surface, "tool_call", &wrapped).text(), "healthy", "{wrapped}");
                expected += 1;
            }
        }
    }
    assert_eq!(runs.load(Ordering::Relaxed), expected);
}

#[test]
fn what_is_no_object_never_runs_at_any_door() {
    let (surfaces, runs) = surfaces();
    for surface in &surfaces {
        let conversation = Conversation::new(surface.clone());
        for name in NATIVE.into_iter().chain(["remote"]) {
            let bare =
                ["garbage", "{", "{}}", "{} {}", "nul", "\u{a0}", "{\"limit\" 3}", "undefined"];
            let direct = SOMETHING.into_iter().chain(bare).map(|text| (name, text.to_owned()));
            let bridged = SOMETHING
                .map(|text| ("tool_call", format!(r#"{{"name": "{name}", "arguments": {text}}}"#)));
            let wrong = [
                ("tool_call", format!(r#"{{"name": "{name}", "arguments": garbage}}"#)),
                ("tool_call", format!(r#"{{"name": "{name}", "arguments": {{}}, "more": 1}}"#)),
                ("tool_call", format!(r#"["{name}"]"#)),
            ];
            for (name, text) in direct.chain(bridged).chain(wrong) {
                let outcome = call(surface, name, &text);
                assert_eq!(outcome.failure(), Some(FailureKind::BadArguments), "{name} {text}");
                assert!(!outcome.executed());
                let turn = conversation.turn();
                let outcome =
                    pollster::block_on(turn.call(ToolCall::new(name, &text), &Context::new()));
                assert!(!outcome.executed(), "{name} {text}");
            }
        }
    }
    assert_eq!(runs.load(Ordering::Relaxed), 0);
}
