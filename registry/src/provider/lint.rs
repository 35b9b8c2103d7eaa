//! What a provider would refuse or lose.

use std::collections::BTreeMap;

use super::limits::{Deferral, Keys, Limits, MAX_KEY, Root};
use super::prepare::{Prepared, prepare};
use super::{Finding, Provider, Rule, Severity, ToolSpec, WriteOptions};
use crate::name::Shown;
use crate::schema::dialect::{Node, Target, target, walk};

/// How many findings one schema gets: a foreign one may have any number of faults.
const MAX_OF_ONE: usize = 50;

pub(super) fn lint(
    provider: Provider,
    tools: &[ToolSpec<'_>],
    options: WriteOptions,
) -> Vec<Finding> {
    let limits = provider.limits();
    let mut findings = Vec::new();
    let prepared = prepare(provider, tools, options);
    list(provider, tools, &prepared, options, &mut findings);
    let mut first = BTreeMap::new();
    for (tool, prepared) in tools.iter().zip(&prepared) {
        let mut of_tool = OfTool { tool, findings: Vec::new() };
        if let Some(other) = first.insert(tool.name, tool) {
            let problem = format!("has the name of another tool ({})", Shown(other.origin));
            of_tool.error(Rule::Name, "", problem, "rename one, or give it a prefix");
        }
        if provider.hosted_name(options) == Some(tool.name) {
            let problem = format!("has the name of the search that {} runs itself", limits.who);
            of_tool.error(Rule::Name, "", problem, "rename it, or search with a tool of your own");
        }
        texts(limits, &mut of_tool);
        match Node::parse(tool.input_schema.get()) {
            Err(why) => {
                let problem = format!("has an input schema that {why}");
                of_tool.error(Rule::Unreadable, "", problem, "describe less");
            }
            Ok(schema) => {
                root(limits, &schema, &mut of_tool);
                // Of what was mended, that is sent.
                let mended = prepared.mended().and_then(|text| Node::parse(text).ok());
                schemas(provider, mended.as_ref().unwrap_or(&schema), &mut of_tool);
                lost(limits, prepared, &mut of_tool);
            }
        }
        let more = of_tool.findings.len().saturating_sub(MAX_OF_ONE);
        if more > 0 {
            of_tool.findings.truncate(MAX_OF_ONE);
            let problem = format!("has {more} more findings");
            of_tool.warn(Rule::Unreadable, "", problem, "mend these first");
        }
        findings.append(&mut of_tool.findings);
    }
    findings
}

/// The findings of one tool.
struct OfTool<'t, 'a> {
    tool: &'t ToolSpec<'a>,
    findings: Vec<Finding>,
}

impl OfTool<'_, '_> {
    fn say(&mut self, rule: Rule, severity: Severity, path: &str, problem: String, way_out: &str) {
        self.findings.push(Finding {
            rule,
            severity,
            tool: self.tool.name.to_owned(),
            origin: self.tool.origin.to_owned(),
            path: path.to_owned(),
            problem,
            way_out: way_out.to_owned(),
        });
    }

    fn error(&mut self, rule: Rule, path: &str, problem: String, way_out: &str) {
        self.say(rule, Severity::Error, path, problem, way_out);
    }

    fn warn(&mut self, rule: Rule, path: &str, problem: String, way_out: &str) {
        self.say(rule, Severity::Warning, path, problem, way_out);
    }
}

/// What is wrong with the list as a whole.
fn list(
    provider: Provider,
    tools: &[ToolSpec<'_>],
    prepared: &[Prepared],
    options: WriteOptions,
    findings: &mut Vec<Finding>,
) {
    let limits = provider.limits();
    let mut say = |rule, severity, problem: String, way_out: &str| {
        let (tool, origin, path) = (String::new(), String::new(), String::new());
        findings.push(Finding {
            rule,
            severity,
            tool,
            origin,
            path,
            problem,
            way_out: way_out.to_owned(),
        });
    };
    let deferred = tools.iter().filter(|tool| tool.deferred).count();
    let loaded = tools.len() - deferred;
    if let Some((most, surely)) = limits.loaded.filter(|(most, _)| loaded > *most) {
        let severity = if surely { Severity::Error } else { Severity::Warning };
        let problem = format!("{loaded} tools are loaded; {} takes {most}", limits.who);
        say(Rule::Count, severity, problem, "defer some, or filter them out");
    }
    if let Deferral::AtMost(most) = limits.deferral
        && deferred > most
    {
        let problem = format!("{deferred} tools are deferred; {} takes {most}", limits.who);
        say(Rule::Count, Severity::Error, problem, "filter some out");
    }
    let searches = options.hosted_search;
    if provider == Provider::Anthropic && deferred > 0 && loaded == 0 && !searches {
        let problem = "every tool is deferred; Anthropic asks for one that is not".to_owned();
        say(
            Rule::Deferral,
            Severity::Error,
            problem,
            "load the search tool, and those that are used most",
        );
    }
    let not_strict = prepared.iter().filter(|one| !one.obstacles.is_empty()).count();
    if provider == Provider::DeepSeek && not_strict > 0 {
        let problem = format!(
            "no tool is strict: DeepSeek takes all of a request or none, and {not_strict} cannot be"
        );
        let way_out = "mend what the findings of these name, or leave `strict` out";
        say(Rule::Strict, Severity::Warning, problem, way_out);
    }
}

fn texts(limits: &Limits, of_tool: &mut OfTool<'_, '_>) {
    let who = limits.who;
    if let Some(why) = limits.names.refuses(of_tool.tool.name) {
        let problem = format!("has a name that {who} does not take: it {why}");
        of_tool.error(Rule::Name, "", problem, "send it under its wire name");
    }
    if of_tool.tool.description.trim().is_empty() {
        let sent = if limits.needs_description { ", so its name is sent in its place" } else { "" };
        let problem = format!("has no description{sent}");
        of_tool.warn(Rule::Description, "", problem, "say what it does and when to use it");
    }
    let invisible = |c: &char| {
        (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if let Some(c) = of_tool.tool.description.chars().find(invisible) {
        let problem = format!("has {c:?} in its description, which a reader does not see");
        of_tool.warn(Rule::Description, "", problem, "leave it out");
    }
}

fn root(limits: &Limits, schema: &Node, of_tool: &mut OfTool<'_, '_>) {
    let who = limits.who;
    let plain = schema.get("type").and_then(Node::as_str) == Some("object");
    if !plain {
        let severity =
            if limits.root == Root::Anything { Severity::Warning } else { Severity::Error };
        let problem =
            format!("does not say that its arguments are an object, which {who} asks for");
        of_tool.say(Rule::Root, severity, "", problem, "give the root the type `object`");
    }
    if plain && schema.get("properties").is_none() {
        let problem = "does not list its properties".to_owned();
        of_tool.warn(Rule::Root, "", problem, "give it `properties`, even if there are none");
    }
}

/// What every schema inside the input schema must be.
fn schemas(provider: Provider, schema: &Node, of_tool: &mut OfTool<'_, '_>) {
    let limits = provider.limits();
    walk(schema, &mut |path, inner| {
        if let Node::Bool(_) = inner {
            let problem =
                "is a boolean schema, over which some clients drop the whole list".to_owned();
            of_tool.warn(Rule::BooleanSchema, path, problem, "write `{}` for any value");
        }
        for (key, _) in inner.get("properties").and_then(Node::as_object).into_iter().flatten() {
            if limits.keys == Keys::Portable && !is_portable(key) {
                let refused = path.is_empty();
                let severity = if refused { Severity::Error } else { Severity::Warning };
                let problem = format!(
                    "has the property `{}`, and {} takes only keys of 1 to {MAX_KEY} characters of `a-zA-Z0-9_.-`",
                    Shown(key),
                    limits.who
                );
                of_tool.say(Rule::PropertyKey, severity, path, problem, "rename the property");
            }
            if limits.keys == Keys::Words
                && !key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            {
                let problem = format!(
                    "has the property `{}`, and {} asks for a letter or `_` at its start",
                    Shown(key),
                    limits.who
                );
                of_tool.warn(Rule::PropertyKey, path, problem, "rename the property");
            }
        }
        if let Some(reference) = inner.get("$ref").and_then(Node::as_str) {
            let severity = match provider {
                Provider::Neutral | Provider::Mcp | Provider::GeminiOpenApi => Severity::Warning,
                _ => Severity::Error,
            };
            let reference_is = |what: &str| format!("refers to `{}`, {what}", Shown(reference));
            match target(schema, reference) {
                Target::Here(_) => {}
                Target::Missing => {
                    let problem = reference_is("which is not there");
                    of_tool.say(
                        Rule::Reference,
                        severity,
                        path,
                        problem,
                        "define it under `$defs`",
                    );
                }
                Target::Elsewhere => {
                    let problem = reference_is("which is another document, and is not fetched");
                    of_tool.say(Rule::Reference, severity, path, problem, "copy it under `$defs`");
                }
            }
        }
    });
}

/// What was put into another form, and what that could not keep.
fn lost(limits: &Limits, prepared: &Prepared, of_tool: &mut OfTool<'_, '_>) {
    if let [first, ..] = &prepared.left_out[..] {
        let problem = format!(
            "has `{first}` at the root of its arguments, which {} refuses, so its description says it",
            limits.who
        );
        of_tool.warn(Rule::Root, "", problem, "put it into an argument of its own");
    }
    for remark in &prepared.remarks {
        of_tool.warn(Rule::Keyword, &remark.path, remark.problem.clone(), remark.way_out);
    }
    for obstacle in &prepared.obstacles {
        let problem = format!("is not strict: it {}", obstacle.problem);
        of_tool.warn(Rule::Strict, &obstacle.path, problem, obstacle.way_out);
    }
}

/// `^[a-zA-Z0-9_.-]{1,64}$`.
pub(super) fn is_portable(key: &str) -> bool {
    let taken = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    (1..=MAX_KEY).contains(&key.len()) && key.bytes().all(taken)
}
