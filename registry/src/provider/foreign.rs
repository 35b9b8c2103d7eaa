//! Schemas of tools that this program did not declare.

use std::fmt;

use serde_json::value::RawValue;

use crate::dynamic::{Refusal, read_schema};

/// The input schema of a tool that this program did not declare, such as one of an MCP server.
///
/// It is read as those of a [`DynamicSource`](crate::dynamic::DynamicSource) are: checked against what
/// JSON Schema 2020-12 asks of each keyword and bounded; older forms that say the same are brought up
/// to date; `$schema`, titles and other noise are left out. The bytes depend on the schema's meaning
/// alone: required properties come first, in the order of `required`, then the others by name.
/// Nothing is fetched.
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
pub struct SchemaRefused(Refusal);

impl SchemaRefused {
    /// The reason as data.
    #[must_use]
    pub const fn refusal(&self) -> &Refusal {
        &self.0
    }

    /// The place, as a JSON pointer into the schema; empty where it is the schema as a whole.
    #[must_use]
    pub fn path(&self) -> &str {
        self.0.path()
    }
}

impl fmt::Display for SchemaRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a tool cannot be taken: {}", self.0)
    }
}

impl std::error::Error for SchemaRefused {}

impl ForeignSchema {
    /// Reads a schema.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong: what is no JSON, a keyword with a value that it cannot have, a
    /// reference that leads nowhere, a root that is not an object, or more than the limits of
    /// [`dynamic`](crate::dynamic) allow.
    pub fn parse(text: &str) -> Result<Self, SchemaRefused> {
        let schema = read_schema(text).map_err(SchemaRefused)?;
        Ok(Self { json: schema.json().to_owned() })
    }

    /// The schema in canonical bytes.
    #[must_use]
    pub fn json(&self) -> &RawValue {
        &self.json
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_schema_is_refused() {
        for (text, path, reason) in [
            ("[]", "", "its schema is not an object; write"),
            ("{", "", "its schema is not JSON (EOF while parsing an object at line 1 column 1)"),
            (r#"{"type": "objekt"}"#, "", "its schema is of type `objekt`"),
            (
                r#"{"properties": {"a": {"type": "objekt"}}}"#,
                "/properties/a/type",
                "`/properties/a/type` in its schema must be one of JSON Schema's seven types",
            ),
            (
                r#"{"properties": {"a": 1}}"#,
                "/properties/a",
                "`/properties/a` in its schema must be a schema, which is a JSON object",
            ),
            (
                r#"{"properties": {"items": []}}"#,
                "/properties/items",
                "`/properties/items` in its schema must be a schema",
            ),
            (
                r#"{"required": ["a", "a"]}"#,
                "/required",
                "`/required` in its schema must be an array of different strings",
            ),
            (r#"{"anyOf": []}"#, "", "its schema has `anyOf` at its root"),
            (
                r#"{"properties": {"a": {"anyOf": []}}}"#,
                "/properties/a/anyOf",
                "`/properties/a/anyOf` in its schema must be an array with at least one schema",
            ),
        ] {
            let refused = ForeignSchema::parse(text).unwrap_err();
            assert_eq!(refused.path(), path, "{text}");
            let said = refused.to_string();
            let expected = format!("a tool cannot be taken: {reason}");
            assert!(said.starts_with(&expected), "{said}");
        }
    }
}
