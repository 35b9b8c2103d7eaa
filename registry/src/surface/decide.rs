//! Decides a surface: rules are applied, dynamic tools get their names, the bytes are written.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::named::{Named, Tools};
use super::rules::{Candidate, Rule};
use super::strategy::{Strategy, place};
use super::{Decided, Digest, SurfaceBuilder, SurfaceProblem, find, suggest};
use crate::dynamic::{Tail, TailTool};
use crate::name::normal_form;
use crate::provider::{Provider, WireNames};
use crate::ready::TOOL_CALL;
use crate::registry::{NameRecord, RegisteredTool};
use crate::{BuildError, Problem, Registry};

pub(super) fn decide(builder: SurfaceBuilder) -> Result<Decided, BuildError> {
    let SurfaceBuilder {
        registry,
        policy,
        provider,
        options,
        strategy,
        depth,
        budget,
        rules,
        sources,
        strict_sources,
    } = builder;
    let options = Strategy::options(strategy, &registry, options);
    let hosted = provider.hosted_name(options);
    let taken = native_names(&registry, provider, hosted);
    let taken = taken.iter().map(|name| &**name);
    let tail = Tail::sent(&sources, taken, |name| provider.wire_name(name));
    let mut problems = native_problems(&registry, provider, hosted);
    let left_out = tail.problems().iter().filter(|problem| strict_sources || problem.is_mistake());
    problems.extend(left_out.cloned().map(SurfaceProblem::Tail));
    problems.extend(strategy.into_iter().flat_map(|one| one.check(&registry, provider)));

    let wire = match WireNames::new(provider, sent_names(&registry, &tail)) {
        Ok(wire) => wire,
        Err(clashes) => {
            problems.extend(clashes.clashes().iter().cloned().map(SurfaceProblem::WireName));
            return Err(error(problems));
        }
    };
    let tools =
        Tools { registry: &registry, tail: &tail, wire: &wire, sources: &sources, provider };
    let mut rules_for_nothing = Vec::new();
    let mut rules: Vec<_> = rules
        .iter()
        .map(|rule| {
            let (named, for_nothing) = Named::of(rule, tools);
            // What a source does to names is no mistake of the rule's author.
            let (renamed, missing): (Vec<_>, Vec<_>) =
                for_nothing.into_iter().partition(|name| tools.some_source_has(name));
            let renamed = renamed.into_iter().map(|name| (rule.to_string(), name.to_owned()));
            rules_for_nothing.extend(renamed);
            check_rule(rule, &missing, tools, &mut problems);
            (rule, named)
        })
        .collect();
    if !problems.is_empty() {
        return Err(error(problems));
    }
    // A rule that names nothing is wrong at any depth.
    rules.retain(|(rule, _)| rule.holds_at(depth));
    let native = registry.tools().iter().enumerate().map(|(at, tool)| {
        let candidate = Candidate::native(tool.entry());
        reason(&rules, &candidate, |named| named.native[at], &mut problems)
    });
    let mut denied: Vec<_> = native.collect();
    if let Some(bridge) = place(&registry, TOOL_CALL) {
        let no_bridge = strategy.and_then(Strategy::denies_bridge);
        denied[bridge] = denied[bridge].take().or(no_bridge);
    }
    let dynamic = tail.tools().iter().enumerate().map(|(at, tool)| {
        let candidate = Candidate::dynamic(tool);
        reason(&rules, &candidate, |named| named.dynamic[at], &mut problems)
    });
    let denied_tail: Vec<_> = dynamic.collect();
    if !problems.is_empty() {
        return Err(error(problems));
    }
    let indexed = find::indexed(&registry, &tail);
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
        left_out: Vec::new(),
        wire,
        json: Box::default(),
        digest: Digest::of(b""),
        indexed,
        rules_for_nothing,
        index: OnceLock::new(),
        near_tail: OnceLock::new(),
    };
    let refused = decided.leave_out_refused();
    if !refused.is_empty() {
        return Err(error(refused));
    }
    decided.write();
    let over = budget.exceeded(&decided);
    if over.is_empty() { Ok(decided) } else { Err(error(over)) }
}

/// The names of the tools that a model may get to see.
fn sent_names<'a>(registry: &'a Registry, tail: &'a Tail) -> impl Iterator<Item = &'a str> {
    let natives = visible(registry).map(|tool| -> &'a str { tool.name() });
    natives.chain(tail.tools().iter().map(TailTool::name))
}

fn visible(registry: &Registry) -> impl Iterator<Item = &RegisteredTool> {
    registry.tools().iter().filter(|tool| tool.entry().lifecycle().is_visible())
}

/// All that a call of a native tool may say: its names, those of retired tools included, and what it is
/// sent as; and the name of the provider's own search.
fn native_names<'a>(
    registry: &'a Registry,
    provider: Provider,
    hosted: Option<&'a str>,
) -> Vec<Cow<'a, str>> {
    let names = registry.names().iter().map(|record| Cow::Borrowed(record.name() as &str));
    let sent = visible(registry).map(|tool| provider.wire_name(tool.name()));
    names.chain(sent).chain(hosted.map(Cow::Borrowed)).collect()
}

/// Native names that a call could mean something else by.
fn native_problems(
    registry: &Registry,
    provider: Provider,
    hosted: Option<&str>,
) -> Vec<SurfaceProblem> {
    let sent = visible(registry).filter_map(|tool| {
        let wire = provider.wire_name(tool.name());
        let other = registry.name(&wire).filter(|other| other.name() != tool.name())?;
        let (tool, name) = (tool.name().to_owned(), other.name().to_owned());
        Some(SurfaceProblem::SentAsAnother { tool, name })
    });
    let is_hosted =
        |name: &&NameRecord| name.tool().is_some() && hosted == Some(&*normal_form(name.name()));
    let hosted = registry
        .names()
        .iter()
        .filter(is_hosted)
        .map(|name| SurfaceProblem::HostedName { provider, name: name.name().to_owned() });
    sent.chain(hosted).collect()
}

fn error(problems: Vec<SurfaceProblem>) -> BuildError {
    BuildError::of_surface(problems.into_iter().map(Problem::Surface).collect())
}

/// The first reason to deny a tool.
fn reason(
    rules: &[(&Rule, Named)],
    tool: &Candidate<'_>,
    is_named: impl Fn(&Named) -> bool,
    problems: &mut Vec<SurfaceProblem>,
) -> Option<Arc<str>> {
    let reason = |(rule, named): &(&Rule, Named)| match rule.denies(tool, is_named(named)) {
        Ok(reason) => reason.map(Arc::clone),
        Err(panicked) => {
            // Once: it may do so for each of many tools.
            if !problems.iter().any(|one| matches!(one, SurfaceProblem::RulePanicked { .. })) {
                let (rule, tool, said) =
                    (rule.to_string(), tool.name.to_owned(), panicked.to_string());
                problems.push(SurfaceProblem::RulePanicked { rule, tool, said });
            }
            None
        }
    };
    rules.iter().find_map(reason)
}

/// What a rule names must be there. `for_nothing` are those of its names that stand for no tool.
fn check_rule(
    rule: &Rule,
    for_nothing: &[&str],
    tools: Tools<'_>,
    problems: &mut Vec<SurfaceProblem>,
) {
    let Tools { registry, tail, sources, .. } = tools;
    let mut names_nothing = |name: &str, near: Option<&str>| {
        let (rule, name) = (rule.to_string(), name.to_owned());
        let near = near.map(str::to_owned);
        problems.push(SurfaceProblem::RuleNamesNothing { rule, name, near });
    };
    for name in for_nothing {
        let all = registry.names().iter().filter(|record| record.tool().is_some());
        let native = all.map(|record| (record.name(), record.name()));
        let dynamic = tail.tools().iter().map(|tool| (tool.name(), tool.name()));
        let near = suggest::nearest(name, native.chain(dynamic));
        let retired = registry.name(name).and_then(|record| record.lifecycle().replacement());
        names_nothing(name, near.first().copied().or(retired));
    }
    if let Some(tag) = rule.tag()
        && !registry.tools().iter().any(|tool| tool.entry().tags().contains(&tag))
    {
        let all = registry.tools().iter().flat_map(|tool| tool.entry().tags());
        let near = suggest::nearest(tag, all.map(|tag| (*tag, *tag)));
        names_nothing(tag, near.first().copied());
    }
    if let Some(source) = rule.source()
        && !sources.iter().any(|one| one.name() == source)
    {
        let all = sources.iter().map(|one| (one.name(), one.name()));
        names_nothing(source, suggest::nearest(source, all).first().copied());
    }
}
