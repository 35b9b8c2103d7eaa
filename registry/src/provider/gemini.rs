//! Gemini: `[{functionDeclarations: [{name, description, parametersJsonSchema or parameters}]}]`.
//!
//! Source: ai.google.dev/api/caching#FunctionDeclaration and google-genai 3.6.1. The two ways to say the
//! parameters exclude one another.

use super::prepare::Prepared;
use super::{Provider, ToolSpec};
use crate::schema::write_string;

pub(super) const OPEN: &str = "[{\"functionDeclarations\":[";
pub(super) const CLOSE: &str = "]}]";

pub(super) fn write_json_schema(out: &mut String, tool: &ToolSpec<'_>, prepared: &Prepared) {
    write_texts(out, tool, prepared);
    out.push_str(",\"parametersJsonSchema\":");
    out.push_str(prepared.schema(tool));
    out.push('}');
}

/// Without arguments there are no `parameters`: an object of no properties is refused
/// (github.com/pipecat-ai/pipecat-flows/issues/110).
pub(super) fn write_openapi(out: &mut String, tool: &ToolSpec<'_>, prepared: &Prepared) {
    write_texts(out, tool, prepared);
    if let Some(parameters) = prepared.openapi_parameters() {
        out.push_str(",\"parameters\":");
        out.push_str(parameters);
    }
    out.push('}');
}

fn write_texts(out: &mut String, tool: &ToolSpec<'_>, prepared: &Prepared) {
    out.push_str("{\"name\":");
    write_string(out, tool.name);
    out.push_str(",\"description\":");
    write_string(out, &prepared.description(Provider::Gemini, tool));
}
