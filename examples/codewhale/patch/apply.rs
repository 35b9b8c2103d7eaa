//! Puts hunks into a text.

use super::Hunk;

/// The text with the hunks in it, or which of them does not fit.
pub(super) fn apply(text: &str, hunks: &[Hunk]) -> Result<String, String> {
    // The piece after the last line break counts as a line; it is empty where the text ends with one.
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut cursor = 0;
    let mut shift = 0;
    for (at, hunk) in hunks.iter().enumerate() {
        let place = place(&lines, hunk, cursor, shift)
            .map_err(|why| format!("hunk {} of {} does not fit: {why}", at + 1, hunks.len()))?;
        let old_end = place + hunk.old.len();
        lines.splice(place..old_end, hunk.new.iter().map(String::as_str));
        cursor = place + hunk.new.len();
        shift += hunk.new.len().cast_signed() - hunk.old.len().cast_signed();
        let at_end = cursor + 1 == lines.len() && lines[cursor].is_empty();
        if hunk.new_is_open && at_end {
            lines.pop();
        } else if hunk.old_is_open && !hunk.new_is_open && cursor == lines.len() {
            lines.push("");
        }
    }
    Ok(lines.join("\n"))
}

/// The line at which a hunk stands, from 0 on.
fn place(lines: &[&str], hunk: &Hunk, cursor: usize, shift: isize) -> Result<usize, String> {
    let mut from = cursor;
    if let Some(below) = &hunk.below {
        let heading = lines.iter().skip(from).position(|line| line.trim() == below);
        from += heading.ok_or_else(|| format!("no line is `{below}`"))? + 1;
    }
    let last_line = lines.len() - usize::from(lines.last().is_some_and(|line| line.is_empty()));
    let expected = hunk.line.map(|line| (line - 1).saturating_add_signed(shift));
    if hunk.old.is_empty() {
        let end = if hunk.below.is_some() { from } else { last_line };
        return Ok(expected.map_or(end, |line| line.clamp(from, last_line.max(from))));
    }
    let fits = |&at: &usize| hunk.old.iter().zip(&lines[at..]).all(|(old, line)| old == line);
    let starts = from..(lines.len() + 1).saturating_sub(hunk.old.len());
    let nearest = match expected {
        Some(line) => starts.filter(fits).min_by_key(|at| at.abs_diff(line)),
        None => starts.into_iter().find(fits),
    };
    nearest.ok_or_else(|| format!("its lines do not stand in the file, from `{}` on", hunk.old[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunk(line: Option<usize>, old: &[&str], new: &[&str]) -> Hunk {
        let owned = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
        Hunk { line, old: owned(old), new: owned(new), ..Hunk::default() }
    }

    #[test]
    fn the_nearest_place_counts() {
        let text = "x\ny\nx\ny\nx\ny\n";
        let at = |line| apply(text, &[hunk(Some(line), &["x"], &["z"])]).unwrap();
        assert_eq!(at(1), "z\ny\nx\ny\nx\ny\n");
        assert_eq!(at(3), "x\ny\nz\ny\nx\ny\n");
        assert_eq!(at(99), "x\ny\nx\ny\nz\ny\n");
    }

    #[test]
    fn later_hunks_shift_with_earlier_ones() {
        let first = hunk(Some(1), &["a"], &["a", "b", "c"]);
        let second = hunk(Some(2), &["x"], &["y"]);
        assert_eq!(apply("a\nx\nx\n", &[first, second]).unwrap(), "a\nb\nc\ny\nx\n");
    }

    #[test]
    fn lines_are_added_at_every_place() {
        assert_eq!(apply("", &[hunk(Some(1), &[], &["a"])]).unwrap(), "a\n");
        assert_eq!(apply("a\n", &[hunk(Some(1), &[], &["0"])]).unwrap(), "0\na\n");
        assert_eq!(apply("a\nb\n", &[hunk(None, &[], &["c"])]).unwrap(), "a\nb\nc\n");
        let below = Hunk { below: Some("a".into()), ..hunk(None, &[], &["c"]) };
        assert_eq!(apply("  a\nb\n", &[below]).unwrap(), "  a\nc\nb\n");
    }

    #[test]
    fn the_last_line_break_comes_and_goes() {
        let closed = hunk(Some(1), &["a"], &["b"]);
        assert_eq!(apply("a", &[closed]).unwrap(), "b");
        let opens = Hunk { new_is_open: true, ..hunk(Some(1), &["a"], &["b"]) };
        assert_eq!(apply("a\n", &[opens]).unwrap(), "b");
        let ends = Hunk { old_is_open: true, ..hunk(Some(1), &["a"], &["b"]) };
        assert_eq!(apply("a", &[ends]).unwrap(), "b\n");
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let error =
            apply("a\n", &[hunk(None, &["a"], &["b"]), hunk(None, &["c"], &[])]).unwrap_err();
        assert_eq!(
            error,
            "hunk 2 of 2 does not fit: its lines do not stand in the file, from `c` on"
        );
        assert!(apply("a\n", &[hunk(Some(7), &["a", "", "b"], &[])]).is_err());
    }
}
