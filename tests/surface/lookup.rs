//! What a name stands for, asked before it is called.

use toolcrib::dynamic::Exposure;
use toolcrib::provider::Provider;
use toolcrib::{AnyTool, FailureKind, Lifecycle, Rule, Surface, ToolOrigin};

use super::{call, registry, source};

fn surface() -> Surface {
    let list = r#"[{"name": "fetch.page", "description": "Fetch a page.", "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true}}]"#;
    let web = source("web", list).exposure(Exposure::Active);
    let builder = registry().surface().provider(Provider::Anthropic).source(web);
    builder.rule(Rule::without(["listen"]).because("it is night")).build().unwrap()
}

#[test]
fn all_that_a_permission_is_checked_by() {
    let surface = surface();
    for name in ["exec_shell", "exec", "run_command", "ExecShell"] {
        let lookup = surface.lookup(name);
        assert_eq!((lookup.called(), lookup.canonical()), (name, Some("exec_shell")));
        assert_eq!(lookup.wire_name(), Some("exec_shell"));
        assert_eq!(lookup.tags(), ["shell"]);
        assert!(matches!(lookup.tool(), Some(AnyTool::Native(_))));
        let origin = lookup.origin().unwrap().to_string();
        assert!(origin.contains("surface.rs:"), "{origin}");
        assert_eq!((lookup.runs(), lookup.failure(), lookup.denial()), (true, None, None));
    }
    assert_eq!(surface.lookup("exec_shell").lifecycle(), Some(Lifecycle::Active));
    let old = surface.lookup("run_command");
    assert_eq!(old.lifecycle().unwrap().as_str(), "deprecated");
    assert_eq!(old.replacement(), Some("exec_shell"));
    assert_eq!(old.notice().unwrap(), "deprecated: use exec_shell instead");
    assert_eq!(surface.lookup("read_file").annotations().read_only, Some(true));

    for name in ["fetch_-2e-page", "fetch.page", "Fetch.Page"] {
        let lookup = surface.lookup(name);
        assert_eq!(lookup.canonical(), Some("fetch.page"), "{name}");
        assert_eq!(lookup.wire_name(), Some("fetch_-2e-page"));
        assert_eq!(surface.wire_name(name), Some("fetch_-2e-page"));
        assert_eq!(lookup.lifecycle(), Some(Lifecycle::Active));
        assert_eq!(lookup.annotations().read_only, Some(true));
        assert!(lookup.record().is_none() && lookup.notice().is_none() && lookup.tags().is_empty());
        let origin = lookup.origin().unwrap();
        assert_eq!(origin, ToolOrigin::Source { source: "web", tool: "fetch.page" });
        assert_eq!(origin.to_string(), "`fetch.page` of source `web`");
    }
}

#[test]
fn why_a_call_would_run_nothing() {
    let surface = surface();
    let cases = [
        ("listen", FailureKind::Denied),
        ("shout", FailureKind::Removed),
        ("fetch_-2f-page", FailureKind::Unknown),
        ("xyzzy", FailureKind::Unknown),
    ];
    for (name, failure) in cases {
        let lookup = surface.lookup(name);
        assert_eq!((lookup.runs(), lookup.failure()), (false, Some(failure)), "{name}");
        assert_eq!(call(&surface, name, "{}").failure(), Some(failure));
        assert_eq!(lookup.wire_name(), None);
    }
    let denied = surface.lookup("listen");
    assert_eq!((denied.canonical(), denied.denial()), (Some("listen"), Some("it is night")));
    let gone = surface.lookup("shout");
    assert_eq!((gone.canonical(), gone.replacement()), (None, Some("speech")));
    assert_eq!(gone.record().unwrap().since(), Some("1.0.0"));
    assert!(gone.origin().is_some());

    let strict = registry().surface().strict(true).build().unwrap();
    for name in ["run_command", "say"] {
        assert_eq!(strict.lookup(name).failure(), Some(FailureKind::Deprecated));
        let outcome = call(&strict, name, r#"{"command": "x", "text": "x"}"#);
        assert_eq!(outcome.failure(), Some(FailureKind::Deprecated));
    }
    assert!(strict.lookup("exec").runs());
}

#[test]
fn a_name_that_nobody_is_sent_has_none_on_the_wire() {
    let surface = surface();
    // A tool that is deprecated itself, and one that is denied.
    assert_eq!(surface.wire_name("say"), None);
    assert_eq!(surface.wire_name("listen"), None);
    assert_eq!(surface.wire_name("speech"), Some("speech"));
}
