//! Input schemas: what is in them, what is not, and which types have none.

use std::collections::BTreeMap;

use serde::Deserialize;
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, Declared, Problem, Registry, tool};

fn schema<T: Declared>() -> String {
    let registry = Registry::builder().tool::<T>().build().unwrap();
    registry.tools()[0].input_schema().get().to_owned()
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(rename_all = "camelCase")]
#[allow(dead_code, reason = "only its schema is asked for")]
struct Zoo {
    zebra_count: u64,
    anything: serde_json::Value,
    /// The middle.
    middle: Option<Kind>,
    nested: Vec<Node>,
    by_name: BTreeMap<String, f32>,
    #[serde(default)]
    also: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[allow(dead_code, reason = "only its schema is asked for")]
enum Kind {
    Big,
    Small,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[allow(dead_code, reason = "only its schema is asked for")]
struct Node {
    title: String,
    children: Vec<Node>,
}

/// Look at the zoo.
#[tool(register = false)]
fn zoo(Args(_zoo): Args<Zoo>) {}

#[test]
fn a_struct_in_the_authors_order_without_noise() {
    assert_eq!(
        schema::<zoo>(),
        concat!(
            r##"{"type":"object","properties":{"zebraCount":{"type":"integer","minimum":0},"anything":{},"##,
            r##""middle":{"description":"The middle.","anyOf":[{"$ref":"#/$defs/Kind"},{"type":"null"}]},"##,
            r##""nested":{"type":"array","items":{"$ref":"#/$defs/Node"}},"##,
            r##""byName":{"type":"object","additionalProperties":{"type":"number"}},"##,
            r##""also":{"type":["boolean","null"],"default":null}},"##,
            r##""required":["zebraCount","anything","nested","byName"],"additionalProperties":false,"##,
            r##""$defs":{"Kind":{"type":"string","enum":["Big","Small"]},"##,
            r##""Node":{"type":"object","properties":{"title":{"type":"string"},"##,
            r##""children":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["title","children"]}}}"##,
        )
    );
}

/// Look at a node.
#[tool(register = false)]
fn node(Args(_node): Args<Node>) {}

#[test]
fn a_type_that_holds_itself_has_an_object_at_its_root() {
    assert_eq!(
        schema::<node>(),
        concat!(
            r##"{"type":"object","properties":{"title":{"type":"string"},"children":{"type":"array","##,
            r##""items":{"$ref":"#/$defs/Node"}}},"required":["title","children"],"additionalProperties":false,"$defs":{"Node":"##,
            r##"{"type":"object","properties":{"title":{"type":"string"},"children":{"type":"array","##,
            r##""items":{"$ref":"#/$defs/Node"}}},"required":["title","children"]}}}"##,
        )
    );
}

type Maybe<T> = Option<T>;

/// Take what there is.
#[tool(register = false)]
fn parameters(
    r#type: String,
    maybe: Maybe<u32>,
    #[arg(default = -3)] offset: i64,
    #[arg(default, name = "perPage")] per_page: u16,
    anything: serde_json::Value,
    kinds: Vec<Kind>,
) {
    let _ = (r#type, maybe, offset, per_page, anything, kinds);
}

#[test]
fn parameters_in_their_order() {
    assert_eq!(
        schema::<parameters>(),
        concat!(
            r##"{"type":"object","properties":{"type":{"type":"string"},"maybe":{"type":["integer","null"],"minimum":0},"##,
            r##""offset":{"type":"integer","default":-3},"perPage":{"type":"integer","default":0,"minimum":0,"maximum":65535},"##,
            r##""anything":{},"kinds":{"type":"array","items":{"$ref":"#/$defs/Kind"}}},"##,
            r##""required":["type","anything","kinds"],"additionalProperties":false,"##,
            r##""$defs":{"Kind":{"type":"string","enum":["Big","Small"]}}}"##,
        )
    );
}

/// Do nothing.
#[tool(register = false)]
fn nothing() {}

/// Do nothing to all of it.
#[tool(register = false)]
fn unit(Args(()): Args<()>) {}

/// Take anything.
#[tool(register = false)]
fn anything(Args(_): Args<serde_json::Value>) {}

/// Take a map.
#[tool(register = false)]
fn map(Args(_): Args<BTreeMap<String, u8>>) {}

#[test]
fn an_object_with_properties_is_always_at_the_root() {
    let closed = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
    assert_eq!(schema::<nothing>(), closed);
    assert_eq!(schema::<unit>(), closed);
    assert_eq!(schema::<anything>(), r#"{"type":"object","properties":{}}"#);
    assert_eq!(
        schema::<map>(),
        r#"{"type":"object","properties":{},"additionalProperties":{"type":"integer","minimum":0,"maximum":255}}"#
    );
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(tag = "kind")]
#[allow(dead_code, reason = "only its schema is asked for")]
enum Tagged {
    One { a: u8 },
    Two { b: u8 },
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[allow(dead_code, reason = "only its schema is asked for")]
struct Flattened {
    #[serde(flatten)]
    tagged: Tagged,
}

/// Take one of them.
#[tool(register = false)]
fn tagged(Args(_): Args<Tagged>) {}

/// Take one of them, flat.
#[tool(register = false)]
fn flattened(Args(_): Args<Flattened>) {}

/// Take a list.
#[tool(register = false)]
fn list(Args(_): Args<Vec<String>>) {}

#[test]
fn what_no_provider_takes_is_refused_with_its_type() {
    let builder = Registry::builder().tool::<tagged>().tool::<flattened>().tool::<list>();
    let error = builder.build().unwrap_err();
    let said: Vec<_> = error
        .problems()
        .iter()
        .map(|problem| match problem {
            Problem::Schema { tool, type_name, reason, .. } => {
                (tool.name, type_name.rsplit("::").next().unwrap(), &**reason)
            }
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(
        said,
        [
            ("flattened", "Flattened", "it has `oneOf` at its root"),
            ("list", "String>", "it is of type `array`, not an object"),
            ("tagged", "Tagged", "it has `oneOf` at its root"),
        ]
    );
}
