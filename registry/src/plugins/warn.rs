//! The warning when a program starts.

use super::RetiredPlugin;
use super::shown::{Plain, PlainPath};

/// Logs a warning for each plugin that names retired tools, with what repairs it.
///
/// `repair_command` is what an operator runs, such as `agent plugins cleanup`. Control characters
/// in foreign names are escaped.
///
/// ```
/// toolcrib::plugins::warn_retired(&[], "agent plugins cleanup");
/// ```
pub fn warn_retired(plugins: &[RetiredPlugin], repair_command: &str) {
    for plugin in plugins {
        let tools: Vec<_> = plugin.tools.iter().map(|tool| Plain(tool).to_string()).collect();
        tracing::warn!(
            plugin = %Plain(&plugin.name),
            store = %PlainPath(&plugin.store),
            tools = %tools.join(", "),
            repair = %Plain(repair_command),
            "a plugin names retired tools: run the repair command to clean it up",
        );
    }
}
