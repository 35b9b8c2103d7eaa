//! Surfaces: what one session sees and may call, through every door.

#[path = "surface/catalogs.rs"]
mod catalogs;
#[path = "surface/clashes.rs"]
mod clashes;
#[path = "surface/leaks.rs"]
mod leaks;
#[path = "surface/lookup.rs"]
mod lookup;
#[path = "surface/names.rs"]
mod names;
#[path = "surface/refused.rs"]
mod refused;
#[path = "surface/report.rs"]
mod report;
#[path = "surface/rules.rs"]
mod rules;
#[path = "surface/search.rs"]
mod search;
#[path = "surface/strategy.rs"]
mod strategy;
#[path = "surface/suggest.rs"]
mod suggest;
#[path = "surface/swap.rs"]
mod swap;
#[path = "surface/twins.rs"]
mod twins;

use toolcrib::dynamic::{DynamicSource, handler_fn};
use toolcrib::{Context, Outcome, Output, Registry, Surface, ToolCall, Toolset, tool, toolset};

/// Run a command in the workspace.
#[tool(
    register = false,
    tags("shell"),
    alias(name = "exec", lifecycle = "hidden"),
    alias(name = "run_command", lifecycle = "deprecated")
)]
fn exec_shell(command: &str) -> String {
    format!("ran {command}")
}

/// Read a file.
#[tool(register = false, read_only, tags("files"))]
fn read_file(path: String, lines: Option<u32>, #[arg(default = 7)] from: u32) -> String {
    format!("{path} {lines:?} {from}")
}

/// Say a text aloud.
#[tool(register = false, lifecycle = "deferred", tags("voice"))]
fn speech(text: String) -> String {
    text
}

/// Listen to what is said.
#[tool(register = false, lifecycle = "deferred", read_only, tags("voice"))]
fn listen() -> &'static str {
    "nothing"
}

/// Say a text, as it was done before.
#[tool(register = false, lifecycle = "deprecated", replacement = "speech")]
fn say(text: String) -> String {
    text
}

const TOOLS: Toolset = toolset![exec_shell, read_file, speech, listen, say];

fn registry() -> Registry {
    let gone = toolcrib::Tombstone::new("shout", "1.0.0").replacement("speech");
    Registry::builder().toolset(TOOLS).retired([gone]).build().unwrap()
}

/// A source whose tools say who was called with what.
fn source(name: &str, json: &str) -> DynamicSource {
    DynamicSource::from_mcp(name, json).unwrap().handler(handler_fn(|call, _cx| {
        let said = format!("{}/{} {}", call.source, call.name, call.arguments);
        Box::pin(async move { Ok(Output::text(said)) })
    }))
}

fn call(surface: &Surface, name: &str, arguments: &str) -> Outcome {
    pollster::block_on(surface.call(ToolCall::new(name, arguments), &Context::new()))
}
