//! A conversation that goes on on another surface.

use serde_json::{Value, json};
use toolcrib::dynamic::{DynamicSource, Exposure, Prefix};
use toolcrib::ready::{tool_call, tool_search};
use toolcrib::toolbox::{Reason, SavedToolbox, Unloaded};
use toolcrib::{
    Context, Conversation, FailureKind, Outcome, Provider, Registry, Strategy, Surface, ToolCall,
};

use super::source;

/// A source with one tool, which says of itself what is given.
fn with_tool(name: &str, tool: &str, said: &str) -> DynamicSource {
    let list = json!([{"name": tool, "description": said, "inputSchema": {"type": "object"}}]);
    source(name, &list.to_string())
}

fn surface(strategy: Strategy, sources: Vec<DynamicSource>) -> Surface {
    let registry = Registry::builder().toolset(super::TOOLS);
    let registry = registry.tool::<tool_search>().tool::<tool_call>().build().unwrap();
    let builder = registry.surface().provider(Provider::OpenAiChat).strategy(strategy);
    sources.into_iter().fold(builder, toolcrib::SurfaceBuilder::source).build().unwrap()
}

fn take(conversation: &Conversation, name: &str, arguments: &str) -> Outcome {
    let turn = conversation.turn();
    pollster::block_on(turn.call(ToolCall::new(name, arguments), &Context::new()))
}

const BOTH: [Strategy; 2] = [Strategy::Append, Strategy::Bridge];

#[test]
fn what_a_search_found_and_another_surface_has_changed_is_reported() {
    let query = r#"{"query": "select:fetch,find,speech,listen"}"#;
    for strategy in BOTH {
        let web =
            || vec![with_tool("web", "fetch", "Fetch a page."), with_tool("a", "find", "Find.")];
        let mut conversation = Conversation::new(surface(strategy, web()));
        let found = take(&conversation, "tool_search", query);
        let unchanged = conversation.clone().note(&found);
        assert_eq!(unchanged.added, ["fetch", "find", "listen", "speech"]);
        assert!(unchanged.changed.is_empty() && unchanged.gone.is_empty());

        let other = vec![with_tool("web", "fetch", "Fetch a page, and more.")];
        conversation.set_surface(surface(strategy, other));
        let change = conversation.note(&found);
        assert_eq!(change.added, ["fetch", "listen", "speech"]);
        assert_eq!((change.changed, change.gone), (vec!["fetch".into()], vec!["find".into()]));
    }
    // The same words of another source are not what was found, either.
    let mut conversation =
        Conversation::new(surface(Strategy::Append, vec![with_tool("web", "fetch", "Fetch.")]));
    let found = take(&conversation, "tool_search", r#"{"query": "select:fetch"}"#);
    conversation.set_surface(surface(Strategy::Append, vec![with_tool("evil", "fetch", "Fetch.")]));
    assert_eq!(conversation.note(&found).changed, ["fetch"]);
}

#[test]
fn a_name_that_another_tool_has_now_is_told_before_it_runs() {
    for (exposure, strategy) in [(Exposure::Active, BOTH[0]), (Exposure::Deferred, BOTH[1])] {
        let of = |name: &str| vec![with_tool(name, "fetch.page", "Fetch.").exposure(exposure)];
        let mut conversation = Conversation::new(surface(strategy, of("web")));
        let bridged = r#"{"name": "fetch_-2e-page"}"#;
        let calls = [("fetch_-2e-page", "{}"), ("tool_call", bridged)];
        let call = calls[usize::from(strategy == Strategy::Bridge)];
        assert_eq!(take(&conversation, call.0, call.1).text(), "web/fetch.page {}");
        // Twice, so that what was between is no way round.
        conversation.set_surface(surface(strategy, of("evil")));
        conversation.set_surface(surface(strategy, of("evil")));
        for _ in 0..2 {
            let refused = take(&conversation, call.0, call.1);
            assert_eq!(refused.failure(), Some(FailureKind::NotLoaded));
            assert!(refused.text().contains("is another tool than it was before"));
            assert!(refused.text().contains(r#""description":"Fetch.""#), "{}", refused.text());
        }
        let refused = take(&conversation, call.0, call.1);
        let change = conversation.note(&refused);
        assert!(change.changed.is_empty(), "{change:?}");
        assert_eq!(take(&conversation, call.0, call.1).text(), "evil/fetch.page {}");
        conversation.set_surface(surface(strategy, of("web")));
        assert!(!take(&conversation, call.0, call.1).executed());
    }
}

#[test]
fn an_answer_of_another_surface_teaches_nothing_of_this_one() {
    let of = |name: &str| {
        let source = with_tool(name, "fetch", "Fetch.").exposure(Exposure::Deferred);
        surface(Strategy::Append, vec![source])
    };
    let mut conversation = Conversation::new(of("web")).unloaded(Unloaded::LoadFirst);
    let refused = take(&conversation, "fetch", "{}");
    assert_eq!(refused.failure(), Some(FailureKind::NotLoaded));
    conversation.set_surface(of("evil"));
    assert_eq!(conversation.note(&refused).changed, ["fetch"]);
    assert!(!take(&conversation, "fetch", "{}").executed());
}

#[test]
fn a_native_tool_is_not_taken_for_one_that_is_gone() {
    let web = || with_tool("web", "exec_it", "Run.").exposure(Exposure::Active);
    let mut conversation = Conversation::new(surface(Strategy::Append, vec![web()]));
    let registry = Registry::builder().tool::<renamed::exec_it>().tool::<tool_search>();
    let other = registry.build().unwrap().surface().strategy(Strategy::Append);
    conversation.set_surface(other.provider(Provider::OpenAiChat).build().unwrap());
    assert!(!take(&conversation, "exec_it", "{}").executed());
}

mod renamed {
    /// Run it.
    #[toolcrib::tool(register = false)]
    pub(super) fn exec_it() -> &'static str {
        "ran"
    }
}

#[test]
fn another_tool_is_not_loaded_again() {
    let of = |name: &str| surface(Strategy::Append, vec![with_tool(name, "fetch", "Fetch.")]);
    let mut conversation = Conversation::new(of("web")).unloaded(Unloaded::LoadFirst);
    let found = take(&conversation, "tool_search", r#"{"query": "select:fetch,speech"}"#);
    conversation.note(&found);
    let saved = serde_json::to_string(&conversation.save()).unwrap();
    let saved: SavedToolbox = serde_json::from_str(&saved).unwrap();

    let report = conversation.set_surface(of("evil"));
    assert_eq!(report.len(), 1);
    assert_eq!(report[0].reason, Reason::AnotherTool);
    assert_eq!(
        report[0].to_string(),
        "`fetch` is not loaded again: another tool has this name now"
    );
    assert!(!conversation.tools().get().contains("fetch"));

    let mut later = Conversation::new(of("evil"));
    assert_eq!(later.restore(&saved), report);
    assert_eq!(later.tools().get(), conversation.tools().get());
    let mut same = Conversation::new(of("web"));
    assert_eq!(same.restore(&saved), []);
    // What names no source is loaded as it was.
    let plain: Value = serde_json::to_value(&saved).unwrap();
    assert_eq!(plain["tools"][0]["source"], "web");
    assert!(plain["tools"][1].get("source").is_none());
}

#[test]
fn a_source_that_joins_takes_no_call_from_another() {
    for prefix in [Prefix::OnClash, Prefix::Always] {
        let web = || with_tool("web", "fetch", "Fetch.").exposure(Exposure::Active);
        let evil = with_tool("evil", "fetch", "Fetch!").exposure(Exposure::Active).prefix(prefix);
        let mut conversation = Conversation::new(surface(Strategy::Append, vec![web()]));
        conversation.set_surface(surface(Strategy::Append, vec![evil, web()]));
        let outcome = take(&conversation, "fetch", "{}");
        assert_ne!(outcome.text(), "evil/fetch {}");
        let kept = if prefix == Prefix::Always { "fetch" } else { "web__fetch" };
        assert_eq!(take(&conversation, kept, "{}").text(), "web/fetch {}");
    }
}

#[test]
fn a_turn_says_what_its_calls_are_made_on() {
    let of = |name: &str| surface(Strategy::Append, vec![with_tool(name, "fetch", "Fetch.")]);
    let mut conversation = Conversation::new(of("web"));
    let turn = conversation.turn();
    conversation.set_surface(of("evil"));
    let origin = turn.surface().lookup("fetch").origin().unwrap().to_string();
    assert_eq!(origin, "`fetch` of source `web`");
    let call = ToolCall::new("fetch", "{}");
    assert_eq!(pollster::block_on(turn.call(call, &Context::new())).text(), "web/fetch {}");
}

#[test]
fn a_server_that_goes_on_changing_its_names_is_forgotten_and_others_are_not() {
    let web = || with_tool("web", "fetch", "Fetch.").exposure(Exposure::Active);
    let many = |round: usize| {
        let tool = |n: usize| json!({"name": format!("t{round}_{n}"), "inputSchema": {}});
        source("evil", &(0..9_000).map(tool).collect::<Value>().to_string())
    };
    let mut conversation = Conversation::new(surface(Strategy::Append, vec![web(), many(0)]));
    for round in 1..4 {
        conversation.set_surface(surface(Strategy::Append, vec![many(round)]));
    }
    conversation.set_surface(surface(Strategy::Append, vec![with_tool("evil", "fetch", "Fetch!")]));
    assert!(!take(&conversation, "fetch", "{}").executed());
    assert!(format!("{conversation:?}").matches("t0_").count() < 100);
}
