//! Whatever fits the published schema is accepted, and what does not is refused in words that lead to a call
//! which is accepted.
#![allow(dead_code, reason = "what is read is shown by `Debug`, which does not count as used")]
#![allow(
    clippy::unnecessary_wraps,
    clippy::too_many_arguments,
    reason = "adapters have one form, and some tools take a lot"
)]

#[path = "arguments/aliases.rs"]
mod aliases;
#[path = "arguments/bounds.rs"]
mod bounds;
#[path = "arguments/doors.rs"]
mod doors;
#[path = "arguments/follow.rs"]
mod follow;
#[path = "arguments/nulls.rs"]
mod nulls;
#[path = "arguments/numbers.rs"]
mod numbers;
#[path = "arguments/same.rs"]
mod same;
#[path = "arguments/schemas.rs"]
mod schemas;
#[path = "arguments/wrapped.rs"]
mod wrapped;

use serde_json::Value;
use toolcrib::provider::Provider;
use toolcrib::{Context, FailureKind, Outcome, Registry, Surface, ToolCall, Toolset};

/// A surface of `tools`, as it is sent to most, and as `OpenAI`'s strict form has it.
fn surfaces(tools: Toolset) -> [Surface; 2] {
    let registry = Registry::builder().toolset(tools).build().unwrap();
    let strict = registry.surface().provider(Provider::OpenAiResponses).strict_schemas(true);
    [registry.surface().build().unwrap(), strict.build().unwrap()]
}

/// Calls a tool and waits for it.
fn call(surface: &Surface, name: &str, arguments: &str) -> Outcome {
    pollster::block_on(surface.call(ToolCall::new(name, arguments), &Context::new()))
}

/// What a call says, or what its arguments are refused with; nothing else may happen.
fn run(surface: &Surface, name: &str, arguments: &str) -> Result<String, String> {
    let outcome = call(surface, name, arguments);
    let text = outcome.text().into_owned();
    if outcome.is_success() {
        return Ok(text);
    }
    assert_eq!(outcome.failure(), Some(FailureKind::BadArguments), "{arguments}: {text}");
    assert!(!outcome.executed(), "{arguments}");
    Err(text)
}

/// The value of a key in an outcome's metadata.
fn meta<'o>(outcome: &'o Outcome, key: &str) -> Option<&'o Value> {
    outcome.meta().iter().find(|(one, _)| one == key).map(|(_, value)| value)
}
