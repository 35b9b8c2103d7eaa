//! Findings: what a provider refuses or loses, all at once.

use toolcrib::provider::{Finding, Provider, Rule, Severity, ToolSpec, WriteOptions};

use super::schema;

fn told(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn everything_is_found_at_once() {
    let bad = schema(
        r##"{"anyOf": [{"required": ["a"]}], "properties": {"$top": {"$ref": "https://example.com/x.json"}, "list": {"type": "array"},
            "in": {"properties": {"a b": {"$ref": "#/$defs/no"}}}}}"##,
    );
    let good = schema("{}");
    let specs = [
        ToolSpec::new("a.b", "", &bad).origin("files, mcp.json:3"),
        ToolSpec::new("ok", "Do it.\u{202e}", &good).origin("one"),
        ToolSpec::new("ok", "Do it.", &good).origin("two"),
    ];
    let findings = Provider::OpenAiChat.lint(&specs, &WriteOptions::new());
    assert_eq!(
        told(&findings),
        [
            "error: tool `a.b` (files, mcp.json:3): has a name that OpenAI does not take: it holds '.'; send it under its wire name",
            "warning: tool `a.b` (files, mcp.json:3): has no description; say what it does and when to use it",
            "error: tool `a.b` (files, mcp.json:3): does not say that its arguments are an object, which OpenAI asks for; give the root the type `object`",
            "error: tool `a.b` (files, mcp.json:3): has `anyOf` at the root of its arguments, which some providers refuse; put it into an argument of its own",
            "warning: tool `a.b` (files, mcp.json:3): has the property `$top`, and Anthropic takes only keys of 1 to 64 characters of `a-zA-Z0-9_.-`; rename the property",
            "error: tool `a.b` (files, mcp.json:3) at `/properties/$top`: refers to `https://example.com/x.json`, which is another document, and is not fetched; copy it under `$defs`",
            "warning: tool `a.b` (files, mcp.json:3) at `/properties/in`: has the property `a b`, and Anthropic takes only keys of 1 to 64 characters of `a-zA-Z0-9_.-`; rename the property",
            "error: tool `a.b` (files, mcp.json:3) at `/properties/in/properties/a b`: refers to `#/$defs/no`, which is not there; define it under `$defs`",
            "error: tool `a.b` (files, mcp.json:3) at `/properties/list`: does not say what the array holds, which OpenAI asks for; give it `items`",
            "warning: tool `ok` (one): has '\\u{202e}' in its description, which a reader does not see; leave it out",
            "error: tool `ok` (two): has the name of another tool (one); rename one, or give it a prefix",
        ],
    );
    assert_eq!(findings[0].rule, Rule::Name);
    assert_eq!(findings[0].severity, Severity::Error);
    assert_eq!((&*findings[0].tool, &*findings[0].origin), ("a.b", "files, mcp.json:3"));
    assert_eq!(findings[5].path, "/properties/$top");

    let anthropic = Provider::Anthropic.lint(&specs[..1], &WriteOptions::new());
    let keys: Vec<_> = anthropic.iter().filter(|one| one.rule == Rule::PropertyKey).collect();
    assert_eq!(keys[0].severity, Severity::Error);
    assert_eq!(
        keys[1].severity,
        Severity::Warning,
        "only the root's keys are named in the API's error"
    );
}

#[test]
fn gemini_asks_for_words_as_keys() {
    let schema = schema(r#"{"properties": {"9": {"type": "string"}}}"#);
    let findings = Provider::Gemini.lint(&[ToolSpec::new("t", "", &schema)], &WriteOptions::new());
    assert_eq!(
        told(&findings),
        [
            "error: tool `t`: has no description; say what it does and when to use it",
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
    let findings = Provider::Mcp.lint(&[ToolSpec::new("t", "Do it.", &bad)], &WriteOptions::new());
    assert_eq!(findings.len(), 51);
    assert_eq!(
        findings[50].to_string(),
        "warning: tool `t`: has 450 more findings; mend these first"
    );
}

/// A schema that leads to itself, or is made to grow, costs no more than its bounds.
#[test]
fn hostile_schemas_end() {
    let doubling: Vec<_> = (0..60)
        .map(|i| format!(r##""d{i}":{{"type":"object","properties":{{"a":{{"$ref":"#/$defs/d{n}"}},"b":{{"$ref":"#/$defs/d{n}"}}}}}}"##, n = i + 1))
        .collect();
    let chain: Vec<_> = (0..3000)
        .map(|i| {
            format!(r##""d{i}":{{"type":"array","items":{{"$ref":"#/$defs/d{n}"}}}}"##, n = i + 1)
        })
        .collect();
    let selves = vec![r##"{"$ref":"#/$defs/d0"}"##; 2000].join(",");
    for text in [
        format!(r##"{{"properties":{{"a":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{},"d60":{{"type":"string"}}}}}}"##, doubling.join(",")),
        format!(r##"{{"properties":{{"a":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{},"d3000":{{"type":"string"}}}}}}"##, chain.join(",")),
        format!(r##"{{"properties":{{"a":{{"$ref":"#/$defs/d0"}}}},"$defs":{{"d0":{{"oneOf":[{selves}]}}}}}}"##),
        format!(r##"{{"properties":{{"a":{{"$ref":"#/$defs/d0"}}}},"$defs":{{"d0":{{"anyOf":[{{"properties":{{"x":{{"$ref":"#/$defs/d0"}}}}}},{selves}]}}}}}}"##),
        r##"{"properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{"d0":{"allOf":[{"$ref":"#/$defs/d0"}]}}}"##.to_owned(),
        r##"{"properties":{"a":{"allOf":[{"$ref":"#/properties/a"},{"$ref":"#"}]}}}"##.to_owned(),
    ] {
        let schema = schema(&text);
        let spec = ToolSpec::new("t", "Do it.", &schema);
        for provider in Provider::ALL {
            let options = WriteOptions::new().strict(true);
            assert!(provider.write(&[spec], &options).get().len() < 2_000_000);
            assert!(provider.lint(&[spec], &options).len() < 60);
        }
        let mut arguments = serde_json::json!({"a": {"x": {"x": null}, "a": [[[null]]]}});
        spec.absent_nulls(&mut arguments);
    }
}
