//! Rules: one on any name of a tool holds for all of them, and one that names nothing is an error.

use toolcrib::dynamic::{Exposure, Prefix};
use toolcrib::provider::Provider;
use toolcrib::{FailureKind, Problem, Rule, SurfaceProblem};

use super::{call, registry, source};

const WEB: &str = r#"{"tools": [
    {"name": "fetch.page", "description": "Fetch a page.", "annotations": {"readOnlyHint": true},
     "inputSchema": {"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"]}},
    {"name": "read_file", "description": "Read a file of the web.", "inputSchema": {"type": "object"}}
]}"#;

#[test]
fn a_rule_on_any_name_holds_for_all() {
    for name in ["exec_shell", "exec", "run_command", "ExecShell"] {
        let rule = Rule::without([name]).because("plan mode changes nothing");
        let surface = registry().surface().rule(rule).build().unwrap();
        assert!(!surface.tools().get().contains("exec"), "{name}");
        for called in ["exec_shell", "exec", "run_command", "exec-shell"] {
            let outcome = call(&surface, called, r#"{"command": "ls"}"#);
            assert_eq!(outcome.failure(), Some(FailureKind::Denied));
            assert!(!outcome.executed());
            assert_eq!(outcome.tool(), Some("exec_shell"));
            assert_eq!(
                outcome.text(),
                format!(
                    "`{called}` is not available here, and nothing ran: plan mode changes nothing"
                )
            );
        }
        assert!(call(&surface, "read_file", r#"{"path": "a"}"#).is_success());
    }
}

#[test]
fn deny_wins_and_only_leaves_what_it_names() {
    let surface = registry().surface().only(["exec", "read_file"]).without(["exec_shell"]);
    let surface = surface.build().unwrap();
    let head: Vec<serde_json::Value> = serde_json::from_str(surface.tools().get()).unwrap();
    assert_eq!(head.len(), 1);
    assert_eq!(head[0]["name"], "read_file");
    assert_eq!(call(&surface, "say", r#"{"text": "a"}"#).failure(), Some(FailureKind::Denied));
}

#[test]
fn rules_by_tag_annotation_and_predicate() {
    let denied = |rule: Rule| -> Vec<&'static str> {
        let surface = registry().surface().rule(rule).build().unwrap();
        let names = ["exec_shell", "read_file", "speech", "listen", "say"];
        names.into_iter().filter(|name| surface.denial(name).is_some()).collect()
    };
    assert_eq!(denied(Rule::without_tag("voice")), ["speech", "listen"]);
    assert_eq!(denied(Rule::only_tag("voice")), ["exec_shell", "read_file", "say"]);
    assert_eq!(denied(Rule::read_only()), ["exec_shell", "speech", "say"]);
    assert_eq!(denied(Rule::filter(|tool| tool.name != "say")), ["say"]);
}

#[test]
fn what_a_server_says_of_its_tools_is_not_trusted() {
    let web = source("web", WEB).prefix(Prefix::Always);
    let surface = registry().surface().source(web).read_only().build().unwrap();
    assert!(surface.denial("web__fetch.page").is_some());
}

#[test]
fn a_strict_surface_names_no_replacement_that_is_denied() {
    let said = |builder: toolcrib::SurfaceBuilder, name: &str| {
        let surface = builder.strict(true).build().unwrap();
        let outcome = call(&surface, name, r#"{"text": "a", "command": "ls"}"#);
        assert_eq!(outcome.failure(), Some(FailureKind::Deprecated));
        assert!(!outcome.executed());
        serde_json::to_string(&outcome).unwrap()
    };
    assert!(said(registry().surface(), "say").contains("use `speech` instead"));
    assert!(!said(registry().surface().without(["speech"]), "say").contains("speech"));
    // Another name of a tool: whoever may use it may use the tool.
    assert!(said(registry().surface(), "run_command").contains("use `exec_shell` instead"));
}

#[test]
fn a_host_may_trust_a_server_and_hold_its_claims_against_it() {
    let web = || source("web", WEB).prefix(Prefix::Always);
    let surface = registry().surface().source(web().trusted(true)).read_only().build().unwrap();
    assert!(surface.denial("web__fetch.page").is_none());
    assert!(surface.denial("web__read_file").is_some());

    // A claim that speaks against a tool needs no trust.
    let seen = |trusted: bool| {
        let rule = Rule::filter(move |tool| {
            tool.name != "web__fetch.page"
                || tool.claims.read_only != Some(true)
                || (tool.annotations.read_only == Some(true)) != trusted
        });
        let surface = registry().surface().source(web().trusted(trusted)).rule(rule);
        surface.build().unwrap().denial("web__fetch.page").is_some()
    };
    assert!(seen(false) && seen(true));
}

#[test]
fn a_rule_that_names_nothing_is_an_error() {
    let builder = registry().surface().without(["exec_shel", "shout"]).only(["read_fil"]);
    let error = builder.rule(Rule::without_tag("voices")).build().unwrap_err();
    let nothing =
        |one: &Problem| matches!(one, Problem::Surface(SurfaceProblem::RuleNamesNothing { .. }));
    assert!(error.problems().iter().all(nothing));
    assert_eq!(
        error.to_string(),
        "the surface has 4 problems:\n\n\
         a rule names `exec_shel`, which is not there; did you mean `exec_shell`?\n  \
         without([\"exec_shel\", \"shout\"])\n  a rule that names nothing would deny nothing\n\n\
         a rule names `read_fil`, which is not there; did you mean `read_file`?\n  \
         only([\"read_fil\"])\n  a rule that names nothing would deny nothing\n\n\
         a rule names `shout`, which is not there; did you mean `speech`?\n  \
         without([\"exec_shel\", \"shout\"])\n  a rule that names nothing would deny nothing\n\n\
         a rule names `voices`, which is not there; did you mean `voice`?\n  \
         without_tag(\"voices\")\n  a rule that names nothing would deny nothing"
    );
}

#[test]
fn a_name_of_a_source_that_is_taken_is_left_out_or_gets_its_prefix() {
    let never = source("web", WEB).prefix(Prefix::Never);
    let surface = registry().surface().source(never.clone()).build().unwrap();
    let said = surface.lint().iter().map(ToString::to_string).collect::<String>();
    let error = registry().surface().source(never).strict_sources(true).build().unwrap_err();
    for text in [said, error.to_string()] {
        assert!(text.contains("`read_file` (native), `read_file` (source `web`)"), "{text}");
    }
    assert_eq!(call(&surface, "read_file", r#"{"path": "a"}"#).text(), "a None 7");

    let web = source("web", WEB).prefix(Prefix::OnClash).exposure(Exposure::Active);
    let surface = registry().surface().provider(Provider::OpenAiChat).source(web).build().unwrap();
    let native = registry().surface().provider(Provider::OpenAiChat).build().unwrap();
    let head = native.tools().get().strip_suffix(']').unwrap();
    assert!(surface.tools().get().starts_with(head), "a dynamic tool moves no native byte");
    assert_eq!(surface.wire_name("fetch.page"), Some("fetch_-2e-page"));
    for name in ["fetch.page", "fetch_-2e-page"] {
        let outcome = call(&surface, name, r#"{"url": "x"}"#);
        assert_eq!(outcome.text(), r#"web/fetch.page {"url": "x"}"#);
        assert_eq!(outcome.tool(), Some("fetch.page"));
    }
    let outcome = call(&surface, "web__read_file", "");
    assert_eq!(outcome.text(), "web/read_file {}");
    let outcome = call(&surface, "fetch.page", "{}");
    assert_eq!(outcome.failure(), Some(FailureKind::BadArguments));
    assert!(outcome.text().contains("`url` is missing"), "{}", outcome.text());
}

#[test]
fn a_null_that_strict_asks_for_reads_as_absent() {
    let builder = || registry().surface().provider(Provider::OpenAiChat);
    let strict = builder().strict_schemas(true).build().unwrap();
    assert!(strict.tools().get().contains(r#""strict":true"#));
    let nulls = r#"{"path": "a", "lines": null, "from": null}"#;
    assert_eq!(call(&strict, "read_file", nulls).text(), "a None 7");
    let twice = r#"{"path": "a", "path": "b", "lines": null}"#;
    assert!(call(&strict, "read_file", twice).text().contains("`path`: given twice"));
    // What a text means does not depend on how the tools were sent.
    let plain = builder().build().unwrap();
    assert_eq!(call(&plain, "read_file", nulls).text(), "a None 7");
    let outcome = call(&plain, "read_file", r#"{"path": null}"#);
    assert_eq!(outcome.failure(), Some(FailureKind::BadArguments));
}

#[test]
fn a_null_reads_as_absent_for_dynamic_tools_too() {
    let list = r#"[{"name": "fetch", "inputSchema": {"properties": {
        "url": {"type": "string"}, "depth": {"type": "integer"}, "since": {"type": ["string", "null"]}},
        "required": ["url"], "additionalProperties": false}}]"#;
    let web = source("web", list).exposure(Exposure::Active);
    let builder = registry().surface().provider(Provider::OpenAiChat).strict_schemas(true);
    let surface = builder.source(web).build().unwrap();
    // As an object, and as an object inside of a string. A `null` that means something stays.
    let object = r#"{"url":"a","depth":null,"since":null}"#;
    for arguments in [object.to_owned(), serde_json::Value::from(object).to_string()] {
        let outcome = call(&surface, "fetch", &arguments);
        assert_eq!(outcome.text(), r#"web/fetch {"url":"a","since":null}"#);
        assert_eq!(
            outcome.meta().iter().any(|(key, _)| key == toolcrib::UNWRAPPED_KEY),
            arguments != object
        );
    }
    let outcome = call(&surface, "fetch", r#""{\"url\":null}""#);
    assert_eq!(outcome.failure(), Some(FailureKind::BadArguments));
}

#[test]
fn another_spelling_of_a_dynamic_name_is_that_name() {
    let list = r#"[{"name": "fetchPage", "inputSchema": {}}, {"name": "twoWays", "inputSchema": {}},
        {"name": "two_ways", "inputSchema": {}}, {"name": "drop-all", "inputSchema": {}}]"#;
    let web = source("web", list).exposure(Exposure::Active);
    let surface = registry().surface().source(web).without(["drop-all"]).build().unwrap();
    for name in ["fetchPage", "fetch_page", "fetch-page", "FetchPage", "FETCH_PAGE"] {
        let outcome = call(&surface, name, "{}");
        assert_eq!(outcome.text(), "web/fetchPage {}", "{name}");
        assert_eq!(outcome.tool(), Some("fetchPage"));
    }
    // Where two names have the form, nothing is guessed; and a rule holds for every spelling.
    assert_eq!(call(&surface, "twoWays", "{}").text(), "web/twoWays {}");
    assert_eq!(call(&surface, "two-ways", "{}").failure(), Some(FailureKind::Unknown));
    assert_eq!(call(&surface, "DropAll", "{}").failure(), Some(FailureKind::Denied));
    assert_eq!(call(&surface, &"x".repeat(100_000), "{}").failure(), Some(FailureKind::Unknown));
}
