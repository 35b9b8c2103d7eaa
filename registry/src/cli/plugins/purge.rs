//! `plugins purge`: the way out of the trash.

use clap::Args;
use serde::Serialize;

use super::restore::is_there;
use super::steps::Steps;
use crate::cli::failure::{End, Failure};
use crate::cli::host::Host;
use crate::cli::options::StoreOptions;
use crate::cli::out::{Out, View};
use crate::cli::page::{Page, WARN, markdown};
use crate::plugins::Trashed;

/// Delete cleanups from the trash for good
///
/// What would be deleted is shown first. It is deleted with --yes, or once you agree at a terminal.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} plugins purge --store .agent/plugins 2026-12-01-1
  {program} plugins purge --store .agent/plugins --all --yes"
)]
pub(super) struct Purge {
    /// The day and number of a cleanup; may be given several times
    #[arg(value_name = "CLEANUP", required_unless_present = "all", conflicts_with = "all")]
    id: Vec<String>,
    /// All that is in the trash
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    stores: StoreOptions,
    /// Delete without asking
    #[arg(long)]
    yes: bool,
}

#[derive(Serialize)]
#[serde(transparent)]
struct Doomed<'a> {
    trashed: Vec<&'a Trashed>,
}

/// All of it, for programs.
#[derive(Serialize)]
struct Purged<'a> {
    plan: Doomed<'a>,
    /// The steps for each cleanup; nothing where none was deleted.
    reports: Vec<Steps<'a>>,
}

impl Purge {
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let cleanup = host.cleanup(&self.stores)?;
        for id in &self.id {
            is_there(&cleanup, id)?;
        }
        let trash = cleanup.trash()?;
        let trashed = trash.iter().filter(|trashed| self.all || self.id.contains(&trashed.id));
        let doomed = Doomed { trashed: trashed.collect() };
        out.people(&doomed)?;
        let mut ids: Vec<_> = doomed.trashed.iter().map(|trashed| &trashed.id).collect();
        ids.sort();
        ids.dedup();
        let goes_on = !ids.is_empty() && out.confirm("Delete this for good?", self.yes)?;
        let ids = if goes_on { &*ids } else { &[] };
        let reports: Vec<_> = ids.iter().map(|id| cleanup.purge(id)).collect();
        let steps: Vec<_> = reports.iter().map(Steps).collect();
        for steps in &steps {
            out.people(steps)?;
        }
        let is_left = !doomed.trashed.is_empty() && !goes_on;
        let has_failed = steps.iter().any(|steps| steps.end() == End::Findings);
        out.machine(&Purged { plan: doomed, reports: steps })?;
        Ok(End::findings(is_left || has_failed))
    }
}

impl View for Doomed<'_> {
    fn text(&self, page: &mut Page) {
        for trashed in &self.trashed {
            page.styled(WARN, "delete ").push(trashed).end();
        }
        if self.trashed.is_empty() {
            page.push("the trash is empty").end();
        }
    }

    fn markdown(&self, page: &mut Page) {
        for trashed in &self.trashed {
            page.push("- delete ").push(markdown(&trashed.to_string())).end();
        }
        if self.trashed.is_empty() {
            page.push("The trash is empty.").end();
        }
    }
}
