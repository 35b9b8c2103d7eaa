//! Code that is not ours, at its worst: a host that runs it goes on, and has an outcome for each call.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, Waker};

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use toolcrib::dynamic::{DynamicSource, Exposure, ForeignTool, Handler, handler_fn};
use toolcrib::{
    Context, FailureKind, Outcome, Output, Problem, Registry, Rule, State, Surface, SurfaceProblem,
    Tool, ToolCall, ToolError, tool,
};

/// Panics without the hook, so that a thousand panics print nothing.
fn boom() -> ! {
    resume_unwind(Box::new("boom"))
}

/// Panics when it is dropped, with a payload that does.
#[derive(Debug, Clone, Copy)]
struct Bomb;

/// The bomb, armed.
#[derive(Debug)]
struct Armed(Bomb);

impl Drop for Armed {
    fn drop(&mut self) {
        resume_unwind(Box::new(Self(self.0)));
    }
}

/// An error that does what its number says.
#[derive(Debug)]
struct Hostile {
    text: usize,
    source: usize,
    _drop: Option<Armed>,
}

const TEXTS: usize = 5;
const SOURCES: usize = 4;

impl fmt::Display for Hostile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text {
            0 => f.write_str("no\u{1b}[31m luck"),
            1 => boom(),
            2 => Err(fmt::Error),
            3 => f.write_str(&"ä".repeat(5 << 20)),
            _ => loop {
                f.write_str("and on, ")?;
            },
        }
    }
}

impl Error for Hostile {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.source {
            0 => None,
            1 => Some(self),
            2 => boom(),
            _ => Some(Box::leak(Box::new(Self { text: self.text, source: 3, _drop: None }))),
        }
    }
}

/// Panics in `poll`, or when it is dropped: after its end or before it.
struct Fuse {
    panics: bool,
    result: Option<Result<Output, ToolError>>,
    _drop: Option<Armed>,
}

impl Future for Fuse {
    type Output = Result<Output, ToolError>;

    fn poll(mut self: Pin<&mut Self>, _: &mut std::task::Context<'_>) -> Poll<Self::Output> {
        match self.result.take() {
            _ if self.panics => resume_unwind(Box::new(Armed(Bomb))),
            Some(result) => Poll::Ready(result),
            None => Poll::Pending,
        }
    }
}

/// What the tool of a number does, and the kind of its outcome.
fn hostile(number: usize) -> (Fuse, Option<FailureKind>) {
    let (text, rest) = (number % TEXTS, number / TEXTS);
    let (source, rest) = (rest % SOURCES, rest / SOURCES);
    let (drops, rest) = (rest % 2, rest / 2);
    let (is_bomb, ending) = (rest % 2 == 1, rest / 2 % 5);
    let armed = |when: bool| when.then(|| Armed(Bomb));
    let error = || Hostile { text, source, _drop: armed(drops == 1) };
    let (result, kind) = match ending {
        0 => (Ok(Output::text("fine")), None),
        1 => (Err(ToolError::failed(error())), Some(FailureKind::Failed)),
        2 => (Err(ToolError::denied(error())), Some(FailureKind::Denied)),
        3 => (Err(ToolError::bad_arguments(error())), Some(FailureKind::BadArguments)),
        _ => (Ok(Output::empty()), Some(FailureKind::Panicked)),
    };
    let panics = kind == Some(FailureKind::Panicked);
    (Fuse { panics, result: Some(result), _drop: armed(is_bomb) }, kind)
}

fn block_on(surface: &Surface, name: &str, cx: &Context<'_>) -> Outcome {
    pollster::block_on(surface.call(ToolCall::new(name, "{}"), cx))
}

#[track_caller]
fn assert_bounded(outcome: &Outcome) {
    let text = outcome.text();
    assert!(text.len() <= 8 << 10, "{} bytes", text.len());
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
}

#[test]
fn a_thousand_hostile_tools_each_have_an_outcome() {
    let names: Vec<_> = (0..1_000).map(|number| format!("t{number}")).collect();
    let tools = names.iter().map(|name| ForeignTool::new(&**name, "", "{}"));
    let handler = handler_fn(|call, _| match call.name[1..].parse() {
        Ok(number) if number % 7 != 6 => Box::pin(hostile(number).0),
        // Not even a future.
        _ => boom(),
    });
    let source = DynamicSource::from_tools("hostile", tools).unwrap().handler(handler);
    let registry = Registry::builder().build().unwrap();
    let surface = registry.surface().source(source).build().unwrap();
    let cx = Context::new();
    let mut kinds = std::collections::BTreeMap::<_, usize>::new();
    for (number, name) in names.iter().enumerate() {
        let outcome = block_on(&surface, name, &cx);
        let expected = match number % 7 {
            6 => Some(FailureKind::Panicked),
            _ => {
                let (fuse, kind) = hostile(number);
                std::mem::forget(fuse);
                kind
            }
        };
        assert_eq!((outcome.failure(), outcome.executed()), (expected, true), "{name}");
        assert_bounded(&outcome);
        *kinds.entry(expected.map(FailureKind::as_str)).or_default() += 1;
    }
    assert_eq!(kinds.len(), 5, "{kinds:?}");
}

/// An error above another one, and so on.
struct Counted(usize);

impl fmt::Debug for Counted {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        boom()
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({})", self.0)
    }
}

impl Error for Counted {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(Box::leak(Box::new(Self(self.0 + 1))))
    }
}

#[test]
fn what_an_error_cannot_say_is_said_for_it() {
    let text = |text, source| {
        let error = ToolError::failed(Hostile { text, source, _drop: None });
        error.to_string()
    };
    assert_eq!(text(0, 0), "no[31m luck");
    assert_eq!(text(1, 0), "an error that cannot be shown, since its `Display` panicked: boom");
    assert_eq!(text(2, 0), "an error that cannot be shown, since its `Display` failed");
    for endless in [3, 4] {
        let text = text(endless, 0);
        assert!(text.ends_with(" … (the rest is left out)"), "{text}");
        assert!((8_100..=8_192).contains(&text.len()), "{}", text.len());
    }
    // Errors that lead in a circle, or on for ever. What repeats the one above is told once.
    assert_eq!(text(0, 1), "no[31m luck: …");
    assert_eq!(text(0, 2), "no[31m luck");
    let text = ToolError::failed(Counted(0)).to_string();
    assert!(text.starts_with("(0): (1): (2): ") && text.ends_with("(16): …"), "{text}");
}

/// Runs and is not done.
#[tool(register = false)]
async fn wait() -> String {
    let _bomb = Armed(Bomb);
    std::future::pending().await
}

#[test]
fn a_call_is_cancelled_whatever_its_future_does_then() {
    let source = DynamicSource::from_tools("s", [ForeignTool::new("hang", "", "{}")]).unwrap();
    let hang = || Fuse { panics: false, result: None, _drop: Some(Armed(Bomb)) };
    let source = source.handler(handler_fn(move |_, _| Box::pin(hang())));
    let registry = Registry::builder().tool::<wait>().build().unwrap();
    let surface = registry.surface().source(source).build().unwrap();
    let cx = Context::new();
    for name in ["wait", "hang"] {
        let mut call = pin!(Some(Box::pin(surface.call(ToolCall::new(name, "{}"), &cx))));
        let mut task = std::task::Context::from_waker(Waker::noop());
        let running = call.as_mut().get_mut().as_mut().unwrap();
        assert!(running.as_mut().poll(&mut task).is_pending());
        call.set(None);
    }
}

/// Fails while it is written.
struct Unwritable(bool);

impl Serialize for Unwritable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 {
            boom();
        }
        serializer.collect_str(&Hostile { text: 2, source: 0, _drop: None })
    }
}

/// Return what panics when it is written.
#[tool(register = false)]
fn writes() -> Unwritable {
    Unwritable(true)
}

/// Return what cannot be written.
#[tool(register = false)]
async fn formats() -> Unwritable {
    Unwritable(false)
}

/// Return what panics when it is dropped.
#[tool(register = false)]
fn drops() -> Dropped {
    Dropped { said: "it is done", bomb: Armed(Bomb) }
}

#[derive(Serialize)]
struct Dropped {
    said: &'static str,
    #[serde(skip)]
    #[allow(dead_code, reason = "it is there to be dropped")]
    bomb: Armed,
}

/// Fail with an error that panics when it is shown and dropped.
#[tool(register = false, alias(name = "old_fails", adapt = adapt))]
fn fails() -> Result<String, Hostile> {
    Err(Hostile { text: 1, source: 2, _drop: Some(Armed(Bomb)) })
}

fn adapt(_: &mut Map<String, Value>) -> Result<(), ToolError> {
    Err(ToolError::denied(Hostile { text: 4, source: 1, _drop: Some(Armed(Bomb)) }))
}

/// Tell how far it has come.
#[tool(register = false)]
fn reports(cx: &Context) -> &'static str {
    cx.progress(1.0, None, "half");
    "done"
}

/// Panic with what panics.
#[tool(register = false)]
async fn panics() -> String {
    resume_unwind(Box::new(Armed(Bomb)))
}

/// A value that panics when the registry lets go of it.
#[derive(Default)]
struct Instance;

impl Drop for Instance {
    fn drop(&mut self) {
        boom();
    }
}

/// Run on a value.
#[tool(register = false, name = "on_instance")]
impl Tool for Instance {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _: &Context<'_>) -> Result<String, ToolError> {
        Ok("ran".into())
    }
}

#[test]
fn native_tools_are_contained_as_well() {
    let builder = Registry::builder().tool::<writes>().tool::<formats>().tool::<drops>();
    let builder = builder.tool::<fails>().tool::<reports>().tool::<panics>().tool::<Instance>();
    let registry = builder.state(Armed(Bomb)).build().unwrap();
    let surface = registry.surface().build().unwrap();
    let cx = Context::new().with(Armed(Bomb)).on_progress(|_| boom());
    for (name, failure, executed, text) in [
        ("writes", Some(FailureKind::Panicked), true, "`writes` panicked: boom"),
        ("formats", Some(FailureKind::Panicked), true, "`formats` panicked"),
        ("drops", None, true, r#"{"said":"it is done"}"#),
        (
            "fails",
            Some(FailureKind::Failed),
            true,
            "an error that cannot be shown, since its `Display` panicked: boom",
        ),
        ("old_fails", Some(FailureKind::Denied), false, "and on, and on"),
        ("reports", None, true, "done"),
        ("panics", Some(FailureKind::Panicked), true, "`panics` panicked"),
        ("on_instance", None, true, "ran"),
    ] {
        let outcome = block_on(&surface, name, &cx);
        assert_eq!((outcome.failure(), outcome.executed()), (failure, executed), "{name}");
        assert!(outcome.text().starts_with(text), "{name}: {}", outcome.text());
        assert_bounded(&outcome);
    }
    // What the host lets go of at last.
    drop((cx, surface, registry));
}

#[derive(Debug)]
struct Picky;

impl Default for Picky {
    fn default() -> Self {
        boom()
    }
}

/// Never is.
#[tool(register = false, name = "picky")]
impl Tool for Picky {
    type Args = ();
    type Output = String;

    async fn call(&self, (): (), _: &Context<'_>) -> Result<String, ToolError> {
        Ok(String::new())
    }
}

/// An argument that cannot describe itself.
#[derive(serde::Deserialize)]
struct Undescribed;

impl toolcrib::schemars::JsonSchema for Undescribed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        boom()
    }

    fn json_schema(_: &mut toolcrib::schemars::SchemaGenerator) -> toolcrib::schemars::Schema {
        boom()
    }
}

/// Take it.
#[tool(register = false)]
fn takes(what: Undescribed) -> String {
    let Undescribed = what;
    String::new()
}

#[test]
fn what_panics_when_something_is_built_is_a_problem_of_it() {
    let error = Registry::builder().tool::<Picky>().build().unwrap_err();
    let [Problem::Panicked { tool, said, .. }] = error.problems() else { panic!("{error}") };
    assert_eq!((tool.name, &**said), ("picky", "panicked: boom"));
    let error = Registry::builder().tool::<takes>().build().unwrap_err();
    assert!(matches!(error.problems(), [Problem::Panicked { .. }]), "{error}");

    // A rule that gives no answer allows nothing.
    let registry = Registry::builder().tool::<wait>().tool::<reports>().build().unwrap();
    let rule = Rule::filter(|tool| if tool.name == "wait" { boom() } else { true });
    let error = registry.surface().rule(rule).build().unwrap_err();
    let [Problem::Surface(SurfaceProblem::RulePanicked { tool, .. })] = error.problems() else {
        panic!("{error}");
    };
    assert_eq!(tool, "wait");
}

#[test]
fn a_handler_is_let_go_of_whatever_it_does_then() {
    struct Server(#[allow(dead_code, reason = "it is there to be dropped")] Armed);
    impl Handler for Server {
        fn call<'a>(
            &'a self,
            _: toolcrib::dynamic::DynamicCall<'a>,
            _: &'a Context<'a>,
        ) -> toolcrib::dynamic::BoxFuture<'a, Result<Output, ToolError>> {
            Box::pin(async { Ok(Output::empty()) })
        }
    }
    let source = DynamicSource::from_tools("s", [ForeignTool::new("a", "", "{}")]).unwrap();
    let source = source.exposure(Exposure::Active).handler(Server(Armed(Bomb)));
    let surface = Registry::builder().build().unwrap().surface().source(source).build().unwrap();
    assert!(block_on(&surface, "a", &Context::new()).is_success());
    drop(surface);
}

/// Say how often.
#[tool(register = false)]
fn count(state: State<AtomicUsize>) -> usize {
    state.fetch_add(1, Ordering::Relaxed)
}

#[test]
fn a_panic_of_one_call_is_nothing_to_the_next() {
    let registry = Registry::builder().state(AtomicUsize::new(0)).tool::<count>();
    let registry = registry.tool::<panics>().build().unwrap();
    let surface = registry.surface().build().unwrap();
    let cx = Context::new();
    for expected in 0..100 {
        assert_eq!(block_on(&surface, "count", &cx).text(), expected.to_string());
        assert!(!block_on(&surface, "panics", &cx).is_success());
    }
}
