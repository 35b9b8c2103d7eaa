//! What `set` and `rename` cannot say of an old call. Each of these runs after them.

use serde_json::{Map, Value};
use toolcrib::ToolError;

/// Old tools took ids as numbers. `resource_id` is text, for it may be the name of a file as well.
#[expect(clippy::unnecessary_wraps, reason = "an adapter can fail")]
pub(crate) fn id_as_text(arguments: &mut Map<String, Value>) -> Result<(), ToolError> {
    if let Some(id) = arguments.get_mut("resource_id")
        && id.is_number()
    {
        *id = id.to_string().into();
    }
    Ok(())
}

/// What filtered runs one by one is one argument now.
pub(crate) fn runs_filter(arguments: &mut Map<String, Value>) -> Result<(), ToolError> {
    let old = ["actor", "branch", "event", "status"];
    let filter = old.into_iter().filter_map(|key| Some((key.to_owned(), arguments.remove(key)?)));
    let filter: Map<_, _> = filter.collect();
    gather(arguments, "workflow_runs_filter", filter)
}

/// So is what filtered jobs, under a name of its own.
pub(crate) fn jobs_filter(arguments: &mut Map<String, Value>) -> Result<(), ToolError> {
    id_as_text(arguments)?;
    let filter = arguments.remove("filter").map(|value| ("filter".to_owned(), value));
    gather(arguments, "workflow_jobs_filter", filter.into_iter().collect())
}

fn gather(
    arguments: &mut Map<String, Value>,
    key: &str,
    members: Map<String, Value>,
) -> Result<(), ToolError> {
    if arguments.contains_key(key) {
        return Err(ToolError::bad_arguments(format!("`{key}` belongs to the new name")));
    }
    if !members.is_empty() {
        arguments.insert(key.into(), members.into());
    }
    Ok(())
}

/// A field and its value are one argument now.
pub(crate) fn updated_field(arguments: &mut Map<String, Value>) -> Result<(), ToolError> {
    let taken = (arguments.remove("field_id"), arguments.remove("field_value"));
    let (Some(id), Some(value)) = taken else {
        return Err(ToolError::bad_arguments("`field_id` and `field_value` are needed"));
    };
    gather(arguments, "updated_field", Map::from_iter([("id".into(), id), ("value".into(), value)]))
}

/// The old tool took the id of an issue; the new one its repository and number, which the id does
/// not tell. Such a call is refused with what to give, not guessed at.
pub(crate) fn item_by_number(arguments: &mut Map<String, Value>) -> Result<(), ToolError> {
    if arguments.contains_key("item_id") {
        return Err(ToolError::bad_arguments(
            "an item is not added by `item_id` any more: give `item_owner`, `item_repo` and \
             `issue_number` or `pull_request_number`",
        ));
    }
    Ok(())
}
