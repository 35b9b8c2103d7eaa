//! One small set of tools as each provider gets it, in plain files: one tool a line.
//!
//! `UPDATE_EXPECTED=1 cargo test -p toolcrib-tests --test provider` writes them again.

use std::path::Path;

use toolcrib::provider::{Provider, ToolSpec, WriteOptions};
use toolcrib::{Annotations, Registry, tool};

use super::schema;

/// Wait for a running shell command.
#[tool(register = false)]
fn exec_shell_wait(
    /// Which command.
    id: u32,
    /// How long, in milliseconds.
    #[arg(default = 1000)]
    timeout: u32,
    /// What to wait for.
    until: Option<String>,
) -> String {
    format!("{id} {timeout} {until:?}")
}

const TREE: &str = r##"{"type": "object", "required": ["root"], "properties": {
    "root": {"$ref": "#/$defs/node", "description": "The topmost."},
    "mode": {"enum": ["brief", "full"], "default": "brief"},
    "by": {"oneOf": [{"type": "string", "format": "uri"}, {"type": "integer", "minimum": 1}, {"type": "null"}], "default": null},
    "page": {"const": 1}},
  "$defs": {"node": {"type": "object", "properties": {
    "name": {"type": "string", "minLength": 1}, "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}, "required": ["name"]}}}"##;

const MAP: &str = r#"{"properties": {"labels": {"type": "object", "additionalProperties": {"type": "string"}}, "n": {"type": ["integer", "string", "null"], "maximum": 9}}}"#;

fn check(provider: Provider, options: WriteOptions, file: &str) {
    let registry = Registry::builder().tool::<exec_shell_wait>().build().unwrap();
    let native = registry.tools()[0].definition();
    let (none, tree, map) = (schema("{}"), schema(TREE), schema(MAP));
    let mut read_only = Annotations::default();
    read_only.read_only = Some(true);
    read_only.open_world = Some(false);
    let specs = [
        ToolSpec::from(native).title("Wait"),
        ToolSpec::new("list", "List all.\n\"All\" of them.", &none).annotations(read_only),
        ToolSpec::new("draw", "Draw a tree.", &tree),
        ToolSpec::new("label", "Label it.", &map).deferred(true),
    ];
    let entries = provider.entries(&specs, &options);
    let lines: Vec<_> = entries.iter().map(|entry| entry.get()).collect();
    assert_eq!(lines.len(), if provider.defers() { 4 } else { 3 });
    let (open, close) = match provider {
        Provider::Gemini | Provider::GeminiOpenApi => (r#"[{"functionDeclarations":["#, "]}]"),
        _ => ("[", "]"),
    };
    let sent = provider.write(&specs, &options);
    assert_eq!(sent.get(), format!("{open}{}{close}", lines.join(",")));
    let findings = provider.lint(&specs, &options);
    let findings: Vec<_> = findings.iter().map(ToString::to_string).collect();
    let found = format!("{}\n\n{}\n", lines.join("\n"), findings.join("\n"));

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("provider/expected").join(file);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), found, "{file}");
}

#[test]
fn each_provider_gets_its_form() {
    for (provider, file) in [
        (Provider::Neutral, "neutral.txt"),
        (Provider::OpenAiChat, "openai_chat.txt"),
        (Provider::OpenAiResponses, "openai_responses.txt"),
        (Provider::Anthropic, "anthropic.txt"),
        (Provider::DeepSeek, "deepseek.txt"),
        (Provider::Gemini, "gemini.txt"),
        (Provider::GeminiOpenApi, "gemini_openapi.txt"),
        (Provider::Mcp, "mcp.txt"),
    ] {
        check(provider, WriteOptions::new(), file);
    }
    for (provider, file) in [
        (Provider::OpenAiChat, "openai_chat_strict.txt"),
        (Provider::OpenAiResponses, "openai_responses_strict.txt"),
        (Provider::Anthropic, "anthropic_strict.txt"),
        (Provider::DeepSeek, "deepseek_strict.txt"),
    ] {
        check(provider, WriteOptions::new().strict(true), file);
    }
}

#[test]
fn nothing_is_an_empty_list() {
    for provider in Provider::ALL {
        assert_eq!(provider.write(&[], &WriteOptions::new()).get(), "[]");
    }
}

/// The neutral form of a registry's tools is what its surface has always sent.
#[test]
fn the_neutral_form_is_the_head() {
    let registry = Registry::builder().tool::<exec_shell_wait>().build().unwrap();
    let surface = registry.surface().build().unwrap();
    let specs = [ToolSpec::from(registry.tools()[0].definition())];
    let sent = Provider::Neutral.write(&specs, &WriteOptions::new());
    assert_eq!(sent.get(), surface.tools().get());
    assert_eq!(Provider::Anthropic.write(&specs, &WriteOptions::new()).get(), sent.get());
}
