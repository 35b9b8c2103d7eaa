//! How entries were written, and where: the way back, byte for byte.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::super::{MAX_PLUGINS, content::hash};
use super::inline::Inline;
use super::lines::{Lines, Piece};

/// What stands around a list by itself.
const FRAME: (&str, &str) = ("[plugins]\nnetwork_allow = ", "\n");

/// The most lines that are put back as they were. A record that has more may be made up.
const MAX_CUTS: usize = 2 * MAX_PLUGINS;

/// How entries were written in a configuration that had all of them.
///
/// A list with some entries is what is left of it when the others are taken out. So any of them can
/// come back at any time: those that are not in the list are known from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Form {
    /// A list in one place, from bracket to bracket.
    Inline { cut: String },
    /// Lines of their own.
    Lines {
        is_implicit: bool,
        /// The SHA-256 of the configuration without any entry.
        skeleton: String,
        /// The entries' names in the order of their lines, one for each piece.
        order: Vec<String>,
        cuts: Vec<Taken>,
    },
}

/// Lines that were taken out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Taken {
    /// Which of the `order` it is.
    nth: usize,
    /// Its place in the skeleton.
    at: usize,
    cut: String,
    /// The SHA-256 of the skeleton's lines above and below the place.
    above: String,
    below: String,
}

impl Form {
    /// How `text` writes the entries of `names`.
    pub(super) fn of(text: &str, names: &BTreeSet<String>) -> Option<Self> {
        if let Some(inline) = Inline::read(text) {
            return Some(Self::Inline { cut: inline.written().to_owned() });
        }
        let Lines { skeleton, pieces, is_implicit, .. } = Lines::read(text)?;
        let cut = |(nth, piece): (usize, &Piece)| {
            let (above, below) = around(&skeleton, piece.at);
            Taken {
                nth,
                at: piece.at,
                cut: piece.text.clone(),
                above: hash(above.as_bytes()),
                below: hash(below.as_bytes()),
            }
        };
        let cuts = pieces.iter().enumerate().filter(|(_, piece)| names.contains(&piece.name));
        Some(Self::Lines {
            is_implicit,
            cuts: cuts.map(cut).collect(),
            skeleton: hash(skeleton.as_bytes()),
            order: pieces.into_iter().map(|piece| piece.name).collect(),
        })
    }

    /// `text` with those of `names` that this is about: at their own places where these are still
    /// there, else beside their neighbours; none where there is neither. What comes from a record may
    /// say anything, so that the caller has to look at what came of it.
    pub(super) fn put(&self, text: &str, names: &BTreeSet<String>) -> Option<String> {
        match self {
            Self::Inline { cut } => put_inline(cut, text, names),
            Self::Lines { is_implicit, skeleton, order, cuts } => {
                let mut lines =
                    if *is_implicit { Lines::read_implicit(text)? } else { Lines::read(text)? };
                if lines.is_implicit != *is_implicit || cuts.len() > MAX_CUTS {
                    return None;
                }
                let places = Places::of(&lines.skeleton, skeleton);
                let mut there = rank(&mut lines.pieces, order);
                for cut in cuts {
                    let name = order.get(cut.nth).filter(|name| names.contains(*name));
                    if let Some(name) = name {
                        let at = places.find(cut, &lines.skeleton);
                        let at = at.or_else(|| beside(&there, cut.nth)).or(lines.home)?;
                        let (name, text, rank) = (name.clone(), cut.cut.clone(), Some(cut.nth));
                        insert(&mut lines.pieces, Piece { name, at, text, rank });
                        there.insert(cut.nth, at);
                    }
                }
                Some(lines.text())
            }
        }
    }
}

/// `text` without the entries of `names`.
pub(super) fn without(text: &str, names: &BTreeSet<String>) -> Option<String> {
    match Inline::read(text) {
        Some(inline) => Some(inline.without(names)),
        None => Some(Lines::read(text)?.without(names)),
    }
}

fn put_inline(cut: &str, text: &str, names: &BTreeSet<String>) -> Option<String> {
    let frame = |written: &str| format!("{}{written}{}", FRAME.0, FRAME.1);
    let framed = frame(cut);
    let theirs = Inline::read(&framed).filter(|it| it.written() == cut)?;
    let ours = Inline::read(text)?;
    let mut gone: BTreeSet<_> = theirs.names().difference(&ours.names()).cloned().collect();
    if theirs.without(&gone) == frame(ours.written()) {
        gone.retain(|name| !names.contains(name));
        let there = theirs.without(&gone);
        return Some(ours.replaced(there.strip_prefix(FRAME.0)?.strip_suffix(FRAME.1)?));
    }
    let mut text = text.to_owned();
    for name in names.intersection(&gone) {
        text = Inline::read(&text)?.insert(&theirs, name)?;
    }
    Some(text)
}

/// The places of a skeleton.
enum Places {
    /// It is the one that was.
    Same,
    /// By the hashes of the lines above and below; those that are there once.
    Changed(BTreeMap<(String, String), Option<usize>>),
}

impl Places {
    fn of(skeleton: &str, before: &str) -> Self {
        if hash(skeleton.as_bytes()) == before {
            return Self::Same;
        }
        let mut places = BTreeMap::new();
        let mut at = 0;
        let mut above = hash(b"");
        let lines = skeleton.split_inclusive('\n').chain(std::iter::once(""));
        for line in lines {
            let below = hash(line.as_bytes());
            let twice = places.contains_key(&(above.clone(), below.clone()));
            places.insert((above, below.clone()), Some(at).filter(|_| !twice));
            above = below;
            at += line.len();
        }
        Self::Changed(places)
    }

    fn find(&self, cut: &Taken, skeleton: &str) -> Option<usize> {
        match self {
            Self::Same => Some(cut.at).filter(|at| skeleton.is_char_boundary(*at)),
            Self::Changed(places) => *places.get(&(cut.above.clone(), cut.below.clone()))?,
        }
    }
}

/// Tells pieces their places in an order, and returns their places in the skeleton by these.
fn rank(pieces: &mut [Piece], order: &[String]) -> BTreeMap<usize, usize> {
    let mut ranks = BTreeMap::new();
    for (rank, name) in order.iter().enumerate() {
        ranks.entry(name).or_insert(rank);
    }
    for piece in &mut *pieces {
        piece.rank = ranks.get(&piece.name).copied();
    }
    pieces.iter().filter_map(|piece| Some((piece.rank?, piece.at))).collect()
}

/// The place of the nearest neighbour.
fn beside(there: &BTreeMap<usize, usize>, rank: usize) -> Option<usize> {
    let before = there.range(..rank).next_back();
    before.or_else(|| there.range(rank..).next()).map(|(_, at)| *at)
}

/// Adds a piece among others at the same place: in their order, and by name among those that it does
/// not know.
fn insert(pieces: &mut Vec<Piece>, new: Piece) {
    let low = pieces.partition_point(|one| one.at < new.at);
    let here = &pieces[low..pieces.partition_point(|one| one.at <= new.at)];
    // None is less than all.
    let before = here.iter().rposition(|one| one.rank.is_some() && one.rank < new.rank);
    let from = before.map_or(0, |at| at + 1);
    let later = |one: &Piece| match one.rank {
        Some(_) => one.rank > new.rank,
        None => one.name > new.name,
    };
    let index = here[from..].iter().position(later).map_or(here.len(), |at| from + at);
    pieces.insert(low + index, new);
}

/// The lines above and below a place.
fn around(skeleton: &str, at: usize) -> (&str, &str) {
    let above = skeleton[..at].split_inclusive('\n').next_back().unwrap_or_default();
    (above, skeleton[at..].split_inclusive('\n').next().unwrap_or_default())
}
