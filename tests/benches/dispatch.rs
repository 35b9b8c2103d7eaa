//! What a call costs beside parsing its arguments, and what a registry costs to build.
//!
//! `cargo bench -p toolcrib-tests --bench dispatch`; the allocations are counted by the bench of
//! that name, without a counter in the way of the clock here.
//!
//! The part of a call before the tool's body lies between two readings of the clock, the second of
//! which is the first thing that the body does. Parsing alone is measured in the same way, and
//! what the clock itself takes is subtracted from both.

mod many;
mod measure;

use std::cell::Cell;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

use many::many;
use measure::{Case, measure};
use toolcrib::serde::Deserialize;
use toolcrib::{Context, Output, Registry, Surface, ToolCall, Toolset, tool};

/// Of calls in one run. Enough names to leave the caches of the processor, as names do.
const CALLS: usize = 20_000;
const ROUNDS: usize = 60;
const ARGUMENTS: &str = r#"{"a": 20, "b": 22}"#;

thread_local! {
    /// When the body of the last tool began.
    static ENTERED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Add two numbers.
#[tool(register = false)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Look at the clock.
#[tool(register = false)]
fn clock(a: i64, b: i64) -> Output {
    ENTERED.set(Some(Instant::now()));
    black_box((a, b));
    Output::empty()
}

/// Look at the clock.
#[tool(register = false)]
async fn clock_async(a: i64, b: i64) -> Output {
    ENTERED.set(Some(Instant::now()));
    black_box((a, b));
    Output::empty()
}

/// Add two numbers and say nothing.
#[tool(register = false)]
fn silent(a: i64, b: i64) -> Output {
    black_box(a + b);
    Output::empty()
}

/// Add two numbers and say nothing.
#[tool(register = false)]
async fn silent_async(a: i64, b: i64) -> Output {
    black_box(a + b);
    Output::empty()
}

/// Do nothing.
#[tool(register = false)]
fn nothing() -> Output {
    Output::empty()
}

/// What a hand-written program would read the arguments into.
#[derive(Deserialize)]
#[serde(crate = "toolcrib::serde", deny_unknown_fields)]
struct Sum {
    a: i64,
    b: i64,
}

fn main() {
    // Cargo tells a test run of benches from a measurement by this.
    let rounds = if std::env::args().any(|arg| arg == "--bench") { ROUNDS } else { 1 };
    let before = before_the_body(rounds);
    whole_calls(rounds);
    println!("\nbars");
    for kind in ["sync", "async"] {
        for tools in ["100", "10,000"] {
            for order in ORDERS {
                let ratio = of(&before, &format!("{kind}, {order}, {tools}")) / of(&before, PARSE);
                bar(&format!("{kind}, {order} of {tools} tools, beside parsing"), ratio, 2.0);
            }
        }
    }
    for kind in ["sync", "async"] {
        for order in ORDERS {
            let [few, lots] =
                ["100", "10,000"].map(|tools| of(&before, &format!("{kind}, {order}, {tools}")));
            bar(&format!("{kind}, {order} of 10,000 tools beside 100"), lots / few, 1.5);
        }
    }
    build(rounds.min(10));
}

const CLOCK: &str = "the clock itself";
const PARSE: &str = "parsing alone (serde derive)";
/// One tool called again and again, and each call another tool.
const ORDERS: [&str; 2] = ["one", "any"];

fn bar(what: &str, ratio: f64, bar: f64) {
    let verdict = if ratio <= bar { "met" } else { "MISSED" };
    println!("  {what:<52} {ratio:>5.2}x  (bar {bar:.1}x)  {verdict}");
}

/// What lies before the body of a tool.
fn before_the_body(rounds: usize) -> Vec<(String, f64)> {
    let mut cases = vec![
        Case::timed(CLOCK, CALLS, || between(|| ENTERED.set(Some(Instant::now())))),
        Case::timed(PARSE, CALLS, || {
            between(|| {
                let sum: Sum = serde_json::from_str(black_box(ARGUMENTS)).expect("it fits");
                ENTERED.set(Some(Instant::now()));
                black_box((sum.a, sum.b));
            })
        }),
    ];
    for (label, tools) in [("100", 100), ("10,000", 10_000)] {
        for (kind, toolset) in
            [("sync", many::<clock>(tools)), ("async", many::<clock_async>(tools))]
        {
            for order in ORDERS {
                let surface = surface(toolset);
                let names = Names::new(&surface, order == "any");
                let run = move || {
                    let cx = Context::new();
                    let mut names = names.iter();
                    between(|| {
                        let name = names.next().expect("as many names as calls");
                        call(&surface, name, &cx);
                    })
                };
                cases.push(Case::timed(format!("{kind}, {order}, {label}"), CALLS, run));
            }
        }
    }
    let mut measured = measure(cases, rounds);
    let clock = of(&measured, CLOCK);
    println!("\nnanoseconds before the tool's body (best of {rounds} rounds)");
    for (name, nanoseconds) in &mut measured {
        if name != CLOCK {
            *nanoseconds -= clock;
        }
        println!("  {name:<30} {nanoseconds:>7.1}");
    }
    measured
}

/// The time from the start of each of `CALLS` operations to its look at the clock.
fn between(mut operation: impl FnMut()) -> Duration {
    let mut sum = Duration::ZERO;
    for _ in 0..CALLS {
        let start = Instant::now();
        operation();
        sum += ENTERED.take().expect("each operation looks at the clock") - start;
    }
    sum
}

/// Calls from end to end: the outcome made, moved and dropped included.
fn whole_calls(rounds: usize) {
    let mut cases = vec![Case::new(PARSE, CALLS, || {
        for _ in 0..CALLS {
            let sum: Sum = serde_json::from_str(black_box(ARGUMENTS)).expect("it fits");
            black_box(sum.a + sum.b);
        }
    })];
    for (label, tools) in [("100", 100), ("10,000", 10_000)] {
        let resolved = surface(many::<silent>(tools));
        let names = Names::new(&resolved, true);
        cases.push(Case::new(format!("resolving alone, any, {label}"), CALLS, move || {
            for name in names.iter() {
                black_box(resolved.registry().resolve(black_box(name)));
            }
        }));
        for (kind, toolset) in [
            ("sync", many::<silent>(tools)),
            ("async", many::<silent_async>(tools)),
            ("sync with a text", many::<add>(tools)),
        ] {
            for order in ORDERS {
                let surface = surface(toolset);
                let names = Names::new(&surface, order == "any");
                cases.push(Case::new(format!("{kind}, {order}, {label}"), CALLS, move || {
                    let cx = Context::new();
                    names.iter().for_each(|name| call(&surface, name, &cx));
                }));
            }
        }
    }
    println!("\nnanoseconds of a whole call (best of {rounds} rounds)");
    for (name, nanoseconds) in measure(cases, rounds) {
        println!("  {name:<30} {nanoseconds:>7.1}");
    }
}

fn surface(tools: Toolset) -> Surface {
    let registry = Registry::builder().toolset(tools).build();
    registry.and_then(|registry| registry.surface().build()).expect("they fit together")
}

/// The names of `CALLS` calls, one after the other in one text, as they come in with requests: apart
/// from the names that the tools declare.
struct Names {
    text: String,
    ends: Vec<usize>,
}

impl Names {
    /// Of one tool, or of any, in an order that no processor foresees and every run repeats.
    fn new(surface: &Surface, any: bool) -> Self {
        let tools = surface.registry().tools();
        let mut names = Self { text: String::new(), ends: Vec::new() };
        let mut state = 0x2545_f491_u32;
        for _ in 0..CALLS {
            // Xorshift.
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            let at = if any { state as usize % tools.len() } else { tools.len() / 2 };
            names.text.push_str(tools[at].name());
            names.ends.push(names.text.len());
        }
        names
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.text[start..*end])
    }
}

fn call(surface: &Surface, name: &str, cx: &Context<'_>) {
    let call = pin!(surface.call(ToolCall::new(name, black_box(ARGUMENTS)), cx));
    let outcome = call.poll(&mut std::task::Context::from_waker(Waker::noop()));
    assert!(matches!(outcome, Poll::Ready(outcome) if outcome.is_success()));
}

fn build(rounds: usize) {
    println!("\nmilliseconds of build(), tools without arguments (best of {rounds} rounds)");
    let counts = [1_000, 10_000, 20_000];
    let toolsets = counts.map(many::<nothing>);
    let cases = ["1,000", "10,000", "20,000"].into_iter().zip(toolsets).map(|(name, toolset)| {
        Case::new(name, 1, move || {
            let registry = Registry::builder().toolset(toolset).build();
            black_box(registry.expect("they fit together"));
        })
    });
    let measured = measure(cases.collect(), rounds);
    for (name, nanoseconds) in &measured {
        println!("  {name:<30} {:>7.2}", nanoseconds / 1e6);
    }
    let [thousand, ten, twenty] = ["1,000", "10,000", "20,000"].map(|name| of(&measured, name));
    bar("10,000 tools beside 50 ms", ten / 50e6, 1.0);
    bar("10,000 tools beside ten times 1,000", ten / thousand / 10.0, 1.5);
    bar("20,000 tools beside twice 10,000", twenty / ten / 2.0, 1.5);
}

/// The time of one case.
fn of(measured: &[(String, f64)], name: &str) -> f64 {
    let found = measured.iter().find(|(one, _)| one == name);
    found.unwrap_or_else(|| panic!("`{name}` was not measured")).1
}
