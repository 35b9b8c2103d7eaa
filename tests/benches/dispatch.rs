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
use toolcrib::{Context, Output, Registry, Surface, ToolCall, Toolset, tool, toolset};

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

/// Look at the clock.
#[tool(register = false)]
fn clock_text(text: String) -> Output {
    ENTERED.set(Some(Instant::now()));
    black_box(text);
    Output::empty()
}

/// Look at the clock.
#[tool(register = false)]
fn clock_pair(path: String, text: String, #[arg(default = true)] all: bool) -> Output {
    ENTERED.set(Some(Instant::now()));
    black_box((path, text, all));
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

/// The same of [`clock_text`].
#[derive(Deserialize)]
#[serde(crate = "toolcrib::serde", deny_unknown_fields)]
struct OneText {
    text: String,
}

/// The same of [`clock_pair`].
#[derive(Deserialize)]
#[serde(crate = "toolcrib::serde", deny_unknown_fields)]
struct Pair {
    path: String,
    text: String,
    all: bool,
}

fn main() {
    // Cargo tells a test run of benches from a measurement by this.
    let rounds = if std::env::args().any(|arg| arg == "--bench") { ROUNDS } else { 1 };
    let before = before_the_body(rounds);
    whole_calls(rounds);
    large(rounds);
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
fn between(operation: impl FnMut()) -> Duration {
    times(CALLS, operation)
}

/// The same of another number of operations.
fn times(operations: usize, mut operation: impl FnMut()) -> Duration {
    let mut sum = Duration::ZERO;
    for _ in 0..operations {
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

/// What lies before the body of a tool that takes a long text, beside parsing alone: of prose, and of code,
/// which has an escape in each line.
fn large(rounds: usize) {
    const KIB: usize = 1024;
    println!("\nnanoseconds before the body, long texts (best of {rounds} rounds)");
    let surface = surface(toolset![clock_text, clock_pair]);
    for (size, operations) in [(100, 10_000), (4 * KIB, 1_000), (60 * KIB, 100), (KIB * KIB, 10)] {
        for (kind, line) in [
            ("prose", "a line of prose, without a break. "),
            ("code", "    let line = code(of, \\\"usual\\\", length);\\n"),
        ] {
            let text = line.repeat(size / line.len());
            let one = format!(r#"{{"text": "{text}"}}"#);
            let pair = format!(r#"{{"path": "src/main.rs", "text": "{text}", "all": true}}"#);
            let (surface, one, pair) = (&surface, &*one, &*pair);
            let cases = vec![
                Case::timed("parsing alone", operations, || {
                    times(operations, || {
                        let one: OneText = serde_json::from_str(black_box(one)).expect("it fits");
                        ENTERED.set(Some(Instant::now()));
                        black_box(one.text);
                    })
                }),
                Case::timed("a call", operations, || {
                    times(operations, || {
                        call_with(surface, "clock_text", one, &Context::new());
                    })
                }),
                Case::timed("parsing alone, three arguments", operations, || {
                    times(operations, || {
                        let pair: Pair = serde_json::from_str(black_box(pair)).expect("it fits");
                        ENTERED.set(Some(Instant::now()));
                        black_box((pair.path, pair.text, pair.all));
                    })
                }),
                Case::timed("a call, three arguments", operations, || {
                    times(operations, || {
                        call_with(surface, "clock_pair", pair, &Context::new());
                    })
                }),
            ];
            let measured = measure(cases, rounds);
            for (parsing, call) in [
                ("parsing alone", "a call"),
                ("parsing alone, three arguments", "a call, three arguments"),
            ] {
                let (parsing, called) = (of(&measured, parsing), of(&measured, call));
                println!(
                    "  {:<42} {parsing:>10.0} {called:>10.0}",
                    format!("{call}, {kind}, {size} bytes")
                );
                if size > 4 * KIB {
                    bar(
                        &format!("{call}, {kind}, {size} bytes, beside parsing"),
                        called / parsing,
                        1.05,
                    );
                }
            }
        }
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
    call_with(surface, name, ARGUMENTS, cx);
}

fn call_with(surface: &Surface, name: &str, arguments: &str, cx: &Context<'_>) {
    let call = pin!(surface.call(ToolCall::new(name, black_box(arguments)), cx));
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
