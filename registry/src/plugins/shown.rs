//! How paths and foreign texts are repeated: nothing that a terminal or a model could take for more
//! than text.

use std::fmt;
use std::path::Path;

use serde::Serializer;

/// A text with control, bidirectional and other unprintable characters escaped.
pub(super) struct Plain<'a>(pub(super) &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '"' | '\'' | '\\' => fmt::Write::write_char(f, c),
            c => write!(f, "{}", c.escape_debug()),
        })
    }
}

/// A path, shown like [`Plain`]; what is not UTF-8 in it is replaced.
pub(super) struct PlainPath<'a>(pub(super) &'a Path);

impl fmt::Display for PlainPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Plain(&self.0.to_string_lossy()).fmt(f)
    }
}

/// Serialises a path as it is shown: any path can be.
pub(super) fn serialize_path<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&PlainPath(path))
}

/// A relative path with `/` between its parts, on every system.
pub(super) fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// `1 file`, `2 files`.
pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
