//! What `build()` finds: everything, in one pass, whatever the order of registration.

use toolcrib::__private::{Adapter, Alias, Entry, Origin};
use toolcrib::{
    Args, BuildError, Lifecycle, Problem, Registry, State, Tombstone, Tool, ToolError, Toolset,
    tool,
};

const fn alias(name: &'static str, of: &'static str) -> Alias {
    let lifecycle = Lifecycle::Deprecated { replacement: of, remove_in: None, note: None };
    Alias { name, lifecycle, since: None, adapter: Adapter::NONE }
}

const fn deprecated(replacement: &'static str) -> Lifecycle {
    Lifecycle::Deprecated { replacement, remove_in: None, note: None }
}

const fn entry(name: &'static str, lifecycle: Lifecycle, line: u32) -> Entry {
    let origin = Origin::new("tools_fs::files", "tools/src/files.rs", line, 1);
    Entry { name, description: "Do it.", lifecycle, origin, ..Entry::BASE }
}

/// The same declarations as those of another crate.
#[allow(clippy::needless_pass_by_value, reason = "an entry is made of it")]
const fn elsewhere(entry: Entry, line: u32) -> Entry {
    Entry { origin: Origin::new("tools_net", "net/src/lib.rs", line, 1), ..entry }
}

static WRONG: [Entry; 13] = [
    entry("read", Lifecycle::Active, 1),
    elsewhere(entry("read", Lifecycle::Active, 1), 7),
    Entry {
        aliases: &[alias("ls", "list"), alias("write", "list")],
        ..entry("list", Lifecycle::Active, 2)
    },
    entry("write", Lifecycle::Deferred, 3),
    entry("List", Lifecycle::Active, 4),
    entry("missing", deprecated("wriet"), 5),
    entry("to_hidden", deprecated("out_of_sight"), 6),
    entry("out_of_sight", Lifecycle::Hidden { replacement: None, remove_in: None, note: None }, 7),
    entry("to_alias", deprecated("ls"), 8),
    entry("there", deprecated("and_back"), 9),
    entry("and_back", deprecated("there"), 10),
    entry("to_removed", deprecated("gone"), 11),
    Entry {
        description: " ",
        since: Some("yesterday"),
        ..entry("no-words", Lifecycle::Active, 12)
    },
];

const GONE: [Tombstone; 3] = [
    Tombstone::new("gone", "1.0.0").at(Origin::new("tools_old", "old/src/lib.rs", 1, 1)),
    Tombstone::new("read", "1.0.0").at(Origin::new("tools_old", "old/src/lib.rs", 2, 1)),
    Tombstone::new("bad\u{7}name", "1.0.0").replacement("nothing").at(Origin::new(
        "tools_old",
        "old/src/lib.rs",
        3,
        1,
    )),
];

fn wrong(order: impl Iterator<Item = usize>) -> BuildError {
    let entries: Vec<&'static Entry> = order.map(|at| &WRONG[at]).collect();
    let builder = Registry::builder().toolset(Toolset::new(entries.leak())).retired(GONE);
    builder
        .expect_crates(["tools-fs", "tools-web"])
        .expect_tools(["ls", "fetch"])
        .build()
        .unwrap_err()
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let text = wrong(0..WRONG.len()).to_string();
    assert_eq!(text, include_str!("build_error.txt").trim_end(), "\n{text}\n");
}

#[test]
fn the_order_of_registration_does_not_matter() {
    let expected = wrong(0..WRONG.len());
    assert_eq!(wrong((0..WRONG.len()).rev()), expected);
    assert_eq!(wrong((0..WRONG.len()).map(|at| (at * 5 + 3) % WRONG.len())), expected);
    let debug = format!("{expected:?}");
    assert_eq!(debug, expected.to_string(), "what unwrap() shows");
}

#[test]
fn a_declaration_that_is_linked_twice_is_one() {
    static TWICE: [&Entry; 2] =
        [&entry("read", Lifecycle::Active, 1), &entry("read", Lifecycle::Active, 1)];
    let gone = Tombstone::new("gone", "1.0.0").at(Origin::new("a", "a.rs", 1, 1));
    let builder = Registry::builder().toolset(Toolset::new(&TWICE)).retired([gone, gone]);
    assert_eq!(builder.build().unwrap().names().len(), 2);
}

struct Speaker;

/// Say it.
#[tool(register = false)]
fn say(_speaker: State<Speaker>) {}

/// Shout it.
#[tool(register = false, from_state)]
impl Tool for Speaker {
    type Args = ();
    type Output = &'static str;

    async fn call(&self, (): (), _cx: &toolcrib::Context<'_>) -> Result<&'static str, ToolError> {
        Ok("hey")
    }
}

#[test]
fn a_value_that_a_tool_needs_must_be_there_once() {
    let builder = || Registry::builder().tool::<say>().tool::<Speaker>();
    let error = builder().build().unwrap_err();
    let missing = error.problems().iter().filter(|problem| {
        matches!(problem, Problem::MissingState { type_name, .. } if type_name.ends_with("build::Speaker"))
    });
    assert_eq!(missing.count(), 2, "{error}");
    let error = builder().state(Speaker).state(Speaker).build().unwrap_err();
    assert!(matches!(error.problems(), [Problem::DuplicateState { .. }]), "{error}");
    let registry = builder().state(Speaker).build().unwrap();
    let outcome = super::call(&registry.surface().build().unwrap(), "speaker", "");
    assert_eq!(outcome.text(), "hey");
}

#[allow(clippy::unnecessary_wraps, reason = "an adapter may refuse")]
fn keep(_: &mut serde_json::Map<String, serde_json::Value>) -> Result<(), ToolError> {
    Ok(())
}

/// List, by kind.
#[tool(
    register = false,
    alias(name = "list_open", set(kind = "opne")),
    alias(name = "list_all", set(limit = "many"), rename(max = "limt")),
    alias(name = "list_closed", set(kind = "shut"), adapt = keep)
)]
fn list_issues(Args(list): Args<List>) -> String {
    format!("{:?} {:?}", list.kind, list.limit)
}

#[derive(serde::Deserialize, toolcrib::schemars::JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct List {
    kind: Kind,
    limit: Option<u32>,
}

#[derive(Debug, serde::Deserialize, toolcrib::schemars::JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(rename_all = "lowercase")]
enum Kind {
    Open,
    Closed,
}

#[test]
fn what_an_alias_sets_must_fit_the_tool() {
    let error = Registry::builder().tool::<list_issues>().build().unwrap_err().to_string();
    for said in [
        r#"`kind` takes one of "open", "closed", not "opne""#,
        r#"`limit` takes integer from 0, not "many""#,
        r#"`kind` takes one of "open", "closed", not "shut""#,
        "it has no argument `limt`; it has `kind` (one of \"open\", \"closed\"), `limit` (integer from 0, optional)",
    ] {
        assert!(error.contains(said), "{error}");
    }
}
