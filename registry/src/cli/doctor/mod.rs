//! `doctor`: the checks, and their repairs.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::checks;
use super::failure::{End, Failure};
use super::host::Host;
use super::options::{FailOptions, NameOptions, StoreOptions};
use super::out::{Out, remark};
use super::progress::Progress;
use crate::doctor::{self, Check, DoctorReport};

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
    /// The version of the program, to see which names should be gone by it
    #[arg(long, value_name = "VERSION")]
    release: Option<String>,
    /// A folder with skills; may be given several times
    #[arg(long, value_name = "DIR")]
    skills: Vec<PathBuf>,
    /// A file that a model reads; may be given several times
    #[arg(long, value_name = "FILE")]
    prompt: Vec<PathBuf>,
    #[command(flatten)]
    stores: StoreOptions,
    #[command(flatten)]
    names: NameOptions,
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
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        let own = self.checks(host)?;
        let progress = Progress::spinner("checking");
        let mut report = run(&host.doctor, &own);
        drop(progress);
        out.people(&report)?;
        let mut repairs = None;
        if self.repair {
            let done = self.repair(&host.doctor, &own, out)?;
            if done.iter().any(Repaired::is_tried) {
                report = run(&host.doctor, &own);
                out.people(&report)?;
            }
            repairs = Some(done);
        }
        out.machine(&Examined { report: &report, repairs })?;
        let findings = report.checks.iter().flat_map(|check| &check.findings);
        Ok(End::findings(self.fail.is_met(findings.map(|finding| finding.severity))))
    }

    /// The checks of what was given to the command, or by the host.
    fn checks(&self, host: &Host) -> Result<doctor::Doctor, Failure> {
        let mut doctor = doctor::Doctor::new();
        if host.subject()?.surface().is_none() {
            doctor = doctor.check(checks::descriptions(host.names(&self.names)?, host.subject()?));
        }
        if let Some(version) = &self.release {
            if semver::Version::parse(version).is_err() {
                let message = format!("`{version}` is no version: write it as 1.2.3");
                return Err(Failure::new(message));
            }
            doctor = doctor.check(Check::overdue(host.subject()?.manifest().clone(), version));
        }
        let stores = host.stores(&self.stores)?;
        if !stores.is_empty() {
            let cleanup = host.cleanup(&self.stores)?;
            let names = host.names(&self.names)?;
            doctor = doctor.check(checks::retired_plugins(names, stores, cleanup));
        }
        let skills = if self.skills.is_empty() { &host.skills } else { &self.skills };
        for folder in &self.skills {
            readable(folder, true)?;
        }
        if !skills.is_empty() {
            doctor = doctor.check(Check::skills(host.names(&self.names)?, skills));
        }
        for prompt in &self.prompt {
            readable(prompt, false)?;
        }
        if !self.prompt.is_empty() {
            doctor = doctor.check(Check::prompts(host.names(&self.names)?, &self.prompt));
        }
        Ok(doctor)
    }

    /// Shows what the repairs would do, and does it where that is agreed to.
    fn repair(
        &self,
        host: &doctor::Doctor,
        own: &doctor::Doctor,
        out: &mut Out,
    ) -> Result<Vec<Repaired>, Failure> {
        let repairs: Vec<_> = host.repairs().into_iter().chain(own.repairs()).collect();
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

/// Refuses a path that is not there, or of the other kind.
fn readable(path: &Path, is_folder: bool) -> Result<(), Failure> {
    let refused = |why: &dyn std::fmt::Display| Failure::of_path("read", path, why);
    let there = path.metadata().map_err(|error| refused(&error))?;
    match (is_folder, there.is_dir()) {
        (true, false) => Err(refused(&"it is not a folder")),
        (false, true) => Err(refused(&"it is a folder")),
        _ => Ok(()),
    }
}

fn run(host: &doctor::Doctor, own: &doctor::Doctor) -> DoctorReport {
    let mut report = host.run();
    report.checks.extend(own.run().checks);
    report
}
