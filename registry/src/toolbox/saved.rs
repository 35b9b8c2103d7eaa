//! A toolbox at rest: names and digests, never definitions. Whoever can write the file could
//! otherwise tell the model anything.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};

use super::Toolbox;
use crate::Digest;

/// The most tools that a saved toolbox may have when it is read.
pub const MAX_SAVED_TOOLS: usize = 1_024;

/// A toolbox as it is written down. It serialises to the same bytes for the same state; what is read
/// is not trusted, and comes back through [`Toolbox::restore`].
///
/// ```
/// use toolcrib::toolbox::{SavedToolbox, Toolbox};
///
/// let mut toolbox = Toolbox::default();
/// toolbox.load("speech", r#"{"name":"speech"}"#)?;
/// let json = serde_json::to_string(&toolbox.save())?;
/// let saved: SavedToolbox = serde_json::from_str(&json)?;
/// assert_eq!(saved.tools[0].name, "speech");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SavedToolbox {
    /// The tools, in the order of loading.
    #[serde(deserialize_with = "bounded")]
    pub tools: Vec<SavedTool>,
}

/// A tool of a saved toolbox.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SavedTool {
    /// Its name.
    pub name: String,
    /// The SHA-256 of its definition and of what else is known of it, in hexadecimal.
    pub sha256: String,
    /// The source of a dynamic tool, where a [`Conversation`](crate::Conversation) has saved it: it is
    /// not loaded again from another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How many of the tools were used before it.
    pub used: u64,
}

impl Toolbox {
    /// What is to be written down.
    #[must_use]
    pub fn save(&self) -> SavedToolbox {
        let before = |used: u64| self.loaded.iter().map(move |other| u64::from(other.used < used));
        let tools = self.loaded.iter().map(|one| SavedTool {
            name: one.name.clone(),
            sha256: one.sha256.clone(),
            source: None,
            used: before(one.used).sum(),
        });
        SavedToolbox { tools: tools.collect() }
    }
}

/// The SHA-256 of a definition, and of what else is known of the tool, in hexadecimal.
pub(crate) fn digest(definition: &str, known: Option<Digest>) -> String {
    use std::fmt::Write as _;
    let mut sha256 = Sha256::new_with_prefix(definition);
    if let Some(known) = known {
        sha256.update(known.as_bytes());
    }
    sha256.finalize().iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Reads no more tools than a toolbox could ever have held.
fn bounded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<SavedTool>, D::Error> {
    struct Tools;

    impl<'de> Visitor<'de> for Tools {
        type Value = Vec<SavedTool>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("the tools of a toolbox")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
            let mut tools = Vec::new();
            while let Some(tool) = items.next_element()? {
                if tools.len() == MAX_SAVED_TOOLS {
                    let said = format!("a saved toolbox has at most {MAX_SAVED_TOOLS} tools");
                    return Err(A::Error::custom(said));
                }
                tools.push(tool);
            }
            Ok(tools)
        }
    }

    deserializer.deserialize_seq(Tools)
}
