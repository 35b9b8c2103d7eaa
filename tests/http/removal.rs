//! Nothing is deleted that was not seen.

use std::fs;

use axum::http::Method;

use crate::fixture::{Answer, Fixture, fixture, get, request, send, write, written};

const PATH: &str = "/plugins/retired";

fn delete(fixture: &Fixture, query: &str, seen: &[&str]) -> Answer {
    let request = request(Method::DELETE, &format!("{PATH}{query}"));
    let request = seen.iter().fold(request, |request, tag| request.header("if-match", *tag));
    send(&fixture.router, request)
}

fn seen(fixture: &Fixture) -> String {
    let plan = get(&fixture.router, PATH);
    assert_eq!(plan.status, 200, "{}", plan.text());
    plan.header("etag").to_owned()
}

fn there(fixture: &Fixture, plugin: &str) -> bool {
    fixture.folder.path().join("plugins").join(plugin).exists()
}

#[test]
fn what_was_seen_is_moved_and_its_entries_are_pruned() {
    let fixture = fixture();
    let plan = get(&fixture.router, PATH).json();
    let plugins = plan["stores"][0]["plugins"].as_array().unwrap();
    let names: Vec<_> = plugins.iter().map(|plugin| plugin["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["<i>odd\u{202e}", "old"]);
    assert_eq!(plan["config"]["entries"], serde_json::json!(["old"]));
    let tag = seen(&fixture);
    assert_eq!(tag, seen(&fixture), "the same files have the same tag");

    let report = delete(&fixture, "", &[&tag]);
    assert_eq!(
        (report.status.as_u16(), &report.json()["ok"]),
        (200, &true.into()),
        "{}",
        report.text()
    );
    assert!(!there(&fixture, "old") && there(&fixture, "new"));
    let config = fs::read_to_string(fixture.folder.path().join("config.toml")).unwrap();
    assert_eq!(config, "[plugins]\nnetwork_allow = [\"new\"] # who may\n");

    // What is gone is not there to be removed again.
    assert_eq!(delete(&fixture, "", &[&tag]).problem(), "precondition-failed");
    let plan = get(&fixture.router, PATH).json();
    assert_eq!(plan["stores"][0]["plugins"], serde_json::json!([]));
    let empty = delete(&fixture, "", &[&seen(&fixture)]).json();
    assert_eq!(empty, serde_json::json!({"ok": true, "steps": []}));
}

#[test]
fn what_was_not_seen_stays() {
    let fixture = fixture();
    let tag = seen(&fixture);
    let weak = format!("W/{tag}");
    let bare = tag.trim_matches('"').to_owned();
    for (tags, kind) in [
        (&[][..], "precondition-required"),
        (&["*"], "precondition-required"),
        (&[&tag, "*"], "precondition-required"),
        (&["\"something else\""], "precondition-failed"),
        (&["\"\""], "precondition-failed"),
        (&[&weak], "precondition-failed"),
        (&[&bare], "bad-request"),
        (&[""], "bad-request"),
        (&["\"unclosed"], "bad-request"),
    ] {
        assert_eq!(delete(&fixture, "", tags).problem(), kind, "{tags:?}");
    }
    let star = delete(&fixture, "", &["*"]).json()["detail"].as_str().unwrap().to_owned();
    assert!(star.contains("does not say what the request has seen"), "{star}");
    for query in ["?force=perhaps", "?force", "?forced=true", "?force=true&force=true"] {
        assert_eq!(delete(&fixture, query, &[&tag]).problem(), "bad-request", "{query}");
    }
    assert!(there(&fixture, "old"));
    // Several tags, of which one is right.
    assert_eq!(delete(&fixture, "", &[&format!("\"other\", {tag}")]).status, 200);
    assert!(!there(&fixture, "old"));
}

#[test]
fn what_changed_since_stays() {
    let fixture = fixture();
    let before = seen(&fixture);
    write(fixture.folder.path(), "plugins/old/notes.txt", "mine\n");
    assert_eq!(delete(&fixture, "", &[&before]).problem(), "precondition-failed");
    let after = seen(&fixture);
    assert_ne!(before, after);
    write(
        fixture.folder.path(),
        "plugins/third/SKILL.md",
        "---\nname: third\ndescription: x\n---\n`say`\n",
    );
    assert_eq!(delete(&fixture, "", &[&after]).problem(), "precondition-failed");
    assert!(there(&fixture, "old") && there(&fixture, "third"));
}

#[test]
fn edited_plugins_go_only_by_force() {
    let fixture = fixture();
    let store =
        toolcrib::plugins::PluginStore::open(fixture.folder.path().join("plugins")).unwrap();
    store.record_installation("old").unwrap();
    let file = "plugins/old/SKILL.md";
    write(
        fixture.folder.path(),
        file,
        "---\nname: old\ndescription: Mine.\nallowed-tools: python_eval\n---\n",
    );

    let plan = get(&fixture.router, PATH).json();
    assert!(plan["stores"][0]["plugins"][1]["obstacle"].as_str().unwrap().contains("use force"));
    let report = delete(&fixture, "", &[&seen(&fixture)]).json();
    assert_eq!(report["ok"], false);
    assert!(there(&fixture, "old"));
    let report = delete(&fixture, "?force=true", &[&seen(&fixture)]).json();
    assert_eq!(report["ok"], true, "{report}");
    assert!(!there(&fixture, "old"));
}

#[test]
fn without_stores_there_is_nothing_to_remove() {
    let router = written().router().unwrap();
    let plan = get(&router, PATH);
    assert_eq!(plan.json(), serde_json::json!({"stores": [], "config": null}));
}
