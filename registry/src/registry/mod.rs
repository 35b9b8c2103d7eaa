//! The registry: one for a program, immutable, the same for everybody.

use std::fmt;
use std::sync::Arc;

use crate::SurfaceBuilder;

mod builder;
mod check;
pub(crate) mod index;
mod manifest;
mod problem;
mod resolve;
pub(crate) mod table;

pub use builder::RegistryBuilder;
pub use index::{NameRecord, RegisteredTool, Usage};
pub use manifest::{Manifest, ManifestError, ManifestName, ManifestOrigin, ManifestTool, NameKind};
pub use problem::{BadReplacement, BuildError, NameUse, Problem};
pub use resolve::Resolution;

/// Every tool and every name of a program, checked.
///
/// It never changes, reading it takes no lock, and a clone is the same registry.
///
/// ```standalone_crate
/// use toolcrib::{Context, Registry, ToolCall, tool};
///
/// /// Add two numbers.
/// #[tool(alias(name = "plus", lifecycle = "hidden"))]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// # pollster::block_on(async {
/// let registry = Registry::builder().collect().build()?;
/// let surface = registry.surface().build()?;
/// let call = ToolCall::new("plus", r#"{"a": 1, "b": 2}"#);
/// assert_eq!(surface.call(call, &Context::new()).await.text(), "3");
/// # Ok::<(), toolcrib::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Clone)]
pub struct Registry {
    pub(crate) inner: Arc<index::Index>,
}

impl Registry {
    /// Begins a registry.
    #[must_use]
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::default()
    }

    /// Begins a surface: what one session sees and may call.
    #[must_use]
    pub fn surface(&self) -> SurfaceBuilder {
        SurfaceBuilder::new(self.clone())
    }

    /// The tools, sorted by canonical name.
    #[must_use]
    pub fn tools(&self) -> &[RegisteredTool] {
        &self.inner.tools
    }

    /// Every name, those of aliases and retired ones included, sorted.
    #[must_use]
    pub fn names(&self) -> &[NameRecord] {
        &self.inner.names
    }

    /// The retired names, sorted.
    pub fn tombstones(&self) -> impl Iterator<Item = &NameRecord> {
        self.names().iter().filter(|name| !name.lifecycle().policy().runs)
    }

    /// All names of the tool that `name` belongs to, the canonical one first; empty for a retired
    /// or unknown name.
    ///
    /// A rule on any name of a tool must hold for all of them.
    pub fn names_of(&self, name: &str) -> impl Iterator<Item = &'static str> {
        let tool = match self.resolve(name) {
            Resolution::Tool { tool, .. } => Some(tool.entry()),
            Resolution::Removed(_) | Resolution::Unknown => None,
        };
        tool.into_iter().flat_map(|entry| {
            std::iter::once(entry.name()).chain(entry.aliases().iter().map(crate::Alias::name))
        })
    }

    /// How often each name that is not active was called, on all surfaces, since the registry was
    /// built. Sorted by name.
    pub fn usage(&self) -> impl Iterator<Item = Usage<'_>> {
        let names = self.names().iter();
        names.filter(|name| !name.lifecycle().policy().in_head).map(NameRecord::usage)
    }

    /// The record of all names and their states, to be kept and compared.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        Manifest::of(self)
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").field("names", &self.inner.names).finish_non_exhaustive()
    }
}
