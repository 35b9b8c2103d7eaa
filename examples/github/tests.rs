use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;
use serde_json::{Value, json};
use toolcrib::{FailureKind, NOTICE_KEY, NameRecord, RegisteredTool};

use super::{CALLS, call, surface};

/// Which old name became which tool, as GitHub says.
fn aliases() -> BTreeMap<String, String> {
    serde_json::from_str(include_str!("data/github-mcp-server-aliases.json")).unwrap()
}

/// The tools, as GitHub defines them, by name.
fn catalog() -> BTreeMap<String, Value> {
    let tools = include_str!("data/github-mcp-server.json");
    let tools: Vec<Value> = serde_json::from_str(tools).unwrap();
    tools.into_iter().map(|tool| (tool["name"].as_str().unwrap().into(), tool)).collect()
}

fn method(arguments: &str) -> Value {
    serde_json::from_str::<Value>(arguments).unwrap()["method"].clone()
}

fn strings(array: &Value) -> BTreeSet<&str> {
    array.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn every_old_name_belongs_to_its_tool() {
    let surface = surface().unwrap();
    let names = surface.registry().names().iter().filter(|name| name.is_alias());
    let declared = names.map(|name: &NameRecord| {
        assert_eq!(name.lifecycle().as_str(), "deprecated");
        (name.name().to_owned(), name.tool().unwrap().to_owned())
    });
    assert_eq!(declared.collect::<BTreeMap<_, _>>(), aliases());
    let called = CALLS.iter().map(|(old, _, tool, _)| ((*old).to_owned(), (*tool).to_owned()));
    assert_eq!(called.collect::<BTreeMap<_, _>>(), aliases());
}

#[test]
fn an_old_call_is_answered_as_its_new_form() {
    for (old_name, old_arguments, name, arguments) in CALLS {
        let old = call(old_name, old_arguments).unwrap();
        let new = call(name, arguments).unwrap();
        assert_eq!(old.text(), new.text(), "{old_name}");
        assert!(old.content().eq(new.content()), "{old_name}");
        let json = [&old, &new].map(|outcome| outcome.structured().map(RawValue::get));
        assert_eq!(json[0], json[1], "{old_name}");
        assert_eq!(old.failure(), new.failure(), "{old_name}");
        assert!(old.executed() && new.executed(), "{old_name}: {}", old.text());
        assert_eq!((old.called(), old.tool()), (old_name, Some(name)));

        // Only the metadata differ, and by the notice only.
        let notice = old.notice().unwrap();
        assert!(notice.starts_with(&format!("deprecated: use {name} instead")), "{notice}");
        let mut expected = new.meta().to_vec();
        expected.push((NOTICE_KEY.into(), notice.into()));
        assert_eq!(old.meta(), expected, "{old_name}");
        assert!(!old.text().contains("deprecated"), "{old_name}");
    }
}

/// Else two methods could be mixed up above without anybody noticing. One call fails as it should:
/// a completed run cannot be cancelled.
#[test]
fn each_method_gives_an_answer_of_its_own() {
    let answers = CALLS.map(|(_, _, name, arguments)| call(name, arguments).unwrap());
    let texts: BTreeSet<_> = answers.iter().map(|answer| answer.text()).collect();
    assert_eq!(texts.len(), CALLS.len());
    let failed = answers.iter().filter(|answer| !answer.is_success());
    let failed: Vec<_> = failed.map(|answer| (answer.failure(), answer.text())).collect();
    let text = "the run is completed and cannot be cancelled".into();
    assert_eq!(failed, [(Some(FailureKind::Failed), text)]);
}

#[test]
fn what_an_old_name_stood_for_cannot_be_given_as_well() {
    for (old_name, _, name, arguments) in CALLS {
        let outcome = call(old_name, arguments).unwrap();
        assert_eq!(outcome.failure(), Some(FailureKind::BadArguments), "{old_name}");
        assert!(!outcome.executed(), "{old_name}");
        assert_eq!(outcome.tool(), Some(name));
        let invalid = &outcome.argument_errors().unwrap().invalid;
        assert!(invalid.iter().any(|one| one.path == "method"), "{old_name}: {invalid:?}");
    }
}

#[test]
fn what_cannot_be_said_in_the_new_form_is_refused_with_what_to_give() {
    let by_id = json!({
        "owner": "octo-org", "owner_type": "org", "project_number": 1,
        "item_type": "issue", "item_id": 9_001,
    });
    let outcome = call("add_project_item", &by_id.to_string()).unwrap();
    assert_eq!(outcome.failure(), Some(FailureKind::BadArguments));
    assert!(!outcome.executed());
    assert!(outcome.text().contains("`issue_number`"), "{}", outcome.text());
}

/// What we define is what GitHub defines, or a part of it.
#[test]
fn arguments_and_methods_are_those_of_the_catalog() {
    let catalog = catalog();
    let surface = surface().unwrap();
    assert!(surface.registry().tools().iter().map(RegisteredTool::name).eq(catalog.keys()));
    for tool in surface.registry().tools() {
        let ours: Value = serde_json::from_str(tool.input_schema().get()).unwrap();
        let theirs = &catalog[tool.name()]["inputSchema"];
        for property in ours["properties"].as_object().unwrap().keys() {
            assert!(theirs["properties"][property].is_object(), "{}: {property}", tool.name());
        }
        assert_eq!(strings(&ours["required"]), strings(&theirs["required"]), "{}", tool.name());
        let methods = strings(&ours["properties"]["method"]["enum"]);
        let their_methods = strings(&theirs["properties"]["method"]["enum"]);
        assert!(methods.is_subset(&their_methods), "{}: {methods:?}", tool.name());
        let old = CALLS.iter().filter(|(_, _, name, _)| *name == tool.name());
        let stood_for: Vec<_> = old.map(|(.., arguments)| method(arguments)).collect();
        let stood_for: BTreeSet<_> = stood_for.iter().filter_map(Value::as_str).collect();
        assert_eq!(stood_for, methods, "{}", tool.name());
    }
}

/// Old names live on as methods, so the words are there; as tools they are not.
#[test]
fn the_head_has_no_old_tool() {
    let surface = surface().unwrap();
    let mut head: Value = serde_json::from_str(surface.tools().get()).unwrap();
    assert_eq!(head.as_array().unwrap().len(), 6);
    for tool in head.as_array_mut().unwrap() {
        tool["input_schema"]["properties"]["method"].take();
        for (_, property) in tool["input_schema"]["properties"].as_object_mut().unwrap() {
            // Says in backquotes which methods it is for.
            property["description"].take();
        }
    }
    let rest = head.to_string();
    for old_name in aliases().keys() {
        assert!(!rest.contains(old_name), "{old_name}");
    }
    assert!(!surface.tools().get().contains("deprecated"));
}
