//! The same call by toolcrib and by rmcp's `ToolRouter::call`, from the arguments' text to the
//! result, side by side with parsing the arguments alone.

#[path = "../many.rs"]
mod many;
#[path = "../measure.rs"]
mod measure;

use std::hint::black_box;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use measure::{Case, measure};
use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, JsonObject, NumberOrString, Tool};
use rmcp::schemars::JsonSchema;
use rmcp::service::{Peer, RequestContext, serve_directly};
use rmcp::{RoleServer, ServerHandler};
use serde::Deserialize;
use toolcrib::{Registry, ToolCall, tool};

const CALLS: usize = 20_000;
const ROUNDS: usize = 40;
const ARGUMENTS: &str = r#"{"a": 20, "b": 22}"#;

/// Add two numbers.
#[tool(register = false)]
async fn add(a: i64, b: i64) -> String {
    (a + b).to_string()
}

#[derive(Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
struct Sum {
    a: i64,
    b: i64,
}

#[derive(Clone)]
struct Server;

impl ServerHandler for Server {}

/// rmcp has no other way to a peer than a connection.
async fn peer() -> Peer<RoleServer> {
    let (ours, theirs) = tokio::io::duplex(64);
    // Nobody speaks; the connection only has to live.
    Box::leak(Box::new(theirs));
    let running = serve_directly::<RoleServer, _, _, _, _>(Server, ours, None);
    let peer = running.peer().clone();
    Box::leak(Box::new(running));
    peer
}

fn router(names: &[&'static str]) -> ToolRouter<Server> {
    let mut router = ToolRouter::new();
    for &name in names {
        let tool = Tool::new(name, "Add two numbers.", Arc::new(JsonObject::new()));
        let add = |Parameters(sum): Parameters<Sum>| async move { (sum.a + sum.b).to_string() };
        router.add_route(ToolRoute::new(tool, add));
    }
    router
}

fn done<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for nothing"),
    }
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let _inside = runtime.enter();
    let peer = runtime.block_on(peer());
    for count in [100, 10_000] {
        let registry = Registry::builder().toolset(many::many::<add>(count)).build();
        let surface =
            registry.and_then(|registry| registry.surface().build()).expect("it is valid");
        let tools = surface.registry().tools();
        let all: Vec<_> = tools.iter().map(toolcrib::RegisteredTool::name).collect();
        // Any fixed order that jumps about: the step is prime to both counts.
        let names: Vec<_> = (0..CALLS).map(|n| all[n * 7_919 % count]).collect();
        let router = router(&all);
        let cases = vec![
            Case::new("parse alone (serde derive)", CALLS, || {
                for _ in 0..CALLS {
                    let sum: Sum = serde_json::from_str(black_box(ARGUMENTS)).expect("it fits");
                    black_box(sum.a + sum.b);
                }
            }),
            Case::new("toolcrib", CALLS, || {
                let cx = toolcrib::Context::new();
                for name in &names {
                    let outcome =
                        done(surface.call(ToolCall::new(name, black_box(ARGUMENTS)), &cx));
                    assert!(outcome.is_success());
                }
            }),
            Case::new("rmcp", CALLS, || {
                for name in &names {
                    let arguments: JsonObject =
                        serde_json::from_str(black_box(ARGUMENTS)).expect("it is an object");
                    let params = CallToolRequestParams::new(*name).with_arguments(arguments);
                    let request = RequestContext::new(NumberOrString::Number(1), peer.clone());
                    let context = ToolCallContext::new(&Server, params, request);
                    assert!(done(router.call(context)).is_ok());
                }
            }),
        ];
        println!("nanoseconds per call of an async tool with a text, {count} tools");
        for (name, nanoseconds) in measure(cases, ROUNDS) {
            println!("  {name:<28} {nanoseconds:>7.1}");
        }
    }
}
