//! Checkers of the strict forms and of Gemini's subset, written from the providers' texts and sharing
//! nothing with the code under test.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use toolcrib::provider::Provider;

/// What is wrong with a strict schema of a provider: `openai`, `anthropic` or `deepseek`.
pub(crate) fn not_strict(form: &str, root: &Value) -> Option<String> {
    if root["type"] != "object" {
        return Some("the root is not an object".into());
    }
    if let Some(key) = ["anyOf", "oneOf", "allOf"].iter().find(|key| root.get(**key).is_some()) {
        return Some(format!("`{key}` at the root"));
    }
    let definitions = root.get("$defs").and_then(Value::as_object);
    if definitions.is_some() && form != "openai" {
        return Some("references that are not written out".into());
    }
    let mut all = definitions.into_iter().flat_map(Map::values).chain([root]);
    all.find_map(|one| wrong(form, root, one))
}

fn keywords(form: &str) -> &'static [&'static str] {
    match form {
        "openai" => &[
            "description",
            "type",
            "enum",
            "const",
            "format",
            "pattern",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minItems",
            "maxItems",
            "items",
            "properties",
            "required",
            "additionalProperties",
            "anyOf",
            "$defs",
        ],
        "anthropic" => &[
            "description",
            "type",
            "enum",
            "const",
            "format",
            "minItems",
            "items",
            "properties",
            "required",
            "additionalProperties",
            "anyOf",
        ],
        _ => &[
            "description",
            "type",
            "enum",
            "format",
            "pattern",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "items",
            "properties",
            "required",
            "additionalProperties",
            "anyOf",
        ],
    }
}

fn wrong(form: &str, root: &Value, schema: &Value) -> Option<String> {
    let Some(members) = schema.as_object() else {
        return Some(format!("{schema} is no object"));
    };
    if let Some(reference) = members.get("$ref") {
        let pointer = reference.as_str()?.strip_prefix('#').map(|rest| root.pointer(rest));
        return match pointer {
            Some(Some(_)) if form == "openai" && members.len() == 1 => None,
            _ => Some(format!("the reference {schema}")),
        };
    }
    let known = keywords(form);
    if let Some(key) = members.keys().find(|key| !known.contains(&key.as_str())) {
        return Some(format!("the keyword `{key}` in {schema}"));
    }
    if let Some(parts) = members.get("anyOf") {
        return parts.as_array()?.iter().find_map(|part| wrong(form, root, part));
    }
    if let Some(odd) = odd_value(members) {
        return Some(odd);
    }
    let types: BTreeSet<&str> = match &members.get("type") {
        Some(Value::String(name)) => [name.as_str()].into(),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Some(format!("no type in {schema}")),
    };
    if form == "deepseek" && (types.contains("null") || types.len() != 1) {
        return Some(format!("the types of {schema}"));
    }
    if form == "anthropic" && members.get("minItems").is_some_and(|count| count.as_u64() > Some(1))
    {
        return Some(format!("the bounds of {schema}"));
    }
    if types.contains("array") {
        return match members.get("items") {
            Some(items) => wrong(form, root, items),
            None => Some(format!("no items in {schema}")),
        };
    }
    if !types.contains("object") {
        return None;
    }
    let Some(properties) = members.get("properties").and_then(Value::as_object) else {
        return Some(format!("no properties in {schema}"));
    };
    let required: BTreeSet<&str> = members
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    if members["additionalProperties"] != false {
        return Some(format!("{schema} is open"));
    }
    if form != "anthropic" && properties.keys().any(|name| !required.contains(name.as_str())) {
        return Some(format!("optional properties in {schema}"));
    }
    if required.iter().any(|name| !properties.contains_key(*name)) {
        return Some(format!("required but not described in {schema}"));
    }
    properties.values().find_map(|property| wrong(form, root, property))
}

/// What is wrong with a schema for Gemini's `parameters`.
pub(crate) fn not_openapi(schema: &Value) -> Option<String> {
    let Some(members) = schema.as_object() else {
        return Some(format!("{schema} is no object"));
    };
    if let Some(parts) = members.get("anyOf") {
        let parts = parts.as_array().filter(|parts| parts.len() > 1 && members.len() == 1);
        return match parts {
            Some(parts) => parts.iter().find_map(not_openapi),
            None => Some(format!("anyOf in {schema}")),
        };
    }
    let known = [
        "type",
        "format",
        "description",
        "nullable",
        "enum",
        "default",
        "example",
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "minProperties",
        "maxProperties",
        "items",
        "properties",
        "required",
        "propertyOrdering",
    ];
    if let Some(key) = members.keys().find(|key| !known.contains(&key.as_str())) {
        return Some(format!("the keyword `{key}` in {schema}"));
    }
    if !members.contains_key("type") {
        return Some(format!("no type in {schema}"));
    }
    if let Some(odd) = odd_value(members) {
        return Some(odd);
    }
    if members["type"] == "array" && !members.contains_key("items") {
        return Some(format!("no items in {schema}"));
    }
    let kind = members.get("type").map_or("none", |kind| kind.as_str().unwrap_or("several"));
    if !["none", "string", "number", "integer", "boolean", "array", "object"].contains(&kind) {
        return Some(format!("the type {kind} in {schema}"));
    }
    if let Some(values) = members.get("enum") {
        let texts = values
            .as_array()?
            .iter()
            .all(|value| value.as_str().is_some_and(|text| !text.is_empty()));
        if kind != "string" || !texts {
            return Some(format!("the values of {schema}"));
        }
    }
    if members.contains_key("properties") && kind != "object"
        || members.contains_key("items") && kind != "array"
    {
        return Some(format!("the keywords of another type in {schema}"));
    }
    let inner =
        members.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::values);
    inner.chain(members.get("items")).find_map(not_openapi)
}

/// What of a schema that is sent as it is makes a provider refuse the request.
pub(crate) fn refused(provider: Provider, root: &Value) -> Option<String> {
    let openai =
        matches!(provider, Provider::OpenAiChat | Provider::OpenAiResponses | Provider::DeepSeek);
    if openai || provider == Provider::Anthropic {
        let composed = ["anyOf", "oneOf", "allOf", "not", "enum"];
        if let Some(key) = composed.iter().find(|key| root.get(**key).is_some()) {
            return Some(format!("`{key}` at the root of {root}"));
        }
    }
    if root["type"] != "object" || !root["properties"].is_object() {
        return Some(format!("no arguments in {root}"));
    }
    let keys = root["properties"].as_object().into_iter().flat_map(Map::keys);
    let odd_key = |key: &&String| {
        key.is_empty()
            || key.len() > 64
            || key.contains(|c: char| !c.is_ascii_alphanumeric() && !"_.-".contains(c))
    };
    if provider == Provider::Anthropic
        && let Some(key) = keys.into_iter().find(odd_key)
    {
        return Some(format!("the key {key}"));
    }
    let mut found = None;
    let engine = openai || provider == Provider::Gemini;
    each_schema(root, &mut |members| {
        let is_array = match members.get("type") {
            Some(Value::Array(names)) => names.iter().any(|name| name == "array"),
            name => name.is_some_and(|name| name == "array"),
        };
        if let Some(target) = members.get("$ref").and_then(Value::as_str) {
            let pointer = target.trim_start_matches('#').replace("%20", " ");
            if root.pointer(&pointer).is_none() {
                found = Some(format!("nothing at {target}"));
            }
        }
        if openai && is_array && !members.contains_key("items") {
            found = Some(format!("no items in {members:?}"));
        }
        if engine && let Some(odd) = odd_value(members) {
            found = Some(odd);
        }
    });
    found
}

/// Every schema inside of another, by the names of keywords alone.
fn each_schema(schema: &Value, see: &mut impl FnMut(&Map<String, Value>)) {
    let Some(members) = schema.as_object() else { return };
    see(members);
    for (key, value) in members {
        match key.as_str() {
            "properties" | "patternProperties" | "$defs" | "dependentSchemas" => {
                value.as_object().into_iter().flatten().for_each(|(_, one)| each_schema(one, see));
            }
            "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
                value.as_array().into_iter().flatten().for_each(|one| each_schema(one, see));
            }
            "items"
            | "not"
            | "if"
            | "then"
            | "else"
            | "contains"
            | "propertyNames"
            | "additionalProperties"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "contentSchema" => each_schema(value, see),
            _ => {}
        }
    }
}

/// A value of a keyword that is refused: an expression that an engine without look-around and references
/// does not compile, an enumeration of nothing or with one value twice, a bound of more than 64 bits.
fn odd_value(members: &Map<String, Value>) -> Option<String> {
    let keys = members.get("patternProperties").and_then(Value::as_object);
    let patterns = members.get("pattern").and_then(Value::as_str);
    for pattern in
        patterns.into_iter().chain(keys.into_iter().flat_map(Map::keys).map(String::as_str))
    {
        if regex::Regex::new(pattern).is_err()
            || ["\\p", "\\z", "\\A", "(?P", "(?<", "(?i"].iter().any(|odd| pattern.contains(odd))
        {
            return Some(format!("the pattern {pattern}"));
        }
    }
    if let Some(values) = members.get("enum").and_then(Value::as_array) {
        let different: BTreeSet<_> = values.iter().map(Value::to_string).collect();
        if values.is_empty() || different.len() < values.len() {
            return Some(format!("the values {values:?}"));
        }
    }
    None
}
