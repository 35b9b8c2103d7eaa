//! Search on a surface: deferred tools that the session may use, and no others.

use toolcrib::dynamic::Prefix;
use toolcrib::provider::Provider;
use toolcrib::search::{Mode, Query};
use toolcrib::{Rule, Surface};

use super::{call, registry, source};

fn found<'s>(surface: &'s Surface, query: &str) -> Vec<&'s str> {
    let query = Query::parse(query, Mode::Auto).unwrap();
    surface.search(&query, 20).hits.into_iter().map(|hit| hit.name).collect()
}

#[test]
fn only_deferred_tools_are_found() {
    let surface = registry().surface().build().unwrap();
    assert_eq!(found(&surface, "say a text aloud"), ["speech"]);
    assert_eq!(found(&surface, "select:speech,listen"), ["listen", "speech"]);
    for query in ["run a command", "read a file", "select:exec_shell,say,shout", "/.*/"] {
        let names = found(&surface, query);
        assert!(names.iter().all(|name| ["speech", "listen"].contains(name)), "{query}: {names:?}");
    }
}

#[test]
fn a_denied_tool_is_not_found_and_changes_nothing() {
    let rule = Rule::without(["speech"]);
    let surface = registry().surface().rule(rule).build().unwrap();
    assert_eq!(found(&surface, "say a text aloud"), [""; 0]);
    let query = Query::parse("select:speech", Mode::Auto).unwrap();
    assert_eq!(surface.search(&query, 5).not_found, ["speech"]);
}

#[test]
fn results_in_the_providers_form_can_be_called() {
    let tools = r#"[{"name": "mail.send", "description": "Send a mail.",
        "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}}}]"#;
    let mail = || source("mail", tools).prefix(Prefix::Never);
    let surface = registry().surface().provider(Provider::Anthropic).source(mail());
    let surface = surface.strategy(toolcrib::Strategy::Native).build().unwrap();
    assert!(surface.tools().get().contains(r#""defer_loading":true"#));
    let query = Query::parse("send a mail", Mode::Auto).unwrap();
    let results = surface.search(&query, 5);
    assert_eq!(
        results.to_wire(Provider::Anthropic).get(),
        r#"[{"type":"tool_reference","tool_name":"mail_-2e-send"}]"#
    );
    let outcome = call(&surface, results.hits[0].wire_name, r#"{"to": "a"}"#);
    assert_eq!(outcome.text(), r#"mail/mail.send {"to": "a"}"#);

    let surface = registry().surface().provider(Provider::OpenAiResponses).source(mail());
    let surface = surface.build().unwrap();
    assert!(!surface.tools().get().contains("mail"));
    let wire = surface.search(&query, 5).to_wire(Provider::OpenAiResponses);
    assert!(wire.get().starts_with(r#"[{"type":"function","name":"mail_-2e-send""#), "{wire}");
}

#[test]
fn what_a_conversation_has_loaded_is_held_against_another_surface() {
    use toolcrib::toolbox::{Limits, NotRestored, Toolbox};

    let surface = registry().surface().provider(Provider::Anthropic).build().unwrap();
    let mut toolbox = Toolbox::default();
    for query in ["select:speech", "select:listen"] {
        let query = Query::parse(query, Mode::Auto).unwrap();
        for hit in surface.search(&query, 5).hits {
            toolbox.load(hit.name, hit.entry.get()).unwrap();
        }
    }
    assert!(toolbox.definitions().all(|one| {
        surface
            .search(&Query::parse("/.*/", Mode::Auto).unwrap(), 20)
            .hits
            .iter()
            .any(|hit| hit.entry.get() == one)
    }));
    let saved = toolbox.save();
    let later = registry().surface().provider(Provider::Anthropic).without(["listen"]);
    let later = later.build().unwrap();
    let (restored, lost) = Toolbox::restore(&saved, Limits::default(), |name| later.standing(name));
    assert_eq!(restored.names().collect::<Vec<_>>(), ["speech"]);
    let lost: Vec<_> = lost.iter().map(|NotRestored { name, .. }| name.as_str()).collect();
    assert_eq!(lost, ["listen"]);
}
