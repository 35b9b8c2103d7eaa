//! An answer to bad arguments, followed to the letter, leads to a call that is accepted.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolcrib::dynamic::{DynamicSource, handler_fn};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, Output, Registry, Surface, ToolError, tool, toolset};

use super::run;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct Inner {
    size: u8,
    #[serde(default)]
    tags: Vec<String>,
    mode: Option<Mode>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(rename_all = "snake_case")]
enum Mode {
    /// Fast.
    Quick,
    /// Slow.
    Thorough,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Change {
    Insert { at: u32, text: String },
    Delete { from: u32, to: Option<u32> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(untagged)]
enum Loose {
    Number(i64),
    Pair(u8, bool),
    Named { name: String },
}

/// Take all kinds of things.
#[tool(
    register = false,
    alias(name = "old_all", lifecycle = "hidden", rename(file = "path", item = "inner"), set(n = 3)),
    alias(name = "swapped", lifecycle = "hidden", rename(path = "note", note = "path")),
    alias(name = "by_hand", lifecycle = "hidden", adapt = leave)
)]
fn all(
    path: &str,
    n: u32,
    note: Option<String>,
    inner: Option<Inner>,
    changes: Vec<Change>,
) -> String {
    format!("{path} {n} {note:?} {inner:?} {changes:?}")
}

fn leave(_: &mut Map<String, Value>) -> Result<(), ToolError> {
    Ok(())
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Open {
    inner: Inner,
    map: BTreeMap<String, Inner>,
    loose: Loose,
    list: Option<Vec<Loose>>,
}

/// Take a type.
#[tool(register = false)]
fn open(Args(open): Args<Open>) -> String {
    format!("{:?} {:?} {:?} {:?}", open.inner, open.map, open.loose, open.list)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Counts(BTreeMap<String, u8>);

/// Take any keys.
#[tool(register = false)]
fn counts(Args(Counts(counts)): Args<Counts>) -> String {
    format!("{counts:?}")
}

fn surface() -> Surface {
    let registry = Registry::builder().toolset(toolset![all, open, counts]).build().unwrap();
    let list = json!([{"name": "remote", "inputSchema": {
        "properties": {"path": {"type": "string"}, "n": {"type": "integer", "minimum": 2}, "kind": {"enum": ["a", 1]}},
        "required": ["path", "kind"], "additionalProperties": false,
    }}]);
    let source = DynamicSource::from_mcp("s", &list.to_string()).unwrap();
    let source = source.handler(handler_fn(|_, _| Box::pin(async { Ok(Output::empty()) })));
    registry.surface().source(source).build().unwrap()
}

const TOOLS: [&str; 7] = ["all", "old_all", "swapped", "by_hand", "open", "counts", "remote"];

fn arguments() -> impl Strategy<Value = Value> {
    let key = select(
        &[
            "path", "file", "n", "note", "inner", "item", "changes", "map", "loose", "list",
            "size", "tags", "mode", "kind", "at", "text", "from", "name", "other", "pth",
        ][..],
    );
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i16>().prop_map(Value::from),
        Just(json!(1.5)),
        Just(json!(7.0)),
        Just(json!("insert")),
        Just(json!("delete")),
        Just(json!("quick")),
        Just(json!("a")),
        Just(json!("[1]")),
        Just(json!("{\"size\": 2}")),
    ];
    let value = leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..5).prop_map(|all| all
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value))
                .collect::<Map<_, _>>()
                .into()),
        ]
    });
    prop_oneof![8 => value.clone().prop_filter("an object", Value::is_object), 1 => value]
}

/// Does what an answer says, and gives the name to call.
fn follow(answer: &str, name: &str, arguments: &mut Value) -> String {
    let (lines, expected) = answer.rsplit_once("\nexpected: ").expect("it says what is expected");
    let expected = fields(&mut Words(expected));
    let takes = |key: &str| expected.iter().find(|(one, _)| one == key).map(|(_, takes)| takes);
    let mut lines = lines.lines();
    let head = lines.next().expect("it has a first line");
    let name = match head.split_once("; call `") {
        Some((_, rest)) => rest.split('`').next().unwrap().to_owned(),
        None => name.to_owned(),
    };
    for line in lines {
        let line = line.strip_prefix("- ").expect("a mistake");
        let Some(rest) = line.strip_prefix('`') else {
            // They could not be read at all.
            *arguments = json!({});
            continue;
        };
        let (path, said) = rest.split_once('`').expect("the end of a path");
        let object = arguments.as_object_mut().expect("an object");
        if said == " is missing" {
            object.insert(path.into(), takes(path).expect("it is expected").1.clone());
        } else if said.starts_with(" is not an argument") || said.contains("leave it out") {
            object.remove(path);
        } else if let Some((_, old)) = said.split_once("it is `") {
            let value = object.remove(path).expect("it was given");
            object.insert(old.trim_end_matches('`').into(), value);
        } else {
            correct(arguments, path, said.strip_prefix(": ").expect("what is wrong"), &takes);
        }
    }
    name
}

/// What a place takes: whether it is optional, and a value.
type Takes = (bool, Value);

fn correct<'e>(
    arguments: &mut Value,
    path: &str,
    said: &str,
    takes: &impl Fn(&str) -> Option<&'e Takes>,
) {
    let pointer: String =
        path.split(['.', '[']).flat_map(|step| ["/", step.trim_end_matches(']')]).collect();
    let place = arguments.pointer_mut(&pointer).unwrap_or_else(|| panic!("there is no `{path}`"));
    let quoted = |said: &str| said.split('`').nth(1).expect("a name").to_owned();
    if let Some(words) = said.strip_prefix("takes ") {
        *place = alternatives(&mut Words(words));
    } else if let Some(rest) = said.strip_prefix("missing field ") {
        let words = rest.split_once("` (").expect("what it takes").1;
        place[quoted(rest)] = alternatives(&mut Words(words));
    } else if let Some(rest) = said.strip_prefix("unknown field ") {
        place.as_object_mut().unwrap().remove(&quoted(rest));
    } else {
        let root = path.split(['.', '[']).next().unwrap();
        arguments[root] = takes(root).unwrap_or_else(|| panic!("{path}: {said}")).1.clone();
    }
}

/// What is left of the words for what is taken.
struct Words<'w>(&'w str);

impl Words<'_> {
    fn is(&mut self, word: &str) -> bool {
        let rest = self.0.strip_prefix(word);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// A string, or what goes on to a blank or a bracket.
    fn json(&mut self) -> Value {
        let end = match self.0.strip_prefix('"') {
            Some(rest) => rest.find('"').map(|at| at + 2),
            None => self.0.find([' ', ',', ')', ']']),
        };
        let (json, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
        self.0 = rest;
        serde_json::from_str(json).unwrap_or_else(|_| panic!("not words: {json}{rest}"))
    }
}

/// The fields that are listed, each with a value for it.
fn fields(words: &mut Words<'_>) -> Vec<(String, Takes)> {
    let mut fields = Vec::new();
    while words.is("`") {
        let (name, rest) = words.0.split_once("` (").expect("what it takes");
        words.0 = rest;
        let value = alternatives(words);
        let optional = words.is(", optional");
        assert!(words.is(")"), "{}", words.0);
        fields.push((name.to_owned(), (optional, value)));
        if !words.0.starts_with(", `") {
            break;
        }
        words.is(", ");
    }
    fields
}

/// A value of the first of several forms.
fn alternatives(words: &mut Words<'_>) -> Value {
    let first = one(words);
    while words.is(" or ") {
        one(words);
    }
    first
}

fn one(words: &mut Words<'_>) -> Value {
    if words.is("(") {
        let value = alternatives(words);
        assert!(words.is(")"), "{}", words.0);
        value
    } else if words.is("one of ") {
        let first = words.json();
        while words.0.starts_with(", \"") || words.0.starts_with(", 1") {
            words.is(", ");
            words.json();
        }
        first
    } else if words.is("array of exactly [") {
        let mut items = vec![alternatives(words)];
        while words.is(", ") {
            items.push(alternatives(words));
        }
        assert!(words.is("]"), "{}", words.0);
        items.into()
    } else if words.is("array of ") {
        json!([one(words)])
    } else if words.is("array") {
        json!([])
    } else if words.is("object with ") {
        let required = fields(words).into_iter().filter(|(_, (optional, _))| !optional);
        required.map(|(name, (_, value))| (name, value)).collect::<Map<_, _>>().into()
    } else if words.is("object of ") {
        json!({"any": one(words)})
    } else if words.is("object") {
        json!({})
    } else if words.is("integer") || words.is("number") {
        let from = words.is(" from ").then(|| words.json());
        let to = words.is(" to ").then(|| words.json());
        from.or(to).unwrap_or(json!(1))
    } else if words.is("string") {
        json!("text")
    } else if words.is("boolean") {
        json!(true)
    } else if words.is("any value") || words.is("null") {
        json!(null)
    } else {
        words.json()
    }
}

#[test]
fn what_is_expected_is_said_with_what_is_in_it() {
    let surface = surface();
    let expected = |name: &str, arguments: &str| {
        let answer = run(&surface, name, arguments).unwrap_err();
        answer.rsplit_once("\nexpected: ").unwrap().1.to_owned()
    };
    let inner = "object with `size` (integer from 0 to 255), `mode` (one of \"quick\", \"thorough\", optional), \
                 `tags` (array of string, optional)";
    let loose = "integer or array of exactly [integer from 0 to 255, boolean] or object with `name` (string)";
    assert_eq!(
        expected("all", "{}"),
        format!(
            "`path` (string), `n` (integer from 0), `note` (string, optional), `inner` ({inner}, optional), \
             `changes` (array of (object with `kind` (\"insert\"), `at` (integer from 0), `text` (string) or \
             object with `kind` (\"delete\"), `from` (integer from 0), `to` (integer from 0, optional)))"
        )
    );
    assert_eq!(
        expected("open", "{}"),
        format!(
            "`inner` ({inner}), `map` (object of {inner}), `loose` ({loose}), `list` (array of ({loose}), optional)"
        )
    );
    assert_eq!(expected("counts", r#"{"a": "b"}"#), "any arguments, each integer from 0 to 255");
    let said = run(
        &surface,
        "all",
        r#"{"path": "", "n": 1, "changes": [{"kind": "insert", "at": 1, "text": 2}, 3]}"#,
    );
    let said = said.unwrap_err();
    assert!(said.contains("- `changes[0].text`: takes string, not 2"), "{said}");
    assert!(said.contains("- `changes[1]`: takes object with `kind`"), "{said}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(3000) })]

    #[test]
    fn an_answer_that_is_followed_leads_to_a_call_that_runs(name in select(&TOOLS[..]), mut arguments in arguments()) {
        thread_local!(static SURFACE: Surface = surface());
        let first = arguments.clone();
        // Nothing is an object without arguments, and an object in a string is that object.
        if first.is_null() {
            arguments = json!({});
        }
        if let Some(inner) = first.as_str().and_then(|text| serde_json::from_str::<Map<_, _>>(text).ok()) {
            arguments = inner.into();
        }
        let mut name = name.to_owned();
        let mut answers = Vec::new();
        while let Err(answer) = SURFACE.with(|surface| run(surface, &name, &arguments.to_string())) {
            let of_rust = ["struct ", "enum ", "expected u", "expected i", "variant"];
            prop_assert!(!of_rust.iter().any(|word| answer.contains(word)), "{answer}");
            prop_assert!(answers.len() < 2, "{name} {first}\n{}\n{answer}", answers.join("\n"));
            name = follow(&answer, &name, &mut arguments);
            answers.push(format!("{answer}\n=> {name} {arguments}"));
        }
    }
}
