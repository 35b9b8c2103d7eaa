//! Taking entries out.

use std::collections::BTreeSet;
use std::ops::Range;

use toml_edit::{Array, Item, TableLike};

use super::list::{by_hand, data, list, list_in, parse};
use super::{Edit, Pruned};

/// `text` without the entries of `names`; what they were is added to `pruned`.
///
/// An entry that has lines of its own goes with them, and with the remark at their end. Remarks
/// above it stay, as they may be about more than it.
pub(super) fn cut(
    text: &str,
    names: &BTreeSet<String>,
    pruned: &mut Pruned,
) -> Result<String, String> {
    let mut text = text.to_owned();
    for name in names {
        // An array may have a name more than once.
        while let Some((edit, value)) = find(&text, name)? {
            let mut after = text.clone();
            after.replace_range(edit.at..edit.at + edit.cut.len(), &edit.put);
            if !is_without(&text, &after, name)? {
                return Err(by_hand("remove", name));
            }
            text = after;
            pruned.entries.entry(name.clone()).or_insert(value);
            pruned.edits.push(edit);
        }
    }
    Ok(text)
}

/// Whether `after` says what `before` does without one entry of `name`.
fn is_without(before: &str, after: &str, name: &str) -> Result<bool, String> {
    let mut meant = data(before)?;
    match list_in(&mut meant) {
        Some(serde_json::Value::Array(names)) => {
            if let Some(at) = names.iter().position(|one| one == name) {
                names.remove(at);
            }
        }
        Some(serde_json::Value::Object(table)) => drop(table.remove(name)),
        _ => {}
    }
    Ok(data(after).is_ok_and(|after| after == meant))
}

/// The change that takes out the first entry of `name`, and the entry's value in a table.
fn find(text: &str, name: &str) -> Result<Option<(Edit, Option<String>)>, String> {
    let document = parse(text)?;
    let Some(list) = list(document.as_table())? else { return Ok(None) };
    let edit =
        |range: Range<usize>, put| Edit { at: range.start, cut: text[range].to_owned(), put };
    if let Some(array) = list.as_array() {
        let range = element(array, name).map(|span| separated(text, span));
        return Ok(range.map(|range| (edit(range, String::new()), None)));
    }
    let Some(table) = list.as_table_like() else { return Ok(None) };
    let Some((key, item)) = table.get_key_value(name) else { return Ok(None) };
    let value = item.clone().into_value().map(|value| value.to_string().trim().to_owned());
    let value = value.map_err(|_| by_hand("remove", name))?;
    let key = key.span().ok_or_else(|| by_hand("remove", name))?;
    let mut all = key.clone();
    extend(&mut all, item);
    let (range, put) = if list.is_inline_table() {
        (separated(text, all), String::new())
    } else {
        let range = line_start(text, all.start)..line_end(text, all.end);
        let put = if is_last(table, list) { empty(text, &range, &key) } else { String::new() };
        (range, put)
    };
    Ok(Some((edit(range, put), Some(value))))
}

fn element(array: &Array, name: &str) -> Option<Range<usize>> {
    array.iter().find(|one| one.as_str() == Some(name))?.span()
}

/// Whether the list goes with its one entry, having no place of its own.
fn is_last(table: &dyn TableLike, list: &Item) -> bool {
    table.len() == 1
        && list.as_table().is_some_and(|table| table.is_implicit() || table.is_dotted())
}

/// The list with nothing in it, in place of its last entry: a list that is gone could mean that
/// everything is allowed.
fn empty(text: &str, range: &Range<usize>, key: &Range<usize>) -> String {
    let end = if text[range.clone()].ends_with("\r\n") { "\r\n" } else { "\n" };
    let before = text[range.start..key.start].trim_end();
    match before.strip_suffix('.') {
        Some(list) if !before.trim_start().starts_with('[') => {
            format!("{} = {{}}{end}", list.trim_end())
        }
        _ => format!("[plugins.network_allow]{end}"),
    }
}

/// Makes `range` hold all that belongs to `item`.
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

/// An entry between commas, with what has to go with it.
fn separated(text: &str, span: Range<usize>) -> Range<usize> {
    let comma = comma_after(text, span.end);
    let end = comma.map_or(span.end, |comma| comma + 1);
    let start = line_start(text, span.start);
    let after = text[end..line_end(text, end)].trim();
    if text[start..span.start].trim().is_empty() && (after.is_empty() || after.starts_with('#')) {
        return start..line_end(text, end);
    }
    if comma.is_some() {
        let blanks = text[end..].len() - text[end..].trim_start_matches([' ', '\t']).len();
        return span.start..end + blanks;
    }
    // The last one: the comma before it goes, where nothing stands between.
    let before = text[..span.start].trim_end_matches([' ', '\t']);
    match before.strip_suffix(',') {
        Some(before) => before.len()..span.end,
        None => span,
    }
}

/// The comma after an entry, behind blanks and remarks.
fn comma_after(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = &text[at..];
        match rest.chars().next()? {
            ',' => return Some(at),
            '#' => at = line_end(text, at),
            c if c.is_ascii_whitespace() => at += 1,
            _ => return None,
        }
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
