//! `plugins cleanup`: the plan, and once it is agreed to, its steps.

use clap::Args;
use serde::Serialize;

use super::steps::Steps;
use crate::cli::failure::{End, Failure};
use crate::cli::host::Host;
use crate::cli::options::{NameOptions, StoreOptions};
use crate::cli::out::{Out, View, remark};
use crate::cli::page::{Page, code};
use crate::cli::progress::Progress;
use crate::plugins::{Action, Options, Plan, Report};

/// Move plugins that name retired tools to the trash of their store
///
/// The plan is shown first. It is carried out with --yes, or once you agree to it at a terminal. With
/// --config, entries of plugins that are gone are taken out of `[plugins] network_allow`. What a killed
/// cleanup left undone is finished.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
The exit code is 1 where a plugin that names retired tools is left.

Examples:
  {program} plugins cleanup --store .agent/plugins
  {program} plugins cleanup --store .agent/plugins --config .agent/config.toml --yes"
)]
pub(super) struct Cleanup {
    #[command(flatten)]
    stores: StoreOptions,
    #[command(flatten)]
    names: NameOptions,
    /// Carry the plan out without asking
    #[arg(long)]
    yes: bool,
    /// Move plugins although files of theirs were edited since their installation
    #[arg(long)]
    force: bool,
}

/// All of it, for programs.
#[derive(Serialize)]
struct Cleaned<'a> {
    plan: &'a Plan,
    /// The steps; nothing where the plan was not carried out.
    report: Option<&'a Report>,
}

#[derive(Serialize)]
#[serde(transparent)]
struct Planned<'a>(&'a Plan);

impl Cleanup {
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let cleanup = host.cleanup(&self.stores)?;
        let names = host.names(&self.names)?;
        let progress = Progress::bar("reading plugins");
        let plan = cleanup.plan_with(&names, |done, all| progress.set(done, all));
        drop(progress);
        out.people(&Planned(&plan))?;
        let report = if !plan.is_empty() && out.confirm("Go on?", self.yes)? {
            let report = cleanup.apply(&plan, Options { force: self.force });
            // Whatever becomes of the output, these are done.
            out.people(&Steps(&report))?;
            tell_way_back(&report);
            Some(report)
        } else {
            None
        };
        out.machine(&Cleaned { plan: &plan, report: report.as_ref() })?;
        let has_problem = plan.stores.iter().any(|store| store.problem.is_some())
            || plan.config.as_ref().is_some_and(|config| config.problem.is_some());
        Ok(match report {
            Some(report) if report.is_ok() => End::findings(has_problem),
            Some(_) => End::Findings,
            None => End::findings(has_problem || !plan.is_empty()),
        })
    }
}

fn tell_way_back(report: &Report) {
    let mut moved = report.steps.iter().filter(|step| step.action == Action::Move);
    if let Some(id) = moved.find_map(|step| step.cleanup.as_ref()) {
        remark(format_args!("`plugins restore {id}` brings them back"));
    }
}

impl View for Planned<'_> {
    fn text(&self, page: &mut Page) {
        page.lines("", self.0);
    }

    fn markdown(&self, page: &mut Page) {
        if self.0.is_empty() {
            page.push("Nothing is to be cleaned up.").end();
        }
        for store in &self.0.stores {
            for planned in &store.plugins {
                let what = if planned.obstacle.is_some() { "keep" } else { "move to the trash" };
                page.push("- ").push(what).push(": ").push(code(&planned.plugin.name));
                page.push(" (").push(code(store.store.display())).push("): names ");
                let tools: Vec<_> = planned.plugin.tools.iter().map(code).collect();
                page.push(tools.join(", ")).end();
            }
            if let Some(problem) = &store.problem {
                page.push("- ").push(problem).end();
            }
        }
        if let Some(config) = &self.0.config {
            for name in &config.entries {
                page.push("- take ").push(code(name)).push(" out of ");
                page.push(code(config.file.display())).end();
            }
            if let Some(problem) = &config.problem {
                page.push("- ").push(problem).end();
            }
        }
    }
}
