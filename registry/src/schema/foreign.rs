//! A schema that no type stands behind: one that a server sent.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::canonical::{properties_in_order, write_schema};
use super::{InputSchema, Property, in_words, last_of, others};

impl InputSchema {
    /// The schema of an object, written canonically. Whoever calls has checked and cleaned `root`: an
    /// object of bounded size and depth, whose references end somewhere.
    pub(crate) fn foreign(mut root: Value) -> Self {
        if let Some(object) = root.as_object_mut() {
            object.insert("type".into(), "object".into());
            object.entry("properties").or_insert_with(|| json!({}));
        }
        let mut text = String::new();
        write_schema(&mut text, &root, &[]);
        let json = RawValue::from_string(text).expect("the writer writes JSON");
        Self { json, properties: properties(&root), others: others(&root), is_suspect: false }
    }

    /// Says that what is sent in its place may have lost what one of its references leads to.
    pub(crate) fn suspect(mut self, is_suspect: bool) -> Self {
        self.is_suspect = is_suspect;
        self
    }
}

/// The arguments that the root describes, and after them those that its alternatives do.
fn properties(root: &Value) -> Vec<Property> {
    let Some((of, map)) = root.as_object().zip(root["properties"].as_object()) else {
        return Vec::new();
    };
    let required: Vec<_> =
        root["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let is_required: BTreeSet<_> = required.iter().copied().collect();
    let property = |name: &str, schema: &Value| Property {
        name: name.to_owned(),
        required: is_required.contains(name),
        takes: in_words(root, schema),
        // Not kept: many arguments may refer to one large definition.
        schema: Value::Null,
    };
    let listed = properties_in_order(map, of, &[]).into_iter();
    let unlisted = required.iter().filter(|name| !map.contains_key(**name));
    let mut all: Vec<_> = listed
        .map(|(name, schema)| property(name, schema))
        .chain(unlisted.map(|name| property(name, &Value::Null)))
        .collect();
    if root.get("additionalProperties") != Some(&Value::Bool(false)) {
        let mut told: BTreeSet<String> = all.iter().map(|one| one.name.clone()).collect();
        for (name, schema) in of_alternatives(root) {
            if told.insert(name.to_owned()) {
                all.push(property(name, schema));
            }
        }
    }
    all
}

/// The properties that only alternatives at the root describe.
fn of_alternatives(root: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let lists = ["allOf", "anyOf", "oneOf"].iter().filter_map(|key| root[*key].as_array());
    let parts = lists.flatten().map(|part| last_of(root, part));
    parts
        .filter_map(|part| Some((part.as_object()?, part.get("properties")?.as_object()?)))
        .flat_map(|(part, properties)| properties_in_order(properties, part, &[]))
}

/// What a reference inside of `root` points to; `None` for any other reference. Nothing is fetched.
pub(crate) fn follow<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let fragment = reference.strip_prefix('#')?;
    root.pointer(&percent_decoded(fragment)?)
}

pub(super) fn percent_decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first == b'%' {
            let (digits, tail) = tail.split_at_checked(2)?;
            let digit = |byte: u8| char::from(byte).to_digit(16);
            bytes.push(u8::try_from(digit(digits[0])? * 16 + digit(digits[1])?).ok()?);
            rest = tail;
        } else {
            bytes.push(*first);
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_pointers_into_the_schema() {
        let root = json!({"$defs": {"a b": {"type": "string"}, "c/d": {"type": "null"}}});
        assert_eq!(follow(&root, "#"), Some(&root));
        assert_eq!(follow(&root, "#/$defs/a%20b"), Some(&root["$defs"]["a b"]));
        assert_eq!(follow(&root, "#/$defs/c~1d"), Some(&root["$defs"]["c/d"]));
        for other in ["", "a", "#a", "#/$defs/x", "#/$defs/%", "#/%zz", "http://a/b#/$defs"] {
            assert_eq!(follow(&root, other), None, "{other}");
        }
    }

    #[test]
    fn what_arguments_take_is_read_through_references() {
        let root = json!({
            "properties": {"a": {"$ref": "#/$defs/a"}, "z": {"enum": [1, 2]}},
            "required": ["z", "other"],
            "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"type": ["string", "null"]}},
            "additionalProperties": false,
        });
        let schema = InputSchema::foreign(root);
        let summary = schema.summary(Some);
        assert_eq!(summary, "`z` (one of 1, 2), `a` (string, optional), `other` (any value)");
        assert!(schema.is_closed());
    }

    #[test]
    fn arguments_of_alternatives_are_arguments() {
        let root = json!({
            "properties": {"a": {"type": "string"}}, "required": ["a"],
            "anyOf": [{"$ref": "#/$defs/b"}, {"properties": {"c": {}, "a": {"const": 1}}, "required": ["c"]}],
            "$defs": {"b": {"properties": {"b": {"type": "null"}}}},
        });
        let summary = InputSchema::foreign(root).summary(Some);
        assert_eq!(summary, "`a` (string), `b` (null, optional), `c` (any value, optional)");
    }

    #[test]
    fn a_pattern_opens_what_is_closed() {
        let root = json!({"patternProperties": {"^x-": {}}, "additionalProperties": false});
        assert!(!InputSchema::foreign(root).is_closed());
    }
}
