//! What a configuration lists, and the check that a change of it is the one that was meant.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde_json::{Map, Value as Json};
use toml_edit::{Document, Item, Table};

/// What the list is called in messages.
const LIST: &str = "`network_allow` in `[plugins]`";

/// Reads a configuration.
pub(super) fn parse(text: &str) -> Result<Document<&str>, String> {
    Document::parse(text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        let line = line.map(|line| format!(" in line {line}")).unwrap_or_default();
        format!("it is not TOML: {}{line}", error.message().trim_end())
    })
}

/// The list of plugins: an array of names, or a table with a key for each.
pub(super) fn list(root: &Table) -> Result<Option<&Item>, String> {
    let Some(plugins) = root.get("plugins") else { return Ok(None) };
    let Some(plugins) = plugins.as_table_like() else {
        return Err("`plugins` is not a table".into());
    };
    match plugins.get("network_allow") {
        Some(list) if !list.is_array() && !list.is_table_like() => {
            Err(format!("{LIST} is neither an array of names nor a table"))
        }
        list => Ok(list),
    }
}

/// The names of all plugins in the list.
pub(super) fn names(text: &str) -> Result<BTreeSet<String>, String> {
    let document = parse(text)?;
    Ok(match list(document.as_table())? {
        None => BTreeSet::new(),
        Some(list) => match (list.as_array(), list.as_table_like()) {
            (Some(array), _) => {
                array.iter().filter_map(|one| Some(one.as_str()?.to_owned())).collect()
            }
            (_, Some(table)) => table.iter().map(|(name, _)| name.to_owned()).collect(),
            _ => BTreeSet::new(),
        },
    })
}

/// The values of these entries, as TOML; no value where the list is an array.
pub(super) fn values(
    text: &str,
    names: &BTreeSet<String>,
) -> Result<BTreeMap<String, Option<String>>, String> {
    let document = parse(text)?;
    let table = list(document.as_table())?.and_then(Item::as_table_like);
    let value = |name: &String| {
        let Some(table) = table else { return Ok((name.clone(), None)) };
        let value = table.get(name).cloned().and_then(|item| item.into_value().ok());
        let value = value.ok_or_else(|| by_hand("remove", name))?;
        Ok((name.clone(), Some(value.to_string().trim().to_owned())))
    };
    names.iter().map(value).collect()
}

/// From the key to the end of all that belongs to its item.
pub(super) fn whole(key: Range<usize>, item: &Item) -> Range<usize> {
    let mut all = key;
    extend(&mut all, item);
    all
}

fn extend(range: &mut Range<usize>, item: &Item) {
    let mut add = |span: Option<Range<usize>>| {
        if let Some(span) = span {
            *range = range.start.min(span.start)..range.end.max(span.end);
        }
    };
    add(item.span());
    if let Some(table) = item.as_table_like() {
        for (name, _) in table.iter() {
            add(table.key(name).and_then(toml_edit::Key::span));
        }
        table.iter().for_each(|(_, item)| extend(range, item));
    } else if let Some(tables) = item.as_array_of_tables() {
        tables.iter().for_each(|table| extend(range, &Item::Table(table.clone())));
    }
}

/// Where the line of `at` begins, after a byte-order mark.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    match text[..at].rfind('\n') {
        Some(line_feed) => line_feed + 1,
        None if text.starts_with('\u{feff}') => '\u{feff}'.len_utf8().min(at),
        None => 0,
    }
}

/// Where the line of `at` ends, behind its line feed.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |line_feed| at + line_feed + 1)
}

/// The line end of a text.
pub(super) fn line_feed(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Everything that a configuration says, without its form.
pub(super) fn data(text: &str) -> Result<Json, String> {
    Ok(item(parse(text)?.as_item()))
}

/// The list in what a configuration says.
pub(super) fn list_in(data: &mut Json) -> Option<&mut Json> {
    data.get_mut("plugins")?.get_mut("network_allow")
}

/// The message where a change would not be the one that was meant.
pub(super) fn by_hand(what: &str, name: &str) -> String {
    format!("{what} `{name}` in {LIST} by hand: it is written in a way that is not changed here")
}

fn item(item: &Item) -> Json {
    if let Some(table) = item.as_table_like() {
        let members = table.iter().map(|(key, value)| (key.to_owned(), self::item(value)));
        return Json::Object(members.collect::<Map<_, _>>());
    }
    if let Some(tables) = item.as_array_of_tables() {
        let table = |table: &Table| self::item(&Item::Table(table.clone()));
        return Json::Array(tables.iter().map(table).collect());
    }
    item.as_value().map_or(Json::Null, value)
}

fn value(value: &toml_edit::Value) -> Json {
    use toml_edit::Value;
    match value {
        Value::String(text) => text.value().as_str().into(),
        Value::Boolean(flag) => (*flag.value()).into(),
        Value::Array(array) => array.iter().map(self::value).collect(),
        Value::InlineTable(table) => item(&Item::Value(table.clone().into())),
        // Told apart from a text by the array around them.
        Value::Integer(number) => Json::from(vec![number.value().to_string()]),
        Value::Float(number) => Json::from(vec![number.value().to_string()]),
        Value::Datetime(time) => Json::from(vec![time.value().to_string()]),
    }
}
