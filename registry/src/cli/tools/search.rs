//! `tools search`: the tools that a query finds.

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{markdown_table, table};
use crate::cli::failure::Failure;
use crate::cli::out::{Out, View, remark};
use crate::cli::page::Page;
use crate::inspect::{InspectedTool, Subject};
use crate::search::{DEFAULT_RESULTS, MAX_RESULTS, Mode, Query};

/// Search the tools as a model would
///
/// Words find tools that are about them; `+word` must be there; `select:a,b` finds names; `/regex/`
/// matches lines. Active tools are found too, which a model's own search leaves out.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} tools search run a command
  {program} tools search --limit 3 '+file write'
  {program} tools search '/^read_/'"
)]
pub(super) struct Search {
    /// What the tool should do; several words are one query
    #[arg(value_name = "QUERY", required = true)]
    query: Vec<String>,
    /// The most tools that are shown, from 1 to 20
    #[arg(long, value_name = "NUMBER", default_value_t = default_limit())]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=20))]
    limit: u8,
    /// How the query is read: auto (by its form), words, regex or select
    #[arg(long, value_enum, default_value_t, hide_possible_values = true)]
    mode: QueryMode,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum QueryMode {
    /// By its form
    #[default]
    Auto,
    /// As words
    Words,
    /// As a regular expression
    Regex,
    /// As names
    Select,
}

fn default_limit() -> u8 {
    const { assert!(DEFAULT_RESULTS <= MAX_RESULTS && MAX_RESULTS == 20) };
    u8::try_from(DEFAULT_RESULTS).unwrap_or(u8::MAX)
}

#[derive(Serialize)]
#[serde(transparent)]
struct Found<'a> {
    tools: Vec<&'a InspectedTool>,
}

impl Search {
    pub(super) fn run(&self, subject: &Subject, out: &mut Out) -> Result<(), Failure> {
        let mode = match self.mode {
            QueryMode::Auto => Mode::Auto,
            QueryMode::Words => Mode::Words,
            QueryMode::Regex => Mode::Regex,
            QueryMode::Select => Mode::Select,
        };
        let query = Query::parse(&self.query.join(" "), mode)
            .map_err(|error| Failure::new(error.to_string()))?;
        let tools = subject.search(&query, usize::from(self.limit));
        if tools.is_empty() {
            remark("no tool was found");
        }
        out.show(&Found { tools })
    }
}

impl View for Found<'_> {
    fn text(&self, page: &mut Page) {
        table(page, &self.tools);
    }

    fn markdown(&self, page: &mut Page) {
        markdown_table(page, &self.tools);
    }
}
