//! `OpenAI` Responses: `{type, name, description, parameters, strict, defer_loading?}`.
//!
//! `strict` is always written. Where it is left out, the API tries to make the schema strict itself, and
//! with it every optional argument required.
//!
//! Source: openai/openai-openapi at f85dbe2, `FunctionTool`; developers.openai.com/api/docs/guides/function-calling;
//! `defer_loading`: developers.openai.com/api/docs/guides/tools-tool-search.

use super::ToolSpec;
use super::prepare::Prepared;
use crate::schema::write_string;

pub(super) fn write(out: &mut String, tool: &ToolSpec<'_>, prepared: &Prepared) {
    if tool.is_search {
        return write_search(out, tool);
    }
    out.push_str("{\"type\":\"function\",\"name\":");
    write_string(out, tool.name);
    out.push_str(",\"description\":");
    write_string(out, tool.description);
    out.push_str(",\"parameters\":");
    out.push_str(prepared.strict.as_deref().unwrap_or(tool.input_schema.get()));
    out.push_str(if prepared.strict.is_some() { ",\"strict\":true" } else { ",\"strict\":false" });
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
