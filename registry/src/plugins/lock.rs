//! One change of a store at a time, and one of the configuration.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::disk::{Disk, Operation, sibling};
use super::{PluginError, platform};

/// The file in a store that whoever changes the store holds locked.
const FILE: &str = ".lock";
/// How long a cleanup waits for another one that changes the same configuration.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// The time between two looks.
const PAUSE: Duration = Duration::from_millis(5);

/// A store that nobody else changes, until this is dropped.
///
/// It is a lock of the operating system on a file in the store, and ends with the process that holds
/// it, however that ends. It binds those who ask for it: a cleanup does, and an installer should.
#[derive(Debug)]
#[must_use = "the store is locked only as long as this lives"]
pub struct StoreLock {
    file: File,
}

impl StoreLock {
    /// Locks the store at `store`, or says that another process has.
    pub(super) fn take(store: &Path) -> Result<Self, PluginError> {
        let path = store.join(FILE);
        let file = open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(PluginError::Busy(store.to_owned())),
            Err(TryLockError::Error(error)) => Err(PluginError::io("lock", &path, error)),
        }
    }
}

impl Drop for StoreLock {
    fn drop(&mut self) {
        // Closing is not enough: a process that is just being started has a copy of the file, and the
        // lock would last until its program runs.
        let _ = self.file.unlock();
    }
}

/// A configuration that no other cleanup changes, until this is dropped: several stores, each with a
/// process that cleans it up, may have one configuration.
///
/// The file that is locked lies beside the configuration, and is taken away at the end.
pub(super) struct ConfigLock {
    file: File,
    path: PathBuf,
}

impl ConfigLock {
    /// Locks the configuration in the file `config`; waits for others no longer than `patience`.
    pub(super) fn take(
        config: &Path,
        disk: &Disk,
        patience: Duration,
    ) -> Result<Self, PluginError> {
        let path = sibling(config, ".toolcrib-lock");
        let since = Instant::now();
        loop {
            disk.pass(Operation::CreateFile, &path)
                .map_err(|error| PluginError::io("lock", &path, error))?;
            let file = open(&path)?;
            match file.try_lock() {
                Ok(()) if platform::is_at(&file, &path) => return Ok(Self { file, path }),
                // The one before took it away: there may be another one by now.
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => {
                    return Err(PluginError::io("lock", &path, error));
                }
            }
            if since.elapsed() >= patience {
                return Err(PluginError::ConfigBusy { lock: path, waited: patience });
            }
            sleep(PAUSE);
        }
    }
}

impl Drop for ConfigLock {
    fn drop(&mut self) {
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

/// Opens a file to be locked.
fn open(path: &Path) -> Result<File, PluginError> {
    let failed = |source| PluginError::io("lock", path, source);
    // Opening a pipe would wait, and opening a link would lead elsewhere.
    match fs::symlink_metadata(path) {
        Ok(there) if !there.is_file() => return Err(PluginError::NotOurs(path.to_owned())),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).open(path).map_err(failed)
}
