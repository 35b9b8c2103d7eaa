//! A search: from a query to what was found.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::index::SearchIndex;
use super::pattern::Pattern;
use super::query::{Form, MAX_RESULTS, Query};
use super::rank::rank;
use super::stem::stem;
use super::visible::Visible;
use super::words::spelling;
use crate::name::Shown;

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Found {
    /// The best first; equals by name.
    pub hits: Vec<Hit>,
    /// The names of a `select:` that are not there, fit to be shown.
    pub not_found: Vec<String>,
    /// The words of the query that nothing had, nor a word that may stand for them: at most eight, fit
    /// to be shown.
    pub unmatched: Vec<String>,
    /// Whether no hit has the main words of the query: the rarer a word, the more it counts.
    pub weak: bool,
    /// What to try where something was not found, or hits are weak. A miss is no error.
    pub hint: Option<&'static str>,
}

/// A document that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hit {
    /// The document: its place in the order in which the index was built.
    pub id: u32,
    /// How well it fits, as a whole number that is the same on every platform. It orders the hits
    /// of one search and means nothing beside those of another.
    pub score: u32,
}

/// The name is what was asked for, to the letter.
pub(crate) const EXACT: u32 = 3 << 28;
/// The name is what was asked for, spelt otherwise.
pub(crate) const SPELT: u32 = 2 << 28;
/// The name stands among the words.
const NAMED: u32 = 1 << 28;

const NO_WORDS: &str =
    "no tool is about these words: try others, such as what the tool acts on, or fewer";
const WEAK: &str = "none of these tools has the main words of the query, so perhaps none of them \
                    fits: read their descriptions, or try other words";
const NO_REQUIRED: &str = "no tool has all words marked with `+`: leave out a `+`";
const NO_MATCH: &str = "no tool matches this regular expression: write words without slashes";
pub(crate) const NO_NAMES: &str = "not all of these names are there: search for them in words";

impl SearchIndex {
    /// Runs `query` over the documents that are `visible`, and returns at most `limit` of them,
    /// kept within 1 and [`MAX_RESULTS`]. A `select:` returns what it names, whatever the limit.
    ///
    /// The result is that of an index of the visible documents alone: others influence no score and
    /// no order, and a word that only they have is an unknown word.
    ///
    /// ```
    /// use toolcrib::search::{Mode, Query, SearchIndex};
    /// # use toolcrib::serde_json::json;
    ///
    /// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
    /// let index = SearchIndex::new([
    ///     ("create_directory", "Create a directory.", &schema),
    ///     ("read_file", "Read a file.", &schema),
    /// ]);
    /// let query = Query::parse("make a new folder", Mode::Auto)?;
    /// let found = index.search(&query, 5, |_| true);
    /// assert_eq!(index.name(found.hits[0].id), Some("create_directory"));
    ///
    /// let hidden = index.search(&query, 5, |id| id != 0);
    /// assert!(hidden.hits.is_empty() && hidden.hint.is_some());
    /// # Ok::<(), toolcrib::search::QueryError>(())
    /// ```
    #[must_use]
    pub fn search(&self, query: &Query, limit: usize, visible: impl Fn(u32) -> bool) -> Found {
        let visible = Visible::new(self.len(), visible);
        let limit = limit.clamp(1, MAX_RESULTS);
        match &query.form {
            Form::Words { text, required } => self.find_words(text, required, limit, &visible),
            Form::Select(names) => self.find_names(names, query.whole.as_deref(), &visible),
            Form::Pattern(pattern) => self.find_matches(pattern, limit, &visible),
        }
    }

    fn find_words(
        &self,
        text: &str,
        required: &[String],
        limit: usize,
        visible: &Visible,
    ) -> Found {
        let (ranked, cover) = rank(self, text, true, visible);
        let ranked = ranked.into_iter();
        let mut hits: Vec<_> =
            ranked.map(|(id, score)| Hit { id, score: score.min(NAMED - 1) }).collect();
        self.lift_named(text, visible, &mut hits);
        let mut hint = NO_WORDS;
        if !required.is_empty() {
            let have = self.with_all(required, visible);
            hits.retain(|hit| have.binary_search(&hit.id).is_ok());
            if have.is_empty() {
                hint = NO_REQUIRED;
            }
        }
        let mut found = self.found(hits, limit, hint);
        let is_strong = |hit: &Hit| hit.score >= NAMED || cover.is_enough(self, hit.id);
        found.unmatched = cover.unmatched(text);
        found.weak = !found.hits.is_empty() && !found.hits.iter().any(is_strong);
        if found.weak {
            found.hint = Some(WEAK);
        }
        found
    }

    /// At most `limit` of the visible documents that are about the words of a name: those that have
    /// its main words, spelled as they are.
    pub(crate) fn about(
        &self,
        words: &str,
        limit: usize,
        visible: impl Fn(u32) -> bool,
    ) -> Vec<Hit> {
        let visible = Visible::new(self.len(), visible);
        let (ranked, cover) = rank(self, words, false, &visible);
        let hits = ranked.into_iter().map(|(id, score)| Hit { id, score }).collect();
        let mut hits = self.found(hits, limit, NO_WORDS).hits;
        hits.retain(|hit| cover.is_enough(self, hit.id));
        hits
    }

    /// Lifts the documents whose names stand in `text` above all others.
    fn lift_named(&self, text: &str, visible: &Visible, hits: &mut Vec<Hit>) {
        let mut lift = |id: u32, to: u32| {
            if !visible.has(id) {
                return;
            }
            match hits.iter_mut().find(|hit| hit.id == id) {
                Some(hit) => hit.score = hit.score.max(to | (hit.score & (NAMED - 1))),
                None => hits.push(Hit { id, score: to }),
            }
        };
        let text = text.trim();
        let whole = spelling(text);
        for id in self.spelt(&whole) {
            lift(id, SPELT);
        }
        for id in self.named(text, &whole) {
            lift(id, EXACT);
        }
        for token in text.split_whitespace() {
            let token = token.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
            if token.len() < text.len() && is_identifier(token) {
                // `mcp__github__fork` and `functions.fork` name `fork`.
                let own = token.rsplit(['.', ':']).next().unwrap_or(token);
                let own = own.rsplit("__").next().unwrap_or(own);
                for id in self.spelt(&spelling(token)).chain(self.spelt(&spelling(own))) {
                    lift(id, NAMED);
                }
            }
        }
    }

    /// The documents that have all these words, in order.
    fn with_all(&self, words: &[String], visible: &Visible) -> Vec<u32> {
        let mut have: Vec<_> = (0..).take(self.len()).filter(|id| visible.has(*id)).collect();
        for word in words {
            let mut word = word.clone();
            stem(&mut word);
            let postings = self.term(&word).map_or(&[][..], |term| self.postings(term));
            have.retain(|id| postings.binary_search_by_key(id, |posting| posting.document).is_ok());
        }
        have
    }

    fn find_names(&self, names: &[String], whole: Option<&str>, visible: &Visible) -> Found {
        let mut found = Found::default();
        if let Some(whole) = whole {
            let spelling = spelling(whole);
            let hits = self.named(whole, &spelling).filter(|id| visible.has(*id));
            found.hits.extend(hits.map(|id| Hit { id, score: EXACT }));
            if !found.hits.is_empty() {
                return found;
            }
        }
        for name in names {
            let before = found.hits.len();
            let spelling = spelling(name);
            let exact = self.named(name, &spelling).filter(|id| visible.has(*id));
            found.hits.extend(exact.map(|id| Hit { id, score: EXACT }));
            // Names of signs alone have no spelling.
            if found.hits.len() == before && !spelling.is_empty() {
                let spelt = self.spelt(&spelling).filter(|id| visible.has(*id));
                found.hits.extend(spelt.map(|id| Hit { id, score: SPELT }));
            }
            if found.hits.len() == before {
                found.not_found.push(Shown(name).to_string());
            }
        }
        self.sort(&mut found.hits);
        // Two spellings of one name in a query are one hit.
        let mut seen = BTreeSet::new();
        found.hits.retain(|hit| seen.insert(hit.id));
        found.hits.truncate(MAX_RESULTS);
        found.hint = (!found.not_found.is_empty()).then_some(NO_NAMES);
        found
    }

    fn find_matches(&self, pattern: &Pattern, limit: usize, visible: &Visible) -> Found {
        let ids = (0..).take(self.len()).filter(|id| visible.has(*id));
        let score = |id: u32| {
            let document = &self.documents[id as usize];
            if pattern.is_match(document.name()) {
                Some(NAMED)
            } else {
                pattern.is_match(&self.texts[document.text.clone()]).then_some(1)
            }
        };
        let hits = ids.filter_map(|id| Some(Hit { id, score: score(id)? })).collect();
        self.found(hits, limit, NO_MATCH)
    }

    fn found(&self, hits: Vec<Hit>, limit: usize, hint: &'static str) -> Found {
        // The best so far, in order. All but a few documents end at the first comparison, which
        // needs nothing of the document.
        let mut best = Vec::<Hit>::with_capacity(limit + 1);
        for hit in hits {
            if best.len() == limit {
                let last = best[limit - 1];
                if hit.score < last.score || self.order(hit) > self.order(last) {
                    continue;
                }
                best.pop();
            }
            let place = best.partition_point(|one| self.order(*one) < self.order(hit));
            best.insert(place, hit);
        }
        let hint = best.is_empty().then_some(hint);
        Found { hits: best, hint, ..Found::default() }
    }

    fn sort(&self, hits: &mut [Hit]) {
        hits.sort_unstable_by_key(|hit| self.order(*hit));
    }

    fn order(&self, hit: Hit) -> (Reverse<u32>, u32) {
        (Reverse(hit.score), self.documents[hit.id as usize].place)
    }
}

/// Whether `token` is written as only identifiers are: with `_`, `-`, `.`, `:` or a hump.
fn is_identifier(token: &str) -> bool {
    let mut letters = token.chars();
    let mut before = letters.next();
    token.contains(['_', '-', '.', ':'])
        || letters.any(|c| before.replace(c).is_some_and(char::is_lowercase) && c.is_uppercase())
}
