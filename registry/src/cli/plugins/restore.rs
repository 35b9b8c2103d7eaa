//! `plugins restore`: the way back from the trash.

use clap::Args;

use super::steps::Steps;
use crate::cli::failure::{End, Failure};
use crate::cli::host::Host;
use crate::cli::options::StoreOptions;
use crate::cli::out::Out;
use crate::plugins::Cleanup;

/// Bring the plugins of a cleanup back, and with --config their entries
///
/// What lies in the trash is shown by `plugins list`. A workspace can bring a trash along: restore it
/// without --config unless you trust it.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} plugins restore --store .agent/plugins 2026-12-01-1"
)]
pub(super) struct Restore {
    /// The day and number of the cleanup
    #[arg(value_name = "CLEANUP")]
    id: String,
    #[command(flatten)]
    stores: StoreOptions,
}

impl Restore {
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let cleanup = host.cleanup(&self.stores)?;
        is_there(&cleanup, &self.id)?;
        let report = cleanup.restore(&self.id);
        let steps = Steps(&report);
        out.show(&steps)?;
        Ok(steps.end())
    }
}

/// Refuses a cleanup that no trash has, and says which there are.
pub(super) fn is_there(cleanup: &Cleanup, id: &str) -> Result<(), Failure> {
    let trash = cleanup.trash()?;
    if trash.iter().any(|trashed| trashed.id == id) {
        return Ok(());
    }
    let mut ids: Vec<_> = trash.iter().map(|trashed| format!("`{}`", trashed.id)).collect();
    ids.dedup();
    let there = if ids.is_empty() {
        "it is empty".to_owned()
    } else {
        format!("it has {}", ids.join(", "))
    };
    Err(Failure::new(format!("the trash has no cleanup `{id}`: {there}")))
}
