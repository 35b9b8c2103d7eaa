//! Lists whose entries have lines of their own: tables, dotted keys, a table for each entry.

use std::collections::BTreeSet;
use std::ops::Range;

use toml_edit::{Item, Table, TableLike};

use super::list::{line_end, line_feed, line_start, list, parse, whole};

/// A configuration, taken apart: what is left without any entry, and the entries.
pub(super) struct Lines {
    /// The text without its entries, and without what stands for a list that has none.
    pub(super) skeleton: String,
    /// In the order of the text. One entry may have several, as with `a.x = 1` and `a.y = 2`.
    pub(super) pieces: Vec<Piece>,
    /// Whether the list is there through its entries only.
    pub(super) is_implicit: bool,
    /// Where an entry goes that nothing else places.
    pub(super) home: Option<usize>,
    /// What stands for an implicit list that has no entry left: a list that is gone could mean that
    /// everything is allowed.
    empty: String,
}

/// Whole lines of one entry.
pub(super) struct Piece {
    pub(super) name: String,
    /// Its place in the skeleton.
    pub(super) at: usize,
    pub(super) text: String,
    /// Its place in the order of a record, where that knows it.
    pub(super) rank: Option<usize>,
}

impl Lines {
    /// The list of a configuration; none where it is not written so.
    pub(super) fn read(text: &str) -> Option<Self> {
        let document = parse(text).ok()?;
        match list(document.as_table()).ok()?? {
            Item::Table(table) => Self::of(text, table),
            _ => None,
        }
    }

    /// The same for a list that was implicit: there, an empty one stands for it.
    pub(super) fn read_implicit(text: &str) -> Option<Self> {
        let document = parse(text).ok()?;
        let list = list(document.as_table()).ok()??;
        if let Item::Table(table) = list
            && !table.is_empty()
        {
            return Self::of(text, table).filter(|lines| lines.is_implicit);
        }
        let span = list.span().filter(|_| list.as_table_like().is_some_and(TableLike::is_empty))?;
        let line = line_start(text, span.start)..line_end(text, span.end);
        let alone = !text[line.start..span.start].contains('{')
            && text[span.end..line.end].trim().is_empty();
        alone.then(|| Self {
            skeleton: format!("{}{}", &text[..line.start], &text[line.end..]),
            pieces: Vec::new(),
            is_implicit: true,
            home: Some(line.start),
            empty: text[line].to_owned(),
        })
    }

    fn of(text: &str, table: &Table) -> Option<Self> {
        let is_implicit = table.is_implicit() || table.is_dotted();
        let mut ranges = Vec::new();
        for (name, item) in table {
            lines_of(text, table.key(name)?.span()?, item, &mut |lines| {
                ranges.push((lines, name));
            })?;
        }
        ranges.sort_by_key(|(lines, _)| lines.start);
        // An entry that has others among its lines cannot be taken out.
        let starts: Vec<_> = ranges.iter().map(|(lines, _)| lines.start).skip(1).collect();
        let mut next = starts.into_iter();
        ranges.retain(|(lines, _)| next.next().is_none_or(|next| lines.end <= next));

        let mut lines = Self {
            skeleton: String::with_capacity(text.len()),
            pieces: Vec::new(),
            is_implicit,
            home: None,
            empty: String::new(),
        };
        if let Some((first, name)) = ranges.first().filter(|_| is_implicit) {
            lines.empty = empty(text, first, table.key(name)?.span()?.start);
        }
        if let Some(header) = table.span().filter(|_| !is_implicit) {
            let home = line_end(text, header.end);
            let above = ranges.iter().filter(|(range, _)| range.start < home);
            lines.home = home.checked_sub(above.map(|(range, _)| range.len()).sum());
        }
        let mut at = 0;
        for (range, name) in ranges {
            lines.skeleton.push_str(&text[at..range.start]);
            at = range.end;
            let (name, at) = (name.to_owned(), lines.skeleton.len());
            let text = text[range].to_owned();
            lines.pieces.push(Piece { name, at, text, rank: None });
        }
        lines.skeleton.push_str(&text[at..]);
        Some(lines)
    }

    /// The text without some entries.
    pub(super) fn without(mut self, gone: &BTreeSet<String>) -> String {
        let first = self.pieces.first().map(|piece| piece.at);
        self.pieces.retain(|piece| !gone.contains(&piece.name));
        if let Some(at) = first.filter(|_| self.pieces.is_empty() && self.is_implicit) {
            let text = self.empty.clone();
            self.pieces.push(Piece { name: String::new(), at, text, rank: None });
        }
        self.text()
    }

    /// The text.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(self.skeleton.len());
        let mut at = 0;
        let feed = line_feed(&self.skeleton);
        let push = |text: &mut String, part: &str| {
            let is_open = !matches!(text.as_str(), "" | "\u{feff}") && !text.ends_with('\n');
            if is_open && !part.is_empty() {
                text.push_str(feed);
            }
            text.push_str(part);
        };
        for piece in &self.pieces {
            push(&mut text, &self.skeleton[at..piece.at]);
            push(&mut text, &piece.text);
            at = piece.at;
        }
        push(&mut text, &self.skeleton[at..]);
        text
    }
}

/// Tells `add` of all lines that an item has; none where its place is not known.
fn lines_of(
    text: &str,
    key: Range<usize>,
    item: &Item,
    add: &mut impl FnMut(Range<usize>),
) -> Option<()> {
    if let Item::Table(table) = item
        && table.is_dotted()
    {
        for (name, item) in table {
            lines_of(text, table.key(name)?.span()?, item, add)?;
        }
    } else {
        let all = whole(key, item);
        add(line_start(text, all.start)..line_end(text, all.end));
    }
    Some(())
}

/// The list with nothing in it, in place of the lines of its first entry.
fn empty(text: &str, lines: &Range<usize>, key: usize) -> String {
    let all = &text[lines.clone()];
    let end = &all[all.trim_end_matches(['\r', '\n']).len()..];
    let end = if end.starts_with('\r') { "\r\n" } else { &end[..end.len().min(1)] };
    let before = text.get(lines.start..key).unwrap_or_default().trim_end();
    match before.strip_suffix('.') {
        Some(list) if !before.trim_start().starts_with('[') => {
            format!("{} = {{}}{end}", list.trim_end())
        }
        _ => format!("[plugins.network_allow]{end}"),
    }
}
