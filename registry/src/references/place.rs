//! From a place in bytes to a line and a column.

use std::borrow::Cow;

/// The mark that some editors put before a text; it counts for no column.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The bytes without a byte order mark.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)
}

/// The bytes as text of the same length: each byte that is no UTF-8 becomes a `?`, so that places
/// stay what they are.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Cow::Owned(text)
}

/// A line and a column, that is asked for places one after the other.
pub(crate) struct Places<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
    column: u32,
}

impl<'a> Places<'a> {
    /// Begins at the start of a text without its mark.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1, column: 1 }
    }

    /// The line and the column of a place, from 1 on, the column in characters. A tab is one, and so
    /// is each byte that is no UTF-8. Lines end with LF, CR LF or CR. The place is none before the
    /// last one.
    pub(crate) fn of(&mut self, place: usize) -> (u32, u32) {
        let place = place.min(self.bytes.len());
        for chunk in self.bytes.get(self.at..place).unwrap_or_default().utf8_chunks() {
            let invalid = std::iter::repeat_n('?', chunk.invalid().len());
            for c in chunk.valid().chars().chain(invalid) {
                self.at += c.len_utf8();
                let ends_line = match c {
                    '\n' => true,
                    '\r' => self.bytes.get(self.at) != Some(&b'\n'),
                    _ => false,
                };
                if ends_line {
                    self.line = self.line.saturating_add(1);
                    self.column = 1;
                } else {
                    self.column = self.column.saturating_add(1);
                }
            }
        }
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        let bytes = "aé\u{1f680}b\r\n\tc\rd\n".as_bytes();
        let mut places = Places::new(bytes);
        let at = |c: u8| bytes.iter().position(|byte| *byte == c).unwrap();
        assert_eq!(places.of(at(b'b')), (1, 4));
        assert_eq!(places.of(at(b'c')), (2, 2));
        assert_eq!(places.of(at(b'd')), (3, 1));
        assert_eq!(places.of(usize::MAX), (4, 1));
        assert_eq!(Places::new(b"\xFF\xFFa").of(2), (1, 3));
    }

    #[test]
    fn what_is_no_text_keeps_its_length() {
        assert_eq!(text(b"a\xFFb\xE2\x82"), "a?b??");
        assert_eq!(without_mark(b"\xEF\xBB\xBFa"), b"a");
    }
}
