//! What may stand around a tool, and in it: nothing of it breaks the tool, or makes a warning.

#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused, non_ascii_idents, uncommon_codepoints, unreachable_pub)]
#![deny(clippy::pedantic, clippy::all)]
#![allow(unused_qualifications, unused_braces, reason = "types in all spellings are the point")]
#![allow(
    clippy::many_single_char_names,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    reason = "the tools here do nothing"
)]

use std::sync::OnceLock;

use serde_json::Value;
use toolcrib::{Context, Outcome, Registry, ToolCall};

#[path = "hygiene/attributes.rs"]
mod attributes;
#[path = "hygiene/blanket.rs"]
mod blanket;
#[path = "hygiene/cfgs.rs"]
mod cfgs;
#[path = "hygiene/macros.rs"]
mod macros;
#[path = "hygiene/names.rs"]
mod names;
#[path = "hygiene/parameters.rs"]
mod parameters;
#[path = "hygiene/prelude.rs"]
mod prelude;
#[path = "hygiene/returns.rs"]
mod returns;
#[path = "hygiene/scopes.rs"]
mod scopes;
#[path = "hygiene/types.rs"]
mod types;

/// Everything that this program declares.
fn registry() -> &'static Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    REGISTRY.get_or_init(|| {
        let builder = Registry::builder().collect();
        let builder = builder.state(parameters::Counter::default()).state(types::Session(7));
        builder.build().unwrap_or_else(|error| panic!("{error}"))
    })
}

fn outcome(name: &str, arguments: &str) -> Outcome {
    let surface = registry().surface().build().expect("there is a surface");
    pollster::block_on(surface.call(ToolCall { id: "call_1", name, arguments }, &Context::new()))
}

/// What a call answers.
fn call(name: &str, arguments: &str) -> String {
    let outcome = outcome(name, arguments);
    assert!(outcome.failure().is_none(), "{name}: {}", outcome.text());
    outcome.text().into_owned()
}

fn is_there(name: &str) -> bool {
    registry().tools().iter().any(|tool| tool.name() == name)
}

/// The definition of a tool.
fn definition(name: &str) -> Value {
    let surface = registry().surface().build().expect("there is a surface");
    let head: Vec<Value> = serde_json::from_str(surface.tools().get()).expect("the head is JSON");
    let found = head.into_iter().find(|tool| tool["name"] == name);
    found.unwrap_or_else(|| panic!("`{name}` is not in the head"))
}
