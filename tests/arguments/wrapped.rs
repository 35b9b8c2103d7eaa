//! Arrays and objects that came in a string.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use toolcrib::dynamic::{DynamicSource, ForeignTool};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Toolset, UNWRAPPED_VALUES_KEY, tool, toolset};

use super::{call, meta, run, surfaces};

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct Item {
    name: String,
    #[serde(default)]
    size: u8,
    tags: Option<Vec<String>>,
}

/// Take things.
#[tool(register = false, alias(name = "old_take", lifecycle = "hidden", rename(things = "items")))]
fn take(items: Vec<Item>, counts: Option<BTreeMap<String, u32>>, one: Option<Item>) -> String {
    format!("{items:?} {counts:?} {one:?}")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(untagged)]
enum OneOrMany {
    Many(Vec<String>),
    One(String),
}

/// Take what may be a text.
#[tool(register = false)]
fn either(
    x: OneOrMany,
    any: Option<Value>,
    #[arg(default = 5)] n: u32,
    #[arg(default)] yes: bool,
) -> String {
    format!("{x:?} {any:?} {n} {yes}")
}

const TOOLS: Toolset = toolset![take, either];

#[test]
fn what_cannot_be_a_string_is_unwrapped_once_and_said() {
    for surface in surfaces(TOOLS) {
        for (arguments, said, paths) in [
            (
                json!({"items": r#"[{"name": "a", "size": 1.0}]"#}),
                r#"[Item { name: "a", size: 1, tags: None }] None None"#,
                json!(["items"]),
            ),
            (
                json!({"items": [{"name": "[]", "tags": "[\"x\"]"}], "counts": " {\"a\": 2}\n", "one": "{\"name\": \"b\"}"}),
                r#"[Item { name: "[]", size: 0, tags: Some(["x"]) }] Some({"a": 2}) Some(Item { name: "b", size: 0, tags: None })"#,
                json!(["counts", "items[0].tags", "one"]),
            ),
        ] {
            let outcome = call(&surface, "take", &arguments.to_string());
            assert_eq!(outcome.text(), said);
            assert_eq!(meta(&outcome, UNWRAPPED_VALUES_KEY), Some(&paths));
        }
        assert!(run(&surface, "old_take", r#"{"things": "[]"}"#).is_ok());
        let plain = call(&surface, "take", r#"{"items": []}"#);
        assert_eq!(meta(&plain, UNWRAPPED_VALUES_KEY), None);
    }
}

#[test]
fn what_may_be_a_string_is_one() {
    for surface in surfaces(TOOLS) {
        let said = run(&surface, "either", r#"{"x": "[\"a\"]", "any": "[1]", "n": null}"#);
        assert_eq!(said.as_deref(), Ok(r#"One("[\"a\"]") Some(String("[1]")) 5 false"#));
    }
}

#[test]
fn other_strings_are_refused_with_what_is_taken() {
    for surface in surfaces(TOOLS) {
        for (name, arguments, said) in [
            (
                "take",
                json!({"items": "[\"a\"]"}),
                "- `items`: takes array of object with `name` (string), `size` (integer from 0 to 255, optional), `tags` (array of string, optional), not \"[\\\"a\\\"]\"",
            ),
            (
                "take",
                json!({"items": "[{\"name\": \"a\""}),
                "- `items`: takes array of object with",
            ),
            ("take", json!({"items": "a"}), "- `items`: takes array of object with"),
            // Twice wrapped.
            ("take", json!({"items": "\"[]\""}), "- `items`: takes array of object with"),
            (
                "take",
                json!({"items": "[{\"name\": \"a\", \"tags\": \"[]\"}]"}),
                "- `items`: takes array",
            ),
            // Numbers and booleans are not in strings.
            ("either", json!({"x": "a", "n": "5"}), "- `n`: takes integer from 0, not \"5\""),
            ("either", json!({"x": "a", "yes": "true"}), "- `yes`: takes boolean, not \"true\""),
        ] {
            let refused = run(&surface, name, &arguments.to_string()).unwrap_err();
            assert!(refused.contains(said), "{arguments}: {refused}");
        }
    }
}

#[test]
fn dynamic_tools_agree_with_their_schema() {
    let schema = json!({
        "properties": {
            "list": {"type": "array", "items": {"type": "integer"}}, "free": {}, "text": {"type": ["string", "array"]},
            "deep": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": ["string", "null"]}}},
        },
        "required": ["list"],
    });
    let tool = ForeignTool::new("t", "", schema.to_string());
    let source = DynamicSource::from_tools("s", [tool]).unwrap();
    let tool = source.tools().next().unwrap();
    let check = |arguments: Value| {
        let arguments = arguments.to_string();
        tool.check_arguments(&arguments).map(|one| (one.json.into_owned(), one.unwrapped_values))
    };
    assert_eq!(
        check(json!({"list": "[1,2]"})),
        Ok((r#"{"list":[1,2]}"#.into(), vec!["list".into()]))
    );
    assert_eq!(check(json!({"list": [], "text": "[1]"})).unwrap().1, [""; 0]);
    assert_eq!(check(json!({"list": [], "free": "[1]"})).unwrap().0, r#"{"free":"[1]","list":[]}"#);
    assert_eq!(check(json!({"list": "[\"a\"]"})).unwrap_err().invalid[0].path, "list");
    // A `null` for what may be left out, however deep; and one that is taken.
    assert_eq!(
        check(json!({"list": [1.0], "deep": {"x": null, "y": null}, "text": null, "more": null}))
            .unwrap()
            .0,
        r#"{"deep":{"y":null},"list":[1.0],"more":null}"#
    );
    assert_eq!(check(json!({"list": null})).unwrap_err().invalid[0].path, "list");
}
