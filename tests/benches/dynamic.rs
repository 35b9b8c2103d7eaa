//! How long it takes to take in 10,000 tools of MCP servers, and to build and search a surface of them.
//!
//! `cargo bench -p toolcrib-tests --bench dynamic`. The tools are those of data/seal-tools, repeated
//! under other names until there are enough.

mod many;
#[allow(dead_code, reason = "used by another bench")]
mod measure;

use std::hint::black_box;
use std::time::Instant;

use measure::{Case, measure};
use toolcrib::dynamic::{DynamicSource, Exposure, Prefix, handler_fn};
use toolcrib::search::{Mode, Query};
use toolcrib::serde_json::{self, Value, json};
use toolcrib::{Output, Provider, Registry, Surface, tool};

const TOOLS: usize = 10_000;

/// Everything that must have happened within a second.
const BAR_MS: f64 = 1_000.0;

/// How long an answer may take.
const BAR_NEAR_US: f64 = 100.0;

/// Names that stand for nothing: near one, near many, near none.
const UNKNOWN: [&str; 8] = [
    "getWeatherForcast_0",
    "functions.add_07x77",
    "add",
    "get_data",
    "run_shell_command",
    "Bash",
    "get_list_of_all_the_information_about_users_by_name_and_place_0",
    "frobnicate",
];

fn main() {
    let rounds = if std::env::args().any(|arg| arg == "--bench") { 10 } else { 1 };
    let one = lists(1);
    let many = lists(20);
    let registry = Registry::builder().build().expect("nothing is wrong with nothing");
    let sources = take(&one);
    let query = Query::parse("what is the weather like tomorrow", Mode::Auto).expect("a query");
    let cases = vec![
        Case::new("taken in, one source", 1, || {
            black_box(take(&one));
        }),
        Case::new("taken in, 20 sources", 1, || {
            black_box(take(&many));
        }),
        Case::new("a surface, deferred", 1, || {
            black_box(surface(&registry, &sources, Exposure::Deferred, Provider::Anthropic));
        }),
        Case::new("a surface, active", 1, || {
            black_box(surface(&registry, &sources, Exposure::Active, Provider::Anthropic));
        }),
        Case::new("all of it, deferred", 1, || {
            black_box(surface(&registry, &take(&one), Exposure::Deferred, Provider::Anthropic));
        }),
        Case::new("all of it, 20 sources, active", 1, || {
            black_box(surface(&registry, &take(&many), Exposure::Active, Provider::OpenAiChat));
        }),
        Case::new("a surface and its first search", 1, || {
            let surface = surface(&registry, &sources, Exposure::Deferred, Provider::Anthropic);
            assert!(!black_box(surface.search(&query, 5)).hits.is_empty());
        }),
    ];
    println!("\n{TOOLS} dynamic tools, best of {rounds} rounds (bar {BAR_MS} ms)");
    for (case, nanoseconds) in measure(cases, rounds) {
        println!("  {case:<32} {:>6.0} ms", nanoseconds / 1e6);
    }
    let shared = surface(&registry, &sources, Exposure::Deferred, Provider::Anthropic);
    assert!(!shared.search(&query, 5).hits.is_empty());
    let again = Case::new("the same, where another surface has the index", 1, || {
        let surface = surface(&registry, &sources, Exposure::Deferred, Provider::Anthropic);
        assert!(!black_box(surface.search(&query, 5)).hits.is_empty());
    });
    for (case, nanoseconds) in measure(vec![again], rounds) {
        println!("  {case} {:.0} ms", nanoseconds / 1e6);
    }
    let native = Registry::builder().toolset(many::many::<add>(TOOLS)).build();
    let native = native.and_then(|registry| registry.surface().build()).expect("names differ");
    println!("\nwhat is told for a name that stands for nothing (bar {BAR_NEAR_US} µs)");
    for (what, surface) in [("dynamic", &shared), ("native, all alike", &native)] {
        // The first question makes the names ready.
        let start = Instant::now();
        black_box(surface.near("Bash"));
        let first = start.elapsed();
        let cases = UNKNOWN.map(|name| Case::new(name, 1, || drop(black_box(surface.near(name)))));
        println!("  {what}: the first {:.0} ms", first.as_secs_f64() * 1e3);
        for (name, nanoseconds) in measure(cases.into(), rounds) {
            let told = surface.near(&name);
            println!("    {:<28} {:>6.1} µs  {told:?}", name, nanoseconds / 1e3);
        }
    }
}

/// Add two numbers.
#[tool(register = false)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// The tools as lists of so many servers.
fn lists(servers: usize) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/seal-tools/tools.jsonl");
    let text = std::fs::read_to_string(path).expect("the data is there");
    let known: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let tool = |number: usize| {
        let mut tool = known[number % known.len()].clone();
        let name = tool["name"].as_str().expect("a tool has a name").to_owned();
        tool["name"] = json!(format!("{name}_{}", number / known.len()));
        tool
    };
    let share = TOOLS / servers;
    let list = |server: usize| {
        let tools: Vec<_> = (server * share..(server + 1) * share).map(tool).collect();
        json!({ "tools": tools }).to_string()
    };
    (0..servers).map(list).collect()
}

fn take(lists: &[String]) -> Vec<DynamicSource> {
    let take = |(number, list): (usize, &String)| {
        let handler = handler_fn(|_, _| Box::pin(async { Ok(Output::text("")) }));
        let source = DynamicSource::from_mcp(&format!("server{number}"), list);
        source.expect("it is a list").prefix(Prefix::OnClash).handler(handler)
    };
    let sources: Vec<_> = lists.iter().enumerate().map(take).collect();
    let refused: usize = sources.iter().map(|source| source.refused().len()).sum();
    let taken: usize = sources.iter().map(|source| source.tools().len()).sum();
    // One of the real names has a space, and comes three times.
    assert_eq!((taken, refused), (TOOLS - 3, 3));
    sources
}

fn surface(
    registry: &Registry,
    sources: &[DynamicSource],
    exposure: Exposure,
    provider: Provider,
) -> Surface {
    let builder = registry.surface().provider(provider);
    let sources = sources.iter().cloned();
    let builder =
        sources.fold(builder, |builder, source| builder.source(source.exposure(exposure)));
    builder.build().expect("names differ")
}
