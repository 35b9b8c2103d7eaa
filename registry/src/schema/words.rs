//! What a schema takes, in words that a model can follow.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde_json::Value;

use super::canonical::properties_in_order;
use super::follow;
use crate::name::{Shown, printable};

/// How many values of an enumeration, fields of an object or alternatives are listed.
const MAX_LISTED: usize = 8;

/// How many objects, arrays and alternatives within one another are described, where that is not too long.
const MAX_DEPTH: usize = 5;

/// How much of one value is repeated, in characters.
const MAX_VALUE: usize = 60;

/// How long a description becomes, in characters: what is deeper inside goes first.
const MAX_WORDS: usize = 300;

/// How many references in a row are followed.
const MAX_HOPS: usize = 16;

/// What `schema` takes: `string`, `integer from 0`, `one of "a", "b"`, ``array of object with `x` (string)``. That
/// it may also be `null` is not said of what takes something else besides: it is noise in a message.
pub(crate) fn in_words<'a>(root: &'a Value, schema: &'a Value) -> String {
    let to_depth = |depth| {
        let mut words = Words { root, within: Vec::new(), out: String::new() };
        words.schema(schema, depth);
        words.out
    };
    let fits = |words: &String| words.len() <= MAX_WORDS;
    let words = (1..=MAX_DEPTH).rev().map(to_depth).find(fits).unwrap_or_else(|| to_depth(0));
    let mut words = printable(&words, MAX_WORDS);
    // Escapes are longer than what they stand for.
    if words.len() > 2 * MAX_WORDS {
        let end = (0..=2 * MAX_WORDS).rev().find(|at| words.is_char_boundary(*at));
        words.truncate(end.unwrap_or_default());
        words.push('…');
    }
    words
}

/// Keywords that say something about values, so that a reference beside them is a further part.
const SAYING: [&str; 11] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "prefixItems",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "allOf",
];

/// Where a schema's references lead, as long as it does nothing but refer.
pub(crate) fn last_of<'a>(root: &'a Value, mut schema: &'a Value) -> &'a Value {
    for _ in 0..MAX_HOPS {
        match target(root, schema) {
            Some(next) if SAYING.iter().all(|keyword| schema.get(keyword).is_none()) => {
                schema = next;
            }
            _ => break,
        }
    }
    schema
}

/// The schemas that a value of `schema` must fit besides: of `allOf`, and of a reference.
pub(crate) fn parts<'a>(root: &'a Value, schema: &'a Value) -> impl Iterator<Item = &'a Value> {
    let all = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    all.chain(target(root, schema))
}

fn target<'a>(root: &'a Value, schema: &'a Value) -> Option<&'a Value> {
    follow(root, schema.get("$ref")?.as_str()?)
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
    /// The schemas that are being described: one that holds itself is not described again inside.
    within: Vec<&'r Value>,
    out: String,
}

impl<'r> Words<'r> {
    fn schema(&mut self, schema: &'r Value, depth: usize) {
        // Whatever a schema is made of, it ends here.
        if self.out.len() > 4 * MAX_WORDS {
            return;
        }
        let schema = last_of(self.root, schema);
        if let Some(values) = listed(schema) {
            return self.values(&values.iter().collect::<Vec<_>>());
        }
        match (schema.get("type"), alternatives(schema), parts(self.root, schema).next()) {
            (Some(Value::String(kind)), ..) => self.kind(kind, schema, depth),
            (Some(Value::Array(kinds)), ..) => {
                let kinds: Vec<_> = kinds.iter().filter_map(Value::as_str).collect();
                let telling = kinds.iter().copied().filter(|kind| *kind != "null");
                let kinds = if kinds.len() > 1 { telling.collect() } else { kinds };
                self.each(&kinds, |words, kind| words.kind(kind, schema, depth));
            }
            (_, Some(parts), _) if !parts.is_empty() => self.alternatives(parts, depth),
            _ if schema.get("properties").is_some() => self.kind("object", schema, depth),
            (_, _, Some(part)) if depth > 0 => self.schema(part, depth - 1),
            _ => self.out.push_str("any value"),
        }
    }

    /// Alternatives; those that are one value each are listed as such.
    fn alternatives(&mut self, parts: &'r [Value], depth: usize) {
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
        let telling: Vec<_> = values.iter().copied().filter(|value| !value.is_null()).collect();
        let values = if telling.is_empty() { values } else { &*telling };
        if values.is_empty() {
            self.out.push_str("no value");
        } else if values.len() > 1 {
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

    fn kind(&mut self, kind: &str, schema: &'r Value, depth: usize) {
        let is_within = self.within.iter().any(|one| std::ptr::eq(*one, schema));
        let inner = depth.checked_sub(1).filter(|_| !is_within);
        self.within.push(schema);
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
        self.within.pop();
    }

    fn bound(&mut self, word: &str, bound: Option<&Value>) {
        if let Some(bound) = bound.filter(|bound| bound.is_number()) {
            let _ = write!(self.out, "{word}{bound}");
        }
    }

    fn array(&mut self, schema: &'r Value, depth: usize) {
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
    fn of(&mut self, inner: &'r Value, depth: usize) {
        let before = self.out.len();
        self.schema(inner, depth);
        let said = self.out.split_off(before);
        match &*said {
            "any value" => {}
            said if said.contains(" or ") => _ = write!(self.out, " of ({said})"),
            said => _ = write!(self.out, " of {said}"),
        }
    }

    fn object(&mut self, schema: &'r Value, depth: usize) {
        self.out.push_str("object");
        let fields = self.fields(schema, MAX_DEPTH);
        if fields.is_empty() {
            if let Some(others) = schema.get("additionalProperties").filter(|one| one.is_object()) {
                self.of(others, depth);
            }
            return;
        }
        for (i, (name, inner, is_required)) in fields.iter().take(MAX_LISTED).enumerate() {
            let _ = write!(self.out, "{}`{}` (", if i == 0 { " with " } else { ", " }, Shown(name));
            self.schema(inner, depth);
            self.out.push_str(if *is_required { ")" } else { ", optional)" });
        }
        if fields.len() > MAX_LISTED {
            self.out.push_str(", …");
        }
    }

    /// The fields of an object, those of its parts included, and whether each is required.
    fn fields(&self, schema: &'r Value, depth: usize) -> Vec<(&'r str, &'r Value, bool)> {
        let mut fields = Vec::new();
        if let (Some(of), Some(properties)) =
            (schema.as_object(), schema.get("properties").and_then(Value::as_object))
        {
            let required = of.get("required").and_then(Value::as_array).into_iter().flatten();
            let required: HashSet<_> = required.filter_map(Value::as_str).collect();
            let in_order = properties_in_order(properties, of, &[]).into_iter();
            fields.extend(in_order.map(|(name, inner)| (name, inner, required.contains(name))));
        }
        if let Some(depth) = depth.checked_sub(1) {
            let parts = parts(self.root, schema).take(MAX_LISTED);
            fields.extend(parts.flat_map(|part| self.fields(last_of(self.root, part), depth)));
        }
        fields
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_in_words() {
        let root = json!({"$defs": {
            "inner": {"type": "object", "properties": {"b": {"type": "integer", "minimum": 0, "maximum": 255}, "a": {"type": ["string", "null"]}}, "required": ["b"]},
            "mode": {"oneOf": [{"const": "a", "description": "A."}, {"enum": ["b", "c"]}]},
            "tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}}},
        }});
        let inner = "object with `b` (integer from 0 to 255), `a` (string, optional)";
        for (schema, words) in [
            (json!({}), "any value".to_owned()),
            (json!({"$ref": "#/$defs/inner"}), inner.to_owned()),
            (json!({"anyOf": [{"$ref": "#/$defs/inner"}, {"type": "null"}]}), inner.to_owned()),
            (
                json!({"type": "array", "items": {"$ref": "#/$defs/inner"}}),
                format!("array of {inner}"),
            ),
            (
                json!({"$ref": "#/$defs/mode", "description": "x"}),
                r#"one of "a", "b", "c""#.to_owned(),
            ),
            (json!({"enum": ["a", null]}), r#""a""#.to_owned()),
            (json!({"type": "null"}), "null".to_owned()),
            (json!({"$ref": "#/$defs/tree"}), "object with `left` (object, optional)".to_owned()),
            (
                json!({"type": "object", "additionalProperties": {"type": ["integer", "string"]}}),
                "object of (integer or string)".to_owned(),
            ),
            (
                json!({"type": "array", "prefixItems": [{"type": "string"}, {}]}),
                "array of exactly [string, any value]".to_owned(),
            ),
            (
                json!({"$ref": "#/$defs/inner", "type": "object", "properties": {"kind": {"const": "x"}}, "required": ["kind"]}),
                "object with `kind` (\"x\"), `b` (integer from 0 to 255), `a` (string, optional)"
                    .to_owned(),
            ),
            (json!({"anyOf": []}), "any value".to_owned()),
        ] {
            assert_eq!(in_words(&root, &schema), words, "{schema}");
        }
    }

    #[test]
    fn words_are_few_whatever_the_schema() {
        let long = "\u{10ffff}".repeat(1000);
        let wide: serde_json::Map<String, Value> = (0..100)
            .map(|i| (format!("{i}{long}"), json!({"enum": vec![long.clone(); 9]})))
            .collect();
        let parts = vec![json!({"type": "array", "items": {"$ref": "#"}}); 9];
        let deep = json!({"anyOf": parts});
        for schema in [
            json!({"enum": vec![long.clone(); 100]}),
            json!({"type": "object", "properties": wide}),
            deep,
        ] {
            let words = in_words(&schema, &schema);
            assert!(words.len() <= 2 * MAX_WORDS + 3, "{}", words.len());
        }
    }
}
