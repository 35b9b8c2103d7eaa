//! What a plugin consists of, as hashes: whether it changed since a plan, and whether the operator
//! edited it since its installation.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::disk::Disk;
use super::shown::slashed;
use super::walk::{Found, Kind, Unread, walk};
use super::{INSTALLED_FILE, PluginError};

/// The version of the record of installation.
const FORMAT: u32 = 1;
/// The largest record that is read, in bytes.
const MAX_RECORD_BYTES: u64 = 16 << 20;

/// The record that an installer writes into a plugin: what it installed.
#[derive(Serialize, Deserialize)]
struct Installed {
    format: u32,
    /// File, from the plugin's folder on, to the SHA-256 of what is in it.
    files: BTreeMap<String, String>,
}

/// A plugin's contents.
#[derive(Default)]
pub(super) struct Contents {
    /// All of it, as one hash.
    pub(super) fingerprint: String,
    /// How many files and links it has.
    pub(super) files: usize,
    /// Their bytes, as the file system says.
    pub(super) bytes: u64,
    pub(super) unread: Vec<Unread>,
    hashes: BTreeMap<String, String>,
}

impl Contents {
    /// Reads the plugin at `root`, showing `each` what was read of every file.
    pub(super) fn read(root: &Path, mut each: impl FnMut(&Path, &[u8])) -> Self {
        let mut contents = Self::default();
        let mut all = Sha256::new();
        contents.unread = walk(root, &mut |found: Found<'_>| {
            let path = found.path;
            let (kind, hash) = match found.kind {
                Kind::Folder => ("folder", String::new()),
                Kind::Special => ("special", String::new()),
                Kind::Link(target) => {
                    contents.files += 1;
                    ("link", hash(target.as_os_str().as_encoded_bytes()))
                }
                Kind::File(file) => {
                    let (length, modified) = (file.metadata.len(), file.metadata.modified());
                    contents.files += 1;
                    contents.bytes += length;
                    match file.read() {
                        Some(bytes) => {
                            each(path, &bytes);
                            ("file", hash(&bytes))
                        }
                        // Not to be told apart by what is in it.
                        None => ("unread", format!("{length} {}", age(modified.ok()))),
                    }
                }
            };
            for part in [kind.as_bytes(), path.as_os_str().as_encoded_bytes(), hash.as_bytes()] {
                all.update((part.len() as u64).to_le_bytes());
                all.update(part);
            }
            if kind != "folder" && path != Path::new(INSTALLED_FILE) {
                let hash = if kind == "file" { hash } else { format!("{kind} {hash}") };
                contents.hashes.insert(slashed(path), hash);
            }
        });
        contents.fingerprint = hex(&all.finalize());
        contents
    }

    /// A plugin that is a link: what the link says.
    pub(super) fn of_link(path: &Path) -> Self {
        let target = fs::read_link(path).unwrap_or_default();
        let fingerprint = hash(target.as_os_str().as_encoded_bytes());
        Self { fingerprint, files: 1, ..Self::default() }
    }

    /// The files that were added or changed since the plugin was installed, sorted; none where there
    /// is no record of that. What cannot be compared counts as changed.
    pub(super) fn edited(&self, root: &Path) -> Vec<String> {
        let installed = match installed(root) {
            Ok(Some(installed)) => installed,
            Ok(None) => return Vec::new(),
            Err(_) => return vec![INSTALLED_FILE.to_owned()],
        };
        let changed =
            self.hashes.iter().filter(|(file, hash)| installed.files.get(*file) != Some(hash));
        let mut edited: BTreeSet<_> = changed.map(|(file, _)| file.clone()).collect();
        let inside = |unread: &Unread| unread.file.split_once('/').map(|(_, file)| file.to_owned());
        let unread = self.unread.iter().filter_map(inside);
        edited.extend(unread.filter(|file| !installed.files.contains_key(file)));
        edited.into_iter().collect()
    }

    /// Writes what is there as the record of installation.
    pub(super) fn record(self, disk: &Disk, root: &Path) -> Result<(), PluginError> {
        let record = Installed { format: FORMAT, files: self.hashes };
        let path = root.join(INSTALLED_FILE);
        let json = to_json(&record);
        disk.replace(&path, json.as_bytes(), None)
            .map_err(|source| PluginError::io("write", &path, source))
    }
}

/// The record of a plugin's installation, where there is one.
fn installed(root: &Path) -> Result<Option<Installed>, PluginError> {
    let path = root.join(INSTALLED_FILE);
    let Some(record) = read_json::<Installed>(&path, MAX_RECORD_BYTES)? else {
        return Ok(None);
    };
    if record.format != FORMAT {
        let message = format!("its format is {}, and {FORMAT} is read", record.format);
        return Err(PluginError::Record { path, message });
    }
    Ok(Some(record))
}

/// Reads a file of JSON, where it is there: a regular file of at most `most` bytes.
pub(super) fn read_json<T: for<'de> Deserialize<'de>>(
    path: &Path,
    most: u64,
) -> Result<Option<T>, PluginError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() && metadata.len() <= most => {}
        Ok(_) => return Err(PluginError::NotOurs(path.to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(PluginError::io("read", path, error)),
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|error| PluginError::io("read", path, error))?;
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|error| PluginError::Record { path: path.to_owned(), message: error.to_string() })
}

/// Maps of strings can always be written.
pub(super) fn to_json<T: Serialize>(value: &T) -> String {
    let mut json = serde_json::to_string_pretty(value).unwrap_or_default();
    json.push('\n');
    json
}

/// The SHA-256 of `bytes`, in lower-case hexadecimal digits.
pub(super) fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn age(time: Option<SystemTime>) -> u128 {
    let since = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos())
}
