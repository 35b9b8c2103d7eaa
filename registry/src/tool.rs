//! What a tool is, to those who write one as a type.

use std::any::Any;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::arguments::whole;
use crate::entry::{Call, Entry, Invocation, Shared, StateType};
use crate::output::IntoOutput;
use crate::{Context, Output, State, ToolError};

/// A tool with a value of its own: connections, caches, settings.
///
/// Annotate the implementation with [`#[tool]`](macro@crate::tool). The value is the type's
/// [`Default`], or with `#[tool(from_state)]` the one that the registry's state holds.
///
/// ```
/// use toolcrib::schemars::JsonSchema;
/// use toolcrib::serde::Deserialize;
/// use toolcrib::{Context, Tool, ToolError, tool};
///
/// #[derive(Default)]
/// struct Clock;
///
/// #[derive(Deserialize, JsonSchema)]
/// #[serde(crate = "toolcrib::serde", deny_unknown_fields)]
/// #[schemars(crate = "toolcrib::schemars")]
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
    /// What the model fills in; `()` for a tool without arguments.
    type Args: DeserializeOwned + JsonSchema + Send + 'static;

    /// What comes back; see [`IntoOutput`].
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
    /// The static record.
    #[doc(hidden)]
    const ENTRY: &'static Entry;
}

impl<T: Tool> Declared for T {
    const ENTRY: &'static Entry = match T::DECLARATION {
        Some(entry) => entry,
        None => panic!("this `impl Tool` is not annotated: write `#[tool]` on it"),
    };
}

/// Runs a type that is a tool.
#[doc(hidden)]
#[must_use]
pub fn run_tool<T: Tool>(invocation: Invocation<'_>) -> Call<'_> {
    let Invocation { arguments, instance, cx } = invocation;
    let args = match whole::<T::Args>(arguments) {
        Ok(args) => args,
        Err(errors) => return Call::Refused(errors),
    };
    let tool: &T = instance.and_then(|shared| shared.downcast_ref()).expect("build() made it");
    Call::Pending(Box::pin(async move { tool.call(args, cx).await?.into_output() }))
}

/// Makes the value of a type that is a tool.
#[doc(hidden)]
#[must_use]
pub fn make<T: Default + Send + Sync + 'static>() -> Shared {
    Arc::new(T::default()) as Arc<dyn Any + Send + Sync>
}

/// A parameter that is filled from the registry's state.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not `State<T>`",
    label = "expected `toolcrib::State<T>`, or another name of it"
)]
pub trait StateParam {
    /// What the registry must hold.
    const TYPE: StateType;

    /// The value.
    fn take(cx: &Context<'_>) -> Self;
}

impl<T: Send + Sync + 'static> StateParam for State<T> {
    const TYPE: StateType = StateType::of::<T>();

    fn take(cx: &Context<'_>) -> Self {
        cx.state()
    }
}

/// What a function tool returned: the value, or what `Result` it is an alias of.
///
/// The choice is by type, not by spelling: the inherent method of a `Result` comes before the
/// method of [`Plain`], which any type has.
#[doc(hidden)]
pub struct Returned<T>(pub T);

impl<T, E> Returned<Result<T, E>> {
    /// The value.
    ///
    /// # Errors
    ///
    /// The tool's failure.
    pub fn split(self) -> Result<T, ToolError>
    where
        E: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        self.0.map_err(ToolError::failed)
    }
}

/// The method that any value has.
#[doc(hidden)]
pub trait Plain {
    /// What is returned.
    type Value;

    /// The value.
    fn split(self) -> Result<Self::Value, ToolError>;
}

impl<T> Plain for Returned<T> {
    type Value = T;

    fn split(self) -> Result<T, ToolError> {
        Ok(self.0)
    }
}

/// The result in full of what a function tool returned.
#[doc(hidden)]
pub fn finish<T: Serialize + 'static>(returned: Result<T, ToolError>) -> Result<Output, ToolError> {
    returned?.into_output()
}
