//! From the text of a patch to what it asks for.

use std::iter::Peekable;
use std::str::Lines;

use super::{FilePatch, Hunk};

type Input<'a> = Peekable<Lines<'a>>;

/// Reads a patch of either form.
pub(super) fn parse(patch: &str) -> Result<Vec<FilePatch>, String> {
    let mut lines = patch.trim_start().lines().peekable();
    let patches = if lines.next_if(|line| line.trim_end() == "*** Begin Patch").is_some() {
        sections(&mut lines)?
    } else {
        unified(&mut lines)?
    };
    if patches.is_empty() {
        return Err(
            "the patch changes nothing: begin it with `*** Begin Patch`, or write a unified \
                    diff with `---`, `+++` and `@@` lines"
                .into(),
        );
    }
    Ok(patches)
}

fn sections(lines: &mut Input<'_>) -> Result<Vec<FilePatch>, String> {
    let mut patches = Vec::new();
    while let Some(line) = lines.next() {
        let line = line.trim_end();
        if line == "*** End Patch" {
            return Ok(patches);
        } else if let Some(path) = line.strip_prefix("*** Add File: ") {
            let mut text = String::new();
            while let Some(line) = lines.next_if(|line| line.starts_with('+')) {
                text.push_str(&line[1..]);
                text.push('\n');
            }
            patches.push(FilePatch::Add { path: path.into(), text });
        } else if let Some(path) = line.strip_prefix("*** Delete File: ") {
            patches.push(FilePatch::Delete { path: path.into() });
        } else if let Some(path) = line.strip_prefix("*** Update File: ") {
            let moved = lines.next_if(|line| line.starts_with("*** Move to: "));
            let moved_to = moved.map(|line| line["*** Move to: ".len()..].trim_end().to_owned());
            let hunks = section_hunks(lines)?;
            patches.push(FilePatch::Update { path: path.into(), moved_to, hunks });
        } else if !line.is_empty() {
            return Err(format!(
                "expected a section such as `*** Update File: path`, not `{line}`"
            ));
        }
    }
    Err("the patch has no `*** End Patch`".into())
}

fn section_hunks(lines: &mut Input<'_>) -> Result<Vec<Hunk>, String> {
    let mut hunks = Vec::<Hunk>::new();
    while let Some(line) = lines.next_if(|line| !line.starts_with("*** ") || is_end(line)) {
        if is_end(line) {
            continue;
        }
        if let Some(heading) = line.strip_prefix("@@") {
            let heading = heading.trim();
            let below = (!heading.is_empty()).then(|| heading.to_owned());
            hunks.push(Hunk { below, ..Hunk::default() });
            continue;
        }
        if hunks.is_empty() {
            hunks.push(Hunk::default());
        }
        let hunk = hunks.last_mut().expect("there is one now");
        hunk.add(line)?;
    }
    Ok(hunks)
}

fn is_end(line: &str) -> bool {
    line.trim_end() == "*** End of File"
}

fn unified(lines: &mut Input<'_>) -> Result<Vec<FilePatch>, String> {
    let mut patches = Vec::new();
    while let Some(line) = lines.next() {
        let Some(old) = line.strip_prefix("--- ") else {
            if line.starts_with("@@") {
                return Err("a hunk stands before the `---` and `+++` lines of its file".into());
            }
            // `diff`, `index` and whatever else stands between files.
            continue;
        };
        let new = lines.next().and_then(|line| line.strip_prefix("+++ "));
        let new = new.ok_or_else(|| format!("no `+++` line follows `--- {old}`"))?;
        let mut hunks = Vec::new();
        while let Some(header) = lines.next_if(|line| line.starts_with("@@")) {
            hunks.push(unified_hunk(header, lines)?);
        }
        patches.push(match (path(old, "a/"), path(new, "b/")) {
            (None, None) => return Err("a file is `/dev/null` on both sides".into()),
            (None, Some(path)) => FilePatch::Add { path, text: text(&hunks) },
            (Some(path), None) => FilePatch::Delete { path },
            (Some(path), Some(new)) => {
                let moved_to = (new != path).then_some(new);
                FilePatch::Update { path, moved_to, hunks }
            }
        });
    }
    Ok(patches)
}

/// The path of a `---` or `+++` line: without `a/` or `b/`, and without the time that may follow.
fn path(written: &str, prefix: &str) -> Option<String> {
    let path = written.split('\t').next().unwrap_or(written).trim_end();
    (path != "/dev/null").then(|| path.strip_prefix(prefix).unwrap_or(path).to_owned())
}

/// The text of a new file.
fn text(hunks: &[Hunk]) -> String {
    let lines: Vec<_> = hunks.iter().flat_map(|hunk| &hunk.new).map(String::as_str).collect();
    let open = lines.is_empty() || hunks.iter().any(|hunk| hunk.new_is_open);
    lines.join("\n") + if open { "" } else { "\n" }
}

fn unified_hunk(header: &str, lines: &mut Input<'_>) -> Result<Hunk, String> {
    let wrong = || format!("cannot read `{header}`: write `@@ -line,count +line,count @@`");
    let mut words = header.split_whitespace().skip(1);
    let mut range = |sign| {
        let word = words.next()?.strip_prefix(sign)?;
        let (line, count) = word.split_once(',').unwrap_or((word, "1"));
        Some((line.parse::<usize>().ok()?, count.parse::<usize>().ok()?))
    };
    let (line, old) = range('-').ok_or_else(wrong)?;
    let (_, new) = range('+').ok_or_else(wrong)?;
    // A hunk that only adds names the line after which it stands.
    let line = if old == 0 { line + 1 } else { line };
    let mut hunk = Hunk { line: Some(line), ..Hunk::default() };
    while hunk.old.len() < old || hunk.new.len() < new {
        let ended = || format!("`{header}` counts more lines than follow it");
        hunk.add(lines.next().ok_or_else(ended)?)?;
    }
    if hunk.old.len() > old || hunk.new.len() > new {
        return Err(format!("`{header}` counts fewer lines than follow it"));
    }
    while let Some(line) = lines.next_if(|line| line.starts_with('\\')) {
        hunk.add(line)?;
    }
    Ok(hunk)
}

impl Hunk {
    /// Adds a line of the hunk's body.
    fn add(&mut self, line: &str) -> Result<(), String> {
        match line.split_at_checked(1) {
            Some(("-", rest)) => self.old.push(rest.into()),
            Some(("+", rest)) => self.new.push(rest.into()),
            Some((" ", rest)) => {
                self.old.push(rest.into());
                self.new.push(rest.into());
            }
            // The space of an empty line gets lost easily.
            None if line.is_empty() => {
                self.old.push(String::new());
                self.new.push(String::new());
            }
            Some(("\\", _)) => {
                // About the line before: of both sides where it is the same there.
                self.old_is_open |= self.new.is_empty() || self.old.last() == self.new.last();
                self.new_is_open |= !self.new.is_empty();
            }
            _ => {
                return Err(format!(
                    "a line of a hunk begins with ` `, `-` or `+`, not as `{}` does",
                    line.escape_debug()
                ));
            }
        }
        Ok(())
    }
}
