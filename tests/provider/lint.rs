//! Findings: what a provider refuses or loses, all at once.

use toolcrib::provider::{Finding, Provider, Rule, Severity, ToolSpec, WriteOptions};

use super::schema;

fn told(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn gemini_asks_for_words_as_keys() {
    let schema = schema(r#"{"properties": {"9": {"type": "string"}}}"#);
    let findings = Provider::Gemini.lint(&[ToolSpec::new("t", "", &schema)], &WriteOptions::new());
    assert_eq!(
        told(&findings),
        [
            "warning: tool `t`: has no description, so its name is sent in its place; say what it does and when to use it",
            "warning: tool `t`: has the property `9`, and Gemini asks for a letter or `_` at its start; rename the property",
        ],
    );
}

#[test]
fn counts_are_of_what_is_loaded() {
    let none = schema("{}");
    let names: Vec<_> = (0..600).map(|i| format!("t{i}")).collect();
    let all: Vec<_> = names.iter().map(|name| ToolSpec::new(name, "Do it.", &none)).collect();
    for (provider, loaded, found) in [
        (Provider::OpenAiChat, 128, Some(Severity::Error)),
        (Provider::OpenAiResponses, 128, Some(Severity::Warning)),
        (Provider::DeepSeek, 128, Some(Severity::Error)),
        (Provider::Gemini, 512, Some(Severity::Error)),
        (Provider::Anthropic, 128, None),
    ] {
        let lint = |count: usize| {
            let specs: Vec<_> =
                all.iter().enumerate().map(|(i, spec)| spec.deferred(i >= count)).collect();
            let findings = provider.lint(&specs, &WriteOptions::new());
            findings.iter().find(|one| one.rule == Rule::Count).map(|one| one.severity)
        };
        assert_eq!(lint(loaded), None, "{provider:?}");
        assert_eq!(lint(loaded + 1), found, "{provider:?}");
    }
    let deferred: Vec<_> = all.iter().map(|spec| spec.deferred(true)).collect();
    let findings = Provider::Anthropic.lint(&deferred, &WriteOptions::new());
    assert_eq!(
        told(&findings),
        [
            "error: every tool is deferred; Anthropic asks for one that is not; load the search tool, and those that are used most"
        ],
    );
}

#[test]
fn one_tool_has_so_many_findings() {
    let keys: Vec<_> = (0..500).map(|i| format!("\"{i} {i}\":{{}}")).collect();
    let bad = schema(&format!("{{\"properties\":{{{}}}}}", keys.join(",")));
    let spec = [ToolSpec::new("t", "Do it.", &bad)];
    assert_eq!(
        Provider::Mcp.lint(&spec, &WriteOptions::new()),
        [],
        "only Anthropic has such a rule"
    );
    let findings = Provider::Gemini.lint(&spec, &WriteOptions::new());
    assert_eq!(findings.len(), 51);
    assert_eq!(
        findings[50].to_string(),
        "warning: tool `t`: has 450 more findings; mend these first"
    );
}

#[test]
fn the_providers_own_search_has_its_name_for_itself() {
    let none = schema("{}");
    let tools = ["tool_search_tool_bm25", "tool_search"];
    let tools = tools.map(|name| ToolSpec::new(name, "Do it.", &none));
    let named = |provider: Provider, hosted: bool| {
        let findings = provider.lint(&tools, &WriteOptions::new().hosted_search(hosted));
        let names = findings.into_iter().filter(|finding| finding.rule == Rule::Name);
        names.map(|finding| finding.tool).collect::<Vec<_>>()
    };
    assert_eq!(named(Provider::Anthropic, true), ["tool_search_tool_bm25"]);
    assert_eq!(named(Provider::OpenAiResponses, true), ["tool_search"]);
    for provider in Provider::ALL {
        assert_eq!(named(provider, false), [""; 0]);
    }
}
