//! Names as a provider takes them, and back.
//!
//! A dynamic name may be one that a provider refuses: MCP takes dots and 128 characters. It is encoded
//! so that no two names become one, and is never cut off:
//!
//! - a name that the provider takes stays as it is;
//! - each character that it does not take becomes `_-` its code point in hexadecimal `-`;
//! - what would be too long ends in `_-h` and 16 digits of the SHA-256 of the whole name instead.
//!
//! A name that already looks encoded is itself encoded, so that it cannot stand for another.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};

use super::Provider;
use super::limits::NameRule;
use crate::name::Shown;

/// The names of a list of tools as one provider takes them, with the exact way back.
///
/// ```
/// use toolcrib::provider::{Provider, WireNames};
///
/// let names = WireNames::new(Provider::OpenAiChat, ["read_file", "github.issues/list"])?;
/// assert_eq!(names.wire("read_file"), Some("read_file"));
/// assert_eq!(names.wire("github.issues/list"), Some("github_-2e-issues_-2f-list"));
/// assert_eq!(names.name("github_-2e-issues_-2f-list"), Some("github.issues/list"));
/// # Ok::<(), toolcrib::provider::NameClashes>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireNames {
    by_name: BTreeMap<String, String>,
    by_wire: BTreeMap<String, String>,
}

impl WireNames {
    /// Encodes `names` for `provider`.
    ///
    /// # Errors
    ///
    /// All pairs of names that would be one on the wire; a name that is listed twice is such a pair.
    pub fn new<'n>(
        provider: Provider,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, NameClashes> {
        let mut encoded = Self { by_name: BTreeMap::new(), by_wire: BTreeMap::new() };
        let mut clashes = Vec::new();
        for name in names {
            let wire = provider.wire_name(name).into_owned();
            if let Some(first) = encoded.by_wire.get(&wire) {
                clashes.push(NameClash { wire, names: [first.clone(), name.to_owned()] });
                continue;
            }
            encoded.by_name.insert(name.to_owned(), wire.clone());
            encoded.by_wire.insert(wire, name.to_owned());
        }
        clashes.sort();
        if clashes.is_empty() { Ok(encoded) } else { Err(NameClashes { clashes }) }
    }

    /// The wire name of a tool's name.
    #[must_use]
    pub fn wire(&self, name: &str) -> Option<&str> {
        self.by_name.get(name).map(String::as_str)
    }

    /// The tool's name behind a wire name.
    #[must_use]
    pub fn name(&self, wire: &str) -> Option<&str> {
        self.by_wire.get(wire).map(String::as_str)
    }

    /// Names and their wire names, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.by_name.iter().map(|(name, wire)| (&**name, &**wire))
    }
}

/// Two names that would be one on the wire.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NameClash {
    wire: String,
    names: [String; 2],
}

impl NameClash {
    /// The wire name.
    #[must_use]
    pub fn wire(&self) -> &str {
        &self.wire
    }

    /// The names, in the order in which they were given.
    #[must_use]
    pub fn names(&self) -> [&str; 2] {
        self.names.each_ref().map(String::as_str)
    }
}

impl fmt::Display for NameClash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.names;
        if first == second {
            return write!(f, "the tool `{}` is listed twice; rename one", Shown(first));
        }
        let (first, second, wire) = (Shown(first), Shown(second), Shown(&self.wire));
        write!(f, "the tools `{first}` and `{second}` would both be sent as `{wire}`; rename one")
    }
}

/// Why names cannot be sent together: all clashes, sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameClashes {
    clashes: Vec<NameClash>,
}

impl NameClashes {
    /// The clashes.
    #[must_use]
    pub fn clashes(&self) -> &[NameClash] {
        &self.clashes
    }
}

impl fmt::Display for NameClashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, clash) in self.clashes.iter().enumerate() {
            let line = if i == 0 { "" } else { "\n" };
            write!(f, "{line}{clash}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NameClashes {}

impl NameRule {
    fn takes(&self, c: char) -> bool {
        c.is_ascii_alphanumeric() || self.others.contains(c)
    }

    fn starts(&self, c: char) -> bool {
        if self.starts_as_word { c.is_ascii_alphabetic() || c == '_' } else { self.takes(c) }
    }

    /// What the provider has against `name`, in words.
    pub(super) fn refuses(&self, name: &str) -> Option<String> {
        let Some(first) = name.chars().next() else {
            return Some("is empty".into());
        };
        if !self.starts(first) {
            return Some(format!("starts with {first:?}"));
        }
        if let Some(c) = name.chars().find(|c| !self.takes(*c)) {
            return Some(format!("holds {c:?}"));
        }
        let long = name.len() > self.most;
        long.then(|| format!("has {} characters; at most {} are taken", name.len(), self.most))
    }
}

/// See the head of this file.
pub(super) fn encode<'n>(rule: &NameRule, name: &'n str) -> Cow<'n, str> {
    let plain = rule.refuses(name).is_none() && !looks_encoded(name);
    if plain && name.len() <= rule.encoded {
        return Cow::Borrowed(name);
    }
    let mut wire = String::with_capacity(name.len() + 8);
    let mut chars = name.chars().peekable();
    let mut first = true;
    while let Some(c) = chars.next() {
        let opens = c == '_' && chars.peek() == Some(&'-');
        let taken = if first { rule.starts(c) && rule.takes(c) } else { rule.takes(c) };
        if taken && !opens {
            wire.push(c);
        } else {
            let _ = write!(wire, "_-{:x}-", u32::from(c));
        }
        first = false;
    }
    if name.is_empty() || wire.len() > rule.encoded {
        let digest = Sha256::digest(name.as_bytes());
        // All of it is ASCII by now.
        wire.truncate(rule.encoded - "_-h".len() - 16);
        wire.push_str("_-h");
        for byte in &digest[..8] {
            let _ = write!(wire, "{byte:02x}");
        }
    }
    Cow::Owned(wire)
}

/// Whether a part of `name` is of the form that only encoding gives: no provider is sent a tool of this
/// very name under it.
pub(crate) fn looks_encoded(name: &str) -> bool {
    name.match_indices("_-").any(|(at, _)| {
        let rest = &name[at + 2..];
        let digits = rest.bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')).count();
        rest.starts_with('h') || (digits > 0 && rest[digits..].starts_with('-'))
    })
}
