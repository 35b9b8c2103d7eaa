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

/// Deferred, and known by old names.
#[toolcrib::tool(
    register = false,
    lifecycle = "deferred",
    alias(name = "draw_old", lifecycle = "hidden"),
    alias(name = "paint", lifecycle = "deprecated")
)]
/// Draw a picture.
fn draw() -> &'static str {
    "drawn"
}

/// Hidden altogether.
#[toolcrib::tool(register = false, lifecycle = "hidden")]
fn secret() -> &'static str {
    "ran"
}

/// What a model is told of one selected name: hits, answer, not found.
fn selected(surface: &Surface, name: &str) -> (Vec<String>, Option<String>, bool) {
    let query = Query::parse(name, Mode::Select).unwrap();
    let found = surface.search(&query, 5);
    let hits = found.hits.iter().map(|hit| hit.name.to_owned()).collect();
    let answer = found.selected.first().map(|one| one.answer.clone());
    assert_eq!(found.hint.is_some(), !found.not_found.is_empty());
    (hits, answer, !found.not_found.is_empty())
}

#[test]
fn a_selected_name_is_answered_as_a_call_of_it() {
    let gone =
        toolcrib::Tombstone::new("shout", "1.0.0").replacement("speech").hint("say it softly");
    let lost = toolcrib::Tombstone::new("whisper", "2.0.0");
    let registry = toolcrib::Registry::builder().toolset(super::TOOLS).retired([gone, lost]);
    let registry = registry.tool::<draw>().tool::<secret>().build().unwrap();
    let tools = r#"[{"name": "mail.send", "description": "Send a mail.", "inputSchema": {}},
        {"name": "mail.read", "description": "Read a mail.", "inputSchema": {}}]"#;
    let rule = Rule::without(["listen", "mail.read"]).because("it is night");
    let builder = registry.surface().provider(Provider::OpenAiChat).source(source("mail", tools));
    let surface = builder.rule(rule).build().unwrap();
    let cases: [(&str, &[&str], Option<&str>, bool); 16] = [
        // Deferred, by any name.
        ("speech", &["speech"], None, false),
        ("mail.send", &["mail.send"], None, false),
        ("mail_-2e-send", &["mail.send"], None, false),
        ("draw_old", &["draw"], None, false),
        ("paint", &["draw"], None, false),
        ("Mail.Send", &["mail.send"], None, false),
        // In the list, by any name.
        ("read_file", &[], Some("`read_file` is in the list already: call it"), false),
        ("exec", &[], Some("`exec_shell` is in the list already: call it"), false),
        ("run_command", &[], Some("`exec_shell` is in the list already: call it"), false),
        // Superseded, retired.
        ("say", &["speech"], Some("use `speech` instead"), false),
        (
            "shout",
            &["speech"],
            Some("`shout` is retired since 1.0.0; use `speech` instead\nsay it softly"),
            true,
        ),
        ("whisper", &[], Some("`whisper` is retired since 2.0.0"), true),
        // Denied; hidden, which is as if it were not there; unknown.
        ("listen", &[], Some("`listen` is not available here: it is night"), true),
        ("mail_-2e-read", &[], Some("`mail_-2e-read` is not available here: it is night"), true),
        ("secret", &[], None, true),
        ("raed_file", &[], Some("did you mean `read_file`?"), true),
    ];
    for (name, hits, answer, not_found) in cases {
        let told = selected(&surface, name);
        assert_eq!(told.0, hits, "{name}");
        assert_eq!((told.1.as_deref(), told.2), (answer, not_found), "{name}");
    }
    // And what may not be used takes nobody's place.
    let denied = registry.surface().without(["speech"]).build().unwrap();
    assert_eq!(selected(&denied, "say"), (vec![], None, true));
    assert!(!selected(&denied, "shout").1.unwrap().contains("speech"));
}

#[test]
fn answers_to_selected_names_are_bounded() {
    let reason = "no\u{1b}[31m ".repeat(10_000);
    let surface = registry().surface().rule(Rule::without(["speech"]).because(reason));
    let surface = surface.build().unwrap();
    let found = surface.search(&Query::parse("speech", Mode::Select).unwrap(), 5);
    let answer = &found.selected[0].answer;
    assert!(answer.starts_with("`speech` is not available here: no"), "{answer}");
    assert!(answer.chars().count() < 1_500 && !answer.contains('\u{1b}'), "{answer}");
}
