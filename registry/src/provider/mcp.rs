//! MCP: `{name, title?, description, inputSchema, annotations?}`.
//!
//! Source: modelcontextprotocol.io, specification 2026-07-28, `Tool` and `ToolAnnotations`.

use super::ToolSpec;
use crate::schema::write_string;

pub(super) fn write(out: &mut String, tool: &ToolSpec<'_>) {
    out.push_str("{\"name\":");
    write_string(out, tool.name);
    if let Some(title) = tool.title {
        out.push_str(",\"title\":");
        write_string(out, title);
    }
    out.push_str(",\"description\":");
    write_string(out, tool.description);
    out.push_str(",\"inputSchema\":");
    out.push_str(tool.input_schema.get());
    let said = [
        ("readOnlyHint", tool.annotations.read_only),
        ("destructiveHint", tool.annotations.destructive),
        ("idempotentHint", tool.annotations.idempotent),
        ("openWorldHint", tool.annotations.open_world),
    ];
    let mut open = ",\"annotations\":{";
    for (hint, value) in said {
        if let Some(value) = value {
            out.push_str(open);
            write_string(out, hint);
            out.push_str(if value { ":true" } else { ":false" });
            open = ",";
        }
    }
    if open == "," {
        out.push('}');
    }
    out.push('}');
}
