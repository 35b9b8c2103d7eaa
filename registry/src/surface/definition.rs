//! What a model may see of a tool, and the digest of what it is sent.

use std::fmt;

use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

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
}

/// A SHA-256: of a tool list's bytes as sent, or of what is known of tools. Shown in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

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
