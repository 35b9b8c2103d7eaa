//! Calls: arguments in all the shapes in which models send them, failures, panics, cancellation.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;

use serde::Deserialize;
use toolcrib::schemars::JsonSchema;
use toolcrib::{
    Args, Context, FailureKind, Registry, State, Surface, ToolCall, ToolError, Toolset, tool,
    toolset,
};

use super::call;

/// Add two numbers.
#[tool(register = false)]
fn add(runs: State<AtomicU32>, a: i64, b: i64) -> i64 {
    runs.fetch_add(1, Ordering::Relaxed);
    a + b
}

/// Count the runs.
#[tool(register = false)]
fn count(runs: State<AtomicU32>) -> u32 {
    runs.fetch_add(1, Ordering::Relaxed) + 1
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct Order {
    items: Vec<Item>,
    note: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Item {
    name: String,
    size: u8,
}

/// Order things.
#[tool(register = false)]
async fn order(Args(order): Args<Order>) -> String {
    let items = order.items.iter().map(|item| format!("{}x{}", item.size, item.name));
    items.chain(order.note).collect::<Vec<_>>().join(" ")
}

/// Fail.
#[tool(register = false)]
fn fail(how: &str) -> Result<(), ToolError> {
    match how {
        "denied" => Err(ToolError::denied("not on a Sunday")),
        "arguments" => Err(ToolError::bad_arguments("`how` is odd")),
        _ => Err(std::io::Error::other("the disk is full"))?,
    }
}

/// Panic.
#[tool(register = false)]
async fn panic(late: bool) -> String {
    if late {
        let mut polled = false;
        std::future::poll_fn(|cx| {
            cx.waker().wake_by_ref();
            if std::mem::replace(&mut polled, true) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
    panic!("late: {late}\u{1b}[31m")
}

/// Panic at once.
#[tool(register = false, alias(name = "old_panic", adapt = panic_before))]
fn panic_now() -> String {
    panic!("now")
}

fn panic_before(_: &mut serde_json::Map<String, serde_json::Value>) -> Result<(), ToolError> {
    panic!("before")
}

/// Wait for ever.
#[tool(register = false)]
async fn wait(runs: State<AtomicU32>) {
    struct Ends(State<AtomicU32>);
    impl Drop for Ends {
        fn drop(&mut self) {
            self.0.fetch_add(100, Ordering::Relaxed);
        }
    }
    let _ends = Ends(runs);
    std::future::pending::<()>().await;
}

/// Report and say who is asking.
#[tool(register = false)]
fn report(cx: &Context<'_>) -> String {
    cx.progress(1.0, Some(2.0), "half");
    format!("{} {}", cx.call_id(), cx.get::<String>().map_or("nobody", String::as_str))
}

const TOOLS: Toolset = toolset![add, count, order, fail, panic, panic_now, wait, report];

fn surface() -> (Surface, Arc<AtomicU32>) {
    let runs = Arc::new(AtomicU32::new(0));
    let builder = Registry::builder().toolset(TOOLS).shared_state(Arc::clone(&runs));
    (builder.build().unwrap().surface().build().unwrap(), runs)
}

#[test]
fn arguments_as_models_send_them() {
    let (surface, _) = surface();
    for text in [
        r#"{"a":1,"b":2}"#,
        " {\n\t\"b\" : 2 , \"a\" : 1 }\r\n",
        r#"{"\u0061":1,"b":2}"#,
        r#""{\"a\":1,\"b\":2}""#,
    ] {
        let outcome = call(&surface, "add", text);
        assert_eq!(outcome.text(), "3", "{text}");
        let unwrapped = outcome.meta().iter().any(|(key, _)| key == toolcrib::UNWRAPPED_KEY);
        assert_eq!(unwrapped, text.starts_with('"'), "{text}");
    }
    for text in ["", "  ", "null", "{}", "\n"] {
        assert!(call(&surface, "count", text).is_success(), "{text:?}");
    }
}

#[test]
fn what_cannot_be_read_never_runs() {
    let (surface, runs) = surface();
    let deep = format!("{}1{}", r#"{"a":"#.repeat(500), "}".repeat(500));
    for text in [
        "{",
        "[1,2]",
        "1",
        "\"x\"",
        "{\"a\":1,\"b\":2",
        "{\"a\":1,\"b\":2}}",
        "{\"a\":1 \"b\":2}",
        "{'a':1,'b':2}",
        "{\"a\":1,\"b\":2,}",
        "{\"a\":01,\"b\":2}",
        "{\"a\":1,\"b\":nan}",
        "{\"a\":1,\"a\":1,\"b\":2}",
        "{\"a\":1,\"b\":2,\"c\":3}",
        "{\"a\":1}",
        "{\"a\":\"1\",\"b\":2}",
        "{\"a\":1.5,\"b\":2}",
        "{\"a\":null,\"b\":2}",
        "{\"a\":99999999999999999999,\"b\":2}",
        &deep,
        "\u{0}",
        "{\"a\":1,\"b\":2}\u{0}",
        "\"\\\"{\\\\\\\"a\\\\\\\":1,\\\\\\\"b\\\\\\\":2}\\\"\"",
    ] {
        let outcome = call(&surface, "add", text);
        assert_eq!(outcome.failure(), Some(FailureKind::BadArguments), "{text}");
        assert!(!outcome.executed());
        assert!(outcome.argument_errors().is_some_and(|errors| !errors.is_empty()));
        assert!(!outcome.text().contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
    assert_eq!(runs.load(Ordering::Relaxed), 0);
}

#[test]
fn all_mistakes_of_a_call_are_said_at_once() {
    let (surface, _) = surface();
    let outcome = call(&surface, "add", r#"{"a": "one", "bb": 2, "c\u001b": 3}"#);
    assert_eq!(
        outcome.text(),
        "the arguments of `add` do not fit, and it did not run\n\
         - `b` is missing\n\
         - `bb` is not an argument of this tool; did you mean `b`?\n\
         - `c\\u{1b}` is not an argument of this tool\n\
         - `a`: takes integer, not \"one\"\n\
         expected: `a` (integer), `b` (integer)"
    );
    let (_, details) = &outcome.meta()[0];
    assert_eq!(details["kind"], "bad_arguments");
    assert_eq!(details["invalid"][0]["path"], "a");
}

#[test]
fn a_mistake_deep_inside_has_its_path() {
    let (surface, _) = surface();
    let text = |arguments| call(&surface, "order", arguments).text().into_owned();
    assert_eq!(
        text(r#"{"items": [{"name": "nut", "size": 1}, {"name": "bolt", "size": 300}]}"#),
        "the arguments of `order` do not fit, and it did not run\n\
         - `items[1].size`: takes integer from 0 to 255, not 300\n\
         expected: `items` (array of object with `name` (string), `size` (integer from 0 to 255)), `note` (string, optional)"
    );
    assert_eq!(
        text(r#"{"notes": "x"}"#),
        "the arguments of `order` do not fit, and it did not run\n\
         - `items` is missing\n\
         - `notes` is not an argument of this tool; did you mean `note`?\n\
         expected: `items` (array of object with `name` (string), `size` (integer from 0 to 255)), `note` (string, optional)"
    );
    assert!(text(r#"{"items": [{"size": 1}]}"#).contains("- `items[0]`: missing field `name`"));
    assert_eq!(text(r#"{"items": [{"name": "nut", "size": 2}], "note": "soon"}"#), "2xnut soon");
}

#[test]
fn a_tools_own_error_is_a_failed_result() {
    let (surface, _) = surface();
    for (how, kind, text) in [
        ("denied", FailureKind::Denied, "not on a Sunday"),
        ("arguments", FailureKind::BadArguments, "`how` is odd"),
        ("else", FailureKind::Failed, "the disk is full"),
    ] {
        let outcome = call(&surface, "fail", &format!(r#"{{"how": "{how}"}}"#));
        assert_eq!((outcome.failure(), &*outcome.text()), (Some(kind), text));
        assert!(outcome.executed() && !outcome.is_success());
        let json = serde_json::to_value(&outcome).unwrap();
        assert_eq!(json["isError"], true);
    }
}

#[test]
fn a_panic_is_contained_to_its_call() {
    let (surface, _) = surface();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let outcomes = [
        call(&surface, "panic", r#"{"late": true}"#),
        call(&surface, "panic", r#"{"late": false}"#),
        call(&surface, "panic_now", ""),
    ];
    let adapted = call(&surface, "old_panic", "{}");
    std::panic::set_hook(hook);
    assert_eq!((adapted.failure(), adapted.executed()), (Some(FailureKind::Panicked), false));
    for outcome in &outcomes {
        assert_eq!(outcome.failure(), Some(FailureKind::Panicked));
        assert!(outcome.executed());
    }
    assert_eq!(outcomes[0].text(), "`panic` panicked: late: true\\u{1b}[31m");
    assert_eq!(outcomes[2].text(), "`panic_now` panicked: now");
    assert!(call(&surface, "count", "").is_success());
}

#[test]
fn dropping_the_future_cancels() {
    let (surface, runs) = surface();
    let cx = Context::new();
    let mut call = Box::pin(surface.call(ToolCall::new("wait", ""), &cx));
    let mut task = std::task::Context::from_waker(std::task::Waker::noop());
    assert!(call.as_mut().poll(&mut task).is_pending());
    assert_eq!(runs.load(Ordering::Relaxed), 0);
    drop(call);
    assert_eq!(runs.load(Ordering::Relaxed), 100);
}

#[test]
fn the_context_has_the_calls_id_values_and_progress() {
    let (surface, _) = surface();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&seen);
    let cx = Context::new().with("reviewer".to_owned()).on_progress(move |progress| {
        sink.lock().unwrap().push(format!("{progress:?}"));
    });
    let call = ToolCall { id: "call_7", name: "report", arguments: "" };
    let outcome = pollster::block_on(surface.call(call, &cx));
    assert_eq!(outcome.text(), "call_7 reviewer");
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 1);
    assert!(seen[0].contains("call_7") && seen[0].contains("half"));
}

#[test]
fn a_call_can_be_sent_to_another_thread() {
    fn is_send(_: &impl Send) {}
    let (surface, _) = surface();
    let cx = Context::new();
    is_send(&surface.call(ToolCall::new("count", ""), &cx));
    // A value that is not Send has no way in, so nothing here needs it to be.
    let _not_send = Rc::new(RefCell::new(0));
}

#[test]
fn a_foreign_name_is_repeated_without_control_characters() {
    let (surface, _) = surface();
    for name in ["\u{1b}]0;x\u{7}", "a\u{202e}b\nc", "`; rm", &"x".repeat(10_000), ""] {
        let outcome = call(&surface, name, "{}");
        assert_eq!(outcome.failure(), Some(FailureKind::Unknown));
        let text = outcome.text();
        assert!(text.len() < 400, "{text}");
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}', '\n']), "{text:?}");
        let json = serde_json::to_string(&outcome).unwrap();
        assert!(!json.contains('\u{202e}') && json.len() < 1000);
    }
}
