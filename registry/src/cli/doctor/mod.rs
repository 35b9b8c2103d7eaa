//! `doctor`: the checks, and their repairs.

use clap::Args;
use serde::Serialize;

use super::checks::CheckOptions;
use super::failure::{End, Failure};
use super::host::Host;
use super::options::FailOptions;
use super::out::{Out, remark};
use super::progress::Progress;
use crate::doctor::{self, DoctorReport};

mod view;

use view::Repaired;

/// Check the tools and what stands around them, and repair what can be
///
/// Each check has a stable id: `descriptions` of the tools in a manifest, `overdue-removals` with --release,
/// `retired-plugins` with --store, `retired-skills` with --skills, `prompts` with --prompt.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} doctor --release 2.0.0 --store .agent/plugins --skills .agent/skills
  {program} doctor --store .agent/plugins --repair
  {program} doctor --prompt prompts/system.md --fail-on error"
)]
pub(super) struct Doctor {
    /// Show what the repairs would do, and do it once you agree
    #[arg(long)]
    repair: bool,
    /// Repair without asking
    #[arg(long, requires = "repair")]
    yes: bool,
    #[command(flatten)]
    checks: CheckOptions,
    #[command(flatten)]
    fail: FailOptions,
}

/// All of it, for programs.
#[derive(Serialize)]
struct Examined<'a> {
    #[serde(flatten)]
    report: &'a DoctorReport,
    /// What was repaired; left out where nothing was to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    repairs: Option<Vec<Repaired>>,
}

impl Doctor {
    pub(super) fn run(&self, mut host: Host, out: &mut Out) -> Result<End, Failure> {
        let doctor = self.checks.doctor(&mut host)?;
        let progress = Progress::spinner("checking");
        let mut report = doctor.run();
        drop(progress);
        out.people(&report)?;
        let repairs = if self.repair { Some(self.repair(&doctor, out)?) } else { None };
        if repairs.iter().flatten().any(Repaired::is_tried) {
            report = doctor.run();
            out.people(&report)?;
        }
        out.machine(&Examined { report: &report, repairs })?;
        let findings = report.checks.iter().flat_map(|check| &check.findings);
        Ok(End::findings(self.fail.is_met(findings.map(|finding| finding.severity))))
    }

    /// Shows what the repairs would do, and does it where that is agreed to.
    fn repair(&self, doctor: &doctor::Doctor, out: &mut Out) -> Result<Vec<Repaired>, Failure> {
        let repairs = doctor.repairs();
        for repair in &repairs {
            out.people(&Repaired::planned(repair))?;
        }
        if repairs.is_empty() {
            remark("there is nothing that can be repaired");
        } else if out.confirm("Go on?", self.yes)? {
            let mut done = Vec::new();
            for repair in repairs {
                let repaired = Repaired::apply(repair);
                // Whatever becomes of the output, this is done.
                out.people(&repaired)?;
                done.push(repaired);
            }
            return Ok(done);
        }
        Ok(repairs.iter().map(Repaired::planned).collect())
    }
}
