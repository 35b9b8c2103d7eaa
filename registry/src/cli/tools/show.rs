//! `tools show`: one tool, by any of its names.

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::names::{time_of, use_of};
use super::{state_of, style_of};
use crate::ManifestName;
use crate::cli::failure::Failure;
use crate::cli::out::{Out, View};
use crate::cli::page::{BOLD, Cell, DIM, NAME, Page, code, count, markdown};
use crate::inspect::{InspectedTool, Subject};
use crate::surface::suggest::nearest;

/// Show a tool, or what became of a name
///
/// Old and retired names are found as well.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} tools show exec_shell
  {program} tools show exec_shell --format json"
)]
pub(super) struct Show {
    /// Any name of the tool
    #[arg(value_name = "NAME")]
    name: String,
}

#[derive(Serialize)]
struct Shown<'a> {
    /// What is recorded of the name; nothing for a dynamic tool.
    name: Option<&'a ManifestName>,
    /// The tool that has it; nothing for a retired name.
    tool: Option<&'a InspectedTool>,
}

impl Show {
    pub(super) fn run(&self, subject: &Subject, out: &mut Out) -> Result<(), Failure> {
        let name = subject.manifest().names.iter().find(|name| name.name == self.name);
        let tool = subject.tool(&self.name);
        if name.is_none() && tool.is_none() {
            return Err(self.unknown(subject));
        }
        out.show(&Shown { name, tool })
    }

    fn unknown(&self, subject: &Subject) -> Failure {
        let names = subject.manifest().names.iter().map(|name| &*name.name);
        let names = names.chain(subject.tools().iter().map(|tool| &*tool.name));
        let near = nearest(&self.name, names.map(|name| (name, name)));
        let near: Vec<_> = near.iter().map(|name| format!("`{name}`")).collect();
        let name = &self.name;
        Failure::new(if near.is_empty() {
            format!("there is no tool `{name}`: `tools names` lists all names")
        } else {
            format!("there is no tool `{name}`; did you mean {}?", near.join(", "))
        })
    }
}

/// An argument of a tool.
struct Argument {
    name: String,
    kind: String,
    is_required: bool,
    description: String,
}

/// The arguments in the order of the schema.
fn arguments(tool: &InspectedTool) -> Vec<Argument> {
    let schema: Value = serde_json::from_str(tool.input_schema.get()).unwrap_or_default();
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let argument = |(name, schema): (&String, &Value)| Argument {
        name: name.clone(),
        kind: match &schema["type"] {
            Value::String(one) => one.clone(),
            Value::Array(several) => {
                let several: Vec<_> = several.iter().filter_map(Value::as_str).collect();
                several.join(" or ")
            }
            _ => String::new(),
        },
        is_required: required.iter().any(|required| required == name),
        description: schema["description"].as_str().unwrap_or_default().to_owned(),
    };
    properties.map(argument).collect()
}

/// What is said of a name besides its state: when, what to use, and its author's remark.
fn fate(name: &ManifestName) -> String {
    let remark = name.note.clone().unwrap_or_default();
    let parts = [time_of(name), use_of(name), remark];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

fn size(tool: &InspectedTool) -> String {
    format!("{}, about {}", count(tool.bytes, "byte"), count(tool.tokens, "token"))
}

fn origin(name: &ManifestName) -> String {
    let origin = &name.origin;
    format!("{}:{} ({})", origin.file, origin.line, origin.crate_name)
}

impl View for Shown<'_> {
    fn text(&self, page: &mut Page) {
        let Some(tool) = self.tool else {
            if let Some(name) = self.name {
                page.styled(NAME, &name.name).push("  ").styled(style_of(&name.state), &name.state);
                page.end().lines("  ", fate(name));
                page.push("  declared at ").push(origin(name)).end();
            }
            return;
        };
        page.styled(NAME, &tool.name)
            .push("  ")
            .styled(style_of(&tool.state), state_of(tool))
            .end();
        if let Some(why) = &tool.denied {
            page.push("  denied: ").push(why).end();
        }
        page.lines("  ", &tool.description);
        let arguments = arguments(tool);
        if !arguments.is_empty() {
            page.end().styled(BOLD, "Arguments").end();
        }
        for Argument { name, kind, is_required, description } in arguments {
            page.push("  ").styled(NAME, name).push(if is_required { "" } else { "?" });
            page.push("  ").styled(DIM, kind).end();
            page.lines("      ", description);
        }
        if !tool.names.is_empty() {
            page.end().styled(BOLD, "Names").end();
        }
        let row = |name: &ManifestName| {
            let state = Cell::new(style_of(&name.state), &name.state);
            vec![Cell::plain(""), Cell::new(NAME, &name.name), state, Cell::plain(fate(name))]
        };
        page.table(&tool.names.iter().map(row).collect::<Vec<_>>());
        page.end().styled(DIM, size(tool));
        if let Some(name) = tool.names.first() {
            page.styled(DIM, "; declared at ").styled(DIM, origin(name));
        }
        if let Some(source) = &tool.source {
            page.styled(DIM, "; from ").styled(DIM, source);
        }
        page.end();
    }

    fn markdown(&self, page: &mut Page) {
        let Some(tool) = self.tool else {
            if let Some(name) = self.name {
                page.push("## ").push(code(&name.name)).end();
                page.end().push(&name.state).push(": ").push(markdown(&fate(name))).end();
            }
            return;
        };
        page.push("## ").push(code(&tool.name)).end().end();
        page.push(state_of(tool)).push("; ").push(size(tool)).end().end();
        page.lines("> ", markdown(&tool.description));
        page.end();
        page.row(["argument", "type", "required", "description"]);
        page.row(["---"; 4]);
        for Argument { name, kind, is_required, description } in arguments(tool) {
            let required = if is_required { "yes" } else { "no" };
            page.row([&*code(name), &*kind, required, &*markdown(&description)]);
        }
        page.end();
        page.row(["name", "state", "what becomes of it"]);
        page.row(["---"; 3]);
        for name in &tool.names {
            page.row([&*code(&name.name), &*name.state, &*markdown(&fate(name))]);
        }
    }
}
