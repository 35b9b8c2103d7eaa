//! What is checked: the host's own checks, and those of what options or the host say is there.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use semver::Version;

use super::failure::Failure;
use super::host::Host;
use super::options::{NameOptions, StoreOptions};
use crate::doctor::{Check, Doctor, Finding, Repair, Severity};
use crate::inspect::Subject;
use crate::plugins::{Cleanup, Options, PluginStore};
use crate::references::{FileKind, Names};

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
            doctor = doctor.check(descriptions(names.clone(), subject));
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
            doctor = doctor.check(retired_plugins(names.clone(), stores, cleanup));
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

/// `descriptions`: what a model reads about the tools names no old ones.
fn descriptions(names: Names, subject: &Subject) -> Check {
    let visible = subject.tools().iter().filter(|tool| tool.is_visible());
    let texts = visible.map(|tool| (tool.name.clone(), tool.description.clone()));
    let texts: Vec<_> = texts.collect();
    Check::new("descriptions", "descriptions of tools name no old tools", move || {
        let found = texts.iter().flat_map(|(name, text)| {
            let place = format!("description of {name}");
            names.find(FileKind::Markdown, &place, text.as_bytes())
        });
        found.map(|reference| Finding::from(&reference)).collect()
    })
}

/// `retired-plugins`: no plugin of the stores names a retired tool. The repair moves those that do to
/// the trash.
fn retired_plugins(names: Names, stores: Vec<PluginStore>, cleanup: Cleanup) -> Check {
    let (names, cleanup) = (Arc::new(names), Arc::new(cleanup));
    let known = Arc::clone(&names);
    let check = Check::new("retired-plugins", "no plugin names a retired tool", move || {
        stores.iter().flat_map(|store| plugins_of(store, &known)).collect()
    });
    let check = check.way_out("the command `plugins cleanup` moves them to the trash");
    check.with_repair(move || {
        let plan = cleanup.plan(&names);
        let cleanup = Arc::clone(&cleanup);
        (!plan.is_empty()).then(|| {
            Repair::new(plan.to_string(), move || {
                let report = cleanup.apply(&plan, Options::default());
                let told = report.to_string();
                if report.is_ok() { Ok(told) } else { Err(told) }
            })
        })
    })
}

fn plugins_of(store: &PluginStore, names: &Names) -> Vec<Finding> {
    let folder = store.path().display();
    let found = match store.retired_plugins(names) {
        Ok(found) => found,
        Err(error) => return vec![Finding::error(error.to_string())],
    };
    let retired = found.retired.iter().map(|plugin| {
        let gravest = plugin.references.iter().map(|reference| reference.severity.into()).max();
        Finding::new(gravest.unwrap_or(Severity::Warning), format!("{folder}: {plugin}"))
    });
    let unread = found.unread.iter().map(|unread| Finding::note(format!("{folder}: {unread}")));
    retired.chain(unread).collect()
}
