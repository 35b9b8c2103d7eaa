//! Names on the wire and back.

use std::collections::BTreeMap;

use proptest::prelude::*;
use toolcrib::provider::{Provider, WireNames};

#[test]
fn a_name_that_a_provider_takes_stays() {
    let long = "x".repeat(65);
    for (provider, name, wire) in [
        (Provider::OpenAiChat, "read_file", "read_file"),
        (Provider::OpenAiChat, "a_-b", "a_-b"),
        (Provider::OpenAiChat, "9lives", "9lives"),
        (Provider::OpenAiChat, "a.b/c", "a_-2e-b_-2f-c"),
        (Provider::OpenAiChat, "é", "_-e9-"),
        (Provider::Gemini, "a.b/c", "a.b_-2f-c"),
        (Provider::Gemini, "9lives", "_-39-lives"),
        (Provider::Gemini, "-x", "_-2d-x"),
        (Provider::Mcp, "a.b", "a.b"),
        (Provider::Mcp, "a/b", "a_-2f-b"),
        (Provider::Anthropic, &long, &long),
        (Provider::OpenAiResponses, &long, &long),
        // What looks encoded cannot stand for another.
        (Provider::OpenAiChat, "a_-2e-b", "a_-5f--2e-b"),
        (Provider::OpenAiChat, "a_-h", "a_-5f--h"),
        (Provider::OpenAiChat, "", "_-he3b0c44298fc1c14"),
        (
            Provider::OpenAiChat,
            &long,
            "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_-h9537c5fdf120482f",
        ),
    ] {
        assert_eq!(provider.wire_name(name), wire, "{provider:?} {name}");
    }
}

/// Cut off at 64 characters, they would be one.
#[test]
fn long_names_stay_apart() {
    let [one, other] = ["1", "2"].map(|end| format!("{}.{end}", "x".repeat(70)));
    let names = WireNames::new(Provider::OpenAiChat, [&*one, &*other]).unwrap();
    assert_ne!(names.wire(&one), names.wire(&other));
    assert_eq!(names.wire(&one).map(str::len), Some(64));
}

#[test]
fn a_clash_names_both() {
    let clashes = WireNames::new(Provider::Mcp, ["b", "a", "a", "b"]).unwrap_err();
    assert_eq!(
        clashes.to_string(),
        "the tool `a` is listed twice; rename one\nthe tool `b` is listed twice; rename one"
    );
    assert_eq!(clashes.clashes()[0].names(), ["a", "a"]);
    assert_eq!(clashes.clashes()[0].wire(), "a");
}

/// The reading of an encoded name, apart from the code that writes it; `None` where it is a digest.
fn decoded(wire: &str) -> Option<String> {
    let mut name = String::new();
    let mut rest = wire;
    while let Some(at) = rest.find("_-") {
        let (before, escape) = (&rest[..at], &rest[at + 2..]);
        let code = escape.split('-').next().unwrap();
        name.push_str(before);
        let is_code = !code.is_empty()
            && code.len() < escape.len()
            && code.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if is_code {
            name.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
            rest = &escape[code.len() + 1..];
        } else if escape.starts_with('h') {
            return None;
        } else {
            name.push('_');
            rest = &rest[at + 1..];
        }
    }
    name.push_str(rest);
    Some(name)
}

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c_.:/-]{0,8}",
        "(a|_-|_|-|2e|5f|h|\\.){0,12}",
        "[a-z_./-]{50,140}",
        "[a-c]{0,3}\\PC{0,4}",
        any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn names_round_trip(names in prop::collection::btree_set(any_name(), 0..40)) {
        for provider in Provider::ALL {
            let encoded = WireNames::new(provider, names.iter().map(String::as_str)).unwrap();
            let (most, others) = match provider {
                Provider::Anthropic | Provider::OpenAiResponses => (128, "_-"),
                Provider::Gemini | Provider::GeminiOpenApi => (64, "_.:-"),
                Provider::Mcp => (128, "_.-"),
                _ => (64, "_-"),
            };
            let mut seen = BTreeMap::new();
            for name in &names {
                let wire = encoded.wire(name).unwrap();
                prop_assert_eq!(encoded.name(wire), Some(&**name));
                prop_assert_eq!(seen.insert(wire.to_owned(), name), None);
                prop_assert!((1..=most).contains(&wire.len()), "{} has {}", wire, wire.len());
                prop_assert!(wire.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c)), "{}", wire);
                if let Some(read) = decoded(wire) {
                    prop_assert_eq!(&read, name);
                }
            }
            prop_assert_eq!(encoded.iter().count(), names.len());
        }
    }
}

/// Settings and reports hold these: they stay what they are.
#[test]
fn providers_are_named_by_words_that_are_read_back() {
    let words = Provider::ALL.map(|provider| provider.to_string());
    let expected = [
        "neutral",
        "openai_chat",
        "openai_responses",
        "anthropic",
        "deepseek",
        "gemini",
        "gemini_openapi",
        "mcp",
    ];
    assert_eq!(words, expected);
    for provider in Provider::ALL {
        assert_eq!(provider.as_str().parse(), Ok(provider));
        let json = serde_json::to_string(&provider).unwrap();
        assert_eq!(json, format!("\"{provider}\""));
        assert_eq!(serde_json::from_str::<Provider>(&json).unwrap(), provider);
    }
    for word in ["", "OpenAiChat", "openai", "Anthropic", "anthropic "] {
        let error = word.parse::<Provider>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("`{word}` is not a valid provider: write `neutral`, ")));
    }
    let settings = "{\n \"a\": \"gemini\",\n \"b\": \"Gemini\"}";
    let read = serde_json::from_str::<BTreeMap<String, Provider>>(settings);
    let error = read.unwrap_err().to_string();
    assert!(error.contains("`Gemini` is not a valid provider"), "{error}");
    assert!(error.contains(" at line 3 "), "{error}");
}
