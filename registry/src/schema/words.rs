//! What a schema takes, in words that a model can follow.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::canonical::properties_in_order;
use super::follow;
use crate::name::{Shown, printable};

/// How many values of an enumeration, fields of an object or alternatives are listed.
const MAX_LISTED: usize = 8;

/// How many objects and arrays within one another are described.
const MAX_DEPTH: usize = 3;

/// How much of one value is repeated, in characters.
const MAX_VALUE: usize = 60;

/// How long a description becomes, in characters.
const MAX_WORDS: usize = 300;

/// How many references in a row are followed.
const MAX_HOPS: usize = 16;

/// What `schema` takes: `string`, `integer from 0`, `one of "a", "b"`, ``array of object with `x` (string)``. That
/// it may also be `null` is not said of what takes something else besides: it is noise in a message.
pub(crate) fn in_words(root: &Value, schema: &Value) -> String {
    let mut words = Words { root, out: String::new() };
    words.schema(schema, MAX_DEPTH);
    let mut words = printable(&words.out, MAX_WORDS);
    // Escapes are longer than what they stand for.
    if words.len() > 2 * MAX_WORDS {
        let end = (0..=2 * MAX_WORDS).rev().find(|at| words.is_char_boundary(*at));
        words.truncate(end.unwrap_or_default());
        words.push('…');
    }
    words
}

/// Where a schema's references lead.
pub(crate) fn last_of<'a>(root: &'a Value, mut schema: &'a Value) -> &'a Value {
    for _ in 0..MAX_HOPS {
        let target = schema.get("$ref").and_then(Value::as_str);
        match target.and_then(|target| follow(root, target)) {
            Some(next) => schema = next,
            None => break,
        }
    }
    schema
}

/// The alternatives of a schema, where it has some.
pub(crate) fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key)?.as_array())
}

/// The values that a schema lists.
pub(crate) fn listed(schema: &Value) -> Option<&[Value]> {
    let constant = schema.get("const").map(std::slice::from_ref);
    constant.or_else(|| schema.get("enum")?.as_array().map(Vec::as_slice))
}

struct Words<'r> {
    root: &'r Value,
    out: String,
}

impl Words<'_> {
    fn schema(&mut self, schema: &Value, depth: usize) {
        // Whatever a schema is made of, it ends here.
        if self.out.len() > 4 * MAX_WORDS {
            return;
        }
        let schema = last_of(self.root, schema);
        if let Some(values) = listed(schema) {
            return self.values(&values.iter().collect::<Vec<_>>());
        }
        match (
            schema.get("type"),
            alternatives(schema),
            schema.get("allOf").and_then(Value::as_array),
        ) {
            (Some(Value::String(kind)), ..) => self.kind(kind, schema, depth),
            (Some(Value::Array(kinds)), ..) => {
                let kinds: Vec<_> = kinds.iter().filter_map(Value::as_str).collect();
                let telling = kinds.iter().copied().filter(|kind| *kind != "null");
                let kinds = if kinds.len() > 1 { telling.collect() } else { kinds };
                self.each(&kinds, |words, kind| words.kind(kind, schema, depth));
            }
            (_, Some(parts), _) => self.parts(parts, depth),
            (_, _, Some(parts)) if parts.len() == 1 => self.schema(&parts[0], depth),
            _ if schema.get("properties").is_some() => self.kind("object", schema, depth),
            _ => self.out.push_str("any value"),
        }
    }

    /// Alternatives; those that are one value each are listed as such.
    fn parts(&mut self, parts: &[Value], depth: usize) {
        let parts: Vec<_> = parts.iter().map(|part| last_of(self.root, part)).collect();
        let is_null = |part: &Value| part.get("type").is_some_and(|kind| kind == "null");
        let telling = parts.iter().copied().filter(|part| !is_null(part));
        let parts = if parts.iter().any(|part| !is_null(part)) { telling.collect() } else { parts };
        let values: Vec<_> = parts.iter().filter_map(|part| listed(part)).flatten().collect();
        if parts.iter().all(|part| listed(part).is_some()) {
            return self.values(&values);
        }
        match depth.checked_sub(1) {
            Some(depth) => self.each(&parts, |words, part| words.schema(part, depth)),
            None => self.out.push_str("one of several forms"),
        }
    }

    fn values(&mut self, values: &[&Value]) {
        if values.len() != 1 {
            self.out.push_str("one of ");
        }
        for (i, value) in values.iter().take(MAX_LISTED).enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            let _ = write!(self.out, "{comma}{}", printable(&value.to_string(), MAX_VALUE));
        }
        if values.len() > MAX_LISTED {
            self.out.push_str(", …");
        }
    }

    fn each<T: Copy>(&mut self, all: &[T], mut say: impl FnMut(&mut Self, T)) {
        for (i, one) in all.iter().take(MAX_LISTED).enumerate() {
            self.out.push_str(if i == 0 { "" } else { " or " });
            say(self, *one);
        }
        if all.len() > MAX_LISTED {
            self.out.push_str(" or …");
        }
    }

    fn kind(&mut self, kind: &str, schema: &Value, depth: usize) {
        let inner = depth.checked_sub(1);
        match (kind, inner) {
            ("integer" | "number", _) => {
                self.out.push_str(kind);
                self.bound(" from ", schema.get("minimum"));
                self.bound(" to ", schema.get("maximum"));
            }
            ("array", Some(depth)) => self.array(schema, depth),
            ("object", Some(depth)) => self.object(schema, depth),
            _ => self.out.push_str(kind),
        }
    }

    fn bound(&mut self, word: &str, bound: Option<&Value>) {
        if let Some(bound) = bound.filter(|bound| bound.is_number()) {
            let _ = write!(self.out, "{word}{bound}");
        }
    }

    fn array(&mut self, schema: &Value, depth: usize) {
        self.out.push_str("array");
        if let Some(items) = schema.get("prefixItems").and_then(Value::as_array) {
            self.out.push_str(" of exactly ");
            for (i, item) in items.iter().take(MAX_LISTED).enumerate() {
                self.out.push_str(if i == 0 { "[" } else { ", " });
                self.schema(item, depth);
            }
            self.out.push_str(if items.len() > MAX_LISTED { ", …]" } else { "]" });
        } else if let Some(items) = schema.get("items") {
            self.of(items, depth);
        }
    }

    /// What is in an array or a map; nothing where that is anything.
    fn of(&mut self, inner: &Value, depth: usize) {
        let before = self.out.len();
        self.schema(inner, depth);
        let said = self.out.split_off(before);
        match &*said {
            "any value" => {}
            said if said.contains(" or ") => _ = write!(self.out, " of ({said})"),
            said => _ = write!(self.out, " of {said}"),
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) {
        self.out.push_str("object");
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        if properties.is_empty() {
            if let Some(others) = schema.get("additionalProperties").filter(|one| one.is_object()) {
                self.of(others, depth);
            }
            return;
        }
        let of = schema.as_object().unwrap_or(&none);
        let fields = properties_in_order(properties, of, &[]);
        for (i, (name, inner)) in fields.iter().take(MAX_LISTED).enumerate() {
            let _ = write!(self.out, "{}`{}` (", if i == 0 { " with " } else { ", " }, Shown(name));
            self.schema(inner, depth);
            self.out.push_str(if is_required(schema, name) { ")" } else { ", optional)" });
        }
        if fields.len() > MAX_LISTED {
            self.out.push_str(", …");
        }
    }
}

/// Whether an object of `schema` must have `name`.
pub(crate) fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|all| all.iter().any(|one| one == name))
}
