//! JSON with places: `serde_json` reads it, one level at a time, and what it has not yet read is a
//! slice of the text.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::tree::{Fault, Holder, MAX_DEPTH, Role, Tree, Value};

/// The longest JSON text that is read, in bytes.
const MAX_JSON: usize = 1 << 20;

/// Reads a JSON text.
pub(super) fn read(text: &str) -> Result<Tree, Fault> {
    if text.len() > MAX_JSON {
        return Err(Fault::new(0, format!("it has more than {} KiB", MAX_JSON >> 10)));
    }
    let root: &RawValue = serde_json::from_str(text).map_err(|error| fault(text, &error))?;
    let mut reader = Reader { text, tree: Tree::default() };
    reader.value(root, None, 0)?;
    Ok(reader.tree)
}

struct Reader<'a> {
    text: &'a str,
    tree: Tree,
}

impl<'a> Reader<'a> {
    fn value(
        &mut self,
        raw: &'a RawValue,
        holder: Option<Holder>,
        depth: usize,
    ) -> Result<(), Fault> {
        let written = raw.get();
        let start = written.as_ptr().addr() - self.text.as_ptr().addr();
        let range = start..start + written.len();
        if depth > MAX_DEPTH {
            return Err(Fault::new(start, format!("it is nested deeper than {MAX_DEPTH}")));
        }
        let inner = |error: serde_json::Error| Fault::new(start, error.to_string());
        match written.as_bytes().first() {
            Some(b'{') => {
                let node = self.tree.push(Value::Map, range, holder)?;
                let Members(members) = serde_json::from_str(written).map_err(inner)?;
                for (key, value) in members {
                    // Where exactly a key stands is of no use to anybody.
                    let key = Value::Scalar { text: key, is_string: true };
                    let role = Role::Key;
                    let key = self.tree.push(key, start..start, Some(Holder { node, role }))?;
                    let role = Role::Member(key);
                    self.value(value, Some(Holder { node, role }), depth + 1)?;
                }
            }
            Some(b'[') => {
                let node = self.tree.push(Value::List, range, holder)?;
                let items: Vec<&RawValue> = serde_json::from_str(written).map_err(inner)?;
                for item in items {
                    self.value(item, Some(Holder { node, role: Role::Item }), depth + 1)?;
                }
            }
            Some(b'"') => {
                let text = serde_json::from_str(written).map_err(inner)?;
                self.tree.push(Value::Scalar { text, is_string: true }, range, holder)?;
            }
            _ => {
                let value = Value::Scalar { text: written.to_owned(), is_string: false };
                self.tree.push(value, range, holder)?;
            }
        }
        Ok(())
    }
}

/// The members of an object, in their order, with those of the same key.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

/// The fault at the place that the error tells.
fn fault(text: &str, error: &serde_json::Error) -> Fault {
    let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let line: usize = lines.map(str::len).sum();
    let message = error.to_string();
    // Where it is, is told already.
    let why = message.split(" at line ").next().unwrap_or(&message);
    Fault::new((line + error.column().saturating_sub(1)).min(text.len()), why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places() {
        let text = "{\n\t\"a\": [\"x\", {\"b\": \"\\ud83d\\ude00\"}], \"a\": 1}";
        let tree = read(text).unwrap();
        let scalars: Vec<_> = tree
            .nodes()
            .filter(|(_, node)| !node.is_key)
            .filter_map(|(at, node)| {
                let keys: Vec<_> = tree.keys(at).collect();
                Some((tree.text(at)?, &text[node.range.clone()], keys.join("<"), tree.depth(at)))
            })
            .collect();
        assert_eq!(
            scalars,
            [
                ("x", "\"x\"", "a".to_owned(), 2),
                ("\u{1f600}", "\"\\ud83d\\ude00\"", "b<a".to_owned(), 3),
                ("1", "1", "a".to_owned(), 1),
            ]
        );
    }

    #[test]
    fn what_is_not_read_says_where() {
        let fault = read("{\n  \"a\": }").unwrap_err();
        assert_eq!((fault.at, &*fault.why), (9, "expected value"));
        let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
        assert_eq!(read(&deep).unwrap_err().why, "it is nested deeper than 64");
        assert!(read(&"[".repeat(1 << 19)).is_err());
        assert!(read(&"[1,".repeat(1 << 19)).unwrap_err().why.contains("KiB"));
        let many = format!("[{}1]", "1,".repeat(200_000));
        assert_eq!(read(&many).unwrap_err().why, "it has more than 100000 values");
    }
}
