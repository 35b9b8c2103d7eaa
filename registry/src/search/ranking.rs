//! The ranking's constants, in one place, so that a bench can leave one part out at a time.

use super::document::FIELDS;

/// How documents are weighed. The default is what the search uses; a bench tries others.
///
/// Numbers are in 1/256 unless said otherwise.
#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is one part that a bench leaves out")]
pub struct Ranking {
    /// What a word counts in each field: name, first sentence, rest of the description, names of
    /// arguments, texts of arguments.
    pub fields: [u32; FIELDS],
    /// How many words each field has as a rule.
    pub lengths: [u32; FIELDS],
    /// How much a longer field weakens each of its words.
    pub shortness: u32,
    /// How soon a repeated word counts no more (BM25's `k1`).
    pub saturation: u32,
    /// Whether inflections of a word are one word.
    pub stemming: bool,
    /// Whether identifiers are cut into words.
    pub name_parts: bool,
    /// Whether stop words are left out.
    pub stop_words: bool,
    /// What two neighbouring words count where they are neighbours too, or one word.
    pub pairs: u32,
    /// What a word counts that may stand for the one asked for.
    pub related: u32,
    /// The same, where nothing has the word asked for.
    pub instead: u32,
    /// What a word counts that is one typing error away from an unknown one.
    pub typos: u32,
    /// What a word counts that begins with the one asked for.
    pub prefixes: u32,
    /// What a name gains whose words are all asked for.
    pub name_cover: u32,
    /// What a document gains that has all words of a sentence.
    pub query_cover: u32,
    /// Whether sentences are searched one by one, and the best one of a document counts.
    pub sentences: bool,
    /// What a document's other sentences count beside its best one.
    pub other_sentences: u32,
    /// How far each sentence's best document is lifted to that of the best sentence.
    pub level: u32,
}

impl Default for Ranking {
    fn default() -> Self {
        Self {
            fields: [768, 240, 96, 128, 80],
            lengths: [3, 8, 40, 4, 40],
            shortness: 140,
            saturation: 280,
            stemming: true,
            name_parts: true,
            stop_words: true,
            pairs: 176,
            related: 128,
            instead: 200,
            typos: 200,
            prefixes: 100,
            name_cover: 128,
            query_cover: 128,
            sentences: true,
            other_sentences: 48,
            level: 112,
        }
    }
}
