//! MCP: `{name, title?, description, inputSchema, outputSchema?, annotations?}`, and whatever else a server
//! says of a tool.
//!
//! Source: modelcontextprotocol.io, specification 2026-07-28, `Tool` and `ToolAnnotations`. What that
//! revision has no more (`execution`), and what none has, is written as well where a server said it.

use serde_json::value::RawValue;

use super::ToolSpec;
use crate::dynamic::Fields;
use crate::schema::write_string;

/// The field that stands beside the input schema; the others come last, by name.
const OUTPUT_SCHEMA: &str = "outputSchema";

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
    let all = || tool.fields.into_iter().flat_map(Fields::iter);
    for (name, json) in all().filter(|(name, _)| *name == OUTPUT_SCHEMA) {
        write_member(out, ",", name, json);
    }
    write_annotations(out, tool);
    for (name, json) in all().filter(|(name, _)| *name != OUTPUT_SCHEMA) {
        write_member(out, ",", name, json);
    }
    out.push('}');
}

fn write_annotations(out: &mut String, tool: &ToolSpec<'_>) {
    let said = [
        ("readOnlyHint", tool.annotations.read_only),
        ("destructiveHint", tool.annotations.destructive),
        ("idempotentHint", tool.annotations.idempotent),
        ("openWorldHint", tool.annotations.open_world),
    ];
    let said = said.into_iter().filter_map(|(hint, value)| {
        let json = if value? { RawValue::TRUE } else { RawValue::FALSE };
        Some((hint, json))
    });
    let others = tool.fields.into_iter().flat_map(Fields::hints);
    let mut before = ",\"annotations\":{";
    for (hint, json) in said.chain(others) {
        write_member(out, before, hint, json);
        before = ",";
    }
    if before == "," {
        out.push('}');
    }
}

fn write_member(out: &mut String, before: &str, name: &str, json: &RawValue) {
    out.push_str(before);
    write_string(out, name);
    out.push(':');
    out.push_str(json.get());
}
