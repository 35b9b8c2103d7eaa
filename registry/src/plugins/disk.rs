//! Everything that changes files, one operation at a time.
//!
//! Tests stand between any two operations: see [`Disk::pass`].

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::platform;

/// Whether what is written has to outlive the machine. The tests in this crate end processes only.
const DURABLE: bool = cfg!(not(test));

/// What the names of files end with that are not yet in their place, before a number.
const NEW: &str = ".toolcrib-new";

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
    pub(super) fn pass(&self, operation: Operation, path: &Path) -> io::Result<()> {
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
    /// They are written to a file of its own name beside it, made durable, and renamed. That file is
    /// locked as long as somebody writes it, so that what a killed process left is known and taken
    /// away by the next one. With `like`, the new file has its owner and permissions; else only its
    /// owner can read it.
    pub(super) fn replace(
        &self,
        path: &Path,
        bytes: &[u8],
        like: Option<&Metadata>,
    ) -> io::Result<()> {
        let Some(folder) = path.parent() else { return Err(io::ErrorKind::InvalidFilename.into()) };
        self.forget(path)?;
        let (mut file, beside) = self.create_beside(path)?;
        let written =
            self.write(&mut file, &beside, bytes, like).and_then(|()| self.rename(&beside, path));
        drop(file);
        if written.is_err() {
            let _ = self.remove_file(&beside);
        }
        written?;
        self.sync_folder(folder)
    }

    /// A new file for the next version of the one at `path`, locked.
    fn create_beside(&self, path: &Path) -> io::Result<(File, PathBuf)> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let beside = sibling(path, &format!("{NEW}-{}-{number}", std::process::id()));
            self.pass(Operation::CreateFile, &beside)?;
            // Never one that is there already: it could be a link to somewhere else.
            let mut options = OpenOptions::new();
            match platform::private(options.write(true).create_new(true)).open(&beside) {
                Ok(file) => {
                    // Where nothing can be locked, nobody takes it for left behind either.
                    let _ = file.try_lock();
                    return Ok((file, beside));
                }
                // Of a process with the same number, on another machine or before.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < u32::MAX => {
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Takes away what killed processes left of replacing the file at `path`.
    pub(super) fn forget(&self, path: &Path) -> io::Result<()> {
        let (Some(folder), Some(prefix)) =
            (path.parent(), sibling(path, NEW).file_name().map(OsString::from))
        else {
            return Ok(());
        };
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(prefix.as_encoded_bytes())
                && !is_being_written(&entry)
            {
                match self.remove_file(&entry.path()) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    removed => removed?,
                }
            }
        }
        Ok(())
    }

    fn write(
        &self,
        file: &mut File,
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

/// A hidden file beside another one.
pub(super) fn sibling(path: &Path, what: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(what);
    path.with_file_name(name)
}

/// Whether a process that lives holds the file.
fn is_being_written(entry: &fs::DirEntry) -> bool {
    // Opening a pipe would wait, and opening a link would leave the folder.
    let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
    let held = |file: File| matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    is_file && File::open(entry.path()).is_ok_and(held)
}

impl std::fmt::Debug for Disk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Disk")
    }
}
