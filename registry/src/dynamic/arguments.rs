//! The arguments of a call, held against a schema that no type stands behind.

use std::borrow::Cow;
use std::collections::BTreeMap;

use memchr::memmem;
use serde_json::Value;

use crate::arguments::fit::{Mended, Reader, mend};
use crate::arguments::{ArgumentErrors, members, normalize};
use crate::name::printable;
use crate::schema::{InputSchema, follow};

/// The most arguments of one call.
const MAX_ARGUMENTS: usize = 1024;

/// How many references in a row are followed.
const MAX_HOPS: usize = 16;

/// How much of a value is repeated, in characters.
const MAX_EXPLANATION: usize = 120;

/// Arguments that were checked: what the source is to get.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedArguments<'a> {
    /// The text of one JSON object.
    pub json: Cow<'a, str>,
    /// Whether it came as a JSON string that held the object.
    pub unwrapped: bool,
    /// Where an argument came as a JSON string that held the array or the object.
    pub unwrapped_values: Vec<String>,
}

/// The arguments of a call, or all that is wrong with them.
pub(super) fn check<'a>(
    schema: &InputSchema,
    text: &'a str,
) -> Result<CheckedArguments<'a>, Box<ArgumentErrors>> {
    let (json, unwrapped) = normalize(text)?;
    let errors = hold(schema, &json).err();
    let is_unreadable = errors.as_ref().is_some_and(|errors| errors.malformed.is_some());
    // What fits already may hold a `null` for something left out deeper inside.
    let may_change = errors.is_some() || memmem::find(json.as_bytes(), b"null").is_some();
    if may_change && !is_unreadable {
        let mended = mend(schema, &json, Reader::Foreign);
        if let Some(Mended { text, unwrapped: unwrapped_values }) = mended {
            hold(schema, &text)?;
            return Ok(CheckedArguments { json: Cow::Owned(text), unwrapped, unwrapped_values });
        }
    }
    match errors {
        Some(errors) => Err(errors),
        None => Ok(CheckedArguments { json, unwrapped, unwrapped_values: Vec::new() }),
    }
}

/// Holds the text of an object against a schema.
fn hold(schema: &InputSchema, json: &str) -> Result<(), Box<ArgumentErrors>> {
    let mut errors = ArgumentErrors::default();
    let mut given = BTreeMap::new();
    for (i, member) in members::members(json).enumerate() {
        let Ok(members::Member { key, value, .. }) = member else {
            return unreadable("they are not a JSON object that can be read");
        };
        if i == MAX_ARGUMENTS {
            return unreadable(&format!("there are more than {MAX_ARGUMENTS} of them"));
        }
        let value = match serde_json::from_str::<Value>(value) {
            Ok(value) => value,
            Err(error) => return unreadable(&format!("they are not JSON: {error}")),
        };
        // Two readers may take different ones of two values.
        if given.contains_key(&key) {
            errors.add_invalid(&key, "given twice");
        }
        given.insert(key, value);
    }
    errors.name(json, schema);
    if !given.is_empty() {
        let root = schema.to_value();
        for property in schema.properties() {
            if let Some(value) = given.get(&*property.name)
                && !fits(&root, &root["properties"][&property.name], value)
            {
                let shown = printable(&value.to_string(), MAX_EXPLANATION);
                let message = format!("takes {}, not {shown}", property.takes);
                errors.add_invalid(&property.name, &message);
            }
        }
    }
    drop(given);
    if errors.is_empty() { Ok(()) } else { Err(Box::new(errors)) }
}

#[cold]
fn unreadable<T>(said: &str) -> Result<T, Box<ArgumentErrors>> {
    Err(Box::new(ArgumentErrors::unreadable(said)))
}

/// Whether a value has the type of a schema and is one of those that it lists.
fn fits<'a>(root: &'a Value, mut schema: &'a Value, value: &Value) -> bool {
    for _ in 0..MAX_HOPS {
        let listed = |values: &Value| {
            values.as_array().is_none_or(|all| all.iter().any(|one| same(one, value)))
        };
        let fits = schema.get("type").is_none_or(|types| has_type(types, value))
            && schema.get("enum").is_none_or(listed)
            && schema.get("const").is_none_or(|one| same(one, value));
        if !fits {
            return false;
        }
        let target = schema.get("$ref").and_then(Value::as_str);
        match target.and_then(|target| follow(root, target)) {
            Some(next) => schema = next,
            None => break,
        }
    }
    true
}

fn has_type(types: &Value, value: &Value) -> bool {
    let is = |ty: &Value| match (ty.as_str(), value) {
        (Some("null"), Value::Null)
        | (Some("boolean"), Value::Bool(_))
        | (Some("number"), Value::Number(_))
        | (Some("string"), Value::String(_))
        | (Some("array"), Value::Array(_))
        | (Some("object"), Value::Object(_)) => true,
        // To JSON Schema, 1.0 is an integer.
        (Some("integer"), Value::Number(number)) => {
            !number.is_f64() || number.as_f64().is_some_and(|number| number.fract() == 0.0)
        }
        _ => false,
    };
    types.as_array().map_or_else(|| is(types), |all| all.iter().any(is))
}

/// Whether two values are equal; numbers are by value, so that 1.0 is 1.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) if one.is_f64() || other.is_f64() => {
            one.as_f64() == other.as_f64()
        }
        _ => one == other,
    }
}
