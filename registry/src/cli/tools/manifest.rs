//! `tools manifest`: the record of all names.

use clap::Args;
use serde::Serialize;

use crate::cli::failure::Failure;
use crate::cli::options::Format;
use crate::cli::out::{Out, View};
use crate::cli::page::Page;
use crate::inspect::Subject;

/// Write the manifest, which other programs read
///
/// As JSON, in text too; in Markdown it is a table of all names.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} tools manifest > tools.manifest.json
  {program} tools manifest --format markdown"
)]
pub(super) struct Manifest {}

#[derive(Serialize)]
#[serde(transparent)]
struct Written<'a>(&'a crate::Manifest);

impl Manifest {
    #[allow(clippy::unused_self, reason = "commands are run in one way")]
    pub(super) fn run(&self, subject: &Subject, out: &mut Out) -> Result<(), Failure> {
        let written = Written(subject.manifest());
        match out.format() {
            Format::Markdown => out.people(&written),
            Format::Text | Format::Json => out.json(&written),
        }
    }
}

impl View for Written<'_> {
    fn text(&self, page: &mut Page) {
        self.markdown(page);
    }

    fn markdown(&self, page: &mut Page) {
        page.lines("", self.0.to_markdown());
    }
}
