//! Comments that silence names: `<!-- toolcrib: allow name -->` and `# toolcrib: allow name`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::names::Names;

/// The most comments of a file that are read.
const MAX_COMMENTS: usize = 1000;

/// The longest comment, in bytes.
const MAX_LEN: usize = 1000;

/// What such a comment begins with, whatever the language.
pub(super) const MARK: &str = "toolcrib:";

/// The names that comments of a text silence, each with the place from which on.
#[derive(Debug, Default)]
pub(super) struct Allowed(BTreeMap<String, usize>);

impl Allowed {
    /// Reads the comments. Within `markdown`, only those of HTML are comments.
    pub(super) fn read(names: &Names, bytes: &[u8], markdown: &Range<usize>) -> Self {
        let mut allowed = BTreeMap::new();
        let (mut line_start, mut seen) = (0, 0);
        for mark in names.marks().find_iter(bytes).take(MAX_COMMENTS) {
            // A mark holds no line break, so that what is seen is not looked at again.
            let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
            if let Some(at) = bytes[seen..mark.start()].iter().rposition(ends) {
                line_start = seen + at + 1;
            }
            seen = mark.end();
            let before = bytes[line_start..mark.start()].trim_ascii_end();
            let is_html = before.ends_with(b"<!--");
            let is_other = before.ends_with(b"#") || before.ends_with(b"//");
            if !(is_html || is_other && !markdown.contains(&mark.start())) {
                continue;
            }
            let after = &bytes[mark.end()..bytes.len().min(mark.end() + MAX_LEN)];
            let line = after.split(ends).next().unwrap_or_default();
            let line = String::from_utf8_lossy(line);
            let text = line.split("-->").next().unwrap_or_default().trim_start();
            let Some(list) = text.strip_prefix("allow").filter(|text| text.starts_with(' ')) else {
                continue;
            };
            // What stands between backticks is one name, whatever it holds.
            for (number, part) in list.split('`').enumerate() {
                let names = part.split(if number % 2 == 0 { &[' ', '\t', ','][..] } else { &[] });
                for name in names.filter(|name| !name.is_empty()) {
                    allowed.entry(name.to_owned()).or_insert(line_start);
                }
            }
        }
        Self(allowed)
    }

    /// Whether a name is silenced at a place.
    pub(super) fn contains(&self, name: &str, at: usize) -> bool {
        self.0.get(name).is_some_and(|from| *from <= at)
    }
}
