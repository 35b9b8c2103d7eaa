//! What a registry does, by theme.

#[path = "behaviour/build.rs"]
mod build;
#[path = "behaviour/context.rs"]
mod context;
#[path = "behaviour/defaults.rs"]
mod defaults;
#[path = "behaviour/dispatch.rs"]
mod dispatch;
#[path = "behaviour/foreign.rs"]
mod foreign;
#[path = "behaviour/guard.rs"]
mod guard;
#[path = "behaviour/head.rs"]
mod head;
#[path = "behaviour/manifest.rs"]
mod manifest;
#[path = "behaviour/returns.rs"]
mod returns;
#[path = "behaviour/schema.rs"]
mod schema;
#[path = "behaviour/spelling.rs"]
mod spelling;
#[path = "behaviour/states.rs"]
mod states;
#[path = "behaviour/texts.rs"]
mod texts;
#[path = "behaviour/whole.rs"]
mod whole;

use toolcrib::{Context, Outcome, Surface, ToolCall};

/// Calls a tool and waits for it.
fn call(surface: &Surface, name: &str, arguments: &str) -> Outcome {
    pollster::block_on(surface.call(ToolCall::new(name, arguments), &Context::new()))
}
