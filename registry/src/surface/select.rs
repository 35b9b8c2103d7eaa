//! `select:` on a surface: names that a model wrote itself.

use std::cmp::Reverse;
use std::fmt::Write as _;

use serde::Serialize;

use super::find::At;
use super::lookup::Place;
use super::{Lookup, SearchResults, Surface};
use crate::name::{Shown, printable};
use crate::search::{EXACT, MAX_RESULTS, NO_NAMES, Query, SPELT};
use crate::{FailureKind, Lifecycle, NameRecord};

/// The longest answer about one name, in characters.
const MAX_ANSWER: usize = 300;

/// What a model is told of a name that it selected and that is not one of a deferred tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Selected {
    /// The name, fit to be shown.
    pub name: String,
    /// What to do. It says no more than a call by this name would.
    pub answer: String,
}

/// What one selected name leads to.
#[derive(Default)]
struct Leads {
    /// Deferred tools, with scores.
    to: Vec<(At, u32)>,
    answer: Option<String>,
    /// Nothing that has the name can be called.
    nowhere: bool,
}

impl Surface {
    pub(super) fn select(&self, names: &[String]) -> SearchResults<'_> {
        let mut found: Vec<(At, u32)> = Vec::new();
        let (mut selected, mut not_found) = (Vec::new(), Vec::new());
        for written in names {
            let Leads { to, answer, nowhere } = self.leads(written);
            for (one, score) in to {
                if !found.iter().any(|(other, _)| *other == one) {
                    found.push((one, score));
                }
            }
            let name = Shown(written).to_string();
            if let Some(answer) = answer {
                let answer = printable(&answer, MAX_ANSWER);
                selected.push(Selected { name: name.clone(), answer });
            }
            if nowhere {
                not_found.push(name);
            }
        }
        let hits = found.into_iter().map(|(one, score)| self.inner.hit(one, score));
        let mut hits: Vec<_> = hits.collect();
        hits.sort_by_key(|hit| (Reverse(hit.score), hit.name));
        hits.truncate(MAX_RESULTS);
        let hint = (!not_found.is_empty()).then_some(NO_NAMES);
        let (unmatched, weak) = (Vec::new(), false);
        SearchResults { hits, selected, not_found, unmatched, weak, hint }
    }

    fn leads(&self, written: &str) -> Leads {
        let lookup = self.lookup(written);
        match lookup.failure() {
            None | Some(FailureKind::Deprecated) => {}
            Some(FailureKind::Denied) => {
                let reason = lookup.denial().unwrap_or_default();
                let answer = format!("`{}` is not available here: {reason}", Shown(written));
                return Leads { answer: Some(answer), nowhere: true, ..Leads::default() };
            }
            Some(FailureKind::Removed) => {
                let mut answer = format!("`{}` is retired", Shown(written));
                if let Some(since) = lookup.record().and_then(NameRecord::since) {
                    let _ = write!(answer, " since {since}");
                }
                let replacement = lookup.replacement();
                if let Some(tool) = replacement {
                    let _ = write!(answer, "; use `{tool}` instead");
                }
                if let Some(hint) = lookup.lifecycle().and_then(|state| state.note()) {
                    let _ = write!(answer, "\n{hint}");
                }
                let to = self.deferred_of(replacement);
                return Leads { to, answer: Some(answer), nowhere: true };
            }
            Some(_) => return self.leads_by_spelling(written),
        }
        let exact = lookup.canonical() == Some(written) || lookup.wire_name() == Some(written);
        match (state_of(&lookup), lookup.wire_name()) {
            (Some(Lifecycle::Deferred), _) => {
                let score = if exact { EXACT } else { SPELT };
                let to = deferred(lookup.place()).map(|one| (one, score)).into_iter().collect();
                Leads { to, ..Leads::default() }
            }
            (Some(Lifecycle::Active), Some(wire)) => {
                let answer = format!("`{wire}` is in the list already: call it");
                Leads { answer: Some(answer), ..Leads::default() }
            }
            // A tool that models are not told of. What takes its place they may know.
            _ => match lookup.replacement() {
                Some(tool) => {
                    let answer = format!("use `{tool}` instead");
                    let to = self.deferred_of(Some(tool));
                    Leads { to, answer: Some(answer), ..Leads::default() }
                }
                None => self.leads_by_spelling(written),
            },
        }
    }

    /// Where a name leads that stands for nothing: to deferred tools that are nearly spelt so, else to
    /// suggestions.
    fn leads_by_spelling(&self, written: &str) -> Leads {
        let (to, _) = self.inner.find(&Query::of_name(written), MAX_RESULTS);
        if !to.is_empty() {
            return Leads { to, ..Leads::default() };
        }
        let near = self.near(written);
        let near: Vec<_> = near.iter().map(|name| format!("`{}`", Shown(name))).collect();
        let answer = (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")));
        Leads { to, answer, nowhere: true }
    }

    /// The tool of a name, if it is deferred.
    fn deferred_of(&self, name: Option<&str>) -> Vec<(At, u32)> {
        let lookup = name.map(|name| self.lookup(name));
        let lookup = lookup.filter(|one| state_of(one) == Some(Lifecycle::Deferred) && one.runs());
        let found = lookup.and_then(|lookup| deferred(lookup.place()));
        found.map(|one| (one, SPELT)).into_iter().collect()
    }
}

/// The state of a tool, by whatever name it is asked for.
fn state_of(lookup: &Lookup<'_>) -> Option<Lifecycle> {
    match lookup.tool()? {
        super::AnyTool::Native(tool) => Some(tool.entry().lifecycle()),
        super::AnyTool::Dynamic(_) => lookup.lifecycle(),
    }
}

fn deferred(place: Place<'_>) -> Option<At> {
    match place {
        Place::Native { tool, .. } => Some(At::Native(tool)),
        Place::Dynamic(at) => Some(At::Dynamic(at)),
        Place::Spelt(_) | Place::Removed(_) | Place::Nowhere => None,
    }
}
