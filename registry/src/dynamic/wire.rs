//! Reads the list of tools of an MCP server, one tool at a time, so that one bad tool spoils no other.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::MAX_TOOLS_PER_SOURCE;
use super::refusal::{Refusal, SourceError};
use super::tool::ForeignTool;
use crate::entry::Annotations;
use crate::name::printable;

/// How much of a parser's words is repeated, in characters.
const MAX_EXPLANATION: usize = 200;

/// How many objects around the list are opened: a JSON-RPC response, and the result in it.
const MAX_WRAPPERS: usize = 2;

/// The tools of a list, each as text: an array, the `tools` of a result, or the `result` of a
/// response.
pub(super) fn split(json: &str) -> Result<Vec<&str>, SourceError> {
    #[derive(Deserialize)]
    struct Wrapper<'a> {
        #[serde(borrow)]
        tools: Option<&'a RawValue>,
        #[serde(borrow)]
        result: Option<&'a RawValue>,
    }

    let said = |error: &dyn fmt::Display| {
        SourceError::NotAList(printable(&error.to_string(), MAX_EXPLANATION))
    };
    let mut json = json;
    for _ in 0..MAX_WRAPPERS {
        if !json.trim_start().starts_with('{') {
            break;
        }
        let wrapper: Wrapper<'_> = serde_json::from_str(json).map_err(|error| said(&error))?;
        let inner = wrapper.tools.or(wrapper.result);
        json = inner.ok_or_else(|| said(&"it has neither `tools` nor `result`"))?.get();
    }
    let list: List<'_> = serde_json::from_str(json).map_err(|error| said(&error))?;
    if list.0.len() > MAX_TOOLS_PER_SOURCE { Err(SourceError::ManyTools) } else { Ok(list.0) }
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

/// A tool of a list, or what is wrong and the name, where it has one.
pub(super) fn tool(json: &str) -> Result<ForeignTool<'_>, (String, Refusal)> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Wire<'a> {
        #[serde(borrow)]
        name: Cow<'a, str>,
        title: Option<String>,
        description: Option<String>,
        #[serde(borrow)]
        input_schema: Option<&'a RawValue>,
        annotations: Option<Hints>,
    }

    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Hints {
        title: Option<String>,
        read_only_hint: Option<bool>,
        destructive_hint: Option<bool>,
        idempotent_hint: Option<bool>,
        open_world_hint: Option<bool>,
    }

    let wire: Wire<'_> = serde_json::from_str(json).map_err(|error| {
        let said = printable(&error.to_string(), MAX_EXPLANATION);
        (name_of(json), Refusal::Malformed(said))
    })?;
    let Some(schema) = wire.input_schema else {
        return Err((wire.name.into_owned(), Refusal::NoSchema));
    };
    let hints = wire.annotations.unwrap_or_default();
    let annotations = Annotations {
        read_only: hints.read_only_hint,
        destructive: hints.destructive_hint,
        idempotent: hints.idempotent_hint,
        open_world: hints.open_world_hint,
        ..Annotations::UNSAID
    };
    Ok(ForeignTool {
        name: wire.name,
        title: wire.title.or(hints.title).map(Cow::Owned),
        description: wire.description.unwrap_or_default().into(),
        input_schema: schema.get().into(),
        annotations,
    })
}

/// The name of something that is not quite a tool.
fn name_of(json: &str) -> String {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    serde_json::from_str(json).map(|named: Named| named.name).unwrap_or_default()
}
