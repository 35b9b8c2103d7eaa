//! `tools list`: the tools.

use clap::Args;
use serde::Serialize;

use super::{markdown_table, state_parser, table};
use crate::NameState;
use crate::cli::failure::Failure;
use crate::cli::out::{Out, View, remark};
use crate::cli::page::{DIM, Page, count};
use crate::inspect::{InspectedTool, Subject};

/// The states that a tool may be in.
const OF_TOOLS: [NameState; 4] =
    [NameState::Active, NameState::Deferred, NameState::Hidden, NameState::Deprecated];

/// List the tools
///
/// Native tools come first, by name, then those of servers and plugins. Tokens are estimated: a
/// quarter of the bytes that a provider is sent.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} tools list
  {program} tools list --state active --state deferred"
)]
pub(super) struct List {
    /// Only tools in this state, such as `active` or `deferred`; may be given several times
    #[arg(long, value_name = "STATE", hide_possible_values = true)]
    #[arg(value_parser = state_parser(OF_TOOLS))]
    state: Vec<NameState>,
}

#[derive(Serialize)]
#[serde(transparent)]
struct Listed<'a> {
    tools: Vec<&'a InspectedTool>,
}

impl List {
    pub(super) fn run(&self, subject: &Subject, out: &mut Out) -> Result<(), Failure> {
        let is_asked =
            |tool: &&InspectedTool| self.state.is_empty() || self.state.contains(&tool.state);
        let tools: Vec<_> = subject.tools().iter().filter(is_asked).collect();
        if tools.is_empty() {
            remark("there is no such tool");
        }
        out.show(&Listed { tools })
    }
}

impl Listed<'_> {
    fn sum(&self) -> String {
        let sent =
            self.tools.iter().filter(|tool| tool.state == NameState::Active && tool.is_visible());
        let tokens = sent.map(|tool| tool.tokens).sum();
        let (tools, tokens) = (count(self.tools.len(), "tool"), count(tokens, "token"));
        format!("{tools}; {tokens} in each request")
    }
}

impl View for Listed<'_> {
    fn text(&self, page: &mut Page) {
        if !self.tools.is_empty() {
            table(page, &self.tools);
            page.styled(DIM, self.sum()).end();
        }
    }

    fn markdown(&self, page: &mut Page) {
        markdown_table(page, &self.tools);
        page.end().push(self.sum()).end();
    }
}
