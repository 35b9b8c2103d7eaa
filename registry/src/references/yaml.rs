//! YAML with places: the only file that knows `granit-parser`.

use granit_parser::{Event, Parser, ScalarStyle, ScanError};

use super::tree::{Fault, Holder, MAX_DEPTH, Role, Tree, Value};

/// Reads the first document of a YAML text. A key that is not a scalar has no text.
pub(super) fn read(text: &str) -> Result<Tree, Fault> {
    let options = granit_parser::options! {
        flow_nesting_limit: MAX_DEPTH,
        block_nesting_limit: MAX_DEPTH,
        emit_unresolved_aliases: true,
    };
    let mut builder = Builder::default();
    for event in Parser::new_from_str_with_options(text, options) {
        let (event, span) = event.map_err(|error| fault(&error))?;
        // A parser of a text has a place for each event.
        let range = span.byte_range().unwrap_or_default();
        let end = range.end;
        match event {
            Event::Scalar(scalar, style, anchor, _) => {
                let is_string = style != ScalarStyle::Plain;
                let value = Value::Scalar { text: scalar.into_owned(), is_string };
                builder.push(value, range, anchor)?;
            }
            Event::Alias(anchor) => {
                let target = builder.anchored(anchor);
                let value = target.map_or_else(nothing, Value::Alias);
                builder.push(value, range, 0)?;
            }
            Event::UnresolvedAlias(_) => {
                builder.push(nothing(), range, 0)?;
            }
            Event::SequenceStart(_, anchor, _) => builder.open(Value::List, range, anchor)?,
            Event::MappingStart(_, anchor, _) => builder.open(Value::Map, range, anchor)?,
            Event::SequenceEnd | Event::MappingEnd => builder.close(end),
            Event::DocumentEnd => break,
            _ => {}
        }
    }
    Ok(builder.tree)
}

fn nothing() -> Value {
    Value::Scalar { text: String::new(), is_string: false }
}

fn fault(error: &ScanError) -> Fault {
    let why = error.kind().to_string();
    Fault::new(error.marker().byte_offset().unwrap_or_default(), why)
}

#[derive(Default)]
struct Builder {
    tree: Tree,
    /// What is not yet closed, and for a mapping, the key whose value comes next.
    open: Vec<(usize, Option<usize>)>,
    /// From an anchor to its node.
    anchors: Vec<(usize, usize)>,
}

impl Builder {
    fn push(
        &mut self,
        value: Value,
        range: std::ops::Range<usize>,
        anchor: usize,
    ) -> Result<usize, Fault> {
        let holder = self.open.last().map(|&(node, key)| {
            let role = match (&self.tree.node(node).value, key) {
                (Value::Map, None) => Role::Key,
                (Value::Map, Some(key)) => Role::Member(key),
                _ => Role::Item,
            };
            Holder { node, role }
        });
        let node = self.tree.push(value, range, holder)?;
        if let (Some((_, key)), Some(Holder { role, .. })) = (self.open.last_mut(), holder) {
            *key = matches!(role, Role::Key).then_some(node);
        }
        if anchor != 0 {
            self.anchors.push((anchor, node));
        }
        Ok(node)
    }

    fn open(
        &mut self,
        value: Value,
        range: std::ops::Range<usize>,
        anchor: usize,
    ) -> Result<(), Fault> {
        let node = self.push(value, range, anchor)?;
        self.open.push((node, None));
        Ok(())
    }

    fn close(&mut self, end: usize) {
        if let Some((node, _)) = self.open.pop() {
            self.tree.nodes_mut()[node].range.end = end;
        }
    }

    /// The node of an anchor. Anchors are numbered as they come.
    fn anchored(&self, anchor: usize) -> Option<usize> {
        let at = self.anchors.binary_search_by_key(&anchor, |(anchor, _)| *anchor).ok()?;
        Some(self.anchors[at].1)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn scalars(text: &str) -> Vec<(String, String, String)> {
        let tree = read(text).unwrap();
        let written = |at: usize| {
            let keys: Vec<_> = tree.keys(at).map(str::to_owned).collect();
            let range = tree.node(at).range.clone();
            Some((keys.join("<"), tree.text(at)?.to_owned(), text[range].to_owned()))
        };
        tree.nodes().filter(|(_, node)| !node.is_key).filter_map(|(at, _)| written(at)).collect()
    }

    #[test]
    fn values_have_their_places() {
        let text = "a: é x\nb: [\"q\\n\", 'r']\nc:\n  - s: t\n  -   u\nd: >-\n  one\n  two\ne: |\n  l\n\nf:\n";
        let expected = [
            ("a", "é x", "é x"),
            ("b", "q\n", "\"q\\n\""),
            ("b", "r", "'r'"),
            ("s<c", "t", "t"),
            ("c", "u", "u"),
            ("d", "one two", ""),
            ("e", "l\n", ""),
            ("f", "", ""),
        ];
        let found = scalars(text);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (found, expected) in found.iter().zip(expected) {
            assert_eq!((&*found.0, found.1.trim_start_matches('~')), (expected.0, expected.1));
            if !expected.2.is_empty() {
                assert_eq!(found.2, expected.2);
            }
        }
        assert!(found[5].2.contains("one\n  two"), "{:?}", found[5].2);
    }

    #[test]
    fn aliases_are_not_unfolded() {
        let mut bomb = "a0: &a0 [x]\n".to_owned();
        for n in 1..40 {
            let nine = vec![format!("*a{}", n - 1); 9].join(", ");
            writeln!(bomb, "a{n}: &a{n} [{nine}]").unwrap();
        }
        assert!(read(&bomb).unwrap().nodes().count() < 1000);
        let tree = read("a: &self [*self]\nb: *self\nc: *none\n").unwrap();
        let b = tree.get("b").unwrap();
        assert_eq!(tree.get("a"), Some(b));
    }

    #[test]
    fn depth_is_bounded() {
        for bomb in
            ["[".repeat(60_000), "{a: ".repeat(15_000), "- ".repeat(30_000), "? ".repeat(30_000)]
        {
            assert!(read(&bomb).is_err());
        }
    }
}
