//! What a command has printed and nobody has read yet, bounded.

use std::collections::VecDeque;

/// How much of it is kept, in bytes. The end is what matters: that is where an error stands.
const KEPT: usize = 32 << 10;

/// The end of what was printed since the last look.
#[derive(Debug, Default)]
pub(super) struct Buffer {
    bytes: VecDeque<u8>,
    left_out: u64,
    /// Everything that was ever printed, in bytes.
    pub(super) total: u64,
}

impl Buffer {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        self.bytes.extend(bytes);
        let too_many = self.bytes.len().saturating_sub(KEPT);
        self.bytes.drain(..too_many);
        self.left_out += too_many as u64;
    }

    /// The text, and how many bytes are left out before it. Empties the buffer.
    pub(super) fn take(&mut self) -> (String, u64) {
        let bytes = Vec::from(std::mem::take(&mut self.bytes));
        (String::from_utf8_lossy(&bytes).into_owned(), std::mem::take(&mut self.left_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_kept() {
        let mut buffer = Buffer::default();
        buffer.push(&vec![b'a'; KEPT - 1]);
        buffer.push(b"bcd");
        let (text, left_out) = buffer.take();
        assert_eq!((text.len(), left_out), (KEPT, 2));
        assert!(text.ends_with("aabcd"));
        assert_eq!(buffer.take(), (String::new(), 0));
        assert_eq!(buffer.total, KEPT as u64 + 2);
    }
}
