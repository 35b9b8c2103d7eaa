//! How a model gets at deferred tools: what is sent, found, loaded, called and refused.

use serde_json::{Value, json};
use toolcrib::dynamic::Exposure;
use toolcrib::provider::Provider;
use toolcrib::ready::{tool_call, tool_search};
use toolcrib::toolbox::{Reason, Unloaded};
use toolcrib::{
    Context, Conversation, FailureKind, Outcome, Problem, Registry, Strategy, Surface,
    SurfaceProblem, ToolCall,
};

use super::{TOOLS, call, source};

fn registry() -> Registry {
    let gone = toolcrib::Tombstone::new("shout", "1.0.0").replacement("speech");
    let builder = Registry::builder().toolset(TOOLS).retired([gone]);
    builder.tool::<tool_search>().tool::<tool_call>().build().unwrap()
}

fn surface(provider: Provider, strategy: Strategy) -> Surface {
    let mail = r#"[{"name": "mail.send", "description": "Send a mail.", "inputSchema":
        {"type": "object", "properties": {"to": {"type": "string"}}, "required": ["to"]}}]"#;
    let mail = source("mail", mail).exposure(Exposure::Deferred);
    let builder = registry().surface().provider(provider).strategy(strategy);
    builder.source(mail).build().unwrap()
}

fn take(conversation: &mut Conversation, name: &str, arguments: &str) -> Outcome {
    let turn = conversation.turn();
    let call = ToolCall::new(name, arguments);
    let outcome = pollster::block_on(turn.call(call, &Context::new()));
    conversation.note(&outcome);
    outcome
}

fn list(surface: &Surface) -> Value {
    serde_json::from_str(surface.tools().get()).unwrap()
}

#[test]
fn a_strategy_without_its_means_does_not_build() {
    let bare = Registry::builder().toolset(TOOLS).build().unwrap();
    let error = bare.surface().strategy(Strategy::Bridge).build().unwrap_err();
    assert_eq!(error.problems().len(), 2);
    assert!(error.to_string().contains(".tool::<toolcrib::ready::tool_call>()"), "{error}");
    for provider in Provider::ALL {
        let built = bare.surface().provider(provider).strategy(Strategy::Native).build();
        assert_eq!(built.is_ok(), provider.defers(), "{provider:?}");
        if let Err(error) = built {
            let problem = Problem::Surface(SurfaceProblem::NoDeferral { provider });
            assert_eq!(error.problems(), [problem]);
        }
    }
}

#[test]
fn native_lists_are_what_the_provider_asks_for() {
    let tools = list(&surface(Provider::Anthropic, Strategy::Native));
    let deferred = |tool: &&Value| tool["defer_loading"] == true;
    let names = |tools: Vec<&Value>| -> Vec<String> {
        tools.iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let all = tools.as_array().unwrap();
    let (later, now): (Vec<_>, Vec<_>) = all.iter().partition(deferred);
    assert_eq!(names(now), ["exec_shell", "read_file", "tool_search"]);
    assert_eq!(names(later), ["listen", "speech", "mail_-2e-send"]);

    let tools = list(&surface(Provider::OpenAiResponses, Strategy::Native));
    let search = tools.as_array().unwrap().iter().find(|tool| tool["type"] == "tool_search");
    let search = search.unwrap();
    assert_eq!(search["execution"], "client");
    assert_eq!(search["parameters"]["required"], json!(["query"]));
    assert!(search.get("name").is_none());

    // Without a search of ours, it is the provider's own.
    let bare = Registry::builder().toolset(TOOLS).build().unwrap();
    for (provider, search) in [
        (Provider::Anthropic, "tool_search_tool_bm25_20251119"),
        (Provider::OpenAiResponses, "tool_search"),
    ] {
        let surface = bare.surface().provider(provider).strategy(Strategy::Native).build();
        assert_eq!(list(&surface.unwrap())[0]["type"], search);
    }
}

#[test]
fn a_search_answers_in_the_form_that_loads() {
    let mut conversation = Conversation::new(surface(Provider::Anthropic, Strategy::Native));
    let query = r#"{"query": "select:mail.send,speech,knit"}"#;
    let outcome = take(&mut conversation, "tool_search", query);
    let parts: Value = serde_json::to_value(outcome.content().collect::<Vec<_>>()).unwrap();
    assert_eq!(parts[0], json!({"type": "tool_reference", "tool_name": "mail_-2e-send"}));
    assert_eq!(parts[1], json!({"type": "tool_reference", "tool_name": "speech"}));
    assert!(parts[2]["text"].as_str().unwrap().contains("`knit` was not found"), "{parts}");
    let known = r#"{"query": "select:read_file,knit"}"#;
    let said = take(&mut conversation, "tool_search", known).text().into_owned();
    assert!(said.contains("`read_file` is in the list already: call it; `knit` was not"), "{said}");

    let mut conversation = Conversation::new(surface(Provider::OpenAiChat, Strategy::Append));
    let outcome = take(&mut conversation, "tool_search", query);
    let found: Value = serde_json::from_str(outcome.structured().unwrap().get()).unwrap();
    assert_eq!(found["tools"][0]["function"]["name"], "mail_-2e-send");
    assert_eq!(found["not_found"], json!(["knit"]));
    let outcome = take(&mut conversation, "tool_search", known);
    let found: Value = serde_json::from_str(outcome.structured().unwrap().get()).unwrap();
    let answer = "`read_file` is in the list already: call it";
    assert_eq!(found["selected"], json!([{"name": "read_file", "answer": answer}]));
}

#[test]
fn bad_searches_say_what_to_write() {
    let surface = surface(Provider::Neutral, Strategy::Append);
    for (arguments, said) in [
        (r#"{"query": " "}"#, "the query is empty"),
        (r#"{"query": "/(/"}"#, "this is not a regular expression"),
        (r#"{"query": "a", "limit": 0}"#, "a search returns 1 to 20 tools, not 0"),
        (r#"{"query": "a", "limit": 21}"#, "a search returns 1 to 20 tools, not 21"),
        (r#"{"query": "a", "mode": "fuzzy"}"#, "`mode`"),
        ("{}", "`query`"),
    ] {
        let outcome = call(&surface, "tool_search", arguments);
        assert_eq!(outcome.failure(), Some(FailureKind::BadArguments), "{arguments}");
        assert!(outcome.text().contains(said), "{arguments}: {}", outcome.text());
    }
    let outcome = call(&surface, "tool_search", r#"{"query": "knit"}"#);
    assert!(outcome.is_success() && outcome.text().contains("hint"), "{}", outcome.text());
}

#[test]
fn a_call_through_the_bridge_is_the_call_itself() {
    let surface = surface(Provider::Neutral, Strategy::Bridge);
    for (name, arguments) in [
        ("speech", r#"{"text": "hello"}"#),
        ("say", r#"{"text": "hello"}"#),
        ("exec", r#"{"command": "ls"}"#),
        ("mail.send", r#"{"to": "a"}"#),
        ("mail.send", "{}"),
        ("shout", "{}"),
        ("shoot", "{}"),
        ("read_file", r#"{"path": 1}"#),
    ] {
        let direct = call(&surface, name, arguments);
        for arguments in [arguments.to_owned(), serde_json::to_string(arguments).unwrap()] {
            let bridged = format!(r#"{{"name": "{name}", "arguments": {arguments}}}"#);
            let through = call(&surface, "tool_call", &bridged);
            assert_eq!(through.text(), direct.text(), "{bridged}");
            assert_eq!(through.tool(), direct.tool());
            assert_eq!(through.called(), direct.called());
            assert_eq!(through.executed(), direct.executed());
            assert_eq!(through.failure(), direct.failure());
            assert_eq!(through.notice(), direct.notice());
            let target = surface.target(ToolCall::new("tool_call", &bridged));
            assert_eq!(target.name, name);
        }
    }
}

#[test]
fn the_bridge_refuses_itself_and_nonsense() {
    let surface = surface(Provider::Neutral, Strategy::Bridge);
    for arguments in [
        r#"{"name": "tool_call", "arguments": {"name": "speech"}}"#,
        r#"{"name": "ToolCall", "arguments": {}}"#,
        r#"{"arguments": {}}"#,
        r#"{"name": "speech", "args": {}}"#,
        r#"{"name": 1}"#,
        "[]",
        "{",
    ] {
        let outcome = call(&surface, "tool_call", arguments);
        assert_eq!(outcome.failure(), Some(FailureKind::BadArguments), "{arguments}");
        assert!(!outcome.executed());
        assert_eq!(surface.target(ToolCall::new("speech", arguments)).name, "speech");
    }
    // Arguments that are no object are refused by the tool they are for.
    for arguments in ["1", "[]", "\"x\""] {
        let bridged = format!(r#"{{"name": "listen", "arguments": {arguments}}}"#);
        let outcome = call(&surface, "tool_call", &bridged);
        assert_eq!(outcome.failure(), Some(FailureKind::BadArguments), "{arguments}");
    }
}

#[test]
fn a_rule_holds_through_the_bridge() {
    let builder = registry().surface().strategy(Strategy::Bridge);
    let surface = builder.without(["speech"]).build().unwrap();
    let outcome = call(&surface, "tool_call", r#"{"name": "speech", "arguments": {"text": "x"}}"#);
    assert_eq!(outcome.failure(), Some(FailureKind::Denied));
    // And the bridge itself is denied where it is no part of the strategy.
    let surface = registry().surface().strategy(Strategy::Append).build().unwrap();
    assert!(!surface.tools().get().contains("tool_call"));
    assert_eq!(call(&surface, "tool_call", "{}").failure(), Some(FailureKind::Denied));
}

#[test]
fn a_search_and_a_call_in_one_turn_do_not_authorise_each_other() {
    for strategy in [Strategy::Append, Strategy::Bridge] {
        let surface = surface(Provider::Neutral, strategy);
        let mut conversation = Conversation::new(surface).unloaded(Unloaded::LoadFirst);
        let turn = conversation.turn();
        let cx = Context::new();
        let search = ToolCall::new("tool_search", r#"{"query": "select:speech"}"#);
        let speech = ToolCall::new("speech", r#"{"text": "hello"}"#);
        let found = pollster::block_on(turn.call(search, &cx));
        assert_eq!(conversation.note(&found).added, ["speech"]);
        let refused = pollster::block_on(turn.call(speech, &cx));
        assert_eq!(refused.failure(), Some(FailureKind::NotLoaded));
        conversation.note(&refused);
        let ran = pollster::block_on(conversation.turn().call(speech, &cx));
        assert_eq!(ran.text(), "hello");
    }
}

#[test]
fn what_need_not_be_loaded_runs_under_either_policy() {
    for unloaded in [Unloaded::Run, Unloaded::LoadFirst] {
        let surface = surface(Provider::Neutral, Strategy::Append);
        let mut conversation = Conversation::new(surface).unloaded(unloaded);
        for (name, arguments) in [
            ("exec", r#"{"command": "ls"}"#),
            ("run_command", r#"{"command": "ls"}"#),
            ("say", r#"{"text": "x"}"#),
        ] {
            let outcome = take(&mut conversation, name, arguments);
            assert!(outcome.is_success(), "{name}: {}", outcome.text());
        }
        for (name, failure) in [("shout", FailureKind::Removed), ("xyzzy", FailureKind::Unknown)] {
            assert_eq!(take(&mut conversation, name, "{}").failure(), Some(failure));
        }
        let refused = unloaded == Unloaded::LoadFirst;
        let outcome = take(&mut conversation, "listen", "{}");
        assert_eq!(outcome.failure() == Some(FailureKind::NotLoaded), refused);
        assert_eq!(conversation.toolbox().contains("listen"), refused);
    }
}

#[test]
fn metadata_of_other_tools_load_nothing() {
    use toolcrib::dynamic::{DynamicSource, handler_fn};
    use toolcrib::{FOUND_KEY, Output};

    let tools = r#"[{"name": "sly", "inputSchema": {"type": "object"}}]"#;
    let sly = DynamicSource::from_mcp("sly", tools).unwrap().exposure(Exposure::Active);
    let sly = sly.handler(handler_fn(|_call, _cx| {
        let output = Output::text("x").with_meta(FOUND_KEY, vec!["speech"]);
        Box::pin(async move { Ok(output) })
    }));
    let surface = registry().surface().strategy(Strategy::Append).source(sly).build().unwrap();
    let mut conversation = Conversation::new(surface);
    assert_eq!(take(&mut conversation, "sly", "{}").text(), "x");
    assert!(conversation.toolbox().is_empty());
}

#[test]
fn another_surface_takes_out_what_it_denies() {
    let mut conversation = Conversation::new(surface(Provider::Neutral, Strategy::Append));
    take(&mut conversation, "tool_search", r#"{"query": "select:speech,listen"}"#);
    let saved = conversation.save();
    let builder = registry().surface().strategy(Strategy::Append);
    let stricter = builder.without(["speech"]).build().unwrap();
    let report = conversation.set_surface(stricter.clone());
    assert_eq!(report[0].reason, Reason::Denied);
    assert!(!conversation.tools().get().contains("speech"));
    assert!(conversation.tools().get().contains("listen"));

    let mut later = Conversation::new(stricter);
    assert_eq!(later.restore(&saved).len(), 1);
    assert_eq!(later.tools().get(), conversation.tools().get());
}

#[test]
fn strict_claims_hold_for_what_is_loaded() {
    // DeepSeek takes all of a request or none: what may be loaded counts.
    let loose =
        r#"[{"name": "loose", "inputSchema": {"type": "object", "additionalProperties": true}}]"#;
    let builder = || {
        let registry = Registry::builder().tool::<super::exec_shell>();
        let registry = registry.tool::<super::speech>().build().unwrap();
        registry.surface().provider(Provider::DeepSeek).strict_schemas(true)
    };
    let strict = builder().build().unwrap();
    assert!(strict.tools().get().contains(r#""strict":true"#));
    assert_eq!(strict.lint(), []);
    let mixed = builder().source(source("far", loose)).build().unwrap();
    assert!(!mixed.tools().get().contains(r#""strict":true"#));
    let findings = mixed.lint();
    assert!(
        findings[0].to_string().contains("may be loaded that cannot be: loose"),
        "{findings:?}"
    );
}

#[test]
fn deferred_tools_that_nothing_finds_are_told_and_still_run() {
    for (provider, strategy) in [
        (Provider::OpenAiChat, Strategy::Append),
        (Provider::OpenAiChat, Strategy::Bridge),
        (Provider::Anthropic, Strategy::Native),
    ] {
        let built = |denied: &[&str]| {
            let builder = registry().surface().provider(provider).strategy(strategy);
            builder.without(denied.iter().copied()).build().unwrap()
        };
        let said = |surface: &Surface| {
            let findings = surface.lint().into_iter().map(|finding| finding.to_string());
            findings.filter(|text| text.contains("cannot be found")).collect::<Vec<_>>()
        };
        let surface = built(&["tool_search"]);
        assert_eq!(
            said(&surface),
            [format!(
                "warning: deferred tools cannot be found and called, 2 of them: a rule denies \
                 `tool_search`, which the strategy `{strategy}` needs; deny them too, make them \
                 active, or allow it"
            )]
        );
        let bridge = said(&built(&["tool_call"]));
        assert_eq!(bridge.len(), usize::from(strategy == Strategy::Bridge), "{bridge:?}");
        assert_eq!(said(&built(&[])), [""; 0]);
        assert_eq!(said(&built(&["tool_search", "speech", "listen"])), [""; 0]);

        // A model that knows a tool may call it: it is deferred, not denied.
        let hello = r#"{"text": "hello"}"#;
        assert_eq!(call(&surface, "speech", hello).text(), "hello");
        let mut conversation = Conversation::new(surface).unloaded(Unloaded::LoadFirst);
        let refused = take(&mut conversation, "speech", hello);
        assert_eq!(refused.failure(), Some(FailureKind::NotLoaded));
        assert_eq!(take(&mut conversation, "speech", hello).text(), "hello");
    }
}
