//! Reading and writing files.

use serde::Serialize;
use toolcrib::{State, ToolError, tool};

use crate::Workspace;

/// How many lines are read where the call does not say.
const LINES: usize = 500;

/// A part of a file.
#[derive(Debug, Serialize)]
pub struct FilePart {
    /// The number of its first line, from 1 on.
    first_line: usize,
    /// How many lines the file has.
    lines_in_file: usize,
    /// The lines.
    text: String,
}

/// Read a text file of the workspace, or a part of it. Prefer this to `cat`, `head` or `sed` in a shell.
#[tool(title = "Read file", read_only, idempotent, parallel_safe)]
pub fn read_file(
    /// The path, from the workspace's root on.
    path: &str,
    /// The first line to read, from 1 on.
    #[arg(default = 1)]
    first_line: usize,
    /// How many lines to read.
    #[arg(default = 500)]
    lines: usize,
    workspace: State<Workspace>,
) -> Result<FilePart, ToolError> {
    let text = workspace.read(path)?;
    let all: Vec<_> = text.split_inclusive('\n').collect();
    let first = first_line.max(1);
    let part = all.iter().skip(first - 1).take(lines.clamp(1, 4 * LINES));
    Ok(FilePart { first_line: first, lines_in_file: all.len(), text: part.copied().collect() })
}

/// An entry of a folder.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Its path, from the workspace's root on.
    path: String,
    /// `file` or `dir`.
    kind: &'static str,
    /// Its size in bytes, for a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
}

/// List what is directly in a folder of the workspace. For the shape of a whole tree use `project_map`.
#[tool(title = "List folder", read_only, idempotent, parallel_safe)]
pub fn list_dir(
    /// The folder; the workspace itself where left out.
    #[arg(default)]
    path: &str,
    workspace: State<Workspace>,
) -> Result<Vec<Entry>, ToolError> {
    let found = workspace.list(path)?;
    Ok(found
        .into_iter()
        .map(|one| Entry {
            kind: if one.is_dir { "dir" } else { "file" },
            size: (!one.is_dir).then_some(one.size),
            path: one.path,
        })
        .collect())
}

/// Create a file, or replace all of one. To change a part use `edit_file`; to change several places or
/// files at once use `apply_patch`.
#[tool(title = "Write file", destructive, idempotent)]
pub fn write_file(
    /// The path, from the workspace's root on. Missing folders are created.
    path: &str,
    /// The whole text of the file.
    content: &str,
    workspace: State<Workspace>,
) -> Result<String, ToolError> {
    workspace.write(path, content)?;
    Ok(format!("wrote {} bytes to {path}", content.len()))
}

/// Replace an exact text in one file. The text must occur once, unless all of its places are meant.
#[tool(title = "Edit file", destructive)]
pub fn edit_file(
    /// The path, from the workspace's root on.
    path: &str,
    /// The text to replace, as it stands in the file, with its white space.
    search: &str,
    /// The text that takes its place.
    replace: &str,
    /// Replace every occurrence.
    #[arg(default = false)]
    replace_all: bool,
    workspace: State<Workspace>,
) -> Result<String, ToolError> {
    if search.is_empty() {
        return Err(ToolError::bad_arguments("`search` is empty: name the text to replace"));
    }
    let text = workspace.read(path)?;
    let places = text.matches(search).count();
    match places {
        0 => Err(ToolError::bad_arguments(format!("`search` does not occur in {path}"))),
        2.. if !replace_all => Err(ToolError::bad_arguments(format!(
            "`search` occurs {places} times in {path}: give more of the text around the place, or \
             set `replace_all`"
        ))),
        _ => {
            workspace.write(path, &text.replace(search, replace))?;
            Ok(format!("replaced {places} in {path}"))
        }
    }
}

/// Fill in the middle: put a text between two anchors of a file, in place of what stands there now. For
/// a block whose old text is long or not known exactly.
#[tool(title = "Fill in the middle", lifecycle = "deferred", destructive, idempotent)]
pub fn fim_edit(
    /// The path, from the workspace's root on.
    path: &str,
    /// A text that occurs once, and after which the new text goes.
    prefix_anchor: &str,
    /// The text after that, before which the new text ends.
    suffix_anchor: &str,
    /// What is to stand between the anchors.
    middle: &str,
    workspace: State<Workspace>,
) -> Result<String, ToolError> {
    let text = workspace.read(path)?;
    let absent = |anchor| ToolError::bad_arguments(format!("`{anchor}` does not occur in {path}"));
    let [_] = text.matches(prefix_anchor).take(2).collect::<Vec<_>>()[..] else {
        let message = format!("`prefix_anchor` must occur once in {path}");
        return Err(ToolError::bad_arguments(message));
    };
    let start = text.find(prefix_anchor).ok_or_else(|| absent("prefix_anchor"))?;
    let start = start + prefix_anchor.len();
    let end = text[start..].find(suffix_anchor).ok_or_else(|| absent("suffix_anchor"))?;
    let rest = &text[start + end..];
    workspace.write(path, &format!("{}{middle}{rest}", &text[..start]))?;
    Ok(format!("replaced {end} bytes in {path}"))
}

// The reference has a place for deprecated names and none in it. The two of this example, this tool
// and the alias of `grep_files`, are its own, and so is their day of removal.

/// Replace a range of lines.
#[tool(
    lifecycle = "deprecated",
    replacement = edit_file,
    remove_in = "1.0.0",
    note = "line numbers move with every edit",
    destructive
)]
pub fn replace_lines(
    /// The path, from the workspace's root on.
    path: &str,
    /// The first line of the range, from 1 on.
    first: usize,
    /// The last line of the range.
    last: usize,
    /// What takes their place.
    text: &str,
    workspace: State<Workspace>,
) -> Result<String, ToolError> {
    let old = workspace.read(path)?;
    let lines: Vec<_> = old.split_inclusive('\n').collect();
    if first == 0 || first > last || last > lines.len() {
        let message = format!("{path} has the lines 1 to {}, not {first} to {last}", lines.len());
        return Err(ToolError::bad_arguments(message));
    }
    let line_break = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let (before, after) = (lines[..first - 1].concat(), lines[last..].concat());
    workspace.write(path, &format!("{before}{text}{line_break}{after}"))?;
    Ok(format!("replaced the lines {first} to {last} of {path}"))
}
