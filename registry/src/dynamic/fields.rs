//! What MCP lets a server say of a tool beside its definition: a schema of its results, icons, metadata,
//! further hints. No model reads it. The clients of a gateway do, and get it as it was said.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::remark::{Notes, below};
use super::text::{escaped, is_unseen};
use super::{MAX_DYNAMIC_NAME_LEN, MAX_FIELDS_BYTES};
use crate::schema::dialect::Node;

/// Fields that have a place of their own.
const OWN: [&str; 5] = ["name", "title", "description", "inputSchema", "annotations"];

/// Hints that have a place of their own.
const OWN_HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// A field or a hint as it was offered: its name, and JSON.
pub(super) type Offered<'a> = (Cow<'a, str>, Cow<'a, str>);

/// What a source says of a tool beside its name, title, description, input schema and the four hints that
/// are [`Annotations`](crate::Annotations): in canonical bytes, sorted by name. Names and values are the
/// source's own, and no more true than the source is trusted.
///
/// ```
/// use toolcrib::dynamic::DynamicSource;
///
/// let list = r#"[{"name": "fetch", "inputSchema": {"type": "object"},
///     "outputSchema": {"type": "object"}, "_meta": {"example.com/b": 1, "example.com/a": 2}}]"#;
/// let source = DynamicSource::from_mcp("web", list)?;
/// let fields = source.tools().next().unwrap().fields();
/// assert_eq!(fields.get("_meta").unwrap().get(), r#"{"example.com/a":2,"example.com/b":1}"#);
/// # Ok::<(), toolcrib::dynamic::SourceError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Fields {
    members: Vec<(String, Box<RawValue>)>,
    hints: Vec<(String, Box<RawValue>)>,
}

impl Fields {
    /// Takes what is sound of it, within [`MAX_FIELDS_BYTES`]: the schema of the results first.
    pub(super) fn take(members: &[Offered<'_>], hints: &[Offered<'_>], notes: &mut Notes) -> Self {
        let mut left = MAX_FIELDS_BYTES;
        let mut taken = |offered: &[Offered<'_>], own: &[&str], path: &str| {
            let mut taken = Vec::new();
            for (name, json) in sorted(offered) {
                match sound(name, json, own, &mut left) {
                    Ok(json) => taken.push(((**name).to_owned(), json)),
                    Err(why) => notes.add(below(path, name), why),
                }
            }
            taken.sort_by(|(one, _), (other, _)| one.cmp(other));
            taken
        };
        let members = taken(members, &OWN, "");
        let hints = taken(hints, &OWN_HINTS, "/annotations");
        Self { members, hints }
    }

    /// The field of this name, such as `outputSchema`, `icons` or `_meta`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&RawValue> {
        find(&self.members, name)
    }

    /// The hint of this name among the annotations, such as their `title`.
    #[must_use]
    pub fn hint(&self, name: &str) -> Option<&RawValue> {
        find(&self.hints, name)
    }

    /// The fields, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.members.iter().map(|(name, json)| (&**name, &**json))
    }

    /// The hints, sorted by name.
    pub fn hints(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.hints.iter().map(|(name, json)| (&**name, &**json))
    }
}

/// What is offered, in the order in which it is taken.
fn sorted<'o>(offered: &'o [Offered<'_>]) -> Vec<&'o Offered<'o>> {
    let mut sorted: Vec<_> = offered.iter().collect();
    sorted.sort_by_key(|(name, _)| (name != "outputSchema", name.clone()));
    sorted
}

fn find<'f>(list: &'f [(String, Box<RawValue>)], name: &str) -> Option<&'f RawValue> {
    list.iter().find(|(one, _)| one == name).map(|(_, json)| &**json)
}

/// A value in canonical bytes, or why it is left out. What is large is not looked at.
fn sound(name: &str, json: &str, own: &[&str], left: &mut usize) -> Result<Box<RawValue>, String> {
    if own.contains(&name) {
        return Err("has a place of its own, and was left out".to_owned());
    }
    let is_shown = |c: char| !is_unseen(c) && !matches!(c, '\n' | '\t');
    if name.is_empty() || name.chars().count() > MAX_DYNAMIC_NAME_LEN || !name.chars().all(is_shown)
    {
        return Err("has a name that is empty, too long or does not show, and was left out".into());
    }
    let bytes = json.len();
    let Some(now_left) = left.checked_sub(name.len() + bytes) else {
        return Err(format!(
            "has {bytes} bytes, with which the fields have more than {MAX_FIELDS_BYTES}, and was left \
             out"
        ));
    };
    let value = Node::parse(json).map_err(|error| format!("{error}, and was left out"))?.sorted();
    let expected = match (name, &value) {
        ("outputSchema" | "execution" | "_meta", value) if value.as_object().is_none() => {
            "an object"
        }
        ("icons", value) if !are_icons(value) => "an array of objects with a `src` each",
        _ => {
            *left = now_left;
            let written = RawValue::from_string(escaped(&value.to_string()));
            return written
                .map_err(|error| format!("cannot be written ({error}), and was left out"));
        }
    };
    // A client that checks what it is sent would refuse the whole list.
    Err(format!("is not {expected}, and was left out"))
}

fn are_icons(value: &Node) -> bool {
    let is_icon = |icon: &Node| icon.get("src").is_some_and(|src| src.as_str().is_some());
    value.as_array().is_some_and(|icons| icons.iter().all(is_icon))
}
