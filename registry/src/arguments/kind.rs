//! The kinds of JSON values, as bits, and what tells of a value by its text.

use serde_json::Value;

use super::number::is_whole;

pub(super) const NULL: u8 = 1;
pub(super) const BOOLEAN: u8 = 1 << 1;
pub(super) const INTEGER: u8 = 1 << 2;
pub(super) const NUMBER: u8 = 1 << 3;
pub(super) const STRING: u8 = 1 << 4;
pub(super) const ARRAY: u8 = 1 << 5;
pub(super) const OBJECT: u8 = 1 << 6;
pub(super) const ANY: u8 = (1 << 7) - 1;

/// The kinds that a word of JSON Schema names.
pub(super) fn named(kind: &str) -> u8 {
    match kind {
        "null" => NULL,
        "boolean" => BOOLEAN,
        "integer" => INTEGER,
        "number" => NUMBER | INTEGER,
        "string" => STRING,
        "array" => ARRAY,
        "object" => OBJECT,
        _ => ANY,
    }
}

/// The kind of a value by its text; a whole number is an integer, however it is written.
pub(super) fn kind_of(text: &str) -> u8 {
    match text.as_bytes().first() {
        Some(b'"') => STRING,
        Some(b'[') => ARRAY,
        Some(b'{') => OBJECT,
        Some(b'n') => NULL,
        Some(b't' | b'f') => BOOLEAN,
        _ if is_whole(text) => INTEGER,
        _ => NUMBER,
    }
}

/// Whether a number lies outside of the bounds of its schema.
pub(super) fn out_of_bounds(schema: &Value, text: &str) -> bool {
    let Ok(number) = text.parse::<f64>() else {
        return false;
    };
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    bound("minimum").is_some_and(|least| number < least)
        || bound("maximum").is_some_and(|most| number > most)
}

/// Whether the text is that of `value`, numbers by value.
pub(super) fn same(value: &Value, text: &str) -> bool {
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Number(number)) => {
            value.as_number().is_some_and(|one| *one == number || one.as_f64() == number.as_f64())
        }
        Ok(other) => *value == other,
        Err(_) => false,
    }
}
