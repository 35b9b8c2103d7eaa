//! What a configuration lists, and the check that a change of it is the one that was meant.

use std::collections::BTreeSet;

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
