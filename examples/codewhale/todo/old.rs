//! The arguments of `todo_write` under its old names. Each function takes what an old transcript holds,
//! and leaves what the tool takes today.

#![expect(clippy::unnecessary_wraps, reason = "an adapter may fail")]

use serde_json::{Map, Value, json};
use toolcrib::ToolError;

/// `TodoWrite`, as Claude Code calls it: `activeForm` is a text for its display, which ours does without.
pub(super) fn claude_code(arguments: &mut Map<String, Value>) -> Result<(), ToolError> {
    let todos = arguments.get_mut("todos").and_then(Value::as_array_mut);
    for item in todos.into_iter().flatten().filter_map(Value::as_object_mut) {
        item.remove("activeForm");
    }
    Ok(())
}

/// `checklist_add { content, status }` and `checklist_update { id, status }`: one item, beside the others.
pub(super) fn one_item(arguments: &mut Map<String, Value>) -> Result<(), ToolError> {
    // Later versions of these names took the whole list.
    if arguments.contains_key("todos") {
        return Ok(());
    }
    let mut item = std::mem::take(arguments);
    // Ids were numbers then.
    if let Some(id) = item.get_mut("id").filter(|id| id.is_number()) {
        *id = id.to_string().into();
    }
    arguments.insert("todos".into(), json!([item]));
    arguments.insert("merge".into(), true.into());
    Ok(())
}

/// `checklist_list {}`: no change, and so the list as it is.
pub(super) fn only_look(arguments: &mut Map<String, Value>) -> Result<(), ToolError> {
    if !arguments.is_empty() {
        return Err(ToolError::bad_arguments("this name takes no arguments: use `todo_write`"));
    }
    arguments.insert("todos".into(), json!([]));
    arguments.insert("merge".into(), true.into());
    Ok(())
}
