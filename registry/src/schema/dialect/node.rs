//! JSON as a tree in the order in which it was written.
//!
//! A `serde_json` map sorts its members, or not, by a Cargo feature that any crate of a build can
//! switch on; two more such features change how numbers are read. None of them reaches this tree.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::schema::keyword::Kind;
use crate::schema::write_string;

/// The largest schema that is read, in bytes. Our own bound, against untrusted servers: the largest
/// of the 194 real ones under `tests/data/catalogs` has under 8 KiB.
pub(crate) const MAX_BYTES: usize = 256 * 1024;

/// How deep a schema may be nested. Our own bound; real ones stay under 16.
pub(crate) const MAX_DEPTH: usize = 64;

/// How many values a schema may hold. Our own bound: what is taken from a server has 64 KiB, in which no
/// more than half as many values can be written.
pub(crate) const MAX_NODES: usize = 40_000;

/// How many schemas there may be after references are written out. Our own bound.
pub(crate) const MAX_WRITTEN: usize = 20_000;

/// How deep they may be nested then. Our own bound: each is up to three levels of JSON, of which readers
/// take about a hundred.
pub(crate) const MAX_WRITTEN_DEPTH: usize = 32;

/// One JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Node {
    Null,
    Bool(bool),
    /// As it is written.
    Number(String),
    Text(String),
    Array(Vec<Self>),
    Object(Members),
}

/// The members of an object, in order; no key is there twice.
pub(crate) type Members = Vec<(String, Node)>;

/// Why a text was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unreadable {
    TooLarge(usize),
    TooDeep,
    TooMany,
    DuplicateKey(String),
    NotJson(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(bytes) => write!(f, "has {bytes} bytes, more than {MAX_BYTES}"),
            Self::TooDeep => write!(f, "is nested deeper than {MAX_DEPTH} levels"),
            Self::TooMany => write!(f, "holds more than {MAX_NODES} values"),
            Self::DuplicateKey(key) => {
                write!(f, "has the key `{}` twice in one object", crate::name::Shown(key))
            }
            Self::NotJson(error) => write!(f, "is not JSON: {}", crate::name::Shown(error)),
        }
    }
}

impl Node {
    /// Reads a text, within the bounds of this module.
    pub(crate) fn parse(text: &str) -> Result<Self, Unreadable> {
        if text.len() > MAX_BYTES {
            return Err(Unreadable::TooLarge(text.len()));
        }
        let raw: &RawValue = serde_json::from_str(text).map_err(not_json)?;
        let mut left = MAX_NODES;
        parse(raw.get(), MAX_DEPTH, &mut left)
    }

    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// The member `key` of an object.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        get(self.as_object()?, key)
    }

    pub(crate) fn as_object(&self) -> Option<&Members> {
        if let Self::Object(members) = self { Some(members) } else { None }
    }

    pub(crate) fn as_array(&self) -> Option<&[Self]> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The kind of the value, as far as it tells where schemas are.
    pub(crate) const fn shape(&self) -> Kind {
        match self {
            Self::Object(_) => Kind::Object,
            Self::Array(_) => Kind::Array,
            Self::Bool(_) => Kind::Flag,
            _ => Kind::Other,
        }
    }

    /// The value's type in JSON Schema's words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(text) if text.bytes().all(|b| b.is_ascii_digit() || b == b'-') => {
                "integer"
            }
            Self::Number(_) => "number",
            Self::Text(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
        }
    }

    /// The same value with the keys of all objects sorted: for data, whose order means nothing.
    pub(crate) fn sorted(&self) -> Self {
        match self {
            Self::Object(members) => {
                let mut members: Members =
                    members.iter().map(|(key, value)| (key.clone(), value.sorted())).collect();
                members.sort_by(|(one, _), (other, _)| one.cmp(other));
                Self::Object(members)
            }
            Self::Array(items) => Self::Array(items.iter().map(Self::sorted).collect()),
            _ => self.clone(),
        }
    }

    /// Whether this is the same value as `value`, whatever the order of keys.
    pub(crate) fn same(&self, value: &Value) -> bool {
        Self::parse(&value.to_string()).is_ok_and(|other| other.sorted() == self.sorted())
    }

    /// Writes the value without spaces, in its order.
    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Self::Number(text) => out.push_str(text),
            Self::Text(text) => write_string(out, text),
            Self::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (i, (key, value)) in members.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    write_string(out, key);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// The member `key`.
pub(crate) fn get<'n>(members: &'n Members, key: &str) -> Option<&'n Node> {
    members.iter().find(|(one, _)| one == key).map(|(_, value)| value)
}

/// The names that a `required` lists.
pub(crate) fn required(members: &Members) -> BTreeSet<&str> {
    let names = get(members, "required").and_then(Node::as_array).unwrap_or_default();
    names.iter().filter_map(Node::as_str).collect()
}

fn not_json(error: impl fmt::Display) -> Unreadable {
    Unreadable::NotJson(error.to_string())
}

/// Each level is read from its text again, so that a deep text costs its size times its depth, which
/// are both bounded, and the stack holds our levels only.
fn parse(text: &str, depth: usize, left: &mut usize) -> Result<Node, Unreadable> {
    *left = left.checked_sub(1).ok_or(Unreadable::TooMany)?;
    let inner = |depth: usize| depth.checked_sub(1).ok_or(Unreadable::TooDeep);
    Ok(match text.as_bytes().first() {
        Some(b'{') => {
            let Raw(members) = serde_json::from_str(text).map_err(not_json)?;
            let mut seen = BTreeSet::new();
            if let Some((key, _)) = members.iter().find(|(key, _)| !seen.insert(key.as_str())) {
                return Err(Unreadable::DuplicateKey(key.clone()));
            }
            let depth = inner(depth)?;
            let member = |(key, raw): (String, &RawValue)| {
                Ok::<_, Unreadable>((key, parse(raw.get(), depth, left)?))
            };
            Node::Object(members.into_iter().map(member).collect::<Result<_, _>>()?)
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text).map_err(not_json)?;
            let depth = inner(depth)?;
            let item = |raw: &RawValue| parse(raw.get(), depth, left);
            Node::Array(items.into_iter().map(item).collect::<Result<_, _>>()?)
        }
        Some(b'"') => Node::Text(serde_json::from_str(text).map_err(not_json)?),
        Some(b'n') => Node::Null,
        Some(b't') => Node::Bool(true),
        Some(b'f') => Node::Bool(false),
        _ => Node::Number(number(text)),
    })
}

/// A number as `serde_json` writes it: integers of 64 bits as they are, others as the nearest `f64`.
fn number(text: &str) -> String {
    if (text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok()) && text != "-0" {
        return text.to_owned();
    }
    let number = text.parse().ok().and_then(serde_json::Number::from_f64);
    number.map_or_else(|| text.to_owned(), |number| number.to_string())
}

/// An object's members, unread.
struct Raw<'t>(Vec<(String, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Raw<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Raw<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Raw(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_numbers_are_kept() {
        let text = r#"{"z":1,"a":[-2,1.5,1e2,18446744073709551615,1e400,"\u00e9"],"m":{"y":null,"b":true}}"#;
        let written =
            r#"{"z":1,"a":[-2,1.5,100.0,18446744073709551615,1e400,"é"],"m":{"y":null,"b":true}}"#;
        assert_eq!(Node::parse(text).unwrap().to_string(), written);
        assert_eq!(Node::parse(&format!(" {text}\n")).unwrap().to_string(), written);
    }

    #[test]
    fn what_is_too_much_is_not_read() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(Node::parse(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(Node::parse(&nested(MAX_DEPTH + 1)), Err(Unreadable::TooDeep));
        assert_eq!(Node::parse(&nested(100_000)), Err(Unreadable::TooDeep));
        let many = format!("[{}0]", "0,".repeat(MAX_NODES));
        assert_eq!(Node::parse(&many), Err(Unreadable::TooMany));
        let large = format!("\"{}\"", "x".repeat(MAX_BYTES));
        assert_eq!(Node::parse(&large), Err(Unreadable::TooLarge(MAX_BYTES + 2)));
        assert_eq!(Node::parse(r#"{"a":1,"\u0061":2}"#), Err(Unreadable::DuplicateKey("a".into())));
        assert!(matches!(Node::parse("{"), Err(Unreadable::NotJson(_))));
    }
}
