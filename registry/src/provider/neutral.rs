//! The neutral form: `{name, description, input_schema}`.

use super::ToolSpec;
use crate::schema::write_string;

pub(super) fn write(out: &mut String, tool: &ToolSpec<'_>) {
    out.push_str("{\"name\":");
    write_string(out, tool.name);
    out.push_str(",\"description\":");
    write_string(out, tool.description);
    out.push_str(",\"input_schema\":");
    out.push_str(tool.input_schema.get());
    out.push('}');
}
