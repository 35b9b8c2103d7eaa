//! What a host gives the commands to work with.

use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::options::{NameOptions, StoreOptions};
use crate::Manifest;
use crate::doctor::Doctor;
use crate::inspect::Subject;
use crate::plugins::{Cleanup, PluginStore};
use crate::references::Names;

/// The longest manifest that is read, in bytes.
const MAX_MANIFEST: u64 = 64 << 20;

/// What the commands work with: the tools, the checks, and where skills and plugins are.
#[derive(Debug)]
pub struct Host {
    file: Option<PathBuf>,
    subject: OnceCell<Subject>,
    pub(super) doctor: Doctor,
    stores: Vec<PathBuf>,
    config: Option<PathBuf>,
    pub(super) skills: Vec<PathBuf>,
    external: Vec<String>,
}

impl Host {
    /// A host with a live surface or a manifest.
    #[must_use]
    pub fn new(subject: Subject) -> Self {
        Self { subject: OnceCell::from(subject), ..Self::of(None) }
    }

    /// A host whose manifest is a file, or what is written to the program where the file is `-`. It
    /// is read when a command needs it.
    #[must_use]
    pub fn from_manifest(file: impl Into<PathBuf>) -> Self {
        Self::of(Some(file.into()))
    }

    fn of(file: Option<PathBuf>) -> Self {
        Self {
            file,
            subject: OnceCell::new(),
            doctor: Doctor::new(),
            stores: Vec::new(),
            config: None,
            skills: Vec::new(),
            external: Vec::new(),
        }
    }

    /// The host's own checks. The command `doctor` adds those of plugins and skills by itself, where
    /// [`store`](Self::store) and [`skills`](Self::skills) say where they are.
    #[must_use]
    pub fn doctor(mut self, doctor: Doctor) -> Self {
        self.doctor = doctor;
        self
    }

    /// Adds a folder that holds plugins. It may be missing. `--store` goes before all of them.
    #[must_use]
    pub fn store(mut self, folder: impl Into<PathBuf>) -> Self {
        self.stores.push(folder.into());
        self
    }

    /// The TOML file whose `[plugins] network_allow` names plugins. `--config` goes before it.
    #[must_use]
    pub fn config(mut self, file: impl Into<PathBuf>) -> Self {
        self.config = Some(file.into());
        self
    }

    /// Adds a folder that holds skills; of two skills with one name, that of the earlier folder
    /// counts. It may be missing. Paths given to a command go before all of them.
    #[must_use]
    pub fn skills(mut self, folder: impl Into<PathBuf>) -> Self {
        self.skills.push(folder.into());
        self
    }

    /// Names that are known and no concern of the registry; see [`Names::external`].
    #[must_use]
    pub fn external<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.external.extend(names.into_iter().map(Into::into));
        self
    }

    pub(super) fn subject(&self) -> Result<&Subject, Failure> {
        if let Some(subject) = self.subject.get() {
            return Ok(subject);
        }
        // A host without a file has its subject from the start.
        let file = self.file.as_deref().unwrap_or_else(|| Path::new("-"));
        let subject = Subject::written(read_manifest(file)?);
        Ok(self.subject.get_or_init(|| subject))
    }

    pub(super) fn into_subject(mut self) -> Result<Subject, Failure> {
        self.subject()?;
        // It is there now.
        self.subject.take().ok_or_else(|| Failure::new("the tools are not known"))
    }

    pub(super) fn names(&self, options: &NameOptions) -> Result<Names, Failure> {
        let external = self.external.iter().chain(&options.external);
        let names = Names::of(self.subject()?.manifest()).external(external);
        Ok(names.plain_words(options.plain_words))
    }

    /// The stores: those given to the command, else those of the host that are there.
    pub(super) fn stores(&self, options: &StoreOptions) -> Result<Vec<PluginStore>, Failure> {
        let mut stores = Vec::new();
        for folder in &options.store {
            stores.push(PluginStore::open(folder)?);
        }
        if options.store.is_empty() {
            for folder in self.stores.iter().filter(|folder| folder.symlink_metadata().is_ok()) {
                stores.push(PluginStore::open(folder)?);
            }
        }
        Ok(stores)
    }

    /// The cleanup of some stores.
    pub(super) fn cleanup(&self, options: &StoreOptions) -> Result<Cleanup, Failure> {
        let stores = self.stores(options)?;
        if stores.is_empty() && self.stores.is_empty() {
            return Err(no_store());
        }
        let cleanup = Cleanup::new(stores);
        Ok(match options.config.as_ref().or(self.config.as_ref()) {
            Some(config) => cleanup.config(config),
            None => cleanup,
        })
    }

    /// Some stores at least.
    pub(super) fn some_stores(&self, options: &StoreOptions) -> Result<Vec<PluginStore>, Failure> {
        if options.store.is_empty() && self.stores.is_empty() {
            return Err(no_store());
        }
        self.stores(options)
    }
}

fn no_store() -> Failure {
    Failure::new("there is no store to look at: give a folder that holds plugins with --store DIR")
}

/// Reads a manifest from a file, or from stdin for `-`.
fn read_manifest(file: &Path) -> Result<Manifest, Failure> {
    let is_stdin = file == Path::new("-");
    let from = if is_stdin { Path::new("stdin") } else { file };
    let refused = |why: &dyn std::fmt::Display| Failure::of_path("read", from, why);
    let mut bytes = Vec::new();
    let read = if is_stdin {
        io::stdin().lock().take(MAX_MANIFEST + 1).read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|file| file.take(MAX_MANIFEST + 1).read_to_end(&mut bytes))
    };
    match read {
        Ok(_) if bytes.len() as u64 > MAX_MANIFEST => {
            Err(refused(&format!("it has more than {} MiB", MAX_MANIFEST >> 20)))
        }
        Ok(_) => {
            let text = String::from_utf8(bytes).map_err(|_| refused(&"it is not UTF-8"))?;
            Manifest::from_json(&text).map_err(|error| refused(&error))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(refused(&format!(
            "{error}; have the agent's own program write `registry.manifest().to_json()` to a file, \
             and give that with --manifest FILE"
        ))),
        Err(error) => Err(refused(&error)),
    }
}
