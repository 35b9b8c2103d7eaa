//! An input schema from outside: bounded, checked, and brought into the form that this crate writes.
//!
//! What is accepted is valid JSON Schema 2020-12 with nothing in it that a reader could be lost in.
//! Nothing is guessed: what older drafts wrote otherwise and means the same is rewritten, all else is
//! refused.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::reference::{self, Reference};
use super::refusal::Refusal;
use super::remark::Notes;
use super::repair::{repair, repeated_key};
use super::walk::Walk;
use super::{MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, root};
use crate::name::printable;
use crate::schema::{InputSchema, clean};

/// How much of a parser's words is repeated, in characters.
const MAX_EXPLANATION: usize = 200;

/// Reads a schema. The time it takes is bounded, whatever `text` is.
pub(crate) fn read(text: &str) -> Result<InputSchema, Refusal> {
    checked(parse(text)?)
}

/// The same after what its author wrote otherwise than JSON Schema has it was mended.
pub(super) fn read_mended(text: &str, notes: &mut Notes) -> Result<InputSchema, Refusal> {
    const PATH: &str = "/inputSchema";
    let mut root = parse(text)?;
    if let Some(key) = repeated_key(text) {
        notes.add(PATH, format!("has the key {key} twice in one object, of which the last counts"));
    }
    repair(&mut root, PATH, notes);
    checked(root)
}

fn parse(text: &str) -> Result<Map<String, Value>, Refusal> {
    if text.len() > MAX_SCHEMA_BYTES {
        return Err(Refusal::LargeSchema(text.len()));
    }
    if nesting(text) > MAX_SCHEMA_DEPTH {
        return Err(Refusal::DeepSchema);
    }
    let schema = serde_json::from_str(text)
        .map_err(|e| Refusal::UnreadableSchema(printable(&e.to_string(), MAX_EXPLANATION)))?;
    match schema {
        Value::Object(schema) => Ok(schema),
        _ => Err(Refusal::Root("is not an object".into())),
    }
}

fn checked(mut schema: Map<String, Value>) -> Result<InputSchema, Refusal> {
    rename_definitions(&mut schema)?;
    let mut schema = Value::Object(root::object(schema)?);
    let mut references = Walk::through(&mut schema)?;
    reference::check(&schema, &references)?;
    clean(&mut schema);
    if let Some(root) = schema.as_object_mut()
        && !references.iter().any(|one| one.target.starts_with("#/allOf"))
        && root::merge_parts(root)
    {
        references = Walk::through(&mut schema)?;
    }
    drop_unused_definitions(&mut schema, &references);
    let is_usual = |target: &str| {
        let name = target.strip_prefix("#/$defs/");
        target == "#" || name.is_some_and(|name| !name.contains('/'))
    };
    let is_suspect = references.iter().any(|one| !is_usual(&one.target));
    Ok(InputSchema::foreign(schema).suspect(is_suspect))
}

/// How deep the objects and arrays of a JSON text nest.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    deepest
}

/// `definitions` became `$defs` in 2019; providers know the new name. References follow in the walk.
fn rename_definitions(root: &mut Map<String, Value>) -> Result<(), Refusal> {
    let Some(old) = root.remove("definitions") else {
        return Ok(());
    };
    match (root.get_mut("$defs"), old) {
        (Some(Value::Object(new)), Value::Object(old)) => {
            if old.keys().any(|name| new.contains_key(name)) {
                return Err(Refusal::Root("has `$defs` and `definitions` of one name".into()));
            }
            new.extend(old);
        }
        (Some(_), _) => return Err(Refusal::Root("has `$defs` and `definitions`".into())),
        (None, old) => _ = root.insert("$defs".into(), old),
    }
    Ok(())
}

/// Drops definitions that the root does not need, not even through others: each would cost tokens in
/// every request.
fn drop_unused_definitions(root: &mut Value, references: &[Reference]) {
    // One that is written in an unusual way keeps everything.
    if references.iter().any(|one| one.target.contains('%')) {
        return;
    }
    let Some(definitions) = root.get_mut("$defs").and_then(Value::as_object_mut) else {
        return;
    };
    let used = used_definitions(references);
    definitions.retain(|name, _| used.contains(&*name.replace('~', "~0").replace('/', "~1")));
    if definitions.is_empty()
        && let Some(root) = root.as_object_mut()
    {
        root.remove("$defs");
    }
}

/// The definitions that references lead to, from the root or from another one that is used; as they
/// are written in pointers.
fn used_definitions(references: &[Reference]) -> BTreeSet<&str> {
    fn definition(pointer: &str) -> Option<&str> {
        pointer.strip_prefix("/$defs/")?.split('/').next()
    }

    let mut used = BTreeSet::new();
    loop {
        let before = used.len();
        for Reference { path, target } in references {
            let counts = definition(path).is_none_or(|from| used.contains(from));
            if let Some(to) = target.strip_prefix('#').and_then(definition).filter(|_| counts) {
                used.insert(to);
            }
        }
        if used.len() == before {
            return used;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(text: &str) -> String {
        read(text).unwrap_or_else(|refusal| panic!("{refusal}")).json().get().to_owned()
    }

    #[test]
    fn older_drafts_are_rewritten() {
        let text = r##"{
            "$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/Args",
            "definitions": {
                "Args": {"properties": {"pair": {"items": [true, {"$ref": "#/definitions/Leaf"}],
                                                 "additionalItems": false}}},
                "Leaf": {"type": "null", "$comment": "x"},
                "Unused": {}
            }
        }"##;
        let expected = r##"{"type":"object","properties":{"pair":{"items":{"not":{}},"prefixItems":[{},{"$ref":"#/$defs/Leaf"}]}},"$defs":{"Leaf":{"type":"null"}}}"##;
        assert_eq!(written(text), expected);
    }

    #[test]
    fn still_older_forms_are_rewritten() {
        let text = r#"{
            "$schema": "http://json-schema.org/draft-04/schema#", "id": "http://example.com/a", "type": "object",
            "properties": {
                "pair": {"type": "array", "items": [{"type": "string"}, true], "additionalItems": false},
                "list": {"items": {}, "additionalItems": false},
                "n": {"type": "number", "minimum": 0, "exclusiveMinimum": true, "format": "double"},
                "m": {"maximum": 3, "exclusiveMaximum": false}
            }
        }"#;
        let expected = r#"{"type":"object","properties":{"list":{"items":{}},"m":{"maximum":3},"n":{"type":"number","exclusiveMinimum":0},"pair":{"type":"array","items":{"not":{}},"prefixItems":[{"type":"string"},{}]}}}"#;
        assert_eq!(written(text), expected);
    }

    #[test]
    fn a_property_may_have_a_keywords_name() {
        let text =
            r#"{"properties": {"title": {"type": "string"}, "$schema": {"title": "x"}, "id": {}}}"#;
        let expected =
            r#"{"type":"object","properties":{"$schema":{},"id":{},"title":{"type":"string"}}}"#;
        assert_eq!(written(text), expected);
    }

    #[test]
    fn a_number_is_written_in_one_way() {
        let text =
            r#"{"properties": {"a": {"examples": [1e3, 0.0, -0, -0.5, 7, 18446744073709551615]}}}"#;
        let expected = r#"{"type":"object","properties":{"a":{"examples":[1000.0,0,0,-0.5,7,18446744073709551615]}}}"#;
        assert_eq!(written(text), expected);
    }

    #[test]
    fn what_is_right_stays() {
        let text = r#"{"type":"object","properties":{"a":{"description":"b","default":"\n"}},"additionalProperties":false}"#;
        assert_eq!(written(text), text);
        assert_eq!(written("{}"), r#"{"type":"object","properties":{}}"#);
    }

    #[test]
    fn a_text_nests_by_brackets_outside_of_strings() {
        assert_eq!(nesting(r#"{"a": ["[[[", "\"[", {}]}"#), 3);
        assert_eq!(nesting("\"[["), 0);
        assert_eq!(nesting("]]][\"\\"), 1);
    }

    #[test]
    fn a_schema_read_out_of_a_string_is_bounded_too() {
        // What `serde_json` takes for a raw value is parsed again, with a depth limit of its own.
        let inner = format!("{}1{}", "[".repeat(100), "]".repeat(100));
        let inner = json!({ "$serde_json::private::RawValue": inner }).to_string();
        let text = format!(r#"{{"properties": {{"a": {{"default": {inner}}}}}}}"#);
        assert_eq!(read(&text).unwrap_err(), Refusal::DeepSchema);
    }
}
