//! The configuration of the host, as far as it lists plugins: `network_allow` in `[plugins]`.
//!
//! Text is cut out and put back by place, and everything else keeps its bytes: `toml_edit` tells the
//! places, but would write other line ends than it read. Each change is checked by reading both
//! versions: where more or less differs than what was meant, the file stays as it was.
//!
//! What is left of a list depends on which entries are taken out, not on their order. So a record
//! keeps what its entries looked like in the configuration that had all of them, those of other
//! records too, and any of them comes back at any time, to the byte.

mod form;
mod inline;
mod lines;
mod list;
mod put;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::PluginError;
use super::disk::Disk;
use form::Form;

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
    /// How they were written, the last one first to be asked.
    #[serde(default)]
    forms: Vec<Form>,
}

impl Pruned {
    /// The entries of these plugins.
    pub(super) fn only(mut self, names: &[String]) -> Self {
        self.entries.retain(|name, _| names.contains(name));
        if self.entries.is_empty() { Self::default() } else { self }
    }

    /// Adds what was taken out later.
    pub(super) fn add(&mut self, later: Self) {
        if self.entries.keys().all(|name| later.entries.contains_key(name)) {
            self.forms.clear();
        }
        self.entries.extend(later.entries);
        self.forms.extend(later.forms);
    }
}

/// A configuration without some entries.
pub(super) struct Removal {
    pub(super) text: String,
    /// The entries that it had until now.
    pub(super) names: BTreeSet<String>,
    /// The configuration with those, and with what other records know to be taken out.
    whole: String,
    /// The values of all that is taken out of that.
    values: BTreeMap<String, Option<String>>,
}

impl Removal {
    /// What a record keeps of it that is about these plugins.
    pub(super) fn of(&self, plugins: &BTreeSet<String>) -> Pruned {
        let own = self.values.iter().filter(|(name, _)| plugins.contains(*name));
        let entries: BTreeMap<_, _> =
            own.map(|(name, value)| (name.clone(), value.clone())).collect();
        if entries.is_empty() {
            return Pruned::default();
        }
        let forms = Form::of(&self.whole, &entries.keys().cloned().collect());
        Pruned { entries, forms: forms.into_iter().collect() }
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

    /// Itself without the entries of `names`; none where it has none of them. `known` is what was
    /// taken out before: where all of it fits together, it makes no difference what went first.
    pub(super) fn without(
        &self,
        names: &BTreeSet<String>,
        known: &[Pruned],
    ) -> Result<Option<Removal>, PluginError> {
        let names = self.listed(names)?.into_iter().collect::<BTreeSet<_>>();
        if names.is_empty() {
            return Ok(None);
        }
        let removal = self.removal(names, known);
        removal.map(Some).map_err(|why| PluginError::config(&self.path, why))
    }

    fn removal(&self, names: BTreeSet<String>, known: &[Pruned]) -> Result<Removal, String> {
        let (whole, away) = self.whole(known)?;
        let all = away.union(&names).cloned().collect();
        let without = form::without(&whole, &all);
        let (whole, all, text) = match without {
            Some(text) if put::is_without(&self.text, &text, &names)? => (whole, all, text),
            _ => {
                let text = form::without(&self.text, &names).unwrap_or_default();
                if !put::is_without(&self.text, &text, &names)? {
                    return Err(self.culprit(&names)?);
                }
                (self.text.clone(), names.clone(), text)
            }
        };
        let values = list::values(&whole, &all)?;
        Ok(Removal { text, names, whole, values })
    }

    /// Itself with all that is `known` to be taken out, and the names of that; only where taking it
    /// out again makes what is there.
    fn whole(&self, known: &[Pruned]) -> Result<(String, BTreeSet<String>), String> {
        let mut whole = self.text.clone();
        for pruned in known {
            let mut names: BTreeSet<_> = pruned.entries.keys().cloned().collect();
            for name in list::names(&whole)? {
                names.remove(&name);
            }
            whole = put::as_written(&whole, pruned, &names)?.unwrap_or(whole);
        }
        let there = list::names(&self.text)?;
        let away: BTreeSet<_> = list::names(&whole)?.difference(&there).cloned().collect();
        if form::without(&whole, &away).is_some_and(|text| text == self.text) {
            Ok((whole, away))
        } else {
            Ok((self.text.clone(), BTreeSet::new()))
        }
    }

    /// What to say of the first of these entries that cannot be taken out.
    fn culprit(&self, names: &BTreeSet<String>) -> Result<String, String> {
        for name in names {
            let only = BTreeSet::from([name.clone()]);
            let text = form::without(&self.text, &only).unwrap_or_default();
            if !put::is_without(&self.text, &text, &only)? {
                return Ok(list::by_hand("remove", name));
            }
        }
        Ok(list::by_hand("remove", names.first().map_or("", |name| name)))
    }

    /// Itself with those entries of `pruned` that are among `names` and that it has not; none where
    /// there is nothing to do.
    pub(super) fn with(
        &self,
        pruned: &Pruned,
        names: &BTreeSet<String>,
    ) -> Result<Option<String>, PluginError> {
        let text = put::put(&self.text, pruned, names)
            .map_err(|why| PluginError::config(&self.path, why))?;
        Ok(Some(text).filter(|text| *text != self.text))
    }

    /// Puts `text` in its place, with its owner and permissions, unless it changed meanwhile.
    pub(super) fn write(&self, disk: &Disk, text: &str) -> Result<(), PluginError> {
        if self.metadata.permissions().readonly() {
            return Err(PluginError::config(&self.path, "it is read-only"));
        }
        let mut now = Vec::new();
        let limited = |file: File| file.take(self.text.len() as u64 + 1).read_to_end(&mut now);
        File::open(&self.path)
            .and_then(limited)
            .map_err(|error| PluginError::io("read", &self.path, error))?;
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

#[cfg(test)]
pub(super) fn data(text: &str) -> Result<serde_json::Value, String> {
    list::data(text)
}
