//! The checks that go with a manifest and with stores of plugins.

use std::sync::Arc;

use crate::doctor::{Check, Finding, Repair, Severity};
use crate::inspect::Subject;
use crate::plugins::{Cleanup, Options, PluginStore};
use crate::references::{FileKind, Names};

/// `descriptions`: what a model reads about the tools names no old ones.
pub(super) fn descriptions(names: Names, subject: &Subject) -> Check {
    let visible = subject.tools().iter().filter(|tool| tool.is_visible());
    let texts = visible.map(|tool| (tool.name.clone(), tool.description.clone()));
    let texts: Vec<_> = texts.collect();
    Check::new("descriptions", "descriptions of tools name no old tools", move || {
        let found = texts.iter().flat_map(|(name, text)| {
            let place = format!("description of {name}");
            names.find(FileKind::Markdown, &place, text.as_bytes())
        });
        found.map(|reference| Finding::from(&reference)).collect()
    })
}

/// `retired-plugins`: no plugin of the stores names a retired tool. The repair moves those that do to
/// the trash.
pub(super) fn retired_plugins(names: Names, stores: Vec<PluginStore>, cleanup: Cleanup) -> Check {
    let (names, cleanup) = (Arc::new(names), Arc::new(cleanup));
    let known = Arc::clone(&names);
    let check = Check::new("retired-plugins", "no plugin names a retired tool", move || {
        stores.iter().flat_map(|store| plugins_of(store, &known)).collect()
    });
    let check = check.way_out("the command `plugins cleanup` moves them to the trash");
    check.with_repair(move || {
        let plan = cleanup.plan(&names);
        let cleanup = Arc::clone(&cleanup);
        (!plan.is_empty()).then(|| {
            Repair::new(plan.to_string(), move || {
                let report = cleanup.apply(&plan, Options::default());
                let told = report.to_string();
                if report.is_ok() { Ok(told) } else { Err(told) }
            })
        })
    })
}

fn plugins_of(store: &PluginStore, names: &Names) -> Vec<Finding> {
    let folder = store.path().display();
    let found = match store.retired_plugins(names) {
        Ok(found) => found,
        Err(error) => return vec![Finding::error(error.to_string())],
    };
    let retired = found.retired.iter().map(|plugin| {
        let gravest = plugin.references.iter().map(|reference| reference.severity.into()).max();
        Finding::new(gravest.unwrap_or(Severity::Warning), format!("{folder}: {plugin}"))
    });
    let unread = found.unread.iter().map(|unread| Finding::note(format!("{folder}: {unread}")));
    retired.chain(unread).collect()
}
