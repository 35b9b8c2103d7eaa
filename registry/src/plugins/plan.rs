//! What a cleanup would do.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::cleanup::Cleanup;
use super::config::ConfigFile;
use super::content::{Contents, hash, to_json};
use super::retired::inspect;
use super::shown::{Plain, PlainPath, count, serialize_path};
use super::store::{Layout, Plugin};
use super::trash::{Phase, Trash};
use super::walk::{Unread, UnreadReason};
use super::{Options, PluginError, PluginStore, RetiredPlugin, platform};
use crate::references::Names;

/// What a cleanup would do. Made by [`Cleanup::plan`], carried out by [`Cleanup::apply`].
///
/// Shown for a reader, serialised for a program; both are the same for the same files.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Plan {
    /// For each store, in the order in which they were given.
    pub stores: Vec<StorePlan>,
    /// What would happen to the configuration, where one was given and is there.
    pub config: Option<ConfigPlan>,
}

/// What a cleanup would do in one store.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct StorePlan {
    /// The store's folder.
    #[serde(serialize_with = "serialize_path")]
    pub store: PathBuf,
    /// The plugins to move to the trash, sorted by name.
    pub plugins: Vec<PlannedPlugin>,
    /// Cleanups and restorations that were broken off and will be finished.
    pub unfinished: Vec<String>,
    /// What was not read, so that nothing is known about it.
    pub unread: Vec<Unread>,
    /// Why the store cannot be cleaned up.
    pub problem: Option<PluginError>,
}

/// A plugin that a cleanup would move to the trash.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct PlannedPlugin {
    /// The plugin and the retired tools that it names.
    #[serde(flatten)]
    pub plugin: RetiredPlugin,
    /// The SHA-256 of its contents: where they differ later, the plugin is not touched.
    pub fingerprint: String,
    /// How many files it has.
    pub files: usize,
    /// Their size, in bytes.
    pub bytes: u64,
    /// What keeps it from being moved. Edited files do only without force.
    pub obstacle: Option<PluginError>,
}

/// What a cleanup would do to the configuration.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ConfigPlan {
    /// The file, behind any link.
    #[serde(serialize_with = "serialize_path")]
    pub file: PathBuf,
    /// The plugins whose entries are taken out once they are moved, sorted.
    pub entries: Vec<String>,
    /// Why it cannot be changed.
    pub problem: Option<PluginError>,
}

impl Plan {
    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stores.iter().all(|store| store.plugins.is_empty() && store.unfinished.is_empty())
    }

    /// The SHA-256 of the plan, in hexadecimal digits: for telling whether what was shown is what
    /// would be done now.
    #[must_use]
    pub fn digest(&self) -> String {
        hash(to_json(self).as_bytes())
    }
}

impl Cleanup {
    /// Reads the stores and the configuration, and says what [`apply`](Self::apply) would do. Changes
    /// nothing. What cannot be read is part of the plan.
    #[must_use]
    pub fn plan(&self, names: &Names) -> Plan {
        self.plan_with(names, |_, _| {})
    }

    /// [`plan`](Self::plan), with a report of progress before each plugin of a store: how many of it are
    /// done, and how many it has.
    #[must_use]
    pub fn plan_with(&self, names: &Names, mut progress: impl FnMut(usize, usize)) -> Plan {
        let mut of_store = |store: &PluginStore| {
            let listed = store.plugins()?;
            let mut unread = listed.unread;
            let mut plugins = Vec::new();
            for (done, plugin) in listed.plugins.iter().enumerate() {
                progress(done, listed.plugins.len());
                if plugin.layout == Layout::Link {
                    unread.push(Unread { file: plugin.name.clone(), reason: UnreadReason::Link });
                    continue;
                }
                let (retired, contents) = inspect(store, plugin, names);
                unread.extend_from_slice(&contents.unread);
                plugins.extend(retired.map(|one| PlannedPlugin::new(store, plugin, one, contents)));
            }
            unread.sort();
            Ok((plugins, unread))
        };
        let stores = self.stores.iter().map(|store| self.store_plan(store, of_store(store)));
        self.with_config(stores.collect())
    }

    /// The plan to remove one plugin, whatever tools it names.
    ///
    /// # Errors
    ///
    /// Where the store cannot be listed, or has no plugin of exactly this name.
    pub fn plan_removal(&self, store: &PluginStore, name: &str) -> Result<Plan, PluginError> {
        let plugin = store.plugin(name)?;
        let named = RetiredPlugin::nothing(store, name);
        let planned = PlannedPlugin::new(store, &plugin, named, contents(&plugin));
        let plan = self.store_plan(store, Ok((vec![planned], Vec::new())));
        Ok(self.with_config(vec![plan]))
    }

    fn store_plan(
        &self,
        store: &PluginStore,
        found: Result<(Vec<PlannedPlugin>, Vec<Unread>), PluginError>,
    ) -> StorePlan {
        let mut plan = StorePlan {
            store: store.path().to_owned(),
            plugins: Vec::new(),
            unfinished: Vec::new(),
            unread: Vec::new(),
            problem: None,
        };
        let unfinished = unfinished(Trash { store, disk: &self.disk });
        match (found, unfinished) {
            (Ok((plugins, unread)), Ok(unfinished)) => {
                (plan.plugins, plan.unread, plan.unfinished) = (plugins, unread, unfinished);
            }
            (Err(problem), _) | (_, Err(problem)) => plan.problem = Some(problem),
        }
        plan
    }

    fn with_config(&self, stores: Vec<StorePlan>) -> Plan {
        let Some(path) = &self.config else { return Plan { stores, config: None } };
        let names = self.orphans(&stores);
        let (file, listed) = match ConfigFile::read(path) {
            Ok(None) => return Plan { stores, config: None },
            Ok(Some(config)) => (config.path.clone(), config.listed(&names)),
            Err(problem) => (path.clone(), Err(problem)),
        };
        let (entries, problem) = match listed {
            Ok(entries) => (entries, None),
            Err(problem) => (Vec::new(), Some(problem)),
        };
        Plan { stores, config: Some(ConfigPlan { file, entries, problem }) }
    }

    /// The plugins that no store has any longer once the plan is carried out.
    fn orphans(&self, stores: &[StorePlan]) -> BTreeSet<String> {
        let mut left = BTreeMap::<String, usize>::new();
        for store in &self.stores {
            for plugin in store.plugins().unwrap_or_default().plugins {
                *left.entry(plugin.name).or_default() += 1;
            }
        }
        let mut orphans = BTreeSet::new();
        for store in stores {
            for planned in &store.plugins {
                let left = left.entry(planned.plugin.name.clone()).or_default();
                *left = left.saturating_sub(1);
                if *left == 0 {
                    orphans.insert(planned.plugin.name.clone());
                }
            }
        }
        orphans
    }
}

impl PlannedPlugin {
    fn new(store: &PluginStore, plugin: &Plugin, named: RetiredPlugin, contents: Contents) -> Self {
        let obstacle = obstacle(store, plugin, &contents, Options::default());
        Self {
            plugin: named,
            files: contents.files,
            bytes: contents.bytes,
            fingerprint: contents.fingerprint,
            obstacle,
        }
    }
}

/// The plugin as it is now, where it is as it was planned and nothing keeps it from being moved.
pub(super) fn check(
    store: &PluginStore,
    planned: &PlannedPlugin,
    options: Options,
) -> Result<Plugin, PluginError> {
    let plugin = store.plugin(&planned.plugin.name)?;
    let contents = contents(&plugin);
    if contents.fingerprint != planned.fingerprint {
        return Err(PluginError::Changed(plugin.path));
    }
    obstacle(store, &plugin, &contents, options).map_or(Ok(plugin), Err)
}

fn contents(plugin: &Plugin) -> Contents {
    if plugin.layout == Layout::Link {
        Contents::of_link(&plugin.path)
    } else {
        Contents::read(&plugin.path, |_, _| ())
    }
}

/// What keeps a plugin from being moved.
fn obstacle(
    store: &PluginStore,
    plugin: &Plugin,
    contents: &Contents,
    options: Options,
) -> Option<PluginError> {
    if plugin.layout == Layout::Link {
        return None;
    }
    if let Some(mount) = platform::mount_below(&plugin.path) {
        return Some(PluginError::Mounted(mount));
    }
    let device = |path| std::fs::symlink_metadata(path).map(|one| platform::device(&one)).ok();
    let elsewhere = device(store.path()) != device(&plugin.path);
    if elsewhere || contents.unread.iter().any(|one| one.reason == UnreadReason::Mounted) {
        return Some(PluginError::Mounted(plugin.path.clone()));
    }
    let files = contents.edited(&plugin.path);
    (!options.force && !files.is_empty())
        .then(|| PluginError::Edited { plugin: plugin.path.clone(), files })
}

/// The cleanups and restorations of a store that were broken off.
pub(super) fn unfinished(trash: Trash<'_>) -> Result<Vec<String>, PluginError> {
    let mut unfinished = Vec::new();
    for id in trash.ids()? {
        if trash.record(&id)?.phase != Phase::Done {
            unfinished.push(id);
        }
    }
    Ok(unfinished)
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for store in &self.stores {
            let quiet = store.plugins.is_empty() && store.unfinished.is_empty();
            if quiet && store.unread.is_empty() && store.problem.is_none() {
                continue;
            }
            writeln!(f, "{}", PlainPath(&store.store))?;
            store.unfinished.iter().try_for_each(|id| writeln!(f, "  finish the cleanup {id}"))?;
            store.plugins.iter().try_for_each(|plugin| write!(f, "{plugin}"))?;
            store.unread.iter().try_for_each(|unread| writeln!(f, "  {unread}"))?;
            if let Some(problem) = &store.problem {
                writeln!(f, "  cannot be cleaned up: {problem}")?;
            }
        }
        if let Some(config) = &self.config
            && (!config.entries.is_empty() || config.problem.is_some())
        {
            writeln!(f, "{}", PlainPath(&config.file))?;
            for name in &config.entries {
                writeln!(f, "  take `{}` out of network_allow", Plain(name))?;
            }
            if let Some(problem) = &config.problem {
                writeln!(f, "  cannot be changed: {problem}")?;
            }
        }
        if self.is_empty() { writeln!(f, "nothing to clean up") } else { Ok(()) }
    }
}

impl fmt::Display for PlannedPlugin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plugin, files, bytes, obstacle, .. } = self;
        let size = format!("{}, {bytes} bytes", count(*files, "file"));
        match obstacle {
            None => writeln!(f, "  move to the trash: `{}` ({size})", Plain(&plugin.name))?,
            Some(why) => writeln!(f, "  keep: `{}` ({size}): {why}", Plain(&plugin.name))?,
        }
        plugin.references.iter().try_for_each(|reference| writeln!(f, "    {reference}"))
    }
}
