//! `strict` is claimed only where it holds, and never makes an optional argument one that needs a value.

use serde_json::{Value, json};
use toolcrib::provider::{Provider, Rule, ToolSpec, WriteOptions};

use super::{schema, schemas};

/// The strict schema, or where and why there is none.
fn strict(provider: Provider, text: &str) -> Result<Value, Vec<String>> {
    let schema = schema(text);
    let specs = [ToolSpec::new("t", "Do it.", &schema)];
    let options = WriteOptions::new().strict(true);
    let sent = provider.write(&specs, &options);
    let why: Vec<_> = provider
        .lint(&specs, &options)
        .into_iter()
        .filter(|one| one.rule == Rule::Strict && !one.tool.is_empty())
        .map(|one| format!("{} {}", one.path, one.problem))
        .collect();
    assert_eq!(sent.get().contains(r#""strict":true"#), why.is_empty());
    if why.is_empty() { Ok(schemas(provider, sent.get()).remove(0).1.unwrap()) } else { Err(why) }
}

#[test]
fn an_optional_argument_stays_one() {
    let text = r#"{"properties": {"n": {"type": "integer", "minimum": 0}, "s": {"enum": ["a", "b"]}, "o": {"properties": {}, "type": "object"}}}"#;
    assert_eq!(
        strict(Provider::OpenAiChat, text).unwrap(),
        json!({"type": "object", "properties": {
            "n": {"type": ["integer", "null"], "minimum": 0},
            "o": {"anyOf": [{"type": "object", "properties": {}, "additionalProperties": false}, {"type": "null"}]},
            "s": {"type": ["string", "null"], "enum": ["a", "b", null]},
        }, "required": ["n", "o", "s"], "additionalProperties": false}),
    );
    assert_eq!(
        strict(Provider::Anthropic, text).unwrap(),
        json!({"type": "object", "properties": {
            "n": {"description": "minimum: 0", "type": "integer"},
            "o": {"type": "object", "properties": {}, "additionalProperties": false},
            "s": {"type": "string", "enum": ["a", "b"]},
        }, "additionalProperties": false}),
    );
    let optional = |path| {
        format!("{path} is not strict: it is optional, and the form has no optional arguments")
    };
    assert_eq!(
        strict(Provider::DeepSeek, text).unwrap_err(),
        [optional("/properties/n"), optional("/properties/o"), optional("/properties/s")],
    );
}

/// GitHub's `projects_write` has such an argument: leaving it out keeps the filter, `null` clears it.
#[test]
fn a_null_that_means_something_is_not_taken_away() {
    let text = r#"{"properties": {"filter": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}"#;
    assert_eq!(
        strict(Provider::OpenAiChat, text).unwrap_err(),
        [
            "/properties/filter is not strict: it is optional, and `null` means something else than leaving it out"
        ],
    );
    let with_default = text.replace("]}}}", r#"], "default": null}}}"#);
    let filter = &strict(Provider::OpenAiChat, &with_default).unwrap()["properties"]["filter"];
    assert_eq!(filter, &json!({"anyOf": [{"type": "string"}, {"type": "null"}]}));

    // A tool that says that both are the same to it.
    let schema = schema(text);
    let spec = ToolSpec::new("t", "Do it.", &schema).null_is_absent(true);
    let sent = Provider::OpenAiChat.write(&[spec], &WriteOptions::new().strict(true));
    assert!(sent.get().contains(r#""strict":true"#));
    let mut arguments = json!({"filter": null});
    spec.absent_nulls(&mut arguments);
    assert_eq!(arguments, json!({}));
}

#[test]
fn what_stands_in_the_way_is_said_with_its_place() {
    for (provider, text, why) in [
        (
            Provider::OpenAiChat,
            r#"{"properties": {"m": {"type": "object", "additionalProperties": {"type": "string"}}}, "required": ["m"]}"#,
            &[
                "/properties/m/additionalProperties is not strict: it lets in properties of any name",
                "/properties/m is not strict: it is an object of any properties",
            ][..],
        ),
        (
            Provider::OpenAiChat,
            r#"{"properties": {"a": {}}, "required": ["a"]}"#,
            &["/properties/a is not strict: it takes any value"],
        ),
        (
            Provider::OpenAiChat,
            r#"{"properties": {"a": {"oneOf": [{"type": "number"}, {"type": "integer"}]}}, "required": ["a"]}"#,
            &["/properties/a is not strict: it has `oneOf` whose alternatives may overlap"],
        ),
        (
            Provider::OpenAiChat,
            r#"{"properties": {"a": {"type": "string", "not": {"const": "x"}}}, "required": ["a"]}"#,
            &["/properties/a is not strict: it has `not`, which the form does not know"],
        ),
        (
            Provider::OpenAiChat,
            r#"{"properties": {"a": {"anyOf": [
                {"type": "object", "properties": {"x": {"type": "string"}}},
                {"type": "object", "properties": {"x": {"type": ["string", "null"]}}, "required": ["x"]}]}}, "required": ["a"]}"#,
            &[
                "/properties/a is not strict: it has alternatives with optional arguments that a `null` does not tell apart",
            ],
        ),
        (
            Provider::Anthropic,
            r##"{"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}}}, "required": ["a"]}"##,
            &["/properties/a/properties/n is not strict: it is recursive"],
        ),
        (
            Provider::DeepSeek,
            r#"{"properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]}"#,
            &["/properties/a is not strict: it may be `null`, which the form does not know"],
        ),
        (
            Provider::OpenAiChat,
            r#"{"properties": {"a": {"type": "string"}}, "required": ["a", "b"]}"#,
            &[" is not strict: it requires `b`, which is not among its properties"],
        ),
    ] {
        assert_eq!(strict(provider, text).unwrap_err(), why, "{text}");
    }
}

/// `oneOf` becomes `anyOf` only where a closed value of one alternative cannot be one of another, open as that
/// may be.
#[test]
fn one_of_several_stays_one() {
    let of = |one: &str, other: &str| {
        let text = format!(
            r#"{{"properties": {{"a": {{"oneOf": [{one}, {other}]}}}}, "required": ["a"]}}"#
        );
        strict(Provider::OpenAiChat, &text).is_ok()
    };
    let closed = r#"{"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"], "additionalProperties": false}"#;
    let open = closed.replace(r#", "additionalProperties": false"#, "");
    let more = r#"{"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}, "required": ["x", "y"]}"#;
    assert!(of(closed, more));
    assert!(!of(&open, more));
    assert!(of(&open, &open.replace("\"x\"", "\"z\"")));
    assert!(of(&open, r#"{"type": "string"}"#));
    assert!(!of(r#"{"properties": {}}"#, r#"{"type": "string"}"#));
}

#[test]
fn the_limits_of_a_schema() {
    let values = |count: usize, long: usize| -> Value {
        (0..count).map(|i| Value::from(format!("{i:0long$}"))).collect()
    };
    let of_enum = |count, long| {
        json!({"properties": {"a": {"enum": values(count, long)}}, "required": ["a"]}).to_string()
    };
    assert!(strict(Provider::OpenAiChat, &of_enum(250, 100)).is_ok());
    assert!(strict(Provider::OpenAiChat, &of_enum(251, 10)).is_ok());
    assert_eq!(
        strict(Provider::OpenAiChat, &of_enum(251, 60)).unwrap_err(),
        [
            "/properties/a is not strict: it lists 251 values of 15060 characters; at most 15000 are taken"
        ],
    );
    assert_eq!(
        strict(Provider::OpenAiChat, &of_enum(1001, 4)).unwrap_err(),
        [" is not strict: it has 1001 values of enumerations; at most 1000 are taken"],
    );
    let nested = |levels: usize| {
        (1..levels).fold(json!({"type": "object", "properties": {}}), |inner, _| {
            json!({"type": "object", "properties": {"items": inner}, "required": ["items"]})
        })
    };
    assert!(strict(Provider::OpenAiChat, &nested(10).to_string()).is_ok());
    let why = strict(Provider::OpenAiChat, &nested(11).to_string()).unwrap_err();
    assert!(why[0].ends_with("is not strict: it is nested deeper than 10 levels"), "{why:?}");
}

/// Anthropic's limits are of the request: the first tools have them, and what follows moves nothing before.
#[test]
fn the_limits_of_a_request() {
    let optional = schema(r#"{"properties": {"a": {"type": "string"}, "b": {"type": "string"}}}"#);
    let union =
        schema(r#"{"properties": {"a": {"type": ["string", "integer"]}}, "required": ["a"]}"#);
    let plain = schema("{}");
    let options = WriteOptions::new().strict(true);
    for (schema, most, what) in [
        (&plain, 20, "strict tools"),
        (&optional, 12, "optional arguments"),
        (&union, 16, "several types"),
    ] {
        let specs = [ToolSpec::new("t", "Do it.", schema); 25];
        let entries = Provider::Anthropic.entries(&specs, &options);
        let strict = entries.iter().map(|entry| entry.get().contains(r#""strict":true"#));
        assert!(strict.eq((0..25).map(|i| i < most)), "{what}");
        let findings = Provider::Anthropic.lint(&specs, &options);
        let why: Vec<_> = findings.iter().filter(|one| one.rule == Rule::Strict).collect();
        assert_eq!(why.len(), 25 - most);
        assert!(why[0].problem.contains(what), "{}", why[0]);
    }
}

#[test]
fn deepseek_takes_all_or_none() {
    let (fits, not) = (schema("{}"), schema(r#"{"properties": {"a": {}}}"#));
    let options = WriteOptions::new().strict(true);
    let specs = [ToolSpec::new("a", "Do it.", &fits), ToolSpec::new("b", "Do it.", &not)];
    assert!(Provider::DeepSeek.write(&specs[..1], &options).get().contains("strict"));
    assert!(!Provider::DeepSeek.write(&specs, &options).get().contains("strict"));
    let findings = Provider::DeepSeek.lint(&specs, &options);
    assert!(
        findings[0]
            .to_string()
            .starts_with("warning: no tool is strict: DeepSeek takes all of a request or none")
    );
    // What is not sent keeps nothing from it.
    assert!(
        Provider::DeepSeek
            .write(&[specs[0], specs[1].deferred(true)], &options)
            .get()
            .contains("strict")
    );
}
