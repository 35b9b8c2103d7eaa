//! `tools manifest`: the record of all names.

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::out::Out;
use crate::inspect::Subject;

/// Write the manifest, which other programs read
///
/// It is JSON in every format; `tools names --format markdown` is a table of it.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} tools manifest > agent.manifest.json"
)]
pub(super) struct Manifest {}

impl Manifest {
    #[allow(clippy::unused_self, reason = "every command is run alike")]
    pub(super) fn run(&self, subject: &Subject, out: &mut Out) -> Result<(), Failure> {
        out.json(subject.manifest())
    }
}
