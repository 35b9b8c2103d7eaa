//! Gemini: `[{functionDeclarations: [{name, description, parametersJsonSchema or parameters}]}]`.
//!
//! Source: ai.google.dev/api/caching#FunctionDeclaration and google-genai 3.6.1. The two ways to say the
//! parameters exclude one another.

use super::ToolSpec;
use crate::schema::dialect::{Node, openapi};
use crate::schema::write_string;

pub(super) const OPEN: &str = "[{\"functionDeclarations\":[";
pub(super) const CLOSE: &str = "]}]";

pub(super) fn write_json_schema(out: &mut String, tool: &ToolSpec<'_>) {
    write_texts(out, tool);
    out.push_str(",\"parametersJsonSchema\":");
    out.push_str(tool.input_schema.get());
    out.push('}');
}

/// Without arguments there are no `parameters`: an object of no properties is refused
/// (github.com/pipecat-ai/pipecat-flows/issues/110).
pub(super) fn write_openapi(out: &mut String, tool: &ToolSpec<'_>) {
    write_texts(out, tool);
    if let Ok(schema) = Node::parse(tool.input_schema.get()) {
        let (parameters, _) = openapi(&schema);
        if parameters.get("type").and_then(Node::as_str) != Some("object")
            || parameters.get("properties").is_some()
        {
            out.push_str(",\"parameters\":");
            parameters.write(out);
        }
    }
    out.push('}');
}

fn write_texts(out: &mut String, tool: &ToolSpec<'_>) {
    out.push_str("{\"name\":");
    write_string(out, tool.name);
    out.push_str(",\"description\":");
    write_string(out, tool.description);
}
