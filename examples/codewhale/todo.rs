//! `todo_write`, the one surface of progress, and the many names that it had before.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde_json::json;
use toolcrib::schemars::JsonSchema;
use toolcrib::{Context, Output, Tool, ToolError, tool};

use crate::Agent;

mod list;
mod old;
mod snapshot;

pub use list::{Change, Priority, Status, TodoItem};

/// The to-do list of each agent. Nobody reads or writes the list of another.
#[derive(Debug, Default)]
pub struct TodoLists(Mutex<BTreeMap<String, Vec<TodoItem>>>);

/// The arguments of `todo_write`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
pub struct TodoWrite {
    /// The items, in order.
    todos: Vec<Change>,
    /// `false`: the list becomes these items. `true`: items with the id of an earlier one change that one,
    /// the others are added.
    #[serde(default)]
    merge: bool,
}

// The versions are those of the reference's manifest, which has none for the first three names.

/// Keep the to-do list of your present work, which the user watches: set an item to `in_progress` before
/// you begin it, one at a time, and to `completed` as soon as it is done. Returns the whole list.
#[tool(
    name = "todo_write",
    title = "To-do list",
    from_state,
    idempotent,
    tags("notes"),
    alias(name = "TodoWrite", adapt = old::claude_code),
    alias(name = "todo"),
    alias(name = "work_update"),
    alias(name = "checklist_write", since = "0.9.0"),
    alias(name = "checklist_add", since = "0.9.0", adapt = old::one_item),
    alias(name = "checklist_update", since = "0.9.0", adapt = old::one_item),
    alias(name = "checklist_list", since = "0.9.0", adapt = old::only_look),
    alias(name = "todo_add", since = "0.8.53", adapt = old::one_item),
    alias(name = "todo_update", since = "0.8.53", adapt = old::one_item),
    alias(name = "todo_list", since = "0.8.53", adapt = old::only_look)
)]
impl Tool for TodoLists {
    type Args = TodoWrite;
    type Output = Output;

    async fn call(&self, args: TodoWrite, cx: &Context<'_>) -> Result<Output, ToolError> {
        let agent = Agent::of(cx)?;
        let mut lists = self.lock();
        let earlier = lists.get(agent.id()).map(Vec::as_slice).unwrap_or_default();
        let items = list::changed(if args.merge { earlier } else { &[] }, args.todos)?;
        let output = told(&items);
        lists.insert(agent.id().to_owned(), items);
        Ok(output)
    }
}

/// The whole list: for the model as text, for the host's display as metadata.
fn told(items: &[TodoItem]) -> Output {
    let completed = items.iter().filter(|item| item.status == Status::Completed).count();
    let mut text = format!("{} items, {completed} completed", items.len());
    for item in items {
        text.push('\n');
        text.push_str(&snapshot::line(item));
    }
    Output::text(text).with_meta("codewhale/checklist", json!({ "items": items }))
}

impl TodoLists {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Vec<TodoItem>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The list of an agent.
    #[must_use]
    pub fn of(&self, agent: &Agent) -> Vec<TodoItem> {
        self.lock().get(agent.id()).cloned().unwrap_or_default()
    }

    /// The list of an agent as a bounded text that a forked agent is handed.
    #[must_use]
    pub fn snapshot(&self, agent: &Agent) -> String {
        snapshot::snapshot(&self.of(agent), snapshot::BOUNDS)
    }
}
