//! The warning when a program starts.

use std::fmt;
use std::path::PathBuf;

use super::RetiredPlugin;
use super::shown::{Plain, PlainPath};

/// A plugin that names retired tools, for an operator at a terminal: shown in one line, with control characters
/// escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetiredWarning {
    /// The name of the plugin's folder.
    pub plugin: String,
    /// The store's folder.
    pub store: PathBuf,
    /// The retired tools that it names, sorted.
    pub tools: Vec<String>,
    /// What repairs it.
    pub repair: String,
}

/// Logs a warning for each plugin that names retired tools, and returns the same for a host to print: without a
/// `tracing` subscriber nobody hears a log.
///
/// `repair_command` is what an operator runs, such as `agent plugins cleanup`.
///
/// ```no_run
/// use toolcrib::plugins::{PluginStore, warn_retired};
///
/// # let names = toolcrib::references::Names::of(&toolcrib::Registry::builder().build()?.manifest());
/// let found = PluginStore::open("/srv/agent/plugins")?.retired_plugins(&names)?;
/// for warning in warn_retired(&found.retired, "agent plugins cleanup") {
///     eprintln!("{warning}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "print these: without a `tracing` subscriber nobody hears a log"]
pub fn warn_retired(plugins: &[RetiredPlugin], repair_command: &str) -> Vec<RetiredWarning> {
    let warnings = plugins.iter().map(|plugin| RetiredWarning {
        plugin: plugin.name.clone(),
        store: plugin.store.clone(),
        tools: plugin.tools.clone(),
        repair: repair_command.to_owned(),
    });
    let warnings: Vec<_> = warnings.collect();
    for RetiredWarning { plugin, store, tools, repair } in &warnings {
        let tools: Vec<_> = tools.iter().map(|tool| Plain(tool).to_string()).collect();
        tracing::warn!(
            plugin = %Plain(plugin),
            store = %PlainPath(store),
            tools = %tools.join(", "),
            repair = %Plain(repair),
            "a plugin names retired tools: run the repair command to clean it up",
        );
    }
    warnings
}

impl fmt::Display for RetiredWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plugin, store, tools, repair } = self;
        let many = if tools.len() == 1 { "" } else { "s" };
        write!(f, "warning: the plugin `{}` in {}", Plain(plugin), PlainPath(store))?;
        write!(f, " names the retired tool{many} ")?;
        for (at, tool) in tools.iter().enumerate() {
            write!(f, "{}`{}`", if at == 0 { "" } else { ", " }, Plain(tool))?;
        }
        write!(f, "; run `{}` to clean it up", Plain(repair))
    }
}
