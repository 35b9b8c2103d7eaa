//! The root of an input schema from outside: an object of arguments.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::refusal::Refusal;
use crate::name::Shown;
use crate::schema::keyword::is_annotation;
use crate::schema::write_schema;

/// Alternatives and parts: an argument's schema may be under any of them.
const ALTERNATIVES: [&str; 3] = ["oneOf", "anyOf", "allOf"];

/// Keywords that say nothing about an object that is not said better by its properties.
const VALUES: [&str; 2] = ["enum", "const"];

/// How many references in a row, and how many levels of alternatives, are looked through.
const MAX_HOPS: usize = 8;

/// How many parts of an `allOf` are put together.
const MAX_PARTS: usize = 64;

/// The root as an object of arguments. What composes it stays, for who can take it: a provider that
/// cannot is told in words.
pub(super) fn object(root: Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
    let refuse = |said: String| Err(Refusal::Root(said));
    let mut root = without_reference(root)?;
    root.remove("$id");
    match root.get("type") {
        None => {
            let composed = ALTERNATIVES.iter().chain(&VALUES).find(|key| root.contains_key(**key));
            if let Some(keyword) = composed
                && !is_object(&root, &root, MAX_HOPS)
            {
                return refuse(format!("has `{keyword}` at its root"));
            }
            root.insert("type".into(), "object".into());
        }
        Some(ty) if ty == "object" => {}
        Some(Value::String(other)) => return refuse(format!("is of type `{}`", Shown(other))),
        Some(_) => return refuse("has no single type".into()),
    }
    Ok(root)
}

/// Whether every value of `schema` is an object, or it describes one.
fn is_object(root: &Map<String, Value>, schema: &Map<String, Value>, hops: usize) -> bool {
    let Some(hops) = hops.checked_sub(1) else {
        return false;
    };
    if let Some(ty) = schema.get("type") {
        return ty == "object";
    }
    if schema.get("properties").is_some_and(Value::is_object) {
        return true;
    }
    let part = |part: &Value| {
        let part = part.as_object();
        part.is_some_and(|part| is_object(root, definition(root, part).unwrap_or(part), hops))
    };
    ALTERNATIVES.iter().any(|keyword| match schema.get(*keyword).and_then(Value::as_array) {
        Some(parts) if *keyword == "allOf" => parts.iter().any(part),
        Some(parts) => !parts.is_empty() && parts.iter().all(part),
        None => false,
    })
}

/// The definition that `schema` does nothing but refer to.
fn definition<'a>(
    root: &'a Map<String, Value>,
    schema: &Map<String, Value>,
) -> Option<&'a Map<String, Value>> {
    let target = schema.get("$ref").filter(|_| schema.len() == 1)?.as_str()?;
    let name = target.strip_prefix("#/$defs/").or_else(|| target.strip_prefix("#/definitions/"))?;
    root.get("$defs")?.get(name)?.as_object()
}

/// Puts the parts of an `allOf` into the root where that changes nothing, so that the arguments stand
/// where everybody looks for them; whether there were any. The schema has been walked through and
/// cleaned.
pub(super) fn merge_parts(root: &mut Map<String, Value>) -> bool {
    // What was merged may have parts of its own.
    (0..MAX_PARTS).take_while(|_| merge_once(root)).count() > 0
}

fn merge_once(root: &mut Map<String, Value>) -> bool {
    let is_few = |parts: &&Vec<Value>| parts.len() <= MAX_PARTS;
    let parts = root.get("allOf").and_then(Value::as_array).filter(is_few);
    let Some(parts) = parts.cloned() else {
        return false;
    };
    if let [Value::Object(only)] = &parts[..] {
        let only = definition(root, only).unwrap_or(only).clone();
        let is_free = root.keys().all(|key| key == "allOf" || key == "type" || is_annotation(key));
        let moves = ["$ref", "$defs", "definitions"].iter().all(|key| !only.contains_key(*key));
        if is_free && moves && only.get("type").is_none_or(|ty| ty == "object") {
            root.remove("allOf");
            for (key, value) in only {
                root.entry(key).or_insert(value);
            }
            return true;
        }
    }
    // What else is let in is asked of the root's own properties.
    if root.get("additionalProperties").is_some_and(|open| *open != true) {
        return false;
    }
    let mut kept = Vec::new();
    for part in &parts {
        let plain = part.as_object().map(|part| definition(root, part).unwrap_or(part)).cloned();
        match plain.filter(|part| is_mergeable(root, part)) {
            Some(plain) => merge(root, plain),
            None => kept.push(part.clone()),
        }
    }
    let has_merged = kept.len() < parts.len();
    if kept.is_empty() {
        root.remove("allOf");
    } else {
        root.insert("allOf".into(), kept.into());
    }
    has_merged
}

/// Whether a part only adds properties, none of which the root describes otherwise.
fn is_mergeable(root: &Map<String, Value>, part: &Map<String, Value>) -> bool {
    let names =
        |value: &Value| value.as_array().is_some_and(|all| all.iter().all(Value::is_string));
    part.iter().all(|(key, value)| match key.as_str() {
        "type" => value == "object",
        "required" => names(value) && root.get("required").is_none_or(names),
        "additionalProperties" => *value == true,
        "properties" => value.as_object().is_some_and(|properties| {
            let Some(there) = root.get("properties") else {
                return true;
            };
            there.is_object()
                && properties
                    .iter()
                    .all(|(name, one)| there.get(name).is_none_or(|it| same(it, one)))
        }),
        _ => matches!(key.as_str(), "title" | "description" | "$comment"),
    })
}

/// Whether two schemas are written the same.
fn same(one: &Value, other: &Value) -> bool {
    let written = |schema: &Value| {
        let mut text = String::new();
        write_schema(&mut text, schema, &[]);
        text
    };
    one == other || written(one) == written(other)
}

fn merge(root: &mut Map<String, Value>, part: Map<String, Value>) {
    for (key, value) in part {
        match (root.get_mut(&key), value) {
            (Some(Value::Object(there)), Value::Object(more)) => {
                for (name, schema) in more {
                    there.entry(name).or_insert(schema);
                }
            }
            (Some(Value::Array(there)), Value::Array(more)) => {
                let known: BTreeSet<_> = there.iter().filter_map(Value::as_str).collect();
                let is_new = |name: &Value| name.as_str().is_some_and(|name| !known.contains(name));
                let more: Vec<_> = more.into_iter().filter(is_new).collect();
                there.extend(more);
            }
            (Some(_), _) => {}
            (None, value) => _ = root.insert(key, value),
        }
    }
}

/// Generators that name their types write a root that only refers to one of `$defs`. Providers ask
/// for an object there, so the definition is put in its place.
fn without_reference(mut root: Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
    let definitions = root.get("$defs").and_then(Value::as_object).map_or(0, Map::len);
    for _ in 0..=definitions {
        let Some(reference) = root.get("$ref") else {
            return Ok(root);
        };
        let name = reference.as_str().and_then(|target| {
            target.strip_prefix("#/$defs/").or_else(|| target.strip_prefix("#/definitions/"))
        });
        let beside = |keyword: &str| {
            matches!(keyword, "$ref" | "$defs" | "$schema" | "$id" | "title" | "description")
        };
        let found = name.and_then(|name| root.get("$defs")?.get(name)?.as_object().cloned());
        let Some(mut found) = found.filter(|_| root.keys().all(|keyword| beside(keyword))) else {
            break;
        };
        found.remove("$defs");
        if let Some(definitions) = root.remove("$defs") {
            found.insert("$defs".into(), definitions);
        }
        root = found;
    }
    Err(Refusal::Root("is a reference".into()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn taken(root: Value) -> Value {
        let Value::Object(root) = root else { panic!("{root}") };
        let mut root = object(root).unwrap_or_else(|refusal| panic!("{refusal}"));
        merge_parts(&mut root);
        root.into()
    }

    #[test]
    fn what_composes_an_object_stays() {
        let alternatives = json!([{"required": ["a"]}, {"required": ["b"]}]);
        for keyword in ["anyOf", "oneOf", "not", "if", "enum", "const"] {
            let root = json!({"type": "object", "properties": {"a": {}}, keyword: alternatives, "minProperties": 1,
                "additionalProperties": false});
            assert_eq!(taken(root.clone()), root);
        }
        // What only has objects as alternatives is one, as `z.discriminatedUnion` writes it.
        let union = json!({"anyOf": [{"$ref": "#/$defs/a"}, {"properties": {"b": {}}}], "$defs": {"a": {"type": "object"}}});
        assert_eq!(taken(union)["type"], "object");
    }

    #[test]
    fn parts_become_one_where_that_changes_nothing() {
        let root = json!({
            "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
            "allOf": [
                {"$ref": "#/$defs/b"}, {"properties": {"a": {"type": "string"}}, "description": "d"},
                {"properties": {"a": {"minLength": 1}}}, {"properties": {"c": {}}, "additionalProperties": false},
            ],
            "$defs": {"b": {"type": "object", "properties": {"b": {"type": "null"}}, "required": ["b", "a"]}},
        });
        assert_eq!(
            taken(root),
            json!({
                "type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "null"}}, "required": ["a", "b"],
                "description": "d",
                "allOf": [{"properties": {"a": {"minLength": 1}}}, {"properties": {"c": {}}, "additionalProperties": false}],
                "$defs": {"b": {"type": "object", "properties": {"b": {"type": "null"}}, "required": ["b", "a"]}},
            })
        );
        let only = json!({"type": "object", "allOf": [{"properties": {"a": {}}, "additionalProperties": false}]});
        assert_eq!(
            taken(only),
            json!({"type": "object", "properties": {"a": {}}, "additionalProperties": false})
        );
        let closed = json!({"type": "object", "properties": {"a": {}}, "allOf": [{"properties": {"b": {}}}],
            "additionalProperties": false});
        assert_eq!(taken(closed.clone()), closed, "`b` was never let in");
    }
}
