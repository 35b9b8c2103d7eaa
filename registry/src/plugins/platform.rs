//! What systems do differently: devices, mounts, owners, and how a folder is made durable.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The device that a file lies on; where the system does not say, all are one.
#[cfg(unix)]
pub(super) fn device(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::dev(metadata)
}

#[cfg(not(unix))]
pub(super) fn device(_: &Metadata) -> u64 {
    0
}

/// The first mount point at or below `folder`, an absolute path without symbolic links.
///
/// Linux lists them; a folder bound from the same device shows by nothing else. Elsewhere a mount
/// shows by its [`device`].
pub(super) fn mount_below(folder: &Path) -> Option<PathBuf> {
    let mounts = fs::read("/proc/self/mountinfo").unwrap_or_default();
    let points = mounts.split(|byte| *byte == b'\n').filter_map(|line| {
        // proc(5): the fifth field is the mount point, with octal escapes.
        line.split(|byte| *byte == b' ').nth(4).map(unescape)
    });
    points.filter(|point| point.starts_with(folder)).min()
}

/// A path of `mountinfo`: space, tab, line feed and backslash are written as `\040` and the like.
fn unescape(field: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&first, after)) = rest.split_first() {
        let octal = after.get(..3).filter(|_| first == b'\\').and_then(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 8).ok()
        });
        bytes.push(octal.unwrap_or(first));
        rest = if octal.is_some() { &after[3..] } else { after };
    }
    path_of(bytes)
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Gives `file` the owner and the permissions of another file.
///
/// # Errors
///
/// Where the system refuses: then the new file must not take the other's place.
#[cfg(unix)]
pub(super) fn make_like(file: &File, path: &Path, like: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (like.uid(), like.gid()) {
        fchown(file, Some(like.uid()), Some(like.gid()))?;
    }
    let _ = path;
    file.set_permissions(like.permissions())
}

#[cfg(not(unix))]
pub(super) fn make_like(_: &File, path: &Path, like: &Metadata) -> io::Result<()> {
    fs::set_permissions(path, like.permissions())
}

/// Whether the file at `path` is this one, and not one that took its place.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: Metadata| (metadata.dev(), metadata.ino());
    let there = fs::symlink_metadata(path).map(id);
    file.metadata().map(id).is_ok_and(|own| there.is_ok_and(|there| there == own))
}

/// Where files have no identity that can be asked for, those that are locked are never removed.
#[cfg(not(unix))]
pub(super) fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Options that create a file which nobody but its owner can read.
#[cfg(unix)]
pub(super) fn private(options: &mut fs::OpenOptions) -> &mut fs::OpenOptions {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600)
}

#[cfg(not(unix))]
pub(super) fn private(options: &mut fs::OpenOptions) -> &mut fs::OpenOptions {
    options
}

/// Makes the entries of a folder durable. Windows does so by itself.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mount_points_with_blanks_are_read() {
        assert_eq!(unescape(br"/a\040b\134c"), PathBuf::from(r"/a b\c"));
        assert_eq!(unescape(br"/a\9x\"), PathBuf::from(r"/a\9x\"));
    }
}
