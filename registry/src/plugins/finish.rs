//! The second half of a cleanup and of a restoration, after the plugins were moved; and all that is
//! left to do of one that was broken off.

use std::collections::BTreeSet;

use super::config::{ConfigFile, Pruned};
use super::lock::ConfigLock;
use super::report::{Action, Report};
use super::trash::{Phase, Record, Trash};
use super::{Cleanup, PluginError, PluginStore};

/// A cleanup or a restoration that is not done.
struct Begun<'a> {
    trash: Trash<'a>,
    id: String,
    record: Record,
    /// The plugins that lie in the trash.
    moved: Vec<String>,
}

impl Cleanup {
    /// Finishes everything in the trash of these stores, and says whether that went well. The
    /// configuration is changed once for all of them.
    pub(super) fn finish(&self, stores: &[&PluginStore], report: &mut Report) -> bool {
        let mut all = true;
        let (mut moving, mut restoring) = (Vec::new(), Vec::new());
        for store in stores {
            match self.begun(store) {
                Ok(begun) => {
                    for one in begun {
                        match one.record.phase {
                            Phase::Restoring => restoring.push(one),
                            _ => moving.push(one),
                        }
                    }
                }
                Err(problem) => {
                    all = false;
                    report.add(Action::Finish, store.path(), None, Vec::new(), Err(problem));
                }
            }
        }
        all &= self.finish_moving(moving, report);
        all & self.finish_restoring(restoring, report)
    }

    fn begun<'a>(&'a self, store: &'a PluginStore) -> Result<Vec<Begun<'a>>, PluginError> {
        let trash = self.trash_of(store);
        let mut begun = Vec::new();
        for id in trash.ids()? {
            let record = trash.record(&id)?;
            if record.phase != Phase::Done {
                let moved = trash.moved(&id)?;
                begun.push(Begun { trash, id, record, moved });
            }
        }
        if !begun.is_empty() {
            // What follows relies on where the plugins lie.
            begun.iter().try_for_each(|one| trash.sync_moves(&one.id))?;
        }
        Ok(begun)
    }

    /// Takes the entries of what was moved out of the configuration.
    fn finish_moving(&self, mut begun: Vec<Begun<'_>>, report: &mut Report) -> bool {
        if begun.is_empty() {
            return true;
        }
        match self.prune(&mut begun) {
            Ok(names) => self.add(Action::Prune, names, Ok(()), report),
            Err(problem) => {
                self.add(Action::Prune, Vec::new(), Err(problem), report);
                return false;
            }
        }
        close(begun, report)
    }

    /// Puts the entries of what was moved back into the configuration.
    fn finish_restoring(&self, mut begun: Vec<Begun<'_>>, report: &mut Report) -> bool {
        if begun.is_empty() {
            return true;
        }
        match self.put_back(&begun) {
            Ok(names) => self.add(Action::PutBack, names, Ok(()), report),
            Err(problem) => {
                self.add(Action::PutBack, Vec::new(), Err(problem), report);
                return false;
            }
        }
        for one in &mut begun {
            one.record.pruned = std::mem::take(&mut one.record.pruned).only(&one.moved);
        }
        close(begun, report)
    }

    fn prune(&self, begun: &mut [Begun<'_>]) -> Result<Vec<String>, PluginError> {
        let mut orphans: BTreeSet<_> = begun.iter().flat_map(|one| one.moved.clone()).collect();
        for store in &self.stores {
            for plugin in store.plugins()?.plugins {
                orphans.remove(&plugin.name);
            }
        }
        if self
            .read_config()?
            .is_none_or(|config| config.listed(&orphans).is_ok_and(|it| it.is_empty()))
        {
            return Ok(Vec::new());
        }
        let _lock = self.lock_config()?;
        let known = self.pruned();
        let Some(config) = self.read_config()? else { return Ok(Vec::new()) };
        let Some(removal) = config.without(&orphans, &known)? else { return Ok(Vec::new()) };
        // First the records, so that what is taken out can always be put back.
        for one in begun {
            let before = one.record.pruned.entries.keys();
            let own = one.moved.iter().chain(before).cloned().collect();
            one.record.pruned.add(removal.of(&own));
            one.trash.write(&one.id, &one.record)?;
        }
        config.write(&self.disk, &removal.text)?;
        Ok(removal.names.into_iter().collect())
    }

    /// What all records that can be read know to be taken out of the configuration.
    fn pruned(&self) -> Vec<Pruned> {
        let mut all = Vec::new();
        for store in &self.stores {
            let trash = self.trash_of(store);
            let ids = trash.ids().unwrap_or_default();
            all.extend(ids.iter().filter_map(|id| Some(trash.record(id).ok()?.pruned)));
        }
        all.retain(|pruned| !pruned.entries.is_empty());
        all
    }

    fn put_back(&self, begun: &[Begun<'_>]) -> Result<Vec<String>, PluginError> {
        let mut back = BTreeSet::new();
        for one in begun {
            let there = one.trash.store.plugins()?.plugins.into_iter().map(|plugin| plugin.name);
            let known = |name: &String| one.record.plugins.contains_key(name);
            back.extend(there.filter(|name| known(name) && !one.moved.contains(name)));
        }
        let entries = begun.iter().flat_map(|one| one.record.pruned.entries.keys());
        let names: BTreeSet<_> = entries.filter(|name| back.contains(*name)).cloned().collect();
        if names.is_empty() || self.read_config()?.is_none() {
            return Ok(Vec::new());
        }
        let _lock = self.lock_config()?;
        for one in begun.iter().rev() {
            let Some(config) = self.read_config()? else { return Ok(Vec::new()) };
            if let Some(text) = config.with(&one.record.pruned, &back)? {
                config.write(&self.disk, &text)?;
            }
        }
        Ok(names.into_iter().collect())
    }

    /// Locks the configuration, where one was given.
    fn lock_config(&self) -> Result<Option<ConfigLock>, PluginError> {
        let Some(path) = &self.config else { return Ok(None) };
        // Behind any link: others may have been given the file itself.
        let path = path.canonicalize().map_err(|error| PluginError::io("read", path, error))?;
        ConfigLock::take(&path, &self.disk, self.patience).map(Some)
    }

    fn read_config(&self) -> Result<Option<ConfigFile>, PluginError> {
        self.config.as_deref().map_or(Ok(None), ConfigFile::read)
    }

    /// Reports what happened to the configuration, if anything did.
    fn add(
        &self,
        action: Action,
        names: Vec<String>,
        result: Result<(), PluginError>,
        report: &mut Report,
    ) {
        if !names.is_empty() || result.is_err() {
            let path = self.config.as_deref().or(self.stores.first().map(PluginStore::path));
            report.add(action, path.unwrap_or("".as_ref()), None, names, result);
        }
    }
}

/// Marks everything as done, and deletes that of which nothing is left.
fn close(begun: Vec<Begun<'_>>, report: &mut Report) -> bool {
    let mut all = true;
    for Begun { trash, id, mut record, moved } in begun {
        record.plugins.retain(|name, _| moved.contains(name));
        record.phase = Phase::Done;
        let closed = if moved.is_empty() { trash.delete(&id) } else { trash.write(&id, &record) };
        if let Err(problem) = closed {
            all = false;
            let store = trash.store.path();
            report.add(Action::Finish, store, Some(&id), Vec::new(), Err(problem));
        }
    }
    all
}
