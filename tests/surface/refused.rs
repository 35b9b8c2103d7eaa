//! A request is never sunk by one tool: what the provider would refuse is mended, left out, or a problem.

use serde_json::{Value, json};
use toolcrib::dynamic::{DynamicSource, Exposure};
use toolcrib::provider::{Provider, Rule, Severity};
use toolcrib::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use toolcrib::search::{Mode, Query};
use toolcrib::{Args, Registry, Strategy, Surface, WhyLeftOut, tool};

use super::{call, source};

/// Mark a place on a map.
#[tool(register = false)]
fn mark(at: (u32, u32), between: Option<Vec<(f64, String)>>) -> String {
    format!("{at:?} {between:?}")
}

#[derive(serde::Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Page {
    #[serde(rename = "$top")]
    top: Option<u32>,
}

/// List what is in a mailbox.
#[tool(register = false)]
fn list_mail(Args(page): Args<Page>) -> String {
    format!("{:?}", page.top)
}

/// A type that leads to a schema which is not there.
#[derive(serde::Deserialize)]
struct Astray;

impl JsonSchema for Astray {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Astray".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "$ref": "#/$defs/none" })
    }
}

/// Go astray.
#[tool(register = false)]
fn go_astray(to: Astray) -> String {
    let Astray = to;
    String::new()
}

fn errors(surface: &Surface) -> Vec<String> {
    let findings = surface.lint().into_iter();
    let errors = findings.filter(|one| one.severity == Severity::Error && !one.tool.is_empty());
    errors.map(|one| one.to_string()).collect()
}

/// Lists of what public servers publish, and of what a provider refuses.
fn servers() -> DynamicSource {
    source(
        "mail",
        &json!([
            {"name": "list", "description": "List messages of the mailbox.", "inputSchema":
                {"type": "object", "properties": {"$top": {"type": "integer"}}}},
            {"name": "batch", "description": "", "inputSchema": {"type": "object", "properties":
                {"inputs": {"type": "array"}, "maybe": {"type": ["array", "null"]}}}},
            {"name": "send", "inputSchema": {"type": "object", "properties": {"to": {"type": "string", "pattern": "^(?!a)"}},
                "anyOf": [{"required": ["to"]}, {"required": ["cc"]}]}},
        ])
        .to_string(),
    )
}

#[test]
fn natives_are_mended_for_every_provider() {
    let registry = Registry::builder().tool::<mark>().build().unwrap();
    for provider in Provider::ALL {
        for strict in [false, true] {
            let surface = registry.surface().provider(provider).strict_schemas(strict);
            let surface = surface.build().unwrap();
            assert_eq!(errors(&surface), [""; 0], "{provider:?} {strict}");
        }
    }
    let surface = registry.surface().provider(Provider::OpenAiChat).build().unwrap();
    let sent: Value = serde_json::from_str(surface.tools().get()).unwrap();
    let at = &sent[0]["function"]["parameters"]["properties"]["at"];
    assert_eq!(at["items"]["type"], "integer");
}

#[test]
fn what_cannot_be_mended_of_a_native_tool_is_a_problem() {
    let registry = Registry::builder().tool::<list_mail>().tool::<go_astray>().build().unwrap();
    let build = |provider| registry.surface().provider(provider).build();
    for provider in [Provider::Neutral, Provider::Mcp, Provider::GeminiOpenApi] {
        assert_eq!(errors(&build(provider).unwrap()), [""; 0], "{provider:?}");
    }
    let error = build(Provider::Anthropic).unwrap_err().to_string();
    for part in [
        "Anthropic would refuse every request with the tool `list_mail` (",
        "surface/refused.rs:",
        "it has the property `$top`, and Anthropic takes only keys of 1 to 64 characters",
        "rename the property, or leave the tool out for this provider",
        "the tool `go_astray` (",
        ", for `/properties/to` in its arguments: it refers to `#/$defs/none`, which is not there",
    ] {
        assert!(error.contains(part), "{part}\n{error}");
    }
    assert_eq!(error.matches("would refuse").count(), 2, "all at once: {error}");
    let error = build(Provider::OpenAiChat).unwrap_err().to_string();
    assert!(error.contains("go_astray") && !error.contains("list_mail"), "{error}");
    // A tool that the session may not use sinks nothing.
    let without = registry.surface().provider(Provider::Anthropic);
    assert!(without.without(["list_mail", "go_astray"]).build().is_ok());
}

#[test]
fn a_dynamic_tool_that_sinks_the_request_is_left_out() {
    let registry = super::registry();
    for exposure in [Exposure::Active, Exposure::Deferred] {
        for provider in Provider::ALL {
            let surface = registry.surface().provider(provider);
            let surface = surface.source(servers().exposure(exposure)).build().unwrap();
            assert_eq!(errors(&surface), [""; 0], "{provider:?}");
            let query = Query::parse("messages of the mailbox", Mode::Auto).unwrap();
            let is_found = surface.search(&query, 5).hits.iter().any(|hit| hit.name == "list");
            let left_out = provider == Provider::Anthropic;
            assert_eq!(is_found, exposure == Exposure::Deferred && !left_out, "{provider:?}");
            assert_eq!(surface.denial("list").is_some(), left_out);
            assert_eq!(call(&surface, "list", "{}").is_success(), !left_out);
            assert!(call(&surface, "batch", "{}").is_success());
            let names: Vec<_> = surface.left_out().iter().map(|one| &*one.name).collect();
            assert_eq!(names, if left_out { &["list"][..] } else { &[] });
            if left_out {
                let WhyLeftOut::Refused(why) = &surface.left_out()[0].why else { unreachable!() };
                assert_eq!((why[0].rule, why[0].severity), (Rule::PropertyKey, Severity::Error));
                let warned = surface.lint().iter().any(|one| {
                    one.origin == "mail"
                        && one.severity == Severity::Warning
                        && one.problem.starts_with("is left out: it has the property `$top`")
                });
                assert!(warned);
                assert!(!surface.tools().get().contains("$top"));
            }
        }
    }
    // Where a tool is only ever sent as text, nothing is refused.
    let registry = Registry::builder()
        .tool::<toolcrib::ready::tool_search>()
        .tool::<toolcrib::ready::tool_call>()
        .build()
        .unwrap();
    let surface = registry.surface().provider(Provider::Anthropic).strategy(Strategy::Bridge);
    let surface = surface.source(servers()).build().unwrap();
    assert_eq!(surface.left_out(), []);
}

#[test]
fn the_bytes_do_not_depend_on_how_a_root_is_written() {
    let text = |turned: bool| {
        let (one, other) =
            (r#""required":["to"]"#, r#""properties":{"to":{"type":"string"},"cc":{}}"#);
        let (first, second) = if turned { (other, one) } else { (one, other) };
        format!(
            r#"[{{"name":"send","inputSchema":{{"oneOf":[{{{first},{second}}},{{"required":["cc"],"properties":{{"cc":{{}}}}}}],"type":"object"}}}}]"#
        )
    };
    for provider in Provider::ALL {
        let digest = |text: &str| {
            let source = source("mail", text).exposure(Exposure::Active);
            let registry = Registry::builder().build().unwrap();
            registry.surface().provider(provider).source(source).build().unwrap().digest()
        };
        assert_eq!(digest(&text(false)), digest(&text(true)));
    }
}
