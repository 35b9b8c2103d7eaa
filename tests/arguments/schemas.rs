//! What fits the published schema is read, whatever the type.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value, json};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, Registry, Surface, Toolset, tool, toolset};

use super::run;

macro_rules! types {
    ($($(#[$attribute:meta])* $kind:ident $name:ident $body:tt)*) => {
        $(
            #[derive(Debug, Deserialize, Serialize, JsonSchema)]
            #[schemars(crate = "toolcrib::schemars")]
            $(#[$attribute])*
            $kind $name $body
        )*
    };
}

types! {
    struct Plain { a: u8, b: i16, c: f32, d: bool, e: String, f: char }

    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Renamed { first_name: Option<String>, #[serde(rename = "type")] kind: u32, #[serde(alias = "old")] new_name: i8 }

    #[serde(default)]
    struct Defaults { n: u16, tags: Vec<String>, inner: Small, when: Option<i64>, mode: Mode }

    struct Small { n: i32, #[serde(default)] size: u8 }

    enum Mode { Fast, Slow, #[serde(rename = "very slow")] Slower }

    enum External { Unit, New(u8), Pair(i16, String), Named { x: Option<u16>, y: Vec<i8> } }

    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Internal { Nothing, Small(Small), Named { size: u32, #[serde(default)] ratio: f64 } }

    #[serde(tag = "t", content = "c")]
    enum Adjacent { Unit, New(i32), Pair(u8, bool), Named { list: Vec<u16> } }

    #[serde(untagged)]
    enum Untagged { Number(i64), Pair(u8, String), Small(Small), Text(String), Nothing }

    struct Deep {
        all: Vec<Option<Internal>>, map: BTreeMap<String, Adjacent>, either: Option<Box<Deep>>, pair: (u8, Mode, [i8; 2]),
        set: BTreeSet<u16>, any: Value,
    }

    struct Flat { #[serde(flatten)] small: Small, name: String, #[serde(flatten)] more: BTreeMap<String, u16> }

    struct Nested { small: Vec<Vec<Small>>, maps: BTreeMap<String, BTreeMap<String, Untagged>>, external: Vec<External> }
}

impl Default for Small {
    fn default() -> Self {
        Self { n: -3, size: 1 }
    }
}

impl Default for Defaults {
    fn default() -> Self {
        Self { n: 9, tags: vec!["a".into()], inner: Small::default(), when: None, mode: Mode::Slow }
    }
}

macro_rules! whole {
    ($($name:ident: $ty:ty;)*) => {
        $(
            /// Take a type.
            #[tool(register = false)]
            fn $name(Args(x): Args<$ty>) -> String {
                format!("{x:?}")
            }
        )*
        const WHOLE: Toolset = toolset![$($name),*];
    };
}

whole! {
    whole_plain: Plain; whole_renamed: Renamed; whole_defaults: Defaults; whole_deep: Deep; whole_flat: Flat;
    whole_nested: Nested; whole_map: BTreeMap<String, Option<Untagged>>;
}

/// Take fields.
#[tool(register = false)]
fn fields(
    plain: Plain,
    renamed: Option<Renamed>,
    #[arg(default)] defaults: Defaults,
    external: External,
    internal: Internal,
    adjacent: Vec<Adjacent>,
    untagged: BTreeMap<String, Untagged>,
    #[arg(default = 7)] size: u128,
    flat: Option<Flat>,
    nested: Option<Nested>,
    any: Option<Value>,
) -> String {
    format!(
        "{plain:?} {renamed:?} {defaults:?} {external:?} {internal:?} {adjacent:?} {untagged:?} {size} {flat:?} {nested:?} {any:?}"
    )
}

/// Makes values that a schema takes, from a stream of choices.
struct Sampler<'s> {
    root: &'s Value,
    state: u64,
}

impl Sampler<'_> {
    fn below(&mut self, most: u64) -> u64 {
        // Xorshift.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % most
    }

    fn pick<'v>(&mut self, all: &'v [Value]) -> &'v Value {
        let at = self.below(all.len() as u64);
        &all[usize::try_from(at).unwrap()]
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let target = self
                .root
                .pointer(target.trim_start_matches('#'))
                .expect("it leads somewhere")
                .clone();
            let mut value = self.value(&target, depth);
            // What stands beside it counts too: the tag of a variant.
            if let Some(object) =
                value.as_object_mut().filter(|_| schema.get("properties").is_some())
            {
                object.extend(self.object(schema, depth).as_object().cloned().unwrap_or_default());
            }
            return value;
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return self.pick(values).clone();
        }
        let own = schema.get("properties").is_some() || schema.get("type").is_some();
        if let Some(parts) = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(key)?.as_array()) {
            // Where it goes deep, what ends: `null` stands last.
            let part = if depth == 0 { parts.last().unwrap() } else { self.pick(parts) };
            assert!(!own, "{schema}");
            return self.value(&part.clone(), depth.saturating_sub(1));
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) if depth == 0 => kinds.last().unwrap(),
            Value::Array(kinds) => self.pick(kinds),
            kind => kind,
        };
        match kind.as_str() {
            Some("null") => Value::Null,
            Some("boolean") => (self.below(2) == 0).into(),
            Some("integer") => self.integer(schema),
            Some("number") => match self.below(3) {
                0 => self.integer(schema),
                1 => json!(0.5),
                _ => json!(-3.25e2),
            },
            Some("string") if schema["maxLength"] == 1 => json!("é"),
            Some("string") => {
                let texts = ["", "a", "null", "1.0", "[]", "{\"n\":1}", "é\n\"\\", "very slow"];
                texts[usize::try_from(self.below(8)).unwrap()].into()
            }
            Some("array") => self.array(schema, depth),
            Some("object") => self.object(schema, depth),
            _ => {
                self.pick(&[json!(null), json!(1.0), json!({"a": [null, 2.0]}), json!("x")]).clone()
            }
        }
    }

    /// As it is written: `3`, `3.0`, `30e-1`.
    fn integer(&mut self, schema: &Value) -> Value {
        let least = schema["minimum"].as_i64().unwrap_or(-40);
        let most = schema["maximum"].as_i64().unwrap_or(i64::from(i32::MAX));
        let span = u64::try_from(most - least).unwrap() + 1;
        (least + i64::try_from(self.below(span)).unwrap()).into()
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Value {
        let first: &[Value] = schema["prefixItems"].as_array().map_or(&[], Vec::as_slice);
        let mut items: Vec<_> =
            first.iter().map(|item| self.value(item, depth.saturating_sub(1))).collect();
        let least = schema["minItems"].as_u64().unwrap_or(0);
        let most = schema["maxItems"].as_u64().unwrap_or(if depth == 0 { 0 } else { 3 }).max(least);
        let count = least + self.below(most - least + 1);
        while (items.len() as u64) < count && first.is_empty() {
            let item = self.value(&schema["items"].clone(), depth.saturating_sub(1));
            if schema["uniqueItems"] != true || !items.contains(&item) {
                items.push(item);
            } else if items.len() as u64 >= least {
                break;
            }
        }
        items.into()
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let mut object = Map::new();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            if required.iter().any(|one| one == name) || (depth > 0 && self.below(2) == 0) {
                object.insert(name.clone(), self.value(property, depth.saturating_sub(1)));
            }
        }
        let others = &schema["additionalProperties"];
        if others.is_object() && depth > 0 {
            for name in ["k", "other key"].into_iter().take(usize::try_from(self.below(3)).unwrap())
            {
                object.insert(name.into(), self.value(others, depth - 1));
            }
        }
        object.into()
    }
}

/// The text of a value, whose whole numbers are written in any way where the schema may ask for integers.
fn written(value: &Value, sampler: &mut Sampler<'_>, out: &mut String) {
    match value {
        Value::Number(number) => match (number.is_f64(), sampler.below(4)) {
            (false, 0) => _ = write!(out, "{number}.0"),
            (false, 1) if number.as_i64() != Some(0) => _ = write!(out, "{number}0e-1"),
            _ => out.push_str(&Number::to_string(number)),
        },
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                written(item, sampler, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (i, (key, value)) in members.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { "," });
                out.push_str(&Value::from(&**key).to_string());
                out.push(':');
                written(value, sampler, out);
            }
            out.push('}');
        }
        _ => out.push_str(&value.to_string()),
    }
}

/// The tools with their published schemas.
fn published(surface: &Surface) -> Vec<(String, Value)> {
    let tools: Value = serde_json::from_str(surface.tools().get()).unwrap();
    let tools = tools.as_array().unwrap().iter();
    tools
        .map(|tool| (tool["name"].as_str().unwrap().to_owned(), tool["input_schema"].clone()))
        .collect()
}

#[test]
fn what_fits_is_read() {
    let registry = Registry::builder().toolset(WHOLE).tool::<fields>().build().unwrap();
    let surface = registry.surface().build().unwrap();
    let schemas = published(&surface);
    assert_eq!(schemas.len(), 8);
    let validators: Vec<_> =
        schemas.iter().map(|(_, schema)| jsonschema::draft202012::new(schema).unwrap()).collect();
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) };
    proptest!(config, |(seed in 1_u64.., at in 0..schemas.len())| {
        let (name, schema) = &schemas[at];
        let mut sampler = Sampler { root: schema, state: seed };
        let arguments = sampler.value(schema, 6);
        prop_assert!(validators[at].is_valid(&arguments), "{name} {arguments}");
        let mut text = String::new();
        written(&arguments, &mut sampler, &mut text);
        let read = run(&surface, name, &text);
        prop_assert!(read.is_ok(), "{name} {text}\n{}", read.unwrap_err());
        // What is written in the usual way means the same.
        let usual = run(&surface, name, &arguments.to_string());
        prop_assert_eq!(debug_numbers(&read.unwrap()), debug_numbers(&usual.unwrap()));
    });
}

/// Numbers of a [`Value`], which keeps how they are written.
fn debug_numbers(text: &str) -> String {
    text.replace(".0)", ")")
}
