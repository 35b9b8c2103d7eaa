//! Tools that are one and the same to a model.

use toolcrib::dynamic::Exposure;
use toolcrib::provider::{Finding, Rule, Severity};
use toolcrib::{Provider, Registry, Surface, tool};

use super::{read_file, source, speech};

/// Say a text aloud.
#[tool(register = false)]
fn tell(text: String) -> String {
    text
}

/// Say a text aloud.
#[tool(register = false, lifecycle = "deprecated", replacement = "speech")]
fn old_speech(text: String) -> String {
    text
}

/// Say a text aloud.
#[tool(register = false)]
fn tell_all(texts: Vec<String>) -> String {
    texts.concat()
}

/// Say a text to a room.
#[tool(register = false)]
fn tell_room(text: String) -> String {
    text
}

fn twins(surface: &Surface) -> Vec<Finding> {
    surface.lint().into_iter().filter(|one| one.rule == Rule::Twin).collect()
}

#[test]
fn two_names_for_one_tool_are_found() {
    let builder = Registry::builder().tool::<tell>().tool::<speech>().tool::<read_file>();
    let builder = builder.tool::<old_speech>().tool::<tell_all>().tool::<tell_room>();
    let registry = builder.build().unwrap();
    for provider in Provider::ALL {
        let surface = registry.surface().provider(provider).build().unwrap();
        // Other arguments, another description, and what no model sees are none.
        let [twin] = &twins(&surface)[..] else { panic!("{:?}", twins(&surface)) };
        assert_eq!((&*twin.tool, twin.severity), ("speech", Severity::Warning));
        assert!(twin.origin.contains("surface.rs:"), "{twin}");
        assert!(twin.to_string().ends_with(
            "): has the description and the arguments of `tell`: a model cannot tell them apart; make it an \
             alias of `tell`, which no model sees"
        ), "{twin}");
    }
    let surface = registry.surface().without(["tell"]).build().unwrap();
    assert_eq!(twins(&surface), []);
}

#[test]
fn a_server_that_brings_what_is_there_is_found() {
    let definition = Registry::builder().tool::<tell>().build().unwrap();
    let schema = definition.tools()[0].input_schema().get();
    let list = format!(
        r#"[{{"name": "a", "description": "Say a text aloud.", "inputSchema": {schema}}},
            {{"name": "b", "description": "Say a text.", "inputSchema": {schema}}}]"#
    );
    for exposure in [Exposure::Active, Exposure::Deferred] {
        let surface = definition.surface().source(source("mail", &list).exposure(exposure));
        let [twin] = &twins(&surface.build().unwrap())[..] else { panic!("not one") };
        assert_eq!((&*twin.tool, &*twin.origin), ("a", "mail"));
        assert_eq!(twin.way_out, "leave one of them out, with a rule");
    }
    // Two servers with the same tools.
    let surface = Registry::builder().build().unwrap();
    let other = list.replace("\"a\"", "\"c\"").replace("\"b\"", "\"d\"");
    let surface = surface.surface().source(source("mail", &list)).source(source("more", &other));
    assert_eq!(twins(&surface.build().unwrap()).len(), 2);
}
