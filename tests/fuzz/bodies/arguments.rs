//! Arguments of calls: what cannot be read runs nothing, and the answer is fit for a model.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use toolcrib::dynamic::{DynamicSource, Exposure, handler_fn};
use toolcrib::serde_json::{self, Map, Value};
use toolcrib::{Context, Output, Provider, Registry, Surface, ToolCall, tool};

use super::harmless::assert_harmless;

/// How many bodies have run. One call runs at a time.
static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Edit a file.
#[tool(register = false, alias(name = "change", lifecycle = "hidden", rename(file = "path")))]
fn edit(
    path: String,
    #[arg(default = 5)] lines: u32,
    factor: Option<f64>,
    tags: Option<Vec<String>>,
) -> String {
    RUNS.fetch_add(1, Ordering::Relaxed);
    format!("{path:?} {lines} {factor:?} {tags:?}")
}

/// Do nothing.
#[tool(register = false)]
fn idle() -> &'static str {
    RUNS.fetch_add(1, Ordering::Relaxed);
    "idle"
}

/// What a server offers: closed and open, with references, alternatives and enumerations.
const LIST: &str = r##"[
    {"name": "closed", "inputSchema": {"properties": {
        "a": {"$ref": "#/$defs/a"}, "b": {"type": "integer"}, "c": {"enum": ["x", 1, null]}},
        "required": ["a"], "additionalProperties": false,
        "$defs": {"a": {"type": ["string", "null"]}}}},
    {"name": "open", "inputSchema": {"properties": {
        "list": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "number"}}}},
        "either": {"anyOf": [{"type": "string"}, {"type": "object", "properties": {"x": {"type": "string"}}}]}}}}
]"##;

static SURFACES: LazyLock<[Surface; 2]> = LazyLock::new(|| {
    let registry = Registry::builder().tool::<edit>().tool::<idle>().build().unwrap();
    let handler = || {
        handler_fn(|call, _| {
            RUNS.fetch_add(1, Ordering::Relaxed);
            let given = serde_json::from_str::<Map<String, Value>>(call.arguments);
            given.expect("a handler is given a JSON object");
            Box::pin(async { Ok(Output::text("ran")) })
        })
    };
    let source = DynamicSource::from_mcp("s", LIST).unwrap().exposure(Exposure::Active);
    let surface = |provider, strict| {
        let surface = registry.surface().provider(provider).strict_schemas(strict);
        surface.source(source.clone().handler(handler())).build().unwrap()
    };
    [surface(Provider::Neutral, false), surface(Provider::OpenAiChat, true)]
});

/// The first byte chooses the tool and the surface, the rest is the text of the arguments.
pub(crate) fn run(data: &[u8]) {
    let Some((choice, text)) = data.split_first() else { return };
    let name = ["edit", "change", "idle", "closed", "open"][usize::from(*choice) % 5];
    let surface = &SURFACES[usize::from(*choice) / 5 % 2];
    let text = String::from_utf8_lossy(text);
    let before = RUNS.load(Ordering::Relaxed);
    let outcome = pollster::block_on(surface.call(ToolCall::new(name, &text), &Context::new()));
    let runs = RUNS.load(Ordering::Relaxed) - before;
    assert_eq!(runs, usize::from(outcome.executed()), "{name} with {text:?}");
    if outcome.executed() {
        assert!(is_readable(&text), "{name} ran with {text:?}");
    } else {
        assert_harmless(&outcome.text());
    }
}

/// Whether a text is nothing, a JSON object, or a JSON string that holds one or nothing.
fn is_readable(text: &str) -> bool {
    let is_nothing = |text: &str| text.trim().is_empty();
    let read = |text: &str| serde_json::from_str::<Value>(text);
    is_nothing(text)
        || match read(text) {
            Ok(Value::Object(_) | Value::Null) => true,
            Ok(Value::String(inner)) => {
                is_nothing(&inner) || matches!(read(&inner), Ok(Value::Object(_) | Value::Null))
            }
            _ => false,
        }
}
