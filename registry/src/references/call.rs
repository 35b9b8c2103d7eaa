//! Calls in running text: how people tell a model to use a tool without markup.

/// Words that tell to call what comes next. Not `uses` and `called`, which tell what somebody does or did.
const VERBS: [&str; 7] = ["call", "calling", "invoke", "invoking", "run", "use", "using"];

/// Words before such a word that turn it round.
const NOT: [&str; 6] = ["don't", "don’t", "longer", "never", "no", "not"];

/// Words that go on after a whole object: "use NAME to ..", but not "use NAME mode".
const GOES_ON: [&str; 17] = [
    "after", "and", "before", "first", "for", "from", "if", "in", "instead", "on", "once", "or",
    "then", "to", "tool", "when", "with",
];

/// Keys of JSON whose value is the name of a tool that is called.
const KEYS: [&[u8]; 4] = [b"name", b"tool", b"tool_name", b"function"];

/// What ends a word that may stand for one or many: `task(s)`.
const ENDINGS: [&[u8]; 4] = [b"s)", b"es)", b"ed)", b"er)"];

/// The longest word, and the widest gap between two, that is looked at, in bytes.
const MAX_WORD: usize = 12;
const MAX_GAP: usize = 16;

/// Whether a name between these two texts is one that is called. `quoted`: it stands alone between quotes.
pub(super) fn is_call(before: &[u8], after: &[u8], quoted: bool) -> bool {
    takes_arguments(after) || (quoted && is_value_of_key(before)) || is_told(before, after)
}

/// `name(..)`, `name {..}`.
fn takes_arguments(after: &[u8]) -> bool {
    match after.strip_prefix(b"(") {
        // `task(s)`, and a page of a manual: `read(2)`.
        Some(inner) => {
            let is_ending = ENDINGS.iter().any(|ending| inner.starts_with(ending));
            !is_ending && !matches!(inner, [b'0'..=b'9', b')', ..])
        }
        None => {
            let (after, _) = skip_gap(after);
            let Some(inner) = after.strip_prefix(b"{") else { return false };
            let inner = skip_gap(inner).0;
            let key =
                inner.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
            let key = key.take(MAX_WORD * 4).count();
            // Not the placeholder of a template, `{name}`.
            matches!(inner.first(), Some(b'"' | b'\'' | b'}'))
                || key > 0 && skip_gap(&inner[key..]).0.starts_with(b":")
        }
    }
}

/// `"name": "..`.
fn is_value_of_key(before: &[u8]) -> bool {
    let Some((quote, before)) = before.split_last() else { return false };
    let before = before.trim_ascii_end();
    let key = before.strip_suffix(b":").map(<[u8]>::trim_ascii_end);
    let Some(key) = key.and_then(|key| key.strip_suffix(&[*quote])) else { return false };
    KEYS.iter().any(|one| key.strip_suffix(*one).is_some_and(|rest| rest.ends_with(&[*quote])))
}

/// "call name", "use name to ..", "use the name tool".
fn is_told(before: &[u8], after: &[u8]) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'*' | b'"' | b'\'');
    let marks = before.iter().rev().take(2).take_while(|byte| is_mark(byte)).count();
    let before = &before[..before.len() - marks];
    let marks = after.iter().take(2).take_while(|byte| is_mark(byte)).count();
    let after = &after[marks..];
    let Some((word, rest)) = word_before(before) else { return false };
    let (verb, rest, is_whole) = if is_one_of(word, &["the"]) {
        let Some((verb, rest)) = word_before(rest) else { return false };
        (verb, rest, is_one_of(word_after(after), &["tool"]))
    } else {
        (word, rest, is_object(after))
    };
    let is_denied = word_before(rest).is_some_and(|(word, _)| is_one_of(word, &NOT));
    is_whole && is_one_of(verb, &VERBS) && !is_denied
}

/// Whether a name before this is all that is called, and not the first word of something longer.
fn is_object(after: &[u8]) -> bool {
    let (rest, gap) = skip_gap(after);
    let breaks = after[..gap].split(|byte| *byte == b'\n').count() - 1;
    match rest.first() {
        None => true,
        // Not `file://` and the like.
        Some(byte) if gap == 0 => {
            b".,;:!?)".contains(byte) && rest.get(1).is_none_or(|next| !next.is_ascii_graphic())
        }
        // The end of a paragraph or of an item.
        Some(byte) if breaks > 0 && (breaks > 1 || b"-*+#".contains(byte)) => true,
        Some(byte) => matches!(byte, b'-' | b'(') || is_one_of(word_after(after), &GOES_ON),
    }
}

/// The word before a gap, and what is before that.
fn word_before(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let gap = text.iter().rev().take(MAX_GAP).take_while(|byte| byte.is_ascii_whitespace()).count();
    let text = &text[..text.len() - gap];
    let is_of_word = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'\'' || !byte.is_ascii();
    let word = text.iter().rev().take(MAX_WORD + 1).take_while(|byte| is_of_word(byte)).count();
    let (rest, word) = text.split_at(text.len() - word);
    let is_part = rest.last().is_some_and(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'$')
    });
    (gap > 0 && !word.is_empty() && word.len() <= MAX_WORD && !is_part).then_some((word, rest))
}

/// The word after a gap.
fn word_after(text: &[u8]) -> &[u8] {
    let (text, gap) = skip_gap(text);
    let word = text.iter().take(MAX_WORD + 1).take_while(|byte| byte.is_ascii_alphabetic()).count();
    if gap > 0 { &text[..word] } else { &[] }
}

fn skip_gap(text: &[u8]) -> (&[u8], usize) {
    let gap = text.iter().take(MAX_GAP).take_while(|byte| byte.is_ascii_whitespace()).count();
    (&text[gap..], gap)
}

fn is_one_of(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|one| word.eq_ignore_ascii_case(one.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::is_call;

    /// Whether the `task` of a text is called.
    fn called(text: &str) -> bool {
        let at = text.find("task").unwrap();
        let (before, after) = (&text.as_bytes()[..at], &text.as_bytes()[at + 4..]);
        let quoted = before.ends_with(b"\"") && after.starts_with(b"\"");
        is_call(before, after, quoted)
    }

    #[test]
    fn calls_are_told_from_words() {
        for call in [
            "Write task(code=\"1\")",
            "task()",
            "task {\"a\": 1}",
            "task{}",
            "task { prompt: 1 }",
            "Call task with the code.",
            "call task",
            "then use\n  task to do it",
            "Use **task**.",
            "Use \"task\" and go on",
            "Use the task tool.",
            "by calling task, then",
            "{\"name\": \"task\", \"a\": 1}",
            "{\"tool_name\":\"task\"}",
            "(use task)",
            "- use task\n- go on",
            "Use task\n\nThen",
        ] {
            assert!(called(call), "{call}");
        }
        for word in [
            "the task",
            "task(s)",
            "see task(2)",
            "a task {name} of",
            "task {{x}}",
            "Use task lists",
            "Using task:// and use task.b",
            "use the task list",
            "do not call task",
            "no longer use task.",
            "don't use task.",
            "it uses task to",
            "it called task once",
            "misuse task.",
            "re-use task.",
            "{\"title\": \"task\"}",
            "\"task\"",
            "task",
            "run task-forces",
        ] {
            assert!(!called(word), "{word}");
        }
    }
}
