//! Real servers on every provider: written, read back, called by the names that were sent.

use std::collections::BTreeSet;

use serde_json::Value;
use serde_json::value::RawValue;
use toolcrib::dynamic::{DynamicSource, Exposure, Prefix};
use toolcrib::provider::{Provider, Severity};
use toolcrib::search::{Mode, Query};
use toolcrib::{Registry, Surface};

use super::{call, registry, source};

/// The eight servers and GitHub's.
fn sources(exposure: Exposure) -> Vec<DynamicSource> {
    let servers = include_str!("../data/catalogs/mcp-servers.json");
    let servers: std::collections::BTreeMap<String, Box<RawValue>> =
        serde_json::from_str(servers).unwrap();
    let github = include_str!("../data/catalogs/github-mcp-server.json");
    let servers = servers.iter().map(|(name, tools)| (name.as_str(), tools.get()));
    let all = servers.chain([("github", github)]);
    all.map(|(name, json)| source(name, json).exposure(exposure).prefix(Prefix::Always)).collect()
}

fn surface(registry: &Registry, provider: Provider, exposure: Exposure) -> Surface {
    let builder = registry.surface().provider(provider);
    sources(exposure).into_iter().fold(builder, toolcrib::SurfaceBuilder::source).build().unwrap()
}

/// The names of a list, in any wire format.
fn names(tools: &Value) -> Vec<&str> {
    let tools = tools.as_array().unwrap();
    let tools = match tools.first().and_then(|first| first.get("functionDeclarations")) {
        Some(declarations) => declarations.as_array().unwrap(),
        None => tools,
    };
    let names = tools.iter().map(|tool| {
        tool.get("name").or_else(|| tool.get("function")?.get("name")).and_then(Value::as_str)
    });
    names.map(Option::unwrap).collect()
}

#[test]
fn every_tool_is_sent_and_called_by_its_wire_name() {
    let registry = registry();
    for provider in Provider::ALL {
        let surface = surface(&registry, provider, Exposure::Active);
        let tools: Value = serde_json::from_str(surface.tools().get()).unwrap();
        let names = names(&tools);
        assert_eq!(names.len(), 2 + 77 + 117, "{provider:?}");
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for name in names {
            let outcome = call(&surface, name, "{}");
            assert!(outcome.tool().is_some(), "{provider:?} {name}: {}", outcome.text());
        }
        let natives = registry.surface().provider(provider).build().unwrap();
        let native = natives.tools().get().trim_end_matches([']', '}']);
        assert!(surface.tools().get().starts_with(native), "{provider:?}");
        let refused: BTreeSet<_> = surface
            .lint()
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.rule)
            .collect();
        // 196 tools are more than 128; for Responses that number is no rule, and only a warning.
        let limited = matches!(provider, Provider::OpenAiChat | Provider::DeepSeek);
        assert_eq!(refused.contains(&toolcrib::provider::Rule::Count), limited, "{provider:?}");
    }
}

#[test]
fn the_order_of_sources_does_not_matter() {
    let registry = registry();
    let forward = surface(&registry, Provider::Mcp, Exposure::Active);
    let sources = sources(Exposure::Active).into_iter().rev();
    let backward =
        sources.fold(registry.surface().provider(Provider::Mcp), toolcrib::SurfaceBuilder::source);
    assert_eq!(backward.build().unwrap().digest(), forward.digest());
}

#[test]
fn deferred_servers_leave_the_list_as_it_is_and_are_found() {
    let registry = registry();
    let surface = surface(&registry, Provider::Anthropic, Exposure::Deferred);
    let natives = registry.surface().provider(Provider::Anthropic).build().unwrap();
    assert_eq!(surface.digest(), natives.digest());
    for (query, name) in [
        ("open a pull request", "github__create_pull_request"),
        ("select:git__git_commit", "git__git_commit"),
        ("what time is it in another time zone", "time__convert_time"),
    ] {
        let query = Query::parse(query, Mode::Auto).unwrap();
        let found = surface.search(&query, 5);
        assert!(found.hits.iter().any(|hit| hit.name == name), "{name}: {:?}", found.hits);
    }
}
