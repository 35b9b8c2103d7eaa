//! `tools`: what tools and names there are.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use super::failure::{End, Failure};
use super::host::Host;
use super::out::Out;
use super::page::{
    BAD, Cell, DIM, FAINT, GOOD, NAME, Page, WARN, code, count, first_line, markdown,
};

mod list;
mod manifest;
mod names;
mod search;
mod show;

use anstyle::Style;

use crate::NameState;
use crate::inspect::InspectedTool;

/// The most of a description that is shown in a table, in characters.
const MAX_DESCRIPTION: usize = 60;

/// See the tools: what they are called, what they do, what they cost
#[derive(Debug, Clone, Args)]
pub(super) struct Tools {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    List(list::List),
    Names(names::Names),
    Show(show::Show),
    Search(search::Search),
    Manifest(manifest::Manifest),
}

impl Tools {
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let subject = host.subject()?;
        match &self.command {
            Command::List(list) => list.run(subject, out)?,
            Command::Names(names) => names.run(subject, out)?,
            Command::Show(show) => show.run(subject, out)?,
            Command::Search(search) => search.run(subject, out)?,
            Command::Manifest(manifest) => manifest.run(subject, out)?,
        }
        Ok(End::Fine)
    }
}

/// What a model sees stands out, what is old stands back.
fn style_of(state: NameState) -> Style {
    match state {
        NameState::Active => GOOD,
        NameState::Deferred => FAINT,
        NameState::Hidden => DIM,
        NameState::Deprecated => WARN,
        NameState::Removed => BAD,
    }
}

/// Reads one of these states.
fn state_parser<const N: usize>(
    states: [NameState; N],
) -> impl TypedValueParser<Value = NameState> {
    PossibleValuesParser::new(states.map(NameState::as_str)).try_map(|word| word.parse())
}

/// A tool's state, and that a session may not use it.
fn state_of(tool: &InspectedTool) -> String {
    let denied = if tool.denied.is_some() { ", denied" } else { "" };
    format!("{}{denied}", tool.state)
}

/// A line for each tool.
fn table(page: &mut Page, tools: &[&InspectedTool]) {
    let row = |tool: &&InspectedTool| {
        vec![
            Cell::new(NAME, &tool.name),
            Cell::new(style_of(tool.state), state_of(tool)),
            Cell::new(DIM, count(tool.tokens, "token")),
            Cell::plain(first_line(&tool.description, MAX_DESCRIPTION)),
        ]
    };
    page.table(&tools.iter().map(row).collect::<Vec<_>>());
}

/// The same in Markdown.
fn markdown_table(page: &mut Page, tools: &[&InspectedTool]) {
    page.row(["tool", "state", "tokens", "description"]);
    page.row(["---"; 4]);
    for tool in tools {
        let description = markdown(&first_line(&tool.description, MAX_DESCRIPTION));
        page.row([code(&tool.name), state_of(tool), tool.tokens.to_string(), description]);
    }
}
