//! A `null` for what may be left out.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use toolcrib::provider::Provider;
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, Registry, Surface, Toolset, tool, toolset};

use super::{run, surfaces};

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(untagged)]
enum Filter {
    Text(String),
    Clear,
}

/// Search.
#[tool(register = false)]
fn search(
    query: &str,
    #[arg(default = 3)] context: u32,
    #[arg(default = "all")] scope: &str,
    limit: Option<u8>,
) -> String {
    format!("{query} {context} {scope} {limit:?}")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct Outer {
    name: String,
    #[serde(default)]
    inner: Inner,
    #[serde(default)]
    list: Vec<Inner>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(default)]
struct Inner {
    size: u32,
    tags: Vec<String>,
    note: Option<String>,
}

impl Default for Inner {
    fn default() -> Self {
        Self { size: 7, tags: vec!["a".into()], note: None }
    }
}

/// Nest.
#[tool(register = false)]
fn nest(Args(outer): Args<Outer>) -> String {
    format!("{outer:?}")
}

/// Set a filter.
#[tool(register = false)]
fn filter(#[arg(default = Filter::Text("kept".into()))] by: Filter, any: Value) -> String {
    format!("{by:?} {any}")
}

/// Set a filter by name.
#[tool(register = false, alias(name = "old_search", rename(q = "query"), lifecycle = "hidden"))]
fn named(query: &str, #[arg(default = 3)] context: u32) -> String {
    format!("{query} {context}")
}

const TOOLS: Toolset = toolset![search, nest, filter, named];

#[test]
fn null_for_what_may_be_left_out_is_left_out() {
    for surface in surfaces(TOOLS) {
        let run = |name, arguments| run(&surface, name, arguments);
        for arguments in [
            r#"{"query": "null", "context": null, "scope": null, "limit": null}"#,
            r#"{"context":null,"scope":null,"query":"null","limit":null}"#,
            r#"{ "context" : null , "query" : "null" }"#,
            r#"{"query": "null", "limit": null}"#,
        ] {
            assert_eq!(run("search", arguments).as_deref(), Ok("null 3 all None"), "{arguments}");
        }
        let inner = r#"Inner { size: 7, tags: ["a"], note: None }"#;
        for arguments in [
            r#"{"name": "x", "inner": null, "list": null}"#,
            r#"{"name": "x", "inner": {"size": null, "tags": null, "note": null}}"#,
            r#"{"inner": {"size": null}, "list": null, "name": "x"}"#,
        ] {
            let all = format!(r#"Outer {{ name: "x", inner: {inner}, list: [] }}"#);
            assert_eq!(run("nest", arguments), Ok(all), "{arguments}");
        }
        let one =
            run("nest", r#"{"name": "x", "list": [{"tags": null}, {"size": 1, "note": null}]}"#);
        assert!(one.unwrap().contains(&format!(
            r#"list: [{inner}, Inner {{ size: 1, tags: ["a"], note: None }}]"#
        )));
        assert_eq!(run("old_search", r#"{"q": "a", "context": null}"#).as_deref(), Ok("a 3"));
    }
}

#[test]
fn null_that_means_something_is_kept() {
    for surface in surfaces(TOOLS) {
        let run = |name, arguments| run(&surface, name, arguments);
        assert_eq!(run("filter", r#"{"by": null, "any": null}"#).as_deref(), Ok("Clear null"));
        assert_eq!(
            run("filter", r#"{"any": {"x": null}}"#).as_deref(),
            Ok(r#"Text("kept") {"x":null}"#)
        );
        assert_eq!(run("filter", r#"{"by": "x", "any": 1}"#).as_deref(), Ok(r#"Text("x") 1"#));
    }
}

#[test]
fn null_for_what_is_needed_is_refused() {
    for surface in surfaces(TOOLS) {
        for (name, arguments) in [
            ("search", r#"{"query": null}"#),
            ("search", r#"{"query": "a", "other": null}"#),
            // Of what is given twice, none is left out.
            ("search", r#"{"query": "a", "context": null, "context": 4}"#),
            ("search", r#"{"query": "a", "context": null, "context": null}"#),
            ("nest", r#"{"name": null}"#),
            ("nest", r#"{"name": "x", "list": [null]}"#),
            ("nest", r#"{"name": "x", "inner": {"size": null, "size": 1}}"#),
        ] {
            assert!(run(&surface, name, arguments).is_err(), "{name} {arguments}");
        }
    }
}

/// Set a filter.
#[tool(register = false)]
fn only_filter(#[arg(default = Filter::Text("kept".into()))] by: Filter) -> String {
    format!("{by:?}")
}

/// What is sent as strict must be what is read: an argument that a model can only leave out by a `null` takes
/// the `null` for that.
#[test]
fn strict_is_not_claimed_where_null_is_a_value() {
    let strict = |tools: Toolset| -> Surface {
        let registry = Registry::builder().toolset(tools).build().unwrap();
        registry.surface().provider(Provider::OpenAiChat).strict_schemas(true).build().unwrap()
    };
    assert!(!strict(toolset![only_filter]).tools().get().contains(r#""strict":true"#));
    assert!(strict(toolset![search]).tools().get().contains(r#""strict":true"#));
}
