//! Catalogs of any kind: nothing panics, what is taken keeps the limits, and taking it again changes
//! nothing.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use toolcrib::dynamic::{DynamicSource, Prefix, Tail, TailTool};

use super::{assert_harmless, bytes, source};

/// Schemas as they could be, and nearly.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => Just(json!({"type": "string"})),
        2 => Just(json!({"$ref": "#/$defs/a"})),
        1 => Just(json!({"$ref": "#/definitions/a"})),
        1 => Just(json!({"$ref": "#"})),
        1 => Just(json!({"$ref": "http://example.com/"})),
        1 => Just(json!({"$ref": "#/properties/a"})),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(json!({"enum": [1, "x", {"b": 1, "a": 2}], "title": "T", "$comment": "c"})),
        1 => Just(json!({"default": {"type": 7}, "minimum": 1e3, "description": "a\u{7}b"})),
        1 => Just(json!(null)),
        1 => "\\PC{0,3}|.{0,3}".prop_map(|text| json!({"const": text})),
    ];
    let keyword = prop_oneof![
        Just("items"),
        Just("not"),
        Just("additionalProperties"),
        Just("anyOf"),
        Just("allOf"),
        Just("properties"),
        Just("$defs"),
        Just("definitions"),
        Just("x-other"),
        Just("dependencies"),
    ];
    let name =
        prop_oneof![4 => Just("a".to_owned()), 4 => Just("b".to_owned()), 1 => "\\PC{0,3}|.{0,2}"];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let part = (keyword.clone(), prop::collection::vec((name.clone(), inner), 1..4));
        prop::collection::vec(part, 0..4).prop_map(|parts| {
            let mut schema = Map::new();
            for (keyword, inner) in parts {
                let value = match keyword {
                    "anyOf" | "allOf" => inner.into_iter().map(|(_, schema)| schema).collect(),
                    "properties" | "$defs" | "definitions" | "dependencies" => {
                        schema.insert(
                            "required".into(),
                            inner.iter().map(|(name, _)| name.clone()).collect(),
                        );
                        Value::Object(inner.into_iter().collect())
                    }
                    _ => inner[0].1.clone(),
                };
                schema.insert(keyword.into(), value);
            }
            Value::Object(schema)
        })
    })
}

fn root() -> impl Strategy<Value = Value> {
    (schema(), schema()).prop_map(|(property, definition)| {
        json!({"type": "object", "properties": {"a": property}, "$defs": {"a": definition}})
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_taken_stays_the_same(schema in prop_oneof![3 => root(), 1 => schema()]) {
        let list = json!([{"name": "a", "inputSchema": schema}]).to_string();
        let source = source("s", &list);
        source.refused().iter().for_each(|refused| assert_harmless(&refused.to_string()));
        for tool in source.tools() {
            let again = super::taken(tool.input_schema().get()).unwrap();
            prop_assert_eq!(tool.input_schema().get(), again);
            let harmful = |c: char| matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{202e}');
            prop_assert!(!tool.input_schema().get().contains(harmful));
            prop_assert!(!tool.input_schema().get().contains("http"));
            let _ = tool.check_arguments(r#"{"a": {"a": 1}, "b": []}"#);
        }
    }

    #[test]
    fn any_text_has_an_answer(text in ".*", json in "[\\[\\]{}:,\"atools0-9 ]{0,40}") {
        for text in [text, json] {
            match DynamicSource::from_mcp("s", &text) {
                Ok(source) => source.refused().iter().for_each(|one| assert_harmless(&one.to_string())),
                Err(error) => assert_harmless(&error.to_string()),
            }
        }
    }

    #[test]
    fn names_of_a_tail_are_unique_and_nothing_goes_missing(
        lists in prop::collection::vec((prop::collection::vec("[aAb_]{1,4}", 0..6), 0..3_usize), 1..4),
        natives in prop::collection::btree_set("[aAb_]{1,4}", 0..4),
    ) {
        let policies = [Prefix::Never, Prefix::OnClash, Prefix::Always];
        let sources = lists.iter().enumerate().map(|(i, (tools, policy))| {
            let tools: Vec<_> = tools.iter().map(|name| json!({"name": name, "inputSchema": {}})).collect();
            let list = Value::from(tools).to_string();
            source(["a", "b", "c"][i], &list).prefix(policies[*policy])
        });
        let sources: Vec<_> = sources.collect();
        let tail = Tail::of(&sources, natives.iter().map(String::as_str));
        let mut names: Vec<_> = tail.tools().iter().map(TailTool::name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        prop_assert_eq!(names.len(), count);
        prop_assert!(names.iter().all(|name| !natives.contains(*name)));
        let order: Vec<_> = tail.tools().iter().map(|one| (one.source(), one.tool().name())).collect();
        prop_assert!(order.is_sorted());
        let all: usize = sources.iter().map(|source| source.tools().len()).sum();
        prop_assert!(tail.problems().is_empty() == (count == all));
        let own: Vec<_> = sources.iter().flat_map(DynamicSource::tools).map(bytes).collect();
        prop_assert!(tail.tools().iter().all(|one| own.contains(&bytes(one.tool()))));
        let turned = Tail::of(sources.iter().rev(), natives.iter().rev().map(String::as_str));
        prop_assert_eq!(turned.problems(), tail.problems());
        prop_assert!(turned.tools().iter().map(TailTool::name).eq(tail.tools().iter().map(TailTool::name)));
    }
}
