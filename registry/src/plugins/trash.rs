//! The trash of a store: a folder for each cleanup, with a record of what it did and has yet to do.
//!
//! ```text
//! .trash/2026-12-01-1/record.json     what was meant, and how far it got
//! .trash/2026-12-01-1/plugins/NAME    what was moved
//! ```
//!
//! Which plugins were moved is told by where they lie, which a rename changes at once; so the record
//! is written before anything moves, and never lags behind.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::config::Pruned;
use super::content::{read_json, to_json};
use super::disk::Disk;
use super::platform;
use super::{MAX_PLUGINS, PluginError, PluginStore};

const TRASH: &str = ".trash";
const RECORD: &str = "record.json";
const PLUGINS: &str = "plugins";
/// What is being deleted begins with this.
const DELETED: &str = ".deleted-";
/// The version of the record.
const FORMAT: u32 = 1;
/// The largest record that is read, in bytes.
const MAX_RECORD_BYTES: u64 = 64 << 20;

/// The record of one cleanup in one store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    format: u32,
    pub(super) phase: Phase,
    /// The plugins, and the retired tools that they name.
    pub(super) plugins: BTreeMap<String, Vec<String>>,
    /// What was taken out of the configuration.
    pub(super) pruned: Pruned,
}

/// How far a cleanup got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Phase {
    /// Plugins are being moved here; then their entries are taken out of the configuration.
    Moving,
    /// All that was to be done is done.
    Done,
    /// Plugins are being moved back; then their entries are put back.
    Restoring,
}

impl Record {
    pub(super) fn new(phase: Phase, plugins: BTreeMap<String, Vec<String>>) -> Self {
        Self { format: FORMAT, phase, plugins, pruned: Pruned::default() }
    }
}

/// The trash of one store.
#[derive(Clone, Copy)]
pub(super) struct Trash<'a> {
    pub(super) store: &'a PluginStore,
    pub(super) disk: &'a Disk,
}

impl Trash<'_> {
    fn path(&self) -> PathBuf {
        self.store.path().join(TRASH)
    }

    fn folder(&self, id: &str) -> PathBuf {
        self.path().join(id)
    }

    /// Where the plugins of a cleanup lie.
    pub(super) fn plugins_folder(&self, id: &str) -> PathBuf {
        self.folder(id).join(PLUGINS)
    }

    /// The identifiers of all cleanups, the oldest first.
    pub(super) fn ids(&self) -> Result<Vec<String>, PluginError> {
        let mut ids = self.taken_ids()?;
        ids.retain(|id| !self.is_unused(id).unwrap_or(false));
        ids.sort_by_key(|id| order(id).map(|(day, number)| (day.to_owned(), number)));
        Ok(ids)
    }

    /// The same, and those that were given to a cleanup which was killed before it did anything.
    pub(super) fn taken_ids(&self) -> Result<Vec<String>, PluginError> {
        let mut ids = self.folders()?;
        ids.retain(|name| order(name).is_some());
        Ok(ids)
    }

    /// Whether a cleanup has neither a record nor a plugin.
    fn is_unused(&self, id: &str) -> Result<bool, PluginError> {
        let record = fs::symlink_metadata(self.folder(id).join(RECORD));
        let missing = record.is_err_and(|error| error.kind() == io::ErrorKind::NotFound);
        Ok(missing && self.moved(id)?.is_empty())
    }

    /// The folders of the trash.
    fn folders(&self) -> Result<Vec<String>, PluginError> {
        let path = self.path();
        if !is_folder(&path)? {
            return Ok(Vec::new());
        }
        list(&path, |entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
    }

    /// The record of a cleanup. Where it is lost, the cleanup counts as done.
    pub(super) fn record(&self, id: &str) -> Result<Record, PluginError> {
        let path = self.folder(id).join(RECORD);
        let Some(record) = read_json::<Record>(&path, MAX_RECORD_BYTES)? else {
            let moved = self.moved(id)?.into_iter().map(|name| (name, Vec::new()));
            return Ok(Record::new(Phase::Done, moved.collect()));
        };
        if record.format != FORMAT {
            let message = format!("its format is {}, and {FORMAT} is read", record.format);
            return Err(PluginError::Record { path, message });
        }
        Ok(record)
    }

    pub(super) fn write(&self, id: &str, record: &Record) -> Result<(), PluginError> {
        let path = self.folder(id).join(RECORD);
        self.disk
            .replace(&path, to_json(record).as_bytes(), None)
            .map_err(|error| PluginError::io("write", &path, error))
    }

    /// The plugins that lie in a cleanup's folder, sorted.
    pub(super) fn moved(&self, id: &str) -> Result<Vec<String>, PluginError> {
        let path = self.plugins_folder(id);
        if is_folder(&path)? { list(&path, |_| true) } else { Ok(Vec::new()) }
    }

    /// Makes the folder of a new cleanup, with its record.
    pub(super) fn create(&self, id: &str, record: &Record) -> Result<(), PluginError> {
        let make = |path: &Path| {
            self.disk.create_folder(path).map_err(|error| PluginError::io("create", path, error))
        };
        let trash = self.path();
        if !is_folder(&trash)? {
            make(&trash)?;
            self.sync(self.store.path())?;
        }
        make(&self.folder(id))?;
        make(&self.plugins_folder(id))?;
        self.sync(&trash)?;
        self.write(id, record)
    }

    /// Makes durable what lies in a cleanup's folder, and what no longer lies in the store, or the
    /// other way round.
    pub(super) fn sync_moves(&self, id: &str) -> Result<(), PluginError> {
        let plugins = self.plugins_folder(id);
        if is_folder(&plugins)? {
            self.sync(&plugins)?;
        }
        self.sync(self.store.path())
    }

    fn sync(&self, path: &Path) -> Result<(), PluginError> {
        self.disk.sync_folder(path).map_err(|error| PluginError::io("write", path, error))
    }

    /// Deletes a cleanup for good. From the first step on it is no longer one that could be restored.
    pub(super) fn delete(&self, id: &str) -> Result<(), PluginError> {
        let (folder, deleted) = (self.folder(id), self.path().join(format!("{DELETED}{id}")));
        if let Some(mount) = platform::mount_below(&folder) {
            return Err(PluginError::Mounted(mount));
        }
        self.disk
            .rename(&folder, &deleted)
            .and_then(|()| self.disk.remove_tree(&deleted))
            .map_err(|error| PluginError::io("delete", &deleted, error))
    }

    /// Takes away what a killed process left: what it was deleting, and folders that it had made and
    /// not yet used.
    pub(super) fn sweep(&self) -> Result<(), PluginError> {
        for name in self.folders()? {
            let folder = self.folder(&name);
            let deleted = name.strip_prefix(DELETED).is_some_and(|id| order(id).is_some());
            let unused = order(&name).is_some() && self.is_unused(&name)?;
            if (deleted || unused) && platform::mount_below(&folder).is_none() {
                self.disk
                    .remove_tree(&folder)
                    .map_err(|error| PluginError::io("delete", &folder, error))?;
            } else if order(&name).is_some() {
                let record = folder.join(RECORD);
                self.disk
                    .forget(&record)
                    .map_err(|error| PluginError::io("delete", &record, error))?;
            }
        }
        Ok(())
    }
}

/// The first identifier of a day that none of `taken` has, nor a later one of that day.
pub(super) fn new_id<'a>(day: &str, taken: impl IntoIterator<Item = &'a String>) -> String {
    let numbers = taken.into_iter().filter_map(|id| order(id)).filter(|(of, _)| *of == day);
    let last = numbers.map(|(_, number)| number).max().unwrap_or(0);
    format!("{day}-{}", last.saturating_add(1))
}

/// The day and the number in an identifier such as `2026-12-01-1`; none for anything else.
fn order(id: &str) -> Option<(&str, u32)> {
    let (day, number) = id.rsplit_once('-')?;
    let shape = day.bytes().map(|byte| if byte.is_ascii_digit() { b'0' } else { byte });
    let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    (shape.eq(*b"0000-00-00") && plain).then_some((day, number.parse().ok()?))
}

/// Whether a folder is there; an error for anything else in its place, a link above all.
fn is_folder(path: &Path) -> Result<bool, PluginError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(true),
        Ok(_) => Err(PluginError::NotOurs(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(PluginError::io("read", path, error)),
    }
}

/// The names in a folder, sorted; those that are not UTF-8 are none of ours.
fn list(
    path: &Path,
    mut keep: impl FnMut(&fs::DirEntry) -> bool,
) -> Result<Vec<String>, PluginError> {
    let failed = |error| PluginError::io("list", path, error);
    let mut names = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)?.take(MAX_PLUGINS) {
        let entry = entry.map_err(failed)?;
        if keep(&entry) {
            names.extend(entry.file_name().into_string().ok());
        }
    }
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_a_day_and_a_number() {
        assert_eq!(order("2026-12-01-10"), Some(("2026-12-01", 10)));
        for other in [
            "2026-12-01",
            "2026-12-01-",
            "2026-12-01-01",
            "..",
            "a",
            "2026-12-01-1/..",
            "2026-12-01-+1",
        ] {
            assert_eq!(order(other), None, "{other}");
        }
        assert_eq!(new_id("2026-12-01", []), "2026-12-01-1");
        let taken = ["2026-12-01-9".into(), "2026-12-01-10".into(), "2026-11-30-99".into()];
        assert_eq!(new_id("2026-12-01", &taken), "2026-12-01-11");
    }
}
