//! Nothing denied or out of sight leaks through any door, whatever the states and the rules.

use proptest::prelude::*;
use toolcrib::__private::Entry;
use toolcrib::dynamic::{DynamicSource, Exposure};
use toolcrib::ready::{tool_call, tool_search};
use toolcrib::search::{Mode, Query};
use toolcrib::{
    Context, Conversation, FailureKind, Lifecycle, Provider, Registry, Strategy, ToolCall, Toolset,
};

use super::{call, source};

const STATES: [Lifecycle; 4] = [
    Lifecycle::Active,
    Lifecycle::Deferred,
    Lifecycle::Hidden { replacement: None, remove_in: None, note: None },
    Lifecycle::Deprecated { replacement: "anchor", remove_in: None, note: None },
];

const NAMES: [&str; 8] =
    ["alpha", "bravo", "charlie", "delta", "echo_one", "foxtrot", "golf_two", "hotel"];

fn registry(states: &[usize]) -> Registry {
    let mut entries: Vec<&'static Entry> = Vec::new();
    for (name, state) in NAMES.iter().zip(states) {
        let lifecycle = STATES[*state];
        let description = format!("Do what {name} does.").leak();
        entries.push(Box::leak(Box::new(Entry { name, description, lifecycle, ..Entry::BASE })));
    }
    let anchor = Entry { name: "anchor", description: "Stay.", ..Entry::BASE };
    entries.push(Box::leak(Box::new(anchor)));
    let builder = Registry::builder().toolset(Toolset::new(entries.leak()));
    builder.tool::<tool_search>().tool::<tool_call>().build().unwrap()
}

fn dynamic(exposure: Exposure) -> DynamicSource {
    let tools = ["india", "juliett"].map(|name| {
        format!(r#"{{"name": "{name}", "description": "Do {name}.", "inputSchema": {{"type": "object"}}}}"#)
    });
    source("far", &format!("[{}]", tools.join(","))).exposure(exposure)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nothing_leaks(
        states in proptest::collection::vec(0_usize..4, 8),
        denied in proptest::collection::vec(any::<bool>(), 10),
        active in any::<bool>(),
        by_filter in any::<bool>(),
    ) {
        let exposure = if active { Exposure::Active } else { Exposure::Deferred };
        let all: Vec<_> = NAMES.into_iter().chain(["india", "juliett"]).collect();
        let gone: Vec<&'static str> =
            all.iter().zip(&denied).filter(|(_, denied)| **denied).map(|(name, _)| *name).collect();
        let builder = registry(&states).surface().source(dynamic(exposure));
        let builder = if by_filter {
            let gone = gone.clone();
            builder.rule(toolcrib::Rule::filter(move |tool| !gone.contains(&tool.name)))
        } else {
            builder.without(gone.clone())
        };
        let surface = builder.build().unwrap();
        let visible = |name: &str| {
            let state = NAMES.iter().position(|one| *one == name).map(|at| STATES[states[at]]);
            let seen = state.is_none_or(|state| state.is_visible());
            seen && !gone.contains(&name)
        };
        let everything = Query::parse("/.*/", Mode::Auto).unwrap();
        let by_words = Query::parse(&format!("do what {} does", all.join(" ")), Mode::Words).unwrap();
        let list = surface.tools().get().to_owned();
        let mut told = list.clone();
        for query in [&everything, &by_words] {
            let found = surface.search(query, 20);
            told += found.to_wire(surface.provider()).get();
        }
        for name in &all {
            let near = surface.near(&format!("{name}x")).join(" ");
            told += &call(&surface, &format!("x{name}"), "{}").text().replace(&format!("x{name}"), "");
            told += &near;
        }
        told += &surface.report().to_json();
        told += &surface.report().to_markdown();
        for strategy in [Strategy::Native, Strategy::Append, Strategy::Bridge] {
            let builder = registry(&states).surface().provider(Provider::Anthropic);
            let builder = builder.source(dynamic(exposure)).without(gone.clone());
            let surface = builder.strategy(strategy).build().unwrap();
            let mut conversation = Conversation::new(surface);
            let turn = conversation.turn();
            let query = serde_json::json!({ "query": "/.*/", "limit": 20 }).to_string();
            for (name, arguments) in [("tool_search", &*query), ("tool_call", r#"{"name": "x"}"#)] {
                let call = ToolCall::new(name, arguments);
                let outcome = pollster::block_on(turn.call(call, &Context::new()));
                conversation.note(&outcome);
                told += &serde_json::to_string(&outcome).unwrap();
            }
            told += conversation.tools().get();
            told += &conversation.toolbox().names().collect::<Vec<_>>().join(" ");
        }
        for name in &all {
            prop_assert_eq!(told.contains(name), visible(name), "{}", name);
            let outcome = call(&surface, name, "{}");
            let is_denied = gone.contains(name);
            prop_assert_eq!(outcome.failure() == Some(FailureKind::Denied), is_denied);
            prop_assert_eq!(outcome.executed(), !is_denied);
        }
        for name in all.iter().filter(|name| gone.contains(*name)) {
            prop_assert!(!list.contains(name));
        }
    }
}
