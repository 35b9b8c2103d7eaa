//! The `SKILL.md` files below a folder: bounded, in a fixed order, and through no symbolic link.

use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The deepest folder that is looked into, below the root.
const MAX_DEPTH: usize = 6;

/// The most files and folders of a root that are looked at.
const MAX_ENTRIES: usize = 20_000;

/// The longest file that is read, in bytes.
const MAX_FILE: u64 = 16 << 20;

/// What is met below a root.
pub(super) enum Met {
    /// A skill's file.
    Skill(PathBuf),
    /// What is not looked into, and why.
    Unread(PathBuf, String),
}

/// Folders without skills of one's own: of version control, of packages and builds, and the trash of a store.
/// Any other folder is looked into, be it hidden: skills lie in `.claude/skills` and its like.
const SKIPPED: [&str; 9] =
    [".git", ".hg", ".jj", ".svn", ".trash", ".venv", "__pycache__", "node_modules", "target"];

/// The skills below `root`, the folders in the order of their names, hidden ones last. A folder that does
/// not exist has none. A folder that holds a skill is not looked into further.
pub(super) fn walk(root: &Path) -> Vec<Met> {
    let mut met = Vec::new();
    let mut left = MAX_ENTRIES;
    let mut folders = vec![(root.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = match entries(&folder, &mut left) {
            Ok(entries) => entries,
            Err(error) if depth == 0 && error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => {
                met.push(Met::Unread(folder, error.to_string()));
                continue;
            }
        };
        if left == 0 {
            let why = format!("there are more than {MAX_ENTRIES} files and folders");
            met.push(Met::Unread(root.to_owned(), why));
            return met;
        }
        if let Some(skill) = entries.iter().find(|entry| is_skill(entry)) {
            met.push(match skill.file_type() {
                Ok(kind) if kind.is_file() => Met::Skill(skill.path()),
                Ok(kind) if kind.is_symlink() => linked(skill.path()),
                _ => Met::Unread(skill.path(), "it is no file".to_owned()),
            });
            continue;
        }
        let mut below = Vec::new();
        for entry in &entries {
            match entry.file_type() {
                _ if is_skipped(entry) => {}
                Ok(kind) if kind.is_dir() && depth == MAX_DEPTH => {
                    let why = format!("it is deeper than {MAX_DEPTH} folders");
                    met.push(Met::Unread(entry.path(), why));
                }
                Ok(kind) if kind.is_dir() => below.push((entry.path(), depth + 1)),
                Ok(kind) if kind.is_symlink() && entry.path().is_dir() => {
                    met.push(linked(entry.path()));
                }
                _ => {}
            }
        }
        // Hidden ones last: caches among them may use up what is left.
        below.sort_by_key(|(path, _)| is_hidden(path));
        folders.extend(below.into_iter().rev());
    }
    met
}

/// The bytes of a skill's file that is not too long.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, String> {
    read_most(file, MAX_FILE)
}

/// The bytes of a file that has at most so many.
pub(super) fn read_most(file: &Path, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let told = |error: io::Error| error.to_string();
    let file = File::open(file).map_err(told)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 > most {
        return Err(format!("it has more than {} MiB", most >> 20));
    }
    Ok(bytes)
}

pub(super) fn is_skipped(entry: &DirEntry) -> bool {
    SKIPPED.iter().any(|name| entry.file_name() == *name)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn linked(link: PathBuf) -> Met {
    let why = "symbolic links are not followed: give the folder it leads to as a root".to_owned();
    Met::Unread(link, why)
}

fn is_skill(entry: &DirEntry) -> bool {
    entry.file_name().eq_ignore_ascii_case("SKILL.md")
}

/// The entries of a folder, by name, and no more than are left.
pub(super) fn entries(folder: &Path, left: &mut usize) -> io::Result<Vec<DirEntry>> {
    let entries: Vec<_> = fs::read_dir(folder)?.take(*left).collect::<Result<_, _>>()?;
    *left -= entries.len();
    let mut entries = entries;
    entries.sort_by_key(DirEntry::file_name);
    Ok(entries)
}
