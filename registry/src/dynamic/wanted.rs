//! Names that tools are to have, and which of them are taken.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::source::DynamicSource;
use super::tail::{Owner, TailProblem};
use super::tool::DynamicTool;
use crate::name::normal_form;

/// What stands between a source's name and a tool's.
const SEPARATOR: &str = "__";

/// A tool, and the name that it is to have.
pub(super) struct Wanted<'a> {
    pub(super) source: &'a DynamicSource,
    pub(super) tool: &'a Arc<DynamicTool>,
    pub(super) name: String,
    prefixed: bool,
    /// The name's normal form.
    pub(super) form: String,
    /// The name by which it is to be sent.
    wire: String,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(source: &'a DynamicSource, tool: &'a Arc<DynamicTool>) -> Self {
        let (name, form, wire) = (tool.name().to_owned(), String::new(), String::new());
        Self { source, tool, name, prefixed: false, form, wire }
    }

    pub(super) fn prefix(&mut self) {
        self.name = prefixed(self.source.name(), self.tool.name());
        self.prefixed = true;
    }

    pub(super) fn send(&mut self, wire: impl Fn(&str) -> Cow<'_, str>) {
        self.wire = wire(&self.name).into_owned();
        self.form = normal_form(&self.name);
    }

    /// The other source whose names begin as the tool's own does. `prefixes` are the names of all
    /// sources by their normal forms.
    pub(super) fn others<'p>(&self, prefixes: &BTreeMap<String, &'p str>) -> Option<&'p str> {
        if self.prefixed {
            return None;
        }
        let form = &self.form;
        let parted = |at: &usize| form.get(*at..).is_some_and(|rest| rest.starts_with(SEPARATOR));
        let owners = (1..form.len()).filter(parted).filter_map(|at| prefixes.get(&form[..at]));
        owners.copied().find(|owner| *owner != self.source.name())
    }

    fn claim(&self) -> Claim<'_> {
        Claim { name: &self.name, source: Some(self.source.name()), prefixed: self.prefixed }
    }
}

/// The name of a source's tool with the source's prefix.
pub(crate) fn prefixed(source: &str, tool: &str) -> String {
    format!("{source}{SEPARATOR}{tool}")
}

/// A name, and whose it is or is to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Claim<'n> {
    name: &'n str,
    source: Option<&'n str>,
    prefixed: bool,
}

/// All names, and whose they are.
pub(super) struct Names<'n> {
    by_form: BTreeMap<Cow<'n, str>, Vec<Claim<'n>>>,
    /// By what a call has to say.
    by_wire: BTreeMap<&'n str, Vec<Claim<'n>>>,
}

impl<'n> Names<'n> {
    pub(super) fn of(natives: &BTreeSet<&'n str>, wanted: &'n [Wanted<'_>]) -> Self {
        let mut names = Self { by_form: BTreeMap::new(), by_wire: BTreeMap::new() };
        for name in natives {
            let claim = Claim { name, source: None, prefixed: false };
            names.insert(name, normal_form(name).into(), claim);
        }
        for one in wanted {
            names.insert(&one.wire, (&*one.form).into(), one.claim());
        }
        names
    }

    fn insert(&mut self, wire: &'n str, form: Cow<'n, str>, claim: Claim<'n>) {
        self.by_wire.entry(wire).or_default().push(claim);
        self.by_form.entry(form).or_default().push(claim);
    }

    pub(super) fn problems(&self, wanted: &[Wanted<'_>]) -> Vec<Option<TailProblem>> {
        wanted.iter().map(|one| self.problem(one)).collect()
    }

    /// Why a tool cannot have its name: somebody else has it or one like it, is sent by it, or is sent
    /// by the name that this one would be sent by.
    fn problem(&self, one: &Wanted<'_>) -> Option<TailProblem> {
        let me = one.claim();
        let alike = self.by_form.get(&*one.form).map_or(&[][..], Vec::as_slice);
        let twice = alike.iter().filter(|claim| **claim == me).count() > 1;
        if twice || alike.iter().any(|claim| claim.source != me.source) {
            return Some(TailProblem::Clash { owners: owners(alike.iter()) });
        }
        [me.name, &one.wire].into_iter().find_map(|wire| {
            let claims = self.by_wire.get(wire).into_iter().flatten();
            let others: Vec<_> = claims.filter(|claim| **claim != me).collect();
            let wire = wire.to_owned();
            let all = others.iter().copied().chain([&me]);
            (!others.is_empty()).then(|| TailProblem::WireClash { wire, owners: owners(all) })
        })
    }
}

fn owners<'c>(claims: impl Iterator<Item = &'c Claim<'c>>) -> Vec<Owner> {
    let mut claims: Vec<_> = claims.copied().collect();
    claims.sort_unstable();
    let owner = |Claim { name, source, prefixed }: Claim<'_>| Owner {
        name: name.to_owned(),
        source: source.map(str::to_owned),
        prefixed,
    };
    claims.into_iter().map(owner).collect()
}
