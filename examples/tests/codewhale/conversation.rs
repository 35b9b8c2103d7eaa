//! A conversation on every provider, with 194 tools of real MCP servers behind the native ones.

use std::collections::BTreeMap;

use codewhale_tools::Agent;
use serde_json::Value;
use serde_json::value::RawValue;
use toolcrib::dynamic::{DynamicSource, Exposure, Prefix, handler_fn};
use toolcrib::provider::Severity;
use toolcrib::ready::tool_call;
use toolcrib::toolbox::{Limits, Unloaded};
use toolcrib::{
    Context, Conversation, FailureKind, Outcome, Output, Provider, Strategy, Surface,
    SurfaceBuilder, ToolCall,
};

use crate::Codewhale;

const SERVERS: &str = include_str!("../../../tests/data/catalogs/mcp-servers.json");
const GITHUB: &str = include_str!("../../../tests/data/catalogs/github-mcp-server.json");

/// The eight servers and GitHub's; what runs says where it ran.
fn sources() -> Vec<DynamicSource> {
    let servers: BTreeMap<String, Box<RawValue>> = serde_json::from_str(SERVERS).unwrap();
    let servers = servers.iter().map(|(name, tools)| (&**name, tools.get()));
    let sources = servers.chain([("github", GITHUB)]).map(|(name, tools)| {
        let source = DynamicSource::from_mcp(name, tools).unwrap();
        assert!(source.refused().is_empty());
        source.exposure(Exposure::Deferred).prefix(Prefix::Always).handler(handler_fn(
            |call, _cx| {
                let text = format!("{}/{}", call.source, call.name);
                Box::pin(async move { Ok(Output::text(text)) })
            },
        ))
    });
    sources.collect()
}

fn surface(codewhale: &Codewhale, provider: Provider, strategy: Strategy) -> Surface {
    let builder = codewhale.registry().surface().provider(provider).strategy(strategy);
    sources().into_iter().fold(builder, SurfaceBuilder::source).build().unwrap()
}

/// With the tool that calls others.
fn bridged() -> Codewhale {
    Codewhale::with(toolcrib::RegistryBuilder::tool::<tool_call>)
}

/// Every provider with every strategy that it has the means for.
fn all(codewhale: &Codewhale) -> impl Iterator<Item = Surface> {
    let strategies = [Strategy::Native, Strategy::Append, Strategy::Bridge];
    let all = Provider::ALL.into_iter().flat_map(move |one| strategies.map(|two| (one, two)));
    let able = |(provider, strategy): &(Provider, Strategy)| {
        *strategy != Strategy::Native || provider.defers()
    };
    all.filter(able).map(|(provider, strategy)| surface(codewhale, provider, strategy))
}

fn call(conversation: &mut Conversation, name: &str, arguments: &str) -> Outcome {
    let turn = conversation.turn();
    let cx = Context::new().with(Agent::main());
    let outcome = pollster::block_on(turn.call(ToolCall::new(name, arguments), &cx));
    conversation.note(&outcome);
    outcome
}

/// How the strategy calls a tool: by its own name, or through the bridge.
fn call_found(conversation: &mut Conversation, name: &str, arguments: &str) -> Outcome {
    let wire = conversation.surface().wire_name(name).unwrap().to_owned();
    if conversation.surface().strategy() != Some(Strategy::Bridge) {
        return call(conversation, &wire, arguments);
    }
    let arguments = format!(r#"{{"name": "{wire}", "arguments": {arguments}}}"#);
    call(conversation, "tool_call", &arguments)
}

#[test]
fn search_load_call_evict() {
    for surface in all(&bridged()) {
        let (provider, strategy) = (surface.provider(), surface.strategy().unwrap());
        let at = format!("{provider:?} {strategy}");
        let limits = Limits { tools: 2, ..Limits::default() };
        let mut conversation =
            Conversation::new(surface).limits(limits).unloaded(Unloaded::LoadFirst);
        let head = conversation.tools().get().to_owned();
        let open = head.trim_end_matches([']', '}']).to_owned();
        let arguments = r#"{"repo_path": ".", "message": "x"}"#;

        // Not loaded: the model reads the definition, and may call it in its next turn.
        let outcome = call_found(&mut conversation, "git__git_commit", arguments);
        assert_eq!(outcome.failure(), Some(FailureKind::NotLoaded), "{at}: {}", outcome.text());
        assert!(!outcome.executed() && outcome.text().contains("repo_path"), "{at}");
        let outcome = call_found(&mut conversation, "git__git_commit", arguments);
        assert_eq!(outcome.text(), "git/git_commit", "{at}");

        let query = r#"{"query": "what time is it in another time zone", "limit": 1}"#;
        let outcome = call(&mut conversation, "tool_search", query);
        let found = if (provider, strategy) == (Provider::Anthropic, Strategy::Native) {
            serde_json::to_string(&outcome).unwrap()
        } else {
            outcome.structured().unwrap().get().to_owned()
        };
        assert!(found.contains("time__convert_time"), "{at}: {found}");
        let arguments = r#"{"source_timezone": "UTC", "time": "12:00", "target_timezone": "UTC"}"#;
        let outcome = call_found(&mut conversation, "time__convert_time", arguments);
        assert_eq!(outcome.text(), "time/convert_time", "{at}");
        assert_eq!(outcome.tool(), Some("time__convert_time"), "{at}");

        // The list has grown at its end, or has not changed at all.
        let list = conversation.tools().get();
        assert!(list.starts_with(&open), "{at}");
        assert_eq!(list != head, strategy == Strategy::Append, "{at}");
        serde_json::from_str::<Value>(list).unwrap();

        // A third tool has no room where the list grows, and the one that was used least recently goes.
        let outcome = call(&mut conversation, "tool_search", r#"{"query": "select:fetch__fetch"}"#);
        assert!(outcome.is_success(), "{at}: {}", outcome.text());
        let loaded: Vec<_> = conversation.toolbox().names().collect();
        let expected: &[_] = if strategy == Strategy::Append {
            &["time__convert_time", "fetch__fetch"]
        } else {
            &["git__git_commit", "time__convert_time", "fetch__fetch"]
        };
        assert_eq!(loaded, expected, "{at}");
    }
}

#[test]
fn every_found_tool_is_called_by_its_wire_name() {
    for surface in all(&bridged()) {
        let names: Vec<_> =
            surface.tail().tools().iter().map(|tool| tool.name().to_owned()).collect();
        assert_eq!(names.len(), 194);
        let mut conversation = Conversation::new(surface);
        for name in names {
            let outcome = call_found(&mut conversation, &name, "{}");
            let answered = matches!(outcome.failure(), None | Some(FailureKind::BadArguments));
            assert!(answered && outcome.tool() == Some(&name), "{name}: {}", outcome.text());
        }
    }
}

#[test]
fn what_stands_in_the_way_of_a_provider_is_said() {
    for surface in all(&bridged()) {
        let errors = surface.lint().into_iter().filter(|one| one.severity == Severity::Error);
        assert_eq!(errors.count(), 0, "{:?} {:?}", surface.provider(), surface.strategy());
    }
}

#[test]
fn each_provider_is_sent_the_head_that_was_agreed_on() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/codewhale/heads");
    let codewhale = Codewhale::new();
    for provider in Provider::ALL {
        let surface = codewhale.registry().surface().provider(provider).strict_schemas(true);
        let head = surface.build().unwrap().tools().get().to_owned() + "\n";
        let file = format!("{folder}/{provider:?}.json");
        if std::env::var_os("UPDATE_HEADS").is_some() {
            std::fs::write(&file, &head).unwrap();
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            head == expected,
            "the head of {provider:?} is not that of {file}; if it is meant to move, run\n  \
             UPDATE_HEADS=1 cargo test -p toolcrib-examples"
        );
    }
}
