//! Old names as words of a text: one pass over its bytes for all names together.

use std::cmp::Reverse;
use std::ops::Range;

use aho_corasick::{Input, Match};

use super::names::{Automaton, Names, Record};
use super::{Site, call};

/// An old name that stands in a text as a word of its own.
#[derive(Clone)]
pub(super) struct Mention<'n, 'b> {
    pub(super) range: Range<usize>,
    pub(super) record: &'n Record,
    bytes: &'b [u8],
    look: Look,
}

/// How a name stands there. An ordinary word needs one of these to be taken for a name, or to be called.
#[derive(Clone, Copy)]
struct Look {
    /// Alone between backticks.
    ticked: bool,
    /// Alone between quotes, and no key.
    quoted: bool,
    /// Before a bracket.
    bracketed: bool,
}

impl Mention<'_, '_> {
    /// The kind of place that it is a reference at, if it is taken for one there.
    pub(super) fn counts(&self, site: Site, plain_words: bool) -> Option<Site> {
        let Look { ticked, quoted, bracketed } = self.look;
        let counts = match site {
            _ if plain_words || !self.record.is_plain => true,
            Site::Prose | Site::Description => ticked || self.is_called(),
            _ => ticked || quoted || bracketed,
        };
        let site = if site == Site::Prose && self.is_called() { Site::Call } else { site };
        counts.then_some(site)
    }

    /// Whether it is called, as running text has it.
    fn is_called(&self) -> bool {
        let (before, after) = (&self.bytes[..self.range.start], &self.bytes[self.range.end..]);
        call::is_call(before, after, self.look.quoted)
    }
}

/// The mentions in `bytes`, in their order. Ordinary words that count nowhere are left out already.
pub(super) fn mentions<'n, 'b>(
    names: &'n Names,
    bytes: &'b [u8],
) -> impl Iterator<Item = Mention<'n, 'b>> {
    let mention = move |automaton: &'n Automaton, found: Match| {
        let range = found.range();
        if !is_word(bytes, &range) {
            return None;
        }
        let record = names.of_pattern(automaton, found.pattern().as_usize());
        let look = Look::of(bytes, &range);
        let mention = Mention { range, record, bytes, look };
        let counts = !record.is_plain || names.with_plain_words();
        let counts = counts || look.is_any() || mention.is_called();
        (counts && !names.is_external(&record.name)).then_some(mention)
    };
    let (usual, odd) = (names.usual(), names.odd());
    let mut usual_found =
        usual.names.find_iter(bytes).filter_map(move |one| mention(usual, one)).peekable();
    let mut odd_found = each_odd(odd, bytes, move |one| mention(odd, one)).peekable();
    let mut end = 0;
    std::iter::from_fn(move || {
        loop {
            // Of what overlaps, the first counts, and of those that begin together the longest.
            let place = |one: &Mention<'_, '_>| (one.range.start, Reverse(one.range.end));
            let next = match (usual_found.peek(), odd_found.peek()) {
                (Some(usual), Some(odd)) if place(usual) < place(odd) => usual_found.next(),
                (_, Some(_)) => odd_found.next(),
                _ => usual_found.next(),
            }?;
            if next.range.start >= end {
                end = next.range.end;
                return Some(next);
            }
        }
    })
}

/// What `mention` makes of odd names, from left to right. One that is none where it stands hides no
/// other, be it shorter or within it.
fn each_odd<'n, 'b>(
    odd: &'n Automaton,
    bytes: &'b [u8],
    mention: impl Fn(Match) -> Option<Mention<'n, 'b>>,
) -> impl Iterator<Item = Mention<'n, 'b>> {
    let find = move |range: Range<usize>| odd.names.find(Input::new(bytes).span(range));
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let longest = find(at..bytes.len())?;
            let start = longest.start();
            let mut found = Some(longest);
            while let Some(one) = found.filter(|one| one.start() == start) {
                if let Some(mention) = mention(one) {
                    at = one.end();
                    return Some(mention);
                }
                found = find(start..one.end() - 1);
            }
            at = start + 1;
        }
    })
}

/// Whether nothing around makes it a part of something longer: an identifier, a path, a file name, a
/// variable, a name with its server.
fn is_word(bytes: &[u8], range: &Range<usize>) -> bool {
    begins_word(&bytes[..range.start]) && ends_word(&bytes[range.end..])
}

fn begins_word(before: &[u8]) -> bool {
    let Some((last, rest)) = split_last_char(before) else {
        return true;
    };
    match last {
        // The escape of a line break or a tab in quoted code is no letter.
        'n' | 'r' | 't' => ends_with_odd_backslashes(rest),
        '_' | '-' | '.' | '/' | '\\' | '$' | '@' | '%' => false,
        ':' => !split_last_char(rest).is_some_and(|(c, _)| c == ':' || c.is_alphanumeric()),
        c => !c.is_alphanumeric(),
    }
}

fn ends_word(after: &[u8]) -> bool {
    let Some((first, rest)) = split_first_char(after) else {
        return true;
    };
    let word_follows = || split_first_char(rest).is_some_and(|(c, _)| c.is_alphanumeric());
    match first {
        '_' | '/' | '@' => false,
        '-' | '.' => !word_follows(),
        ':' => !(word_follows() || rest.first() == Some(&b':')),
        c => !c.is_alphanumeric(),
    }
}

impl Look {
    fn of(bytes: &[u8], range: &Range<usize>) -> Self {
        let (before, after) = (&bytes[..range.start], &bytes[range.end..]);
        let inner = (
            before.strip_suffix(b" ").unwrap_or(before),
            after.strip_prefix(b" ").unwrap_or(after),
        );
        let quote = before.last().filter(|byte| matches!(byte, b'"' | b'\''));
        Self {
            ticked: inner.0.last() == Some(&b'`') && inner.1.first() == Some(&b'`'),
            quoted: quote.is_some() && after.first() == quote && !is_key(&after[1..]),
            bracketed: after.first() == Some(&b'('),
        }
    }

    const fn is_any(self) -> bool {
        self.ticked || self.quoted || self.bracketed
    }
}

/// Whether a colon follows on the same line.
fn is_key(after: &[u8]) -> bool {
    after.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b':')
}

fn ends_with_odd_backslashes(bytes: &[u8]) -> bool {
    bytes.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// The last character and what is before it; for what is no UTF-8, a character that ends words.
fn split_last_char(bytes: &[u8]) -> Option<(char, &[u8])> {
    let last = *bytes.last()?;
    if last.is_ascii() {
        return Some((char::from(last), &bytes[..bytes.len() - 1]));
    }
    let decoded = (2..=4.min(bytes.len())).find_map(|len| {
        let (rest, tail) = bytes.split_at(bytes.len() - len);
        Some((std::str::from_utf8(tail).ok()?.chars().next()?, rest))
    });
    Some(decoded.unwrap_or((char::REPLACEMENT_CHARACTER, &bytes[..bytes.len() - 1])))
}

/// The first character and what is after it, in the same way.
fn split_first_char(bytes: &[u8]) -> Option<(char, &[u8])> {
    let first = *bytes.first()?;
    if first.is_ascii() {
        return Some((char::from(first), &bytes[1..]));
    }
    let decoded = (2..=4.min(bytes.len())).find_map(|len| {
        let (head, rest) = bytes.split_at(len);
        Some((std::str::from_utf8(head).ok()?.chars().next()?, rest))
    });
    Some(decoded.unwrap_or((char::REPLACEMENT_CHARACTER, &bytes[1..])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_their_own() {
        let word = |text: &str| {
            let at = text.find("task").unwrap();
            is_word(text.as_bytes(), &(at..at + 4))
        };
        for text in [
            "task",
            "a task.",
            "task, task",
            "(task)",
            "`task`",
            "task-",
            "task: x",
            "name:\ttask",
            "«task»",
            "task–x",
            "\"a\\ntask\"",
            "task(x)",
            "task…",
            "**task**",
            "task=1",
            "...a: task!",
            "“task”",
        ] {
            assert!(word(text), "{text}");
        }
        for text in [
            "tasks",
            "task_create",
            "my-task",
            "task-force",
            "task.rs",
            "src/task",
            "task/x",
            "a.task",
            "étask",
            "taské",
            "$task",
            "@task",
            "task@1",
            "crate::task",
            "task::x",
            "server:task",
            "x\\task",
            "nntask",
            "a\\\\ntask",
        ] {
            assert!(!word(text), "{text}");
        }
    }

    #[test]
    fn broken_bytes_end_words() {
        assert!(is_word(b"\xFFtask\xFF", &(1..5)));
        assert!(is_word(b"\x00task\x00", &(1..5)));
        assert!(!is_word("ßtaskß".as_bytes(), &(2..6)));
    }
}
