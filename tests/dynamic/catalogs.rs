//! What public servers answer.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;
use toolcrib::dynamic::{DynamicSource, Tail};

use super::{bytes, source};

const SERVERS: &str = include_str!("../data/catalogs/mcp-servers.json");
const GITHUB: &str = include_str!("../data/catalogs/github-mcp-server.json");

/// The lists of the nine servers.
fn lists() -> BTreeMap<String, String> {
    let servers: BTreeMap<String, &RawValue> = serde_json::from_str(SERVERS).unwrap();
    let servers = servers.into_iter().map(|(name, list)| (name, list.get().to_owned()));
    servers.chain([("github".to_owned(), GITHUB.to_owned())]).collect()
}

fn sources() -> Vec<DynamicSource> {
    lists().iter().map(|(name, list)| source(name, list)).collect()
}

#[test]
fn every_tool_of_public_servers_is_taken() {
    let sources = sources();
    let refused: Vec<_> = sources.iter().flat_map(DynamicSource::refused).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    let taken: usize = sources.iter().map(|source| source.tools().len()).sum();
    assert_eq!(taken, 77 + 117);
    assert!(sources.iter().flat_map(DynamicSource::tools).all(|tool| !tool.is_shortened()));
    let tail = Tail::of(&sources, ["read_file_at", "exec_shell"]);
    assert_eq!((tail.tools().len(), tail.problems()), (194, &[][..]));
    assert_eq!(tail.get("search_code").unwrap().source(), "github");
}

#[test]
fn nothing_that_a_call_needs_is_lost() {
    for (name, list) in lists() {
        let written: Vec<Value> = serde_json::from_str(&list).unwrap();
        let source = source(&name, &list);
        for tool in source.tools() {
            let original = written.iter().find(|one| one["name"] == tool.name()).unwrap();
            let text = original["description"].as_str().unwrap();
            assert_eq!(tool.description(), text.trim().replace("\r\n", "\n"));
            let title = original["title"].as_str().or(original["annotations"]["title"].as_str());
            assert_eq!(tool.title(), title);
            let hint = original["annotations"]["readOnlyHint"].as_bool();
            assert_eq!(tool.annotations().read_only, hint);
            let taken: Value = serde_json::from_str(tool.input_schema().get()).unwrap();
            assert_eq!(taken, plain(&original["inputSchema"], true), "{name}: {}", tool.name());
        }
    }
}

/// A schema of the catalogs without what is noise to a model.
fn plain(schema: &Value, is_root: bool) -> Value {
    let mut plain = schema.clone();
    let Some(object) = plain.as_object_mut() else {
        return plain;
    };
    object.remove("$schema");
    object.remove("title");
    if is_root {
        object.entry("properties").or_insert_with(|| Value::Object(serde_json::Map::new()));
    }
    for (keyword, value) in object.iter_mut() {
        match (&**keyword, value) {
            ("description", Value::String(text)) => *text = text.trim().to_owned(),
            ("properties", Value::Object(map)) => {
                for inner in map.values_mut() {
                    *inner = self::plain(inner, false);
                }
            }
            ("anyOf" | "oneOf", Value::Array(all)) => {
                for inner in all {
                    *inner = self::plain(inner, false);
                }
            }
            ("items" | "propertyNames" | "additionalProperties", inner) => {
                *inner = self::plain(inner, false);
            }
            _ => {}
        }
    }
    plain
}

/// Every object's members the other way round.
fn reversed(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let members = map
                .iter()
                .map(|(key, value)| format!("{}:{}", Value::from(&**key), reversed(value)));
            let members: Vec<_> = members.collect();
            format!("{{{}}}", members.into_iter().rev().collect::<Vec<_>>().join(" ,\n"))
        }
        Value::Array(all) => {
            let all: Vec<_> = all.iter().map(reversed).collect();
            format!("[{}]", all.join(" , "))
        }
        other => other.to_string(),
    }
}

#[test]
fn the_bytes_do_not_depend_on_how_a_server_writes_them() {
    for (name, list) in lists() {
        let value: Value = serde_json::from_str(&list).unwrap();
        let (one, other) = (source(&name, &list), source(&name, &reversed(&value)));
        let all = |source: &DynamicSource| source.tools().map(bytes).collect::<Vec<_>>();
        assert_eq!(all(&one), all(&other));
        // What is taken is a fixed point.
        let own = |tool: &toolcrib::dynamic::DynamicTool| {
            let (name, text) = (Value::from(tool.name()), Value::from(tool.description()));
            format!(
                r#"{{"name":{name},"description":{text},"inputSchema":{}}}"#,
                tool.input_schema()
            )
        };
        let list: Vec<_> = one.tools().map(own).collect();
        assert_eq!(all(&one), all(&source(&name, &format!("[{}]", list.join(",")))));
    }
}

#[test]
fn a_refresh_keeps_the_bytes_of_what_is_unchanged() {
    let mut list: Vec<Value> = serde_json::from_str(GITHUB).unwrap();
    let before = source("github", GITHUB);
    list.swap(3, 40);
    let gone = list.remove(7)["name"].as_str().unwrap().to_owned();
    list[20]["description"] = "Something else.".into();
    let changed = list[20]["name"].as_str().unwrap().to_owned();
    let after = source("github", &serde_json::to_string(&list).unwrap());
    let of = |source: &DynamicSource| {
        let unchanged = source.tools().filter(|tool| tool.name() != gone && tool.name() != changed);
        unchanged.map(bytes).collect::<Vec<_>>()
    };
    assert_eq!(of(&before), of(&after));
    assert_eq!(of(&before).len(), 115);
    assert_eq!(after.tools().len(), 116);
}

#[test]
fn a_list_is_read_in_whatever_it_came() {
    let tool = |name: &str| format!(r#"{{"name": "{name}", "inputSchema": {{}}}}"#);
    let (a, b) = (tool("a"), tool("b"));
    for list in [
        format!("[{a}, {b}]"),
        format!(r#" {{"nextCursor": null, "tools": [{a}, {b}], "_meta": {{}}}}"#),
        format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {{"tools": [{b}, {a}]}}}}"#),
    ] {
        let names =
            source("x", &list).tools().map(|tool| tool.name().to_owned()).collect::<Vec<_>>();
        assert_eq!(names, ["a", "b"]);
    }
    let pages = [format!("[{b}]"), format!(r#"{{"tools": [{a}]}}"#)];
    let pages = DynamicSource::from_mcp_pages("x", pages.iter().map(String::as_str)).unwrap();
    assert_eq!(pages.tools().len(), 2);
}
