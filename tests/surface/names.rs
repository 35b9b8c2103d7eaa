//! A name on the wire runs what the model was sent under it, whatever others are called.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::json;
use toolcrib::__private::{Adapter, Alias, Entry};
use toolcrib::dynamic::{DynamicSource, Exposure, Prefix};
use toolcrib::ready::{tool_call, tool_search};
use toolcrib::{
    Context, Conversation, Lifecycle, Outcome, Problem, Provider, Registry, RegistryBuilder,
    Strategy as Loading, Surface, SurfaceProblem, Tombstone, ToolCall, Toolset, check_name,
    normal_form,
};

use super::{call, source};

/// A tool by its source and what that calls it; a native one by its name.
type Id = (Option<String>, String);

/// A source with tools of these names.
fn with_tools<S: AsRef<str>>(name: &str, tools: &[S]) -> DynamicSource {
    let tool = |name: &S| {
        let name = name.as_ref();
        json!({"name": name, "description": "Do it.", "inputSchema": {"type": "object"}})
    };
    source(name, &tools.iter().map(tool).collect::<serde_json::Value>().to_string())
}

fn of_web(name: &str) -> Id {
    (Some("web".to_owned()), name.to_owned())
}

/// A registry with tools in these states.
fn with_natives(natives: &[(&str, Lifecycle)]) -> RegistryBuilder {
    let entries = natives.iter().map(|(name, lifecycle)| -> &'static Entry {
        let (name, lifecycle) = (name.to_string().leak(), *lifecycle);
        Box::leak(Box::new(Entry { name, description: "Do it.", lifecycle, ..Entry::BASE }))
    });
    let builder = Registry::builder().toolset(Toolset::new(entries.collect::<Vec<_>>().leak()));
    builder.tool::<tool_search>().tool::<tool_call>()
}

/// Each tool that a model gets to see, by its wire name.
fn sent(surface: &Surface) -> BTreeMap<String, Id> {
    let tools = surface.report().tools.into_iter().map(|tool| {
        let own = surface.tail().get(&tool.name).map(|one| one.tool().name().to_owned());
        (tool.wire_name, (tool.source, own.unwrap_or(tool.name)))
    });
    tools.collect()
}

/// The tool that has run.
fn ran(outcome: &Outcome) -> Option<Id> {
    let text = outcome.text();
    // Tools of sources say who they are, native ones nothing.
    outcome.executed().then(|| match text.strip_suffix(" {}").and_then(|id| id.split_once('/')) {
        Some((source, tool)) => (Some(source.to_owned()), tool.to_owned()),
        None => (None, outcome.tool().unwrap().to_owned()),
    })
}

fn bridged(surface: &Surface, name: &str) -> Outcome {
    call(surface, "tool_call", &json!({ "name": name, "arguments": {} }).to_string())
}

fn in_turn(conversation: &Conversation, name: &str) -> Outcome {
    let turn = conversation.turn();
    pollster::block_on(turn.call(ToolCall::new(name, "{}"), &Context::new()))
}

const HIDDEN: Lifecycle = Lifecycle::Hidden { replacement: None, remove_in: None, note: None };

#[test]
fn a_tool_named_as_another_ones_wire_name_takes_no_call() {
    let registry = with_natives(&[]).build().unwrap();
    let long = format!("{}.x", "long".repeat(30));
    for (provider, own) in Provider::ALL.iter().flat_map(|provider| {
        ["fetch.page", "fetch/page", &*long].map(|own| (*provider, own.to_owned()))
    }) {
        let wire = provider.wire_name(&own).into_owned();
        if wire == own {
            continue;
        }
        let surface = |sources: Vec<DynamicSource>| {
            let builder = registry.surface().provider(provider).strategy(Loading::Bridge);
            sources.into_iter().fold(builder, toolcrib::SurfaceBuilder::source).build().unwrap()
        };
        for prefix in [Prefix::Never, Prefix::OnClash] {
            let web = || with_tools("web", &[&own]).exposure(Exposure::Active);
            let evil = || with_tools("evil", &[&*wire, "other"]).prefix(prefix);
            let (alone, both) = (surface(vec![web()]), surface(vec![evil(), web()]));
            assert_eq!(both.wire_name(&own), Some(&*wire));
            assert_eq!(both.lookup(&wire).canonical(), Some(&*own));
            assert_eq!(ran(&call(&both, &wire, "{}")), Some(of_web(&own)), "{provider:?} {wire}");
            assert_eq!(ran(&bridged(&both, &wire)), Some(of_web(&own)), "{provider:?} {wire}");
            let mut conversation = Conversation::new(alone);
            conversation.set_surface(both.clone());
            assert_eq!(ran(&in_turn(&conversation, &wire)), Some(of_web(&own)));
            // Where the one that was sent is gone, nothing takes its place, neither here nor there.
            let gone = surface(vec![evil()]);
            assert_eq!(ran(&call(&gone, &wire, "{}")), None, "{provider:?} {wire}");
            assert_eq!(ran(&bridged(&gone, &wire)), None, "{provider:?} {wire}");
            conversation.set_surface(gone);
            assert_eq!(ran(&in_turn(&conversation, &wire)), None);
        }
    }
}

#[test]
fn nearly_the_name_of_a_tool_that_is_gone_is_not_that_tool() {
    let evil = with_tools("evil", &["fetch__2e_page", "readFile"]);
    let surface = with_natives(&[]).build().unwrap().surface().source(evil).build().unwrap();
    assert_eq!(ran(&call(&surface, "fetch_-2e-page", "{}")), None);
    assert!(call(&surface, "fetch__2e_page", "{}").executed());
    assert!(call(&surface, "read_file", "{}").executed());
}

#[test]
fn a_native_name_goes_before_dynamic_ones() {
    for state in [Lifecycle::Active, Lifecycle::Deferred, HIDDEN] {
        let registry = with_natives(&[("fetch_-2e-page", state)]).build().unwrap();
        let web = with_tools("web", &["fetch.page", "fetch_-5f--2e-page"]);
        let builder = registry.surface().provider(Provider::OpenAiChat);
        let surface = builder.source(web.clone().prefix(Prefix::Never)).build().unwrap();
        // It would be sent by the native name, and another one is called as that is sent.
        let both = if state == HIDDEN { 1 } else { 2 };
        assert_eq!(surface.tail().problems().len(), both, "{:?}", surface.tail().problems());
        assert!(
            surface.lint().iter().any(|finding| finding.problem.contains("would be called as"))
        );
        assert_eq!(ran(&call(&surface, "fetch.page", "{}")), None);
        let native = Some((None, "fetch_-2e-page".to_owned()));
        assert_eq!(ran(&call(&surface, "fetch_-2e-page", "{}")), native);

        let builder = registry.surface().provider(Provider::OpenAiChat);
        let surface = builder.source(web).build().unwrap();
        assert_eq!(surface.tail().problems(), []);
        assert_eq!(surface.wire_name("web__fetch.page"), Some("web__fetch_-2e-page"));
        assert_eq!(ran(&call(&surface, "web__fetch_-2e-page", "{}")), Some(of_web("fetch.page")));
        assert_eq!(ran(&call(&surface, "fetch_-2e-page", "{}")), native);
    }
}

#[test]
fn native_names_that_are_one_on_the_wire_do_not_build() {
    let natives = [("a_-2e-b", Lifecycle::Active), ("a_-5f--2e-b", HIDDEN)];
    let error = with_natives(&natives).build().unwrap().surface().build().unwrap_err();
    let (tool, name) = ("a_-2e-b".to_owned(), "a_-5f--2e-b".to_owned());
    assert_eq!(error.problems(), [Problem::Surface(SurfaceProblem::SentAsAnother { tool, name })]);
    // A name that nothing is sent by hurts nobody.
    let natives = [("a_-2e-b", HIDDEN), ("a_-5f--2e-b", Lifecycle::Active)];
    assert!(with_natives(&natives).build().unwrap().surface().build().is_ok());
}

#[test]
fn the_name_of_the_providers_own_search_is_taken_where_it_is_sent() {
    let hosted = [
        (Provider::Anthropic, "tool_search_tool_bm25"),
        (Provider::OpenAiResponses, "tool_search"),
    ];
    for (provider, name) in hosted {
        let entry = |name: &'static str, lifecycle| -> &'static Entry {
            Box::leak(Box::new(Entry { name, description: "Do it.", lifecycle, ..Entry::BASE }))
        };
        let bare = Registry::builder().build().unwrap();
        let list = with_tools("web", &[name, "other"]);
        let surface = |registry: &Registry, source: DynamicSource, loading| {
            let builder = registry.surface().provider(provider).source(source);
            builder.strategy(loading).build()
        };
        let left_out = surface(&bare, list.clone().prefix(Prefix::Never), Loading::Native).unwrap();
        assert_eq!(left_out.tail().problems().len(), 1);
        assert_eq!(left_out.tools().get().matches(&format!("\"{name}\"")).count(), 1);
        assert!(!call(&left_out, name, "{}").executed());
        let prefixed = surface(&bare, list.clone(), Loading::Native).unwrap();
        assert_eq!(ran(&call(&prefixed, &format!("web__{name}"), "{}")), Some(of_web(name)));
        assert!(!call(&prefixed, name, "{}").executed());

        for state in [Lifecycle::Active, HIDDEN] {
            let entries = vec![entry(name, state)].leak();
            let registry = Registry::builder().toolset(Toolset::new(entries)).build().unwrap();
            let error = surface(&registry, with_tools("web", &["x"]), Loading::Native).unwrap_err();
            assert!(error.to_string().contains("the search that"), "{error}");
            // Nobody else has the name where it is not sent.
            assert!(registry.surface().provider(provider).build().is_ok());
        }
    }
}

#[test]
fn what_is_suggested_can_be_called() {
    let sources = [with_tools("web", &["fetch.page"]), with_tools("a", &["fetch_-2e-pages"])];
    let builder = with_natives(&[]).build().unwrap().surface().provider(Provider::OpenAiChat);
    let surface = sources.into_iter().fold(builder, toolcrib::SurfaceBuilder::source).build();
    let surface = surface.unwrap();
    let near = surface.near("fetch.pagex");
    assert!(!near.is_empty());
    for name in near.into_iter().chain(surface.near("fetch_-2e-pagess")) {
        assert_eq!(surface.lookup(name).wire_name(), Some(name));
    }
    // And what is said of arguments is said of the name that was sent.
    let list = r#"[{"name": "a.b", "inputSchema": {"properties": {"x": {}}, "required": ["x"]}}]"#;
    let builder = with_natives(&[]).build().unwrap().surface().provider(Provider::OpenAiChat);
    let surface = builder.source(source("web", list)).build().unwrap();
    let text = call(&surface, "a_-2e-b", "{}").text().into_owned();
    assert!(text.contains("`a_-2e-b`") && !text.contains("`a.b`"), "{text}");
}

/// Names that are made of each other: encoded for a provider, twice, with a prefix, spelt otherwise.
fn nasty(seeds: &[(usize, usize, usize)]) -> Vec<String> {
    let long = "a-long.name/".repeat(9);
    let bases = ["fetch.page", "fetch/page", "read_file", "x_-h", "_-2e-", "a__b", &*long];
    let mut names: Vec<String> = Vec::new();
    for (base, change, provider) in seeds {
        let all = bases.len() + names.len();
        let base = base % all;
        let base =
            bases.get(base).map_or_else(|| names[base - bases.len()].clone(), ToString::to_string);
        let wire = |name: &str| Provider::ALL[provider % 8].wire_name(name).into_owned();
        names.push(match change % 8 {
            0 => base,
            1 | 2 => wire(&base),
            3 => wire(&wire(&base)),
            4 => format!("web__{base}"),
            5 => format!("evil__{base}"),
            6 => normal_form(&base),
            _ => base.replace('_', "-"),
        });
    }
    names
}

#[derive(Debug, Clone)]
struct World {
    seeds: Vec<(usize, usize, usize)>,
    natives: Vec<(Index, usize)>,
    sources: Vec<(Vec<Index>, usize, bool)>,
    later: Vec<(Vec<Index>, usize, bool)>,
    denied: Vec<Index>,
    provider: usize,
}

fn world() -> impl Strategy<Value = World> {
    let number = any::<usize>;
    let tools = || prop::collection::vec(any::<Index>(), 0..6);
    let sources = move || prop::collection::vec((tools(), 0..3_usize, any::<bool>()), 0..4);
    let natives = prop::collection::vec((any::<Index>(), 0..7_usize), 0..5);
    let seeds = prop::collection::vec((number(), number(), number()), 4..16);
    let denied = prop::collection::vec(any::<Index>(), 0..2);
    let all = (seeds, natives, sources(), sources(), denied, 0..8_usize);
    all.prop_map(|(seeds, natives, sources, later, denied, provider)| World {
        seeds,
        natives,
        sources,
        later,
        denied,
        provider,
    })
}

impl World {
    fn registry(&self, names: &[String]) -> Registry {
        let mut forms = std::collections::BTreeSet::new();
        let (mut natives, mut gone, mut aliases) = (Vec::new(), Vec::new(), Vec::new());
        for (at, state) in &self.natives {
            let name = at.get(names);
            if check_name(name).is_err() || !forms.insert(normal_form(name)) {
                continue;
            }
            let name: &'static str = name.clone().leak();
            match state {
                0 | 1 => natives.push((name, Lifecycle::Active)),
                2 => natives.push((name, Lifecycle::Deferred)),
                3 => natives.push((name, HIDDEN)),
                4 | 5 => aliases.push(Alias {
                    name,
                    lifecycle: HIDDEN,
                    since: None,
                    adapter: Adapter::NONE,
                }),
                _ => gone.push(Tombstone::new(name, "1.0.0")),
            }
        }
        let anchor: &'static Entry = Box::leak(Box::new(Entry {
            name: "anchor",
            description: "Stay.",
            aliases: aliases.leak(),
            ..Entry::BASE
        }));
        let builder = with_natives(&natives).toolset(Toolset::new(vec![anchor].leak()));
        builder.retired(gone).build().unwrap()
    }

    fn surface(
        &self,
        registry: &Registry,
        names: &[String],
        sources: &[(Vec<Index>, usize, bool)],
    ) -> Option<Surface> {
        let provider = Provider::ALL[self.provider];
        let mut builder = registry.surface().provider(provider).strategy(Loading::Bridge);
        for ((tools, prefix, active), name) in sources.iter().zip(["web", "evil", "a"]) {
            let mut tools: Vec<_> = tools.iter().map(|at| at.get(names).clone()).collect();
            tools.sort();
            tools.dedup();
            let exposure = if *active { Exposure::Active } else { Exposure::Deferred };
            let prefix = [Prefix::Never, Prefix::OnClash, Prefix::Always][*prefix];
            builder = builder.source(with_tools(name, &tools).exposure(exposure).prefix(prefix));
        }
        let denied: Vec<_> = self.denied.iter().map(|at| at.get(names).clone()).collect();
        let rule = toolcrib::Rule::filter(move |tool| !denied.iter().any(|name| name == tool.name));
        match builder.rule(rule).build() {
            Ok(surface) => Some(surface),
            Err(error) => {
                let one_on_the_wire = |problem: &Problem| {
                    matches!(problem, Problem::Surface(SurfaceProblem::SentAsAnother { .. }))
                };
                assert!(error.problems().iter().all(one_on_the_wire), "{error}");
                None
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn each_wire_name_runs_its_own_tool(world in world()) {
        let names = nasty(&world.seeds);
        let registry = world.registry(&names);
        let first = world.surface(&registry, &names, &world.sources);
        let second = world.surface(&registry, &names, &world.later);
        let (Some(first), Some(second)) = (first, second) else { return Ok(()) };
        for surface in [&first, &second] {
            let tools = sent(surface);
            prop_assert_eq!(tools.len(), surface.report().tools.len(), "a wire name stands twice");
            for (wire, id) in &tools {
                if wire == "tool_search" || wire == "tool_call" {
                    continue;
                }
                let own = Some(id.clone());
                prop_assert_eq!(&ran(&call(surface, wire, "{}")), &own, "{}", wire);
                prop_assert_eq!(&ran(&bridged(surface, wire)), &own, "{}", wire);
                prop_assert_eq!(surface.lookup(wire).wire_name(), Some(&**wire));
            }
            // What is asked before a call is what the call does.
            for name in names.iter().chain(tools.keys()).filter(|name| !name.starts_with("tool_")) {
                let (lookup, outcome) = (surface.lookup(name), call(surface, name, "{}"));
                prop_assert_eq!(lookup.runs(), outcome.executed(), "{}", name);
                prop_assert_eq!(lookup.failure(), outcome.failure(), "{}", name);
                prop_assert_eq!(lookup.canonical(), outcome.tool(), "{}", name);
                prop_assert_eq!(lookup.denial(), surface.denial(name));
            }
        }
        // What was sent on the first surface reaches no other tool on the second.
        let mut conversation = Conversation::new(first.clone());
        conversation.set_surface(second.clone());
        for (wire, id) in sent(&first) {
            if let Some(other) = ran(&in_turn(&conversation, &wire)) {
                prop_assert_eq!(&other, &id, "{}", wire);
            }
            // Without a conversation that knows, what is encoded leads to no other name.
            let [name, later] = [&first, &second].map(|surface| surface.lookup(&wire).canonical());
            if name != Some(&*wire) && call(&second, &wire, "{}").executed() {
                prop_assert_eq!(name, later, "{}", wire);
            }
        }
    }
}
