//! The state table: one test for each state, over all four columns.

use std::sync::atomic::{AtomicU32, Ordering};

use toolcrib::{
    FailureKind, Registry, Resolution, State, Surface, Tombstone, Toolset, tool, toolset,
};

use super::call;

/// Say the word, active.
#[tool(
    register = false,
    alias(name = "active_hidden", since = "0.1.0"),
    alias(name = "active_deprecated", lifecycle = "deprecated", note = "it was renamed")
)]
fn active(ran: State<AtomicU32>, word: &str) -> String {
    ran.fetch_add(1, Ordering::Relaxed);
    format!("said {word}")
}

/// Say the word, deferred.
#[tool(register = false, lifecycle = "deferred")]
fn deferred(ran: State<AtomicU32>, word: &str) -> String {
    active(ran, word)
}

/// Say the word, hidden.
#[tool(register = false, lifecycle = "hidden")]
fn hidden(ran: State<AtomicU32>, word: &str) -> String {
    active(ran, word)
}

/// Say the word, deprecated.
#[tool(register = false, lifecycle = "deprecated", replacement = "active")]
fn deprecated(ran: State<AtomicU32>, word: &str) -> String {
    active(ran, word)
}

const TOOLS: Toolset = toolset![active, deferred, hidden, deprecated];
const ARGUMENTS: &str = r#"{"word": "hello"}"#;

fn registry() -> Registry {
    let removed = Tombstone::new("removed", "0.2.0").replacement("active").hint("say it yourself");
    let builder = Registry::builder().toolset(TOOLS).retired([removed]);
    builder.state(AtomicU32::new(0)).build().unwrap()
}

/// A row of the table, as it is seen from outside.
#[derive(Debug, PartialEq)]
struct Row {
    in_head: bool,
    in_search_pool: bool,
    runs: bool,
    notice: Option<&'static str>,
    failure: Option<FailureKind>,
}

#[track_caller]
fn assert_row(name: &str, row: &Row) {
    let registry = registry();
    let surface = registry.surface().build().unwrap();
    let head: Vec<serde_json::Value> = serde_json::from_str(surface.tools().get()).unwrap();
    let record = registry.names().iter().find(|record| record.name() == name).unwrap();
    let outcome = call(&surface, name, ARGUMENTS);
    let notice = outcome.notice();
    assert_eq!(head.iter().any(|tool| tool["name"] == name), row.in_head, "head");
    assert_eq!(record.lifecycle().policy().searchable, row.in_search_pool, "search pool");
    assert_eq!(outcome.executed(), row.runs, "runs");
    assert_eq!(notice, row.notice, "notice");
    assert_eq!(outcome.failure(), row.failure, "failure");
    if row.runs {
        assert_eq!(outcome.text(), "said hello");
        assert_eq!(outcome.tool(), record.tool());
    }
    // Nothing of a name that is not visible is in the bytes, nor any word of its state.
    if !row.in_head {
        assert!(!surface.tools().get().contains(&format!("\"{name}\"")));
    }
    assert!(!surface.tools().get().contains("lifecycle"));
}

const SILENT: Row =
    Row { in_head: false, in_search_pool: false, runs: true, notice: None, failure: None };

#[test]
fn active_is_in_the_head_and_runs() {
    assert_row("active", &Row { in_head: true, ..SILENT });
}

#[test]
fn deferred_is_found_by_search_and_runs() {
    assert_row("deferred", &Row { in_search_pool: true, ..SILENT });
}

#[test]
fn hidden_runs_and_nothing_is_told() {
    assert_row("hidden", &SILENT);
    assert_row("active_hidden", &SILENT);
}

#[test]
fn deprecated_runs_with_a_notice() {
    let notice = Some("deprecated: use active instead");
    assert_row("deprecated", &Row { notice, ..SILENT });
    let notice = Some("deprecated: use active instead (it was renamed)");
    assert_row("active_deprecated", &Row { notice, ..SILENT });
}

#[test]
fn removed_does_not_run_and_says_what_to_use() {
    let failure = Some(FailureKind::Removed);
    assert_row("removed", &Row { runs: false, failure, ..SILENT });
    let outcome = call(&registry().surface().build().unwrap(), "removed", r#"{"text": "hello"}"#);
    assert_eq!(
        outcome.text(),
        "`removed` is retired since 0.2.0 and did not run; use `active` instead\n\
         say it yourself\n\
         `active` needs `word`\n\
         `active` does not take `text`\n\
         expected: `word` (string)"
    );
    let (_, details) = &outcome.meta()[0];
    assert_eq!(details["replacement"], "active");
    assert_eq!(details["retired_in"], "0.2.0");
    assert_eq!(details["hint"], "say it yourself");
    assert_eq!(details["missing"][0], "word");
}

#[test]
fn an_unknown_name_is_answered_with_visible_names_only() {
    let surface = registry().surface().build().unwrap();
    let outcome = call(&surface, "actve", ARGUMENTS);
    assert_eq!(outcome.failure(), Some(FailureKind::Unknown));
    assert!(!outcome.executed());
    assert_eq!(outcome.tool(), None);
    assert_eq!(outcome.text(), "there is no tool `actve`, and nothing ran; did you mean `active`?");
    // What is near an old name is answered with what took its place.
    assert!(call(&surface, "active_hiden", ARGUMENTS).text().ends_with("did you mean `active`?"));
    assert!(call(&surface, "removd", ARGUMENTS).text().ends_with("did you mean `active`?"));
    for near in ["hiden", "deprecatd", "removd", "active_hiden"] {
        let text = call(&surface, near, ARGUMENTS).text().into_owned();
        for name in ["hidden", "deprecated", "removed"] {
            assert!(!text.contains(&format!("`{name}")), "{text}");
            assert!(!text.contains(&format!("_{name}`")), "{text}");
        }
    }
}

#[test]
fn an_alias_is_byte_identical_to_its_tool() {
    let surface = registry().surface().build().unwrap();
    let json = |name| serde_json::to_string(&call(&surface, name, ARGUMENTS)).unwrap();
    assert_eq!(json("active_hidden"), json("active"));
    let [old, new] = ["active_deprecated", "active"].map(|name| call(&surface, name, ARGUMENTS));
    assert_eq!(old.text(), new.text());
    assert_eq!(old.content().collect::<Vec<_>>(), new.content().collect::<Vec<_>>());
    assert_eq!((old.meta().len(), new.meta().len()), (1, 0));
}

#[test]
fn a_deprecated_call_that_does_not_fit_has_its_notice_too() {
    let outcome = call(&registry().surface().build().unwrap(), "deprecated", "{}");
    assert_eq!(outcome.failure(), Some(FailureKind::BadArguments));
    assert_eq!(outcome.notice(), Some("deprecated: use active instead"));
}

#[test]
fn what_is_called_is_told_apart_from_what_it_is() {
    let outcome = call(&registry().surface().build().unwrap(), "ActiveHidden", ARGUMENTS);
    // Only visible names are found by their spelling.
    assert_eq!(outcome.failure(), Some(FailureKind::Unknown));
    let outcome = call(&registry().surface().build().unwrap(), "Active", ARGUMENTS);
    assert_eq!((outcome.called(), outcome.tool()), ("Active", Some("active")));
    assert!(outcome.executed());
}

#[test]
fn the_host_can_ask_for_the_notice_in_the_text_or_for_refusal() {
    let registry = registry();
    let text = |surface: &Surface, name| call(surface, name, ARGUMENTS).text().into_owned();

    let channel = toolcrib::NoticeChannel::MetadataAndContent;
    let surface = registry.surface().notices(channel).build().unwrap();
    let notice = "said hello\ndeprecated: use active instead";
    assert_eq!(text(&surface, "deprecated"), notice);
    assert_eq!(text(&surface, "active"), "said hello");

    let surface = registry.surface().strict(true).build().unwrap();
    let outcome = call(&surface, "deprecated", ARGUMENTS);
    assert_eq!((outcome.failure(), outcome.executed()), (Some(FailureKind::Deprecated), false));
    assert!(call(&surface, "hidden", ARGUMENTS).is_success());
}

#[test]
fn calls_by_names_that_are_not_active_are_counted() {
    let registry = registry();
    let surface = registry.surface().build().unwrap();
    for name in ["active", "deprecated", "deprecated", "removed", "active_hidden", "nothing"] {
        call(&surface, name, ARGUMENTS);
    }
    let used: Vec<_> = registry
        .usage()
        .filter(|usage| usage.calls > 0)
        .map(|usage| (usage.name, usage.calls))
        .collect();
    assert_eq!(used, [("active_hidden", 1), ("deprecated", 2), ("removed", 1)]);
    assert!(registry.usage().all(|usage| usage.name != "active"));
}

#[test]
fn names_resolve_without_running_anything() {
    let registry = registry();
    let tool = |name| match registry.resolve(name) {
        Resolution::Tool { tool, .. } => Some(tool.name()),
        _ => None,
    };
    assert_eq!(tool("active_deprecated"), Some("active"));
    assert_eq!(tool("ACTIVE"), Some("active"));
    assert!(matches!(registry.resolve("removed"), Resolution::Removed(_)));
    assert!(matches!(registry.resolve("nothing"), Resolution::Unknown));
    let names: Vec<_> = registry.names_of("active_hidden").collect();
    assert_eq!(names, ["active", "active_hidden", "active_deprecated"]);
    assert_eq!(registry.names_of("removed").count(), 0);
    assert_eq!(registry.tombstones().count(), 1);
}
