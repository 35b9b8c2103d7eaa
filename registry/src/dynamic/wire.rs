//! Reads the list of tools of an MCP server, one tool at a time, so that one bad tool spoils no other.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::MAX_TOOLS_PER_SOURCE;
use super::fields::Offered;
use super::refusal::{Refusal, SourceError};
use super::remark::{Notes, below};
use super::tool::ForeignTool;
use crate::arguments::members::{Member, members};
use crate::entry::Annotations;
use crate::name::printable;

/// How much of a parser's words is repeated, in characters.
const MAX_EXPLANATION: usize = 200;

/// How many objects around the list are opened: a JSON-RPC response, and the result in it.
const MAX_WRAPPERS: usize = 2;

/// A page of a list.
pub(super) struct Page<'a> {
    /// The tools, each as text.
    pub(super) tools: Vec<&'a str>,
    /// Where the next page begins, as it is written; none on the last page. An empty string is a cursor
    /// like any other.
    pub(super) next: Option<&'a str>,
}

/// The tools of a page: an array, the `tools` of a result, or the `result` of a response.
pub(super) fn page(json: &str) -> Result<Page<'_>, SourceError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Wrapper<'a> {
        #[serde(borrow)]
        tools: Option<&'a RawValue>,
        #[serde(borrow)]
        result: Option<&'a RawValue>,
        #[serde(borrow)]
        error: Option<&'a RawValue>,
        #[serde(borrow)]
        next_cursor: Option<&'a RawValue>,
    }

    let said = |error: &dyn fmt::Display| {
        SourceError::NotAList(printable(&error.to_string(), MAX_EXPLANATION))
    };
    let mut json = json;
    let mut next = None;
    for _ in 0..MAX_WRAPPERS {
        if !json.trim_start().starts_with('{') {
            break;
        }
        let wrapper: Wrapper<'_> = serde_json::from_str(json).map_err(|error| said(&error))?;
        next = wrapper.next_cursor.map(RawValue::get);
        json = match (wrapper.tools.or(wrapper.result), wrapper.error) {
            (Some(inner), _) => inner.get(),
            (None, Some(error)) => return Err(response(error.get())),
            (None, None) => return Err(said(&"it has neither `tools` nor `result`")),
        };
    }
    let list: List<'_> = serde_json::from_str(json).map_err(|error| said(&error))?;
    let tools = list.0;
    if tools.len() > MAX_TOOLS_PER_SOURCE {
        return Err(SourceError::ManyTools);
    }
    Ok(Page { tools, next })
}

/// What a JSON-RPC response says that is an error.
fn response(error: &str) -> SourceError {
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct Wire<'a> {
        #[serde(borrow)]
        code: Option<&'a RawValue>,
        #[serde(borrow)]
        message: Option<&'a RawValue>,
    }

    let Wire { code, message } = serde_json::from_str(error).unwrap_or_default();
    let message = message.map_or(error, RawValue::get);
    let message = serde_json::from_str::<String>(message).unwrap_or_else(|_| message.to_owned());
    SourceError::Response {
        code: code.and_then(|code| code.get().parse().ok()),
        message: printable(&message, MAX_EXPLANATION),
    }
}

/// The items of an array, as text: one more than are allowed at most, so that a long list costs no
/// more than its text.
struct List<'a>(Vec<&'a str>);

impl<'de: 'a, 'a> Deserialize<'de> for List<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items;

        impl<'de> Visitor<'de> for Items {
            type Value = Vec<&'de str>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of tools")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let mut all = Vec::new();
                while let Some(item) = items.next_element::<&RawValue>()? {
                    if all.len() <= MAX_TOOLS_PER_SOURCE {
                        all.push(item.get());
                    }
                }
                Ok(all)
            }
        }

        deserializer.deserialize_seq(Items).map(List)
    }
}

/// A tool of a list, with what was mended of it; or what is wrong, and the name, where it has one.
pub(super) fn tool(json: &str) -> Result<(ForeignTool<'_>, Notes), (String, Refusal)> {
    let mut notes = Notes::default();
    let malformed = |said: &str| Refusal::Malformed(said.to_owned());
    let Some(mut members) = object(json, "", &mut notes) else {
        return Err((String::new(), malformed("it is not an object")));
    };
    let name = match members.remove("name") {
        Some(Some(json)) => match serde_json::from_str::<String>(json) {
            Ok(name) => name,
            Err(_) => return Err((String::new(), malformed("its `name` is not a string"))),
        },
        Some(None) => return Err((String::new(), malformed("it has two different names"))),
        None => return Err((String::new(), malformed("it has no `name`"))),
    };
    let input_schema = match members.remove("inputSchema") {
        Some(Some("null")) | None => return Err((name, Refusal::NoSchema)),
        Some(None) => return Err((name, malformed("it has two different input schemas"))),
        Some(Some(json)) => json,
    };
    let title = text(&mut members, "title", &mut notes);
    let description = text(&mut members, "description", &mut notes);
    let hints = match members.remove("annotations").flatten() {
        None | Some("null") => None,
        Some(json) => {
            let hints = object(json, "/annotations", &mut notes);
            if hints.is_none() {
                notes.add("/annotations", "is not an object, and was left out");
            }
            hints
        }
    };
    let mut hints = hints.unwrap_or_default();
    let mut hint = |name: &str| flag(hints.remove(name).flatten()?, name, &mut notes);
    let annotations = Annotations {
        read_only: hint("readOnlyHint"),
        destructive: hint("destructiveHint"),
        idempotent: hint("idempotentHint"),
        open_world: hint("openWorldHint"),
        ..Annotations::UNSAID
    };
    // In the annotations too, a title is a string, or none.
    if let Some(title) = hints.get("title").copied().flatten()
        && !title.starts_with('"')
    {
        hints.remove("title");
        if title != "null" {
            notes.add("/annotations/title", "is not a string, and was left out");
        }
    }
    let tool = ForeignTool {
        name: name.into(),
        title: title.map(Cow::Owned),
        description: description.unwrap_or_default().into(),
        input_schema: input_schema.into(),
        annotations,
        fields: members.into_iter().filter_map(offered).collect(),
        hints: hints.into_iter().filter_map(offered).collect(),
    };
    Ok((tool, notes))
}

/// The members of an object; without a value where there are several that differ. `None` for what is no
/// object.
fn object<'a>(
    json: &'a str,
    path: &str,
    notes: &mut Notes,
) -> Option<BTreeMap<Cow<'a, str>, Option<&'a str>>> {
    if !json.starts_with('{') {
        return None;
    }
    let mut all = BTreeMap::new();
    for member in members(json) {
        let Member { key, value, .. } = member.ok()?;
        match all.entry(key) {
            Entry::Vacant(place) => _ = place.insert(Some(value)),
            Entry::Occupied(mut place) if *place.get() != Some(value) => {
                notes.add(
                    below(path, place.key()),
                    "has several different values, and was left out",
                );
                place.insert(None);
            }
            Entry::Occupied(place) => {
                notes.add(below(path, place.key()), "is there twice, and was taken once");
            }
        }
    }
    Some(all)
}

/// A field as it is offered: that one is `null` says no more than that it is not there.
fn offered<'a>((name, json): (Cow<'a, str>, Option<&'a str>)) -> Option<Offered<'a>> {
    Some((name, json.filter(|json| *json != "null")?.into()))
}

/// A field that is text.
fn text(
    members: &mut BTreeMap<Cow<'_, str>, Option<&str>>,
    name: &str,
    notes: &mut Notes,
) -> Option<String> {
    let json = members.remove(name).flatten().filter(|json| *json != "null")?;
    let text = serde_json::from_str(json).ok();
    if text.is_none() {
        notes.add(below("", name), "is not a string, and was left out");
    }
    text
}

/// A hint, which is `true` or `false`.
fn flag(json: &str, name: &str, notes: &mut Notes) -> Option<bool> {
    let word = serde_json::from_str::<String>(json).ok();
    let word = word.as_deref().map(|word| word.trim().to_ascii_lowercase());
    match (json, word.as_deref()) {
        ("true", _) => Some(true),
        ("false", _) => Some(false),
        ("null", _) => None,
        (_, Some(word @ ("true" | "false"))) => {
            notes
                .add(below("/annotations", name), format!("is a string, and was read as `{word}`"));
            Some(word == "true")
        }
        _ => {
            notes.add(
                below("/annotations", name),
                "is neither `true` nor `false`, and was left out",
            );
            None
        }
    }
}
