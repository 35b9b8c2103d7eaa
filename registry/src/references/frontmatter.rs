//! The part before a Markdown body, between two lines of `---`.

use super::tree::{Fault, Tree, Value};
use super::yaml;

/// The longest frontmatter that is read, in bytes.
const MAX_FRONTMATTER: usize = 64 << 10;

/// How a file is divided.
#[derive(Debug)]
pub(crate) struct Frontmatter {
    /// Where the body begins.
    pub(crate) body: usize,
    /// What is read of it; none where the file has no frontmatter.
    pub(crate) tree: Option<Result<Tree, Fault>>,
    /// Why it was no YAML before it was mended.
    pub(crate) mended: Option<Fault>,
}

/// The part of a file that may hold its frontmatter and its last line.
pub(crate) fn head(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(MAX_FRONTMATTER + 4096)]
}

/// Reads the frontmatter of a file without byte order mark. Places are those of the file.
///
/// A colon within an unquoted value (`description: Use when: ..`) is no YAML, and common all the same:
/// it is taken as part of the value, as the specification's guide for clients asks.
pub(crate) fn read(text: &str) -> Frontmatter {
    let Some((first, start)) = line(text, 0).filter(|(first, _)| is_fence(first)) else {
        return Frontmatter { body: 0, tree: None, mended: None };
    };
    let mut at = start;
    let end = loop {
        match line(text, at) {
            Some((found, next)) if is_fence(found) => {
                let (tree, mended) = match tree(&text[start..at], start) {
                    Ok((tree, mended)) => (Ok(tree), mended),
                    Err(fault) => (Err(fault), None),
                };
                return Frontmatter { body: next, tree: Some(tree), mended };
            }
            Some((_, next)) if next - start <= MAX_FRONTMATTER => at = next,
            Some(_) => break format!("it has more than {} KiB", MAX_FRONTMATTER >> 10),
            None => break "it does not end: close it with a line of `---`".to_owned(),
        }
    };
    let fault = Fault::new(0, end);
    Frontmatter { body: first.len(), tree: Some(Err(fault)), mended: None }
}

/// The line at a place without its break, and where the next one begins; none at the end.
fn line(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
    let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let ends = if rest[len..].starts_with("\r\n") { 2 } else { 1 };
    Some((&rest[..len], text.len().min(at + len + ends)))
}

fn is_fence(line: &str) -> bool {
    line.strip_prefix("---").is_some_and(|rest| rest.trim_matches([' ', '\t']).is_empty())
}

/// Reads `yaml`, which begins at a place of the file; as it stands, or else mended.
fn tree(yaml: &str, start: usize) -> Result<(Tree, Option<Fault>), Fault> {
    let moved = |fault: Fault| Fault { at: fault.at + start, ..fault };
    let (mut tree, fault) = match yaml::read(yaml) {
        Ok(tree) => (tree, None),
        Err(fault) => match mend(yaml) {
            Some(mended) => (mended.map_err(|_| moved(fault.clone()))?, Some(moved(fault))),
            None => return Err(moved(fault)),
        },
    };
    for node in tree.nodes_mut() {
        node.range = node.range.start + start..node.range.end + start;
    }
    Ok((tree, fault))
}

/// Reads `yaml` with another character for each colon within an unquoted value of the outermost mapping,
/// and puts the colons back into what is read. None where there is no such colon.
fn mend(yaml: &str) -> Option<Result<Tree, Fault>> {
    let mut colons = Vec::new();
    let mut at = 0;
    let mut within = false;
    while let Some((text, next)) = line(yaml, at) {
        let from = if text.starts_with([' ', '\t']) {
            within.then_some(0)
        } else {
            let value = value_of(text);
            within = value.is_some();
            value
        };
        if let Some(from) = from {
            let found = text[from..].match_indices(':').map(|(colon, _)| from + colon);
            colons
                .extend(found.filter(|colon| ends_key(&text[colon + 1..])).map(|colon| at + colon));
        }
        at = next;
    }
    if colons.is_empty() {
        return None;
    }
    let mut mended = yaml.as_bytes().to_vec();
    for colon in &colons {
        mended[*colon] = b';';
    }
    let mended = String::from_utf8(mended).ok()?;
    let tree = yaml::read(&mended).map(|mut tree| {
        for node in tree.nodes_mut() {
            let first = colons.partition_point(|colon| *colon < node.range.start);
            if let Value::Scalar { text, .. } = &mut node.value
                && colons.get(first).is_some_and(|colon| *colon < node.range.end)
                && let Some(written) = yaml.get(node.range.clone())
            {
                let lines: Vec<_> = written.split(['\n', '\r']).map(str::trim).collect();
                lines.join(" ").trim().clone_into(text);
            }
        }
        tree
    });
    Some(tree)
}

/// Where an unquoted value begins in a line `key: value`.
fn value_of(line: &str) -> Option<usize> {
    let (key, value) = line.split_once(": ")?;
    let is_key =
        !key.is_empty() && key.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c));
    let spaces = value.len() - value.trim_start().len();
    let is_plain = !value.trim_start().starts_with(|c| "\"'[{&*!|>%@`#".contains(c));
    (is_key && is_plain).then_some(key.len() + 2 + spaces)
}

/// Whether a colon before this is that of a key.
fn ends_key(after: &str) -> bool {
    after.is_empty() || after.starts_with([' ', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(text: &str) -> Option<String> {
        let read = read(text);
        let tree = read.tree?.ok()?;
        let node = tree.get("description")?;
        assert!(text[tree.node(node).range.clone()].contains(tree.text(node)?.split(' ').next()?));
        Some(tree.text(node)?.to_owned())
    }

    #[test]
    fn it_stands_between_two_lines() {
        let read_to = |text: &str| {
            let read = read(text);
            let state = match &read.tree {
                None => "none",
                Some(Ok(_)) => "read",
                Some(Err(_)) => "unreadable",
            };
            (state, text[read.body..].to_owned())
        };
        assert_eq!(read_to("---\na: b\n---\nbody\n---\n"), ("read", "body\n---\n".into()));
        assert_eq!(read_to("--- \r\na: b\r\n---\t\r\nbody"), ("read", "body".into()));
        assert_eq!(read_to("---\ra: b\r---\rbody"), ("read", "body".into()));
        assert_eq!(read_to("---\n---"), ("read", String::new()));
        assert_eq!(read_to("---\na: b\n--- x\n").0, "unreadable");
        assert_eq!(read_to("---\na: [\n---\nbody"), ("unreadable", "body".into()));
        for none in ["", "a\n---\n", "\n---\n---\n", "----\n---\n", "-"] {
            assert_eq!(read_to(none), ("none", none.into()));
        }
        assert_eq!(read_to("---").0, "unreadable");
    }

    #[test]
    fn a_colon_in_an_unquoted_value_is_mended() {
        let text =
            "---\nname: a\ndescription: Use when: the user asks\n  for this: that\nx: [a]\n---\n";
        assert_eq!(description(text).unwrap(), "Use when: the user asks for this: that");
        assert!(read(text).mended.unwrap().at > 4);
        assert_eq!(description("---\ndescription: Note:\n---\n").unwrap(), "Note:");
        assert!(description("---\ndescription: a: b\ny: [\n---\n").is_none());
        assert!(description("---\ndescription: [a: b\n---\n").is_none());
        let fine = "---\ndescription: \"a: b\"\n---\n";
        assert_eq!(description(fine).unwrap(), "a: b");
        assert!(read(fine).mended.is_none());
    }

    #[test]
    fn length_is_bounded() {
        let long = format!("---\n{}---\n", "a: b\n".repeat(20_000));
        assert!(read(&long).tree.unwrap().unwrap_err().why.contains("64 KiB"));
        let one_line = format!("---\n{}", "x".repeat(10 << 20));
        assert!(read(&one_line).tree.unwrap().is_err());
    }
}
