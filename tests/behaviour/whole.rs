//! All arguments as one type: what its schema says and what it takes are the same.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Deserialize;
use toolcrib::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use toolcrib::{
    Args, Context, FailureKind, Problem, Registry, State, Tool, ToolError, Toolset, arguments,
    tool, toolset,
};

use super::call;

#[arguments]
struct Open {
    path: String,
    #[serde(alias = "max")]
    limit: Option<u32>,
}

/// Open a file.
#[tool(register = false)]
fn open(Args(open): Args<Open>) -> String {
    format!("{} {:?}", open.path, open.limit)
}

#[derive(Default)]
struct Opener;

/// Open a file.
#[tool(register = false)]
impl Tool for Opener {
    type Args = Open;
    type Output = String;

    async fn call(&self, open: Open, _cx: &Context<'_>) -> Result<String, ToolError> {
        Ok(format!("{} {:?}", open.path, open.limit))
    }
}

#[arguments]
struct Rest {
    path: String,
    #[serde(flatten)]
    rest: BTreeMap<String, u8>,
}

/// Take anything beside.
#[tool(register = false)]
fn rest(Args(rest): Args<Rest>) -> String {
    format!("{} {:?}", rest.path, rest.rest)
}

const CLOSED: &str = r#""additionalProperties":false"#;

#[test]
fn what_is_no_field_is_refused_and_the_schema_says_so() {
    let registry =
        Registry::builder().toolset(toolset![open, Opener, rest]).build().expect("they fit");
    let surface = registry.surface().build().unwrap();
    for name in ["open", "opener"] {
        let tool = registry.tools().iter().find(|tool| tool.name() == name).unwrap();
        assert!(tool.input_schema().get().contains(CLOSED), "{name}");
        assert_eq!(call(&surface, name, r#"{"path": "a", "max": 1}"#).text(), "a Some(1)");
        let outcome = call(&surface, name, r#"{"path": "a", "limmit": 1, "more": [2]}"#);
        assert_eq!(outcome.failure(), Some(FailureKind::BadArguments));
        assert!(!outcome.executed());
        let text = outcome.text();
        assert!(text.contains("`limmit` is not an argument of this tool; did you mean `limit`?"));
        assert!(text.contains("`more` is not an argument of this tool"), "{text}");
    }
    let tool = registry.tools().iter().find(|tool| tool.name() == "rest").unwrap();
    assert!(!tool.input_schema().get().contains(CLOSED));
    assert_eq!(call(&surface, "rest", r#"{"path": "a", "b": 1}"#).text(), r#"a {"b": 1}"#);
}

#[arguments]
struct Unit;

#[arguments]
struct Empty {}

#[arguments]
struct Newtype(Unit);

/// Take a unit struct.
#[tool(register = false)]
fn unit(Args(Unit): Args<Unit>) {}

/// Take an empty struct.
#[tool(register = false)]
fn empty(Args(Empty {}): Args<Empty>) {}

/// Take a struct around it.
#[tool(register = false)]
fn newtype(Args(Newtype(Unit)): Args<Newtype>) {}

/// Take nothing.
#[tool(register = false)]
fn nothing(Args(()): Args<()>) {}

/// Take the ghost of a type.
#[tool(register = false)]
fn ghost(Args(PhantomData): Args<PhantomData<u8>>) {}

const NOTHINGS: Toolset = toolset![unit, empty, newtype, nothing, ghost];

#[test]
fn a_type_without_content_takes_an_empty_object() {
    let registry = Registry::builder().toolset(NOTHINGS).build().expect("they fit");
    let surface = registry.surface().build().unwrap();
    for tool in registry.tools() {
        let name = tool.name();
        let schema = format!(r#"{{"type":"object","properties":{{}},{CLOSED}}}"#);
        assert_eq!(tool.input_schema().get(), schema, "{name}");
        for arguments in ["{}", "", "null", " { } "] {
            assert!(call(&surface, name, arguments).is_success(), "{name} {arguments:?}");
        }
        let outcome = call(&surface, name, r#"{"a": 1, "b": 2}"#);
        assert_eq!(outcome.failure(), Some(FailureKind::BadArguments), "{name}");
        let text = outcome.text();
        assert!(text.contains("`a` is not") && text.contains("`b` is not"), "{text}");
    }
}

#[arguments]
struct Pair(u8, u8);

/// Take a pair.
#[tool(register = false)]
fn pair(Args(Pair(a, b)): Args<Pair>) -> u8 {
    a + b
}

/// The schema has another name than what is read.
#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Renamed {
    #[serde(rename = "file")]
    #[schemars(rename = "path")]
    path: Option<String>,
}

/// Take another name.
#[tool(register = false)]
fn renamed(Args(renamed): Args<Renamed>) -> Option<String> {
    renamed.path
}

/// What its schema says is all by hand.
#[derive(Deserialize)]
struct ByHand {
    path: String,
}

impl JsonSchema for ByHand {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ByHand".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "properties": { "path": { "type": "string" } } })
    }
}

/// Take what is said to be optional.
#[tool(register = false)]
fn by_hand(Args(by_hand): Args<ByHand>) -> String {
    by_hand.path
}

/// A text that says it is an object.
#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Text(#[schemars(with = "BTreeMap<String, u8>")] String);

/// Take a text.
#[tool(register = false)]
fn text(Args(Text(text)): Args<Text>) -> String {
    text
}

#[test]
fn a_tool_of_which_every_call_fails_is_refused() {
    let tools = toolset![by_hand, pair, renamed, text];
    let error = Registry::builder().toolset(tools).build().unwrap_err();
    let reason = |problem: &Problem| match problem {
        Problem::Schema { tool, reason, .. } => format!("{}: {reason}", tool.name),
        other => panic!("{other}"),
    };
    assert_eq!(
        error.problems().iter().map(reason).collect::<Vec<_>>(),
        [
            "by_hand: its schema does not require `path`, and its `Deserialize` does: write \
             `#[serde(default)]` on it, or require it",
            "pair: it is of type `array`, not an object",
            "renamed: its schema has `path`, which its `Deserialize` does not read: give both the \
             same name, or leave it out of both",
            "text: it cannot be read from an object: invalid type: map, expected a string",
        ]
    );
}

/// Values that are checked once they are read: no fault of the type.
#[arguments]
#[serde(try_from = "Raw")]
struct Checked(u8);

#[arguments]
struct Raw {
    a: Option<u8>,
    b: Option<u8>,
}

impl TryFrom<Raw> for Checked {
    type Error = String;

    fn try_from(raw: Raw) -> Result<Self, String> {
        raw.a.or(raw.b).map(Self).ok_or_else(|| "give `a` or `b`".into())
    }
}

/// Take either.
#[tool(register = false)]
fn either(Args(Checked(value)): Args<Checked>) -> u8 {
    value
}

#[test]
fn what_a_type_finds_wrong_with_values_is_told_when_called() {
    let registry = Registry::builder().tool::<either>().build().expect("it can be read");
    let surface = registry.surface().build().unwrap();
    assert_eq!(call(&surface, "either", r#"{"b": 1}"#).text(), "1");
    assert!(call(&surface, "either", "{}").text().contains("give `a` or `b`"));
    assert!(call(&surface, "either", r#"{"b": 1, "c": 2}"#).text().contains("`c` is not"));
}

/// Change who has a task.
#[tool(register = false)]
fn assign(to: Option<Option<String>>, until: Option<Option<u32>>) -> String {
    format!("{to:?} {until:?}")
}

#[test]
fn an_option_in_an_option_tells_null_from_nothing() {
    let registry = Registry::builder().tool::<assign>().build().unwrap();
    let surface = registry.surface().build().unwrap();
    assert!(!registry.tools()[0].input_schema().get().contains("required"));
    for (arguments, said) in [
        ("{}", "None None"),
        (r#"{"to": null}"#, "Some(None) None"),
        (r#"{"to": "a", "until": null}"#, r#"Some(Some("a")) Some(None)"#),
        (r#"{"until": 7}"#, "None Some(Some(7))"),
    ] {
        assert_eq!(call(&surface, "assign", arguments).text(), said, "{arguments}");
    }
}

trait Files: Send + Sync {
    fn read(&self, path: &str) -> String;
}

struct Disk(&'static str);

impl Files for Disk {
    fn read(&self, path: &str) -> String {
        format!("{}/{path}", self.0)
    }
}

/// Read a file.
#[tool(register = false)]
fn read(path: &str, files: State<dyn Files>, cx: &Context<'_>) -> String {
    assert!(cx.get::<dyn Files>().is_some());
    files.read(path)
}

#[test]
fn state_can_be_known_by_a_trait() {
    let error = Registry::builder().tool::<read>().build().unwrap_err();
    assert!(matches!(error.problems(), [Problem::MissingState { type_name, .. }]
        if type_name.starts_with("dyn ") && type_name.ends_with("Files")));
    let files: Arc<dyn Files> = Arc::new(Disk("a"));
    let registry = Registry::builder().tool::<read>().shared_state(files).build().unwrap();
    let surface = registry.surface().build().unwrap();
    assert_eq!(call(&surface, "read", r#"{"path": "b"}"#).text(), "a/b");
}
