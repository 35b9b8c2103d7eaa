//! What a provider would refuse is put into another form, and no value is lost on the way.

use serde_json::{Value, json};
use toolcrib::provider::{Provider, Severity, ToolSpec, WriteOptions};

use super::{schema, schemas};

/// The schema and the whole entry as they are sent, and what is said about it.
fn sent(provider: Provider, strict: bool, schema: &Value) -> (Value, Value, Vec<String>) {
    let schema = super::schema(&schema.to_string());
    let specs = [ToolSpec::new("t", "Do it.", &schema)];
    let options = WriteOptions::new().strict(strict);
    let entry = provider.entries(&specs, &options).remove(0);
    let list = provider.write(&specs, &options);
    let findings = provider.lint(&specs, &options);
    assert!(findings.iter().all(|one| one.severity == Severity::Warning), "{findings:?}");
    (
        schemas(provider, list.get()).remove(0).1.unwrap_or_default(),
        serde_json::from_str(entry.get()).unwrap(),
        findings.iter().map(ToString::to_string).collect(),
    )
}

const OPENAI: [Provider; 3] = [Provider::OpenAiChat, Provider::OpenAiResponses, Provider::DeepSeek];

/// What zod 4 writes for `z.email()`.
const EMAIL: &str = r"^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$";

#[test]
fn an_expression_that_an_engine_refuses_is_said_in_words() {
    let original = json!({"properties": {"to": {"type": "string", "format": "email", "pattern": EMAIL}}, "required": ["to"]});
    let words = format!("pattern: {}", Value::from(EMAIL));
    for provider in Provider::ALL {
        for strict in [false, true] {
            let (sent, ..) = sent(provider, strict, &original);
            let to = &sent["properties"]["to"];
            let compiles = match provider {
                Provider::Neutral | Provider::Mcp => false,
                Provider::Anthropic => strict,
                _ => true,
            };
            if compiles {
                assert_eq!(to.get("pattern"), None, "{provider:?} {strict}");
                let description = to["description"].as_str().unwrap();
                assert!(description.contains(&words), "{provider:?} {strict}: {description}");
            } else {
                assert_eq!(to["pattern"], EMAIL, "{provider:?} {strict}");
            }
        }
    }
    // What all engines compile is sent.
    let plain = json!({"properties": {"to": {"type": "string", "pattern": r"^\w+@[\w.-]+$"}}, "required": ["to"]});
    for provider in OPENAI {
        let (sent, entry, _) = sent(provider, true, &plain);
        assert_eq!(sent["properties"]["to"]["pattern"], r"^\w+@[\w.-]+$");
        assert!(entry.to_string().contains(r#""strict":true"#));
    }
}

#[test]
fn a_pattern_of_names_that_is_left_out_closes_nothing_out() {
    let original = json!({"properties": {"tags": {"type": "object", "additionalProperties": false,
        "patternProperties": {"^(?!_)": {"type": "string"}, "^x-": {"type": "null"}}}}});
    for provider in OPENAI {
        let (sent, _, said) = sent(provider, false, &original);
        let description = r#"properties like "^(?!_)": {"type":"string"}"#;
        let tags = json!({"type": "object", "patternProperties": {"^x-": {"type": "null"}}, "description": description});
        assert_eq!(sent["properties"]["tags"], tags);
        assert_eq!(
            said,
            [
                "warning: tool `t` at `/properties/tags`: has the pattern `^(?!_)` with look-around, which is only said in its description; write what every engine compiles, or say it in words"
            ]
        );
    }
}

/// A `not` whose schema takes more would itself take less.
#[test]
fn where_a_schema_must_be_exact_the_whole_keyword_is_said() {
    let odd = json!({"type": "string", "pattern": "^(?!a)"});
    let original = json!({"properties": {
        "a": {"not": odd}, "b": {"oneOf": [odd, {"$ref": "#/$defs/odd"}]}, "c": {"if": odd, "then": {"minLength": 2}},
        "d": {"not": {"type": "null"}},
    }, "$defs": {"odd": odd}});
    let (sent, _, said) = sent(Provider::OpenAiChat, false, &original);
    let described = json!({"description": r#"pattern: "^(?!a)""#, "type": "string"});
    assert_eq!(
        sent["properties"],
        json!({
            "a": {"description": r#"not: {"type":"string","pattern":"^(?!a)"}"#},
            "b": {"anyOf": [described, {"$ref": "#/$defs/odd"}]},
            "c": {"description": r#"if: {"type":"string","pattern":"^(?!a)"}, then: {"minLength":2}"#},
            "d": {"not": {"type": "null"}},
        })
    );
    assert_eq!(sent["$defs"], json!({"odd": described}));
    assert_eq!(said.len(), 5, "{said:#?}");
}

#[test]
fn an_array_says_what_it_holds() {
    let original = json!({"properties": {
        "list": {"type": "array"}, "maybe": {"type": ["array", "null"]}, "pair": {"type": "array", "minItems": 2,
            "maxItems": 2, "prefixItems": [{"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 0}]},
        "mixed": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "maxItems": 2},
    }});
    for provider in OPENAI {
        let (sent, _, said) = sent(provider, false, &original);
        let properties = &sent["properties"];
        assert_eq!(properties["list"], json!({"type": "array", "items": {}}));
        assert_eq!(properties["maybe"], json!({"type": ["array", "null"], "items": {}}));
        assert_eq!(properties["pair"]["items"], json!({"type": "integer", "minimum": 0}));
        assert_eq!(properties["mixed"]["items"], json!({}));
        assert_eq!(said.len(), 2, "{said:?}");
    }
    let (sent, _, said) = sent(Provider::GeminiOpenApi, false, &original);
    let properties = &sent["properties"];
    let pair = json!({"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2});
    assert_eq!(properties["pair"], pair);
    let mixed = json!({"description": r#"in this order: [{"type":"integer"},{"type":"string"}]"#, "type": "array",
        "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}, "maxItems": 2});
    assert_eq!(properties["mixed"], mixed);
    assert!(properties["list"]["items"]["anyOf"].is_array());
    assert_eq!(said.iter().filter(|one| one.contains("/mixed")).count(), 1);
}

/// `(u32, u32)` as it is in strict forms: a list of two.
#[test]
fn a_tuple_of_one_type_is_a_list() {
    let place = json!({"type": "integer", "minimum": 0});
    let original = json!({"properties": {"at": {"type": "array", "prefixItems": [place, place], "minItems": 2, "maxItems": 2}}, "required": ["at"]});
    for (provider, at) in [
        (
            Provider::OpenAiChat,
            json!({"type": "array", "minItems": 2, "maxItems": 2, "items": place}),
        ),
        (
            Provider::DeepSeek,
            json!({"description": "maxItems: 2, minItems: 2", "type": "array", "items": place}),
        ),
    ] {
        let (sent, entry, said) = sent(provider, true, &original);
        assert!(entry.to_string().contains(r#""strict":true"#), "{said:?}");
        let mut sent = sent["properties"]["at"].clone();
        if let Some(text) = sent["description"].as_str() {
            let mut words: Vec<_> = text.split(", ").collect();
            words.sort_unstable();
            sent["description"] = words.join(", ").into();
        } else {
            sent.as_object_mut().unwrap().remove("description");
        }
        assert_eq!(sent, at);
    }
}

#[test]
fn a_composed_root_is_said_in_the_description() {
    let original = json!({"type": "object", "properties": {"id": {"type": "string"}, "name": {"type": "string"}},
        "anyOf": [{"required": ["id"]}, {"required": ["name"]}], "not": {"required": ["id", "name"]}});
    for provider in Provider::ALL {
        let (sent, entry, said) = sent(provider, false, &original);
        let entry = entry.get("function").unwrap_or(&entry);
        let description = entry["description"].as_str().unwrap();
        match provider {
            Provider::Neutral | Provider::Mcp | Provider::Gemini => {
                assert_eq!(sent, original);
                assert_eq!((description, said.len()), ("Do it.", 0));
            }
            _ => {
                assert_eq!(sent["properties"], original["properties"]);
                assert!(sent.get("anyOf").or(sent.get("not")).is_none());
                assert_eq!(
                    description,
                    "Do it.\n\nAt least one of these must be given: `id`; `name`. These must not be given together: `id` and `name`.",
                );
                assert_eq!(said.len(), 1, "{said:?}");
                assert!(said[0].contains("has `anyOf` at the root of its arguments, which"));
            }
        }
    }
}

#[test]
fn the_properties_of_alternatives_are_all_sent() {
    let one = |kind: &str, more: &str| {
        json!({"type": "object", "properties": {"kind": {"const": kind}, more: {"type": "string"}},
        "required": ["kind", more], "additionalProperties": false})
    };
    let original = json!({"type": "object", "oneOf": [one("file", "path"), one("page", "url")]});
    for provider in [Provider::OpenAiChat, Provider::Anthropic, Provider::GeminiOpenApi] {
        let (sent, entry, _) = sent(provider, false, &original);
        let kind = json!({"type": "string", "enum": ["file", "page"]});
        let properties =
            json!({"kind": kind, "path": {"type": "string"}, "url": {"type": "string"}});
        assert_eq!(sent["properties"], properties);
        assert_eq!(sent["required"], json!(["kind"]));
        let says = r#"Exactly one of these must be given: `kind` = \"file\" and `path`; `kind` = \"page\" and `url`."#;
        assert!(entry.to_string().contains(says), "{entry}");
    }
    // The parts of an `allOf` are one object for everybody.
    let parts = json!({"type": "object", "allOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"b": {"type": "null"}}}]});
    let whole = schema(
        r#"{"properties": {"a": {"type": "string"}, "b": {"type": "null"}}, "required": ["a"]}"#,
    );
    assert_eq!(schema(&parts.to_string()).json().get(), whole.json().get());
}

/// `FastMCP` writes `int | None = 5` so.
#[test]
fn gemini_keeps_defaults_and_what_openapi_knows() {
    let original = json!({"properties": {
        "limit": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 5, "title": "Limit"},
        "either": {"anyOf": [{"type": "integer"}, {"type": "string"}], "default": 5},
        "name": {"type": "string", "nullable": true, "example": "x"},
        "mode": {"description": "How.", "oneOf": [{"const": "a", "description": "Fast."},
            {"type": "string", "enum": ["b", "c"], "description": "Slow."}, {"type": "string", "enum": ["d"]}], "default": "a"},
    }});
    let (sent, _, said) = sent(Provider::GeminiOpenApi, false, &original);
    assert_eq!(
        sent["properties"],
        json!({
            "limit": {"type": "integer", "nullable": true, "default": 5},
            "either": {"anyOf": [{"description": "default: 5", "type": "integer"}, {"description": "default: 5", "type": "string"}]},
            "name": {"type": "string", "nullable": true, "example": "x"},
            "mode": {"description": "How. (`a`: Fast.; `b`, `c`: Slow.)", "type": "string", "enum": ["a", "b", "c", "d"], "default": "a"},
        })
    );
    assert_eq!(said, [""; 0]);
}

#[test]
fn a_value_is_listed_once_and_a_bound_can_be_read() {
    let original = json!({"properties": {
        "a": {"type": "string", "enum": ["x", "y", "x"]}, "b": {"type": "array", "items": {}, "minItems": 2.0},
        "c": {"type": "integer", "maximum": 1e30, "minimum": -9_007_199_254_740_991_i64}, "d": {"enum": []},
    }});
    let (neutral, ..) = sent(Provider::Neutral, false, &original);
    assert_eq!(neutral["properties"]["a"]["enum"], json!(["x", "y"]));
    assert_eq!(
        neutral["properties"]["b"].to_string(),
        r#"{"items":{},"minItems":2,"type":"array"}"#
    );
    let mut original = original;
    original["properties"]
        .as_object_mut()
        .unwrap()
        .retain(|name, _| ["a", "c"].contains(&name.as_str()));
    let (strict, entry, _) = sent(Provider::OpenAiChat, true, &original);
    assert!(entry.to_string().contains(r#""strict":true"#));
    assert_eq!(strict["properties"]["a"]["enum"], json!(["x", "y", null]));
    let bounded = json!({"description": "maximum: 1e+30", "type": ["integer", "null"], "minimum": -9_007_199_254_740_991_i64});
    assert_eq!(strict["properties"]["c"], bounded);
}
