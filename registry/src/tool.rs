//! What a tool is, to those who write one as a type.

use std::any::Any;
use std::error::Error;
use std::marker::PhantomData;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::arguments::{Decoder, whole};
use crate::entry::{ArgumentType, Call, Entry, Invocation, Shared, StateType};
use crate::output::IntoOutput;
use crate::{ArgumentErrors, Context, Output, State, ToolError};

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

    /// The canonical name: apart from the record, so that two tools may name each other.
    #[doc(hidden)]
    const NAME: &'static str;

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

/// What a tool takes: where it is no argument type, the trait has said so already.
#[doc(hidden)]
#[must_use]
pub const fn arguments_of<T: Tool>() -> ArgumentType {
    ArgumentType::of::<T::Args>()
}

/// A type that is a tool and makes its own value.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot make its own value",
    label = "this type is not `Default`",
    note = "derive `Default` for it, or let the registry's state hold the value: \
            `#[tool(from_state)]`"
)]
pub trait Make: Sized {
    /// The value.
    fn make() -> Shared
    where
        Self: Tool;
}

#[diagnostic::do_not_recommend]
impl<T: Default> Make for T {
    fn make() -> Shared
    where
        T: Tool,
    {
        Arc::new(T::default()) as Arc<dyn Any + Send + Sync>
    }
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

/// A parameter of a function tool, on its way from the text.
///
/// Its methods are found only where the type can be read; otherwise those of [`Unread`] stand in, so
/// that a type that is no [`Argument`](crate::entry::Argument) is one error and not two.
#[doc(hidden)]
pub struct Param<'a, T> {
    text: PhantomData<&'a str>,
    value: PhantomData<T>,
}

impl<T> Param<'_, T> {
    /// The parameter.
    pub const NEW: Self = Self { text: PhantomData, value: PhantomData };
}

impl<'a, T: Deserialize<'a>> Param<'a, T> {
    /// Reads it; `None` where something is wrong with it.
    #[inline]
    pub fn take(self, decoder: &mut Decoder<'a, '_>, at: usize) -> Option<T> {
        decoder.take(at)
    }

    /// Reads it, with a default where it is left out.
    #[inline]
    pub fn take_or(self, decoder: &mut Decoder<'a, '_>, at: usize, value: fn() -> T) -> Option<T> {
        decoder.take_or(at, value)
    }
}

impl<T: DeserializeOwned + 'static> Param<'_, T> {
    /// Reads all arguments as one value.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    #[inline]
    pub fn whole(self, text: &str) -> Result<T, Box<ArgumentErrors>> {
        whole(text)
    }
}

/// The methods of a parameter that cannot be read: never called, since that is an error elsewhere.
#[doc(hidden)]
pub trait Unread<T>: Sized {
    /// Nothing.
    fn take(self, _: &mut Decoder<'_, '_>, _: usize) -> Option<T> {
        None
    }

    /// Nothing.
    fn take_or(self, _: &mut Decoder<'_, '_>, _: usize, _: fn() -> T) -> Option<T> {
        None
    }

    /// Nothing.
    ///
    /// # Errors
    ///
    /// Always.
    fn whole(self, _: &str) -> Result<T, Box<ArgumentErrors>> {
        Err(Box::default())
    }
}

impl<T> Unread<T> for Param<'_, T> {}

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
        E: Failure,
    {
        self.0.map_err(Failure::fail)
    }
}

/// An error that a function tool can return.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an error that a tool can return",
    label = "`{Self}` does not convert into `Box<dyn Error + Send + Sync>`",
    note = "implement `std::error::Error` for it, or return `ToolError`, `String` or a boxed error \
            that is `Send + Sync`"
)]
pub trait Failure {
    /// The tool's failure.
    fn fail(self) -> ToolError;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn Error + Send + Sync>>> Failure for E {
    fn fail(self) -> ToolError {
        ToolError::failed(self)
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
pub fn finish<T: IntoOutput>(returned: Result<T, ToolError>) -> Result<Output, ToolError> {
    returned?.into_output()
}
