//! The names that a text is held against.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::State;
use super::allow::MARK;
use crate::name::{check_old_name, normal_form};
use crate::surface::suggest::NearNames;
use crate::{Manifest, ManifestName, NameState};

/// The most bytes of all old names together for which the fastest automaton is built: it takes some
/// kilobytes for each byte.
const MAX_FAST: usize = 64 << 10;

/// The names of a manifest, made ready to be found in texts.
///
/// Building it costs about a millisecond for some hundred names; looking then costs one pass over a
/// text's bytes for all names together.
#[derive(Debug, Clone)]
pub struct Names {
    /// Sorted by name.
    records: Vec<Record>,
    /// From a normal form to the one record that it stands for.
    by_form: BTreeMap<String, Option<usize>>,
    /// The old names: those that are written as names are, and the others.
    automata: [Automaton; 2],
    /// Finds what comments for us begin with.
    marks: AhoCorasick,
    external: BTreeSet<String>,
    plain_words: bool,
    /// Names to compare unknown ones with, made ready when the first is found.
    near: OnceLock<NearNames>,
}

/// Finds some of the old names.
#[derive(Debug, Clone)]
pub(super) struct Automaton {
    pub(super) names: AhoCorasick,
    /// From a pattern to its record.
    records: Vec<usize>,
}

/// One name.
#[derive(Debug, Clone)]
pub(super) struct Record {
    pub(super) name: String,
    /// What became of it; none for a name that a model may use.
    pub(super) state: Option<State>,
    pub(super) replacement: Option<String>,
    pub(super) since: Option<String>,
    pub(super) hint: Option<String>,
    /// The name could be an ordinary word.
    pub(super) is_plain: bool,
}

impl Names {
    /// The names of a manifest: [`Registry::manifest`](crate::Registry::manifest), or one read back
    /// with [`Manifest::from_json`]. What is no name (see [`check_old_name`](crate::check_old_name)) is
    /// left out.
    #[must_use]
    pub fn of(manifest: &Manifest) -> Self {
        let named = manifest.names.iter().filter(|name| check_old_name(&name.name).is_ok());
        let mut records: Vec<_> = named.map(Record::of).collect();
        records.sort_by(|a, b| a.name.cmp(&b.name));
        records.dedup_by(|a, b| a.name == b.name);
        let marks = automaton(vec![MARK]);
        let automata = [false, true].map(|odd| Automaton::of(&records, odd));
        let by_form = by_form(&records);
        let external = BTreeSet::new();
        Self {
            records,
            by_form,
            automata,
            marks,
            external,
            plain_words: false,
            near: OnceLock::new(),
        }
    }

    /// Names that are known and no concern of the registry, such as the tools of another host. They
    /// are found nowhere, and a matcher that matches one of them has its use.
    #[must_use]
    pub fn external<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.external.extend(names.into_iter().map(Into::into));
        self.near = OnceLock::new();
        self
    }

    /// Whether names that could be ordinary words (`task`, `review`) count wherever they stand, so that a skill
    /// is left out for one, too. Off by default: it finds what is none.
    #[must_use]
    pub fn plain_words(mut self, on: bool) -> Self {
        self.plain_words = on;
        self
    }

    pub(super) fn with_plain_words(&self) -> bool {
        self.plain_words
    }

    /// What finds the old names that are letters, digits, `_` and `-`.
    pub(super) fn usual(&self) -> &Automaton {
        &self.automata[0]
    }

    /// What finds the others: parts of these can be words of their own.
    pub(super) fn odd(&self) -> &Automaton {
        &self.automata[1]
    }

    pub(super) fn marks(&self) -> &AhoCorasick {
        &self.marks
    }

    /// The record of a pattern of an automaton.
    pub(super) fn of_pattern(&self, automaton: &Automaton, pattern: usize) -> &Record {
        &self.records[automaton.records[pattern]]
    }

    pub(super) fn is_external(&self, name: &str) -> bool {
        self.external.contains(name)
    }

    /// The record of a name: exactly this one, else the only one that differs in spelling alone, where
    /// a name that a model may use goes before old ones.
    pub(super) fn lookup(&self, name: &str) -> Option<&Record> {
        if check_old_name(name).is_err() {
            return None;
        }
        let by_form =
            || Some(&self.records[self.by_form.get(&normal_form(name)).copied().flatten()?]);
        self.exact(name).or_else(by_form)
    }

    /// The record of exactly this name.
    pub(super) fn exact(&self, name: &str) -> Option<&Record> {
        let at = self.records.binary_search_by(|record| (*record.name).cmp(name)).ok()?;
        Some(&self.records[at])
    }

    /// All old names for which `is_match` holds; none, if it holds for any other.
    pub(super) fn only_stale(&self, is_match: impl Fn(&str) -> bool) -> Vec<&Record> {
        let live = self.records.iter().filter(|record| record.state.is_none());
        let mut others = live.map(|record| &*record.name).chain(self.external.iter().map(|n| &**n));
        if others.any(&is_match) {
            return Vec::new();
        }
        let stale = self.records.iter().filter(|record| record.state.is_some());
        stale.filter(|record| is_match(&record.name)).collect()
    }

    /// The name that was most likely meant by one that stands for nothing.
    pub(super) fn near(&self, name: &str) -> Option<&str> {
        let told = || self.told();
        let near = self.near.get_or_init(|| {
            NearNames::new(told().zip(0..).map(|((compared, _), at)| (compared, at)))
        });
        let told = near.told(name, |at| told().nth(at as usize).map(|(_, told)| told));
        told.into_iter().next()
    }

    /// The names to compare with, each with the one that is told for it.
    fn told(&self) -> impl Iterator<Item = (&str, &str)> {
        let told = self.records.iter().filter_map(|record| {
            let told = match record.state {
                None => &record.name,
                Some(_) => record.replacement.as_ref()?,
            };
            Some((&*record.name, &**told))
        });
        told.chain(self.external.iter().map(|name| (&**name, &**name)))
    }
}

impl Record {
    fn of(name: &ManifestName) -> Self {
        let state = match name.state {
            NameState::Removed => Some(State::Removed),
            NameState::Deprecated => Some(State::Deprecated),
            NameState::Hidden => Some(State::Hidden),
            NameState::Active | NameState::Deferred => None,
        };
        Self {
            name: name.name.clone(),
            state,
            replacement: name.replacement.clone(),
            since: name.since.clone(),
            hint: name.note.clone(),
            is_plain: is_plain(&name.name),
        }
    }
}

impl Automaton {
    /// Of the old names that are `odd`, or that are not.
    fn of(records: &[Record], odd: bool) -> Self {
        let stale = records.iter().enumerate().filter(|(_, record)| record.state.is_some());
        let (records, names) = stale
            .filter(|(_, record)| is_odd(&record.name) == odd)
            .map(|(at, record)| (at, &*record.name))
            .unzip();
        Self { names: automaton(names), records }
    }
}

/// Holds more than letters, digits, `_` and `-` of ASCII.
fn is_odd(name: &str) -> bool {
    !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// Letters and spaces only, and no capital within: it could be an ordinary word, or some.
fn is_plain(name: &str) -> bool {
    let humps = name.chars().zip(name.chars().skip(1));
    name.chars().all(|c| c.is_alphabetic() || c == ' ')
        && !humps.into_iter().any(|(one, next)| one.is_lowercase() && next.is_uppercase())
}

fn by_form(records: &[Record]) -> BTreeMap<String, Option<usize>> {
    let mut by_form = BTreeMap::new();
    for is_live in [true, false] {
        let mut of_state = BTreeMap::new();
        for (at, record) in records.iter().enumerate() {
            if record.state.is_none() == is_live {
                let form = of_state.entry(normal_form(&record.name));
                form.and_modify(|only| *only = None).or_insert(Some(at));
            }
        }
        for (form, only) in of_state {
            by_form.entry(form).or_insert(only);
        }
    }
    by_form
}

fn automaton(names: Vec<&str>) -> AhoCorasick {
    let bytes: usize = names.iter().map(|name| name.len()).sum();
    let kind = (bytes <= MAX_FAST).then_some(AhoCorasickKind::DFA);
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .kind(kind)
        .build(names)
        .expect("names have 256 bytes at most, and fewer than two billion bytes together")
}
