//! A surface: what one session sees and may call, decided once.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::{BuildError, Registry};

mod head;
pub(crate) mod suggest;

pub use head::{Definition, Digest};

/// Begins a surface. Made by [`Registry::surface`].
#[derive(Debug)]
pub struct SurfaceBuilder {
    registry: Registry,
    policy: CallPolicy,
}

/// Where a caller of a deprecated name reads the notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum NoticeChannel {
    /// In the result's metadata only, so that the content is that of the canonical name.
    #[default]
    Metadata,
    /// In the metadata, and as a line after the content where that is text.
    MetadataAndContent,
}

/// What a surface does with calls, beyond what their names' states say.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CallPolicy {
    pub(crate) strict: bool,
    pub(crate) notices: NoticeChannel,
}

impl SurfaceBuilder {
    pub(crate) fn new(registry: Registry) -> Self {
        Self { registry, policy: CallPolicy::default() }
    }

    /// Refuses calls by deprecated names, before the day on which the names go away: for CI.
    #[must_use]
    pub const fn strict(mut self, strict: bool) -> Self {
        self.policy.strict = strict;
        self
    }

    /// Where a caller of a deprecated name reads the notice.
    #[must_use]
    pub const fn notices(mut self, channel: NoticeChannel) -> Self {
        self.policy.notices = channel;
        self
    }

    /// Decides the surface and writes its bytes.
    ///
    /// # Errors
    ///
    /// None so far: a registry's surface of everything is always valid.
    pub fn build(self) -> Result<Surface, BuildError> {
        let head = head::Head::of(self.registry.tools());
        Ok(Surface {
            inner: Arc::new(Decided { registry: self.registry, head, policy: self.policy }),
        })
    }
}

/// What one session sees and may call. A clone is the same surface.
///
/// ```standalone_crate
/// use toolcrib::{Registry, tool};
///
/// /// Say hello.
/// #[tool]
/// fn hello() -> &'static str {
///     "hello"
/// }
///
/// let surface = Registry::builder().collect().build()?.surface().build()?;
/// assert_eq!(
///     surface.tools().get(),
///     r#"[{"name":"hello","description":"Say hello.","input_schema":{"type":"object","properties":{},"additionalProperties":false}}]"#,
/// );
/// # Ok::<(), toolcrib::BuildError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Surface {
    inner: Arc<Decided>,
}

#[derive(Debug)]
struct Decided {
    registry: Registry,
    head: head::Head,
    policy: CallPolicy,
}

impl Surface {
    /// The head, to be sent as it is: a JSON array of the active tools' definitions, sorted by
    /// name. The bytes depend on the definitions alone, and each call lends the same ones.
    #[must_use]
    pub fn tools(&self) -> &RawValue {
        &self.inner.head.json
    }

    /// The SHA-256 of [`tools`](Self::tools).
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.inner.head.digest
    }

    /// The registry behind it.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.inner.registry
    }

    pub(crate) fn policy(&self) -> CallPolicy {
        self.inner.policy
    }
}
