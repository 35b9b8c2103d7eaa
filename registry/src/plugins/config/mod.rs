//! The configuration of the host, as far as it lists plugins: `network_allow` in `[plugins]`.
//!
//! Text is cut out and put back by place, and everything else keeps its bytes: `toml_edit` tells the
//! places, but would write other line ends than it read. Each change is checked by reading both
//! versions: where more or less differs than what was meant, the file stays as it was.

mod cut;
mod list;
mod put;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::PluginError;
use super::content::hash;
use super::disk::Disk;

/// The largest configuration that is read, in bytes.
const MAX_CONFIG_BYTES: u64 = 4 << 20;

/// A configuration, as it was read.
pub(super) struct ConfigFile {
    /// The file itself, behind any link.
    pub(super) path: PathBuf,
    text: String,
    metadata: Metadata,
}

/// What was taken out of a configuration, as a record keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Pruned {
    /// Name to value, as TOML; no value where the list is an array of names.
    pub(super) entries: BTreeMap<String, Option<String>>,
    /// The changes, in their order.
    edits: Vec<Edit>,
    /// The SHA-256 of the configuration after them.
    after: String,
}

/// A piece of text that took the place of another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Edit {
    at: usize,
    cut: String,
    put: String,
}

impl Pruned {
    /// The entries of these plugins, without the way back byte for byte, which is for all of them.
    pub(super) fn only(mut self, names: &[String]) -> Self {
        let all = self.entries.len();
        self.entries.retain(|name, _| names.contains(name));
        if self.entries.len() == all {
            self
        } else {
            Self { entries: self.entries, ..Self::default() }
        }
    }
}

impl ConfigFile {
    /// Reads the configuration at `path`, where there is one. A link is followed: many keep their
    /// configuration elsewhere, and what is changed is the file that it leads to.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, PluginError> {
        let failed = |error| PluginError::io("read", path, error);
        let path = match fs::canonicalize(path) {
            Ok(path) => path,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        let metadata = fs::symlink_metadata(&path).map_err(failed)?;
        if !metadata.is_file() {
            return Err(PluginError::config(&path, "it is not a file"));
        }
        let mut bytes = Vec::new();
        let limited = |file: File| file.take(MAX_CONFIG_BYTES + 1).read_to_end(&mut bytes);
        File::open(&path).and_then(limited).map_err(failed)?;
        if bytes.len() as u64 > MAX_CONFIG_BYTES {
            return Err(PluginError::config(&path, "it has more than 4 MiB"));
        }
        let Ok(text) = String::from_utf8(bytes) else {
            return Err(PluginError::config(&path, "it is not UTF-8"));
        };
        Ok(Some(Self { path, text, metadata }))
    }

    /// Those of `names` that it lists.
    pub(super) fn listed(&self, names: &BTreeSet<String>) -> Result<Vec<String>, PluginError> {
        let listed = list::names(&self.text).map_err(|why| PluginError::config(&self.path, why))?;
        Ok(names.iter().filter(|name| listed.contains(*name)).cloned().collect())
    }

    /// Itself without the entries of `names`, and what they were; none where it has none of them.
    pub(super) fn without(
        &self,
        names: &BTreeSet<String>,
    ) -> Result<Option<(String, Pruned)>, PluginError> {
        let mut pruned = Pruned::default();
        let text = cut::cut(&self.text, names, &mut pruned)
            .map_err(|why| PluginError::config(&self.path, why))?;
        pruned.after = hash(text.as_bytes());
        Ok((!pruned.entries.is_empty()).then_some((text, pruned)))
    }

    /// Itself with those entries of `pruned` that are among `names` and that it has not; none where
    /// there is nothing to do.
    pub(super) fn with(
        &self,
        pruned: &Pruned,
        names: &BTreeSet<String>,
    ) -> Result<Option<String>, PluginError> {
        let all = pruned.entries.keys().all(|name| names.contains(name));
        let as_left = all && hash(self.text.as_bytes()) == pruned.after;
        let undone = if as_left { put::undo(&self.text, &pruned.edits, names) } else { None };
        let text = put::put(undone.as_deref().unwrap_or(&self.text), &pruned.entries, names)
            .map_err(|why| PluginError::config(&self.path, why))?;
        Ok(Some(text).filter(|text| *text != self.text))
    }

    /// Puts `text` in its place, with its owner and permissions, unless it changed meanwhile.
    pub(super) fn write(&self, disk: &Disk, text: &str) -> Result<(), PluginError> {
        if self.metadata.permissions().readonly() {
            return Err(PluginError::config(&self.path, "it is read-only"));
        }
        let now =
            fs::read(&self.path).map_err(|error| PluginError::io("read", &self.path, error))?;
        if now != self.text.as_bytes() {
            return Err(PluginError::config(&self.path, "it changed meanwhile: try again"));
        }
        disk.replace(&self.path, text.as_bytes(), Some(&self.metadata))
            .map_err(|error| PluginError::io("write", &self.path, error))
    }
}

#[cfg(test)]
pub(super) fn listed(text: &str) -> Vec<String> {
    list::names(text).unwrap().into_iter().collect()
}
