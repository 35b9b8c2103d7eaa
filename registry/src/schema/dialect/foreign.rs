//! The schema of a tool from outside: checked, brought up to date, put into canonical bytes.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::value::RawValue;

use super::node::{Members, Node};
use super::shape::misshapen;
use super::step;
use super::walk::{Holds, holds, open_or_closed};
use crate::name::Shown;
use crate::schema::canonical::KEYWORDS;
use crate::schema::clean::RUST_FORMATS;

/// The input schema of a tool that this program did not declare, such as one of an MCP server.
///
/// It is checked against what JSON Schema 2020-12 asks of each keyword; older forms that say the same
/// are brought up to date; `$schema`, titles and other noise are left out. The bytes depend on the
/// schema's meaning alone: required properties come first, in the order of `required`, then the others
/// by name. Nothing is fetched, and size and depth are bounded.
///
/// ```
/// use toolcrib::provider::ForeignSchema;
///
/// let schema = r#"{"title": "Args", "properties": {"n": {"type": "integer"}, "a": true}, "required": ["n"]}"#;
/// let schema = ForeignSchema::parse(schema)?;
/// assert_eq!(
///     schema.json().get(),
///     r#"{"type":"object","properties":{"n":{"type":"integer"},"a":{}},"required":["n"]}"#,
/// );
/// # Ok::<(), toolcrib::provider::SchemaRefused>(())
/// ```
#[derive(Debug, Clone)]
pub struct ForeignSchema {
    json: Box<RawValue>,
}

/// Why a schema from outside cannot be a tool's input schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaRefused {
    path: String,
    reason: String,
}

impl SchemaRefused {
    /// The place, as a JSON pointer into the schema; empty where it is the schema as a whole.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for SchemaRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            write!(f, "the input schema {}", self.reason)
        } else {
            write!(f, "`{}` in the input schema {}", Shown(&self.path), self.reason)
        }
    }
}

impl std::error::Error for SchemaRefused {}

impl ForeignSchema {
    /// Reads a schema.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong: no JSON, larger than 256 KiB, nested deeper than 64 levels, more than
    /// 20,000 values, or a keyword with a value that it cannot have.
    ///
    /// # Panics
    ///
    /// Never: what is written is JSON.
    pub fn parse(text: &str) -> Result<Self, SchemaRefused> {
        let refuse = |reason: String| SchemaRefused { path: String::new(), reason };
        let schema = Node::parse(text).map_err(|why| refuse(why.to_string()))?;
        let Node::Object(_) = &schema else {
            return Err(refuse(format!("is of type {}, not an object", schema.kind())));
        };
        let Node::Object(members) = tidy("", &schema)? else {
            return Err(refuse("is not an object".into()));
        };
        let mut text = String::new();
        Node::Object(root(members)).write(&mut text);
        let json = RawValue::from_string(text).expect("a tree is written as JSON");
        Ok(Self { json })
    }

    /// The schema in canonical bytes.
    #[must_use]
    pub fn json(&self) -> &RawValue {
        &self.json
    }
}

/// The root says that it is an object, and names its properties even where there are none: providers
/// and clients refuse a schema that does not.
fn root(mut members: Members) -> Members {
    let says = |members: &Members, keys: &[&str]| {
        members.iter().any(|(key, _)| keys.contains(&key.as_str()))
    };
    if !says(&members, &["type", "$ref", "anyOf", "oneOf", "allOf", "not", "if", "enum", "const"]) {
        members.push(("type".into(), Node::text("object")));
    }
    let is_object =
        members.iter().any(|(key, value)| key == "type" && value.as_str() == Some("object"));
    if is_object && !says(&members, &["properties"]) {
        members.push(("properties".into(), Node::Object(Vec::new())));
    }
    in_order(members)
}

/// A schema without noise, in today's keywords and in canonical order.
fn tidy(path: &str, schema: &Node) -> Result<Node, SchemaRefused> {
    let members = match schema {
        // Some clients drop the whole list where they meet a boolean schema.
        Node::Bool(true) => return Ok(Node::Object(Vec::new())),
        Node::Bool(false) => {
            return Ok(Node::Object(vec![("not".into(), Node::Object(Vec::new()))]));
        }
        Node::Object(members) => members,
        other => {
            let reason = format!("is of type {}, not a schema", other.kind());
            return Err(SchemaRefused { path: path.to_owned(), reason });
        }
    };
    let mut tidied = Members::with_capacity(members.len());
    for (key, value) in up_to_date(members) {
        let path = step(path, &key);
        if let Some(wanted) = misshapen(&key, &value) {
            return Err(SchemaRefused { path, reason: wanted.to_owned() });
        }
        let value = match (holds(&key), value) {
            (Holds::Schema, open @ Node::Bool(_)) if open_or_closed(&key) => open,
            (Holds::Schema, inner) => tidy(&path, &inner)?,
            (Holds::Schemas, Node::Array(list)) => {
                let one = |(i, inner): (usize, &Node)| tidy(&step(&path, &i.to_string()), inner);
                Node::Array(list.iter().enumerate().map(one).collect::<Result<_, _>>()?)
            }
            (Holds::Map, Node::Object(map)) => {
                let one = |(key, inner): (String, Node)| {
                    let inner = tidy(&step(&path, &key), &inner)?;
                    Ok::<_, SchemaRefused>((key, inner))
                };
                Node::Object(map.into_iter().map(one).collect::<Result<_, _>>()?)
            }
            (_, data) => data.sorted(),
        };
        tidied.push((key, value));
    }
    Ok(Node::Object(in_order(tidied)))
}

/// The members, without noise and with the forms of older drafts in today's words.
fn up_to_date(members: &Members) -> Members {
    let has = |key: &str| members.iter().find(|(one, _)| one == key).map(|(_, value)| value);
    let flag = |key: &str| matches!(has(key), Some(Node::Bool(true)));
    let tuple = matches!(has("items"), Some(Node::Array(_)));
    let mut now = Members::with_capacity(members.len());
    for (key, value) in members {
        let noise = match (key.as_str(), value) {
            (
                "$schema" | "$id" | "id" | "$anchor" | "$dynamicAnchor" | "$vocabulary",
                Node::Text(_) | Node::Object(_),
            )
            | ("title", Node::Text(_))
            // Draft 4: a flag beside the bound.
            | ("exclusiveMinimum" | "exclusiveMaximum", Node::Bool(_)) => true,
            ("format", Node::Text(format)) => RUST_FORMATS.contains(&format.as_str()),
            ("items", Node::Array(list)) => list.is_empty(),
            ("additionalItems", _) => !tuple,
            _ => false,
        };
        if noise {
            continue;
        }
        let key = match key.as_str() {
            "items" if tuple => "prefixItems",
            "additionalItems" => "items",
            "minimum" if flag("exclusiveMinimum") => "exclusiveMinimum",
            "maximum" if flag("exclusiveMaximum") => "exclusiveMaximum",
            other => other,
        };
        if now.iter().all(|(there, _)| there != key) {
            now.push((key.to_owned(), value.clone()));
        }
    }
    now
}

/// Keywords in canonical order, properties in that of `required` and then by name.
fn in_order(mut members: Members) -> Members {
    let listed = members.iter().find(|(key, _)| key == "required");
    let listed = listed.and_then(|(_, names)| names.as_array()).unwrap_or_default().iter();
    let place_of: BTreeMap<String, usize> = listed
        .enumerate()
        .filter_map(|(place, name)| Some((name.as_str()?.to_owned(), place)))
        .collect();
    for (key, value) in &mut members {
        let Node::Object(map) = value else {
            continue;
        };
        if holds(key) == Holds::Map {
            map.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        if key == "properties" {
            map.sort_by_key(|(name, _)| place_of.get(name).copied().unwrap_or(place_of.len()));
        }
    }
    let place = |key: &str| KEYWORDS.iter().position(|one| *one == key).unwrap_or(KEYWORDS.len());
    members.sort_by(|(one, _), (other, _)| (place(one), one).cmp(&(place(other), other)));
    members
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> String {
        ForeignSchema::parse(text)
            .map_or_else(|why| why.to_string(), |schema| schema.json.to_string())
    }

    #[test]
    fn older_forms_are_brought_up_to_date() {
        assert_eq!(
            parsed(
                r#"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "object", "properties": {
                    "pair": {"type": "array", "items": [{"type": "string"}, true], "additionalItems": false},
                    "n": {"type": "number", "minimum": 0, "exclusiveMinimum": true, "format": "double"},
                    "m": {"maximum": 3, "exclusiveMaximum": false}}}"#
            ),
            r#"{"type":"object","properties":{"m":{"maximum":3},"n":{"type":"number","exclusiveMinimum":0},"pair":{"type":"array","items":{"not":{}},"prefixItems":[{"type":"string"},{}]}}}"#,
        );
    }

    #[test]
    fn a_property_may_have_a_keywords_name() {
        assert_eq!(
            parsed(
                r#"{"properties": {"title": {"type": "string"}, "$schema": {"title": "x"}, "items": []}}"#
            ),
            "`/properties/items` in the input schema is of type array, not a schema",
        );
        assert_eq!(
            parsed(r#"{"properties": {"title": {"type": "string"}, "$schema": {"title": "x"}}}"#),
            r#"{"type":"object","properties":{"$schema":{},"title":{"type":"string"}}}"#,
        );
    }

    #[test]
    fn what_is_no_schema_is_refused() {
        for (text, reason) in [
            ("[]", "the input schema is of type array, not an object"),
            ("{", "the input schema is not JSON: EOF while parsing an object at line 1 column 1"),
            (
                r#"{"type": "objekt"}"#,
                "`/type` in the input schema takes a type's name, or different ones in an array",
            ),
            (
                r#"{"properties": {"a": 1}}"#,
                "`/properties/a` in the input schema is of type integer, not a schema",
            ),
            (
                r#"{"required": ["a", "a"]}"#,
                "`/required` in the input schema takes an array of different names",
            ),
            (r#"{"anyOf": []}"#, "`/anyOf` in the input schema takes an array of schemas"),
        ] {
            assert_eq!(parsed(text), reason);
        }
    }
}
