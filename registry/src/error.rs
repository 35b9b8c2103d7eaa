//! What a tool returns when it fails.

use std::error::Error;
use std::fmt;

use crate::dynamic::visible;
use crate::guard::{self, Told};

/// Any error, boxed.
pub(crate) type BoxError = Box<dyn Error + Send + Sync>;

/// How much of an error's text is repeated, in bytes.
const MAX_TEXT: usize = 8 * 1024;

/// How many errors beneath one are asked: they may lead in a circle.
const MAX_SOURCES: usize = 16;

/// A tool's failure.
///
/// Made by `?` from any error, or by one of the functions here where the kind matters. A function
/// tool may return errors of its own type: whatever converts into
/// `Box<dyn Error + Send + Sync>` is accepted, `anyhow::Error` and `String` among them.
///
/// It does not implement [`Error`] itself, since it could not be made by `?` from any error then. With
/// `?` it goes into a boxed one all the same, be it `Send + Sync` or not, and through
/// [`into_error`](Self::into_error) into types that take errors only, such as `anyhow::Error`.
///
/// ```
/// use toolcrib::{FailureKind, ToolError};
///
/// fn read(path: &str) -> Result<String, ToolError> {
///     if path.starts_with("..") {
///         return Err(ToolError::denied("only files of the workspace can be read"));
///     }
///     Ok(std::fs::read_to_string(path)?)
/// }
/// assert_eq!(read("../x").unwrap_err().kind(), FailureKind::Denied);
/// assert_eq!(read("missing").unwrap_err().kind(), FailureKind::Failed);
/// ```
pub struct ToolError {
    kind: FailureKind,
    source: BoxError,
}

/// Why a call did not succeed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FailureKind {
    /// No tool has the name.
    Unknown,
    /// The name is retired.
    Removed,
    /// The name is deprecated, and the surface is strict.
    Deprecated,
    /// The tool is deferred and not loaded, and the conversation wants it to be loaded first.
    NotLoaded,
    /// The arguments do not fit the tool's schema, or the tool refused their values.
    BadArguments,
    /// The tool is not available here, or the tool refused to do it.
    Denied,
    /// The tool returned an error.
    Failed,
    /// The tool panicked.
    Panicked,
}

impl FailureKind {
    /// The kind in one word, as in metadata and traces.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Removed => "removed",
            Self::Deprecated => "deprecated",
            Self::NotLoaded => "not_loaded",
            Self::BadArguments => "bad_arguments",
            Self::Denied => "denied",
            Self::Failed => "failed",
            Self::Panicked => "panicked",
        }
    }

    /// Whether the model can mend the call by itself: another name, or other arguments.
    #[must_use]
    pub const fn is_correctable(self) -> bool {
        matches!(
            self,
            Self::Unknown | Self::Removed | Self::Deprecated | Self::NotLoaded | Self::BadArguments
        )
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl ToolError {
    /// The tool could not do it. `error` is a message or an error.
    pub fn failed(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::from_box(error.into())
    }

    /// The values of the arguments make no sense to the tool, though they fit its schema.
    pub fn bad_arguments(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: FailureKind::BadArguments, source: error.into() }
    }

    /// The tool refuses to do it.
    pub fn denied(reason: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: FailureKind::Denied, source: reason.into() }
    }

    /// The kind of failure.
    #[must_use]
    pub const fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The error inside.
    #[must_use]
    pub fn get_ref(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.source
    }

    /// The same as an error, for what takes nothing else:
    /// `read(path).map_err(ToolError::into_error)?` where `anyhow::Error` is returned. Where that is
    /// a tool's error again, it is this one, with its kind.
    ///
    /// ```
    /// use std::error::Error;
    /// use toolcrib::ToolError;
    ///
    /// fn tool() -> Result<u8, ToolError> {
    ///     Err(ToolError::denied("not today"))
    /// }
    ///
    /// fn main_of_a_program() -> Result<u8, Box<dyn Error>> {
    ///     Ok(tool()?)
    /// }
    ///
    /// /// Stands for `anyhow::Error`, which is made of any error.
    /// struct Report(Box<dyn Error + Send + Sync>);
    ///
    /// impl<E: Error + Send + Sync + 'static> From<E> for Report {
    ///     fn from(error: E) -> Self {
    ///         Self(Box::new(error))
    ///     }
    /// }
    ///
    /// fn report() -> Result<u8, Report> {
    ///     Ok(tool().map_err(ToolError::into_error)?)
    /// }
    ///
    /// assert_eq!(main_of_a_program().unwrap_err().to_string(), "not today");
    /// assert_eq!(report().unwrap_err().0.to_string(), "not today");
    /// ```
    #[must_use]
    pub fn into_error(self) -> impl Error + Send + Sync + 'static {
        Boxed(self)
    }

    fn from_box(source: BoxError) -> Self {
        match source.downcast::<Boxed>() {
            Ok(boxed) => boxed.0,
            Err(source) => Self { kind: FailureKind::Failed, source },
        }
    }
}

/// The message, and those of the errors beneath it, joined by `: `: at most 8 KiB and 16 errors, without
/// control characters but line breaks and tabs. It never panics, whatever the errors do.
impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Told::new(MAX_TEXT);
        let mut last = String::new();
        let mut next: Option<&(dyn Error + 'static)> = Some(&*self.source);
        for depth in 0.. {
            let Some(error) = next.filter(|_| !all.is_cut()) else { break };
            if depth > MAX_SOURCES {
                all.add(": …");
                break;
            }
            let mut message = Told::new(MAX_TEXT);
            message.add_foreign(&error);
            let is_cut = message.is_cut();
            let message = message.finish();
            // Many errors repeat their source in their own message.
            if !last.ends_with(&message) {
                all.add(if depth == 0 { "" } else { ": " });
                all.add(&message);
            }
            if is_cut {
                break;
            }
            last = message;
            next = guard::call(|| error.source()).ok().flatten();
        }
        f.write_str(&visible(&all.finish()).collect::<String>())
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolError").field("kind", &self.kind).field("source", &self.source).finish()
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self::from_box(Box::new(error))
    }
}

impl From<ToolError> for Box<dyn Error + Send + Sync> {
    fn from(error: ToolError) -> Self {
        Box::new(Boxed(error))
    }
}

impl From<ToolError> for Box<dyn Error> {
    fn from(error: ToolError) -> Self {
        Box::new(Boxed(error))
    }
}

/// A `ToolError` on its way through a boxed error, kept whole.
struct Boxed(ToolError);

impl fmt::Display for Boxed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.source, f)
    }
}

impl fmt::Debug for Boxed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl Error for Boxed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_survives_a_boxed_error() {
        let boxed: BoxError = ToolError::denied("no").into();
        assert_eq!(ToolError::failed(boxed).kind(), FailureKind::Denied);
        let error = ToolError::denied("no").into_error();
        assert_eq!(ToolError::from(error).kind(), FailureKind::Denied);
        let boxed: Box<dyn Error> = ToolError::denied("no").into();
        assert_eq!(boxed.to_string(), "no");
    }

    #[test]
    fn the_errors_beneath_are_told_once() {
        #[derive(Debug)]
        struct Outer(std::io::Error, bool);
        impl fmt::Display for Outer {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if self.1 {
                    write!(f, "cannot read: {}", self.0)
                } else {
                    f.write_str("cannot read")
                }
            }
        }
        impl Error for Outer {
            fn source(&self) -> Option<&(dyn Error + 'static)> {
                Some(&self.0)
            }
        }
        for repeats in [true, false] {
            let error = ToolError::from(Outer(std::io::Error::other("gone"), repeats));
            assert_eq!(error.to_string(), "cannot read: gone");
        }
    }
}
