//! `OpenAI` Responses: `{type, name, description, parameters, strict, defer_loading?}`.
//!
//! `strict` is always written. Where it is left out, the API tries to make the schema strict itself, and
//! with it every optional argument required.
//!
//! Source: openai/openai-openapi at f85dbe2, `FunctionTool`; developers.openai.com/api/docs/guides/function-calling;
//! `defer_loading`: developers.openai.com/api/docs/guides/tools-tool-search.

use super::prepare::Prepared;
use super::{Provider, ToolSpec};
use crate::schema::write_string;

pub(super) fn write(out: &mut String, tool: &ToolSpec<'_>, prepared: &Prepared) {
    if tool.is_search {
        return write_search(out, tool);
    }
    out.push_str("{\"type\":\"function\",\"name\":");
    write_string(out, tool.name);
    out.push_str(",\"description\":");
    write_string(out, &prepared.description(Provider::OpenAiResponses, tool));
    out.push_str(",\"parameters\":");
    out.push_str(prepared.schema(tool));
    out.push_str(if prepared.is_strict { ",\"strict\":true" } else { ",\"strict\":false" });
    if tool.deferred {
        out.push_str(",\"defer_loading\":true");
    }
    out.push('}');
}

/// The tool that searches, where the client runs it: it has no name of its own.
fn write_search(out: &mut String, tool: &ToolSpec<'_>) {
    out.push_str("{\"type\":\"tool_search\",\"execution\":\"client\",\"description\":");
    write_string(out, tool.description);
    out.push_str(",\"parameters\":");
    out.push_str(tool.input_schema.get());
    out.push('}');
}
