//! The items of a list, and how a call changes them.

use serde::{Deserialize, Serialize};
use toolcrib::ToolError;
use toolcrib::schemars::JsonSchema;

/// How many items a list has at most.
const MAX_ITEMS: usize = 100;

/// How long the text of an item is at most, in characters.
const MAX_CONTENT: usize = 1_000;

/// How long an id is at most, in characters.
const MAX_ID: usize = 40;

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TodoItem {
    /// Its id, unique in its list.
    pub id: String,
    /// What is to be done.
    pub content: String,
    /// How far it is.
    pub status: Status,
    /// How much it matters, where somebody has said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
}

/// How far an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars")]
#[expect(missing_docs, reason = "a text on each would be sent to the model, and say nothing new")]
pub enum Status {
    Pending,
    InProgress,
    Completed,
    Cancelled,
}

/// How much an item matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars")]
#[expect(missing_docs, reason = "a text on each would be sent to the model, and say nothing new")]
pub enum Priority {
    High,
    Medium,
    Low,
}

/// An item of a call: a new one, or what changes of an earlier one.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
pub struct Change {
    /// The id; a number is given where it is left out.
    pub id: Option<String>,
    /// What is to be done. A new item needs it.
    pub content: Option<String>,
    /// `pending` where a new item leaves it out.
    pub status: Option<Status>,
    /// How much it matters.
    pub priority: Option<Priority>,
}

/// The list after a call, or why the call makes no sense.
pub(super) fn changed(
    earlier: &[TodoItem],
    changes: Vec<Change>,
) -> Result<Vec<TodoItem>, ToolError> {
    let mut items = earlier.to_vec();
    let mut named = Vec::<String>::new();
    for (at, change) in changes.into_iter().enumerate() {
        let wrong = |why: String| ToolError::bad_arguments(format!("`todos[{at}]` {why}"));
        if let Some(id) = &change.id {
            if named.contains(id) {
                return Err(wrong(format!("has the id {id:?} of an item before it")));
            }
            if id.is_empty() || id.chars().count() > MAX_ID {
                return Err(wrong(format!("has an id that has not 1 to {MAX_ID} characters")));
            }
            named.push(id.clone());
        }
        let content = change.content.as_deref();
        if content.is_some_and(|text| text.trim().is_empty()) {
            return Err(wrong("has an empty `content`".into()));
        }
        if content.is_some_and(|text| text.chars().count() > MAX_CONTENT) {
            return Err(wrong(format!("has a `content` of more than {MAX_CONTENT} characters")));
        }
        let known = change.id.as_ref().and_then(|id| items.iter_mut().find(|item| item.id == *id));
        if let Some(item) = known {
            item.content = change.content.unwrap_or_else(|| item.content.clone());
            item.status = change.status.unwrap_or(item.status);
            item.priority = change.priority.or(item.priority);
            continue;
        }
        let Some(content) = change.content else {
            return Err(wrong(match change.id {
                Some(id) => format!("has no `content`, and no item has the id {id:?}"),
                None => "has neither `id` nor `content`".into(),
            }));
        };
        let id = change.id.unwrap_or_else(|| free_id(&items));
        let status = change.status.unwrap_or(Status::Pending);
        items.push(TodoItem { id, content, status, priority: change.priority });
    }
    if items.len() > MAX_ITEMS {
        let message = format!("a list has at most {MAX_ITEMS} items: put some together");
        return Err(ToolError::bad_arguments(message));
    }
    Ok(items)
}

/// The least number above that of items that no item has as its id.
fn free_id(items: &[TodoItem]) -> String {
    let mut ids = (items.len() + 1..).map(|number| number.to_string());
    ids.find(|id| items.iter().all(|item| item.id != *id)).expect("numbers do not end")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(content: &str) -> Change {
        Change { content: Some(content.into()), ..Change::default() }
    }

    fn known(id: &str, status: Status) -> Change {
        Change { id: Some(id.into()), status: Some(status), ..Change::default() }
    }

    #[test]
    fn items_are_added_and_changed() {
        let list = changed(&[], vec![new("a"), new("b")]).unwrap();
        let list = changed(&list, vec![known("2", Status::Completed), new("c")]).unwrap();
        let shown: Vec<_> = list.iter().map(|one| (&*one.id, &*one.content, one.status)).collect();
        let expected = [
            ("1", "a", Status::Pending),
            ("2", "b", Status::Completed),
            ("3", "c", Status::Pending),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let list = changed(&[], vec![new("a")]).unwrap();
        let twice = vec![known("1", Status::Pending), known("1", Status::Completed)];
        let named = |id: &str| Change { id: Some(id.into()), ..new("x") };
        for changes in [
            twice,
            vec![known("7", Status::Pending)],
            vec![Change::default()],
            vec![new(" \n")],
            vec![new(&"x".repeat(MAX_CONTENT + 1))],
            vec![named("")],
            vec![named(&"x".repeat(MAX_ID + 1))],
            vec![new("x"); MAX_ITEMS],
        ] {
            assert!(changed(&list, changes.clone()).is_err(), "{changes:?}");
        }
    }

    #[test]
    fn a_given_id_never_meets_a_counted_one() {
        let named = |id: &str| Change { id: Some(id.into()), ..new("x") };
        let list = changed(&[], vec![named("2"), new("a"), named("4"), new("b"), new("c")]);
        let ids: Vec<_> = list.unwrap().into_iter().map(|item| item.id).collect();
        assert_eq!(ids, ["2", "3", "4", "5", "6"]);
        let list = changed(&[], vec![named("2"), new("a"), named("3")]).unwrap();
        assert_eq!(list.len(), 2);
    }
}
