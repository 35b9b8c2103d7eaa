//! Input schemas: generated from types, cleaned of what models do not need, written byte for byte
//! the same everywhere.

use std::fmt;

use serde_json::Value;
use serde_json::value::RawValue;

mod canonical;
mod clean;
pub(crate) mod dialect;
mod foreign;
mod generate;
pub(crate) mod keyword;

pub(crate) use canonical::{write_schema, write_string};
pub(crate) use clean::clean;
pub(crate) use foreign::follow;
pub(crate) use generate::input_schema;

/// How many values of an enumeration a message lists.
const MAX_LISTED: usize = 8;

/// The input schema of one tool, as it is sent, with what messages need to know of it.
#[derive(Debug)]
pub(crate) struct InputSchema {
    json: Box<RawValue>,
    properties: Vec<Property>,
    closed: bool,
    is_suspect: bool,
}

/// An argument at the root of an input schema.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) required: bool,
    /// What it takes, in words: `string`, `integer or null`, `one of "a", "b"`.
    pub(crate) takes: String,
    schema: Value,
}

impl InputSchema {
    /// The schema as bytes.
    pub(crate) fn json(&self) -> &RawValue {
        &self.json
    }

    /// The arguments in the author's order where it is known, else sorted.
    pub(crate) fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// Whether other arguments are refused.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether something may be wrong with it, or with what is sent in its place: a reference, or its size.
    pub(crate) fn is_suspect(&self) -> bool {
        self.is_suspect
    }

    /// The arguments in words, on one line.
    pub(crate) fn summary(&self) -> Summary<'_> {
        Summary(self)
    }
}

impl Property {
    /// Why `value` is no value of this argument, as far as its type and its enumeration tell.
    pub(crate) fn refuses(&self, value: &Value) -> Option<String> {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let fits_type = |types: &Value| match types {
            Value::String(one) => one == kind || (one == "number" && kind == "integer"),
            Value::Array(some) => {
                some.iter().any(|one| one == kind || (one == "number" && kind == "integer"))
            }
            _ => true,
        };
        let listed = |values: &Value| values.as_array().is_none_or(|list| list.contains(value));
        let fits = self.schema.get("type").is_none_or(fits_type)
            && self.schema.get("enum").is_none_or(listed)
            && self.schema.get("const").is_none_or(|one| one == value);
        (!fits).then(|| format!("`{}` takes {}, not {value}", self.name, self.takes))
    }
}

pub(crate) struct Summary<'a>(&'a InputSchema);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.properties.is_empty() {
            return f.write_str("no arguments");
        }
        for (i, property) in self.0.properties.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            let optional = if property.required { "" } else { ", optional" };
            write!(f, "{comma}`{}` ({}{optional})", property.name, property.takes)?;
        }
        Ok(())
    }
}

/// What a schema takes, in words.
fn in_words(schema: &Value) -> String {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let listed = values.iter().take(MAX_LISTED).map(Value::to_string).collect::<Vec<_>>();
        let more = if values.len() > MAX_LISTED { ", …" } else { "" };
        return format!("one of {}{more}", listed.join(", "));
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    let alternatives = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key)?.as_array());
    let words: Vec<_> = match (schema.get("type"), alternatives) {
        (Some(Value::String(one)), _) => vec![one.clone()],
        (Some(Value::Array(some)), _) => {
            some.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        (_, Some(some)) => some.iter().map(in_words).collect(),
        _ => vec!["any value".into()],
    };
    // That an optional argument may also be null is noise in a message.
    let telling: Vec<_> = words.iter().filter(|word| *word != "null").cloned().collect();
    if telling.is_empty() { "null".into() } else { telling.join(" or ") }
}
