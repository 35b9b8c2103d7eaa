//! What may not be in a text that a model or a terminal reads.

/// Panics if `text` holds a character that shows nothing or changes how others show, or is endless.
pub(crate) fn assert_harmless(text: &str) {
    let bad = |c: &char| match c {
        '\n' | '\t' => false,
        '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{feff}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        c => c.is_control(),
    };
    assert_eq!(text.chars().find(bad), None, "{text:?}");
    assert!(text.len() < 200_000, "{} bytes", text.len());
}
