//! Texts: one form, whatever comment or file they come from.

use serde_json::Value;
use toolcrib::{Registry, Tombstone, arguments, tool};

use super::call;

/// Words that a checkout may have given other line ends.
const INCLUDED: &str = "Words of a file,\n  on two lines.";

/**
 * Read a file.
 *
 * - as text
 *   - or not
 */
#[tool(register = false)]
fn starred(
    /** Where it
     * is. */
    path: String,
    /** How much of it:
        - all
          - or less
    */
    part: String,
) -> String {
    path + &part
}

/// Included:
#[doc = include_str!("texts.txt")]
#[tool(register = false)]
fn included(#[doc = include_str!("texts.txt")] path: String) -> String {
    path
}

#[tool(register = false, description = include_str!("texts.txt"))]
fn described(path: String) -> String {
    path
}

///   Indented
///     as a whole.
#[tool(register = false)]
fn indented() {}

/// A list:
///  * one
///  * two
#[tool(register = false)]
fn listed() {}

#[arguments]
struct Fields {
    #[doc = include_str!("texts.txt")]
    included: String,
    /** One line,
     *
     * and a list: */
    starred: Option<Inner>,
}

#[arguments]
struct Inner {
    #[doc = include_str!("texts.txt")]
    #[allow(dead_code, reason = "only its schema is asked for")]
    inner: String,
}

/// Take a struct.
#[tool(register = false)]
fn of_struct(toolcrib::Args(fields): toolcrib::Args<Fields>) -> String {
    let _ = fields.starred;
    fields.included
}

#[test]
fn texts_are_tidy_wherever_they_stand() {
    let registry = Registry::builder()
        .tool::<starred>()
        .tool::<included>()
        .tool::<described>()
        .tool::<indented>()
        .tool::<listed>()
        .tool::<of_struct>()
        .build()
        .unwrap();
    let description = |name: &str| {
        let tool = registry.tools().iter().find(|tool| tool.name() == name).unwrap();
        assert_eq!(tool.definition().description(), tool.entry().description(), "{name}");
        tool.definition().description().to_owned()
    };
    assert_eq!(description("starred"), "Read a file.\n\n- as text\n  - or not");
    assert_eq!(description("included"), format!("Included:\n{INCLUDED}"));
    assert_eq!(description("described"), INCLUDED);
    assert_eq!(description("indented"), "Indented\n  as a whole.");
    assert_eq!(description("listed"), "A list:\n * one\n * two");

    let schema = |name: &str| -> Value {
        let tool = registry.tools().iter().find(|tool| tool.name() == name).unwrap();
        serde_json::from_str(tool.input_schema().get()).unwrap()
    };
    let parameters = &schema("starred")["properties"];
    assert_eq!(parameters["path"]["description"], "Where it\nis.");
    assert_eq!(parameters["part"]["description"], "How much of it:\n- all\n  - or less");
    assert_eq!(schema("included")["properties"]["path"]["description"], INCLUDED);
    let fields = schema("of_struct");
    assert_eq!(fields["properties"]["included"]["description"], INCLUDED);
    assert_eq!(fields["properties"]["starred"]["description"], "One line,\n\nand a list:");
    assert_eq!(fields["$defs"]["Inner"]["properties"]["inner"]["description"], INCLUDED);
}

#[test]
fn a_hint_is_a_text_too() {
    let gone = Tombstone::new("python_eval", "3.0.21").hint(include_str!("texts.txt"));
    let registry = Registry::builder().retired([gone]).build().unwrap();
    let surface = registry.surface().build().unwrap();
    let outcome = call(&surface, "python_eval", "{}");
    let said = format!("`python_eval` is retired since 3.0.21 and did not run\n{INCLUDED}");
    assert_eq!(outcome.text(), said);
    assert_eq!(registry.manifest().names[0].note.as_deref(), Some(INCLUDED));
}
