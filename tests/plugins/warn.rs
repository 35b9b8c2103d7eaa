//! The warning when a program starts.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use toolcrib::plugins::warn_retired;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use super::*;

/// Keeps what is logged, a line for each event.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        assert_eq!(*event.metadata().level(), Level::WARN);
        let mut line = Line(String::new());
        event.record(&mut line);
        self.0.lock().unwrap().push(line.0);
    }

    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn each_plugin_is_one_warning_that_says_what_to_do() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval` or `react_preview");
    folder.plugin("e\u{1b}[2Jvil", "python_eval");
    folder.plugin("good", "bash");
    let found = folder.store().retired_plugins(&NAMES).unwrap();
    let log = Log::default();
    let warnings = tracing::subscriber::with_default(log.clone(), || {
        warn_retired(&found.retired, "agent plugins cleanup")
    });
    let lines = log.0.lock().unwrap();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains("plugin=e\\u{1b}[2Jvil") && !lines[0].contains('\u{1b}'));
    for part in ["plugin=sums", "tools=python_eval, react_preview", "repair=agent plugins cleanup"]
    {
        assert!(lines[1].contains(part), "{}", lines[1]);
    }
    // The same for a host to print, whether anybody hears the log or not.
    let store = folder.store().path().display().to_string();
    let shown: Vec<_> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            format!(
                "warning: the plugin `e\\u{{1b}}[2Jvil` in {store} names the retired tool `python_eval`; run \
                 `agent plugins cleanup` to clean it up"
            ),
            format!(
                "warning: the plugin `sums` in {store} names the retired tools `python_eval`, `react_preview`; \
                 run `agent plugins cleanup` to clean it up"
            ),
        ]
    );
    assert_eq!(warn_retired(&found.retired, "agent plugins cleanup"), warnings);
    assert_eq!(warn_retired(&[], "agent plugins cleanup"), []);
}
