//! Input schemas: generated from types, cleaned of what models do not need, written byte for byte
//! the same everywhere.

use std::fmt::Write as _;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::name::Shown;

mod canonical;
mod clean;
pub(crate) mod dialect;
mod foreign;
mod generate;
pub(crate) mod keyword;
mod words;

pub(crate) use canonical::{write_schema, write_string};
pub(crate) use clean::clean;
pub(crate) use foreign::follow;
pub(crate) use generate::input_schema;
pub(crate) use words::{alternatives, in_words, last_of, listed, parts};

/// How long a summary becomes, in bytes.
const MAX_SUMMARY: usize = 2048;

/// The input schema of one tool, as it is sent, with what messages need to know of it.
#[derive(Debug)]
pub(crate) struct InputSchema {
    json: Box<RawValue>,
    properties: Vec<Property>,
    /// What other arguments take, in words; `None` where they are refused.
    others: Option<String>,
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
        self.others.is_none()
    }

    /// Whether something may be wrong with it, or with what is sent in its place: a reference, or its size.
    pub(crate) fn is_suspect(&self) -> bool {
        self.is_suspect
    }

    /// The schema as a value, read once more.
    pub(crate) fn to_value(&self) -> Value {
        serde_json::from_str(self.json.get()).unwrap_or_default()
    }

    /// The arguments in words, on one line of bounded length. `called` gives the name that the caller has
    /// for an argument, if it has one.
    pub(crate) fn summary<'a>(&'a self, called: impl Fn(&'a str) -> Option<&'a str>) -> String {
        let mut out = String::new();
        let known = self.properties.iter().filter_map(|one| Some((called(&one.name)?, one)));
        let known: Vec<_> = known.collect();
        for (i, (name, property)) in known.iter().enumerate() {
            let optional = if property.required { "" } else { ", optional" };
            let one = format!("`{}` ({}{optional})", Shown(name), property.takes);
            if i > 0 && out.len() + one.len() > MAX_SUMMARY {
                let _ = write!(out, ", and {} more", known.len() - i);
                break;
            }
            out.push_str(if i == 0 { "" } else { ", " });
            out.push_str(&one);
        }
        match &self.others {
            _ if !out.is_empty() => out,
            None => "no arguments".into(),
            Some(others) if others == "any value" => "any arguments".into(),
            Some(others) => format!("any arguments, each {others}"),
        }
    }
}

/// What arguments take that the schema `root` does not name.
fn others(root: &Value) -> Option<String> {
    match root.get("additionalProperties") {
        // What a pattern allows is not known by name.
        _ if root.get("patternProperties").is_some() => Some("any value".into()),
        Some(Value::Bool(false)) => None,
        Some(others) => Some(in_words(root, others)),
        None => Some("any value".into()),
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
