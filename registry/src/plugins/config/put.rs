//! Putting entries back.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use toml_edit::{Item, Key, Value};

use super::Pruned;
use super::list::{self, by_hand, data, line_end, line_feed, line_start, list, list_in, parse};

/// How many forms of a record are tried. One has several only where the configuration was changed
/// between a cleanup that was broken off and the one that finished it.
const MAX_FORMS: usize = 4;

/// Writes those entries that are among `names`, and that are not there: as they were written, where
/// that fits, else in the way of the list.
pub(super) fn put(text: &str, pruned: &Pruned, names: &BTreeSet<String>) -> Result<String, String> {
    let there = list::names(text)?;
    let known = |name: &&String| names.contains(*name) && !there.contains(*name);
    let missing: BTreeSet<_> = pruned.entries.keys().filter(known).cloned().collect();
    if let Some(after) = as_written(text, pruned, &missing)? {
        return Ok(after);
    }
    let mut text = text.to_owned();
    for name in &missing {
        let only = BTreeSet::from([name.clone()]);
        if let Some(after) = as_written(&text, pruned, &only)? {
            text = after;
            continue;
        }
        let value = match &pruned.entries[name] {
            None => None,
            // From a record, which may say anything.
            Some(value) => Some(value.parse::<Value>().map_err(|_| by_hand("put back", name))?),
        };
        let after = insert(&text, name, value.as_ref());
        let after = after.ok_or_else(|| by_hand("put back", name))?;
        if !is_with(&text, &after, &only)? {
            return Err(by_hand("put back", name));
        }
        text = after;
    }
    Ok(text)
}

/// The text with entries as they were written; none where no form fits, or says more or less than
/// them: it comes from a record, which may say anything.
pub(super) fn as_written(
    text: &str,
    pruned: &Pruned,
    names: &BTreeSet<String>,
) -> Result<Option<String>, String> {
    for form in pruned.forms.iter().rev().take(MAX_FORMS) {
        if let Some(after) = form.put(text, names)
            && is_with(text, &after, names)?
        {
            return Ok(Some(after));
        }
    }
    Ok(None)
}

/// Whether `after` says what `before` does, and has the entries of `names` too.
fn is_with(before: &str, after: &str, names: &BTreeSet<String>) -> Result<bool, String> {
    let has_all = || list::names(after).is_ok_and(|there| names.is_subset(&there));
    Ok(differ_only_in(before, after, names)? && has_all())
}

/// Whether `after` says what `before` does without the entries of `names`.
pub(super) fn is_without(
    before: &str,
    after: &str,
    names: &BTreeSet<String>,
) -> Result<bool, String> {
    let mut meant = data(before)?;
    keep_others(&mut meant, names);
    Ok(data(after).is_ok_and(|after| after == meant))
}

fn keep_others(data: &mut Json, names: &BTreeSet<String>) {
    match list_in(data) {
        Some(Json::Array(list)) => {
            list.retain(|one| !one.as_str().is_some_and(|one| names.contains(one)));
        }
        Some(Json::Object(list)) => list.retain(|name, _| !names.contains(name)),
        _ => {}
    }
}

/// Whether `before` and `after` say the same but for the entries of `names`.
fn differ_only_in(before: &str, after: &str, names: &BTreeSet<String>) -> Result<bool, String> {
    let (mut before, Ok(mut after)) = (data(before)?, data(after)) else { return Ok(false) };
    keep_others(&mut before, names);
    keep_others(&mut after, names);
    Ok(after == before || is_empty_list_more(before, &after))
}

/// Whether the list itself is all that came in addition.
fn is_empty_list_more(mut before: Json, after: &Json) -> bool {
    let list = after.pointer("/plugins/network_allow").cloned().unwrap_or_default();
    let empty = list.as_array().is_some_and(Vec::is_empty)
        || list.as_object().is_some_and(serde_json::Map::is_empty);
    let Some(root) = before.as_object_mut() else { return false };
    let plugins = root.entry("plugins").or_insert_with(|| Json::Object(serde_json::Map::new()));
    let Some(plugins) = plugins.as_object_mut() else { return false };
    if !empty || plugins.contains_key("network_allow") {
        return false;
    }
    plugins.insert("network_allow".into(), list);
    before == *after
}

/// The text with one entry more, in front of the others: there no remark can be about it.
fn insert(text: &str, name: &str, value: Option<&Value>) -> Option<String> {
    let document = parse(text).ok()?;
    let end = line_feed(text);
    let entry = match value {
        Some(value) => format!("{} = {}", Key::new(name), value.to_string().trim()),
        None => Value::from(name).to_string(),
    };
    let splice = |at: usize, piece: &str| Some(format!("{}{piece}{}", &text[..at], &text[at..]));
    match list(document.as_table()).ok()? {
        Some(list) if list.is_array() && value.is_none() => {
            let first = list.as_array()?.get(0).and_then(Value::span);
            first_of(text, list.span()?.start + 1, first.map(|span| span.start), &entry, end)
        }
        Some(Item::Value(Value::InlineTable(table))) if value.is_some() => {
            let first = table.iter().next().and_then(|(key, _)| table.key(key)?.span());
            first_of(text, table.span()?.start + 1, first.map(|span| span.start), &entry, end)
        }
        Some(Item::Table(table)) if value.is_some() && !table.is_dotted() => {
            if table.is_implicit() {
                return Some(section(text, "plugins.network_allow", &entry, end));
            }
            let at = line_end(text, table.span()?.end);
            let line = if text[..at].ends_with('\n') {
                format!("{entry}{end}")
            } else {
                format!("{end}{entry}")
            };
            splice(at, &line)
        }
        // Dotted keys: above the first of them, with what stands before it.
        Some(Item::Table(table)) if value.is_some() => {
            let (first, _) = table.iter().next()?;
            let first = table.key(first)?.span()?.start;
            let start = line_start(text, first);
            splice(start, &format!("{}{entry}{end}", &text[start..first]))
        }
        Some(_) => None,
        None => {
            let entry = if value.is_some() { entry } else { format!("network_allow = [{entry}]") };
            match (document.get("plugins"), value) {
                (Some(Item::Table(plugins)), None)
                    if !plugins.is_implicit() && !plugins.is_dotted() =>
                {
                    let at = line_end(text, plugins.span()?.end);
                    let line = if text[..at].ends_with('\n') {
                        format!("{entry}{end}")
                    } else {
                        format!("{end}{entry}")
                    };
                    splice(at, &line)
                }
                (_, None) => Some(section(text, "plugins", &entry, end)),
                (_, Some(_)) => Some(section(text, "plugins.network_allow", &entry, end)),
            }
        }
    }
}

/// The text with `entry` before the one at `first`, or alone after the bracket before `open`.
fn first_of(
    text: &str,
    open: usize,
    first: Option<usize>,
    entry: &str,
    end: &str,
) -> Option<String> {
    let (at, piece) = match first {
        None => (open, entry.to_owned()),
        Some(first) => {
            let start = line_start(text, first);
            let indent = &text[start..first];
            if indent.trim().is_empty() {
                (start, format!("{indent}{entry},{end}"))
            } else {
                (first, format!("{entry}, "))
            }
        }
    };
    Some(format!("{}{piece}{}", text.get(..at)?, text.get(at..)?))
}

/// The text with a section at its end.
fn section(text: &str, name: &str, entry: &str, end: &str) -> String {
    let gap = match text {
        "" => "",
        text if text.ends_with('\n') => end,
        _ => &end.repeat(2),
    };
    format!("{text}{gap}[{name}]{end}{entry}{end}")
}
