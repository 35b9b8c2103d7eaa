//! The texts beside a `SKILL.md`, which a model is told to read: bounded, through no symbolic link, and
//! never out of the skill's folder.

use std::fs::DirEntry;
use std::path::Path;

use super::diagnostic::{SkillDiagnostic, SkillProblem};
use super::walk::{entries, is_skipped, read_most};
use crate::references::{FileKind, Names, Severity};

/// The deepest folder that is looked into, below the skill's.
const MAX_DEPTH: usize = 6;

/// The most files and folders of a skill that are looked at.
const MAX_ENTRIES: usize = 2_000;

/// The longest file that is read, and the most that is read of one skill, in bytes.
const MAX_FILE: u64 = 4 << 20;
const MAX_BYTES: u64 = 32 << 20;

/// What is to be said of the texts beside a skill's file, by path.
pub(super) fn resources(names: &Names, skill: &Path) -> Vec<SkillDiagnostic> {
    let Some(folder) = skill.parent() else { return Vec::new() };
    let mut found = Resources { names, folder, diagnostics: Vec::new(), left: MAX_BYTES };
    let mut left = MAX_ENTRIES;
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = match entries(&folder, &mut left) {
            Ok(entries) => entries,
            Err(error) => {
                found.unread(&folder, error.to_string());
                continue;
            }
        };
        if left == 0 {
            found.unread(&folder, format!("there are more than {MAX_ENTRIES} files and folders"));
            break;
        }
        let mut below = Vec::new();
        for entry in entries.iter().filter(|entry| !is_skipped(entry)) {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth < MAX_DEPTH => {
                    below.push((entry.path(), depth + 1));
                }
                Ok(kind) if kind.is_dir() => {
                    found.unread(&entry.path(), format!("it is deeper than {MAX_DEPTH} folders"));
                }
                Ok(kind) if kind.is_symlink() && found.kind(entry).is_some() => {
                    found.unread(&entry.path(), "symbolic links are not followed".to_owned());
                }
                Ok(kind) if kind.is_file() && entry.path() != skill => found.file(entry),
                _ => {}
            }
        }
        folders.extend(below.into_iter().rev());
    }
    found.diagnostics
}

struct Resources<'n> {
    names: &'n Names,
    folder: &'n Path,
    diagnostics: Vec<SkillDiagnostic>,
    /// The bytes that may still be read.
    left: u64,
}

impl Resources<'_> {
    fn file(&mut self, entry: &DirEntry) {
        let (path, Some(kind)) = (entry.path(), self.kind(entry)) else { return };
        match read_most(&path, MAX_FILE) {
            Ok(bytes) if bytes.len() as u64 > self.left => {
                let why = format!("the skill has more than {} MiB of texts", MAX_BYTES >> 20);
                self.unread(&path, why);
            }
            Ok(bytes) => {
                self.left -= bytes.len() as u64;
                let found = self.names.find(kind, &path.to_string_lossy(), &bytes);
                self.diagnostics.extend(found.into_iter().map(SkillDiagnostic::of));
            }
            Err(why) => self.unread(&path, why),
        }
    }

    /// The skill is used all the same.
    fn unread(&mut self, path: &Path, why: String) {
        let problem = SkillProblem::Unread { why };
        let diagnostic = SkillDiagnostic::new(&path.to_string_lossy(), Severity::Note, problem);
        self.diagnostics.push(diagnostic);
    }

    /// What a file is, if a model may be told to read it: not a program, which names things of its own, and
    /// not the tools of a server.
    fn kind(&self, entry: &DirEntry) -> Option<FileKind> {
        let path = entry.path();
        match FileKind::in_package(path.strip_prefix(self.folder).ok()?) {
            FileKind::Mcp => None,
            kind @ FileKind::Text => {
                let extension = path.extension()?.to_str()?.to_ascii_lowercase();
                matches!(&*extension, "txt" | "yaml" | "yml").then_some(kind)
            }
            kind => Some(kind),
        }
    }
}
