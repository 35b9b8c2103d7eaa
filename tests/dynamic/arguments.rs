//! The arguments of dynamic calls.

use std::fmt::Write as _;

use toolcrib::ArgumentErrors;
use toolcrib::dynamic::{DynamicSource, ForeignTool};

use super::assert_harmless;

const SCHEMA: &str = r##"{
    "properties": {
        "path": {"type": "string"}, "count": {"type": "integer"}, "ratio": {"type": ["number", "null"]},
        "mode": {"enum": ["a", "b", 1]}, "tree": {"$ref": "#/$defs/tree"}, "any": {}
    },
    "required": ["path"], "additionalProperties": false,
    "$defs": {"tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}}}}
}"##;

fn check(schema: &str, arguments: &str) -> Result<(String, bool), (Box<ArgumentErrors>, String)> {
    let source = DynamicSource::from_tools("s", [ForeignTool::new("t", "", schema)]).unwrap();
    assert_eq!(source.refused(), []);
    let tool = source.tools().next().unwrap();
    match tool.check_arguments(arguments) {
        Ok(checked) => Ok((checked.json.into_owned(), checked.unwrapped)),
        Err(errors) => {
            let said = tool.explain("t", &errors);
            said.lines().for_each(assert_harmless);
            Err((errors, said))
        }
    }
}

#[test]
fn what_fits_is_passed_on_as_it_is() {
    for fits in [
        r#"{"path": "a"}"#,
        r#"{"path": "a", "count": 1, "ratio": null, "mode": "b", "tree": {"left": {}}, "any": [1]}"#,
        r#"{"path": "a", "count": 1.0, "ratio": 2, "mode": 1.0}"#,
        r#"{"path":"a","count":18446744073709551615}"#,
    ] {
        assert_eq!(check(SCHEMA, fits), Ok((fits.to_owned(), false)));
    }
    assert_eq!(check("{}", "null"), Ok(("{}".into(), false)));
    assert_eq!(check("{}", ""), Ok(("{}".into(), false)));
    assert_eq!(check("{}", r#"{"more": 1}"#), Ok((r#"{"more": 1}"#.into(), false)));
    assert_eq!(check("{}", r#""{\"a\":1}""#), Ok((r#"{"a":1}"#.into(), true)));
}

#[test]
fn all_that_is_wrong_is_said_at_once() {
    let (errors, said) =
        check(SCHEMA, r#"{"count": 1.5, "mode": "c", "tree": [], "pth": 1, "ratio": "x"}"#)
            .unwrap_err();
    assert_eq!((errors.missing, errors.unexpected), (vec!["path".into()], vec!["pth".into()]));
    let invalid: Vec<_> = errors.invalid.iter().map(|one| (&*one.path, &*one.message)).collect();
    assert_eq!(
        invalid,
        [
            ("count", "takes integer, not 1.5"),
            ("mode", r#"takes one of "a", "b", 1, not "c""#),
            ("ratio", r#"takes number, not "x""#),
            ("tree", "takes object with `left` (object, optional), not []"),
        ]
    );
    assert!(
        said.contains("- `pth` is not an argument of this tool; did you mean `path`?"),
        "{said}"
    );
    assert!(said.ends_with("`tree` (object with `left` (object, optional), optional)"), "{said}");
}

#[test]
fn what_cannot_be_read_does_not_run() {
    let deep = format!(r#"{{"any": {}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    for text in [
        "[]",
        "1",
        "{",
        r#"{"path": }"#,
        r#"{"path": "a"} x"#,
        r#"{"path": tru}"#,
        "{\"path\": \"\\ud800\"}",
        "\"x\"",
        "{\"path\": \"\u{1}\"}",
        "\u{1b}[2J",
        &deep,
    ] {
        let (errors, _) = check(SCHEMA, text).unwrap_err();
        assert!(errors.malformed.is_some(), "{text}");
    }
    let (errors, _) = check(SCHEMA, r#"{"path": "a", "\u0070ath": "b"}"#).unwrap_err();
    assert_eq!(errors.invalid[0].message, "given twice");
}

#[test]
fn foreign_arguments_are_bounded() {
    let many = |count: usize| {
        let mut text = String::from("{\"path\":\"a\"");
        for i in 0..count {
            let _ = write!(text, ",\"\u{202e}{i}\":1");
        }
        text + "}"
    };
    let (errors, _) = check(SCHEMA, &many(1_000_000)).unwrap_err();
    assert_eq!(errors.malformed.as_deref(), Some("there are more than 1024 of them"));
    let (errors, said) = check(SCHEMA, &many(1_000)).unwrap_err();
    assert_eq!(errors.unexpected.len(), 32);
    assert!(said.len() < 4_000, "{}", said.len());
    let large = format!(r#"{{"path": ["{}"]}}"#, "\u{202e}".repeat(100_000));
    let (errors, _) = check(SCHEMA, &large).unwrap_err();
    assert!(errors.invalid[0].message.chars().count() < 1_200);
}
