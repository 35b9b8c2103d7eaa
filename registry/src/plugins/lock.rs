//! One change of a store at a time.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::PluginError;

/// The file in a store that whoever changes the store holds locked.
const FILE: &str = ".lock";

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
        let failed = |source| PluginError::io("lock", &path, source);
        // Opening a pipe would wait, and opening a link would leave the store.
        match fs::symlink_metadata(&path) {
            Ok(there) if !there.is_file() => return Err(PluginError::NotOurs(path)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(PluginError::Busy(store.to_owned())),
            Err(TryLockError::Error(error)) => Err(failed(error)),
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
