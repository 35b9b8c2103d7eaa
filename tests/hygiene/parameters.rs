//! Parameters in every spelling.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use toolcrib::schemars::JsonSchema;
use toolcrib::serde::Deserialize;
use toolcrib::{Args, Context, State, tool};

use super::{call, definition, outcome};

type Maybe<T> = Option<T>;
type Counting = State<Counter>;
type Cx<'a> = &'a Context<'a>;

#[derive(Default)]
pub(crate) struct Counter(AtomicU32);

/// An option under another name.
#[tool]
fn maybe(n: Maybe<u8>, text: std::option::Option<Box<str>>) -> String {
    format!("{n:?} {text:?}")
}

/// Texts that are lent.
#[tool]
fn lent(text: &str, cow: Cow<'_, str>, more: Option<Cow<'_, str>>) -> String {
    format!("{text} {cow} {more:?}")
}

/// The same, awaited.
#[tool]
async fn lent_async(text: &str, cow: Cow<'_, str>) -> String {
    std::future::ready(()).await;
    format!("{text} {cow}")
}

/// Parameters that are changed.
#[tool]
fn changed(mut text: String, mut n: u8) -> String {
    n += 1;
    text.push_str(&n.to_string());
    text
}

/// State and context under other names.
#[tool]
fn marked(#[state] counter: Counting, #[context] cx: Cx<'_>, n: u32) -> String {
    counter.0.0.fetch_add(n, Ordering::Relaxed);
    cx.call_id().to_owned()
}

/// State and context as they are called, with paths, in any order.
#[tool]
async fn plain(cx: &Context<'_>, n: u32, State(counter): toolcrib::State<Counter>) -> String {
    counter.0.fetch_add(n, Ordering::Relaxed);
    std::future::ready(()).await;
    cx.call_id().to_owned()
}

/// A context without its lifetime.
#[tool]
fn elided(cx: &toolcrib::Context) -> usize {
    cx.call_id().len()
}

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "toolcrib::serde", deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
struct Pair {
    /// The left one.
    left: u8,
    /// The right one.
    right: Option<u8>,
}

/// All arguments as one.
#[tool]
fn all_at_once(Args(Pair { left, right }): Args<Pair>, cx: &Context<'_>) -> String {
    format!("{left} {right:?} {}", cx.call_id())
}

/// All arguments as one, not taken apart.
#[tool]
async fn all_in_one(pair: toolcrib::Args<Pair>) -> u8 {
    pair.left + pair.0.right.unwrap_or_default()
}

/// Words about parameters.
#[tool]
fn documented(
    /// Where it is.
    ///
    /// Two paragraphs.
    path: String,
    #[doc = concat!("How ", "many.")] lines: u32,
    plain: bool,
) -> String {
    format!("{path} {lines} {plain}")
}

/// Defaults.
#[tool]
fn defaults(
    #[arg(default)] a: u8,
    #[arg(default = 10)] b: u8,
    #[arg(default = "text")] c: &str,
    #[arg(default = "owned".to_owned())] d: String,
    #[arg(default = Some(-1))] e: Option<i8>,
    #[arg(default = vec![1, 2], name = "list-f")] f: Vec<u8>,
    #[arg(default)] g: &str,
) -> String {
    format!("{a} {b} {c} {d} {e:?} {f:?} {g}.")
}

/// A name in JSON for what has none in Rust.
#[tool]
fn patterns(#[arg(name = "pair")] (a, b): (u8, u8), #[arg(name = "unused")] _: bool) -> u8 {
    a + b
}

/// Types with commas, arrows and angles in them.
#[tool]
fn nested(map: BTreeMap<String, Vec<(u8, Option<u8>)>>, array: [u8; { 1 + 1 }]) -> usize {
    map.len() + array.len()
}

#[test]
fn options_are_known_by_what_they_are() {
    assert!(definition("maybe")["input_schema"].get("required").is_none());
    assert_eq!(call("maybe", ""), "None None");
    assert_eq!(call("maybe", r#"{"n": 1, "text": "a"}"#), r#"Some(1) Some("a")"#);
}

#[test]
fn texts_can_have_escapes() {
    let arguments = r#"{"text": "a\tb", "cow": "c\"d", "more": "e\\f"}"#;
    assert_eq!(call("lent", arguments), "a\tb c\"d Some(\"e\\\\f\")");
    assert_eq!(call("lent_async", r#"{"text": "a\tb", "cow": "c"}"#), "a\tb c");
}

#[test]
fn they_run() {
    assert_eq!(call("changed", r#"{"text": "a", "n": 1}"#), "a2");
    assert_eq!(call("marked", r#"{"n": 1}"#), "call_1");
    assert_eq!(call("plain", r#"{"n": 1}"#), "call_1");
    assert_eq!(call("elided", ""), "6");
    assert_eq!(call("all_at_once", r#"{"left": 1}"#), "1 None call_1");
    assert_eq!(call("all_in_one", r#"{"left": 1, "right": 2}"#), "3");
    assert_eq!(call("nested", r#"{"map": {"a": [[1, null]]}, "array": [1, 2]}"#), "3");
}

#[test]
fn what_is_not_filled_in_is_not_in_the_schema() {
    for name in ["marked", "plain"] {
        let schema = &definition(name)["input_schema"];
        assert_eq!(schema["required"], serde_json::json!(["n"]), "{name}");
        assert_eq!(schema["properties"].as_object().map(serde_json::Map::len), Some(1), "{name}");
    }
}

#[test]
fn doc_comments_describe() {
    let schema = &definition("documented")["input_schema"]["properties"];
    assert_eq!(schema["path"]["description"], "Where it is.\n\nTwo paragraphs.");
    assert_eq!(schema["lines"]["description"].as_str().map(str::trim), Some("How many."));
    assert!(schema["plain"].get("description").is_none());
}

#[test]
fn defaults_stand_in() {
    assert_eq!(call("defaults", ""), "0 10 text owned Some(-1) [1, 2] .");
    let schema = &definition("defaults")["input_schema"];
    assert!(schema.get("required").is_none(), "{schema}");
    assert_eq!(schema["properties"]["b"]["default"], 10);
    assert_eq!(schema["properties"]["c"]["default"], "text");
    let arguments = r#"{"a":1,"b":2,"c":"3","d":"4","e":null,"list-f":[],"g":"5"}"#;
    assert_eq!(call("defaults", arguments), "1 2 3 4 None [] 5.");
}

#[test]
fn a_pattern_can_be_given_a_name() {
    assert_eq!(call("patterns", r#"{"pair": [1, 2], "unused": true}"#), "3");
    assert!(outcome("patterns", r#"{"pair": [1, 2]}"#).failure().is_some());
}
