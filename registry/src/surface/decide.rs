//! Decides a surface: rules are applied, dynamic tools get their names, the bytes are written.

use std::sync::{Arc, OnceLock};

use super::rules::{Candidate, Rule};
use super::strategy::{Strategy, place};
use super::{CallPolicy, Decided, Digest, SurfaceBuilder, SurfaceProblem, find, suggest};
use crate::dynamic::{Tail, TailTool};
use crate::provider::{Provider, WireNames};
use crate::ready::TOOL_CALL;
use crate::{BuildError, Problem, Registry, Resolution};

pub(super) fn decide(builder: SurfaceBuilder) -> Result<Decided, BuildError> {
    let SurfaceBuilder {
        registry,
        policy,
        provider,
        options,
        strategy,
        depth,
        budget,
        mut rules,
        sources,
    } = builder;
    let tail = Tail::of(&sources, native_names(&registry));
    let mut problems: Vec<_> = tail.problems().iter().cloned().map(SurfaceProblem::Tail).collect();

    for rule in &rules {
        check_rule(rule, &registry, &tail, &mut problems);
    }
    // A rule that names nothing is wrong at any depth.
    rules.retain(|rule| rule.holds_at(depth));
    problems.extend(strategy.into_iter().flat_map(|one| one.check(&registry, provider)));
    let native = registry.tools().iter().map(|tool| {
        let candidate = Candidate::native(tool.entry());
        reason(&rules, &candidate, |name| registry.names_of(name).next() == Some(tool.name()))
    });
    let mut denied: Vec<_> = native.collect();
    if let Some(bridge) = place(&registry, TOOL_CALL) {
        let no_bridge = strategy.and_then(Strategy::denies_bridge);
        denied[bridge] = denied[bridge].take().or(no_bridge);
    }
    let dynamic = tail.tools().iter().map(|tool| {
        let candidate = Candidate::dynamic(tool.name(), tool.source());
        reason(&rules, &candidate, |name| name == tool.name())
    });
    let denied_tail: Vec<_> = dynamic.collect();

    let wire = match WireNames::new(provider, tool_names(&registry, &tail)) {
        Ok(wire) => wire,
        Err(clashes) => {
            problems.extend(clashes.clashes().iter().cloned().map(SurfaceProblem::WireName));
            return Err(error(problems));
        }
    };
    if !problems.is_empty() {
        return Err(error(problems));
    }
    let strict = options.strict;
    let null_is_absent =
        strict && matches!(provider, Provider::OpenAiChat | Provider::OpenAiResponses);
    let policy = CallPolicy { null_is_absent, ..policy };
    let indexed = find::indexed(&registry, &tail);
    let options = Strategy::options(strategy, &registry, options);
    let mut decided = Decided {
        registry,
        provider,
        asked: options,
        options,
        strategy,
        budget,
        policy,
        tail,
        has_denied: denied.iter().any(Option::is_some),
        denied,
        denied_tail,
        wire,
        json: Box::default(),
        digest: Digest::of(b""),
        indexed,
        index: OnceLock::new(),
        near_tail: OnceLock::new(),
    };
    decided.write();
    match budget.exceeded(&decided) {
        Some(problem) => Err(error(vec![problem])),
        None => Ok(decided),
    }
}

/// The names of all tools.
fn tool_names<'a>(registry: &'a Registry, tail: &'a Tail) -> impl Iterator<Item = &'a str> {
    let natives = registry.tools().iter().map(|tool| -> &'a str { tool.name() });
    natives.chain(tail.tools().iter().map(TailTool::name))
}

/// All native names, those of retired tools included.
fn native_names(registry: &Registry) -> impl Iterator<Item = &str> {
    registry.names().iter().map(|record| record.name() as &str)
}

fn error(problems: Vec<SurfaceProblem>) -> BuildError {
    BuildError::of_surface(problems.into_iter().map(Problem::Surface).collect())
}

/// The first reason to deny a tool.
fn reason(
    rules: &[Rule],
    tool: &Candidate<'_>,
    stands_for: impl Fn(&str) -> bool,
) -> Option<Arc<str>> {
    rules.iter().find_map(|rule| rule.denies(tool, &stands_for)).map(Arc::clone)
}

/// What a rule names must be there.
fn check_rule(rule: &Rule, registry: &Registry, tail: &Tail, problems: &mut Vec<SurfaceProblem>) {
    let (names, tag) = rule.named();
    for name in names {
        let native = matches!(registry.resolve(name), Resolution::Tool { .. });
        if !native && tail.get(name).is_none() {
            let all = registry.names().iter().filter(|record| record.tool().is_some());
            let native = all.map(|record| (record.name(), record.name()));
            let dynamic = tail.tools().iter().map(|tool| (tool.name(), tool.name()));
            let near = suggest::nearest(name, native.chain(dynamic));
            let near = near.first().map(|near| (*near).to_owned());
            let retired = registry.name(name).and_then(|record| record.lifecycle().replacement());
            let near = near.or_else(|| retired.map(str::to_owned));
            problems.push(SurfaceProblem::RuleNamesNothing {
                rule: rule.to_string(),
                name: name.clone(),
                near,
            });
        }
    }
    if let Some(tag) = tag {
        let known = registry.tools().iter().any(|tool| tool.entry().tags().contains(&tag));
        if !known {
            let all = registry.tools().iter().flat_map(|tool| tool.entry().tags());
            let near = suggest::nearest(tag, all.map(|tag| (*tag, *tag)));
            problems.push(SurfaceProblem::RuleNamesNothing {
                rule: rule.to_string(),
                name: tag.to_owned(),
                near: near.first().map(|near| (*near).to_owned()),
            });
        }
    }
}
