//! A store: a folder with a folder for each plugin.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::content::Contents;
use super::disk::Disk;
use super::shown::{serialize_path, slashed};
use super::walk::{Unread, UnreadReason};
use super::{Cleanup, MAX_PLUGINS, Options, PluginError, StoreLock};

/// A folder with a folder for each plugin.
///
/// Reading changes nothing, follows no symbolic link, and reads the folders whose names do not begin
/// with a dot. Removing moves to the store's own trash, see [`Cleanup`].
///
/// ```no_run
/// use toolcrib::plugins::PluginStore;
///
/// let store = PluginStore::open("/srv/agent/plugins")?;
/// for plugin in store.plugins()?.plugins {
///     println!("{} ({})", plugin.name, plugin.layout.as_str());
/// }
/// # Ok::<(), toolcrib::plugins::PluginError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PluginStore {
    path: PathBuf,
}

/// A plugin of a store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Plugin {
    /// The name of its folder, which is what the store and the configuration know it by.
    pub name: String,
    /// Its folder.
    #[serde(serialize_with = "serialize_path")]
    pub path: PathBuf,
    /// How it is laid out.
    pub layout: Layout,
}

/// How a plugin is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Layout {
    /// As Claude Code has it: `.claude-plugin/plugin.json`, with `commands/`, `agents/`, `skills/`,
    /// `hooks/hooks.json` and `.mcp.json` beside it.
    ClaudePlugin,
    /// A `SKILL.md` in the folder itself, in one of its folders, or in one of `skills/`.
    Skills,
    /// A symbolic link to somewhere else, which is not followed.
    Link,
    /// None of these. Its files are read all the same.
    Other,
}

impl Layout {
    /// The layout in words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ClaudePlugin => "Claude Code plugin",
            Self::Skills => "skills",
            Self::Link => "symbolic link",
            Self::Other => "other",
        }
    }
}

/// The plugins of a store.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Plugins {
    /// The plugins, sorted by name.
    pub plugins: Vec<Plugin>,
    /// What could not be told to be a plugin, sorted.
    pub unread: Vec<Unread>,
}

impl PluginStore {
    /// Opens the store in the folder `path`. Links on the way to it are resolved now, and once.
    ///
    /// # Errors
    ///
    /// Where there is no such folder, or where it is itself a symbolic link: a workspace could bring
    /// one along that points at a folder which is none of its own.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, PluginError> {
        let path = path.as_ref();
        let failed = |error| PluginError::io("open", path, error);
        // With a slash at its end, a link is looked through.
        let bare: PathBuf = path.components().collect();
        let metadata = fs::symlink_metadata(&bare).map_err(failed)?;
        if metadata.is_symlink() {
            return Err(PluginError::SymbolicLink(path.to_owned()));
        }
        if !metadata.is_dir() {
            return Err(PluginError::NotAFolder(path.to_owned()));
        }
        Ok(Self { path: fs::canonicalize(&bare).map_err(failed)? })
    }

    /// Its folder: absolute and without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its plugins, enabled or not.
    ///
    /// # Errors
    ///
    /// Where the folder cannot be listed, or has more than [`MAX_PLUGINS`] entries.
    pub fn plugins(&self) -> Result<Plugins, PluginError> {
        let failed = |error| PluginError::io("list", &self.path, error);
        let mut found = Plugins::default();
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            names.push(entry.map_err(failed)?.file_name());
            if names.len() > MAX_PLUGINS {
                return Err(PluginError::ManyPlugins(self.path.clone()));
            }
        }
        names.sort_unstable();
        for name in names {
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let path = self.path.join(&name);
            let skipped = |reason| Unread { file: slashed(Path::new(&name)), reason };
            let layout = match layout(&path) {
                Ok(Some(layout)) => layout,
                Ok(None) => continue,
                Err(error) => {
                    found.unread.push(skipped(UnreadReason::Io(error.to_string())));
                    continue;
                }
            };
            match name.to_str() {
                Some(name) => found.plugins.push(Plugin { name: name.to_owned(), path, layout }),
                None => found.unread.push(skipped(UnreadReason::Name)),
            }
        }
        Ok(found)
    }

    /// Moves one plugin to the store's trash, whatever tools it names; the configuration is left
    /// alone. Returns the identifier by which [`Cleanup::restore`] brings it back.
    ///
    /// # Errors
    ///
    /// Where there is no plugin of exactly this name, where another process is changing the store,
    /// where the plugin was edited since its installation and `options` do not force it, or where
    /// the system refuses.
    pub fn remove(&self, name: &str, options: Options) -> Result<String, PluginError> {
        let cleanup = Cleanup::new([self.clone()]);
        let plan = cleanup.plan_removal(self, name)?;
        cleanup.apply(&plan, options).into_id()
    }

    /// Writes `.installed.json` into a plugin: the SHA-256 of each of its files as they are now. An
    /// installer calls this at its end; from then on, files that the operator edits are known.
    ///
    /// ```json
    /// { "format": 1, "files": { "SKILL.md": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" } }
    /// ```
    ///
    /// A link is recorded as `link` and the SHA-256 of its target's path, a file of more than 16 MiB
    /// as `unread`, its length and its time of change.
    ///
    /// # Errors
    ///
    /// Where there is no such plugin, or where the record cannot be written.
    pub fn record_installation(&self, name: &str) -> Result<(), PluginError> {
        let plugin = self.plugin(name)?;
        if plugin.layout == Layout::Link {
            return Err(PluginError::SymbolicLink(plugin.path));
        }
        Contents::read(&plugin.path, |_, _| ()).record(&Disk::default(), &plugin.path)
    }

    /// Locks the store against cleanups, for whoever else changes it.
    ///
    /// # Errors
    ///
    /// Where another process has locked it, or where the lock's file cannot be opened.
    pub fn lock(&self) -> Result<StoreLock, PluginError> {
        StoreLock::take(&self.path)
    }

    /// The plugin of exactly this name. Names come from the listing only, never from joining paths:
    /// so no name leads out of the store, and none is another one where case does not count.
    pub(super) fn plugin(&self, name: &str) -> Result<Plugin, PluginError> {
        let found = self.plugins()?.plugins.into_iter().find(|plugin| plugin.name == name);
        found.ok_or_else(|| PluginError::UnknownPlugin {
            store: self.path.clone(),
            name: name.to_owned(),
        })
    }
}

/// The layout of what lies at `path`; none for what is no plugin.
fn layout(path: &Path) -> io::Result<Option<Layout>> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_symlink() {
        return Ok(Some(Layout::Link));
    }
    if !metadata.is_dir() {
        return Ok(None);
    }
    if path.join(".claude-plugin/plugin.json").is_file() {
        return Ok(Some(Layout::ClaudePlugin));
    }
    let has_skill = |folder: &Path| folder.join("SKILL.md").is_file();
    let below = |folder: &Path| -> bool {
        let Ok(entries) = fs::read_dir(folder) else { return false };
        entries.take(MAX_PLUGINS).flatten().any(|entry| has_skill(&entry.path()))
    };
    let skills = has_skill(path) || below(path) || below(&path.join("skills"));
    Ok(Some(if skills { Layout::Skills } else { Layout::Other }))
}
