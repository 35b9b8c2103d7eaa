//! Carrying a plan out.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use serde::Serialize;

use super::date::day;
use super::disk::Disk;
use super::lock::PATIENCE;
use super::plan::{Plan, StorePlan, check};
use super::report::{Action, Report};
use super::shown::{Plain, PlainPath, serialize_path};
use super::trash::{Phase, Record, Trash, new_id};
use super::{PluginError, PluginStore, StoreLock};

/// Cleans plugins that name retired tools out of stores and the configuration.
///
/// A plugin is moved to the trash of its store, `.trash/<day>-<number>/plugins/<name>`, by a rename.
/// Then its entry is taken out of `network_allow` in `[plugins]` of the configuration, an array of
/// names or a table keyed by names, unless another of the stores still has a plugin of that name. All
/// else in the configuration stays as it is written; the file keeps its owner and permissions (no
/// access-control lists), and a link to it stays a link.
///
/// Once all of it is [restored](Self::restore), in any order, the configuration is the same to the
/// byte, unless somebody else changed it meanwhile. Then entries come back beside their neighbours,
/// with their remarks. Only where cleanups that do not know each other's stores took out neighbours,
/// and the earlier one is restored first, nothing tells the order of these and the blanks between.
///
/// Several processes may clean up stores of their own with one configuration: it is locked while it
/// is changed, by a file beside it, `.<name>.toolcrib-lock`, for which others wait up to 10 seconds.
///
/// **Killed at any point**, nothing is lost: each plugin lies in the store or in the trash, and the
/// configuration is the old or the new one. The next cleanup finishes what was broken off.
///
/// **The stores are not trusted**, but whoever can change one while it is cleaned up is: names and
/// links that are there lead nowhere else; replacing a folder by a link in the right moment might.
/// A workspace can bring a trash along, too. [`restore`](Self::restore) it without a configuration
/// unless you trust it, as the entries that are put back come from there.
///
/// ```no_run
/// use toolcrib::plugins::{Cleanup, Options, PluginStore};
/// use toolcrib::references::Names;
/// # let registry = toolcrib::Registry::builder().build()?;
///
/// let stores = [PluginStore::open("/srv/agent/plugins")?, PluginStore::open("./.agent/plugins")?];
/// let cleanup = Cleanup::new(stores).config("/srv/agent/config.toml");
/// let plan = cleanup.plan(&Names::of(&registry.manifest()));
/// print!("{plan}");
/// let report = cleanup.apply(&plan, Options::default());
/// print!("{report}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cleanup {
    pub(super) stores: Vec<PluginStore>,
    pub(super) config: Option<PathBuf>,
    pub(super) disk: Disk,
    /// How long it waits for others that change the configuration.
    pub(super) patience: Duration,
}

/// How a plan is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether plugins are moved although the operator edited files of theirs. It moves nothing that
    /// changed since the plan was made.
    pub force: bool,
}

/// A cleanup whose plugins lie in the trash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Trashed {
    /// The store's folder.
    #[serde(serialize_with = "serialize_path")]
    pub store: PathBuf,
    /// The day, in UTC, and a number: `2026-12-01-1`. A cleanup has the same one in all its stores.
    pub id: String,
    /// The plugins in it, sorted, with the retired tools that they name.
    pub plugins: BTreeMap<String, Vec<String>>,
    /// The plugins whose entries were taken out of the configuration, sorted.
    pub entries: Vec<String>,
    /// Whether all that was to be done is done.
    pub finished: bool,
}

impl Cleanup {
    /// A cleanup of these stores. A store that is given twice counts once.
    #[must_use]
    pub fn new(stores: impl IntoIterator<Item = PluginStore>) -> Self {
        let mut unique = Vec::new();
        for store in stores {
            if !unique.contains(&store) {
                unique.push(store);
            }
        }
        Self { stores: unique, config: None, disk: Disk::default(), patience: PATIENCE }
    }

    /// Also the entries in this configuration, a TOML file. It may be missing.
    #[must_use]
    pub fn config(mut self, file: impl Into<PathBuf>) -> Self {
        self.config = Some(file.into());
        self
    }

    /// Carries a plan out, and finishes what was broken off before. A plugin that is not as it was
    /// when the plan was made is left alone, and so is one with edited files unless `options` force
    /// it. What fails is in the report and keeps nothing else from being done.
    #[must_use = "the report says what was not done"]
    pub fn apply(&self, plan: &Plan, options: Options) -> Report {
        let mut report = Report::default();
        let mut opened = Vec::new();
        for part in &plan.stores {
            if part.plugins.is_empty() && part.unfinished.is_empty() {
                continue;
            }
            let Some(store) = self.stores.iter().find(|store| store.path() == part.store) else {
                let problem = PluginError::UnknownStore(part.store.clone());
                report.add(Action::Open, &part.store, None, Vec::new(), Err(problem));
                continue;
            };
            if let Some(lock) = self.open(store, &mut report) {
                opened.push((store, part, lock));
            }
        }
        let id = self.new_id();
        for (store, part, _) in &opened {
            self.move_away(store, part, &id, options, &mut report);
        }
        let stores: Vec<_> = opened.iter().map(|(store, _, _)| *store).collect();
        self.finish(&stores, &mut report);
        report
    }

    /// What lies in the trash, store by store, the oldest first.
    ///
    /// # Errors
    ///
    /// Where a trash or a record in it cannot be read.
    pub fn trash(&self) -> Result<Vec<Trashed>, PluginError> {
        let mut all = Vec::new();
        for store in &self.stores {
            let trash = self.trash_of(store);
            for id in trash.ids()? {
                let mut record = trash.record(&id)?;
                let moved = trash.moved(&id)?.into_iter();
                let of = |name: String| {
                    let tools = record.plugins.remove(&name).unwrap_or_default();
                    (name, tools)
                };
                let plugins: BTreeMap<_, _> = moved.map(of).collect();
                let taken = record.pruned.entries.into_keys();
                let entries = taken.filter(|name| plugins.contains_key(name)).collect();
                all.push(Trashed {
                    store: store.path().to_owned(),
                    plugins,
                    entries,
                    finished: record.phase == Phase::Done,
                    id,
                });
            }
        }
        Ok(all)
    }

    pub(super) fn trash_of<'a>(&'a self, store: &'a PluginStore) -> Trash<'a> {
        Trash { store, disk: &self.disk }
    }

    /// Locks a store and takes away what a killed process left.
    pub(super) fn open(&self, store: &PluginStore, report: &mut Report) -> Option<StoreLock> {
        let opened = store.lock().and_then(|lock| self.trash_of(store).sweep().map(|()| lock));
        match opened {
            Ok(lock) => Some(lock),
            Err(problem) => {
                report.add(Action::Open, store.path(), None, Vec::new(), Err(problem));
                None
            }
        }
    }

    /// An identifier that is new in all stores. One that cannot be listed has none in the way.
    fn new_id(&self) -> String {
        let ids = self
            .stores
            .iter()
            .flat_map(|store| self.trash_of(store).taken_ids().unwrap_or_default());
        new_id(&day(SystemTime::now()), &ids.collect::<Vec<_>>())
    }

    fn move_away(
        &self,
        store: &PluginStore,
        part: &StorePlan,
        id: &str,
        options: Options,
        report: &mut Report,
    ) {
        let trash = self.trash_of(store);
        let all =
            part.plugins.iter().map(|one| (one.plugin.name.clone(), one.plugin.tools.clone()));
        let record = Record::new(Phase::Moving, all.collect());
        let mut created = false;
        for planned in &part.plugins {
            let moved = check(store, planned, options).and_then(|plugin| {
                if !created {
                    trash.create(id, &record)?;
                    created = true;
                }
                let to = trash.plugins_folder(id).join(&plugin.name);
                self.disk
                    .rename(&plugin.path, &to)
                    .map_err(|error| PluginError::io("move", &plugin.path, error))
            });
            let id = moved.is_ok().then_some(id);
            report.add(Action::Move, store.path(), id, vec![planned.plugin.name.clone()], moved);
        }
    }
}

impl fmt::Display for Trashed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}):", self.id, PlainPath(&self.store))?;
        for (at, name) in self.plugins.keys().enumerate() {
            write!(f, "{} `{}`", if at > 0 { "," } else { "" }, Plain(name))?;
        }
        f.write_str(if self.finished { "" } else { ", not finished" })
    }
}
