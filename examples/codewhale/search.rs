//! Finding things: by content, by name, by structure.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use toolcrib::{State, ToolError, tool};

use crate::Workspace;

/// The longest line that is shown, in characters.
const MAX_LINE: usize = 200;

/// How many lines a map of the project has.
const MAX_MAP: usize = 200;

/// A line that holds what was sought.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Hit {
    /// The file.
    path: String,
    /// The line's number, from 1 on.
    line: usize,
    /// The line.
    text: String,
}

/// Find a text in the content of files. It is taken literally. To find files by name use `file_search`.
#[tool(
    title = "Search content",
    read_only,
    idempotent,
    parallel_safe,
    alias(
        name = "search_text",
        lifecycle = "deprecated",
        remove_in = "1.0.0",
        rename(query = "pattern")
    )
)]
pub fn grep_files(
    /// The text to find.
    pattern: &str,
    /// The folder to look in; the workspace itself where left out.
    #[arg(default)]
    path: &str,
    /// Only files with such a name, where `*` stands for anything: `*.rs`.
    include: Option<String>,
    /// Whether upper and lower case are the same.
    #[arg(default = false)]
    ignore_case: bool,
    /// How many lines to return at most.
    #[arg(default = 100)]
    limit: usize,
    workspace: State<Workspace>,
) -> Result<Vec<Hit>, ToolError> {
    if pattern.is_empty() {
        return Err(ToolError::bad_arguments("`pattern` is empty: it would match every line"));
    }
    let fold = |text: &str| if ignore_case { text.to_lowercase() } else { text.to_owned() };
    let pattern = fold(pattern);
    let (found, _) = workspace.walk(path)?;
    let mut hits = Vec::new();
    for file in found.iter().filter(|one| !one.is_dir) {
        if include.as_deref().is_some_and(|include| !matches(include, name_of(&file.path))) {
            continue;
        }
        // What is no text, or too large, holds nothing that could be shown.
        let Ok(text) = workspace.read(&file.path) else { continue };
        let lines = text.lines().enumerate().filter(|(_, line)| fold(line).contains(&pattern));
        hits.extend(lines.map(|(at, line)| Hit {
            path: file.path.clone(),
            line: at + 1,
            text: line.chars().take(MAX_LINE).collect(),
        }));
        if hits.len() >= limit {
            hits.truncate(limit);
            break;
        }
    }
    Ok(hits)
}

/// Find files by their names, the best matches first. To find a text inside files use `grep_files`.
#[tool(title = "Find files", read_only, idempotent, parallel_safe)]
pub fn file_search(
    /// A part of the name or path, or a name in which `*` stands for anything.
    query: &str,
    /// How many paths to return at most.
    #[arg(default = 50)]
    limit: usize,
    workspace: State<Workspace>,
) -> Result<Vec<String>, ToolError> {
    let query = query.to_lowercase();
    let (found, _) = workspace.walk("")?;
    let files = found.into_iter().filter(|one| !one.is_dir);
    let mut ranked: Vec<_> =
        files.filter_map(|one| Some((rank(&query, &one.path)?, one.path))).collect();
    ranked.sort_unstable();
    Ok(ranked.into_iter().take(limit).map(|(_, path)| path).collect())
}

/// How well a path fits, the best being 0; `None` where it does not.
fn rank(query: &str, path: &str) -> Option<u8> {
    let path = path.to_lowercase();
    let name = name_of(&path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if query.contains('*') {
        return (matches(query, name) || matches(query, &path)).then_some(0);
    }
    match () {
        () if name == query || stem == query => Some(0),
        () if name.starts_with(query) => Some(1),
        () if name.contains(query) => Some(2),
        () if path.contains(query) => Some(3),
        () => None,
    }
}

/// Show the structure of the project: its folders, and how many files of which kind are in each. Start
/// here in a project that is new to you.
#[tool(title = "Map project", read_only, idempotent, parallel_safe)]
pub fn project_map(
    /// The folder to start at; the workspace itself where left out.
    #[arg(default)]
    path: &str,
    /// How many levels of folders to show.
    #[arg(default = 4)]
    depth: usize,
    workspace: State<Workspace>,
) -> Result<String, ToolError> {
    let (found, complete) = workspace.walk(path)?;
    // As the walk writes it: `./a/` is `a`.
    let parts = path.split('/').filter(|part| !matches!(*part, "" | "."));
    let start = parts.collect::<Vec<_>>().join("/");
    let mut folders = BTreeMap::<&str, BTreeMap<&str, usize>>::from([(&*start, BTreeMap::new())]);
    for one in &found {
        if one.is_dir {
            folders.entry(&one.path).or_default();
            continue;
        }
        let folder = one.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let kind = name_of(&one.path).rsplit_once('.').map_or("other", |(_, kind)| kind);
        *folders.entry(folder).or_default().entry(kind).or_default() += 1;
    }
    let top = levels(&start);
    let shown = folders.iter().filter(|(folder, _)| levels(folder) - top <= depth);
    let mut map = String::new();
    for (folder, kinds) in shown.take(MAX_MAP) {
        let indent = "  ".repeat(levels(folder) - top);
        let kinds: Vec<_> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let _ = writeln!(map, "{indent}{}/  {}", name_of(folder), kinds.join(", "));
    }
    if !complete || folders.len() > MAX_MAP {
        map.push_str("… and more\n");
    }
    Ok(map)
}

fn levels(path: &str) -> usize {
    path.split('/').filter(|part| !part.is_empty()).count()
}

fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Whether `name` fits `pattern`, in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut name) = name.strip_prefix(first) else {
        return false;
    };
    let (middle, last) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(at) = name.find(part) else {
            return false;
        };
        name = &name[at + part.len()..];
    }
    name.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, name, fits) in [
            ("*.rs", "a.rs", true),
            ("*.rs", "a.rsx", false),
            ("a*b*c", "a--b--c", true),
            ("a*b*c", "ac", false),
            ("a*a", "a", false),
            ("**", "", true),
            ("*b*", "abc", true),
            ("exact", "exact", true),
            ("exact", "exactly", false),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }

    #[test]
    fn names_come_before_paths() {
        assert_eq!(rank("main", "src/main.rs"), Some(0));
        assert_eq!(rank("main", "src/maintain.rs"), Some(1));
        assert_eq!(rank("main", "src/domain.rs"), Some(2));
        assert_eq!(rank("main", "main/x.rs"), Some(3));
        assert_eq!(rank("main", "x.rs"), None);
    }
}
