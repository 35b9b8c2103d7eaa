//! A saved toolbox against what its tools are now.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use super::saved::digest;
use super::{Limits, Loading, SavedToolbox, Toolbox};
use crate::Digest;
use crate::name::Shown;

/// What a tool is now, as whoever restores a toolbox says: see
/// [`Surface::standing`](crate::Surface::standing).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standing<'a> {
    /// A deferred tool, and the bytes of its definition.
    Deferred(Cow<'a, str>),
    /// The same of a tool of which more is known than its definition says, such as a dynamic one and its
    /// annotations.
    Known {
        /// The bytes of the definition.
        definition: Cow<'a, str>,
        /// The digest of all that is known: where it has changed, the tool has.
        digest: Digest,
    },
    /// An active tool: it is in the list anyway.
    Active,
    /// A hidden name.
    Hidden {
        /// What to use instead.
        replacement: Option<Cow<'a, str>>,
    },
    /// A deprecated name.
    Deprecated {
        /// What to use instead.
        replacement: Cow<'a, str>,
    },
    /// A retired name.
    Removed {
        /// The version in which it was retired.
        since: Option<Cow<'a, str>>,
        /// What to use instead.
        replacement: Option<Cow<'a, str>>,
    },
    /// A tool that this surface may not use.
    Denied,
    /// Not the tool that was loaded, though it has its name now.
    AnotherTool,
    /// No tool at all.
    Unknown,
}

/// A tool of a saved toolbox that is not as it was.
///
/// It is for the host, not for the model: it may name tools that a model is not to know of.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotRestored {
    /// The saved name, which may be anything.
    pub name: String,
    /// What happened.
    pub reason: Reason,
}

/// What happened to a tool of a saved toolbox.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// It is active now, so it need not be loaded.
    Active,
    /// It is hidden now.
    Hidden {
        /// What to use instead.
        replacement: Option<String>,
    },
    /// It is deprecated now.
    Deprecated {
        /// What to use instead.
        replacement: String,
    },
    /// It is retired.
    Removed {
        /// The version in which it was.
        since: Option<String>,
        /// What to use instead.
        replacement: Option<String>,
    },
    /// It may not be used here.
    Denied,
    /// Another tool has its name now.
    AnotherTool,
    /// No tool has the name.
    Unknown,
    /// The saved state has it twice; the first stays.
    Duplicate,
    /// There is no room for it within the limits.
    NoRoom,
    /// It is loaded, with a definition that is not the one it had, or with the same one where something else
    /// is not as it was, such as an annotation of a dynamic tool.
    Changed,
}

impl Reason {
    /// Whether the tool is loaded all the same.
    #[must_use]
    pub const fn is_loaded(&self) -> bool {
        matches!(self, Self::Changed)
    }
}

impl Toolbox {
    /// Loads again what was saved, as far as `standing` and the limits allow; and says what is not as
    /// it was, in the order of the saved state. What stays keeps its order, and how recently it was
    /// used. `standing` is asked once for each name.
    ///
    /// ```
    /// use toolcrib::toolbox::{Limits, Standing, Reason, Toolbox};
    ///
    /// let mut toolbox = Toolbox::default();
    /// toolbox.load("tts", "{}")?;
    /// let standing = |_: &str| Standing::Deprecated { replacement: "speech".into() };
    /// let (toolbox, not_restored) = Toolbox::restore(&toolbox.save(), Limits::default(), standing);
    /// assert!(toolbox.is_empty());
    /// assert_eq!(not_restored[0].to_string(), "`tts` is not loaded again: it is deprecated, use `speech`");
    /// # Ok::<(), toolcrib::toolbox::TooLarge>(())
    /// ```
    #[must_use]
    pub fn restore<'a>(
        saved: &SavedToolbox,
        limits: Limits,
        mut standing: impl FnMut(&str) -> Standing<'a>,
    ) -> (Self, Vec<NotRestored>) {
        let mut seen = BTreeSet::new();
        let mut candidates = Vec::new();
        let mut report = Vec::new();
        for (place, tool) in saved.tools.iter().enumerate() {
            let reason = if seen.insert(&*tool.name) {
                match reason(standing(&tool.name)) {
                    Ok((definition, sha256)) => {
                        candidates.push((place, tool, definition, sha256));
                        continue;
                    }
                    Err(reason) => reason,
                }
            } else {
                Reason::Duplicate
            };
            report.push((place, NotRestored { name: tool.name.clone(), reason }));
        }
        // The most recently used first, as far as there is room. Their number may be anything.
        candidates.sort_unstable_by_key(|(place, tool, ..)| (tool.used, *place));
        let mut kept = Vec::new();
        let (mut tools, mut bytes) = (0, 0_usize);
        for (rank, (place, tool, definition, sha256)) in candidates.into_iter().enumerate().rev() {
            let name = tool.name.clone();
            if tools == limits.tools || bytes.saturating_add(definition.len()) > limits.bytes {
                report.push((place, NotRestored { name, reason: Reason::NoRoom }));
                continue;
            }
            tools += 1;
            bytes += definition.len();
            if !tool.sha256.eq_ignore_ascii_case(&sha256) {
                let name = name.clone();
                report.push((place, NotRestored { name, reason: Reason::Changed }));
            }
            let used = rank as u64 + 1;
            let definition = definition.into_owned();
            kept.push((place, Loading { name, definition, sha256, used }));
        }
        kept.sort_unstable_by_key(|(place, _)| *place);
        report.sort_by_key(|(place, _)| *place);
        let loaded: Vec<_> = kept.into_iter().map(|(_, one)| one).collect();
        let clock = loaded.iter().map(|one| one.used).max().unwrap_or(0);
        (Self { limits, loaded, clock }, report.into_iter().map(|(_, one)| one).collect())
    }

    /// Holds the loaded tools against another surface: the same as saving and restoring.
    pub fn revalidate<'a>(
        &mut self,
        standing: impl FnMut(&str) -> Standing<'a>,
    ) -> Vec<NotRestored> {
        let (toolbox, report) = Self::restore(&self.save(), self.limits, standing);
        *self = toolbox;
        report
    }
}

impl<'a> Standing<'a> {
    /// The definition to load and its digest, where there is one.
    pub(crate) fn deferred(self) -> Option<(Cow<'a, str>, String)> {
        reason(self).ok()
    }
}

/// The definition to load and its digest, or why there is none.
fn reason(found: Standing<'_>) -> Result<(Cow<'_, str>, String), Reason> {
    let owned = |text: Option<Cow<'_, str>>| text.map(Cow::into_owned);
    Err(match found {
        Standing::Deferred(definition) => {
            let sha256 = digest(&definition, None);
            return Ok((definition, sha256));
        }
        Standing::Known { definition, digest: known } => {
            let sha256 = digest(&definition, Some(known));
            return Ok((definition, sha256));
        }
        Standing::Active => Reason::Active,
        Standing::Hidden { replacement } => Reason::Hidden { replacement: owned(replacement) },
        Standing::Deprecated { replacement } => {
            Reason::Deprecated { replacement: replacement.into_owned() }
        }
        Standing::Removed { since, replacement } => {
            Reason::Removed { since: owned(since), replacement: owned(replacement) }
        }
        Standing::Denied => Reason::Denied,
        Standing::AnotherTool => Reason::AnotherTool,
        Standing::Unknown => Reason::Unknown,
    })
}

impl fmt::Display for NotRestored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Shown(&self.name);
        match self.reason {
            Reason::Changed => write!(f, "`{name}` is loaded again: {}", self.reason),
            _ => write!(f, "`{name}` is not loaded again: {}", self.reason),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let replacement = match self {
            Self::Active => return f.write_str("it is active, so it is in the list anyway"),
            Self::Denied => return f.write_str("it may not be used here"),
            Self::AnotherTool => return f.write_str("another tool has this name now"),
            Self::Unknown => return f.write_str("no tool has this name any more"),
            Self::Duplicate => return f.write_str("it was saved twice, and the first one counts"),
            Self::NoRoom => {
                return f.write_str("there is no room for it; raise the limits of the toolbox");
            }
            Self::Changed => return f.write_str("with a definition that has changed"),
            Self::Hidden { replacement } => {
                f.write_str("it is hidden")?;
                replacement.as_deref()
            }
            Self::Deprecated { replacement } => {
                f.write_str("it is deprecated")?;
                Some(&**replacement)
            }
            Self::Removed { since, replacement } => {
                f.write_str("it is retired")?;
                if let Some(since) = since {
                    write!(f, " since {}", Shown(since))?;
                }
                replacement.as_deref()
            }
        };
        replacement.map_or(Ok(()), |name| write!(f, ", use `{}`", Shown(name)))
    }
}
