//! Text that somebody else wrote and a model will read.

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

/// `text` without unseen characters, its line breaks as `\n`, trimmed, and cut after `most`
/// characters; and whether it was cut.
pub(crate) fn cleaned(text: &str, most: usize) -> (String, bool) {
    let text = text.trim();
    let mut out = String::with_capacity(text.len().min(most));
    let mut left = most;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let c = match c {
            '\r' if chars.peek() == Some(&'\n') => continue,
            '\r' | '\u{2028}' | '\u{2029}' => '\n',
            c if is_unseen(c) => continue,
            c => c,
        };
        if left == 0 {
            out.push('…');
            return (out, true);
        }
        left -= 1;
        out.push(c);
    }
    (out, false)
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
