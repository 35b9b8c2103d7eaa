//! `OpenAI` Chat Completions, and `DeepSeek`, which has the same form:
//! `{type, function: {name, description, parameters, strict?}}`.
//!
//! Source: openai/openai-openapi at f85dbe2, `ChatCompletionTool`; api-docs.deepseek.com/guides/tool_calls.

use super::prepare::Prepared;
use super::{Provider, ToolSpec};
use crate::schema::write_string;

pub(super) fn write(out: &mut String, tool: &ToolSpec<'_>, prepared: &Prepared) {
    out.push_str("{\"type\":\"function\",\"function\":{\"name\":");
    write_string(out, tool.name);
    out.push_str(",\"description\":");
    write_string(out, &prepared.description(Provider::OpenAiChat, tool));
    out.push_str(",\"parameters\":");
    out.push_str(prepared.schema(tool));
    if prepared.is_strict {
        out.push_str(",\"strict\":true");
    }
    out.push_str("}}");
}
