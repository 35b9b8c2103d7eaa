//! The way back from the trash, and the way out of it.

use std::fs;

use super::report::{Action, Report};
use super::trash::Phase;
use super::{Cleanup, PluginError, PluginStore};

impl Cleanup {
    /// Moves the plugins of one cleanup back, and puts their entries back into the configuration:
    /// byte for byte where it did not change since. A plugin whose name is taken, in any case of
    /// letters, stays in the trash. Broken off, the same call finishes it, and so does a cleanup.
    #[must_use = "the report says what was not done"]
    pub fn restore(&self, id: &str) -> Report {
        self.in_stores_with(id, |stores, report| {
            for store in stores {
                let moved = match self.begin(store, id) {
                    Ok(moved) => moved,
                    Err(problem) => {
                        let path = store.path();
                        report.add(Action::Restore, path, Some(id), Vec::new(), Err(problem));
                        continue;
                    }
                };
                for name in moved {
                    let back = self.move_back(store, id, &name);
                    report.add(Action::Restore, store.path(), Some(id), vec![name], back);
                }
            }
            self.finish(stores, report);
        })
    }

    /// Deletes one cleanup for good. What was broken off is finished first; where that fails, nothing
    /// is deleted. Links in plugins are deleted, and what they lead to stays.
    #[must_use = "the report says what was not done"]
    pub fn purge(&self, id: &str) -> Report {
        self.in_stores_with(id, |stores, report| {
            if !self.finish(stores, report) {
                return;
            }
            for store in stores {
                let trash = self.trash_of(store);
                let deleted = trash.moved(id).and_then(|names| trash.delete(id).map(|()| names));
                let (names, result) = match deleted {
                    Ok(names) => (names, Ok(())),
                    Err(problem) => (Vec::new(), Err(problem)),
                };
                report.add(Action::Purge, store.path(), Some(id), names, result);
            }
        })
    }

    /// Does something with the stores that have the cleanup.
    fn in_stores_with(&self, id: &str, act: impl FnOnce(&[&PluginStore], &mut Report)) -> Report {
        let mut report = Report::default();
        let mut locks = Vec::new();
        let mut with = Vec::new();
        for store in &self.stores {
            let has = self.trash_of(store).ids().map(|ids| ids.iter().any(|one| one == id));
            match has {
                Ok(false) => {}
                Ok(true) => {
                    if let Some(lock) = self.open(store, &mut report) {
                        locks.push(lock);
                        with.push(store);
                    }
                }
                Err(problem) => {
                    report.add(Action::Open, store.path(), None, Vec::new(), Err(problem))
                }
            }
        }
        if with.is_empty()
            && report.is_ok()
            && let Some(store) = self.stores.first()
        {
            let problem =
                PluginError::UnknownCleanup { store: store.path().to_owned(), id: id.to_owned() };
            report.add(Action::Open, store.path(), None, Vec::new(), Err(problem));
        }
        act(&with, &mut report);
        report
    }

    /// Notes that a cleanup is being taken back, and returns the plugins in it.
    fn begin(&self, store: &PluginStore, id: &str) -> Result<Vec<String>, PluginError> {
        let trash = self.trash_of(store);
        let mut record = trash.record(id)?;
        let moved = trash.moved(id)?;
        for name in &moved {
            record.plugins.entry(name.clone()).or_default();
        }
        record.phase = Phase::Restoring;
        trash.write(id, &record)?;
        Ok(moved)
    }

    fn move_back(&self, store: &PluginStore, id: &str, name: &str) -> Result<(), PluginError> {
        let from = self.trash_of(store).plugins_folder(id).join(name);
        let to = store.path().join(name);
        let same = |other: &String| other.to_lowercase() == name.to_lowercase();
        let mut there = store.plugins()?.plugins.into_iter().map(|plugin| plugin.name);
        // Not a plugin, but in its place: a file that a rename could replace.
        let other = fs::symlink_metadata(&to).is_ok().then(|| name.to_owned());
        if let Some(taken) = there.find(same).or(other) {
            return Err(PluginError::Clash { plugin: from, taken });
        }
        self.disk.rename(&from, &to).map_err(|error| PluginError::io("move", &from, error))
    }
}
