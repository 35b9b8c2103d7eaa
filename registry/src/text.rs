//! Texts that a tool's author writes: one form, whatever comment or file they come from, so that the
//! bytes of a head do not depend on how a checkout ends its lines.

use std::borrow::Cow;

/// The indentation from which stars cannot be a list: they are the margin of a block comment.
const MARGIN: usize = 4;

/// `text` without byte order marks, with `\n` between lines, without the indentation that its lines
/// share, without the stars in the margin of a block comment, and with nothing blank at its ends and
/// those of its lines.
pub(crate) fn tidy(text: &str) -> Cow<'_, str> {
    let unbroken = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines = unbroken.split('\n').map(|line| line.trim_start_matches('\u{feff}').trim_end());
    let mut lines: Vec<&str> = lines.skip_while(|line| line.is_empty()).collect();
    while lines.pop_if(|line| line.is_empty()).is_some() {}
    match lines.split_first_mut() {
        // The first line stands beside the opening of the comment.
        Some((first, below)) if has_margin(below) => {
            *first = first.trim_start();
            for line in below.iter_mut() {
                *line = line.trim_start().strip_prefix('*').unwrap_or_default();
            }
            unindent(below);
        }
        _ => unindent(&mut lines),
    }
    let tidy = lines.join("\n");
    if tidy == text { Cow::Borrowed(text) } else { Cow::Owned(tidy) }
}

/// Whether all lines begin with a star below the same column.
fn has_margin(lines: &[&str]) -> bool {
    let at = shared_indent(lines);
    let starred = |line: &&str| line.is_empty() || line[at..].starts_with('*');
    at >= MARGIN && lines.iter().all(starred)
}

fn unindent(lines: &mut [&str]) {
    let shared = shared_indent(lines);
    for line in lines.iter_mut().filter(|line| !line.is_empty()) {
        *line = &line[shared..];
    }
}

/// The bytes of spaces and tabs that all lines begin with, empty ones apart.
fn shared_indent(lines: &[&str]) -> usize {
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tidy_stays() {
        for text in ["", "One.", "One.\n\n- two\n  - three\n    * four", "One.\n    code\nTwo."] {
            assert!(matches!(tidy(text), Cow::Borrowed(same) if same == text), "{text:?}");
        }
    }

    #[test]
    fn a_checkout_changes_nothing() {
        let tidied = "A file and\nWords of a file.\n\n  - a list";
        for text in [
            "A file and\n\u{feff}Words of a file.\n\n  - a list\n\n",
            "\u{feff}A file and\r\nWords of a file.\r\n\r\n  - a list\r\n",
            "\nA file and  \rWords of a file.\t\r\r  - a list\r",
            "   A file and\n   Words of a file.\n \n     - a list\n  ",
        ] {
            assert_eq!(tidy(text), tidied, "{text:?}");
        }
    }

    #[test]
    fn the_margin_of_a_comment_goes() {
        let comment = "One.\n     *\n     * - two\n     *   - three\n     ";
        assert_eq!(tidy(comment), "One.\n\n- two\n  - three");
        let list = "One:\n * two\n * three";
        assert_eq!(tidy(list), list);
    }
}
