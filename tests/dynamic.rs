//! Dynamic tools: real catalogs are taken as they are, hostile ones are refused in bounded time.

#[path = "dynamic/arguments.rs"]
mod arguments;
#[path = "dynamic/catalogs.rs"]
mod catalogs;
#[path = "dynamic/handler.rs"]
mod handler;
#[path = "dynamic/hostile.rs"]
mod hostile;
#[path = "dynamic/mcp.rs"]
mod mcp;
#[path = "dynamic/random.rs"]
mod random;
#[path = "dynamic/tail.rs"]
mod tail;

use toolcrib::Output;
use toolcrib::dynamic::{DynamicSource, DynamicTool, Refusal, handler_fn};

/// A source whose tools answer with nothing.
fn source(name: &str, json: &str) -> DynamicSource {
    let source = DynamicSource::from_mcp(name, json).unwrap();
    source.handler(handler_fn(|_, _| Box::pin(async { Ok(Output::empty()) })))
}

/// A tool whose schema is `schema`, or why it is refused.
fn taken(schema: &str) -> Result<String, Refusal> {
    let list = format!(r#"[{{"name": "a", "inputSchema": {schema}}}]"#);
    let source = source("one", &list);
    match source.refused() {
        [] => Ok(source.tools().next().unwrap().input_schema().get().to_owned()),
        [refused, ..] => {
            assert_eq!(source.tools().len(), 0);
            assert_harmless(&refused.to_string());
            Err(refused.refusal.clone())
        }
    }
}

/// A definition as it would be sent.
fn bytes(tool: &DynamicTool) -> String {
    let definition = tool.definition();
    let (name, description) = (definition.name(), definition.description());
    format!("{name:?} {description:?} {}", definition.input_schema().get())
}

/// Nothing in a message turns the terminal or hides from people, and it is short.
fn assert_harmless(message: &str) {
    let harmful = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{e0000}'..='\u{e0fff}')
    };
    assert!(!message.contains(harmful), "{message:?}");
    assert!(message.chars().count() < 1_200, "{message}");
}
