//! Alternatives, and whether they can be told apart by what a value looks like.
//!
//! A schema that has properties but no type takes anything else too, and one that does not say that it is
//! closed takes more. The strict forms rewrite both: so it is said how a schema is read.

use serde_json::Value;

use super::node::{Node, required};
use super::reference::resolved;

/// How many schemas may be looked at to answer all questions about one schema or one value, and how
/// many within one another. Foreign schemas can refer to themselves in ways that would take for ever;
/// an answer that costs more is the cautious one.
#[derive(Debug)]
pub(super) struct Fuel {
    left: usize,
    deep: usize,
}

impl Fuel {
    const DEEPEST: usize = 200;

    pub(super) const fn new() -> Self {
        Self { left: 30_000, deep: 0 }
    }

    /// Counts one schema looked at.
    pub(super) fn spend(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// What `look` answers, or `cautious` where that would cost too much.
    pub(super) fn nested<T>(&mut self, cautious: T, look: impl FnOnce(&mut Self) -> T) -> T {
        if !self.spend() || self.deep == Self::DEEPEST {
            return cautious;
        }
        self.deep += 1;
        let answer = look(self);
        self.deep -= 1;
        answer
    }
}

/// How schemas are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// As they stand, for values that a strict form lets through.
    Written,
    /// As they are rewritten for a strict form: objects closed, types told by `properties` and `items`.
    Strict,
}

const NULL: u8 = 1;
const BOOLEAN: u8 = 1 << 1;
const INTEGER: u8 = 1 << 2;
const NUMBER: u8 = 1 << 3;
const STRING: u8 = 1 << 4;
const ARRAY: u8 = 1 << 5;
const OBJECT: u8 = 1 << 6;
const ANY: u8 = (1 << 7) - 1;

/// The alternatives of a schema, where it has some.
pub(super) fn alternatives(schema: &Node) -> Option<&[Node]> {
    ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key)?.as_array())
}

/// Whether `null` is a value of `schema`.
pub(super) fn accepts_null(root: &Node, schema: &Node, fuel: &mut Fuel) -> bool {
    types(root, schema, Reading::Strict, fuel) & NULL != 0
}

/// Whether values of `schema` may be objects or arrays.
pub(super) fn is_composite(root: &Node, schema: &Node, fuel: &mut Fuel) -> bool {
    types(root, schema, Reading::Strict, fuel) & (OBJECT | ARRAY) != 0
}

/// Whether no value can be one of both.
pub(super) fn disjoint(
    root: &Node,
    one: &Node,
    other: &Node,
    reading: Reading,
    fuel: &mut Fuel,
) -> bool {
    let (Some(one), Some(other)) = (resolved(root, one), resolved(root, other)) else {
        return false;
    };
    fuel.nested(false, |fuel| {
        let shared = types(root, one, reading, fuel) & types(root, other, reading, fuel);
        if shared == 0 {
            return true;
        }
        if let Some(parts) = alternatives(one) {
            return parts.iter().all(|part| disjoint(root, part, other, reading, fuel));
        }
        if let Some(parts) = alternatives(other) {
            return parts.iter().all(|part| disjoint(root, one, part, reading, fuel));
        }
        match (values(one), values(other)) {
            (Some(some), Some(others)) => none_shared(some, others),
            _ => shared == OBJECT && objects_differ(root, one, other, reading),
        }
    })
}

fn none_shared(some: &[Node], others: &[Node]) -> bool {
    some.iter().all(|value| others.iter().all(|other| value.sorted() != other.sorted()))
}

/// Whether two objects differ by a tag, or by an argument that one needs and the other has not.
fn objects_differ(root: &Node, one: &Node, other: &Node, reading: Reading) -> bool {
    let needs_what_lacks = |one: &Node, other: &Node| {
        let properties = other.get("properties");
        let needed = one.as_object().map(required).unwrap_or_default();
        needed.iter().any(|name| properties.is_none_or(|all| all.get(name).is_none()))
    };
    let tag = |schema: &Node, name: &str| {
        let property = resolved(root, schema.get("properties")?.get(name)?)?;
        values(property).map(<[Node]>::to_vec)
    };
    let both = one.as_object().map(required).unwrap_or_default();
    let both = both
        .intersection(&other.as_object().map(required).unwrap_or_default())
        .copied()
        .collect::<Vec<_>>();
    // A value of the one does not fit the other where that is closed; where it is open, it must itself
    // need what the value has not.
    let closed = |schema: &Node| {
        reading == Reading::Strict || schema.get("additionalProperties") == Some(&Node::Bool(false))
    };
    let (first, second) = (needs_what_lacks(one, other), needs_what_lacks(other, one));
    (first && closed(other))
        || (second && closed(one))
        || (first && second)
        || both.iter().any(|name| match (tag(one, name), tag(other, name)) {
            (Some(some), Some(others)) => none_shared(&some, &others),
            _ => false,
        })
}

/// The values of an enumeration.
fn values(schema: &Node) -> Option<&[Node]> {
    let constant = schema.get("const").map(std::slice::from_ref);
    constant.or_else(|| schema.get("enum")?.as_array())
}

/// Whether `value` looks like one of `schema`: its type, its keys, and the values of enumerations.
pub(super) fn looks_like(root: &Node, schema: &Node, value: &Value, fuel: &mut Fuel) -> bool {
    let Some(schema) = resolved(root, schema) else {
        return false;
    };
    if types(root, schema, Reading::Strict, fuel) & type_of(value) == 0 {
        return false;
    }
    if let Some(parts) = alternatives(schema) {
        let some = |fuel: &mut Fuel| parts.iter().any(|part| looks_like(root, part, value, fuel));
        return fuel.nested(false, some);
    }
    let listed = |schema: &Node, value: &Value| {
        values(schema).is_none_or(|values| values.iter().any(|one| one.same(value)))
    };
    if !listed(schema, value) {
        return false;
    }
    let (Some(object), Some(members)) = (value.as_object(), schema.as_object()) else {
        return true;
    };
    let required = required(members);
    let properties = schema.get("properties");
    required.iter().all(|name| object.contains_key(*name))
        && object.iter().all(|(key, value)| {
            let property = properties.and_then(|all| resolved(root, all.get(key)?));
            property.is_some_and(|property| {
                let absent = value.is_null() && !required.contains(key.as_str());
                absent || listed(property, value)
            })
        })
}

/// The types that values of `schema` may have, as bits.
fn types(root: &Node, schema: &Node, reading: Reading, fuel: &mut Fuel) -> u8 {
    fuel.spend();
    let schema = match resolved(root, schema) {
        Some(Node::Bool(false)) => return 0,
        Some(schema) => schema,
        None => return ANY,
    };
    let mut bits = ANY;
    match schema.get("type") {
        Some(Node::Text(name)) => bits &= named(name),
        Some(Node::Array(names)) => {
            bits &= names.iter().filter_map(Node::as_str).fold(0, |bits, name| bits | named(name));
        }
        _ if reading == Reading::Strict && schema.get("properties").is_some() => bits &= OBJECT,
        _ if reading == Reading::Strict && schema.get("items").is_some() => bits &= ARRAY,
        _ => {}
    }
    if let Some(values) = values(schema) {
        bits &= values.iter().fold(0, |bits, value| bits | named(value.kind()));
    }
    if let Some(parts) = alternatives(schema) {
        let all = |fuel: &mut Fuel| {
            parts.iter().fold(0, |bits, part| bits | types(root, part, reading, fuel))
        };
        bits &= fuel.nested(ANY, all);
    }
    if schema.get("not").is_some_and(|not| not.as_object().is_some_and(Vec::is_empty)) {
        bits = 0;
    }
    bits
}

/// The names of the seven types, in the order of their bits.
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];

fn named(name: &str) -> u8 {
    match TYPES.iter().position(|one| *one == name) {
        Some(3) => NUMBER | INTEGER,
        Some(at) => 1 << at,
        None => ANY,
    }
}

fn type_of(value: &Value) -> u8 {
    match value {
        Value::Null => NULL,
        Value::Bool(_) => BOOLEAN,
        Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0) => INTEGER,
        Value::Number(_) => NUMBER,
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}
