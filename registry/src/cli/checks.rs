//! What is checked: the host's own checks, and those of what options or the host say is there.

use std::path::{Path, PathBuf};

use clap::Args;
use semver::Version;

use super::failure::Failure;
use super::host::Host;
use super::options::{NameOptions, StoreOptions};
use crate::doctor::{Check, Doctor};

/// What there is to be checked.
#[derive(Debug, Clone, Args)]
pub(super) struct CheckOptions {
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
    pub(super) stores: StoreOptions,
    #[command(flatten)]
    pub(super) names: NameOptions,
}

impl CheckOptions {
    /// The host's checks, and after them those of what was given to the command, or by the host.
    pub(super) fn doctor(&self, host: &mut Host) -> Result<Doctor, Failure> {
        let mut doctor = std::mem::take(&mut host.doctor);
        let (subject, names) = (host.subject()?, host.names(&self.names)?);
        // A live surface has lints for this and more.
        if subject.surface().is_none() {
            doctor = doctor.check(Check::descriptions(names.clone(), subject));
        }
        if let Some(version) = &self.release {
            if Version::parse(version).is_err() {
                let message = format!("`{version}` is no version: write it as 1.2.3");
                return Err(Failure::new(message));
            }
            doctor = doctor.check(Check::overdue(subject.manifest().clone(), version));
        }
        let stores = host.stores(&self.stores)?;
        if !stores.is_empty() {
            let cleanup = host.cleanup(&self.stores)?;
            let check = Check::plugins(names.clone(), stores, cleanup);
            doctor = doctor
                .check(check.way_out("the command `plugins cleanup` moves them to the trash"));
        }
        self.skills.iter().try_for_each(|folder| readable(folder, true))?;
        let skills = if self.skills.is_empty() { &host.skills } else { &self.skills };
        if !skills.is_empty() {
            doctor = doctor.check(Check::skills(names.clone(), skills));
        }
        self.prompt.iter().try_for_each(|file| readable(file, false))?;
        if !self.prompt.is_empty() {
            doctor = doctor.check(Check::prompts(names, &self.prompt));
        }
        Ok(doctor)
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
