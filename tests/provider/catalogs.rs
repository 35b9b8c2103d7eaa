//! The tools of real servers, for every provider.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::value::RawValue;
use serde_json::{Map, Value};
use toolcrib::provider::{ForeignSchema, Provider, Rule, ToolSpec, WireNames, WriteOptions};

use super::schemas;
use super::subset::{not_openapi, not_strict};

/// One tool of a server, with the name that a host would give it.
struct Served {
    name: String,
    origin: String,
    description: String,
    schema: ForeignSchema,
}

/// The 194 tools, by server and name.
fn served(prepare: impl Fn(&RawValue) -> String) -> Vec<Served> {
    #[derive(serde::Deserialize)]
    struct Tool {
        name: String,
        description: String,
        #[serde(rename = "inputSchema")]
        schema: Box<RawValue>,
    }
    let servers = include_str!("../data/catalogs/mcp-servers.json");
    let mut servers: BTreeMap<String, Vec<Tool>> = serde_json::from_str(servers).unwrap();
    let github = include_str!("../data/catalogs/github-mcp-server.json");
    servers.insert("github".into(), serde_json::from_str(github).unwrap());
    let mut served = Vec::new();
    for (server, tools) in servers {
        for tool in tools {
            let schema = ForeignSchema::parse(&prepare(&tool.schema)).unwrap();
            // A name as MCP takes it and others do not.
            let name = format!("{server}.{}", tool.name);
            served.push(Served {
                name,
                origin: server.clone(),
                description: tool.description,
                schema,
            });
        }
    }
    served.sort_by(|one, other| one.name.cmp(&other.name));
    assert_eq!(served.len(), 194);
    served
}

fn as_served(schema: &RawValue) -> String {
    schema.get().to_owned()
}

/// The specs under the wire names of `provider`.
fn specs<'s>(served: &'s [Served], names: &'s WireNames) -> Vec<ToolSpec<'s>> {
    let one = |tool: &'s Served| {
        let name = names.wire(&tool.name).unwrap();
        ToolSpec::new(name, &tool.description, &tool.schema).origin(&tool.origin)
    };
    served.iter().map(one).collect()
}

fn names(provider: Provider, served: &[Served]) -> WireNames {
    WireNames::new(provider, served.iter().map(|tool| &*tool.name)).unwrap()
}

#[test]
fn every_tool_is_written_for_every_provider() {
    let served = served(as_served);
    let meta = jsonschema::draft202012::meta::validator();
    for provider in Provider::ALL {
        let names = names(provider, &served);
        let specs = specs(&served, &names);
        for options in [WriteOptions::new(), WriteOptions::new().strict(true)] {
            let sent = provider.write(&specs, &options);
            let schemas = schemas(provider, sent.get());
            assert_eq!(schemas.len(), 194);
            for ((wire, schema), tool) in schemas.iter().zip(&served) {
                assert_eq!(names.name(wire), Some(&*tool.name));
                let Some(schema) = schema else {
                    assert_eq!(provider, Provider::GeminiOpenApi);
                    assert!(tool.schema.json().get().contains(r#""properties":{}"#));
                    continue;
                };
                if let Err(why) = meta.validate(schema) {
                    panic!("{provider:?} {wire}: {why}");
                }
                let wrong = not_openapi(schema).filter(|_| provider == Provider::GeminiOpenApi);
                assert_eq!(wrong, None, "{wire}");
            }
        }
    }
}

#[test]
fn the_order_of_keys_does_not_reach_the_bytes() {
    fn turned(value: &mut Value) {
        if let Value::Object(map) = value {
            // With `serde_json/preserve_order` this turns the order round; without, it is sorted, which is
            // not the servers' order either.
            let members: Vec<_> = std::mem::take(map).into_iter().collect();
            *map = members.into_iter().rev().collect::<Map<_, _>>();
        }
        match value {
            Value::Object(map) => map.values_mut().for_each(turned),
            Value::Array(items) => items.iter_mut().for_each(turned),
            _ => {}
        }
    }
    let one = served(as_served);
    let other = served(|schema| {
        let mut value: Value = serde_json::from_str(schema.get()).unwrap();
        turned(&mut value);
        // Written with the members in reverse, whatever order the map has.
        reversed(&value)
    });
    for provider in Provider::ALL {
        let options = WriteOptions::new().strict(true);
        let names = names(provider, &one);
        let sent = provider.write(&specs(&one, &names), &options);
        assert_eq!(sent.get(), provider.write(&specs(&other, &names), &options).get());
    }
}

/// JSON text with the members of every object in reverse.
fn reversed(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let members: Vec<_> = map
                .iter()
                .rev()
                .map(|(key, value)| format!("{}:{}", Value::from(&**key), reversed(value)))
                .collect();
            format!("{{{}}}", members.join(" ,"))
        }
        Value::Array(items) => {
            format!("[{}]", items.iter().map(reversed).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Strict tools by provider: the checker agrees with each claim, and each tool is strict or has a finding.
#[test]
fn strict_is_claimed_where_it_holds_and_explained_where_it_does_not() {
    let served = served(as_served);
    let options = WriteOptions::new().strict(true);
    let mut claimed = Vec::new();
    for (provider, form) in [
        (Provider::OpenAiChat, "openai"),
        (Provider::OpenAiResponses, "openai"),
        (Provider::Anthropic, "anthropic"),
        (Provider::DeepSeek, "deepseek"),
    ] {
        let names = names(provider, &served);
        let specs = specs(&served, &names);
        let sent = provider.write(&specs, &options);
        let findings = provider.lint(&specs, &options);
        let explained: BTreeSet<_> =
            findings.iter().filter(|one| one.rule == Rule::Strict).map(|one| &*one.tool).collect();
        let entries: Vec<Value> = serde_json::from_str(sent.get()).unwrap();
        let mut strict = 0;
        for (entry, (name, schema)) in entries.iter().zip(schemas(provider, sent.get())) {
            let of = entry.get("function").unwrap_or(entry);
            if of.get("strict") == Some(&Value::Bool(true)) {
                strict += 1;
                assert_eq!(not_strict(form, &schema.unwrap()), None, "{name}");
            } else {
                assert!(explained.contains(&*name) || form == "deepseek", "{name}");
            }
        }
        claimed.push((form, strict));
    }
    assert_eq!(claimed, [("openai", 190), ("openai", 190), ("anthropic", 20), ("deepseek", 0)]);
}

/// The findings by rule: real tools pass, but for what is known of them.
#[test]
fn real_tools_have_few_findings() {
    let served = served(as_served);
    for provider in Provider::ALL {
        let names = names(provider, &served);
        let findings = provider.lint(&specs(&served, &names), &WriteOptions::new());
        let found: Vec<_> = findings.iter().map(ToString::to_string).collect();
        let expected: &[&str] = match provider {
            Provider::OpenAiChat => {
                &["error: 194 tools are loaded; OpenAI takes 128; defer some, or filter them out"]
            }
            Provider::OpenAiResponses => {
                &["warning: 194 tools are loaded; OpenAI takes 128; defer some, or filter them out"]
            }
            Provider::DeepSeek => {
                &["error: 194 tools are loaded; DeepSeek takes 128; defer some, or filter them out"]
            }
            Provider::GeminiOpenApi => &GEMINI,
            _ => &[],
        };
        assert_eq!(found, expected, "{provider:?}");
    }
}

/// What Gemini's subset cannot say of them.
const GEMINI: [&str; 6] = [
    "warning: tool `github.actions_run_trigger` (github) at `/properties/inputs`: is an object without properties, which some Gemini models refuse; say it in the description, or send the schema as `parametersJsonSchema`",
    "warning: tool `github.projects_write` (github) at `/properties/updated_field/oneOf/0/properties/value`: takes any value, and Gemini needs a type, so a text, a number, a boolean or a list of these is asked for; say it in the description, or send the schema as `parametersJsonSchema`",
    "warning: tool `github.projects_write` (github) at `/properties/updated_field/oneOf/1/properties/value`: takes any value, and Gemini needs a type, so a text, a number, a boolean or a list of these is asked for; say it in the description, or send the schema as `parametersJsonSchema`",
    "warning: tool `playwright.browser_drop` (playwright) at `/properties/data`: has `propertyNames`, which was left out; say it in the description, or send the schema as `parametersJsonSchema`",
    "warning: tool `playwright.browser_drop` (playwright) at `/properties/data`: has `additionalProperties`, which was left out; say it in the description, or send the schema as `parametersJsonSchema`",
    "warning: tool `playwright.browser_drop` (playwright) at `/properties/data`: is an object without properties, which some Gemini models refuse; say it in the description, or send the schema as `parametersJsonSchema`",
];
