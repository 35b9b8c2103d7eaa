//! What a tool is, to those who write one as a type.

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Context, Entry, ToolError};

/// A tool with a value of its own: connections, caches, settings.
///
/// Annotate the implementation with [`#[tool]`](macro@crate::tool). The value is the type's
/// [`Default`], or with `#[tool(from_state)]` the one that the registry's state holds.
///
/// ```
/// use toolcrib::{Context, Tool, ToolError, arguments, tool};
///
/// #[derive(Default)]
/// struct Clock;
///
/// #[arguments]
/// struct At {
///     /// The name of a time zone.
///     zone: String,
/// }
///
/// /// Tell the time in a time zone.
/// #[tool(name = "time_in_zone", read_only)]
/// impl Tool for Clock {
///     type Args = At;
///     type Output = String;
///
///     async fn call(&self, at: At, _cx: &Context<'_>) -> Result<String, ToolError> {
///         match &*at.zone {
///             "UTC" => Ok("12:00".into()),
///             other => Err(ToolError::bad_arguments(format!("no such time zone: {other}"))),
///         }
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "write `#[tool] impl Tool for {Self}`, or `#[tool]` on a function"
)]
pub trait Tool: Send + Sync + 'static {
    /// What the model fills in; `()` for a tool without arguments. See [`Args`](crate::Args).
    type Args: DeserializeOwned + JsonSchema + Send + 'static;

    /// What comes back; see [`IntoOutput`](crate::IntoOutput).
    type Output: Serialize + Send + 'static;

    /// Does the work. Dropping the future cancels it.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong: the model reads it as a failed result.
    fn call(
        &self,
        args: Self::Args,
        cx: &Context<'_>,
    ) -> impl Future<Output = Result<Self::Output, ToolError>> + Send;

    /// What the attribute adds.
    #[doc(hidden)]
    const DECLARATION: Option<&'static Entry> = None;

    /// The name, which the attribute adds too.
    #[doc(hidden)]
    const DECLARED_NAME: &'static str = "";
}

/// Something that `#[tool]` has declared: a type that is a [`Tool`], or a function.
///
/// A path to it stands for the tool in [`toolset!`](crate::toolset), in
/// [`RegistryBuilder::tool`](crate::RegistryBuilder::tool) and in `replacement = path`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "write `#[tool] impl Tool for {Self}`, or `#[tool]` on a function"
)]
pub trait Declared {
    /// The static record; `None` for an `impl Tool` without the attribute.
    #[doc(hidden)]
    const DECLARED: Option<&'static Entry>;

    /// The canonical name. A tool whose record names another by its path gives it apart from the
    /// record, so that two tools may name each other.
    #[doc(hidden)]
    const NAME: &'static str = Self::ENTRY.name;

    /// The static record.
    #[doc(hidden)]
    const ENTRY: &'static Entry = declared(Self::DECLARED);
}

#[diagnostic::do_not_recommend]
impl<T: Tool> Declared for T {
    #[doc(hidden)]
    const DECLARED: Option<&'static Entry> = T::DECLARATION;
    #[doc(hidden)]
    const NAME: &'static str = T::DECLARED_NAME;
}

/// The record, or an error where the path of the tool stands.
#[doc(hidden)]
#[must_use]
#[track_caller]
pub const fn declared(entry: Option<&'static Entry>) -> &'static Entry {
    match entry {
        Some(entry) => entry,
        None => panic!("this `impl Tool` is not annotated: write `#[tool]` on it"),
    }
}
