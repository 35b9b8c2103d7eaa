//! Names: what is accepted, how two spellings are compared, how a foreign name is shown.

use std::fmt;

/// The longest native tool name, in bytes.
///
/// The strictest limit among the providers: `OpenAI` Chat Completions and `DeepSeek` accept 64
/// characters of `a-zA-Z0-9_-`; Gemini asks for a letter or `_` at the start.
pub const MAX_NAME_LEN: usize = 64;

/// The longest name of an alias or a retired tool, in bytes: twice what MCP has advised since its
/// revision of 2025-11-25, for what was called before.
pub const MAX_OLD_NAME_LEN: usize = 256;

/// The longest part of a foreign text that a message repeats, in characters.
const MAX_SHOWN: usize = 80;

/// Why a text is not a native tool name, or not an old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// The name is empty.
    Empty,
    /// The name has more than [`MAX_NAME_LEN`] bytes.
    TooLong(usize),
    /// The first character is not a letter or `_`.
    Start(char),
    /// A character is none of `A-Z a-z 0-9 _ -`.
    Character(char),
    /// An old name has more than [`MAX_OLD_NAME_LEN`] bytes.
    OldTooLong(usize),
    /// An old name holds a character that cannot be printed.
    Unprintable(char),
    /// An old name begins or ends with a space.
    OuterSpace,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a tool name cannot be empty"),
            Self::TooLong(len) => {
                write!(f, "a tool name has at most {MAX_NAME_LEN} characters, this one has {len}")
            }
            Self::Start(c) => {
                write!(f, "a tool name starts with a letter or `_`, not with {c:?}")
            }
            Self::Character(c) => {
                write!(f, "a tool name is made of letters, digits, `_` and `-`, not of {c:?}")
            }
            Self::OldTooLong(len) => {
                write!(f, "an old name has at most {MAX_OLD_NAME_LEN} bytes, this one has {len}")
            }
            Self::Unprintable(c) => {
                write!(f, "an old name is made of printable characters, and {c:?} is not one")
            }
            Self::OuterSpace => f.write_str("an old name does not begin or end with a space"),
        }
    }
}

impl std::error::Error for NameError {}

/// Checks that `name` is one that every supported provider accepts as it stands:
/// `[A-Za-z_][A-Za-z0-9_-]{0,63}`.
///
/// # Errors
///
/// The first rule that the name breaks.
///
/// ```
/// assert!(toolcrib::check_name("exec_shell").is_ok());
/// assert!(toolcrib::check_name("my tool").is_err());
/// ```
pub fn check_name(name: &str) -> Result<(), NameError> {
    let Some(first) = name.chars().next() else {
        return Err(NameError::Empty);
    };
    if !(first.is_ascii_alphabetic() || first == '_') {
        return Err(NameError::Start(first));
    }
    let allowed = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if let Some(c) = name.chars().find(|c| !allowed(c)) {
        return Err(NameError::Character(c));
    }
    if name.len() > MAX_NAME_LEN {
        return Err(NameError::TooLong(name.len()));
    }
    Ok(())
}

/// Checks that `name` can be that of an alias or of a retired tool. No provider is ever sent it, so
/// that it may be whatever was called once: printable characters of any script, spaces within,
/// at most [`MAX_OLD_NAME_LEN`] bytes.
///
/// # Errors
///
/// The first rule that the name breaks.
///
/// ```
/// assert!(toolcrib::check_old_name("container.exec").is_ok());
/// assert!(toolcrib::check_old_name("read\u{7}file").is_err());
/// ```
pub fn check_old_name(name: &str) -> Result<(), NameError> {
    if name.is_empty() {
        return Err(NameError::Empty);
    }
    if name.len() > MAX_OLD_NAME_LEN {
        return Err(NameError::OldTooLong(name.len()));
    }
    if let Some(c) = name.chars().find(|c| !is_printable(*c)) {
        return Err(NameError::Unprintable(c));
    }
    if name.starts_with(' ') || name.ends_with(' ') {
        return Err(NameError::OuterSpace);
    }
    Ok(())
}

/// Whether `c` is shown as itself; quotes and backslashes are, and marks that stand on a letter.
fn is_printable(c: char) -> bool {
    let on_a_letter = ['a', c].iter().collect::<String>();
    matches!(c, '"' | '\'' | '\\') || on_a_letter.escape_debug().eq(on_a_letter.chars())
}

/// The form in which `TodoWrite`, `todo-write` and `todo_write` are one: ASCII lower case, `-` and
/// space as `_`, words of `CamelCase` parted by `_`. Nothing is dropped and nothing is guessed.
///
/// ```
/// assert_eq!(toolcrib::normal_form("TodoWrite"), "todo_write");
/// assert_eq!(toolcrib::normal_form("read-file"), "read_file");
/// assert_eq!(toolcrib::normal_form("HTTPGet"), "http_get");
/// ```
#[must_use]
pub fn normal_form(name: &str) -> String {
    let mut form = String::with_capacity(name.len() + 4);
    let mut chars = name.chars().peekable();
    let mut before = None::<char>;
    while let Some(c) = chars.next() {
        if c.is_ascii_uppercase() {
            let after_word = before.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
            let ends_acronym = before.is_some_and(|b| b.is_ascii_uppercase())
                && chars.peek().is_some_and(char::is_ascii_lowercase);
            if after_word || ends_acronym {
                form.push('_');
            }
            form.push(c.to_ascii_lowercase());
        } else if matches!(c, '-' | ' ') {
            form.push('_');
        } else {
            form.push(c);
        }
        before = Some(c);
    }
    form
}

/// A text of foreign origin, made fit to be repeated: control, bidirectional and other unprintable
/// characters escaped, and cut after [`MAX_SHOWN`] characters.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_escaped(f, self.0, MAX_SHOWN)
    }
}

/// `text` with unprintable characters escaped, line breaks kept, cut after `most` characters.
pub(crate) fn printable(text: &str, most: usize) -> String {
    let mut out = String::with_capacity(text.len().min(most));
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let left = most.saturating_sub(out.chars().count());
        if write_escaped(&mut out, line, left).is_err() || left == 0 {
            break;
        }
    }
    out
}

fn write_escaped(out: &mut impl fmt::Write, text: &str, most: usize) -> fmt::Result {
    for (i, c) in text.chars().enumerate() {
        if i == most {
            return out.write_char('…');
        }
        if matches!(c, '"' | '\'' | '\\') {
            out.write_char(c)?;
        } else {
            write!(out, "{}", c.escape_debug())?;
        }
    }
    Ok(())
}

/// A text as a code span of Markdown, whatever it holds.
pub(crate) fn code_span(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let ticks = "`".repeat(longest + 1);
    let gap = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{ticks}{gap}{text}{gap}{ticks}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_names_are_whatever_was_called() {
        let long = "x".repeat(MAX_OLD_NAME_LEN);
        for name in [
            "container.exec",
            "a/b",
            "run python",
            "9",
            "-",
            "größe",
            "読む",
            "र्क",
            "a`|\"b",
            &long,
        ] {
            assert_eq!(check_old_name(name), Ok(()), "{name}");
        }
        assert_eq!(check_old_name(""), Err(NameError::Empty));
        assert_eq!(check_old_name(&format!("{long}x")), Err(NameError::OldTooLong(257)));
        for name in [" a", "a ", " "] {
            assert_eq!(check_old_name(name), Err(NameError::OuterSpace), "{name:?}");
        }
        for c in ['\n', '\0', '\u{1b}', '\u{202e}', '\u{200b}', '\u{a0}', '\u{ad}', '\u{feff}'] {
            assert_eq!(check_old_name(&format!("a{c}b")), Err(NameError::Unprintable(c)), "{c:?}");
        }
    }

    #[test]
    fn code_spans_hold_anything() {
        for (text, span) in [("a", "`a`"), ("a`b", "``a`b``"), ("`a``", "``` `a`` ```")] {
            assert_eq!(code_span(text), span);
        }
    }

    #[test]
    fn names_that_every_provider_accepts() {
        for name in ["a", "_a", "a-b_C9", &"x".repeat(64)] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        assert_eq!(check_name(""), Err(NameError::Empty));
        assert_eq!(check_name("9a"), Err(NameError::Start('9')));
        assert_eq!(check_name("-a"), Err(NameError::Start('-')));
        assert_eq!(check_name("a.b"), Err(NameError::Character('.')));
        assert_eq!(check_name("ünï"), Err(NameError::Start('ü')));
        assert_eq!(check_name(&"x".repeat(65)), Err(NameError::TooLong(65)));
    }

    #[test]
    fn normal_forms() {
        for (name, form) in [
            ("getX", "get_x"),
            ("get_x", "get_x"),
            ("GetHTTPUrl2Go", "get_http_url2_go"),
            ("READ", "read"),
            ("a b-c", "a_b_c"),
        ] {
            assert_eq!(normal_form(name), form);
        }
    }

    #[test]
    fn foreign_text_is_shown_without_control_characters() {
        let shown = Shown("a\u{1b}[31m\u{202e}b\n").to_string();
        assert_eq!(shown, "a\\u{1b}[31m\\u{202e}b\\n");
        assert_eq!(Shown(&"x".repeat(100)).to_string().chars().count(), MAX_SHOWN + 1);
        assert_eq!(printable("a\nb\u{7}", 10), "a\nb\\u{7}");
        assert_eq!(printable(&"x\n".repeat(100), 10).chars().filter(|c| *c == 'x').count(), 5);
    }
}
