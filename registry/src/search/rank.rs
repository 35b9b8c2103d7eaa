//! Ranking: how much each document is about the words of a query.
//!
//! A sentence is a sum over its words, as in BM25, of how rare a word is times how much the document
//! is about it. Everything is counted over the visible documents alone, so that a document that may
//! not be seen shows nowhere, not even in the order of the others.

use super::cover::Cover;
use super::index::SearchIndex;
use super::near::near;
use super::number::{ONE, rarity};
use super::ranking::Ranking;
use super::stem::stem;
use super::thesaurus::{Says, says};
use super::visible::Visible;
use super::words::{each_word, each_word_as_written, sentences};

/// The most unknown words of one query for which known ones are looked for: it is the dearest step.
const MAX_CORRECTED: u32 = 3;

/// A query of more words has enough others: no known ones are looked for.
const MAX_WORDS_CORRECTED: usize = 20;

/// A word that more than one in so many documents have does not stand for another one.
const MIN_RARITY_OF_RELATIVES: u32 = 4;

/// The documents that have words of `text`, with their scores, and how much of it they have. Unknown
/// words are taken for typing errors where `corrects`.
pub(super) fn rank(
    index: &SearchIndex,
    text: &str,
    corrects: bool,
    visible: &Visible,
) -> (Vec<(u32, u32)>, Cover) {
    let ranking = &index.ranking;
    let mut ranker = Ranker::new(index, visible);
    if !corrects || text.split_whitespace().nth(MAX_WORDS_CORRECTED).is_some() {
        ranker.corrections = 0;
    }
    let mut scored: Vec<_> = if ranking.sentences {
        sentences(text).map(|sentence| ranker.sentence(sentence)).collect()
    } else {
        vec![ranker.sentence(text)]
    };
    scored.retain(|sentence| sentence.best > 0);
    let documents = if scored.len() < 2 {
        scored.pop().unwrap_or_default().scores
    } else {
        merge(ranking, index.len(), &scored)
    };
    (documents, ranker.cover)
}

/// What the documents have of one sentence.
#[derive(Default)]
struct Scored {
    best: u32,
    scores: Vec<(u32, u32)>,
}

/// One score of those that each document has for each sentence.
///
/// A query of several sentences asks for several things. So the best sentence of a document counts,
/// the others a little; and the best documents of all sentences are brought nearer to each other.
fn merge(ranking: &Ranking, documents: usize, sentences: &[Scored]) -> Vec<(u32, u32)> {
    let best = sentences.iter().map(|sentence| sentence.best).max().unwrap_or_default();
    // For each document its best sentence and the sum of all.
    let mut merged = vec![(0_u32, 0_u32); documents];
    for Scored { best: own_best, scores } in sentences {
        // One factor per sentence: no division per document.
        let level = u64::from(ranking.level) * u64::from(best) / u64::from(*own_best);
        let factor = u64::from(256 - ranking.level) + level;
        for (document, score) in scores {
            let lifted = clamp(u64::from(*score) * factor / 256);
            let (most, sum) = &mut merged[*document as usize];
            *most = lifted.max(*most);
            *sum = sum.saturating_add(lifted);
        }
    }
    let mut scored = Vec::with_capacity(documents);
    for (document, (most, sum)) in (0..).zip(merged) {
        if sum > 0 {
            let others = part(u64::from(sum - most), ranking.other_sentences);
            scored.push((document, clamp(u64::from(most) + others)));
        }
    }
    scored
}

/// `parts`/256 of `whole`.
fn part(whole: u64, parts: u32) -> u64 {
    whole * u64::from(parts) / 256
}

fn clamp(score: u64) -> u32 {
    u32::try_from(score).unwrap_or(u32::MAX)
}

/// The words of `text` that say something; what is mere manners counts where there is nothing else.
fn words_of(text: &str, ranking: &Ranking) -> Vec<String> {
    let mut words = Vec::new();
    let mut polite = Vec::new();
    let mut push = |word: &str| {
        let says = says(word);
        if ranking.stop_words && says == Says::Nothing {
            return;
        }
        let mut its_stem = word.to_owned();
        if ranking.stemming {
            stem(&mut its_stem);
        }
        let is_polite = ranking.stop_words && says == Says::Manners;
        let group = if is_polite { &mut polite } else { &mut words };
        group.push(its_stem);
    };
    if ranking.name_parts {
        each_word(text, &mut push);
    } else {
        each_word_as_written(text, &mut push);
    }
    if words.is_empty() { polite } else { words }
}

/// What one document has of one sentence, or of one word.
#[derive(Clone, Copy, Default)]
struct Sum {
    score: u32,
    /// The share of its name, in 1/256.
    name: u32,
}

impl Sum {
    fn plus(self, score: u32, name: u32) -> Self {
        Self { score: self.score + score, name: self.name + name }
    }
}

/// A sum for each document, made once per query and left clean by whoever drains it.
struct Sums {
    of: Vec<Sum>,
    /// The documents whose sum is not zero: the first `len` of these. One place more than there are
    /// documents, so that what may be new is written without asking whether it is: the answer is as
    /// good as random, and a wrong guess costs the processor more than all else here.
    touched: Vec<u32>,
    len: usize,
}

impl Sums {
    fn new(documents: usize) -> Self {
        Self { of: vec![Sum::default(); documents], touched: vec![0; documents + 1], len: 0 }
    }

    /// Changes the sum of `document` to what `change` makes of it, which is not zero.
    fn change(&mut self, document: u32, change: impl FnOnce(Sum) -> Sum) {
        let sum = &mut self.of[document as usize];
        self.touched[self.len] = document;
        self.len += usize::from(sum.score == 0);
        *sum = change(*sum);
    }

    /// Hands out all sums.
    fn drain(&mut self, mut each: impl FnMut(u32, Sum)) {
        for document in &self.touched[..self.len] {
            each(*document, std::mem::take(&mut self.of[*document as usize]));
        }
        self.len = 0;
    }
}

/// What a query needs while it is ranked.
struct Ranker<'a> {
    index: &'a SearchIndex,
    visible: &'a Visible,
    /// How many more unknown words are looked at.
    corrections: u32,
    sentence: Sums,
    word: Sums,
    cover: Cover,
}

impl<'a> Ranker<'a> {
    fn new(index: &'a SearchIndex, visible: &'a Visible) -> Self {
        Self {
            index,
            visible,
            corrections: MAX_CORRECTED,
            sentence: Sums::new(index.len()),
            word: Sums::new(index.len()),
            cover: Cover::default(),
        }
    }

    fn sentence(&mut self, text: &str) -> Scored {
        let ranking = &self.index.ranking;
        let words = words_of(text, ranking);
        let mut pair = String::new();
        let mut all_words = 0;
        for (at, word) in words.iter().enumerate() {
            if let (Some(next), true) = (words.get(at + 1), ranking.pairs > 0) {
                pair.clear();
                pair.push_str(word);
                pair.push_str(next);
                self.pair(&pair);
            }
            if words[..at].iter().all(|before| before != word) {
                let rarest = self.word(word);
                all_words += u64::from(rarest);
                self.cover.end_word(word, rarest, self.visible);
            }
        }
        self.cover.end_sentence();
        // 1/256 of all words, as a factor and a shift.
        let per_score = (256 << 24) / all_words.max(1);
        let mut scored = Scored { best: 0, scores: Vec::with_capacity(self.sentence.len) };
        self.sentence.drain(|document, Sum { score, name }| {
            let score = u64::from(score);
            let name = u64::from(name.min(255));
            let of_name = part(score, ranking.name_cover) * name * name / (255 * 255);
            // At most twice, for the neighbours.
            let cover = ((score * per_score) >> 24).min(2 * 256);
            let of_query = part(score, ranking.query_cover) * cover / 256;
            let score = clamp(score + of_name + of_query);
            scored.best = scored.best.max(score);
            scored.scores.push((document, score));
        });
        scored
    }

    /// Adds what two neighbours are worth.
    fn pair(&mut self, stem: &str) {
        if let Some((term, with)) = self.known(stem) {
            let rarity = rarity(with, self.visible.count());
            self.add(term, rarity, self.index.ranking.pairs, false);
        }
    }

    /// Adds what a word is worth: in each document the best of it and of those that stand for it.
    /// Returns how rare it is.
    fn word(&mut self, word: &str) -> u32 {
        let ranking = &self.index.ranking;
        let all = self.visible.count();
        let relatives = self.index.relatives(word).filter(|_| ranking.related > 0);
        let mut rarest = 0;
        let known = self.known(word);
        if let Some((term, with)) = known {
            rarest = rarity(with, all);
            self.cover.term(term, 256);
            if relatives.is_none_or(<[u32]>::is_empty) {
                self.add(term, rarest, 256, true);
                return rarest;
            }
            self.note(term, rarest, 256);
        } else if relatives.is_none() && self.corrections > 0 {
            self.corrections -= 1;
            for near in near(self.index, self.visible, word) {
                let rarity = rarity(near.with, all);
                rarest = rarest.max(rarity);
                self.cover.term(near.term, near.share);
                self.note(near.term, rarity, near.share);
            }
        }
        // A rare relative of a frequent word is worth no more than the word.
        let (share, most) = match known {
            Some(_) => (ranking.related, rarest),
            None => (ranking.instead, u32::MAX),
        };
        for term in relatives.unwrap_or_default() {
            let with = self.visible.with(self.index.postings(*term));
            if (1..=all.div_ceil(MIN_RARITY_OF_RELATIVES)).contains(&with) {
                let rarity = rarity(with, all).min(most);
                rarest = rarest.max(rarity);
                self.cover.term(*term, share);
                self.note(*term, rarity, share);
            }
        }
        self.settle();
        rarest
    }

    /// A term, with how many visible documents have it, if any does.
    fn known(&self, stem: &str) -> Option<(u32, u32)> {
        let term = self.index.term(stem)?;
        let with = self.visible.with(self.index.postings(term));
        (with > 0).then_some((term, with))
    }

    /// What `term` is worth in each document that may be seen and has it.
    fn worth(
        index: &'a SearchIndex,
        visible: &'a Visible,
        (term, rarity, weight): (u32, u32, u32),
    ) -> impl Iterator<Item = (u32, Sum)> + 'a {
        // Fits: a rarity is below 2^15, a weight at most 2^8, a posting's weight below 2^12.
        let factor = rarity * weight / 256;
        let seen = index.postings(term).iter().filter(|posting| visible.has(posting.document));
        seen.filter_map(move |posting| {
            let score = factor * u32::from(posting.weight) / ONE;
            let sum = Sum { score, name: u32::from(posting.name_share) };
            (score > 0).then_some((posting.document, sum))
        })
    }

    /// Adds what `term` is worth to the sentence: for a word that nothing else stands for.
    fn add(&mut self, term: u32, rarity: u32, weight: u32, counts_for_name: bool) {
        let name_counts = u32::from(counts_for_name);
        for (document, worth) in Self::worth(self.index, self.visible, (term, rarity, weight)) {
            self.sentence.change(document, |sum| sum.plus(worth.score, worth.name * name_counts));
        }
    }

    /// Notes what `term` is worth to the word at hand.
    fn note(&mut self, term: u32, rarity: u32, weight: u32) {
        for (document, worth) in Self::worth(self.index, self.visible, (term, rarity, weight)) {
            let better = |noted: Sum| if worth.score > noted.score { worth } else { noted };
            self.word.change(document, better);
        }
    }

    /// Moves what was noted of a word to the sentence.
    fn settle(&mut self) {
        self.word.drain(|document, noted| {
            self.sentence.change(document, |sum| sum.plus(noted.score, noted.name));
        });
    }
}
