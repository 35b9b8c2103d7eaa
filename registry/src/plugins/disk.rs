//! Everything that changes files, one operation at a time.
//!
//! Tests stand between any two operations: see [`Disk::pass`].

use std::ffi::OsString;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::platform;

/// Whether what is written has to outlive the machine. The tests in this crate end processes only.
const DURABLE: bool = cfg!(not(test));

/// Where changes of files go through.
#[derive(Default)]
pub(super) struct Disk {
    /// Asked before each operation; what it returns in place of success is the operation's failure.
    #[cfg(test)]
    pub(super) gate: Option<Gate>,
}

#[cfg(test)]
pub(super) type Gate = Box<dyn Fn(Operation, &Path) -> io::Result<()> + Send + Sync>;

/// A change of files that either happened or did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    CreateFolder,
    CreateFile,
    Write,
    SyncFile,
    SyncFolder,
    Rename,
    Remove,
}

impl Disk {
    /// Where a test makes the next operation fail, or ends the process.
    #[cfg_attr(
        not(test),
        allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "only tests fail here")
    )]
    fn pass(&self, operation: Operation, path: &Path) -> io::Result<()> {
        #[cfg(test)]
        if let Some(gate) = &self.gate {
            return gate(operation, path);
        }
        let _ = (operation, path);
        Ok(())
    }

    pub(super) fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.pass(Operation::CreateFolder, path)?;
        fs::create_dir(path)
    }

    pub(super) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.pass(Operation::Rename, from)?;
        fs::rename(from, to)
    }

    pub(super) fn sync_folder(&self, path: &Path) -> io::Result<()> {
        self.pass(Operation::SyncFolder, path)?;
        if DURABLE { platform::sync_folder(path) } else { Ok(()) }
    }

    pub(super) fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.pass(Operation::Remove, path)?;
        fs::remove_file(path)
    }

    /// Removes a folder and all that is in it; links are removed as themselves.
    pub(super) fn remove_tree(&self, path: &Path) -> io::Result<()> {
        // Entry by entry at the top, so that a test can end it half-way.
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                self.pass(Operation::Remove, &entry.path())?;
                fs::remove_dir_all(entry.path())?;
            } else {
                self.remove_file(&entry.path())?;
            }
        }
        self.pass(Operation::Remove, path)?;
        fs::remove_dir(path)
    }

    /// Puts `bytes` in the place of the file at `path`, or leaves that as it was.
    ///
    /// They are written to a file beside it, made durable, and renamed. That file's name is always
    /// the same, so that what a killed process left is taken away by the next one. With `like`, the
    /// new file has its owner and permissions; else only its owner can read it.
    pub(super) fn replace(
        &self,
        path: &Path,
        bytes: &[u8],
        like: Option<&Metadata>,
    ) -> io::Result<()> {
        let Some(folder) = path.parent() else { return Err(io::ErrorKind::InvalidFilename.into()) };
        self.forget(path)?;
        let beside = beside(path);
        self.pass(Operation::CreateFile, &beside)?;
        // Never one that is there already: it could be a link to somewhere else.
        let mut file =
            platform::private(OpenOptions::new().write(true).create_new(true)).open(&beside)?;
        let written = self.write(&mut file, &beside, bytes, like).and_then(|()| {
            drop(file);
            self.rename(&beside, path)
        });
        if written.is_err() {
            let _ = self.remove_file(&beside);
        }
        written?;
        self.sync_folder(folder)
    }

    /// Takes away what a killed process left of replacing the file at `path`.
    pub(super) fn forget(&self, path: &Path) -> io::Result<()> {
        let beside = beside(path);
        match fs::symlink_metadata(&beside) {
            Ok(_) => self.remove_file(&beside),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn write(
        &self,
        file: &mut fs::File,
        path: &Path,
        bytes: &[u8],
        like: Option<&Metadata>,
    ) -> io::Result<()> {
        // In two halves, so that a test can end it between them.
        for half in [&bytes[..bytes.len() / 2], &bytes[bytes.len() / 2..]] {
            self.pass(Operation::Write, path)?;
            file.write_all(half)?;
        }
        if let Some(like) = like {
            platform::make_like(file, path, like)?;
        }
        self.pass(Operation::SyncFile, path)?;
        if DURABLE { file.sync_all() } else { Ok(()) }
    }
}

/// Where a file's next version is written.
fn beside(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".toolcrib-new");
    path.with_file_name(name)
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Disk")
    }
}
