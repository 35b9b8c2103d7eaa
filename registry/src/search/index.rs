//! The index: flat arrays, built once, shared by all surfaces.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::{FixedState, RandomState};
use serde_json::Value;

use super::document::{FIELDS, Field, each_text};
use super::near::letters;
use super::number::ONE;
use super::ranking::Ranking;
use super::stem::stem;
use super::thesaurus::{Says, relatives, says};
use super::words::{each_word, each_word_as_written, spelling};

/// An index over the names, descriptions and arguments of tools. It never changes.
///
/// It knows nothing of surfaces: a document's id is its place in the order that it was given in,
/// and a search asks of each whether it may be seen.
#[derive(Debug)]
pub struct SearchIndex {
    pub(super) ranking: Ranking,
    pub(super) documents: Vec<Document>,
    /// All spellings and all texts of all documents.
    pub(super) texts: String,
    /// The documents by spelling.
    pub(super) by_spelling: Vec<u32>,
    /// The numbers of the terms: stems, and two neighbouring stems as one. Only ever asked for one
    /// term, so that its order shows nowhere.
    numbers: HashMap<Box<str>, u32, RandomState>,
    /// For each stem of the thesaurus, the terms that may stand for it.
    relatives: HashMap<&'static str, Vec<u32>, FixedState>,
    /// Those of the terms that stand alone somewhere, sorted.
    pub(super) words: Vec<KnownWord>,
    /// Where each term's postings begin, and where the last one's end.
    starts: Vec<u32>,
    postings: Vec<Posting>,
}

#[derive(Debug)]
pub(super) struct Document {
    name: Box<str>,
    spelling: Box<str>,
    /// Its place among the names.
    pub(super) place: u32,
    /// Its texts, in the index's `texts`.
    pub(super) text: Range<usize>,
}

/// That a document has a term.
#[derive(Debug, Clone, Copy)]
pub(super) struct Posting {
    pub(super) document: u32,
    /// How much the document is about it, in 1/1024.
    pub(super) weight: u16,
    /// Which share of the document's name it is, in 1/256.
    pub(super) name_share: u8,
}

/// A term that is a word, not two neighbours.
#[derive(Debug)]
pub(super) struct KnownWord {
    pub(super) stem: Box<str>,
    pub(super) letters: u32,
    pub(super) number: u32,
}

impl SearchIndex {
    /// Builds the index of `documents`: name, description and input schema of each.
    ///
    /// # Panics
    ///
    /// If there are more than `u32::MAX` documents.
    pub fn new<'d>(documents: impl IntoIterator<Item = (&'d str, &'d str, &'d Value)>) -> Self {
        Self::with_ranking(documents, Ranking::default())
    }

    /// Builds the index with another ranking than the usual one: for benches.
    #[doc(hidden)]
    pub fn with_ranking<'d>(
        documents: impl IntoIterator<Item = (&'d str, &'d str, &'d Value)>,
        ranking: Ranking,
    ) -> Self {
        let mut builder = Builder::new(ranking);
        for (name, description, schema) in documents {
            builder.add(name, description, schema);
        }
        builder.finish()
    }

    /// How many documents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The name of document `id`, if there is one.
    #[must_use]
    pub fn name(&self, id: u32) -> Option<&str> {
        Some(&self.documents.get(id as usize)?.name)
    }

    /// The number of a term, if a document has it.
    pub(super) fn term(&self, stem: &str) -> Option<u32> {
        self.numbers.get(stem).copied()
    }

    /// The terms that may stand for a stem; none of a stem that the thesaurus does not know.
    pub(super) fn relatives(&self, stem: &str) -> Option<&[u32]> {
        self.relatives.get(stem).map(Vec::as_slice)
    }

    /// The postings of a term, by document.
    pub(super) fn postings(&self, term: u32) -> &[Posting] {
        let term = term as usize;
        &self.postings[self.starts[term] as usize..self.starts[term + 1] as usize]
    }

    /// Whether a document has a term.
    pub(super) fn has(&self, term: u32, document: u32) -> bool {
        self.postings(term).binary_search_by_key(&document, |posting| posting.document).is_ok()
    }

    /// Those of the documents with this spelling that are called so to the letter: one, unless two
    /// were given the same name.
    pub(super) fn named<'a>(
        &'a self,
        name: &'a str,
        spelling: &'a str,
    ) -> impl Iterator<Item = u32> + 'a {
        self.spelt(spelling).filter(move |id| &*self.documents[*id as usize].name == name)
    }

    /// The documents whose names have this spelling.
    pub(super) fn spelt<'a>(&'a self, spelling: &'a str) -> impl Iterator<Item = u32> + 'a {
        let of = |id: &u32| &*self.documents[*id as usize].spelling;
        let start = self.by_spelling.partition_point(|id| of(id) < spelling);
        self.by_spelling[start..].iter().copied().take_while(move |id| of(id) == spelling)
    }
}

impl Document {
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

/// Collects documents.
struct Builder {
    ranking: Ranking,
    documents: Vec<Document>,
    texts: String,
    terms: Terms,
    /// The postings with the number of their term.
    postings: Vec<(u32, Posting)>,
    /// The terms of the document at hand, with their fields.
    found: Vec<(u32, Field)>,
}

impl Builder {
    fn new(ranking: Ranking) -> Self {
        Self {
            ranking,
            documents: Vec::new(),
            texts: String::new(),
            terms: Terms::default(),
            postings: Vec::new(),
            found: Vec::new(),
        }
    }

    fn add(&mut self, name: &str, description: &str, schema: &Value) {
        let start = self.texts.len();
        let mut lengths = [0_u32; FIELDS];
        each_text(name, description, schema, |field, text| {
            self.texts.push_str(text);
            self.texts.push('\n');
            let mut before = None;
            let each = |word: &str| {
                let Some(term) = self.terms.of_word(word, &self.ranking) else { return };
                lengths[field as usize] += 1;
                self.found.push((term, field));
                if let Some(before) = before.replace(term).filter(|_| has_pairs(field)) {
                    self.found.push((self.terms.of_pair(before, term), field));
                }
            };
            if self.ranking.name_parts {
                each_word(text, each);
            } else {
                each_word_as_written(text, each);
            }
        });
        self.weigh(&lengths);
        self.documents.push(Document {
            name: name.into(),
            spelling: spelling(name).into(),
            place: 0,
            text: start..self.texts.len(),
        });
    }

    /// Turns the terms that were found into postings.
    fn weigh(&mut self, lengths: &[u32; FIELDS]) {
        let document = u32::try_from(self.documents.len()).expect("documents are counted in u32");
        let ranking = &self.ranking;
        let mut worth = [0_u64; FIELDS];
        for field in 0..FIELDS {
            let usual = u64::from(ranking.lengths[field]);
            let shortness = u64::from(ranking.shortness);
            let norm = 256 - shortness + shortness * u64::from(lengths[field]) / usual;
            worth[field] = u64::from(ranking.fields[field]) * u64::from(ONE) / norm;
        }
        let share = u8::try_from(255 / lengths[Field::Name as usize].max(1)).unwrap_or(u8::MAX);
        self.found.sort_unstable();
        for same in self.found.chunk_by(|one, other| one.0 == other.0) {
            let often: u64 = same.iter().map(|(_, field)| worth[*field as usize]).sum();
            let k1 = u64::from(ranking.saturation) * u64::from(ONE) / 256;
            let weight = often * (u64::from(ONE) + k1) / (often + k1).max(1);
            let posting = Posting {
                document,
                weight: u16::try_from(weight).unwrap_or(u16::MAX),
                name_share: if same[0].1 == Field::Name { share } else { 0 },
            };
            self.postings.push((same[0].0, posting));
        }
        self.found.clear();
    }

    fn finish(self) -> SearchIndex {
        let Self { ranking, mut documents, texts, terms, postings, .. } = self;
        let Terms { numbers, stems, .. } = terms;
        let mut starts = vec![0_u32; numbers.len() + 1];
        for (number, _) in &postings {
            starts[*number as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![Posting { document: 0, weight: 0, name_share: 0 }; postings.len()];
        for (number, posting) in postings {
            let place = &mut next[number as usize];
            sorted[*place as usize] = posting;
            *place += 1;
        }
        let words = (0..).zip(stems).filter_map(|(number, stem)| {
            let stem = stem?;
            Some(KnownWord { letters: letters(&stem), stem, number })
        });
        let mut words: Vec<_> = words.collect();
        words.sort_unstable_by(|one, other| one.stem.cmp(&other.stem));
        let mut ids: Vec<_> = (0..).take(documents.len()).collect();
        ids.sort_by_key(|id: &u32| &documents[*id as usize].name);
        for (place, id) in (0..).zip(&ids) {
            documents[*id as usize].place = place;
        }
        ids.sort_by_key(|id| &documents[*id as usize].spelling);
        let relatives = relatives().iter().map(|(stem, others)| {
            (&**stem, others.iter().filter_map(|other| numbers.get(&**other).copied()).collect())
        });
        SearchIndex {
            relatives: relatives.collect(),
            ranking,
            documents,
            texts,
            by_spelling: ids,
            numbers,
            words,
            starts,
            postings: sorted,
        }
    }
}

/// Whether neighbours are worth their room: in running text they are too many.
const fn has_pairs(field: Field) -> bool {
    matches!(field, Field::Name | Field::Summary | Field::Argument)
}

/// The numbers of all terms while an index is built. Texts say the same words over and over, so a
/// word is reduced to its stem once, and a pair is put together once.
#[derive(Default)]
struct Terms {
    numbers: HashMap<Box<str>, u32, RandomState>,
    /// By number, the stem of a term that stands alone somewhere.
    stems: Vec<Option<Box<str>>>,
    /// The term of each word as it was written; none of a word that says nothing.
    by_word: HashMap<Box<str>, Option<u32>, RandomState>,
    by_pair: HashMap<(u32, u32), u32, RandomState>,
}

impl Terms {
    fn of_word(&mut self, word: &str, ranking: &Ranking) -> Option<u32> {
        if let Some(known) = self.by_word.get(word) {
            return *known;
        }
        let term = (!ranking.stop_words || says(word) != Says::Nothing).then(|| {
            let mut its_stem = word.to_owned();
            if ranking.stemming {
                stem(&mut its_stem);
            }
            let number = self.number(&its_stem);
            self.stems[number as usize].get_or_insert_with(|| its_stem.into());
            number
        });
        self.by_word.insert(word.into(), term);
        term
    }

    fn of_pair(&mut self, one: u32, other: u32) -> u32 {
        if let Some(known) = self.by_pair.get(&(one, other)) {
            return *known;
        }
        let stem = |number: u32| self.stems[number as usize].as_deref().unwrap_or_default();
        let pair = [stem(one), stem(other)].concat();
        let number = self.number(&pair);
        self.by_pair.insert((one, other), number);
        number
    }

    fn number(&mut self, term: &str) -> u32 {
        if let Some(number) = self.numbers.get(term) {
            return *number;
        }
        let number = u32::try_from(self.numbers.len()).expect("terms are counted in u32");
        self.numbers.insert(term.into(), number);
        self.stems.push(None);
        number
    }
}
