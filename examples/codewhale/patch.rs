//! `apply_patch`: several places of several files at once, all or nothing.

use std::collections::BTreeMap;
use std::path::PathBuf;

use toolcrib::{State, ToolError, tool};

use crate::Workspace;
use crate::workspace::read_text;

mod apply;
mod parse;

/// A change of one file.
#[derive(Debug, PartialEq, Eq)]
enum FilePatch {
    Add { path: String, text: String },
    Delete { path: String },
    Update { path: String, moved_to: Option<String>, hunks: Vec<Hunk> },
}

/// A place of a file, and what it becomes.
#[derive(Debug, Default, PartialEq, Eq)]
struct Hunk {
    /// The line where a unified diff says that it stands, from 1 on.
    line: Option<usize>,
    /// A line above it, such as a function's first.
    below: Option<String>,
    old: Vec<String>,
    new: Vec<String>,
    /// The last line has no line break, before or after.
    old_is_open: bool,
    new_is_open: bool,
}

/// Change several places or files at once: create, edit, move and delete files. Either all of the patch
/// applies or nothing changes. For one exact replacement use `edit_file`.
#[tool(title = "Apply patch", destructive)]
pub fn apply_patch(
    /// A unified diff, or a patch from `*** Begin Patch` to `*** End Patch` with the sections
    /// `*** Add File: path`, `*** Update File: path` and `*** Delete File: path`.
    patch: &str,
    workspace: State<Workspace>,
) -> Result<String, ToolError> {
    let patches = parse::parse(patch).map_err(ToolError::bad_arguments)?;
    let mut changes = Changes { workspace: &workspace, pending: BTreeMap::new() };
    let mut report = String::new();
    for patch in patches {
        report.push_str(&changes.add(patch)?);
        report.push('\n');
    }
    workspace.commit(&changes.pending)?;
    Ok(report)
}

/// What a patch changes, before any of it is written.
struct Changes<'a> {
    workspace: &'a Workspace,
    /// The text that each file will have; none for one that will be gone.
    pending: BTreeMap<PathBuf, Option<String>>,
}

impl Changes<'_> {
    fn add(&mut self, patch: FilePatch) -> Result<String, ToolError> {
        match patch {
            FilePatch::Add { path, text } => {
                self.create(&path, text)?;
                Ok(format!("A {path}"))
            }
            FilePatch::Delete { path } => {
                self.current(&path)?;
                self.pending.insert(self.workspace.resolve(&path)?, None);
                Ok(format!("D {path}"))
            }
            FilePatch::Update { path, moved_to, hunks } => {
                let text = apply::apply(&self.current(&path)?, &hunks);
                let text =
                    text.map_err(|why| ToolError::bad_arguments(format!("{path}: {why}")))?;
                let from = self.workspace.resolve(&path)?;
                let Some(to) = moved_to.filter(|to| *to != path) else {
                    self.pending.insert(from, Some(text));
                    return Ok(format!("M {path}"));
                };
                self.create(&to, text)?;
                self.pending.insert(from, None);
                Ok(format!("R {path} -> {to}"))
            }
        }
    }

    fn create(&mut self, path: &str, text: String) -> Result<(), ToolError> {
        let full = self.workspace.resolve(path)?;
        let exists = self.pending.get(&full).map_or_else(|| full.exists(), Option::is_some);
        if exists {
            return Err(ToolError::bad_arguments(format!("{path} is there already: update it")));
        }
        self.pending.insert(full, Some(text));
        Ok(())
    }

    /// The text of a file, with what the patch has done to it so far.
    fn current(&self, path: &str) -> Result<String, ToolError> {
        let full = self.workspace.resolve(path)?;
        let text = match self.pending.get(&full) {
            Some(text) => text.clone().ok_or("the patch has deleted it".to_owned()),
            None => read_text(&full).map_err(|error| error.to_string()),
        };
        text.map_err(|why| ToolError::bad_arguments(format!("cannot change {path}: {why}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(
        files: &[(&str, &str)],
        patch: &str,
    ) -> (Result<String, ToolError>, Vec<(String, String)>) {
        let folder = tempfile::tempdir().unwrap();
        let workspace = State(std::sync::Arc::new(Workspace::new(folder.path()).unwrap()));
        for (path, text) in files {
            workspace.write(path, text).unwrap();
        }
        let result = apply_patch(patch, workspace.clone());
        let (found, _) = workspace.walk("").unwrap();
        let files = found.into_iter().filter(|one| !one.is_dir);
        let files = files.map(|one| (one.path.clone(), workspace.read(&one.path).unwrap()));
        (result, files.collect())
    }

    fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn a_patch_with_every_section() {
        let patch = "*** Begin Patch\n*** Add File: c\n+one\n+two\n*** Update File: a\n*** Move to: d\n\
                     @@ fn second\n-  x\n+  y\n*** Delete File: b\n*** End Patch\n";
        let a = "fn first\n  x\nfn second\n  x\n";
        let (result, files) = apply(&[("a", a), ("b", "gone\n")], patch);
        assert_eq!(result.unwrap(), "A c\nR a -> d\nD b\n");
        let expected = [("c", "one\ntwo\n"), ("d", "fn first\n  x\nfn second\n  y\n")];
        assert_eq!(files, owned(&expected));
    }

    #[test]
    fn a_unified_diff_with_every_kind_of_file() {
        let patch = "diff --git a/a b/a\n--- a/a\t2026-01-01\n+++ b/a\n@@ -1,3 +1,3 @@ fn\n one\n-two\n+2\n three\n\
                     @@ -5 +5,2 @@\n-five\n+5\n+5.5\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+hello\n\
                     --- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-bye\n";
        let files = [("a", "one\ntwo\nthree\nfour\nfive\n"), ("old", "bye\n")];
        let (result, files) = apply(&files, patch);
        assert_eq!(result.unwrap(), "M a\nA new\nD old\n");
        let expected = [("a", "one\n2\nthree\nfour\n5\n5.5\n"), ("new", "hello\n")];
        assert_eq!(files, owned(&expected));
    }

    #[test]
    fn one_hunk_that_does_not_fit_and_nothing_changes() {
        let files = [("a", "one\n"), ("b", "two\n")];
        for patch in [
            "*** Begin Patch\n*** Update File: a\n-one\n+1\n*** Add File: c\n+c\n*** Update File: b\n-three\n+3\n*** End Patch",
            "*** Begin Patch\n*** Delete File: a\n*** Delete File: absent\n*** End Patch",
            "*** Begin Patch\n*** Delete File: a\n*** Update File: a\n-one\n+1\n*** End Patch",
            "*** Begin Patch\n*** Update File: a\n-one\n+1\n*** Add File: b\n+b\n*** End Patch",
            "*** Begin Patch\n*** Update File: a\n-one\n+1\n*** Add File: ../c\n+c\n*** End Patch",
            "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-three\n+3\n",
            "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-one\n+1\n--- a/b\n+++ b/b\n@@ -1,9 +1 @@\n-two\n+2\n",
            "not a patch",
            "",
        ] {
            let (result, after) = apply(&files, patch);
            assert!(result.is_err(), "{patch}");
            assert_eq!(after, owned(&files), "{patch}");
        }
    }

    #[test]
    fn a_file_that_is_patched_twice() {
        let patch = "*** Begin Patch\n*** Update File: a\n-1\n+2\n*** Update File: a\n-2\n+3\n*** End Patch";
        assert_eq!(apply(&[("a", "1\n")], patch).1, owned(&[("a", "3\n")]));
    }
}
