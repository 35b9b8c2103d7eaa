//! Anthropic Messages: `{name, description, input_schema, strict?, defer_loading?}`.
//!
//! Source: platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools; `defer_loading`:
//! platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool.

use super::prepare::Prepared;
use super::{Provider, ToolSpec};
use crate::schema::write_string;

pub(super) fn write(out: &mut String, tool: &ToolSpec<'_>, prepared: &Prepared) {
    out.push_str("{\"name\":");
    write_string(out, tool.name);
    out.push_str(",\"description\":");
    write_string(out, &prepared.description(Provider::Anthropic, tool));
    out.push_str(",\"input_schema\":");
    out.push_str(prepared.schema(tool));
    if prepared.is_strict {
        out.push_str(",\"strict\":true");
    }
    if tool.deferred {
        out.push_str(",\"defer_loading\":true");
    }
    out.push('}');
}
