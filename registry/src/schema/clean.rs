//! Takes out of a generated schema what is noise to a model or poison to a provider.

use serde_json::{Value, json};

/// Formats that name Rust's number types. JSON Schema does not know them, and validators warn about
/// each; the bounds that go with them stay.
const RUST_FORMATS: [&str; 14] = [
    "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64",
    "uint128", "uint", "float", "double",
];

/// Keywords whose value is a map of schemas, an array of schemas, or a schema.
const MAPS: [&str; 4] = ["properties", "patternProperties", "$defs", "dependentSchemas"];
const ARRAYS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const SCHEMAS: [&str; 7] = ["items", "not", "if", "then", "else", "contains", "propertyNames"];
/// The same, but a boolean is usual there and stays one.
const OPEN_OR_CLOSED: [&str; 3] =
    ["additionalProperties", "unevaluatedProperties", "unevaluatedItems"];

/// Cleans a schema and all schemas inside it. Values of `default`, `enum`, `const` and `examples` are
/// data and stay as they are.
pub(crate) fn clean(schema: &mut Value) {
    match schema {
        // Some clients drop the whole list where they meet a boolean schema.
        Value::Bool(true) => *schema = json!({}),
        Value::Bool(false) => *schema = json!({ "not": {} }),
        _ => {}
    }
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    object.remove("$schema");
    if object.get("title").is_some_and(Value::is_string) {
        object.remove("title");
    }
    if object.get("format").and_then(Value::as_str).is_some_and(|f| RUST_FORMATS.contains(&f)) {
        object.remove("format");
    }
    for (keyword, value) in object.iter_mut() {
        let keyword = keyword.as_str();
        if MAPS.contains(&keyword) {
            value.as_object_mut().into_iter().flatten().for_each(|(_, inner)| clean(inner));
        } else if ARRAYS.contains(&keyword) {
            value.as_array_mut().into_iter().flatten().for_each(clean);
        } else if SCHEMAS.contains(&keyword)
            || (OPEN_OR_CLOSED.contains(&keyword) && !value.is_boolean())
        {
            clean(value);
        }
    }
}
