//! The entries of a list of tools, in all the ways in which people write one.

/// A name in a list of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry<'a> {
    /// The name, without arguments: `Bash` of `Bash(git:*)`.
    pub(crate) name: &'a str,
    /// The whole of it.
    pub(crate) written: &'a str,
    /// Where the name begins in the text of the list.
    at: usize,
}

/// The entries of a text: parted by commas or blanks that are not within brackets.
pub(crate) fn entries(text: &str) -> impl Iterator<Item = Entry<'_>> {
    let mut depth = 0_usize;
    let parts = text.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (c == ',' || c.is_whitespace())
    });
    parts.filter_map(move |part| entry(part, part.as_ptr().addr() - text.as_ptr().addr()))
}

/// The text as one entry, whatever it holds.
pub(super) fn whole(text: &str) -> Option<Entry<'_>> {
    let name = text.trim();
    let at = text.len() - text.trim_start().len();
    (!name.is_empty()).then_some(Entry { name, written: name, at })
}

/// The one entry of a permission rule: everything before its bracket.
pub(super) fn rule(text: &str) -> Option<Entry<'_>> {
    entry(text, 0)
}

fn entry(text: &str, at: usize) -> Option<Entry<'_>> {
    let name = text.split('(').next().unwrap_or(text);
    let within = name.trim_start_matches(|c: char| c.is_whitespace() || "\"'`!".contains(c));
    let at = at + name.len() - within.len();
    let name = within.trim_end_matches(|c: char| c.is_whitespace() || "\"'`".contains(c));
    (!name.is_empty()).then_some(Entry { name, written: text.trim(), at })
}

/// Whether a name fits a pattern in which `*` stands for any text.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let (Some(mut name), Some((middle, last))) =
        (name.strip_prefix(first), rest.rsplit_once('*').map_or(Some(("", rest)), Some))
    else {
        return false;
    };
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
    fn all_ways_of_writing() {
        let names = |text| entries(text).map(|entry| (entry.name, entry.at)).collect::<Vec<_>>();
        assert_eq!(
            names("Bash(git add:*), Read Write,mcp__a__b"),
            [("Bash", 0), ("Read", 17), ("Write", 22), ("mcp__a__b", 28)]
        );
        assert_eq!(names(" \"*\" , !exec "), [("*", 2), ("exec", 8)]);
        assert_eq!(names("Bash(a (b) c, d) Read"), [("Bash", 0), ("Read", 17)]);
        assert_eq!(names("Bash(never closed, Read"), [("Bash", 0)]);
        assert_eq!(names("a)b c"), [("a)b", 0), ("c", 4)]);
        assert_eq!(names(" ,, ()"), []);
        assert_eq!(rule("Bash(git commit, push)").map(|entry| entry.name), Some("Bash"));
    }

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, name, does) in [
            ("*", "a", true),
            ("agent_*", "agent_wait", true),
            ("agent_*", "agent", false),
            ("*_wait", "agent_wait", true),
            ("a*t*t", "agent_wait", true),
            ("a*t*t", "at", false),
            ("a**t", "at", true),
            ("ab*ba", "aba", false),
            ("*wait*", "agent_wait", true),
        ] {
            assert_eq!(fits(pattern, name), does, "{pattern} {name}");
        }
    }
}
