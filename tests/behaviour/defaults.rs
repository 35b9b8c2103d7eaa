//! Defaults: what stands in for a missing argument is what the schema says of it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Registry, arguments, tool};

use super::call;

const LIMIT: u32 = 50;

#[derive(Serialize, Deserialize, JsonSchema, Debug, Default, Clone, Copy)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(rename_all = "snake_case")]
enum Order {
    #[default]
    NewestFirst,
    OldestFirst,
}

/// Can be read, and not written.
#[arguments]
#[derive(Debug, Default)]
struct ReadOnly {
    depth: Option<u8>,
}

/// Is written as what it does not read.
#[derive(Deserialize, JsonSchema, Debug)]
#[schemars(crate = "toolcrib::schemars")]
struct OneWay(u8);

impl Serialize for OneWay {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

fn next() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn never() -> u32 {
    panic!("not while the schema is made")
}

/// Search.
#[tool(register = false)]
fn search(
    #[arg(default = LIMIT)] limit: u32,
    #[arg(default = Order::OldestFirst)] order: Order,
    #[arg(default)] second_order: Order,
    #[arg(default = vec!["a".to_owned(), "b".into()])] tags: Vec<String>,
    #[arg(default = "all".to_string())] scope: String,
    #[arg(default = concat!("a", "\n"))] lent: &str,
    #[arg(default)] bare: &str,
    #[arg(default = LIMIT / 4)] ratio: u32,
    #[arg(default = f64::from(LIMIT) / 4.0)] share: f64,
    #[arg(default = HashMap::from([("b".to_owned(), 1), ("a".to_owned(), 2)]))] map: HashMap<
        String,
        u8,
    >,
    #[arg(default = 'c')] letter: char,
) -> String {
    let mut map: Vec<_> = map.into_iter().collect();
    map.sort();
    format!(
        "{limit} {order:?} {second_order:?} {tags:?} {scope} {lent:?} {bare:?} {ratio} {share} {map:?} {letter}"
    )
}

/// Take what has no value to be shown.
#[tool(register = false)]
fn unshown(
    #[arg(default)] read_only: ReadOnly,
    #[arg(default = OneWay(1))] one_way: OneWay,
    #[arg(default = next())] next: u32,
    #[arg(default = never())] never: u32,
    #[arg(default = f64::NAN)] not_a_number: f64,
    #[arg(default)] nothing: Option<u8>,
    #[arg(default = HashSet::from([1, 2, 3]))] drawn: HashSet<u8>,
) -> String {
    let (depth, drawn) = (read_only.depth, drawn.len());
    format!("{depth:?} {one_way:?} {next} {never} {not_a_number} {nothing:?} {drawn}")
}

fn properties(registry: &Registry, name: &str) -> Value {
    let tool = registry.tools().iter().find(|tool| tool.name() == name).unwrap();
    serde_json::from_str::<Value>(tool.input_schema().get()).unwrap()["properties"].take()
}

#[test]
fn a_value_that_is_known_is_in_the_schema() {
    let registry = Registry::builder().tool::<search>().build().unwrap();
    let properties = properties(&registry, "search");
    for (name, default) in [
        ("limit", json!(50)),
        ("order", json!("oldest_first")),
        ("second_order", json!("newest_first")),
        ("tags", json!(["a", "b"])),
        ("scope", json!("all")),
        ("lent", json!("a\n")),
        ("bare", json!("")),
        ("ratio", json!(12)),
        ("share", json!(12.5)),
        ("map", json!({"a": 2, "b": 1})),
        ("letter", json!("c")),
    ] {
        assert_eq!(properties[name]["default"], default, "{name}");
    }
    let surface = registry.surface().build().unwrap();
    let said =
        r#"50 OldestFirst NewestFirst ["a", "b"] all "a\n" "" 12 12.5 [("a", 2), ("b", 1)] c"#;
    assert_eq!(call(&surface, "search", "{}").text(), said);
}

#[test]
fn what_cannot_be_shown_is_not() {
    let registry = Registry::builder().tool::<unshown>().build().unwrap();
    let properties = properties(&registry, "unshown");
    let properties = properties.as_object().unwrap();
    assert_eq!(properties.len(), 7);
    for (name, schema) in properties {
        assert!(schema.get("default").is_none(), "{name}: {schema}");
    }
    let surface = registry.surface().build().unwrap();
    let text = call(&surface, "unshown", r#"{"never": 1, "next": 2}"#).text().into_owned();
    assert_eq!(text, "None OneWay(1) 2 1 NaN None 3");
}
