//! The head: the definitions of the active tools, as bytes that do not move.

use std::fmt;

use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::registry::RegisteredTool;
use crate::schema::write_string;

/// What a model may see of a tool. There is no room for anything else, and for its state least of
/// all: bytes are written from definitions only.
#[derive(Debug, Clone, Copy)]
pub struct Definition<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a RawValue,
}

impl<'a> Definition<'a> {
    pub(crate) const fn new(
        name: &'a str,
        description: &'a str,
        input_schema: &'a RawValue,
    ) -> Self {
        Self { name, description, input_schema }
    }

    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'a str {
        self.name
    }

    /// The description.
    #[must_use]
    pub const fn description(&self) -> &'a str {
        self.description
    }

    /// The schema of the arguments, in canonical bytes.
    #[must_use]
    pub const fn input_schema(&self) -> &'a RawValue {
        self.input_schema
    }

    fn write(&self, out: &mut String) {
        out.push_str("{\"name\":");
        write_string(out, self.name);
        out.push_str(",\"description\":");
        write_string(out, self.description);
        out.push_str(",\"input_schema\":");
        out.push_str(self.input_schema.get());
        out.push('}');
    }
}

/// The SHA-256 of a tool list's bytes, as sent. Shown in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest's bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The head of a surface: written once, then only lent.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) json: Box<RawValue>,
    pub(super) digest: Digest,
}

impl Head {
    /// Writes the definitions of those of `tools` that belong in it; they are sorted by name.
    pub(super) fn of(tools: &[RegisteredTool]) -> Self {
        let mut json = String::from("[");
        for tool in tools.iter().filter(|tool| tool.entry().lifecycle().policy().in_head) {
            if json.len() > 1 {
                json.push(',');
            }
            tool.definition().write(&mut json);
        }
        json.push(']');
        let digest = Digest(Sha256::digest(json.as_bytes()).into());
        Self { json: RawValue::from_string(json).expect("the writer writes JSON"), digest }
    }
}
