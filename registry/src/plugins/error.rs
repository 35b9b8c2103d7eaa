//! What can go wrong, and the way out.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::shown::{Plain, PlainPath, count};

/// Why a store, a plugin or the configuration was left as it was.
#[derive(Debug)]
#[non_exhaustive]
pub enum PluginError {
    /// The system refused.
    Io {
        /// What was tried, as in "cannot read".
        action: &'static str,
        /// With what.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The store is no folder.
    NotAFolder(PathBuf),
    /// The store is a symbolic link.
    SymbolicLink(PathBuf),
    /// Where the store keeps its own things, something else lies: a link, for example.
    NotOurs(PathBuf),
    /// Another process is changing the store.
    Busy(PathBuf),
    /// Other processes were changing the configuration all the time that was waited for them.
    ConfigBusy {
        /// The file that they hold locked.
        lock: PathBuf,
        /// How long it was waited for.
        waited: Duration,
    },
    /// There are more entries in the store than are read.
    ManyPlugins(PathBuf),
    /// The store has no such plugin.
    UnknownPlugin {
        /// The store.
        store: PathBuf,
        /// The name, which may be anything.
        name: String,
    },
    /// The plan is about a store that is not among those given.
    UnknownStore(PathBuf),
    /// The plugin is not as it was when the plan was made.
    Changed(PathBuf),
    /// The plugin has files that are not as they were installed.
    Edited {
        /// The plugin.
        plugin: PathBuf,
        /// The files, sorted.
        files: Vec<String>,
    },
    /// The plugin is, or has in it, the place where another file system is mounted.
    Mounted(PathBuf),
    /// The store has a plugin of this name, or of one that differs by case only.
    Clash {
        /// What was to be put back.
        plugin: PathBuf,
        /// The name that is taken.
        taken: String,
    },
    /// The trash has no such cleanup.
    UnknownCleanup {
        /// The store.
        store: PathBuf,
        /// The identifier, which may be anything.
        id: String,
    },
    /// The record of a cleanup or of an installation cannot be read.
    Record {
        /// Its file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// The configuration cannot be changed.
    Config {
        /// Its file.
        path: PathBuf,
        /// What is wrong, and the way out.
        message: String,
    },
}

impl PluginError {
    pub(super) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        match source.kind() {
            // A mount point is on another device, or in use.
            io::ErrorKind::CrossesDevices | io::ErrorKind::ResourceBusy => {
                Self::Mounted(path.to_owned())
            }
            _ => Self::Io { action, path: path.to_owned(), source },
        }
    }

    pub(super) fn config(path: &Path, message: impl fmt::Display) -> Self {
        Self::Config { path: path.to_owned(), message: message.to_string() }
    }
}

impl fmt::Display for PluginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { action, path, source } => {
                write!(f, "cannot {action} {}: {source}", PlainPath(path))
            }
            Self::NotAFolder(path) => {
                write!(
                    f,
                    "{} is not a folder: give the folder that holds the plugins",
                    PlainPath(path)
                )
            }
            Self::SymbolicLink(path) => {
                write!(f, "the store {} is a symbolic link: give its target", PlainPath(path))
            }
            Self::NotOurs(path) => write!(
                f,
                "{} is not what a store keeps there: look what it is, and move it away",
                PlainPath(path)
            ),
            Self::Busy(path) => write!(
                f,
                "another process is changing the store {}: try again when it is done",
                PlainPath(path)
            ),
            Self::ConfigBusy { lock, waited } => write!(
                f,
                "another process is changing the configuration, and has held {} locked for {} \
                 seconds: try again when it is done",
                PlainPath(lock),
                waited.as_secs_f32()
            ),
            Self::ManyPlugins(path) => write!(
                f,
                "the store {} has more than {} entries: is it a store of plugins?",
                PlainPath(path),
                super::MAX_PLUGINS
            ),
            Self::UnknownPlugin { store, name } => {
                write!(f, "the store {} has no plugin `{}`", PlainPath(store), Plain(name))
            }
            Self::UnknownStore(path) => write!(
                f,
                "the plan is about the store {}, which was not given: make a new plan",
                PlainPath(path)
            ),
            Self::Changed(path) => write!(
                f,
                "{} changed since the plan was made, and was not touched: make a new plan",
                PlainPath(path)
            ),
            Self::Edited { plugin, files } => {
                let first = files.first().map_or("", |file| &**file);
                write!(
                    f,
                    "{} has {} changed since its installation ({}{}), and was not touched: \
                     use force to move them too",
                    PlainPath(plugin),
                    count(files.len(), "file"),
                    Plain(first),
                    if files.len() > 1 { ", .." } else { "" }
                )
            }
            Self::Mounted(path) => write!(
                f,
                "{} is in use or on another file system, and was not touched: unmount it first",
                PlainPath(path)
            ),
            Self::Clash { plugin, taken } => write!(
                f,
                "{} was not put back: the store has `{}`, move that away first",
                PlainPath(plugin),
                Plain(taken)
            ),
            Self::UnknownCleanup { store, id } => {
                write!(f, "the trash of {} has no cleanup `{}`", PlainPath(store), Plain(id))
            }
            Self::Record { path, message } => {
                write!(f, "cannot read the record {}: {}", PlainPath(path), Plain(message))
            }
            Self::Config { path, message } => {
                write!(f, "{} was not changed: {}", PlainPath(path), Plain(message))
            }
        }
    }
}

impl std::error::Error for PluginError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// Its message.
impl Serialize for PluginError {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
