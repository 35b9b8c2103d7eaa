//! What is emitted for whoever watches: a span for each call, one line for each deprecated name.
//!
//! Alone in its program: a subscriber that comes while other threads make calls may miss some.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use toolcrib::{Context, Registry, ToolCall, ToolError, tool};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Add.
#[tool(register = false, alias(name = "plus", lifecycle = "deprecated"))]
async fn add(a: u8, b: u8) -> Result<u8, ToolError> {
    a.checked_add(b).ok_or_else(|| ToolError::failed("too much"))
}

type Fields = BTreeMap<String, String>;

/// Keeps spans and events.
#[derive(Clone, Default)]
struct Watcher(Arc<Watched>);

#[derive(Default)]
struct Watched {
    next: AtomicU64,
    spans: Mutex<BTreeMap<u64, (&'static str, Fields)>>,
    events: Mutex<Vec<Fields>>,
}

struct Into<'a>(&'a mut Fields);

impl Visit for Into<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}").trim_matches('"').to_owned());
    }
}

impl Subscriber for Watcher {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let id = self.0.next.fetch_add(1, Ordering::Relaxed) + 1;
        let mut fields = Fields::new();
        span.record(&mut Into(&mut fields));
        self.0.spans.lock().unwrap().insert(id, (span.metadata().name(), fields));
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let mut spans = self.0.spans.lock().unwrap();
        values.record(&mut Into(&mut spans.get_mut(&span.into_u64()).unwrap().1));
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::new();
        event.record(&mut Into(&mut fields));
        self.0.events.lock().unwrap().push(fields);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn a_call_is_a_span_and_a_deprecated_name_one_line() {
    let watcher = Watcher::default();
    tracing::subscriber::with_default(watcher.clone(), || {
        let registry = Registry::builder().tool::<add>().build().unwrap();
        let surface = registry.surface().build().unwrap();
        for (id, name, arguments) in [
            ("call_1", "add", r#"{"a": 1, "b": 2}"#),
            ("call_2", "plus", r#"{"a": 255, "b": 2}"#),
            ("call_3", "plus", "{}"),
            ("call_4", "a\u{1b}dd", "{}"),
        ] {
            let call = ToolCall { id, name, arguments };
            pollster::block_on(surface.call(call, &Context::new()));
        }
    });
    let spans = watcher.0.spans.lock().unwrap();
    let spans: Vec<_> = spans.values().collect();
    assert_eq!(spans.len(), 4);
    for (at, (tool, call, error)) in [
        ("add", "call_1", None),
        ("add", "call_2", Some("failed")),
        ("add", "call_3", Some("bad_arguments")),
        ("a\\u{1b}dd", "call_4", Some("unknown")),
    ]
    .into_iter()
    .enumerate()
    {
        let (name, fields) = &spans[at];
        let field = |key| fields.get(key).map(String::as_str);
        assert_eq!(*name, "execute_tool");
        assert_eq!(field("gen_ai.operation.name"), Some("execute_tool"));
        assert_eq!(field("gen_ai.tool.call.id"), Some(call));
        assert_eq!(field("error.type"), error);
        assert_eq!(
            field("otel.name").unwrap().replace("\\\\", "\\"),
            format!("execute_tool {tool}")
        );
    }
    let events = watcher.0.events.lock().unwrap();
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!((&*events[0]["name"], &*events[0]["replacement"]), ("plus", "add"));
}
