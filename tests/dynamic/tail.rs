//! Several sources beside each other and beside native tools.

use toolcrib::dynamic::{DynamicSource, Exposure, Prefix, Tail, TailTool};

use super::source;

fn with_tools(name: &str, tools: &[&str]) -> DynamicSource {
    let tools = tools.iter().map(|name| format!(r#"{{"name": "{name}", "inputSchema": {{}}}}"#));
    source(name, &format!("[{}]", tools.collect::<Vec<_>>().join(","))).prefix(Prefix::Never)
}

fn names(tail: &Tail) -> Vec<&str> {
    tail.tools().iter().map(TailTool::name).collect()
}

fn problems(tail: &Tail) -> Vec<String> {
    tail.problems().iter().map(ToString::to_string).collect()
}

#[test]
fn sorted_by_source_then_name() {
    let (b, a) = (with_tools("b", &["x", "a"]), with_tools("a", &["z", "y"]));
    let b = b.exposure(Exposure::Active);
    let tail = Tail::of([&b, &a], ["native"]);
    assert_eq!(names(&tail), ["y", "z", "a", "x"]);
    assert_eq!(problems(&tail), [""; 0]);
    let x = tail.get("x").unwrap();
    assert_eq!((x.source(), x.tool().name(), x.exposure()), ("b", "x", Exposure::Active));
    assert_eq!(tail.get("y").unwrap().exposure(), Exposure::Deferred);
    assert!(tail.get("native").is_none());
}

#[test]
fn a_clash_is_said_and_drops_neither_silently() {
    let (a, b) = (with_tools("a", &["read", "x"]), with_tools("b", &["read", "tts"]));
    let tail = Tail::of([&a, &b], ["tts"]);
    assert_eq!(names(&tail), ["x"]);
    let way_out =
        "choose `Prefix::OnClash` or `Prefix::Always` for the source, or leave one of them out";
    assert_eq!(
        problems(&tail),
        [
            format!(
                "one name for several tools: `read` (source `a`), `read` (source `b`); {way_out}"
            ),
            format!("one name for several tools: `tts` (native), `tts` (source `b`); {way_out}"),
        ]
    );
}

#[test]
fn a_prefix_on_clash_or_always() {
    let a = with_tools("a", &["read", "x"]).prefix(Prefix::OnClash);
    let b = with_tools("b", &["read", "tts", "y"]).prefix(Prefix::OnClash);
    let c = with_tools("c", &["z"]).prefix(Prefix::Always);
    let tail = Tail::of([&c, &a, &b], ["tts"]);
    assert_eq!(names(&tail), ["a__read", "x", "b__read", "b__tts", "y", "c__z"]);
    assert_eq!(problems(&tail), [""; 0]);
    assert_eq!(tail.get("b__tts").unwrap().definition().name(), "b__tts");
    assert_eq!(tail.get("b__tts").unwrap().tool().name(), "tts");

    // One that may not change keeps its name, and the other one gives way.
    let a = a.prefix(Prefix::Never);
    assert_eq!(names(&Tail::of([&a, &b], [])), ["read", "x", "b__read", "tts", "y"]);
}

#[test]
fn another_spelling_is_the_same_name_unless_it_is_the_sources_own() {
    let a = with_tools("a", &["readFile", "get_user", "getUser"]);
    let tail = Tail::of([&a], ["read_file"]);
    assert_eq!(names(&tail), ["getUser", "get_user"]);
    assert!(problems(&tail)[0].contains("`readFile` (source `a`), `read_file` (native)"));
    let tail = Tail::of([&a.prefix(Prefix::OnClash)], ["read_file"]);
    assert_eq!(names(&tail), ["getUser", "get_user", "a__readFile"]);
}

#[test]
fn a_prefixed_name_is_checked_too() {
    let a = with_tools("a", &["b", "a__b"]).prefix(Prefix::OnClash);
    let tail = Tail::of([&a], ["b"]);
    assert_eq!(names(&tail), [""; 0]);
    assert!(problems(&tail)[0].contains("`a__b` (source `a`), `a__b` (source `a`)"));
    let tail = Tail::of([&with_tools("a", &["b"]).prefix(Prefix::Always)], ["a__b"]);
    assert!(problems(&tail)[0].contains("`a__b` (native), `a__b` (source `a`)"));

    let long = "x".repeat(128);
    let a = with_tools("a", &[&long]).prefix(Prefix::Always);
    let said = problems(&Tail::of([&a], []));
    assert!(
        said[0].ends_with("has more than 128 characters; give source `a` a shorter name"),
        "{said:?}"
    );
    assert_eq!(names(&Tail::of([&a.prefix(Prefix::OnClash)], [])), [&*long]);
}

#[test]
fn sources_need_names_of_their_own_and_handlers() {
    let (one, other) = (with_tools("a", &["x"]), with_tools("a", &["y"]));
    let unheard = DynamicSource::from_mcp("b", r#"[{"name": "z", "inputSchema": {}}]"#).unwrap();
    let empty = DynamicSource::from_mcp("c", "[]").unwrap();
    let tail = Tail::of([&one, &other, &unheard, &empty], []);
    assert_eq!(names(&tail), [""; 0]);
    assert_eq!(
        problems(&tail),
        [
            "several sources are called `a`; give each a name of its own",
            "nothing runs the tools of source `b`; give it a handler with `.handler(..)`",
        ]
    );
}

#[test]
fn nothing_depends_on_the_order_of_what_is_given() {
    let sources = [
        with_tools("a", &["read", "x", "write"]).prefix(Prefix::OnClash),
        with_tools("b", &["read", "y", "native"]),
        with_tools("c", &["Read", "y", "z"]).prefix(Prefix::OnClash),
        with_tools("d", &["b", "native"]).prefix(Prefix::Always),
    ];
    let natives = ["native", "write", "old"];
    let expected = Tail::of(&sources, natives);
    assert_eq!(
        names(&expected),
        ["a__read", "a__write", "x", "read", "y", "c__Read", "c__y", "z", "d__b", "d__native"]
    );
    for turn in 0..4 {
        let turned = sources[turn..].iter().chain(&sources[..turn]).rev();
        let tail = Tail::of(turned, natives.into_iter().rev());
        assert_eq!(names(&tail), names(&expected));
        assert_eq!(tail.problems(), expected.problems());
    }
}
