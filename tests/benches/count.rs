//! Allocations, counted: of each kind of call before the tool's body and in all, and of what a
//! host does without calling.
//!
//! The counter is the program's allocator. It counts for all threads, so nothing may run beside.

use std::alloc::System;
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Poll, Waker};

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use toolcrib::schemars::JsonSchema;
use toolcrib::serde::Deserialize;
use toolcrib::{
    Args, Context, Output, Registry, Resolution, State, Surface, Tool, ToolCall, ToolError, tool,
};

use crate::many::many;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The count when the last tool's body began.
static ENTERED: AtomicUsize = AtomicUsize::new(0);

fn allocations() -> usize {
    let stats = ALLOCATOR.stats();
    stats.allocations + stats.reallocations
}

/// The first thing that each tool's body does.
fn enter() {
    ENTERED.store(allocations(), Ordering::Relaxed);
}

/// What was counted of one thing.
pub(crate) struct Row {
    pub(crate) what: &'static str,
    /// Before the tool's body; all where there is none.
    pub(crate) before: usize,
    pub(crate) total: usize,
    /// The most that there may be before the body.
    pub(crate) bar: usize,
}

impl Row {
    pub(crate) fn is_met(&self) -> bool {
        self.before <= self.bar
    }
}

/// Counts everything.
pub(crate) fn rows() -> Vec<Row> {
    let surface = surface();
    let registry = surface.registry();
    let add = r#"{"a": 20, "b": 22}"#;
    let call = |what, bar, name, arguments| {
        // The first call may set things up.
        count_call(&surface, name, arguments);
        let (before, total) = count_call(&surface, name, arguments);
        Row { what, before, total, bar }
    };
    let other = |what, act: &dyn Fn()| {
        let start = allocations();
        act();
        let total = allocations() - start;
        Row { what, before: total, total, bar: 0 }
    };
    vec![
        call("sync fn, two numbers", 0, "add", add),
        call("sync fn, borrowed text", 0, "greet", r#"{"name": "world", "loud": true}"#),
        call("sync fn, defaults and options left out", 0, "page", "{}"),
        call("sync fn, no arguments at all", 0, "page", ""),
        call("sync fn, struct of numbers", 0, "add_pair", add),
        call("sync fn, state and context", 0, "add_to", r#"{"n": 1}"#),
        call("sync fn, output of its own", 0, "add_silently", add),
        call("sync fn, by a hidden name", 0, "plus", add),
        call("sync fn, by a deprecated name", 0, "sum", add),
        call("sync fn, one of 10,000", 0, "add_07777", add),
        call("async fn, two numbers", 1, "add_async", add),
        call("async fn, borrowed text", 1, "greet_async", r#"{"name": "world"}"#),
        call("impl Tool", 1, "adder", add),
        other("resolve a canonical name", &|| {
            assert!(matches!(registry.resolve("add"), Resolution::Tool { .. }));
        }),
        other("resolve a hidden name", &|| {
            assert!(matches!(registry.resolve("plus"), Resolution::Tool { .. }));
        }),
        other("hand out the head", &|| assert!(surface.tools().get().len() > 2)),
        other("digest of the head", &|| assert_ne!(surface.digest().as_bytes(), &[0; 32])),
        other("another handle of the surface", &|| drop(surface.clone())),
        unknown(&surface, "an unknown name, like 10,000", "add_07x77"),
        unknown(&surface, "an unknown name, like none", "functions.run_terminal_cmd"),
    ]
}

/// The answer to a name that stands for nothing, once it is made ready to be compared.
fn unknown(surface: &Surface, what: &'static str, name: &str) -> Row {
    let answer = || {
        let cx = Context::new();
        let start = allocations();
        let call = pin!(surface.call(ToolCall::new(name, "{}"), &cx));
        let outcome = call.poll(&mut std::task::Context::from_waker(Waker::noop()));
        let total = allocations() - start;
        assert!(matches!(outcome, Poll::Ready(outcome) if !outcome.executed()));
        total
    };
    answer();
    let total = answer();
    Row { what, before: total, total, bar: 100 }
}

fn surface() -> Surface {
    let builder = Registry::builder().state(AtomicUsize::new(0)).toolset(many::<add>(10_000));
    let builder = builder.tool::<add>().tool::<add_silently>().tool::<greet>().tool::<page>();
    let builder = builder.tool::<add_pair>().tool::<add_to>();
    let builder = builder.tool::<add_async>().tool::<greet_async>().tool::<Adder>();
    builder.build().and_then(|registry| registry.surface().build()).expect("they fit together")
}

/// Before the body, and in all.
fn count_call(surface: &Surface, name: &str, arguments: &str) -> (usize, usize) {
    let cx = Context::new();
    let start = allocations();
    let call = pin!(surface.call(ToolCall::new(name, arguments), &cx));
    let outcome = call.poll(&mut std::task::Context::from_waker(Waker::noop()));
    let (entered, end) = (ENTERED.load(Ordering::Relaxed), allocations());
    let Poll::Ready(outcome) = outcome else { panic!("`{name}` waits for nothing") };
    assert!(outcome.is_success(), "{}", outcome.text());
    assert!((start..=end).contains(&entered), "`{name}` did not run");
    (entered - start, end - start)
}

/// Add two numbers.
#[tool(
    register = false,
    alias(name = "plus", lifecycle = "hidden"),
    alias(name = "sum", lifecycle = "deprecated")
)]
fn add(a: i64, b: i64) -> i64 {
    enter();
    a + b
}

/// Add two numbers and say nothing.
#[tool(register = false)]
fn add_silently(a: i64, b: i64) -> Output {
    enter();
    std::hint::black_box(a + b);
    Output::empty()
}

/// Greet.
#[tool(register = false)]
fn greet(name: &str, loud: bool) -> String {
    enter();
    if loud { name.to_uppercase() } else { name.into() }
}

/// Turn to a page.
#[tool(register = false)]
fn page(#[arg(default = 1)] page: u32, after: Option<String>) -> u32 {
    enter();
    page + u32::from(after.is_some())
}

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "toolcrib::serde", deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
struct Pair {
    a: i64,
    b: i64,
}

/// Add two numbers.
#[tool(register = false)]
fn add_pair(Args(pair): Args<Pair>) -> i64 {
    enter();
    pair.a + pair.b
}

/// Add to the total.
#[tool(register = false)]
fn add_to(n: usize, total: State<AtomicUsize>, cx: &Context<'_>) -> usize {
    enter();
    cx.progress(1.0, None, "");
    total.fetch_add(n, Ordering::Relaxed)
}

/// Add two numbers.
#[tool(register = false)]
async fn add_async(a: i64, b: i64) -> i64 {
    enter();
    a + b
}

/// Greet.
#[tool(register = false)]
async fn greet_async(name: &str) -> String {
    enter();
    name.to_uppercase()
}

#[derive(Default)]
struct Adder;

/// Add two numbers.
#[tool(register = false)]
impl Tool for Adder {
    type Args = Pair;
    type Output = i64;

    async fn call(&self, pair: Pair, _: &Context<'_>) -> Result<i64, ToolError> {
        enter();
        Ok(pair.a + pair.b)
    }
}
