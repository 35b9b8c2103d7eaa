//! Takes out of a generated schema what is noise to a model or poison to a provider.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::keyword::each_inside;

/// Formats that name Rust's number types. JSON Schema does not know them, and validators warn about
/// each; the bounds that go with them stay.
const RUST_FORMATS: [&str; 14] = [
    "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64",
    "uint128", "uint", "float", "double",
];

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
    if let Some(Value::Array(values)) = object.get_mut("enum") {
        let mut seen = BTreeSet::new();
        values.retain(|value| seen.insert(meaning(value)));
    }
    for (keyword, value) in object.iter_mut() {
        each_inside(keyword, value, clean);
    }
}

/// A text that two values share only if JSON Schema takes them for equal: 1 and 1.0 are, whatever the
/// order of keys.
fn meaning(value: &Value) -> String {
    match value {
        Value::Array(all) => {
            let all: Vec<_> = all.iter().map(meaning).collect();
            format!("[{}]", all.join(","))
        }
        Value::Object(map) => {
            let all: BTreeMap<_, _> =
                map.iter().map(|(key, value)| (Value::from(&**key).to_string(), value)).collect();
            let all: Vec<_> =
                all.iter().map(|(key, value)| format!("{key}:{}", meaning(value))).collect();
            format!("{{{}}}", all.join(","))
        }
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap_or_default();
            if float.fract() == 0.0 { format!("{float:.0}") } else { number.to_string() }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_listed_once() {
        let mut schema = json!({"items": {"enum": [
            "a", 1, 1.0, "1", {"x": 1, "y": [2.0]}, {"y": [2], "x": 1}, null, "a", null, 1.5, 1e3, 1000]}});
        clean(&mut schema);
        let listed = json!(["a", 1, "1", {"x": 1, "y": [2.0]}, null, 1.5, 1e3]);
        assert_eq!(schema, json!({"items": {"enum": listed}}));
    }
}
