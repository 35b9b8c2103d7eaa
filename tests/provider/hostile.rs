//! Foreign schemas with any value for any keyword, on surfaces of every provider: nothing fails, nothing is
//! sent that would be refused, and no value is lost but where it is said.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolcrib::Registry;
use toolcrib::dynamic::{DynamicSource, Exposure, handler_fn};
use toolcrib::provider::{Provider, Rule, Severity};

use super::schemas;
use super::subset::{not_openapi, not_strict, refused};

/// Values of each keyword: those that it can have, in forms of all drafts, and some that nobody expects.
const VALUES: &[(&str, &str)] = &[
    (
        "type",
        r#"["string", "integer", "number", "boolean", "array", "object", "null", ["array", "null"], ["string", "null"], ["object", "string", "integer"], "any"]"#,
    ),
    (
        "enum",
        r#"[[], ["a"], ["a", "a"], ["a", null], ["a", 1, 1.0, true], [""], [{"x": 1}], [1, 2], [null]]"#,
    ),
    ("const", r#"["a", 1, null, {"x": []}, ""]"#),
    ("default", r#"["a", 5, null, [], {"x": 1}, 1e300]"#),
    ("example", r#"["a", {"x": 1}]"#),
    ("examples", r#"[["a"], []]"#),
    ("format", r#"["email", "uri", "date-time", "int64", "no-such", ""]"#),
    (
        "pattern",
        r#"["^a$", "^(?!a)", "(?<n>a)", "\\p{L}+", "a\\Z", "(a)\\1", "a++", "[", "\\", "^\\d{4}$", "a{5000}", "(?i)a", "\\u00e9", "[^]"]"#,
    ),
    ("minLength", "[0, 2, 2.0, 1e30]"),
    ("maxLength", "[0, 5, 18446744073709551615]"),
    ("minimum", "[0, -1.5, -1e300, 9223372036854775807, 18446744073709551615]"),
    ("exclusiveMinimum", "[true, false, 1]"),
    ("maximum", "[3, 1e300]"),
    ("multipleOf", "[2, 0.1, 1e-300]"),
    ("divisibleBy", "[3]"),
    ("minItems", "[0, 1, 2]"),
    ("maxItems", "[1, 2, 1e19]"),
    ("uniqueItems", "[true]"),
    ("required", r#"[["a"], ["z"], ["a", "b"], true, false]"#),
    ("nullable", r#"[true, false, "yes"]"#),
    ("description", r#"["Text.", ""]"#),
    ("title", r#"["T"]"#),
    ("deprecated", "[true]"),
    ("contentEncoding", r#"["base64"]"#),
    ("dependencies", r#"[{"a": ["b"]}, {"a": "b"}, {"a": {"required": ["b"]}}]"#),
    ("dependentRequired", r#"[{"a": ["b"]}]"#),
    ("disallow", r#"["null", ["string"]]"#),
    ("additionalProperties", r#"[true, false, {"type": "string"}]"#),
    (
        "$ref",
        r##"["#/$defs/a", "#/$defs/b", "#", "#/$defs/c%20d", "#/anyOf/0", "#/properties/a"]"##,
    ),
    ("x-other", r#"[1, {"type": "string"}]"#),
];

fn plain() -> impl Strategy<Value = Map<String, Value>> {
    let pair = (0..VALUES.len(), any::<prop::sample::Index>()).prop_map(|(at, index)| {
        let (keyword, values) = VALUES[at];
        let values: Vec<Value> = serde_json::from_str(values).unwrap();
        (keyword.to_owned(), index.get(&values).clone())
    });
    let typed = prop::sample::select(vec!["string", "integer", "array", "object", "number"]);
    let typed = prop::option::of(typed);
    (typed, prop::collection::vec(pair, 0..4)).prop_map(|(ty, pairs)| {
        let ty = ty.map(|ty| ("type".to_owned(), Value::from(ty)));
        ty.into_iter().chain(pairs).collect()
    })
}

fn any_schema() -> impl Strategy<Value = Value> {
    let leaf =
        prop_oneof![12 => plain().prop_map(Value::from), 1 => any::<bool>().prop_map(Value::from)];
    leaf.prop_recursive(4, 20, 3, |inner| {
        let names = prop::collection::btree_map("[ab]|kind|\\$top|9", inner.clone(), 0..3);
        let list = prop::collection::vec(inner.clone(), 1..3);
        let holder = prop_oneof![
            4 => names.prop_map(|all| ("properties".to_owned(), json!(all))),
            1 => prop::collection::btree_map("\\^a|\\(\\?!a\\)", inner.clone(), 1..2)
                .prop_map(|all| ("patternProperties".to_owned(), json!(all))),
            3 => (prop::sample::select(vec!["anyOf", "oneOf", "allOf", "prefixItems", "items", "extends"]), list)
                .prop_map(|(keyword, list)| (keyword.to_owned(), list.into())),
            3 => (prop::sample::select(vec!["items", "not", "if", "then", "else", "contains", "propertyNames", "contentSchema"]), inner)
                .prop_map(|(keyword, inner)| (keyword.to_owned(), inner)),
        ];
        (plain(), prop::collection::vec(holder, 1..3)).prop_map(|(mut schema, holders)| {
            schema.extend(holders);
            schema.into()
        })
    })
}

/// An input schema: a few arguments, or many that meet.
fn input_schema() -> impl Strategy<Value = Value> {
    let few = (plain(), any::<bool>()).prop_map(|(one, is_required)| {
        let required = if is_required { json!(["a"]) } else { json!([]) };
        json!({"type": "object", "properties": {"a": one}, "required": required, "$defs": {"a": {"type": "string"}}})
    });
    prop_oneof![few, many()]
}

/// An input schema that may be composed at its root.
fn many() -> impl Strategy<Value = Value> {
    let composing = prop::sample::select(vec!["anyOf", "oneOf", "allOf", "not", "if"]);
    let composing = prop::option::of((composing, any_schema(), any_schema()));
    let properties = prop::collection::btree_map("[ab]|kind|\\$top", any_schema(), 0..3);
    let definitions = (any_schema(), any_schema(), any_schema());
    (properties, composing, definitions).prop_map(|(properties, composing, (a, b, c))| {
        let mut root = json!({"type": "object", "properties": properties, "$defs": {"a": a, "b": b, "c d": c}});
        if let Some((keyword, one, other)) = composing {
            let is_one = ["not", "if"].contains(&keyword);
            root[keyword] = if is_one { one } else { json!([one, other]) };
        }
        root
    })
}

/// Arguments that a schema may take.
fn arguments() -> impl Strategy<Value = Value> {
    let leaf = prop::sample::select(vec![
        json!("a"),
        json!(""),
        json!("b@c"),
        json!(1),
        json!(3),
        json!(-1),
        json!(1.5),
        json!(true),
        json!(null),
        json!(1e20),
    ]);
    let value = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[abz]|kind", inner, 0..3).prop_map(|map| json!(map)),
        ]
    });
    prop::collection::btree_map("[abz]|kind|\\$top", value, 0..4).prop_map(|map| json!(map))
}

/// A schema in which `OpenAPI`'s `nullable` is JSON Schema.
fn as_json_schema(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let mut plain: Map<_, _> =
                members.iter().map(|(key, value)| (key.clone(), as_json_schema(value))).collect();
            match plain.remove("nullable") {
                Some(Value::Bool(true)) => json!({"anyOf": [plain, {"type": "null"}]}),
                // The name of a property.
                Some(other) => {
                    plain.insert("nullable".into(), other);
                    plain.into()
                }
                None => plain.into(),
            }
        }
        Value::Array(all) => all.iter().map(as_json_schema).collect(),
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_tool_sinks_a_request(schema in input_schema(), instances in prop::collection::vec(arguments(), 6)) {
        let list = json!([
            {"name": "t", "inputSchema": schema}, {"name": "good", "description": "Do it.", "inputSchema": {"type": "object"}},
        ]);
        let source = DynamicSource::from_mcp("s", &list.to_string()).unwrap();
        let Some(own) = source.tools().find(|tool| tool.name() == "t") else { return Ok(()) };
        let own: Value = serde_json::from_str(own.input_schema().get()).unwrap();
        let takes = jsonschema::draft202012::new(&own).ok();
        let handler = handler_fn(|_, _| Box::pin(async { Ok(toolcrib::Output::empty()) }));
        let source = source.exposure(Exposure::Active).handler(handler);
        let registry = Registry::builder().build().unwrap();
        for provider in Provider::ALL {
            for strict in [false, true] {
                let builder = registry.surface().provider(provider).strict_schemas(strict);
                let surface = builder.source(source.clone()).build();
                prop_assert!(surface.is_ok(), "{:?} {:?}", provider, surface.err());
                let surface = surface.unwrap();
                let findings = surface.lint();
                let errors: Vec<_> = findings.iter().filter(|one| one.severity == Severity::Error).collect();
                prop_assert!(errors.is_empty(), "{:?} {:?}", provider, errors);
                let sent = schemas(provider, surface.tools().get());
                prop_assert_eq!(sent.len() + surface.left_out().len(), 2);
                let Some((_, Some(schema))) = sent.into_iter().find(|(name, _)| name == "t") else { continue };
                let form = match provider {
                    Provider::OpenAiChat | Provider::OpenAiResponses => "openai",
                    Provider::Anthropic => "anthropic",
                    Provider::DeepSeek => "deepseek",
                    _ => "",
                };
                let entries: Value = serde_json::from_str(surface.tools().get()).unwrap();
                let claims = entries.as_array().unwrap().iter().any(|entry| {
                    let entry = entry.get("function").unwrap_or(entry);
                    entry["name"] == "t" && entry["strict"] == true
                });
                if claims {
                    prop_assert_eq!(not_strict(form, &schema), None);
                    continue;
                }
                let wrong = if provider == Provider::GeminiOpenApi { not_openapi(&schema) } else { refused(provider, &schema) };
                prop_assert_eq!(wrong, None, "{:?}", provider);
                // Only Gemini's subset, and alternatives that were put together, take less than they say.
                let may_lose = |rule| match provider {
                    Provider::GeminiOpenApi => !matches!(rule, Rule::Strict | Rule::Description),
                    _ => rule == Rule::Root,
                };
                let said = findings.iter().any(|one| one.tool == "t" && may_lose(one.rule));
                let schema = if provider == Provider::GeminiOpenApi { as_json_schema(&schema) } else { schema };
                let (Some(takes), Ok(sent), false) = (&takes, jsonschema::draft202012::new(&schema), said) else { continue };
                for instance in &instances {
                    prop_assert!(!takes.is_valid(instance) || sent.is_valid(instance),
                        "{:?} loses {}\n{}\n{}", provider, instance, own, schema);
                }
            }
        }
    }
}
