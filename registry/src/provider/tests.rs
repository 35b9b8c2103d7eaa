//! What holds of schemas that nobody has checked: a type may make any, and so a definition may have it.

use serde_json::value::RawValue;

use super::{Finding, Provider, Rule, Severity, ToolSpec, WriteOptions};

fn unchecked(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

fn told(findings: &[Finding]) -> Vec<String> {
    findings.iter().map(ToString::to_string).collect()
}

#[test]
fn everything_is_found_at_once() {
    let bad = unchecked(
        r##"{"properties": {"$top": {"$ref": "https://example.com/x.json"}, "in": {"properties": {"a b": {"$ref": "#/$defs/no"}}},
            "list": {"type": "array"}}, "anyOf": [{"required": ["a"]}]}"##,
    );
    let good = unchecked(r#"{"type": "object", "properties": {}}"#);
    let specs = [
        ToolSpec::canonical("a.b", "", &bad).origin("files, mcp.json:3"),
        ToolSpec::canonical("ok", "Do it.\u{202e}", &good).origin("one"),
        ToolSpec::canonical("ok", "Do it.", &good).origin("two"),
    ];
    let findings = Provider::OpenAiChat.lint(&specs, &WriteOptions::new());
    assert_eq!(
        told(&findings),
        [
            "error: tool `a.b` (files, mcp.json:3): has a name that OpenAI does not take: it holds '.'; send it under its wire name",
            "warning: tool `a.b` (files, mcp.json:3): has no description; say what it does and when to use it",
            "error: tool `a.b` (files, mcp.json:3): does not say that its arguments are an object, which OpenAI asks for; give the root the type `object`",
            "error: tool `a.b` (files, mcp.json:3) at `/properties/$top`: refers to `https://example.com/x.json`, which is another document, and is not fetched; copy it under `$defs`",
            "error: tool `a.b` (files, mcp.json:3) at `/properties/in/properties/a b`: refers to `#/$defs/no`, which is not there; define it under `$defs`",
            "warning: tool `a.b` (files, mcp.json:3): has `anyOf` at the root of its arguments, which OpenAI refuses, so its description says it; put it into an argument of its own",
            "warning: tool `a.b` (files, mcp.json:3) at `/properties/list`: does not say what the array holds, so `items: {}` is sent; give it `items`",
            "warning: tool `ok` (one): has '\\u{202e}' in its description, which a reader does not see; leave it out",
            "error: tool `ok` (two): has the name of another tool (one); rename one, or give it a prefix",
        ],
    );
    assert_eq!(findings[0].rule, Rule::Name);
    assert_eq!(findings[0].severity, Severity::Error);
    assert_eq!((&*findings[0].tool, &*findings[0].origin), ("a.b", "files, mcp.json:3"));
    assert_eq!(findings[3].path, "/properties/$top");

    let anthropic = Provider::Anthropic.lint(&specs[..1], &WriteOptions::new());
    let keys: Vec<_> = anthropic.iter().filter(|one| one.rule == Rule::PropertyKey).collect();
    assert_eq!(keys[0].severity, Severity::Error);
    assert_eq!(
        keys[1].severity,
        Severity::Warning,
        "only the root's keys are named in the API's error"
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
        let schema = unchecked(&text);
        let spec = ToolSpec::canonical("t", "Do it.", &schema);
        for provider in Provider::ALL {
            let options = WriteOptions::new().strict(true);
            assert!(provider.write(&[spec], &options).get().len() < 2_000_000);
            assert!(provider.lint(&[spec], &options).len() < 60);
        }
        let mut arguments = serde_json::json!({"a": {"x": {"x": null}, "a": [[[null]]]}});
        spec.absent_nulls(&mut arguments);
    }
}
