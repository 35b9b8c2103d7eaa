//! What providers are sent, and what a lint says of it before.

#[path = "provider/catalogs.rs"]
mod catalogs;
#[path = "provider/forms.rs"]
mod forms;
#[path = "provider/hostile.rs"]
mod hostile;
#[path = "provider/lint.rs"]
mod lint;
#[path = "provider/mended.rs"]
mod mended;
#[path = "provider/names.rs"]
mod names;
#[path = "provider/random.rs"]
mod random;
#[path = "provider/strict.rs"]
mod strict;
#[path = "provider/subset.rs"]
mod subset;

use serde_json::Value;
use toolcrib::provider::{ForeignSchema, Provider};

/// A schema that must be one.
fn schema(text: &str) -> ForeignSchema {
    ForeignSchema::parse(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// The schemas in the bytes that a provider is sent, by the name of their tool.
fn schemas(provider: Provider, sent: &str) -> Vec<(String, Option<Value>)> {
    let sent: Value = serde_json::from_str(sent).unwrap();
    let entries = match provider {
        Provider::Gemini | Provider::GeminiOpenApi => &sent[0]["functionDeclarations"],
        _ => &sent,
    };
    let entries = entries.as_array().into_iter().flatten();
    let one = |entry: &Value| {
        let (of, key) = match provider {
            Provider::OpenAiChat | Provider::DeepSeek => (&entry["function"], "parameters"),
            Provider::OpenAiResponses | Provider::GeminiOpenApi => (entry, "parameters"),
            Provider::Gemini => (entry, "parametersJsonSchema"),
            Provider::Mcp => (entry, "inputSchema"),
            _ => (entry, "input_schema"),
        };
        (of["name"].as_str().unwrap().to_owned(), of.get(key).cloned())
    };
    entries.map(one).collect()
}
