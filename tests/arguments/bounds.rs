//! Very many mistakes, and very long ones.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::json;
use toolcrib::dynamic::{DynamicSource, handler_fn};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, Outcome, Output, Registry, Surface, Tombstone, tool, toolset};

use super::call;

/// The longest answer to bad arguments, and the longest description of them for the host.
const MOST: usize = 8 * 1024;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct Closed {
    list: Vec<Item>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct Item {
    name: u8,
}

/// Take fields.
#[tool(
    register = false,
    alias(name = "old_fields", lifecycle = "hidden", rename(file = "path"), set(n = 1))
)]
fn fields(path: &str, n: u32) -> String {
    format!("{path} {n}")
}

/// Take a type.
#[tool(register = false)]
fn whole(Args(closed): Args<Closed>) -> String {
    format!("{closed:?}")
}

/// Take a list.
#[tool(register = false)]
fn list(list: Vec<Item>) -> String {
    format!("{list:?}")
}

fn surface() -> Surface {
    let gone = Tombstone::new("gone", "1.0.0").replacement("fields");
    let registry = Registry::builder().toolset(toolset![fields, whole, list]).retired([gone]);
    let needs: Vec<_> = (0..400).map(|i| format!("needed{i}{}", "x".repeat(100))).collect();
    let properties =
        json!({"path": {"type": "string"}, "list": {"type": "array", "items": {"type": "string"}}});
    let schema =
        json!({"properties": properties, "required": needs, "additionalProperties": false});
    let few = json!({"properties": properties, "additionalProperties": false});
    let tools =
        json!([{"name": "needs", "inputSchema": schema}, {"name": "few", "inputSchema": few}]);
    let source = DynamicSource::from_mcp("s", &tools.to_string()).unwrap();
    assert_eq!(source.refused(), []);
    let source = source.handler(handler_fn(|_, _| Box::pin(async { Ok(Output::empty()) })));
    registry.build().unwrap().surface().source(source).build().unwrap()
}

/// What is said, once its bounds are checked.
fn said(surface: &Surface, name: &str, arguments: &str) -> String {
    let outcome: Outcome = call(surface, name, arguments);
    // What lies deep is its source's to check.
    assert!(!outcome.executed() || name == "few", "{name}");
    let text = outcome.text().into_owned();
    assert!(text.len() <= MOST, "{name}: {} bytes", text.len());
    let json = serde_json::to_string(&outcome).unwrap();
    assert!(json.len() <= 2 * MOST + text.len(), "{name}: {} bytes", json.len());
    let unprintable = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!text.contains(unprintable) && !json.contains(unprintable), "{text}");
    if let Some(errors) = outcome.argument_errors() {
        assert!(format!("{errors:?}").len() <= 4 * MOST && errors.to_string().len() <= MOST);
    }
    text
}

fn object(count: usize, member: impl Fn(usize) -> String) -> String {
    let mut text = String::from("{");
    for i in 0..count {
        let _ = write!(text, "{}{}", if i == 0 { "" } else { "," }, member(i));
    }
    text + "}"
}

#[test]
fn very_many_keys_are_counted_and_not_listed() {
    let surface = surface();
    let many = object(100_000, |i| format!("\"key{i}\":{i}"));
    for (name, more) in [("fields", "- and 99,968 more"), ("whole", "- and 99,968 more")] {
        let text = said(&surface, name, &many);
        assert!(text.contains("- `key0` is not an argument of this tool"), "{text}");
        assert!(text.contains(more), "{text}");
        assert!(text.contains("is missing"), "{text}");
    }
    assert!(said(&surface, "old_fields", &many).contains("- `file` is missing"));
    assert!(said(&surface, "gone", &many).contains("and there are 99968 more mistakes"));
    assert!(said(&surface, "few", &many).contains("there are more than 1024 of them"));
    let hostile = object(1000, |i| format!("\"\u{202e}{i}{}\":1", "\u{10ffff}".repeat(100)));
    for name in ["fields", "whole", "old_fields", "gone", "few", "needs"] {
        assert!(said(&surface, name, &hostile).contains("more"), "{name}");
    }
}

#[test]
fn very_many_wrong_values_are_counted_and_not_listed() {
    let surface = surface();
    let twice = object(100_000, |i| format!("\"key{}\":{i}", i / 2));
    let same = object(100_000, |_| "\"path\":1".to_owned());
    let items = |item: &str| format!(r#"{{"list":[{}{item}]}}"#, format!("{item},").repeat(50_000));
    let wrong = items(r#"{"name":"\u202e"}"#);
    let unknown = items(r#"{"name":1,"other":2}"#);
    let missing = items("{}");
    let nulls = items(r#"{"name":null}"#);
    let keys = object(20_000, |i| format!("\"list{i}\":[1]"));
    let nested = format!(r#"{{"list":[{}]}}"#, object(50_000, |i| format!("\"key{i}\":1")));
    for name in ["fields", "whole", "list", "old_fields", "gone", "few", "needs"] {
        for text in [&twice, &same, &wrong, &unknown, &missing, &nulls, &keys, &nested] {
            said(&surface, name, text);
        }
    }
    let text = said(&surface, "whole", &wrong);
    assert!(
        text.contains(r#"- `list[0].name`: takes integer from 0 to 255, not "\u202e""#),
        "{text}"
    );
    assert!(
        said(&surface, "old_fields", &same)
            .contains("- `path`: under the name that was called it is `file`")
    );
}

#[test]
fn long_texts_are_cut() {
    let surface = surface();
    for piece in ["x", "é", "\u{202e}", "\u{10ffff}", "\\u0007", "\\n"] {
        let long = piece.repeat(60_000);
        for text in [
            format!(r#"{{"{long}": 1}}"#),
            format!(r#"{{"path": ["{long}"], "n": "{long}", "list": "{long}"}}"#),
            format!(r#"{{"list": [{{"{long}": {{"{long}": "{long}"}}}}]}}"#),
            format!("\"{long}\""),
            format!("[\"{long}\"]"),
            format!("{{\"{long}"),
            long.clone(),
        ] {
            for name in ["fields", "whole", "list", "old_fields", "gone", "few", "needs"] {
                said(&surface, name, &text);
            }
        }
    }
    let deep = format!(r#"{{"list": {}1{}}}"#, "[".repeat(200_000), "]".repeat(200_000));
    for name in ["fields", "whole", "list", "old_fields", "gone", "few", "needs"] {
        said(&surface, name, &deep);
    }
}

#[test]
fn a_missing_name_is_said_among_very_many() {
    let surface = surface();
    let text = said(&surface, "needs", "{}");
    assert!(text.contains("- `needed0"), "{text}");
    assert!(text.contains("more\nexpected: "), "{text}");
}
