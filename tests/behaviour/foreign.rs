//! Foreign text of any kind: it is read as `serde_json` would read it, or refused; nothing panics.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::Value;
use toolcrib::{Args, FailureKind, Registry, Surface, tool};

use super::call;

/// Take both, whatever they are.
#[tool(register = false, alias(name = "renamed", rename(old_a = "a"), set(b = "set")))]
fn both(a: Value, b: Value) -> String {
    format!("{a} {b}")
}

/// Take all.
#[tool(register = false)]
fn all(Args(all): Args<Value>) -> Value {
    all
}

fn surface() -> Surface {
    let registry = Registry::builder().tool::<both>().tool::<all>().build().unwrap();
    registry.surface().build().unwrap()
}

/// JSON as it could be, and as it could not.
fn text() -> impl Strategy<Value = String> {
    let value = prop_oneof![
        Just("1"),
        Just("-0.5e3"),
        Just("null"),
        Just(r#""x\"}""#),
        Just(r#"{"a":[{}]}"#),
        Just("[]"),
        Just("01"),
        Just("tru"),
        Just("\"\\q\""),
        Just("{]}"),
        Just(""),
        Just("[1,]"),
        Just("\"\u{1}\""),
        Just("1 2"),
        Just("\"\\ud800\""),
    ];
    let key = prop_oneof![
        3 => Just(r#""a""#), 3 => Just(r#""b""#), 1 => Just(r#""\u0061""#), 1 => Just(r#""old_a""#),
        1 => Just("\"c\u{202e}\""), 1 => Just("a"),
    ];
    let space = prop_oneof![3 => Just(""), 1 => Just(" "), 1 => Just("\n\t")];
    let member =
        (key, space.clone(), value, space.clone()).prop_map(|(key, before, value, after)| {
            format!("{before}{key}{before}:{after}{value}{after}")
        });
    let object = (prop::collection::vec(member, 0..4), space)
        .prop_map(|(members, space)| format!("{space}{{{}}}{space}", members.join(",")));
    prop_oneof![
        8 => object.clone(),
        2 => (object.clone(), 0_usize..40, any::<char>()).prop_map(|(mut text, at, c)| {
            let at = text.char_indices().map(|(at, _)| at).nth(at).unwrap_or(text.len());
            text.insert(at, c);
            text
        }),
        1 => object.prop_map(|text| serde_json::to_string(&text).unwrap()),
        1 => ".*",
    ]
}

/// The members, where `serde_json` reads an object without a key twice.
fn read(text: &str) -> Option<BTreeMap<String, Value>> {
    struct Once(BTreeMap<String, Value>);
    impl<'de> serde::Deserialize<'de> for Once {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = Once;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("an object")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(
                    self,
                    mut map: A,
                ) -> Result<Once, A::Error> {
                    let mut members = BTreeMap::new();
                    while let Some((key, value)) = map.next_entry()? {
                        if members.insert(key, value).is_some() {
                            return Err(serde::de::Error::custom("twice"));
                        }
                    }
                    Ok(Once(members))
                }
            }
            deserializer.deserialize_map(Visitor)
        }
    }
    let unwrapped = serde_json::from_str::<String>(text).ok();
    let text = unwrapped.as_deref().unwrap_or(text);
    serde_json::from_str::<Once>(text).ok().map(|once| once.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn arguments_are_read_as_serde_json_reads_them(text in text()) {
        let surface = surface();
        let outcome = call(&surface, "both", &text);
        let members = read(&text).filter(|members| members.keys().eq(["a", "b"]));
        let expected = members.map(|members| format!("{} {}", members["a"], members["b"]));
        match expected {
            Some(expected) => prop_assert_eq!(outcome.text(), expected),
            None => prop_assert_eq!(outcome.failure(), Some(FailureKind::BadArguments)),
        }
        let said = outcome.text().into_owned();
        prop_assert!(outcome.is_success() || !said.contains(|c: char| c.is_control() && c != '\n'));
        let turned = said.contains('\u{202e}');
        prop_assert!(outcome.is_success() || !turned);

        let renamed = call(&surface, "renamed", &text);
        let members = read(&text).filter(|members| members.keys().eq(["old_a"]));
        prop_assert_eq!(renamed.executed(), members.is_some());
        call(&surface, "all", &text);
    }

    #[test]
    fn any_name_has_an_answer(name in ".*") {
        let outcome = call(&surface(), &name, "{}");
        prop_assert!(!outcome.executed() || outcome.tool().is_some());
        prop_assert!(!outcome.text().contains(|c: char| c.is_control() && c != '\n'));
    }
}
