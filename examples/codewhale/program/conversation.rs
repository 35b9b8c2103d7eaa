//! A conversation with 194 tools of MCP servers behind the native ones: none of them is in the list until
//! a search finds it.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};

use codewhale_tools::{Agent, BUDGET};
use serde_json::json;
use serde_json::value::RawValue;
use toolcrib::dynamic::{DynamicSource, Exposure, Prefix, handler_fn};
use toolcrib::toolbox::Limits;
use toolcrib::{
    Context, Conversation, FOUND_KEY, Output, Registry, Strategy, Surface, SurfaceBuilder, ToolCall,
};

use super::mode::Mode;
use super::report::Report;

/// What eight public MCP servers and GitHub's answer to `tools/list`; see `tests/data/catalogs/README.md`.
const SERVERS: &str = include_str!("../../../tests/data/catalogs/mcp-servers.json");
const GITHUB: &str = include_str!("../../../tests/data/catalogs/github-mcp-server.json");

/// What the model writes.
const CALLS: [(&str, &str); 6] = [
    ("tool_search", r#"{"query": "what time is it in another time zone", "limit": 1}"#),
    (
        "time__convert_time",
        r#"{"source_timezone": "Europe/Paris", "target_timezone": "Asia/Tokyo", "time": "16:30"}"#,
    ),
    ("tool_search", r#"{"query": "select:git__git_commit,github__create_pull_request"}"#),
    ("git__git_commit", r#"{"repo_path": ".", "message": "Say the time"}"#),
    ("tool_search", r#"{"query": "+github list the jobs of a workflow run", "limit": 2}"#),
    ("tool_search", r#"{"query": "brew coffee"}"#),
];

/// The servers' tools, to be found by search. Nobody has started the servers: what comes back is the request
/// that one of them would get.
pub(crate) fn servers(exposure: Exposure) -> Result<Vec<DynamicSource>, Box<dyn Error>> {
    let servers: BTreeMap<String, Box<RawValue>> = serde_json::from_str(SERVERS)?;
    let servers = servers.iter().map(|(name, tools)| (&**name, tools.get()));
    let sources = servers.chain([("github", GITHUB)]).map(|(name, tools)| {
        let source = DynamicSource::from_mcp(name, tools)?;
        let source = source.exposure(exposure).prefix(Prefix::Always);
        Ok(source.handler(handler_fn(|call, _cx| {
            let arguments: Result<Box<RawValue>, _> = serde_json::from_str(call.arguments);
            let params = json!({ "name": call.name, "arguments": arguments.ok() });
            let request = json!({ "method": "tools/call", "params": params });
            let text = format!("to the server `{}`: {request}", call.source);
            Box::pin(async move { Ok(Output::text(text)) })
        })))
    });
    sources.collect()
}

/// What the session sees: what a search finds is added to the list's end.
pub(crate) fn surface(registry: &Registry, mode: Mode) -> Result<Surface, Box<dyn Error>> {
    let builder = registry.surface().budget(BUDGET).strategy(Strategy::Append);
    Ok(servers(mode.servers())?.into_iter().fold(builder, SurfaceBuilder::source).build()?)
}

/// Holds the conversation and shows what becomes of the list.
pub(crate) async fn run<W: Write>(surface: Surface, report: &mut Report<W>) -> io::Result<()> {
    let weight = surface.report();
    let title = format!(
        "A conversation: {} more tools, {} bytes, found by search and loaded two at a time",
        weight.deferred.tools, weight.deferred.bytes
    );
    report.heading(&title)?;
    let limits = Limits { tools: 2, ..Limits::default() };
    let mut conversation = Conversation::new(surface).limits(limits);
    let cx = Context::new().with(Agent::main());
    for (name, arguments) in CALLS {
        let call = ToolCall::new(name, arguments);
        report.call(call, "")?;
        let outcome = conversation.turn().call(call, &cx).await;
        match outcome.meta().iter().find(|(key, _)| key == FOUND_KEY) {
            Some((_, names)) => report.found(names, outcome.text().len())?,
            None => report.outcome(&outcome)?,
        }
        let change = conversation.note(&outcome);
        report.change(&change, conversation.tools().get().len())?;
    }
    Ok(())
}
