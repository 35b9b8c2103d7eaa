//! A list of an MCP server goes through unchanged in meaning, and what is not as MCP has it is mended or said.

use serde_json::{Map, Value, json};
use toolcrib::dynamic::{
    DynamicSource, Exposure, ForeignTool, MAX_FIELDS_BYTES, SourceError, handler_fn,
};
use toolcrib::{Conversation, Output, Provider, Registry, Surface};

use super::{assert_harmless, source};

/// The list of a gateway.
fn gateway(source: DynamicSource, provider: Provider) -> Surface {
    let registry = Registry::builder().build().unwrap();
    let source = source.exposure(Exposure::Active);
    registry.surface().provider(provider).source(source).build().unwrap()
}

fn through(list: &Value) -> Value {
    let surface = gateway(source("s", &list.to_string()), Provider::Mcp);
    serde_json::from_str(surface.tools().get()).unwrap()
}

fn remarks(source: &DynamicSource) -> Vec<String> {
    source.remarks().iter().for_each(|remark| assert_harmless(&remark.to_string()));
    source.remarks().iter().map(|one| format!("{} {}", one.path, one.done)).collect()
}

#[test]
fn the_tools_of_public_servers_lose_nothing_on_their_way() {
    let servers: Map<String, Value> =
        serde_json::from_str(include_str!("../data/catalogs/mcp-servers.json")).unwrap();
    let github: Value =
        serde_json::from_str(include_str!("../data/catalogs/github-mcp-server.json")).unwrap();
    let (mut tools, mut annotated) = (0, 0);
    for list in servers.into_iter().map(|(_, list)| list).chain([github]) {
        let given = source("s", &list.to_string());
        assert_eq!(remarks(&given), [""; 0]);
        let sent = through(&list);
        for tool in sent.as_array().unwrap() {
            let given = list.as_array().unwrap().iter();
            let mut given = given.clone().find(|one| one["name"] == tool["name"]).unwrap().clone();
            let mut tool = tool.clone();
            tools += 1;
            annotated += usize::from(given.get("annotations").is_some());
            // These are cleaned, and held against the original in another test.
            for cleaned in ["description", "inputSchema"] {
                given.as_object_mut().unwrap().remove(cleaned);
                tool.as_object_mut().unwrap().remove(cleaned);
            }
            assert_eq!(tool, given);
        }
    }
    assert_eq!((tools, annotated > 100), (194, true), "{annotated}");
}

/// A tool with everything that a revision of MCP has, and more.
fn full() -> Value {
    json!({
        "name": "fetch.page", "title": "Fetch", "description": "Fetch a page.",
        "inputSchema": {"type": "object", "properties": {}},
        "outputSchema": {"type": "array", "items": {"title": "kept", "type": "string"}},
        "annotations": {"title": "Fetcher", "readOnlyHint": false, "destructiveHint": true,
            "idempotentHint": true, "openWorldHint": true, "example.com/cost": [1, null]},
        "icons": [{"src": "https://example.com/a.png", "sizes": ["48x48"]}],
        "execution": {"taskSupport": "optional"},
        "_meta": {"example.com/b": {"z": 1, "a": 1.5}, "anthropic/alwaysLoad": true, "": "\u{202e}"},
        "somethingNew": [true],
    })
}

#[test]
fn every_field_is_written_for_mcp_and_no_other_provider() {
    let sent = through(&json!([full()]));
    assert_eq!(sent, json!([full()]));
    let surface = gateway(source("s", &json!([full()]).to_string()), Provider::Mcp);
    let text = surface.tools().get();
    assert!(!text.contains('\u{202e}') && text.contains(r"\u202e"), "{text}");
    assert!(text.ends_with(
        r#""annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":true,"example.com/cost":[1,null],"title":"Fetcher"},"_meta":{"":"\u202e","anthropic/alwaysLoad":true,"example.com/b":{"a":1.5,"z":1}},"execution":{"taskSupport":"optional"},"icons":[{"sizes":["48x48"],"src":"https://example.com/a.png"}],"somethingNew":[true]}]"#
    ), "{text}");
    for provider in Provider::ALL.into_iter().filter(|one| *one != Provider::Mcp) {
        let surface = gateway(source("s", &json!([full()]).to_string()), provider);
        for word in ["Fetcher", "icons", "cost", "somethingNew", "outputSchema"] {
            assert!(!surface.tools().get().contains(word), "{provider:?} {word}");
        }
    }
}

#[test]
fn a_tool_that_did_not_come_as_a_list_has_fields_too() {
    let tool = ForeignTool::new("a", "Do it.", "{}")
        .field("_meta", r#"{"x": 2}"#)
        .field("_meta", r#"{"b": 1, "a": 2}"#)
        .field("title", r#""no""#)
        .field("icons", "[{}]")
        .field("x", "{")
        .hint("title", r#""A""#);
    let source = DynamicSource::from_tools("s", [tool]).unwrap();
    assert_eq!(source.tools().next().unwrap().title(), Some("A"));
    assert_eq!(
        source.remarks().iter().map(|one| &*one.path).collect::<Vec<_>>(),
        ["/icons", "/title", "/x"]
    );
    let source = source.handler(handler_fn(|_, _| Box::pin(async { Ok(Output::empty()) })));
    assert_eq!(
        gateway(source, Provider::Mcp).tools().get(),
        r#"[{"name":"a","description":"Do it.","inputSchema":{"type":"object","properties":{}},"annotations":{"title":"A"},"_meta":{"a":2,"b":1}}]"#
    );
}

#[test]
fn a_field_that_would_sink_the_list_of_a_client_is_left_out() {
    let big = "x".repeat(MAX_FIELDS_BYTES);
    let deep: Value = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let list = json!([{
        "name": "a", "inputSchema": {}, "outputSchema": 1, "icons": [{"src": 1}], "execution": [],
        "_meta": "x", "big": big, "deep": deep, "fine": 1, "\u{1b}": 1,
    }]);
    let list = list.to_string();
    let taken = source("s", &list);
    let fields: Vec<_> =
        taken.tools().next().unwrap().fields().iter().map(|(name, _)| name).collect();
    assert_eq!(fields, ["fine"]);
    assert_eq!(
        remarks(&taken),
        [
            "/outputSchema is not an object, and was left out".to_owned(),
            "/\u{1b} has a name that is empty, too long or does not show, and was left out".into(),
            "/_meta is not an object, and was left out".into(),
            format!(
                "/big has {} bytes, with which the fields have more than {MAX_FIELDS_BYTES}, and was left out",
                MAX_FIELDS_BYTES + 2
            ),
            "/deep is nested deeper than 64 levels, and was left out".into(),
            "/execution is not an object, and was left out".into(),
            "/icons is not an array of objects with a `src` each, and was left out".into(),
        ]
    );
}

#[test]
fn a_digest_moves_with_anything_that_is_said_of_a_tool() {
    let digest = |list: &Value| source("s", &list.to_string()).digest();
    let before = digest(&json!([full()]));
    assert_eq!(before, digest(&json!([full()])));
    let mut all = std::collections::BTreeSet::from([before]);
    let mut changed = 0;
    for (field, value) in full().as_object().unwrap() {
        let mut other = full();
        match value {
            Value::Object(inner) if field == "annotations" => {
                for hint in inner.keys() {
                    let mut other = full();
                    let hint = &mut other["annotations"][hint];
                    *hint = hint.as_bool().map_or("other".into(), |hint| (!hint).into());
                    all.insert(digest(&json!([other])));
                    changed += 1;
                }
                continue;
            }
            Value::String(_) => other[field] = "other".into(),
            Value::Object(_) => other[field] = json!({"type": "object", "x": 1}),
            _ => other[field] = json!([{"src": "other"}]),
        }
        all.insert(digest(&json!([other])));
        changed += 1;
    }
    assert_eq!(all.len(), changed + 1);
}

#[test]
fn a_server_that_flips_a_hint_is_found_out() {
    let surface = |destructive: bool| {
        let mut tool = full();
        tool["annotations"]["destructiveHint"] = destructive.into();
        let source = source("s", &json!([tool]).to_string()).exposure(Exposure::Deferred);
        Registry::builder().build().unwrap().surface().source(source).build().unwrap()
    };
    // The model sees no difference, the host does.
    let loaded = |surface: &Surface| match surface.standing("fetch.page") {
        toolcrib::toolbox::Standing::Known { definition, .. } => definition.into_owned(),
        other => panic!("{other:?}"),
    };
    assert_eq!(loaded(&surface(true)), loaded(&surface(false)));
    let registry = Registry::builder().tool::<toolcrib::ready::tool_search>().build().unwrap();
    let source = |destructive: bool| {
        let mut tool = full();
        tool["annotations"]["destructiveHint"] = destructive.into();
        source("s", &json!([tool]).to_string())
    };
    let surface = |destructive| registry.surface().source(source(destructive)).build().unwrap();
    let mut conversation = Conversation::new(surface(true));
    let call = toolcrib::ToolCall::new("tool_search", r#"{"query": "select:fetch.page"}"#);
    let turn = conversation.turn();
    let outcome = pollster::block_on(turn.call(call, &toolcrib::Context::new()));
    assert_eq!(conversation.note(&outcome).added, ["fetch.page"]);
    let saved = conversation.save();
    assert_eq!(conversation.set_surface(surface(true)), []);
    let report = conversation.set_surface(surface(false));
    let said: Vec<_> = report.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["`fetch.page` is loaded again: with a definition that has changed"]);
    assert_eq!(conversation.set_surface(surface(false)), []);
    let mut other = Conversation::new(surface(false));
    assert_eq!(other.restore(&saved).len(), 1);
    assert_eq!(Conversation::new(surface(true)).restore(&saved), []);
}

#[test]
fn no_page_is_lost() {
    let page = |name: &str, next: &str| {
        format!(r#"{{"tools": [{{"name": "{name}", "inputSchema": {{}}}}]{next}}}"#)
    };
    let [first, second, last] = [
        page("a", r#", "nextCursor": """#),
        page("b", r#", "nextCursor": "c""#),
        page("c", r#", "nextCursor": null"#),
    ];
    let response = format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {first}}}"#);
    for text in [&first, &second, &response] {
        let error = DynamicSource::from_mcp("s", text).unwrap_err();
        assert_eq!(error, SourceError::MorePages);
        assert!(error.to_string().contains("from_mcp_pages"), "{error}");
    }
    let pages = |pages: &[&str]| DynamicSource::from_mcp_pages("s", pages.iter().copied());
    assert_eq!(pages(&[&first, &second]).unwrap_err(), SourceError::MorePages);
    let all = pages(&[&response, &second, &last]).unwrap();
    assert_eq!(all.tools().len(), 3);
    let again = pages(&[&first, &second, &second, &last]).unwrap_err();
    assert_eq!(again, SourceError::RepeatedPage { pages: [1, 2] });
    assert_harmless(&again.to_string());

    // The list may change while it is asked for: a tool that moved to the next page is one.
    let moved = r#"[{"name": "a", "inputSchema": {}}, {"name": "d", "inputSchema": {}}]"#;
    let source = pages(&[&first, moved]).unwrap();
    assert_eq!((source.tools().len(), source.refused().len()), (2, 0));
    assert_eq!(remarks(&source), [" is listed again with the same definition, and was taken once"]);
}

#[test]
fn an_answer_that_is_an_error_reads_as_that() {
    let said = |text: &str| {
        let error = DynamicSource::from_mcp("s", text).unwrap_err();
        assert_harmless(&error.to_string());
        error.to_string()
    };
    assert_eq!(
        said(
            r#"{"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not\u001b found"}}"#
        ),
        "the server answered with an error instead of a list of tools: Method not\\u{1b} found (code -32601)"
    );
    for odd in ["1", "null", "{}", r#""x""#, r#"{"code": "x", "message": {}}"#] {
        let text = format!(r#"{{"jsonrpc": "2.0", "error": {odd}}}"#);
        assert_eq!(said(&text).contains("answered with an error"), odd != "null", "{odd}");
    }
    said(&json!({"error": {"code": 1, "message": "x".repeat(1_000_000)}}).to_string());
}

#[test]
fn what_can_mean_one_thing_only_is_mended_with_a_remark() {
    let list = r#"[{
        "name": "mended", "title": 1, "description": {"a": 1},
        "annotations": {"readOnlyHint": "true", "destructiveHint": " FALSE ", "idempotentHint": 1,
            "openWorldHint": null, "title": []},
        "icons": null,
        "inputSchema": {"type": "object", "required": ["a", "a"], "additionalProperties": null,
            "properties": {
                "a": {"type": "object", "properties": null, "required": null, "description": null,
                      "default": null, "enum": null},
                "b": {"anyOf": [{"items": null}, {"type": "null"}], "const": null}
            },
            "$defs": null}
    }, {
        "name": "untold", "title": null, "description": null, "annotations": null, "_meta": null,
        "inputSchema": {}
    }, {
        "name": "odd", "annotations": [], "inputSchema": {"properties": {"a": {}}, "properties": {"b": {}}}
    }]"#;
    let source = source("s", list);
    assert_eq!(source.refused(), []);
    let [mended, odd, untold] = &source.tools().collect::<Vec<_>>()[..] else { panic!("three") };
    assert_eq!((mended.title(), mended.description()), (None, ""));
    let annotations = mended.annotations();
    assert_eq!(
        [annotations.read_only, annotations.destructive, annotations.idempotent],
        [Some(true), Some(false), None]
    );
    assert_eq!(
        mended.input_schema().get(),
        r#"{"type":"object","properties":{"a":{"type":"object","default":null},"b":{"const":null,"anyOf":[{},{"type":"null"}]}},"required":["a"]}"#
    );
    assert_eq!(untold.fields().iter().count(), 0);
    assert!(odd.input_schema().get().contains(r#""b""#));
    let null = "is `null`, and was read as if it were not there";
    let at = |path: &str| format!("/inputSchema{path} {null}");
    assert_eq!(
        remarks(&source),
        [
            "/title is not a string, and was left out".to_owned(),
            "/description is not a string, and was left out".into(),
            "/annotations/readOnlyHint is a string, and was read as `true`".into(),
            "/annotations/destructiveHint is a string, and was read as `false`".into(),
            "/annotations/idempotentHint is neither `true` nor `false`, and was left out".into(),
            "/annotations/title is not a string, and was left out".into(),
            at("/$defs"),
            at("/additionalProperties"),
            at("/properties/a/description"),
            at("/properties/a/enum"),
            at("/properties/a/properties"),
            at("/properties/a/required"),
            at("/properties/b/anyOf/0/items"),
            "/inputSchema/required has a name twice, which was read as if it were there once"
                .into(),
            "/annotations is not an object, and was left out".into(),
            "/inputSchema has the key `properties` twice in one object, of which the last counts"
                .into(),
        ]
    );
    assert_eq!(
        source.remarks()[2].to_string(),
        "source `s`: tool `mended`: `/annotations/readOnlyHint` is a string, and was read as `true`"
    );
}

#[test]
fn remarks_are_bounded() {
    let each = (0..100).map(|i| (format!("k{i}"), Value::from("x".repeat(MAX_FIELDS_BYTES))));
    let mut tool: Map<_, _> = each.collect();
    tool.insert("name".into(), "a".into());
    tool.insert("inputSchema".into(), json!({}));
    let source = source("s", &json!([tool]).to_string());
    assert_eq!((source.tools().len(), source.remarks().len()), (1, 32));
}

#[test]
fn a_name_may_be_anything_that_shows() {
    let names =
        ["get:user", "Read File", "ünïcode", "读取", "a,b", "a`b", "x/y.z", "🦀", "a|b", "-"];
    let list: Vec<_> = names.iter().map(|name| json!({"name": name, "inputSchema": {}})).collect();
    let registry = Registry::builder().build().unwrap();
    for provider in Provider::ALL {
        let source = source("s", &Value::from(list.clone()).to_string());
        assert_eq!(source.refused(), []);
        let surface = registry.surface().provider(provider).source(source.clone());
        let surface = surface.only(names).build().unwrap();
        for name in names {
            let wire = surface.wire_name(name).unwrap();
            let taken = |c: char| c.is_ascii_alphanumeric() || "_-.:/".contains(c);
            assert!(
                provider == Provider::Neutral || wire.chars().all(taken),
                "{provider:?} {wire}"
            );
            for called in [name, wire] {
                let call = toolcrib::ToolCall::new(called, "{}");
                let outcome = pollster::block_on(surface.call(call, &toolcrib::Context::new()));
                assert_eq!(outcome.tool(), Some(name), "{provider:?} {}", outcome.text());
            }
            let query = toolcrib::search::Query::parse(
                &format!("select:{name}"),
                toolcrib::search::Mode::Auto,
            );
            let found = surface.search(&query.unwrap(), 5);
            assert_eq!(found.hits.iter().map(|hit| hit.name).collect::<Vec<_>>(), [name]);
        }
        let denied = registry.surface().provider(provider).source(source).without(names);
        assert!(denied.build().unwrap().denial("读取").is_some());
    }
}
