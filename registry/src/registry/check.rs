//! All that must hold of a registry, in one pass, whatever the order of registration.

use std::collections::{BTreeMap, BTreeSet};

use semver::Version;

use super::problem::{BadReplacement, NameUse, Problem};
use crate::context::States;
use crate::entry::{Entry, Instance, Shared, StateType};
use crate::guard;
use crate::name::{NameError, check_name, check_old_name, normal_form};
use crate::schema::{InputSchema, input_schema};
use crate::surface::suggest;
use crate::{Alias, Lifecycle, Tombstone};

/// What is to be checked: declarations without repetitions, sorted.
pub(super) struct Declarations<'a> {
    pub(super) entries: &'a [&'static Entry],
    pub(super) tombstones: &'a [Tombstone],
}

impl NameUse {
    fn tool(entry: &Entry) -> Self {
        let Entry { name, lifecycle, origin, .. } = *entry;
        Self { name, lifecycle, alias_of: None, origin }
    }

    fn alias(entry: &Entry, alias: &Alias) -> Self {
        let Alias { name, lifecycle, .. } = *alias;
        Self { name, lifecycle, alias_of: Some(entry.name), origin: entry.origin }
    }

    fn tombstone(tombstone: &Tombstone) -> Self {
        Self {
            name: tombstone.name(),
            lifecycle: tombstone.lifecycle(),
            alias_of: None,
            origin: tombstone.origin(),
        }
    }

    /// Whether the name can be what it is: that of a tool is sent to providers, others never are.
    fn check_name(&self) -> Result<(), NameError> {
        if self.tool_name() == Some(self.name) {
            check_name(self.name)
        } else {
            check_old_name(self.name)
        }
    }

    /// The tool that the name leads to, if any.
    fn tool_name(&self) -> Option<&'static str> {
        match self.lifecycle {
            Lifecycle::Removed { .. } => None,
            _ => Some(self.alias_of.unwrap_or(self.name)),
        }
    }
}

impl Declarations<'_> {
    /// Every declaration of a name.
    fn uses(&self) -> impl Iterator<Item = NameUse> {
        let tools = self.entries.iter().flat_map(|entry| {
            let aliases = entry.aliases.iter().map(|alias| NameUse::alias(entry, alias));
            std::iter::once(NameUse::tool(entry)).chain(aliases)
        });
        tools.chain(self.tombstones.iter().map(NameUse::tombstone))
    }

    /// The checks of names, states of names, replacements and versions.
    pub(super) fn check_names(&self, problems: &mut Vec<Problem>) {
        let mut by_name = BTreeMap::<&'static str, Vec<NameUse>>::new();
        for name_use in self.uses() {
            by_name.entry(name_use.name).or_default().push(name_use);
        }
        for (name, uses) in &by_name {
            let invalid = uses.iter().find_map(|one| Some((*one, one.check_name().err()?)));
            problems.extend(invalid.map(|(name, error)| Problem::InvalidName { name, error }));
            if uses.len() > 1 {
                problems.push(Problem::DuplicateName { name, uses: uses.clone() });
            }
        }
        check_spelling(&by_name, problems);
        for name_use in by_name.values().flatten() {
            check_replacement(name_use, &by_name, problems);
        }
        self.check_versions(problems);
        for entry in self.entries {
            if entry.description().is_empty() {
                problems.push(Problem::NoDescription { tool: NameUse::tool(entry) });
            }
        }
    }

    fn check_versions(&self, problems: &mut Vec<Problem>) {
        let mut check = |name: NameUse, version: Option<&'static str>| {
            if let Some(version) = version.filter(|version| Version::parse(version).is_err()) {
                problems.push(Problem::InvalidVersion { name, version });
            }
        };
        for entry in self.entries {
            check(NameUse::tool(entry), entry.since);
            check(NameUse::tool(entry), entry.lifecycle.remove_in());
            for alias in entry.aliases {
                check(NameUse::alias(entry, alias), alias.since);
                check(NameUse::alias(entry, alias), alias.lifecycle.remove_in());
            }
        }
        for tombstone in self.tombstones {
            check(NameUse::tombstone(tombstone), Some(tombstone.since()));
        }
    }

    /// The check that each tool finds the values that it needs.
    pub(super) fn check_states(&self, states: &States, problems: &mut Vec<Problem>) {
        for entry in self.entries {
            let own = match &entry.instance {
                Instance::State(state, _) => Some(*state),
                Instance::Function | Instance::Default(_) => None,
            };
            let missing = |state: &&StateType| (state.find)(states).is_none();
            problems.extend(entry.states.iter().chain(own).filter(missing).map(|state| {
                let type_name = (state.name)();
                Problem::MissingState { tool: NameUse::tool(entry), type_name }
            }));
        }
    }

    /// The schema of each tool, in the order of the entries; `None` where it has a problem.
    pub(super) fn schemas(&self, problems: &mut Vec<Problem>) -> Vec<Option<InputSchema>> {
        let schema_of = |entry: &&'static Entry| match guard::call(|| input_schema(&entry.schema)) {
            Ok(Ok(schema)) => {
                check_adapters(entry, &schema, problems);
                Some(schema)
            }
            Err(panicked) => {
                let (tool, what) = (NameUse::tool(entry), "the schema of its arguments");
                problems.push(Problem::Panicked { tool, what, said: panicked.to_string() });
                None
            }
            Ok(Err(error)) => {
                problems.push(Problem::Schema {
                    tool: NameUse::tool(entry),
                    type_name: error.type_name,
                    reason: error.reason,
                });
                None
            }
        };
        self.entries.iter().map(schema_of).collect()
    }

    /// The values that the tools run on, in the order of the entries.
    pub(super) fn instances(
        &self,
        states: &States,
        problems: &mut Vec<Problem>,
    ) -> Vec<Option<Shared>> {
        let instance_of = |entry: &&'static Entry| match &entry.instance {
            Instance::Function => None,
            Instance::State(state, take) => (state.find)(states).as_ref().and_then(*take),
            Instance::Default(make) => match guard::call(make) {
                Ok(instance) => Some(instance),
                Err(panicked) => {
                    let (tool, what) = (NameUse::tool(entry), "the `Default` of its type");
                    problems.push(Problem::Panicked { tool, what, said: panicked.to_string() });
                    None
                }
            },
        };
        self.entries.iter().map(instance_of).collect()
    }

    /// The check that what is expected is there.
    pub(super) fn check_expected(
        &self,
        crates: &BTreeSet<String>,
        tools: &BTreeSet<String>,
        problems: &mut Vec<Problem>,
    ) {
        for name in crates {
            let of_crate = |name_use: NameUse| name_use.origin.crate_name() == *name;
            if !self.uses().any(of_crate) {
                problems.push(Problem::ExpectedCrate { name: name.clone() });
            }
        }
        for name in tools {
            if !self.entries.iter().any(|entry| entry.name == name) {
                let found = self.uses().find(|name_use| name_use.name == name);
                problems.push(Problem::ExpectedTool { name: name.clone(), found });
            }
        }
    }
}

/// Names of different tools must differ in more than spelling. A retired name may resemble a live
/// one: `Bash` may have become `bash`.
fn check_spelling(by_name: &BTreeMap<&str, Vec<NameUse>>, problems: &mut Vec<Problem>) {
    let mut by_form = BTreeMap::<String, Vec<NameUse>>::new();
    for name_use in by_name.values().flatten().filter(|one| one.tool_name().is_some()) {
        by_form.entry(normal_form(name_use.name)).or_default().push(*name_use);
    }
    for (form, uses) in by_form {
        let tools: BTreeSet<_> = uses.iter().map(NameUse::tool_name).collect();
        let names: BTreeSet<_> = uses.iter().map(|name_use| name_use.name).collect();
        // One name declared twice is another problem, and is reported as such.
        if tools.len() > 1 && names.len() > 1 {
            problems.push(Problem::SameNormalForm { form, uses });
        }
    }
}

fn check_replacement(
    replaced: &NameUse,
    by_name: &BTreeMap<&'static str, Vec<NameUse>>,
    problems: &mut Vec<Problem>,
) {
    // An alias is replaced by its tool, whatever that tool's own state is.
    let Some(replacement) =
        replaced.lifecycle.replacement().filter(|_| replaced.alias_of.is_none())
    else {
        return;
    };
    let found = by_name.get(replacement).and_then(|uses| {
        uses.iter().find(|one| one.lifecycle.is_visible()).or_else(|| uses.first())
    });
    let why = match found {
        None => {
            let visible = by_name.values().flatten().filter(|one| one.lifecycle.is_visible());
            let near = suggest::nearest(replacement, visible.map(|one| (one.name, one.name)));
            let near = near.first().copied();
            BadReplacement::Missing { near }
        }
        Some(_) if replacement == replaced.name => BadReplacement::Itself,
        Some(found) if found.lifecycle.is_visible() => return,
        Some(found) if found.alias_of.is_some() => BadReplacement::Alias(*found),
        Some(found) => match cycle(replaced, by_name) {
            // Told once, by the first of its names.
            Some(between) if between.iter().any(|one| one.name < replaced.name) => return,
            Some(between) => BadReplacement::Cycle(between),
            None => BadReplacement::NotVisible(*found),
        },
    };
    problems.push(Problem::Replacement { replaced: *replaced, replacement, why });
}

/// The names between `replaced` and itself, if its replacements lead back to it.
fn cycle(
    replaced: &NameUse,
    by_name: &BTreeMap<&'static str, Vec<NameUse>>,
) -> Option<Vec<NameUse>> {
    let next = |from: &NameUse| by_name.get(from.lifecycle.replacement()?)?.first().copied();
    let mut between = Vec::new();
    let mut at = next(replaced)?;
    while between.len() < by_name.len() {
        if at.name == replaced.name {
            return Some(between);
        }
        between.push(at);
        at = next(&at)?;
    }
    None
}

/// What an alias sets or renames must be arguments of the tool.
fn check_adapters(entry: &'static Entry, schema: &InputSchema, problems: &mut Vec<Problem>) {
    for alias in entry.aliases {
        for reason in alias.adapter.misfits(schema) {
            problems.push(Problem::Adapter { alias: NameUse::alias(entry, alias), reason });
        }
    }
}
