//! The folder that an agent works in, and the only one that its file tools reach.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use toolcrib::ToolError;

/// The largest file that is read into memory, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// How many files and folders a walk visits.
const MAX_VISITED: usize = 5_000;

/// A folder that no path of a call can leave.
///
/// Absolute paths, `..` and symbolic links are refused. This is a fence for a well-meaning model and
/// no sandbox: a shell command runs with the rights of the program, and could replace a folder by a
/// link between the check and the use. Whoever needs more puts the whole program in a container.
#[derive(Debug)]
pub struct Workspace {
    root: PathBuf,
}

/// What a walk finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The path from the workspace's root on, with `/`.
    pub path: String,
    /// Whether it is a folder.
    pub is_dir: bool,
    /// Its size in bytes; 0 for a folder.
    pub size: u64,
}

impl Workspace {
    /// The folder `root`, which must exist.
    ///
    /// # Errors
    ///
    /// Where there is no such folder.
    pub fn new(root: impl AsRef<Path>) -> io::Result<Self> {
        let root = root.as_ref().canonicalize()?;
        if !root.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotADirectory));
        }
        Ok(Self { root })
    }

    /// The folder.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The place that `path` stands for. It need not exist.
    ///
    /// # Errors
    ///
    /// Denied, where `path` would leave the workspace.
    pub fn resolve(&self, path: &str) -> Result<PathBuf, ToolError> {
        let denied = |why| ToolError::denied(format!("`{}` {why}", path.escape_debug()));
        let mut full = self.root.clone();
        for component in Path::new(path).components() {
            match component {
                Component::CurDir => {}
                Component::Normal(part) => {
                    full.push(part);
                    if full.is_symlink() {
                        return Err(denied("leads through a symbolic link"));
                    }
                }
                Component::ParentDir => return Err(denied("has `..` in it")),
                Component::RootDir | Component::Prefix(_) => {
                    return Err(denied("is absolute; paths start at the workspace's root"));
                }
            }
        }
        Ok(full)
    }

    /// The text of a file.
    ///
    /// # Errors
    ///
    /// Where the path is refused, or there is no text file of a bearable size.
    pub fn read(&self, path: &str) -> Result<String, ToolError> {
        read_text(&self.resolve(path)?).map_err(|error| about("read", path, &error))
    }

    /// Writes a file, and the folders above it.
    ///
    /// # Errors
    ///
    /// Where the path is refused, or cannot be written.
    pub fn write(&self, path: &str, text: &str) -> Result<(), ToolError> {
        self.commit(&BTreeMap::from([(self.resolve(path)?, Some(text.to_owned()))]))
    }

    /// Writes and deletes files, all or none. The paths come from [`resolve`](Self::resolve).
    ///
    /// # Errors
    ///
    /// Where one of them cannot be written; the others are as before then.
    pub fn commit(&self, changes: &BTreeMap<PathBuf, Option<String>>) -> Result<(), ToolError> {
        let mut undo = Vec::new();
        for (path, text) in changes {
            let done = change(path, text.as_deref(), &mut undo);
            if let Err(error) = done {
                undo.into_iter().rev().for_each(Undo::run);
                return Err(about("change", &self.shown(path), &error));
            }
        }
        Ok(())
    }

    /// What is directly in the folder `path`, files first, sorted by name. Links are left out, and so is
    /// `.git`.
    ///
    /// # Errors
    ///
    /// Where the path is refused, or is no folder.
    pub fn list(&self, path: &str) -> Result<Vec<Found>, ToolError> {
        let folder = self.resolve(path)?;
        let entries = fs::read_dir(&folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.map_err(|error| about("list", path, &error))?;
        let found = entries.into_iter().filter_map(|entry| {
            let kind = entry.file_type().ok()?;
            let is_dir = kind.is_dir() && entry.file_name() != ".git";
            if !is_dir && !kind.is_file() {
                return None;
            }
            let size = if is_dir { 0 } else { entry.metadata().ok()?.len() };
            Some(Found { path: self.shown(&entry.path()), is_dir, size })
        });
        let mut found: Vec<_> = found.collect();
        found.sort_unstable_by(|a, b| (a.is_dir, &a.path).cmp(&(b.is_dir, &b.path)));
        Ok(found)
    }

    /// Everything below the folder `path`, each folder before what is in it. The flag says whether the
    /// walk came to its end.
    ///
    /// # Errors
    ///
    /// Where the path is refused, or is no folder.
    pub fn walk(&self, path: &str) -> Result<(Vec<Found>, bool), ToolError> {
        let mut found = Vec::new();
        let mut next = self.list(path)?;
        next.reverse();
        while let Some(one) = next.pop() {
            if found.len() == MAX_VISITED {
                return Ok((found, false));
            }
            if one.is_dir {
                // A folder that cannot be read is shown, and nothing of what is in it.
                next.extend(self.list(&one.path).unwrap_or_default().into_iter().rev());
            }
            found.push(one);
        }
        Ok((found, true))
    }

    /// A place as a path of a call: what a model may know of it.
    fn shown(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.root).unwrap_or(path);
        let parts = inside.components().map(|part| part.as_os_str().to_string_lossy());
        parts.collect::<Vec<_>>().join("/")
    }
}

fn about(what: &str, path: &str, error: &io::Error) -> ToolError {
    ToolError::failed(format!("cannot {what} `{}`: {error}", path.escape_debug()))
}

/// The text of a regular file: a pipe or a device would never end.
pub(crate) fn read_text(path: &Path) -> io::Result<String> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut text = String::new();
    fs::File::open(path)?.take(MAX_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE {
        return Err(io::Error::other(format!("it is larger than {MAX_FILE} bytes")));
    }
    Ok(text)
}

/// How one step of a commit is taken back.
enum Undo {
    Write(PathBuf, Vec<u8>),
    Remove(PathBuf),
    RemoveDir(PathBuf),
}

impl Undo {
    /// As well as it goes: the first error is the one that is told.
    fn run(self) {
        let _ = match self {
            Self::Write(path, bytes) => fs::write(path, bytes),
            Self::Remove(path) => fs::remove_file(path),
            Self::RemoveDir(path) => fs::remove_dir(path),
        };
    }
}

fn change(path: &Path, text: Option<&str>, undo: &mut Vec<Undo>) -> io::Result<()> {
    let before = match fs::read(path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let Some(text) = text else {
        fs::remove_file(path)?;
        undo.extend(before.map(|bytes| Undo::Write(path.to_owned(), bytes)));
        return Ok(());
    };
    let missing = path.ancestors().skip(1).take_while(|folder| !folder.exists());
    for folder in missing.collect::<Vec<_>>().into_iter().rev() {
        fs::create_dir(folder)?;
        undo.push(Undo::RemoveDir(folder.to_owned()));
    }
    // Before the write: one that fails half-way has to be taken back as well.
    undo.push(match before {
        Some(bytes) => Undo::Write(path.to_owned(), bytes),
        None => Undo::Remove(path.to_owned()),
    });
    fs::write(path, text)
}

#[cfg(test)]
mod tests {
    use toolcrib::FailureKind;

    use super::*;

    fn workspace() -> (tempfile::TempDir, Workspace) {
        let folder = tempfile::tempdir().unwrap();
        let workspace = Workspace::new(folder.path()).unwrap();
        (folder, workspace)
    }

    #[test]
    fn no_path_leaves_it() {
        let (_folder, workspace) = workspace();
        workspace.write("a/b.txt", "inside").unwrap();
        for path in ["/etc/passwd", "..", "../x", "a/../../x", "a/..", "./../x", "a/b.txt/../../.."]
        {
            assert_eq!(workspace.resolve(path).unwrap_err().kind(), FailureKind::Denied, "{path}");
            assert_eq!(
                workspace.write(path, "").unwrap_err().kind(),
                FailureKind::Denied,
                "{path}"
            );
        }
        for path in ["", ".", "a", "./a/b.txt", "a//b.txt", "new/deep/file", "..a", "a.."] {
            let full = workspace.resolve(path).unwrap();
            assert!(full.starts_with(workspace.root()), "{path}");
        }
        assert_eq!(workspace.read("a/b.txt").unwrap(), "inside");
    }

    #[cfg(unix)]
    #[test]
    fn no_link_is_followed() {
        use std::os::unix::fs::symlink;

        let (_folder, workspace) = workspace();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret"), "secret").unwrap();
        symlink(outside.path(), workspace.root().join("folder")).unwrap();
        symlink(outside.path().join("secret"), workspace.root().join("file")).unwrap();
        symlink(outside.path().join("absent"), workspace.root().join("dangling")).unwrap();
        for path in ["folder", "folder/secret", "folder/new", "file", "dangling"] {
            assert_eq!(workspace.read(path).unwrap_err().kind(), FailureKind::Denied, "{path}");
            assert_eq!(
                workspace.write(path, "x").unwrap_err().kind(),
                FailureKind::Denied,
                "{path}"
            );
            assert_eq!(workspace.walk(path).unwrap_err().kind(), FailureKind::Denied, "{path}");
        }
        assert_eq!(workspace.walk("").unwrap(), (vec![], true));
        assert_eq!(fs::read_to_string(outside.path().join("secret")).unwrap(), "secret");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_commit_is_all_or_nothing() {
        let (_folder, workspace) = workspace();
        workspace.write("a", "old a").unwrap();
        workspace.write("b", "old b").unwrap();
        let at = |path| workspace.resolve(path).unwrap();
        let changes = BTreeMap::from([
            (at("a"), Some("new a".to_owned())),
            (at("b"), None),
            (at("c/d/e"), Some("new".to_owned())),
            // Last in order, and impossible: it is not there.
            (at("c/f"), None),
        ]);
        assert!(workspace.commit(&changes).is_err());
        let (found, _) = workspace.walk("").unwrap();
        assert_eq!(found.iter().map(|one| &*one.path).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(workspace.read("a").unwrap(), "old a");
        assert_eq!(workspace.read("b").unwrap(), "old b");
    }

    #[test]
    fn only_files_of_bearable_size_are_read() {
        let (_folder, workspace) = workspace();
        workspace.write("large", &"x".repeat(1 + (1 << 20))).unwrap();
        workspace.write("just", &"x".repeat(1 << 20)).unwrap();
        assert!(workspace.read("large").unwrap_err().to_string().contains("larger than"));
        assert!(workspace.read("just").is_ok());
        assert!(workspace.read("").unwrap_err().to_string().contains("not a file"));
    }

    #[test]
    fn a_walk_is_sorted_and_shows_no_root() {
        let (_folder, workspace) = workspace();
        for path in ["z", "b/2", "b/1", "a/deep/x", ".git/config"] {
            workspace.write(path, "12").unwrap();
        }
        let (found, complete) = workspace.walk("").unwrap();
        let paths: Vec<_> = found.iter().map(|one| &*one.path).collect();
        assert_eq!(paths, ["z", "a", "a/deep", "a/deep/x", "b", "b/1", "b/2"]);
        assert!(complete);
    }
}
