//! What older drafts of JSON Schema and `OpenAPI` 3.0 write otherwise, in the words of 2020-12.
//!
//! Only what means the same is rewritten. The forms are told by how they look, since many servers do
//! not say which draft they follow.

use serde_json::{Map, Value, json};

/// Rewrites the keywords of one schema; those inside of it are for the walk.
pub(super) fn modernise(schema: &mut Map<String, Value>) {
    tuple(schema);
    bound(schema, "minimum", "exclusiveMinimum");
    bound(schema, "maximum", "exclusiveMaximum");
    rename(schema, "divisibleBy", "multipleOf");
    extends(schema);
    disallow(schema);
    dependencies(schema);
    required(schema);
    nullable(schema);
    // Draft 3: no type in particular.
    if schema.get("type").is_some_and(|ty| ty == "any") {
        schema.remove("type");
    }
}

/// Before 2020: an array of `items`, and `additionalItems` after it.
fn tuple(schema: &mut Map<String, Value>) {
    if schema.get("items").is_some_and(Value::is_array) && !schema.contains_key("prefixItems") {
        let tuple = schema.remove("items").unwrap_or_default();
        // An empty tuple says nothing.
        if tuple.as_array().is_some_and(|all| !all.is_empty()) {
            schema.insert("prefixItems".into(), tuple);
        }
        if let Some(rest) = schema.remove("additionalItems") {
            schema.insert("items".into(), rest);
        }
    }
    // Without a tuple it never meant anything.
    schema.remove("additionalItems");
}

/// Before 2016: a flag beside the bound says whether it is excluded.
fn bound(schema: &mut Map<String, Value>, bound: &str, excluded: &str) {
    if let Some(Value::Bool(is_excluded)) = schema.get(excluded) {
        let is_excluded = *is_excluded;
        schema.remove(excluded);
        if is_excluded && let Some(limit) = schema.remove(bound) {
            schema.insert(excluded.into(), limit);
        }
    }
}

fn rename(schema: &mut Map<String, Value>, old: &str, new: &str) {
    if let Some(value) = schema.remove(old)
        && !schema.contains_key(new)
    {
        schema.insert(new.into(), value);
    }
}

/// Draft 3: a schema, or several, of all of which a value must be one.
fn extends(schema: &mut Map<String, Value>) {
    let mut parts = match schema.remove("extends") {
        Some(Value::Array(parts)) if parts.iter().all(Value::is_object) => parts,
        Some(part @ Value::Object(_)) => vec![part],
        _ => return,
    };
    match schema.get_mut("allOf") {
        Some(Value::Array(all)) => all.append(&mut parts),
        None if !parts.is_empty() => _ = schema.insert("allOf".into(), parts.into()),
        _ => {}
    }
}

/// Draft 3: types and schemas of none of which a value may be one.
fn disallow(schema: &mut Map<String, Value>) {
    let denied = match schema.remove("disallow") {
        Some(Value::Array(all)) => all,
        Some(one) => vec![one],
        None => return,
    };
    let parts = denied.into_iter().map(|one| match one {
        Value::String(ty) => json!({ "type": ty }),
        schema => schema,
    });
    let parts: Vec<_> = parts.filter(Value::is_object).collect();
    if !parts.is_empty() && !schema.contains_key("not") {
        schema.insert("not".into(), json!({ "anyOf": parts }));
    }
}

/// Before 2019: names and schemas that a property asks for, under one keyword.
fn dependencies(schema: &mut Map<String, Value>) {
    let fits = |value: &Value| {
        value.is_object() || value.is_boolean() || value.is_array() || value.is_string()
    };
    let all = match schema.remove("dependencies") {
        Some(Value::Object(all)) if all.values().all(fits) => all,
        Some(other) => {
            // The walk says what is wrong with it.
            schema.insert("dependencies".into(), other);
            return;
        }
        None => return,
    };
    for (property, asks) in all {
        let (keyword, asks) = match asks {
            Value::Array(_) => ("dependentRequired", asks),
            // Draft 3.
            Value::String(name) => ("dependentRequired", json!([name])),
            _ => ("dependentSchemas", asks),
        };
        let map = schema.entry(keyword).or_insert_with(|| json!({}));
        if let Some(map) = map.as_object_mut() {
            map.entry(property).or_insert(asks);
        }
    }
}

/// Draft 3: each property says itself whether it is required.
fn required(schema: &mut Map<String, Value>) {
    if schema.get("required").is_some_and(Value::is_boolean) {
        // For the schema around it, which has read it.
        schema.remove("required");
    }
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    let mut names: Vec<String> = Vec::new();
    for (name, property) in properties.into_iter().flatten() {
        let property = property.as_object_mut();
        if let Some(property) = property
            && let Some(Value::Bool(is_required)) = property.get("required")
        {
            if *is_required {
                names.push(name.clone());
            }
            property.remove("required");
        }
    }
    names.sort_unstable();
    if names.is_empty() {
        return;
    }
    let required = schema.entry("required").or_insert_with(|| json!([]));
    if let Some(required) = required.as_array_mut() {
        names.retain(|name| !required.iter().any(|one| one == name));
        required.extend(names.into_iter().map(Value::from));
    }
}

/// `OpenAPI` 3.0: `nullable` beside a `type` lets in `null`; without one it says nothing
/// (spec.openapis.org/oas/v3.0.3, Schema Object), and stays for who reads it nevertheless.
fn nullable(schema: &mut Map<String, Value>) {
    let is_nullable = schema.get("nullable").and_then(Value::as_bool);
    match (is_nullable, schema.get_mut("type")) {
        (Some(true), Some(types)) => {
            let mut named = match types.take() {
                Value::Array(named) => named,
                one => vec![one],
            };
            add_null(&mut named, "null".into());
            *types = if let [only] = &named[..] { only.clone() } else { named.into() };
            if let Some(Value::Array(values)) = schema.get_mut("enum") {
                add_null(values, Value::Null);
            }
            schema.remove("nullable");
        }
        (Some(false), _) => _ = schema.remove("nullable"),
        _ => {}
    }
}

fn add_null(list: &mut Vec<Value>, null: Value) {
    if !list.contains(&null) {
        list.push(null);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modern(mut schema: Value) -> Value {
        modernise(schema.as_object_mut().unwrap());
        schema
    }

    #[test]
    fn draft_3() {
        let schema = json!({
            "extends": {"$ref": "#/$defs/a"}, "disallow": ["null", {"minimum": 3}], "divisibleBy": 2, "type": "any",
            "properties": {"b": {"required": true}, "a": {"required": true, "type": "string"}, "c": {"required": false}},
            "dependencies": {"a": "b", "b": ["c"], "c": {"required": ["a"]}},
        });
        assert_eq!(
            modern(schema),
            json!({
                "allOf": [{"$ref": "#/$defs/a"}], "not": {"anyOf": [{"type": "null"}, {"minimum": 3}]}, "multipleOf": 2,
                "properties": {"b": {}, "a": {"type": "string"}, "c": {}}, "required": ["a", "b"],
                "dependentRequired": {"a": ["b"], "b": ["c"]}, "dependentSchemas": {"c": {"required": ["a"]}},
            })
        );
    }

    #[test]
    fn openapi() {
        let schema = json!({"type": "string", "nullable": true, "enum": ["a"]});
        assert_eq!(modern(schema), json!({"type": ["string", "null"], "enum": ["a", null]}));
        assert_eq!(modern(json!({"type": "null", "nullable": true})), json!({"type": "null"}));
        assert_eq!(modern(json!({"nullable": false})), json!({}));
        let without_type = json!({"nullable": true, "anyOf": [{"type": "string"}]});
        assert_eq!(modern(without_type.clone()), without_type);
    }
}
