//! The deferred tools that one conversation has loaded.
//!
//! A model that has found a tool by search sees its definition from then on: after the head and the
//! tail, in the order of loading. A [`Toolbox`] keeps that list within bounds. It only ever grows at
//! its end, so that what a provider has cached stays valid; when the bounds ask for it, the least
//! recently used tool goes, and the caller is told, since that costs the cache once.
//!
//! It knows nothing of registries: definitions are bytes to it.

use std::fmt;

mod batch;
mod restore;
mod saved;

pub use batch::{Batch, Unloaded};
pub use restore::{NotRestored, Reason, Standing};
pub(crate) use saved::digest;
pub use saved::{MAX_SAVED_TOOLS, SavedTool, SavedToolbox};

/// How much a toolbox holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most tools.
    pub tools: usize,
    /// The most bytes of definitions.
    pub bytes: usize,
}

impl Default for Limits {
    /// 8 tools and 16 KiB: what `CodeWhale` keeps for one conversation.
    fn default() -> Self {
        Self { tools: 8, bytes: 16 * 1024 }
    }
}

/// The tools that one conversation has loaded, in the order of loading.
///
/// ```
/// use toolcrib::toolbox::{Limits, Toolbox};
///
/// let mut toolbox = Toolbox::new(Limits { tools: 2, ..Limits::default() });
/// toolbox.load("speech", r#"{"name":"speech"}"#)?;
/// toolbox.load("fetch", r#"{"name":"fetch"}"#)?;
/// toolbox.touch("speech");
/// let loaded = toolbox.load("draw", r#"{"name":"draw"}"#)?;
/// assert_eq!(loaded.evicted, ["fetch"]);
/// assert_eq!(toolbox.names().collect::<Vec<_>>(), ["speech", "draw"]);
/// # Ok::<(), toolcrib::toolbox::TooLarge>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolbox {
    limits: Limits,
    loaded: Vec<Loading>,
    /// Counts uses.
    clock: u64,
}

/// A tool that is loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Loading {
    name: String,
    definition: String,
    /// The SHA-256 of its definition and of what else is known of it, in hexadecimal.
    sha256: String,
    /// When it was used last, by the toolbox's clock. No two are the same.
    used: u64,
}

/// What became of a tool that was to be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Loaded {
    /// It was there already, with the same bytes: nothing has moved.
    pub already: bool,
    /// It was there with other bytes. The old ones are gone and the new ones are at the end, so
    /// the provider's cache is lost from the old place on.
    pub replaced: bool,
    /// The tools that had to go, by name, the least recently used first. The provider's cache is
    /// lost from the first of their places on.
    pub evicted: Vec<String>,
}

/// What became of several tools that were to be loaded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct LoadedAll {
    /// Those at the end now, in the order of loading.
    pub added: Vec<String>,
    /// Those that were there already, with the same bytes.
    pub already: Vec<String>,
    /// Those among `added` that were there with other bytes.
    pub replaced: Vec<String>,
    /// Tools that had to go.
    pub evicted: Vec<String>,
    /// Those that found no room beside the ones before them.
    pub left_out: Vec<String>,
    /// Those that are loaded and are not what the model has read: another surface has taken the place
    /// of the one that was searched. [`Conversation::note`](crate::Conversation::note) finds them.
    pub changed: Vec<String>,
    /// Those that were found and cannot be loaded any more, for the same reason.
    pub gone: Vec<String>,
}

/// A definition that does not fit into a toolbox, even an empty one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLarge {
    /// Its size in bytes.
    pub bytes: usize,
    /// What the toolbox holds.
    pub limits: Limits,
}

impl Toolbox {
    /// An empty one.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, loaded: Vec::new(), clock: 0 }
    }

    /// Loads a tool at the end, or marks it as used where it is loaded already. Where there is no
    /// room, the least recently used tools go; those that stay keep their order.
    ///
    /// # Errors
    ///
    /// Where the definition would not fit into an empty toolbox. Nothing has changed then.
    pub fn load(&mut self, name: &str, definition: &str) -> Result<Loaded, TooLarge> {
        let loaded = self.load_beside(name, definition, digest(definition, None), u64::MAX)?;
        Ok(loaded.unwrap_or_default())
    }

    /// Loads what one search has found, the best first. What this call has loaded or met does not go
    /// again to make room for what comes after: that is left out.
    pub fn load_all<'a>(
        &mut self,
        found: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> LoadedAll {
        self.load_found(found.into_iter().map(|(name, json)| (name, json, digest(json, None))))
    }

    /// The same with the digest of each.
    pub(crate) fn load_found<'a>(
        &mut self,
        found: impl IntoIterator<Item = (&'a str, &'a str, String)>,
    ) -> LoadedAll {
        let since = self.clock;
        let mut all = LoadedAll::default();
        for (name, definition, sha256) in found {
            let name_ = || name.to_owned();
            match self.load_beside(name, definition, sha256, since) {
                Ok(Some(loaded)) if loaded.already => {
                    if !all.added.iter().chain(&all.already).any(|one| one == name) {
                        all.already.push(name_());
                    }
                }
                Ok(Some(loaded)) => {
                    all.added.retain(|one| one != name);
                    all.added.push(name_());
                    all.replaced.extend(loaded.replaced.then(name_));
                    all.evicted.extend(loaded.evicted);
                }
                Ok(None) | Err(TooLarge { .. }) => all.left_out.push(name_()),
            }
        }
        all
    }

    /// Loads a tool without evicting what was used later than `since`; `None` where that leaves no room.
    fn load_beside(
        &mut self,
        name: &str,
        definition: &str,
        sha256: String,
        since: u64,
    ) -> Result<Option<Loaded>, TooLarge> {
        let Limits { tools, bytes } = self.limits;
        if tools == 0 || definition.len() > bytes {
            return Err(TooLarge { bytes: definition.len(), limits: self.limits });
        }
        let here = self.loaded.iter().position(|one| one.name == name);
        if let Some(same) = here.filter(|at| self.loaded[*at].definition == definition) {
            self.loaded[same].sha256 = sha256;
            self.touch(name);
            return Ok(Some(Loaded { already: true, ..Loaded::default() }));
        }
        let Some(evicted) = self.to_evict(here, definition.len(), since) else {
            return Ok(None);
        };
        self.loaded.retain(|one| one.name != name && !evicted.contains(&one.name));
        self.clock += 1;
        self.loaded.push(Loading {
            name: name.to_owned(),
            definition: definition.to_owned(),
            sha256,
            used: self.clock,
        });
        Ok(Some(Loaded { already: false, replaced: here.is_some(), evicted }))
    }

    /// Which tools have to go so that one of `bytes` fits in, besides the one at `replaced`.
    fn to_evict(&self, replaced: Option<usize>, bytes: usize, since: u64) -> Option<Vec<String>> {
        let stays = self.loaded.iter().enumerate().filter(|(at, _)| Some(*at) != replaced);
        let mut by_use: Vec<_> = stays.map(|(_, one)| one).collect();
        by_use.sort_unstable_by_key(|one| one.used);
        let mut left = by_use.len();
        let mut held: usize = by_use.iter().map(|one| one.definition.len()).sum();
        let mut evicted = Vec::new();
        for one in by_use {
            if left < self.limits.tools && held + bytes <= self.limits.bytes {
                break;
            }
            if one.used > since {
                return None;
            }
            left -= 1;
            held -= one.definition.len();
            evicted.push(one.name.clone());
        }
        Some(evicted)
    }

    /// Marks a tool as used, which keeps it from being the next to go. Call it for each call of a
    /// tool; false where that is not loaded.
    pub fn touch(&mut self, name: &str) -> bool {
        let Some(one) = self.loaded.iter_mut().find(|one| one.name == name) else {
            return false;
        };
        self.clock += 1;
        one.used = self.clock;
        true
    }

    /// Whether a tool is loaded.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.loaded.iter().any(|one| one.name == name)
    }

    /// The names, in the order of loading.
    #[must_use]
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.loaded.iter().map(|one| &*one.name)
    }

    /// The bytes to send, in the order of loading.
    #[must_use]
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = &str> {
        self.loaded.iter().map(|one| &*one.definition)
    }

    /// The size of all definitions together.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.definitions().map(str::len).sum()
    }

    /// How many tools are loaded.
    #[must_use]
    pub fn len(&self) -> usize {
        self.loaded.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.loaded.is_empty()
    }

    /// How much it holds.
    #[must_use]
    pub const fn limits(&self) -> Limits {
        self.limits
    }
}

impl Default for Toolbox {
    /// An empty one with the usual limits.
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, limits: Limits { tools, bytes: most } } = self;
        write!(
            f,
            "a definition of {bytes} bytes does not fit into a toolbox of {tools} tools and {most} \
             bytes; raise its limits"
        )
    }
}

impl std::error::Error for TooLarge {}
