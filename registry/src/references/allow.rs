//! Comments that silence names: `<!-- toolcrib: allow name -->` and `# toolcrib: allow name`.

use std::ops::Range;

use super::names::Names;

/// The most comments of a file that are read.
const MAX_COMMENTS: usize = 1000;

/// The longest comment, in bytes.
const MAX_LEN: usize = 1000;

/// What such a comment begins with, whatever the language.
pub(super) const MARK: &str = "toolcrib:";

/// The names that comments of a text silence, and from where on.
#[derive(Debug, Default)]
pub(super) struct Allowed(Vec<(usize, String)>);

impl Allowed {
    /// Reads the comments. Within `markdown`, only those of HTML are comments.
    pub(super) fn read(names: &Names, bytes: &[u8], markdown: &Range<usize>) -> Self {
        let mut allowed = Vec::new();
        for mark in names.marks().find_iter(bytes).take(MAX_COMMENTS) {
            let before = bytes[..mark.start()].trim_ascii_end();
            let is_html = before.ends_with(b"<!--");
            let is_other = before.ends_with(b"#") || before.ends_with(b"//");
            if !(is_html || is_other && !markdown.contains(&mark.start())) {
                continue;
            }
            let after = &bytes[mark.end()..bytes.len().min(mark.end() + MAX_LEN)];
            let line = after.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
            let line = String::from_utf8_lossy(line);
            let text = line.split("-->").next().unwrap_or_default().trim_start();
            let Some(list) = text.strip_prefix("allow").filter(|text| text.starts_with(' ')) else {
                continue;
            };
            let start = before.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
            let from = start.map_or(0, |at| at + 1);
            let silenced = list.split([' ', '\t', ',']).filter(|name| !name.is_empty());
            allowed.extend(silenced.map(|name| (from, name.to_owned())));
        }
        Self(allowed)
    }

    /// Whether a name is silenced at a place.
    pub(super) fn contains(&self, name: &str, at: usize) -> bool {
        self.0.iter().any(|(from, allowed)| *from <= at && allowed == name)
    }
}
