//! Random schemas: nothing panics, the bytes are a function of the meaning, every claim holds.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolcrib::provider::{ForeignSchema, Provider, ToolSpec, WriteOptions};

use super::subset::{not_openapi, not_strict, refused};
use super::{schema, schemas};

/// A schema that may be one, of parts that meet.
fn any_schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => prop::sample::select(vec![
            json!({"type": "string"}), json!({"type": "integer"}), json!({"type": "number"}),
            json!({"type": "boolean"}), json!({"type": "null"}), json!({"type": ["string", "null"]}),
            json!({"type": ["object", "array", "string"]}), json!({"enum": ["a", "b"]}),
            json!({"enum": ["a", null, 1]}), json!({"enum": [""]}), json!({"const": "a"}), json!({"const": 1}),
            json!({"type": "integer", "minimum": 3, "maximum": 5}),
            json!({"type": "string", "default": null}), json!({"type": ["integer", "null"], "default": null}),
            json!({"type": "array"}), json!({"type": "object"}),
        ]),
        2 => prop::sample::select(vec![
            json!({"$ref": "#"}), json!({"$ref": "#/$defs/a"}), json!({"$ref": "#/$defs/b", "description": "d"}),
            json!({"$ref": "#/properties/a"}), json!({"$ref": "#/$defs/none"}), json!({"$ref": "http://x/"}),
        ]),
        1 => prop::sample::select(vec![
            json!({}), json!(true), json!(false), json!({"type": "string", "format": "uri", "minLength": 2}),
            json!({"not": {}}), json!({"title": "T", "type": "number", "format": "float"}),
            json!({"type": "array", "items": [{"type": "string"}]}), json!({"minimum": 1, "exclusiveMinimum": true}),
        ]),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let properties = prop::collection::btree_map("[abc]|kind", inner.clone(), 0..4);
        let list = prop::collection::vec(inner.clone(), 1..4);
        let keyword = prop::sample::select(vec!["anyOf", "oneOf", "allOf"]);
        let open = prop::sample::select(vec![
            None,
            Some(json!(false)),
            Some(json!(true)),
            Some(json!({"type": "string"})),
        ]);
        let object = (properties, any::<u8>(), open, any::<bool>()).prop_map(
            |(properties, required, open, typed)| {
                let names = properties.keys().enumerate();
                let required: Vec<_> = names
                    .filter(|(i, _)| required & (1 << i) != 0)
                    .map(|(_, name)| name.clone())
                    .collect();
                let mut schema = json!({"properties": properties, "required": required});
                if typed {
                    schema["type"] = "object".into();
                }
                if let Some(open) = open {
                    schema["additionalProperties"] = open;
                }
                schema
            },
        );
        prop_oneof![
            4 => object,
            2 => inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            2 => (keyword, list).prop_map(|(keyword, list)| json!({ keyword: list })),
            1 => (inner.clone(), inner).prop_map(|(mut one, other)| {
                if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
                    one.extend(other);
                }
                one
            }),
        ]
    })
}

/// An input schema with definitions.
fn input_schema() -> impl Strategy<Value = Value> {
    let some = || prop::collection::btree_map("[ab]", any_schema(), 0..3);
    (some(), some(), any::<u8>()).prop_map(|(properties, definitions, required)| {
        let names = properties.keys().enumerate();
        let required: Vec<_> = names.filter(|(i, _)| required & (1 << i) != 0).map(|(_, name)| name.clone()).collect();
        json!({"type": "object", "properties": properties, "required": required, "$defs": definitions})
    })
}

/// JSON text with the members of every object in another order.
fn shuffled(value: &Value, seed: u64) -> String {
    match value {
        Value::Object(map) => {
            let mut members: Vec<_> = map
                .iter()
                .map(|(key, value)| {
                    format!("{}:{}", Value::from(&**key), shuffled(value, seed / 3))
                })
                .collect();
            let len = members.len().max(1);
            members.rotate_left(usize::try_from(seed % 7).unwrap() % len);
            if seed.is_multiple_of(2) {
                members.reverse();
            }
            format!("{{{}}}", members.join(","))
        }
        Value::Array(items) => {
            format!(
                "[{}]",
                items.iter().map(|item| shuffled(item, seed / 3)).collect::<Vec<_>>().join(",")
            )
        }
        other => other.to_string(),
    }
}

/// A number below `count`.
fn next(seed: &mut u64, count: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*seed >> 33).unwrap() % count
}

/// A value of a strict schema, chosen by `seed`; `None` where none is found soon.
fn sample(root: &Value, schema: &Value, seed: &mut u64, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    if let Some(reference) = schema.get("$ref") {
        let pointer = reference.as_str()?.strip_prefix('#')?;
        return sample(root, root.pointer(pointer)?, seed, depth);
    }
    if let Some(parts) = schema.get("anyOf").and_then(Value::as_array) {
        let first = next(seed, parts.len());
        return (0..parts.len())
            .find_map(|i| sample(root, &parts[(first + i) % parts.len()], seed, depth));
    }
    if let Some(value) = schema.get("const") {
        return Some(value.clone());
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Some(values[next(seed, values.len())].clone());
    }
    let kind = match &schema["type"] {
        Value::Array(names) => names[next(seed, names.len())].as_str()?,
        name => name.as_str()?,
    };
    Some(match kind {
        "null" => Value::Null,
        "boolean" => (next(seed, 2) == 0).into(),
        "integer" => (3 + next(seed, 3)).into(),
        "number" => json!(3.5),
        "string" => ["a", "b", "zz"][next(seed, 3)].into(),
        "array" => {
            let count = next(seed, 3);
            let items = (0..count).map(|_| sample(root, schema.get("items")?, seed, depth));
            items.collect::<Option<Vec<_>>>().unwrap_or_default().into()
        }
        _ => {
            let properties = schema.get("properties")?.as_object()?;
            let one = |(name, property): (&String, &Value)| {
                Some((name.clone(), sample(root, property, seed, depth)?))
            };
            properties.iter().map(one).collect::<Option<Map<_, _>>>()?.into()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_read_is_written_well(value in input_schema(), seed: u64) {
        let Ok(foreign) = ForeignSchema::parse(&value.to_string()) else { return Ok(()) };
        let other = schema(&shuffled(&value, seed));
        prop_assert_eq!(foreign.json().get(), other.json().get());
        // What is canonical stays as it is.
        let again = schema(foreign.json().get());
        prop_assert_eq!(foreign.json().get(), again.json().get());
        let spec = ToolSpec::new("t", "Do it.", &foreign);
        for provider in Provider::ALL {
            for strict in [false, true] {
                let options = WriteOptions::new().strict(strict);
                let sent = provider.write(&[spec], &options);
                let _ = provider.lint(&[spec], &options);
                let Some(schema) = schemas(provider, sent.get()).remove(0).1 else { continue };
                let valid = jsonschema::draft202012::meta::validate(&schema).map_err(|why| why.to_string());
                prop_assert_eq!(valid, Ok(()), "{:?} {}", provider, schema);
                let form = match provider {
                    Provider::OpenAiChat | Provider::OpenAiResponses => "openai",
                    Provider::Anthropic => "anthropic",
                    Provider::DeepSeek => "deepseek",
                    Provider::GeminiOpenApi => {
                        prop_assert_eq!(not_openapi(&schema), None);
                        continue;
                    }
                    _ => {
                        prop_assert_eq!(refused(provider, &schema), None);
                        if provider != Provider::Gemini {
                            let own: Value = serde_json::from_str(foreign.json().get()).unwrap();
                            prop_assert_eq!(schema, own);
                        }
                        continue;
                    }
                };
                if sent.get().contains(r#""strict":true"#) {
                    prop_assert_eq!(not_strict(form, &schema), None);
                } else {
                    prop_assert_eq!(refused(provider, &schema), None);
                }
            }
        }
    }

    /// What a strict provider makes of a strict schema is, once its nulls are read, what the tool's own schema
    /// accepts.
    #[test]
    fn a_strict_call_fits_the_original(value in input_schema(), seed: u64) {
        let text = value.to_string();
        // What moved into words is for the tool to check.
        prop_assume!(!text.contains("minLength") && !text.contains("exclusiveMinimum"));
        let Ok(foreign) = ForeignSchema::parse(&text) else { return Ok(()) };
        let spec = ToolSpec::new("t", "Do it.", &foreign);
        let original: Value = serde_json::from_str(foreign.json().get()).unwrap();
        for provider in [Provider::OpenAiChat, Provider::Anthropic, Provider::DeepSeek] {
            let sent = provider.write(&[spec], &WriteOptions::new().strict(true));
            if !sent.get().contains(r#""strict":true"#) || sent.get().contains("minimum: ") {
                continue;
            }
            let strict = schemas(provider, sent.get()).remove(0).1.unwrap();
            let takes = jsonschema::draft202012::new(&strict).unwrap();
            let mut seed = seed;
            for _ in 0..4 {
                let Some(mut arguments) = sample(&strict, &strict, &mut seed, 12) else { continue };
                let called = arguments.clone();
                if !takes.is_valid(&called) {
                    continue;
                }
                if provider == Provider::OpenAiChat {
                    spec.absent_nulls(&mut arguments);
                }
                // A definition that is not used may refer to nothing.
                let Ok(validator) = jsonschema::draft202012::new(&original) else { continue };
                prop_assert!(
                    validator.is_valid(&arguments),
                    "{}\n{}\n{} {}", original, strict, called, arguments
                );
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in ".*", json in any_schema(), at in 0_usize..200) {
        let _ = ForeignSchema::parse(&text).map_err(|why| why.to_string());
        let mut cut = json.to_string();
        cut.truncate(at);
        let _ = ForeignSchema::parse(&cut).map_err(|why| why.to_string());
    }
}
