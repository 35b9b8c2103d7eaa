//! Lists that stand in one place: arrays of names and inline tables.

use std::collections::BTreeSet;
use std::ops::Range;

use toml_edit::{InlineTable, Item, Value};

use super::list::{line_end, line_feed, line_start, list, parse, whole};

/// A list between brackets, and where its entries stand.
pub(super) struct Inline<'a> {
    text: &'a str,
    /// From bracket to bracket.
    span: Range<usize>,
    is_array: bool,
    spots: Vec<Spot>,
}

/// Something between two commas.
struct Spot {
    /// None for what is no name.
    name: Option<String>,
    span: Range<usize>,
    /// Behind the comma, where one follows.
    end: usize,
}

impl<'a> Inline<'a> {
    /// The list of a configuration; none where it is not written so.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let document = parse(text).ok()?;
        let list = list(document.as_table()).ok()??;
        let (is_array, spans) = match list {
            Item::Value(Value::Array(array)) => {
                let spot = |one: &Value| Some((one.as_str().map(str::to_owned), one.span()?));
                (true, array.iter().map(spot).collect::<Option<Vec<_>>>()?)
            }
            // A dotted one has its entries beside other things.
            Item::Value(Value::InlineTable(table)) if !table.is_dotted() => {
                (false, members(table)?)
            }
            _ => return None,
        };
        let spot = |(name, span): (_, Range<usize>)| Spot {
            name,
            end: comma_after(text, span.end).map_or(span.end, |comma| comma + 1),
            span,
        };
        let spots = spans.into_iter().map(spot).collect();
        Some(Self { text, span: list.span()?, is_array, spots })
    }

    /// From bracket to bracket.
    pub(super) fn written(&self) -> &'a str {
        &self.text[self.span.clone()]
    }

    pub(super) fn names(&self) -> BTreeSet<String> {
        self.spots.iter().filter_map(|spot| spot.name.clone()).collect()
    }

    /// The text with another list in place of this one.
    pub(super) fn replaced(&self, written: &str) -> String {
        format!("{}{written}{}", &self.text[..self.span.start], &self.text[self.span.end..])
    }

    /// The text without some entries.
    ///
    /// Entries that have lines of their own go with them, and with the remark at their end. Remarks
    /// above stay, as they may be about more. The comma before the last entry goes with it, where
    /// nothing stands between. Entries may go in any order, one by one or together.
    pub(super) fn without(&self, gone: &BTreeSet<String>) -> String {
        let goes = |spot: &Spot| spot.name.as_ref().is_some_and(|name| gone.contains(name));
        let text = self.text;
        let mut cuts: Vec<Range<usize>> = Vec::new();
        let on_one_line =
            |a: &Spot, b: &Spot| !text[a.end.min(b.span.start)..b.span.start].contains('\n');
        for line in self.spots.chunk_by(on_one_line) {
            match own_lines(text, line) {
                Some(lines) if line.iter().all(goes) => cuts.push(lines),
                _ => cuts.extend(line.iter().filter(|spot| goes(spot)).map(|spot| {
                    let blanks = if spot.has_comma() { blanks_at(text, spot.end) } else { 0 };
                    spot.span.start..spot.end + blanks
                })),
            }
        }
        if let Some(last) = self.spots.last().filter(|last| goes(last) && !last.has_comma())
            && let Some(kept) = self.spots.iter().rfind(|spot| !goes(spot))
        {
            let between = kept.span.end..last.span.end;
            let inside = |cut: &Range<usize>| between.start <= cut.start && cut.end <= between.end;
            let cut_there: Vec<_> = cuts.iter().filter(|cut| inside(cut)).cloned().collect();
            if removed(text, between.clone(), &cut_there).trim_matches(BLANKS) == "," {
                cuts.retain(|cut| !inside(cut));
                cuts.push(between);
            }
        }
        cuts.sort_by_key(|cut| cut.start);
        removed(text, 0..text.len(), &cuts)
    }

    /// The text with an entry as `theirs` has it, between the neighbours that it has there. Among
    /// entries that `theirs` does not know, names decide; where it knows none, and had a line for
    /// this one, it is in front.
    pub(super) fn insert(&self, theirs: &Inline<'_>, name: &str) -> Option<String> {
        let at = theirs.position(name).filter(|_| self.is_array == theirs.is_array)?;
        let here = |spot: &Spot| self.position(spot.name.as_deref()?);
        let low = theirs.spots[..at].iter().rev().find_map(here);
        let high = theirs.spots[at + 1..].iter().find_map(here);
        let written = Written::of(theirs, at, self.text);
        if low.or(high).is_none() {
            return written.is_own_line.then(|| self.insert_at(0, &written));
        }
        let high = high.unwrap_or(self.spots.len());
        let low = low.map_or(0, |low| low + 1).min(high);
        let later = |spot: &Spot| spot.name.as_deref() > Some(name);
        let index = (low..high).find(|&at| later(&self.spots[at])).unwrap_or(high);
        Some(self.insert_at(index, &written))
    }

    fn insert_at(&self, index: usize, written: &Written<'_>) -> String {
        let Written { lead, value, rest, is_own_line, has_remark, .. } = *written;
        let mut text = self.text.to_owned();
        if let Some(next) = self.spots.get(index) {
            let start = line_start(&text, next.span.start);
            if is_own_line && text[start..next.span.start].trim().is_empty() {
                text.insert_str(start, &format!("{lead}{value},{rest}"));
            } else if has_remark {
                text.insert_str(next.span.start, &format!("{value},{rest}"));
            } else {
                text.insert_str(next.span.start, &format!("{value}{}", written.after));
            }
            return text;
        }
        let Some(last) = index.checked_sub(1).and_then(|at| self.spots.get(at)) else {
            let open = self.span.start + 1;
            let end = line_end(&text, open);
            if is_remark(&text[open..end]) {
                text.insert_str(end, &format!("{lead}{value},{rest}"));
            } else {
                text.insert_str(open, &format!("{}{lead}{value},{rest}", line_feed(&text)));
            }
            return text;
        };
        let end = line_end(&text, last.end);
        let comma = if last.has_comma() || written.has_comma { "," } else { "" };
        if is_own_line && is_remark(&text[last.end..end]) {
            text.insert_str(end, &format!("{lead}{value}{comma}{rest}"));
            if !last.has_comma() {
                text.insert(last.span.end, ',');
            }
        } else {
            let rest = if has_remark { rest } else { "" };
            let blanks = written.before.trim_start_matches(BLANKS).trim_start_matches(',');
            let piece = if last.has_comma() {
                format!("{blanks}{value},{rest}")
            } else {
                format!("{}{value}{rest}", written.before)
            };
            text.insert_str(last.end, &piece);
        }
        text
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.spots.iter().position(|spot| spot.name.as_deref() == Some(name))
    }
}

/// How an entry is written.
struct Written<'a> {
    /// What stands before it in its own line.
    lead: &'a str,
    value: &'a str,
    has_comma: bool,
    /// What stands behind it and its comma in its own line.
    rest: &'a str,
    is_own_line: bool,
    has_remark: bool,
    /// The commas before and after it, with the blanks around them.
    before: &'a str,
    after: &'a str,
}

impl<'a> Written<'a> {
    /// How the entry `at` is written, and those of the same name behind it. A remark at the end of
    /// the line belongs to it unless `there` has it.
    fn of(inline: &Inline<'a>, at: usize, there: &str) -> Self {
        let text = inline.text;
        let same = |spot: &&Spot| spot.name == inline.spots[at].name;
        let spots = &inline.spots[at..at + inline.spots[at..].iter().take_while(same).count()];
        let own = own_lines(text, spots);
        let (first, last) = (&spots[0], &spots[spots.len() - 1]);
        let start = own.as_ref().map_or(first.span.start, |lines| lines.start);
        let rest = &text[last.end..line_end(text, last.end)];
        let comma = |from: Option<usize>, to: Option<usize>| {
            let between = from.zip(to).map(|(from, to)| &text[from..to]);
            between.filter(|it| it.trim_matches(BLANKS) == ",").unwrap_or(", ")
        };
        let previous = at.checked_sub(1).map(|at| inline.spots[at].span.end);
        let next = inline.spots.get(at + spots.len()).map(|next| next.span.start);
        let has_remark = is_remark(rest) && rest.contains('#') && !there.contains(rest.trim());
        Self {
            lead: &text[start..first.span.start],
            value: &text[first.span.start..last.span.end],
            has_comma: last.has_comma(),
            rest: if own.is_some() || has_remark { rest } else { "" },
            is_own_line: own.is_some(),
            has_remark,
            before: comma(previous, Some(first.span.start)),
            after: comma(Some(last.span.end), next),
        }
    }
}

impl Spot {
    fn has_comma(&self) -> bool {
        self.end > self.span.end
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

/// The members of an inline table, in the order of the text.
fn members(table: &InlineTable) -> Option<Vec<(Option<String>, Range<usize>)>> {
    let mut members = Vec::new();
    for (name, value) in table {
        let item = Item::Value(value.clone());
        members.push((Some(name.to_owned()), whole(table.key(name)?.span()?, &item)));
    }
    members.sort_by_key(|(_, span)| span.start);
    Some(members)
}

/// The lines that nothing but these neighbours and a remark stands on.
fn own_lines(text: &str, line: &[Spot]) -> Option<Range<usize>> {
    let (first, last) = (line.first()?, line.last()?);
    let (start, end) = (line_start(text, first.span.start), line_end(text, last.end));
    let alone = text[start..first.span.start].trim().is_empty() && is_remark(&text[last.end..end]);
    alone.then_some(start..end)
}

/// Whether the rest of a line says nothing.
fn is_remark(rest: &str) -> bool {
    let rest = rest.trim();
    rest.is_empty() || rest.starts_with('#')
}

fn blanks_at(text: &str, at: usize) -> usize {
    text[at..].len() - text[at..].trim_start_matches(BLANKS).len()
}

/// A part of the text without the `cuts` in it, which are sorted and disjoint.
fn removed(text: &str, part: Range<usize>, cuts: &[Range<usize>]) -> String {
    let mut left = String::with_capacity(part.len());
    let mut at = part.start;
    for cut in cuts {
        left.push_str(text.get(at..cut.start).unwrap_or_default());
        at = at.max(cut.end);
    }
    left.push_str(text.get(at..part.end).unwrap_or_default());
    left
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
