//! Writes a schema so that the bytes depend on nothing but its meaning.
//!
//! The order of a `serde_json` map depends on a Cargo feature that any crate of a build can switch
//! on (`preserve_order`). So no map's order is ever used here.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::keyword::{Holds, Inside, Kind, holds, inside, rank};

/// Writes `schema`. `order` is that of the properties at its root.
pub(crate) fn write_schema(out: &mut String, schema: &Value, order: &[&str]) {
    let Some(object) = schema.as_object() else {
        return write_data(out, schema);
    };
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_by_cached_key(|key| (rank(key), *key));
    write_object(out, keys.into_iter().map(|key| (key, &object[key])), |out, key, value| {
        write_keyword(out, key, value, object, order);
    });
}

fn write_keyword(
    out: &mut String,
    keyword: &str,
    value: &Value,
    of: &Map<String, Value>,
    order: &[&str],
) {
    let write_inner = |out: &mut String, inner: &Value| write_schema(out, inner, &[]);
    match (inside(keyword, Kind::of(value)), value) {
        (Inside::Members, Value::Object(map)) => {
            let members = if keyword == "properties" {
                properties_in_order(map, of, order)
            } else {
                in_order(map, &[])
            };
            write_object(out, members, |out, _, inner| write_inner(out, inner));
        }
        (Inside::Items, Value::Array(schemas)) => write_array(out, schemas, write_inner),
        (Inside::Itself, inner) => write_inner(out, inner),
        (_, Value::Array(names)) if holds(keyword) == Holds::Names => {
            let properties = of.get("properties").and_then(Value::as_object);
            let order = properties.map(|map| properties_in_order(map, of, order));
            let order = order.unwrap_or_default();
            let places: BTreeMap<_, _> =
                order.iter().enumerate().map(|(at, (name, _))| (*name, at)).collect();
            let place = |name: &Value| places.get(name.as_str()?).copied();
            let mut names: Vec<_> = names.iter().collect();
            names.sort_by_cached_key(|name| place(name).unwrap_or(order.len()));
            write_array(out, names, write_data);
        }
        _ => write_data(out, value),
    }
}

/// The properties of the schema `of`: in `order` as far as it goes; then the required ones, which an
/// array lists in their author's order; then the others, sorted.
pub(super) fn properties_in_order<'a>(
    properties: &'a Map<String, Value>,
    of: &Map<String, Value>,
    order: &[&str],
) -> Vec<(&'a str, &'a Value)> {
    let required = of.get("required").and_then(Value::as_array).into_iter().flatten();
    let order: Vec<_> = order.iter().copied().chain(required.filter_map(Value::as_str)).collect();
    in_order(properties, &order)
}

/// The members of `map`: those that `order` names first, then the others, sorted.
fn in_order<'a>(map: &'a Map<String, Value>, order: &[&str]) -> Vec<(&'a str, &'a Value)> {
    let places: BTreeMap<_, _> =
        order.iter().enumerate().rev().map(|(at, key)| (*key, at)).collect();
    let place = |key: &str| places.get(key).copied().unwrap_or(order.len());
    let mut members: Vec<_> = map.iter().map(|(key, value)| (&**key, value)).collect();
    members.sort_unstable_by_key(|(key, _)| (place(key), *key));
    members
}

/// Writes a value that is data: arrays keep their order, keys are sorted.
fn write_data(out: &mut String, value: &Value) {
    match value {
        Value::Object(map) => {
            write_object(out, in_order(map, &[]), |out, _, inner| write_data(out, inner));
        }
        Value::Array(items) => write_array(out, items, write_data),
        Value::String(text) => write_string(out, text),
        Value::Null | Value::Bool(_) | Value::Number(_) => out.push_str(&value.to_string()),
    }
}

fn write_object<'a>(
    out: &mut String,
    members: impl IntoIterator<Item = (&'a str, &'a Value)>,
    mut write_value: impl FnMut(&mut String, &str, &Value),
) {
    out.push('{');
    for (i, (key, value)) in members.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write_string(out, key);
        out.push(':');
        write_value(out, key, value);
    }
    out.push('}');
}

fn write_array<'a>(
    out: &mut String,
    items: impl IntoIterator<Item = &'a Value>,
    mut write_item: impl FnMut(&mut String, &Value),
) {
    out.push('[');
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write_item(out, item);
    }
    out.push(']');
}

/// Writes a JSON string.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push_str(&Value::from(text).to_string());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(schema: &Value, order: &[&str]) -> String {
        let mut out = String::new();
        write_schema(&mut out, schema, order);
        out
    }

    #[test]
    fn the_order_of_a_map_does_not_matter() {
        let one = json!({"type": "object", "properties": {"b": {"type": "string"}, "a": {}}});
        let other = json!({"properties": {"a": {}, "b": {"type": "string"}}, "type": "object"});
        let text = r#"{"type":"object","properties":{"a":{},"b":{"type":"string"}}}"#;
        assert_eq!(written(&one, &[]), text);
        assert_eq!(written(&other, &[]), text);
    }

    #[test]
    fn the_authors_order_where_it_is_known() {
        let schema = json!({"required": ["a", "b"], "properties": {"a": {}, "b": {}, "c": {}}});
        let text = r#"{"properties":{"b":{},"a":{},"c":{}},"required":["b","a"]}"#;
        assert_eq!(written(&schema, &["b", "a"]), text);
    }

    #[test]
    fn names_of_properties_are_no_keywords() {
        let schema = json!({"dependentRequired": {"type": ["a"], "description": ["b"]},
            "dependencies": {"type": {"title": 1, "type": "x"}, "description": ["z", "a"]}});
        let text = r#"{"dependencies":{"description":["z","a"],"type":{"type":"x","title":1}},"dependentRequired":{"description":["b"],"type":["a"]}}"#;
        assert_eq!(written(&schema, &[]), text);
    }

    #[test]
    fn data_is_not_a_schema() {
        let schema = json!({
            "x-b": 1, "x-a": 2,
            "default": {"type": "t", "description": "d", "required": ["z", "a"]},
        });
        let text =
            r#"{"default":{"description":"d","required":["z","a"],"type":"t"},"x-a":2,"x-b":1}"#;
        assert_eq!(written(&schema, &[]), text);
    }
}
