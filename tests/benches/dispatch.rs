//! What a call costs beside parsing its arguments, and what a registry costs to build.
//!
//! `cargo bench -p toolcrib-tests --bench dispatch`; the allocations are counted by the bench of
//! that name, without a counter in the way of the clock here.

mod many;
mod measure;

use std::hint::black_box;
use std::pin::pin;
use std::task::{Poll, Waker};

use many::many;
use measure::{Case, measure};
use toolcrib::serde::Deserialize;
use toolcrib::{Context, Output, Registry, Surface, ToolCall, Toolset, tool};

/// Of calls in one run. Enough names to leave the caches of the processor, as names do.
const CALLS: usize = 20_000;
const ROUNDS: usize = 40;
const ARGUMENTS: &str = r#"{"a": 20, "b": 22}"#;

/// Add two numbers.
#[tool(register = false)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Add two numbers and say nothing, so that a call is what comes before the body.
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
    let [few, lots] = [100, 10_000].map(|tools| {
        println!("\nnanoseconds per call, {tools} tools (best of {rounds} rounds)");
        calls(tools, rounds)
    });
    println!("\nbars");
    for (tools, measured) in [("100", &few), ("10,000", &lots)] {
        let parse = of(measured, PARSE);
        for name in [SILENT, SILENT_ASYNC] {
            let ratio = of(measured, name) / parse;
            bar(&format!("{name}, {tools} tools, beside parsing"), ratio, 2.0);
        }
    }
    for name in [SILENT, SILENT_ASYNC] {
        bar(&format!("{name}, 10,000 tools beside 100"), of(&lots, name) / of(&few, name), 1.5);
    }
    build(rounds.min(10));
}

const PARSE: &str = "parse alone (serde derive)";
const RESOLVE: &str = "resolve alone";
const SILENT: &str = "sync, up to the body";
const SILENT_ASYNC: &str = "async, up to the body";
const ADD: &str = "sync, with a result";

fn bar(what: &str, ratio: f64, bar: f64) {
    let verdict = if ratio <= bar { "met" } else { "MISSED" };
    println!("  {what:<52} {ratio:>5.2}x  (bar {bar:.1}x)  {verdict}");
}

fn calls(tools: usize, rounds: usize) -> Vec<(&'static str, f64)> {
    let [adding, silent, silent_async] =
        [many::<add>(tools), many::<silent>(tools), many::<silent_async>(tools)].map(surface);
    let [adds, silents, asyncs] = [&adding, &silent, &silent_async].map(shuffled);
    let cases = vec![
        Case::new(PARSE, CALLS, || {
            for _ in 0..CALLS {
                let sum: Sum = serde_json::from_str(black_box(ARGUMENTS)).expect("it fits");
                black_box(sum.a + sum.b);
            }
        }),
        Case::new(RESOLVE, CALLS, || {
            for name in &silents {
                black_box(silent.registry().resolve(black_box(name)));
            }
        }),
        Case::new(SILENT, CALLS, || call_all(&silent, &silents)),
        Case::new(SILENT_ASYNC, CALLS, || call_all(&silent_async, &asyncs)),
        Case::new(ADD, CALLS, || call_all(&adding, &adds)),
    ];
    let measured = measure(cases, rounds);
    for (name, nanoseconds) in &measured {
        println!("  {name:<30} {nanoseconds:>7.1}");
    }
    measured
}

fn surface(tools: Toolset) -> Surface {
    let registry = Registry::builder().toolset(tools).build();
    registry.and_then(|registry| registry.surface().build()).expect("they fit together")
}

/// `CALLS` names of tools, in an order that no processor foresees and every run repeats.
fn shuffled(surface: &Surface) -> Vec<&'static str> {
    let tools = surface.registry().tools();
    let mut state = 0x2545_f491_u32;
    let pick = |_| {
        // Xorshift.
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        tools[state as usize % tools.len()].name()
    };
    (0..CALLS).map(pick).collect()
}

fn call_all(surface: &Surface, names: &[&str]) {
    let cx = Context::new();
    for name in names {
        let call = pin!(surface.call(ToolCall::new(name, black_box(ARGUMENTS)), &cx));
        let outcome = call.poll(&mut std::task::Context::from_waker(Waker::noop()));
        assert!(matches!(outcome, Poll::Ready(outcome) if outcome.is_success()));
    }
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
fn of(measured: &[(&str, f64)], name: &str) -> f64 {
    let found = measured.iter().find(|(one, _)| *one == name);
    found.unwrap_or_else(|| panic!("`{name}` was not measured")).1
}
