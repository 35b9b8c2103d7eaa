//! Text that somebody else wrote and a model will read.

use std::fmt::Write as _;

/// Whether a character shows nothing, or changes how what is around it shows: controls, marks of
/// direction, zero-width spaces, and the ranges in which text is hidden from people but not from
/// models (tags, supplementary variation selectors). Line breaks and tabs are no such characters,
/// nor are the joiners that scripts and emoji need.
pub(crate) fn is_unseen(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        _ => c.is_control(),
    }
}

/// `text` without unseen characters, its line breaks as `\n`.
pub(crate) fn visible(text: &str) -> impl Iterator<Item = char> {
    let mut chars = text.chars().peekable();
    std::iter::from_fn(move || {
        loop {
            match chars.next()? {
                '\r' if chars.peek() == Some(&'\n') => {}
                '\r' | '\u{2028}' | '\u{2029}' => return Some('\n'),
                c if is_unseen(c) => {}
                c => return Some(c),
            }
        }
    })
}

/// `text` without unseen characters, its line breaks as `\n`, trimmed, and cut after `most`
/// characters; and whether it was cut.
pub(crate) fn cleaned(text: &str, most: usize) -> (String, bool) {
    let text = text.trim();
    let mut out = String::with_capacity(text.len().min(most));
    for (i, c) in visible(text).enumerate() {
        if i == most {
            out.push('…');
            return (out, true);
        }
        out.push(c);
    }
    (out, false)
}

/// JSON text in which unseen characters are escaped, which changes nothing of what it says: such a
/// character can only stand inside of a string.
pub(crate) fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if is_unseen(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_taken_out() {
        let text = " a\u{1b}[31m\r\nb\rc\u{202e}d\u{e0041}\u{200b}e\tf\u{85}\u{2028}g ";
        assert_eq!(cleaned(text, 100), ("a[31m\nb\ncde\tf\ng".into(), false));
        assert_eq!(cleaned("👩‍💻 fünf", 100), ("👩‍💻 fünf".into(), false));
    }

    #[test]
    fn long_text_is_cut_at_a_character() {
        assert_eq!(cleaned("ääää", 3), ("äää…".into(), true));
        assert_eq!(cleaned("äää", 3), ("äää".into(), false));
        assert_eq!(cleaned("äää\u{1}", 3), ("äää".into(), false));
    }
}
