//! Which documents a search may know of.

use std::ops::Range;

use super::index::Posting;

/// The documents that may be seen: a bit for each, asked for once.
pub(super) struct Visible {
    bits: Vec<u64>,
    count: u32,
    all: bool,
}

impl Visible {
    pub(super) fn new(documents: usize, visible: impl Fn(u32) -> bool) -> Self {
        let ids: Range<u32> = 0..u32::try_from(documents).unwrap_or(u32::MAX);
        let mut bits = Vec::with_capacity(documents.div_ceil(64));
        let mut count = 0;
        for first in ids.clone().step_by(64) {
            let some = first..first.saturating_add(64).min(ids.end);
            let word = some.fold(0, |word, id| word | u64::from(visible(id)) << (id % 64));
            count += word.count_ones();
            bits.push(word);
        }
        Self { bits, count, all: count as usize == documents }
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    pub(super) fn has(&self, id: u32) -> bool {
        self.all || self.bits[id as usize / 64] >> (id % 64) & 1 == 1
    }

    /// How many of `postings` are of documents that may be seen.
    pub(super) fn with(&self, postings: &[Posting]) -> u32 {
        let with = if self.all {
            postings.len()
        } else {
            postings.iter().filter(|posting| self.has(posting.document)).count()
        };
        u32::try_from(with).unwrap_or(u32::MAX)
    }
}
