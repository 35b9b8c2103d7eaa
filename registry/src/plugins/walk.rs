//! The files of one plugin, read within limits and without leaving its folder.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::platform;
use super::shown::{Plain, slashed};

/// The deepest folder that is read, the plugin's own being 0.
const MAX_DEPTH: usize = 32;
/// The most files, folders and links that are read of one plugin.
const MAX_ENTRIES: usize = 50_000;
/// The largest file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;
/// The most that is read of one plugin, in bytes.
const MAX_PLUGIN_BYTES: u64 = 1 << 30;

/// A part of a store that was not read. What it says about tools is not known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Unread {
    /// The file or folder, from the store on, with `/`.
    pub file: String,
    /// Why it was not read.
    pub reason: UnreadReason,
}

/// Why something was not read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum UnreadReason {
    /// A symbolic link to outside of the plugin, or to nothing.
    Link,
    /// Neither a file, a folder nor a link: a pipe or a device, for example.
    Special,
    /// A file of more than 16 MiB, or what came after 1 GiB of one plugin.
    Large,
    /// Below 32 folders, or after 50,000 files of one plugin.
    Many,
    /// On another file system.
    Mounted,
    /// Its name is not UTF-8.
    Name,
    /// It could be read, but not understood in one place: what stands there, and why.
    Malformed(String),
    /// What the system said.
    Io(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: not read: {}", Plain(&self.file), self.reason)
    }
}

impl fmt::Display for UnreadReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Link => "a symbolic link that leaves the plugin",
            Self::Special => "neither a file nor a folder",
            Self::Large => "too large",
            Self::Many => "too many files or folders",
            Self::Mounted => "on another file system",
            Self::Name => "its name is not UTF-8",
            Self::Malformed(message) | Self::Io(message) => return Plain(message).fmt(f),
        })
    }
}

/// Something in a plugin.
pub(super) struct Found<'a> {
    /// From the plugin's folder on.
    pub(super) path: &'a Path,
    pub(super) kind: Kind<'a>,
}

pub(super) enum Kind<'a> {
    Folder,
    /// A link and what it says; never followed.
    Link(PathBuf),
    File(Content<'a>),
    Special,
}

/// A file that can be read, once.
pub(super) struct Content<'a> {
    path: PathBuf,
    pub(super) metadata: Metadata,
    left: &'a mut u64,
    refused: &'a mut Option<UnreadReason>,
}

impl Content<'_> {
    /// The file's bytes; where it cannot be read, that is noted for the walk's result.
    pub(super) fn read(self) -> Option<Vec<u8>> {
        let limit = MAX_FILE_BYTES.min(*self.left);
        let read = || -> io::Result<Option<Vec<u8>>> {
            let mut bytes = Vec::new();
            // It may have grown since it was looked at.
            File::open(&self.path)?.take(limit + 1).read_to_end(&mut bytes)?;
            Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= limit))
        };
        let read = if self.metadata.len() > limit { Ok(None) } else { read() };
        match read {
            Ok(Some(bytes)) => {
                *self.left -= bytes.len() as u64;
                Some(bytes)
            }
            Ok(None) => {
                *self.refused = Some(UnreadReason::Large);
                None
            }
            Err(error) => {
                *self.refused = Some(UnreadReason::Io(error.to_string()));
                None
            }
        }
    }
}

/// Shows `visit` everything below `root`, folders before what is in them, each sorted by name.
///
/// `root` is a folder, not a link. Returns what was not read, sorted, with `root`'s name before it.
pub(super) fn walk(root: &Path, visit: &mut dyn FnMut(Found<'_>)) -> Vec<Unread> {
    let mut walk = Walk { root, device: 0, entries: 0, left: MAX_PLUGIN_BYTES, unread: Vec::new() };
    match fs::symlink_metadata(root) {
        Ok(metadata) => walk.device = platform::device(&metadata),
        Err(error) => walk.skip(Path::new(""), UnreadReason::Io(error.to_string())),
    }
    let mut folders = vec![(PathBuf::new(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let mut below = walk.folder(&folder, depth, visit);
        // The last one is taken next.
        below.reverse();
        folders.extend(below.into_iter().map(|folder| (folder, depth + 1)));
    }
    walk.unread.sort();
    walk.unread
}

struct Walk<'a> {
    root: &'a Path,
    device: u64,
    entries: usize,
    left: u64,
    unread: Vec<Unread>,
}

impl Walk<'_> {
    /// Shows what is in one folder, and returns the folders in it.
    fn folder(
        &mut self,
        folder: &Path,
        depth: usize,
        visit: &mut dyn FnMut(Found<'_>),
    ) -> Vec<PathBuf> {
        let names = fs::read_dir(self.root.join(folder)).and_then(|entries| {
            let left = MAX_ENTRIES - self.entries;
            entries
                .take(left + 1)
                .map(|entry| Ok(entry?.file_name()))
                .collect::<io::Result<Vec<_>>>()
        });
        let mut names = match names {
            Ok(names) => names,
            Err(error) => {
                self.skip(folder, UnreadReason::Io(error.to_string()));
                return Vec::new();
            }
        };
        if self.entries + names.len() > MAX_ENTRIES {
            names.truncate(MAX_ENTRIES - self.entries);
            self.skip(folder, UnreadReason::Many);
        }
        self.entries += names.len();
        names.sort_unstable();
        let mut below = Vec::new();
        for name in names {
            let path = folder.join(name);
            if self.entry(&path, visit) {
                if depth < MAX_DEPTH {
                    below.push(path);
                } else {
                    self.skip(&path, UnreadReason::Many);
                }
            }
        }
        below
    }

    /// Shows one entry, and says whether it is a folder to be read.
    fn entry(&mut self, path: &Path, visit: &mut dyn FnMut(Found<'_>)) -> bool {
        let full = self.root.join(path);
        let metadata = match fs::symlink_metadata(&full) {
            Ok(metadata) => metadata,
            Err(error) => {
                self.skip(path, UnreadReason::Io(error.to_string()));
                return false;
            }
        };
        let mut refused = None;
        let mut is_folder = false;
        let kind = if metadata.is_symlink() {
            let inside = fs::canonicalize(&full).is_ok_and(|target| target.starts_with(self.root));
            if !inside {
                refused = Some(UnreadReason::Link);
            }
            Kind::Link(fs::read_link(&full).unwrap_or_default())
        } else if platform::device(&metadata) != self.device {
            refused = Some(UnreadReason::Mounted);
            Kind::Special
        } else if metadata.is_dir() {
            is_folder = true;
            Kind::Folder
        } else if metadata.is_file() {
            Kind::File(Content {
                path: full,
                metadata,
                left: &mut self.left,
                refused: &mut refused,
            })
        } else {
            refused = Some(UnreadReason::Special);
            Kind::Special
        };
        visit(Found { path, kind });
        if let Some(reason) = refused {
            self.skip(path, reason);
        }
        is_folder
    }

    fn skip(&mut self, path: &Path, reason: UnreadReason) {
        let name = self.root.file_name().unwrap_or_default();
        self.unread.push(Unread { file: slashed(&Path::new(name).join(path)), reason });
    }
}
