//! How much of a query a document has, and which words of it no document has.

use super::index::SearchIndex;
use super::number::rarity;
use super::stem::stem;
use super::thesaurus::{Says, says};
use super::visible::Visible;
use super::words::each_word;
use crate::name::Shown;

/// How much of a sentence's words, by their rarity, a document has that is about it, in 1/256. At this
/// much, of the searches in the benches one in fourteen is called weak, and with the tools taken away
/// that answer it, though others like them stay, one in four.
const ENOUGH: u64 = 96;

/// The most words that are told.
const MAX_UNMATCHED: usize = 8;

/// The words of a query, with what each was looked for by. All of it is about visible documents.
#[derive(Default)]
pub(super) struct Cover {
    sentences: Vec<Sentence>,
    words: Vec<Word>,
    /// Terms that are a word or stand for it, and what each counts for it, in 1/256.
    terms: Vec<(u32, u32)>,
    /// The stems that stand for nothing.
    unmatched: Vec<String>,
}

struct Sentence {
    /// The end of its words.
    words: usize,
    /// The rarity of all of them.
    rarity: u64,
}

struct Word {
    /// The end of its terms.
    terms: usize,
    rarity: u32,
}

impl Cover {
    /// Notes a term of the word at hand.
    pub(super) fn term(&mut self, term: u32, share: u32) {
        self.terms.push((term, share));
    }

    /// Ends the word at hand, whose terms have this rarity.
    pub(super) fn end_word(&mut self, stem: &str, rarest: u32, visible: &Visible) {
        let is_unmatched = self.words.last().map_or(0, |word| word.terms) == self.terms.len();
        if is_unmatched {
            self.unmatched.push(stem.to_owned());
        }
        // What nothing has is as rare as can be.
        let rarity = if is_unmatched { rarity(0, visible.count()) } else { rarest };
        self.words.push(Word { terms: self.terms.len(), rarity });
    }

    /// Ends the sentence at hand.
    pub(super) fn end_sentence(&mut self) {
        let start = self.sentences.last().map_or(0, |sentence| sentence.words);
        let rarity = self.words[start..].iter().map(|word| u64::from(word.rarity)).sum();
        self.sentences.push(Sentence { words: self.words.len(), rarity });
    }

    /// Whether `document` has enough of some sentence.
    pub(super) fn is_enough(&self, index: &SearchIndex, document: u32) -> bool {
        let mut words = self.words.iter();
        let (mut at, mut term) = (0, 0);
        self.sentences.iter().any(|sentence| {
            let mut has = 0;
            for word in words.by_ref().take(sentence.words - at) {
                let terms = &self.terms[term..word.terms];
                term = word.terms;
                let share = terms.iter().filter(|(term, _)| index.has(*term, document));
                let share = share.map(|(_, share)| *share).max().unwrap_or(0);
                has += u64::from(word.rarity) * u64::from(share);
            }
            at = sentence.words;
            has > 0 && has >= sentence.rarity * ENOUGH
        })
    }

    /// The words of `text` that stand for nothing, as they are written there, fit to be shown.
    pub(super) fn unmatched(&self, text: &str) -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        if self.unmatched.is_empty() {
            return told;
        }
        each_word(text, |word| {
            let mut its_stem = word.to_owned();
            stem(&mut its_stem);
            if told.len() < MAX_UNMATCHED
                && says(word) == Says::Something
                && self.unmatched.contains(&its_stem)
            {
                let word = Shown(word).to_string();
                if !told.contains(&word) {
                    told.push(word);
                }
            }
        });
        told
    }
}
