//! The check of plugins on disk, with its repair.

use std::sync::Arc;

use super::{Check, Finding, Repair};
use crate::plugins::{Cleanup, Options, PluginStore};
use crate::references::Names;

impl Check {
    /// `retired-plugins`: no plugin of these stores names a retired tool. The repair is what `cleanup`
    /// plans: it moves those that do to the trash, and takes them out of the configuration. Needs the
    /// feature `plugins`.
    #[must_use]
    pub fn plugins(
        names: Names,
        stores: impl IntoIterator<Item = PluginStore>,
        cleanup: Cleanup,
    ) -> Self {
        let stores: Vec<_> = stores.into_iter().collect();
        let (names, cleanup) = (Arc::new(names), Arc::new(cleanup));
        let known = Arc::clone(&names);
        let check = Self::new("retired-plugins", "no plugin names a retired tool", move || {
            stores.iter().flat_map(|store| plugins_of(store, &known)).collect()
        });
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
}

fn plugins_of(store: &PluginStore, names: &Names) -> Vec<Finding> {
    let folder = store.path().display();
    let found = match store.retired_plugins(names) {
        Ok(found) => found,
        Err(error) => return vec![Finding::error(error.to_string())],
    };
    // Each has a reference that is an error.
    let retired = found.retired.iter().map(|plugin| Finding::error(format!("{folder}: {plugin}")));
    let unread = found.unread.iter().map(|unread| Finding::note(format!("{folder}: {unread}")));
    retired.chain(unread).collect()
}
