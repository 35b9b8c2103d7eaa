//! Words that no document has: which known words may have been meant.

use strsim::osa_distance;

use super::index::SearchIndex;
use super::ranking::Ranking;
use super::visible::Visible;

/// How many known words stand for an unknown one.
const MOST: usize = 4;

/// The shortest word that has known words near it.
const MIN_WORD: usize = 3;

/// A known word that may have been meant.
pub(super) struct Near {
    pub(super) term: u32,
    /// How many documents have it.
    pub(super) with: u32,
    /// What it counts beside the word itself, in 1/256.
    pub(super) share: u32,
}

/// The known words that the unknown `stem` may be the beginning of or a typing error for, the
/// likeliest first. Words with digits or from other scripts have none.
pub(super) fn near(index: &SearchIndex, visible: &Visible, stem: &str) -> Vec<Near> {
    if stem.len() < MIN_WORD || !stem.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return Vec::new();
    }
    let ranking = &index.ranking;
    let its_letters = letters(stem);
    let errors = errors(stem);
    let mut found = Vec::new();
    for known in &index.words {
        // Lengths and letters first: they stand side by side in memory, the words do not.
        let other = &*known.stem;
        let near_enough = other.len().abs_diff(stem.len()) <= errors
            && (known.letters ^ its_letters).count_ones() as usize <= 2 * errors;
        let share = if near_enough && let Some(share) = mistyped(stem, other, errors, ranking) {
            share
        } else if other.len() > stem.len()
            && known.letters & its_letters == its_letters
            && other.starts_with(stem)
        {
            ranking.prefixes
        } else {
            continue;
        };
        found.push((share, known));
    }
    // Stable: ties keep the words' order.
    found.sort_by_key(|(share, known)| (std::cmp::Reverse(*share), known.stem.len()));
    let seen = found.into_iter().filter_map(|(share, known)| {
        let with = visible.with(index.postings(known.number));
        (with > 0 && share > 0).then_some(Near { term: known.number, with, share })
    });
    seen.take(MOST).collect()
}

/// What `other` counts for `stem`, if it is at most so many typing errors away.
fn mistyped(stem: &str, other: &str, errors: usize, ranking: &Ranking) -> Option<u32> {
    match osa_distance(stem, other) {
        0 | 1 => Some(ranking.typos),
        distance if distance <= errors => Some(ranking.typos / 2),
        _ => None,
    }
}

/// How many typing errors a word of this length may have.
const fn errors(stem: &str) -> usize {
    match stem.len() {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}

/// Which letters a word has, a bit for each: a typing error changes two bits at most.
pub(super) fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |letters, byte| letters | 1 << (byte & 31))
}
