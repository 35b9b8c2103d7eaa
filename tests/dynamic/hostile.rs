//! Catalogs that nobody writes by accident. That these tests end is part of what they show: without
//! the limits, several would take hours, or all memory.

use std::fmt::Write as _;

use serde_json::{Value, json};
use toolcrib::dynamic::{
    DynamicSource, DynamicTool, MAX_DESCRIPTION, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH,
    MAX_SUBSCHEMAS, MAX_TOOLS_PER_SOURCE, Refusal, SourceError,
};

use super::{assert_harmless, source, taken};

/// `schema` inside of `levels` arguments.
fn nested(levels: usize, schema: &str) -> String {
    let open = r#"{"properties":{"a":"#.repeat(levels);
    format!("{open}{schema}{}", "}}".repeat(levels))
}

#[test]
fn one_bad_tool_leaves_the_others() {
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let list = format!(
        r#"[{{"name": "good", "inputSchema": {{}}}}, 7, {{}}, null, {{"name": "none"}},
            {{"name": "deep", "inputSchema": {deep}}}, {{"name": "x", "x": {deep}, "inputSchema": {{}}}},
            {{"name": 3, "inputSchema": {{}}}}, {{"name": "typed", "inputSchema": {{}}, "title": 1}},
            {{"name": "twice", "inputSchema": {{}}}}, {{"name": "twice", "inputSchema": {{"a": 1}}}},
            {{"name": "twice"}}, {{"name": "hint", "inputSchema": {{}}, "annotations": {{"readOnlyHint": "yes"}}}}]"#
    );
    let source = source("mixed", &list);
    let taken: Vec<_> = source.tools().map(DynamicTool::name).collect();
    assert_eq!(taken, ["good", "hint", "typed", "x"]);
    let remarks: Vec<_> = source.remarks().iter().map(ToString::to_string).collect();
    assert_eq!(
        remarks,
        [
            "source `mixed`: tool `x`: `/x` has 2000000 bytes, with which the fields have more \
             than 131072, and was left out",
            "source `mixed`: tool `typed`: `/title` is not a string, and was left out",
            "source `mixed`: tool `hint`: `/annotations/readOnlyHint` is neither `true` nor `false`, \
             and was left out",
        ]
    );
    let refused: Vec<_> = source.refused().iter().map(ToString::to_string).collect();
    for message in &refused {
        assert_harmless(message);
    }
    let starts = [
        "source `mixed`: tool 1 of its list is left out: it is not a tool (",
        "source `mixed`: tool 2 of its list is left out: it is not a tool (",
        "source `mixed`: tool 3 of its list is left out: it is not a tool (",
        "source `mixed`: tool `none` is left out: it has no `inputSchema`; write ",
        "source `mixed`: tool `deep` is left out: its schema has 2000000 bytes; ",
        "source `mixed`: tool 7 of its list is left out: it is not a tool (",
        "source `mixed`: tool `twice` is left out: several tools have its name (at 9, 10, 11); ",
        "source `mixed`: tool `twice` is left out: several tools have its name (at 9, 10, 11); ",
        "source `mixed`: tool `twice` is left out: it has no `inputSchema`; ",
    ];
    assert_eq!(refused.len(), starts.len(), "{refused:#?}");
    for (message, start) in refused.iter().zip(starts) {
        assert!(message.starts_with(start), "{message}");
    }
}

#[test]
fn what_is_no_list_is_an_error() {
    let deep = "[".repeat(1_000_000);
    for text in
        ["", "7", "{}", r#"{"tools": 1}"#, "[1", &deep, r#"{"result": {"result": {"tools": []}}}"#]
    {
        let error = DynamicSource::from_mcp("a", text).unwrap_err();
        assert!(matches!(error, SourceError::NotAList(_)), "{error}");
        assert_harmless(&error.to_string());
    }
    let many = format!("[{}0]", "0,".repeat(2_000_000));
    assert_eq!(DynamicSource::from_mcp("a", &many).unwrap_err(), SourceError::ManyTools);
    let just = format!("[{}0]", "0,".repeat(MAX_TOOLS_PER_SOURCE - 1));
    assert_eq!(source("a", &just).refused().len(), MAX_TOOLS_PER_SOURCE);
    for name in ["", "a b", "a\u{1b}", "ä", "a.b", &"x".repeat(65)] {
        let error = DynamicSource::from_mcp(name, "[]").unwrap_err();
        assert_eq!(error, SourceError::Name(name.into()));
        assert_harmless(&error.to_string());
    }
}

#[test]
fn names_are_those_of_mcp() {
    let refusal = |name: &str| {
        let list = json!([{"name": name, "inputSchema": {}}]).to_string();
        let source = source("a", &list);
        source.refused().iter().for_each(|refused| assert_harmless(&refused.to_string()));
        source.refused().first().map(|refused| refused.refusal.clone())
    };
    let long = "ä".repeat(128);
    for name in ["a", "9", "-", "admin.tools/list", "A_b-C", "a b", "aä", "a`", &long] {
        assert_eq!(refusal(name), None, "{name}");
    }
    assert_eq!(refusal(""), Some(Refusal::EmptyName));
    assert_eq!(refusal(&"x".repeat(129)), Some(Refusal::LongName(129)));
    assert_eq!(refusal(" "), Some(Refusal::EmptyName));
    for c in ['\u{1b}', '\0', '\n', '\t', '\u{202e}', '\u{200b}', '\u{e0041}', '\u{7f}'] {
        assert_eq!(refusal(&format!("a{c}")), Some(Refusal::NameCharacter(c)), "{c:?}");
    }
    assert_eq!(refusal(&"\u{1b}".repeat(1_000_000)), Some(Refusal::NameCharacter('\u{1b}')));
}

#[test]
fn schemas_are_bounded() {
    let mut many = String::from("{\"properties\":{");
    for i in 0..100_000 {
        let _ = write!(many, "\"p{i}\":{{}},");
    }
    many.push_str("\"z\":{}}}");
    assert_eq!(taken(&many), Err(Refusal::LargeSchema(many.len())));
    let large = format!(r#"{{"description": "{}"}}"#, "x".repeat(10_000_000));
    assert_eq!(taken(&large), Err(Refusal::LargeSchema(large.len())));
    assert_eq!(taken(&nested(MAX_SCHEMA_DEPTH, "{}")), Err(Refusal::DeepSchema));
    assert_eq!(taken(&nested(MAX_SCHEMA_DEPTH / 2, "{}")), Err(Refusal::DeepSchema));
    assert!(taken(&nested(MAX_SCHEMA_DEPTH / 2 - 1, "{}")).is_ok());
    let deep = format!(r#"{{"default": {}{}}}"#, "[".repeat(30_000), "]".repeat(30_000));
    assert_eq!(taken(&deep), Err(Refusal::DeepSchema));

    let properties = |count| {
        let names: Vec<_> = (0..count).map(|i| format!("p{i}")).collect();
        let each = names.iter().map(|name| (name.clone(), json!(true)));
        json!({"properties": each.collect::<serde_json::Map<_, _>>(), "required": names})
    };
    assert!(taken(&properties(MAX_SUBSCHEMAS - 1).to_string()).is_ok());
    assert_eq!(taken(&properties(MAX_SUBSCHEMAS).to_string()), Err(Refusal::ManySchemas));
    // Schemas are counted wherever they stand.
    for keyword in ["anyOf", "prefixItems"] {
        let schema = json!({"properties": {"a": {keyword: vec![true; MAX_SUBSCHEMAS]}}});
        assert_eq!(taken(&schema.to_string()), Err(Refusal::ManySchemas));
    }

    // Many small ones that all refer to one large one are not multiplied.
    let words: Vec<_> = (0..4_000).map(|i| format!("{i:06}")).collect();
    let each = (0..900).map(|i| (format!("p{i}"), json!({"$ref": "#/$defs/a"})));
    let each: serde_json::Map<_, _> = each.collect();
    let schema = json!({"properties": each, "$defs": {"a": {"enum": words}}}).to_string();
    assert!(schema.len() < MAX_SCHEMA_BYTES);
    assert_eq!(taken(&schema).unwrap().len(), schema.len() + r#""type":"object","#.len());
}

#[test]
fn references_lead_to_schemas_of_the_same_schema() {
    let property = |schema: Value| {
        let root = json!({
            "properties": {"a": schema, "b": {"enum": [{"type": "string"}]}},
            "$defs": {"x": {"type": "string"}, "tree": {"items": {"$ref": "#/$defs/tree"}},
                      "list": {"properties": {"next": {"$ref": "#"}}},
                      "a/b c": true},
        });
        taken(&root.to_string())
    };
    for good in [
        "#",
        "#/$defs/x",
        "#/$defs/tree",
        "#/$defs/list",
        "#/$defs/a~1b%20c",
        "#/properties/a",
        "#/$defs/list/properties/next",
    ] {
        let schema = json!({"items": {"$ref": good}});
        assert!(property(schema).is_ok(), "{good}");
    }
    for bad in [
        "http://169.254.169.254/latest/meta-data",
        "https://example.com/s.json#/$defs/x",
        "file:///etc/passwd",
        "other.json",
        "",
        "#x",
        "#/$defs/y",
        "#/$defs",
        "#/properties",
        "#/properties/b/enum/0",
        "#/%zz",
        "//example.com/x",
        "#/$defs/\u{202e}x",
    ] {
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            match property(json!({keyword: bad})) {
                Err(Refusal::Reference { target, .. }) => assert_eq!(target, bad),
                Err(Refusal::UnseenCharacters { .. }) => assert!(bad.contains('\u{202e}')),
                other => panic!("{bad}: {other:?}"),
            }
        }
    }
    // An address of its own would change what a reference means.
    let moved = property(json!({"$id": "http://example.com/", "$ref": "#/$defs/x"}));
    assert!(matches!(moved, Err(Refusal::Keyword { .. })), "{moved:?}");
}

#[test]
fn a_circle_of_references_must_go_down() {
    let definitions = |definitions: Value| {
        let root = json!({"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": definitions});
        taken(&root.to_string())
    };
    for endless in [
        json!({"a": {"$ref": "#/$defs/a"}}),
        json!({"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}),
        json!({"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"anyOf": [{}, {"not": {"$ref": "#/$defs/a"}}]}}),
        json!({"a": {"if": true, "then": {"$ref": "#/$defs/a"}}}),
        json!({"a": {"dependentSchemas": {"x": {"$ref": "#/$defs/a"}}}}),
    ] {
        assert_eq!(definitions(endless), Err(Refusal::EndlessReference));
    }
    for going_down in [
        json!({"a": {"properties": {"left": {"$ref": "#/$defs/a"}, "right": {"$ref": "#/$defs/a"}}}}),
        json!({"a": {"anyOf": [{"type": "null"}, {"items": {"$ref": "#/$defs/b"}}]}, "b": {"$ref": "#/$defs/a"}}),
        json!({"a": {"additionalProperties": {"$ref": "#/$defs/a"}}}),
        json!({"a": {"allOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/b"}]}, "b": {}}),
    ] {
        assert!(definitions(going_down.clone()).is_ok(), "{going_down}");
    }
    // Each refers to the next one twice: not to be written out.
    let doubling = (0..400).map(|i| {
        let next = json!({"$ref": format!("#/$defs/d{}", i + 1)});
        (format!("d{i}"), json!({"allOf": [next, next]}))
    });
    let mut all: serde_json::Map<_, _> = doubling.collect();
    all.insert("d400".into(), json!({}));
    let root = json!({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": all});
    assert_eq!(taken(&root.to_string()), Err(Refusal::ManySchemas));
    // A long chain, not endless.
    let chain = (0..500).map(|i| (format!("d{i}"), json!({"$ref": format!("#/$defs/d{}", i + 1)})));
    let mut all: serde_json::Map<_, _> = chain.collect();
    all.insert("d500".into(), json!({}));
    let root = json!({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": all});
    assert!(taken(&root.to_string()).is_ok());
}

#[test]
fn roots_are_objects() {
    for root in [
        "1",
        "[]",
        "true",
        "null",
        "\"x\"",
        r#"{"type": "string"}"#,
        r#"{"type": ["object"]}"#,
        r#"{"anyOf": [{}]}"#,
        r#"{"oneOf": [{}]}"#,
        r#"{"allOf": [{}]}"#,
        r#"{"enum": [{}]}"#,
        r##"{"$ref": "#"}"##,
        r##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}"##,
        r##"{"$ref": "#/$defs/a"}"##,
        r##"{"$ref": "#/$defs/a", "$defs": 1}"##,
        r#"{"$ref": 1}"#,
        r#"{"type": "\u001b[2J"}"#,
    ] {
        let refusal = taken(root).unwrap_err();
        let unread = root == "null" && refusal == Refusal::NoSchema;
        assert!(unread || matches!(refusal, Refusal::Root(_)), "{root}: {refusal}");
    }
}

#[test]
fn keywords_hold_what_they_can_hold() {
    for property in [
        r#"{"type": "text"}"#,
        r#"{"type": []}"#,
        r#"{"type": ["string", "string"]}"#,
        r#"{"type": 1}"#,
        r#"{"properties": []}"#,
        r#"{"properties": {"x": 1}}"#,
        r#"{"properties": {"x": null}}"#,
        r#"{"required": "x"}"#,
        r#"{"required": [1]}"#,
        r#"{"required": 1}"#,
        r#"{"anyOf": []}"#,
        r#"{"anyOf": {}}"#,
        r#"{"items": 1}"#,
        r#"{"description": 1}"#,
        r#"{"minimum": "1"}"#,
        r#"{"minLength": -1}"#,
        r#"{"minLength": 1.5}"#,
        r#"{"multipleOf": 0}"#,
        r#"{"minimum": 1, "exclusiveMinimum": "yes"}"#,
        r#"{"enum": "x"}"#,
        r#"{"examples": 1}"#,
        r#"{"uniqueItems": 1}"#,
        r#"{"pattern": 1}"#,
        r#"{"$ref": 1}"#,
        r#"{"dependentRequired": {"a": "b"}}"#,
        r#"{"$defs": {"x": []}}"#,
        r#"{"additionalProperties": 1}"#,
        r#"{"title": {}}"#,
    ] {
        let refusal = taken(&format!(r#"{{"properties": {{"a": {property}}}}}"#)).unwrap_err();
        let Refusal::Keyword { path, .. } = &refusal else { panic!("{property}: {refusal}") };
        assert!(path.starts_with("/properties/a/"), "{path}");
    }
}

#[test]
fn nothing_that_does_not_show_reaches_a_model() {
    let dirty = "a\u{1b}[31m\u{202e}\u{e0041}\u{200b}\u{9b}b";
    let list = json!([{
        "name": "a", "title": dirty, "description": dirty.repeat(2),
        "inputSchema": {"description": dirty, "properties": {"b": {"description": dirty}}},
    }]);
    let source = source("a", &list.to_string());
    let tool = source.tools().next().unwrap();
    assert_eq!(tool.description(), "a[31mba[31mb");
    assert_eq!(tool.title(), Some("a[31mb"));
    let schema =
        r#"{"description":"a[31mb","type":"object","properties":{"b":{"description":"a[31mb"}}}"#;
    assert_eq!(tool.input_schema().get(), schema);

    // The name of an argument, or a value, would not be known to the server any more.
    for name in ["", dirty, "a\nb", "a\tb", "\u{feff}a", &"x".repeat(129)] {
        let refusal = taken(&json!({"properties": {name: {}}}).to_string()).unwrap_err();
        assert!(matches!(refusal, Refusal::ArgumentName { .. }), "{name:?}: {refusal}");
    }
    for keyword in ["enum", "examples", "required", "x-other"] {
        let refusal =
            taken(&json!({"properties": {"a": {keyword: [dirty]}}}).to_string()).unwrap_err();
        assert!(matches!(refusal, Refusal::UnseenCharacters { .. }), "{keyword}: {refusal}");
    }
    let key =
        taken(&json!({"properties": {"a": {"default": {dirty: 1}}}}).to_string()).unwrap_err();
    assert!(matches!(key, Refusal::UnseenCharacters { .. }), "{key}");
    // A keyword that nobody knows says nothing, and its name is one more text. (Found by a fuzz target.)
    for keyword in [dirty, "\u{202e}type", "a\nb"] {
        let kept = taken(&json!({keyword: 1, "properties": {"a": {keyword: 1}}}).to_string());
        assert_eq!(kept.unwrap(), r#"{"type":"object","properties":{"a":{}}}"#);
    }
    for fine in ["\n", "\t,", "\r\n", "👩‍💻"] {
        assert!(taken(&json!({"properties": {"a": {"default": fine}}}).to_string()).is_ok());
    }
}

#[test]
fn a_long_description_is_cut() {
    let list =
        json!([{"name": "a", "description": "ä".repeat(MAX_DESCRIPTION + 1), "inputSchema": {}}]);
    let source = source("a", &list.to_string());
    let tool = source.tools().next().unwrap();
    assert!(tool.is_shortened());
    assert_eq!(tool.description(), format!("{}…", "ä".repeat(MAX_DESCRIPTION)));
}
