//! Running dynamic tools.

use std::sync::Arc;

use toolcrib::dynamic::{BoxFuture, DynamicCall, DynamicSource, Handler, Prefix, Tail, handler_fn};
use toolcrib::{Context, FailureKind, Output, ToolError};

struct Agent(&'static str);

/// Answers with all that it was given.
struct Echo;

impl Handler for Echo {
    fn call<'a>(
        &'a self,
        call: DynamicCall<'a>,
        cx: &'a Context<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move {
            let agent = cx.get::<Agent>().map_or("nobody", |agent| agent.0);
            Ok(Output::text(format!("{agent} {} {} {}", call.source, call.name, call.arguments)))
        })
    }
}

fn source() -> DynamicSource {
    DynamicSource::from_mcp("a", r#"[{"name": "x", "inputSchema": {}}]"#).unwrap()
}

#[test]
fn a_handler_gets_the_name_that_its_source_knows() {
    let source = source().prefix(Prefix::Always).handler(Echo);
    let tail = Tail::of([&source], []);
    let cx = Context::new().with(Agent("reviewer"));
    let result = pollster::block_on(tail.get("a__x").unwrap().run(r#"{"b":1}"#, &cx));
    assert_eq!(result.unwrap().as_text(), r#"reviewer a x {"b":1}"#);
}

#[test]
fn closures_and_shared_handlers_are_handlers() {
    let denied = "no".to_owned();
    let closure = handler_fn(move |_, _| {
        let denied = denied.clone();
        Box::pin(async move { Err(ToolError::denied(denied)) })
    });
    let shared: Arc<dyn Handler> = Arc::new(closure);
    let sources = [source().handler(Arc::clone(&shared)), source().handler(shared)];
    for source in &sources {
        let tail = Tail::of([source], []);
        let error = pollster::block_on(tail.tools()[0].run("{}", &Context::new())).unwrap_err();
        assert_eq!(error.kind(), FailureKind::Denied);
    }
}
