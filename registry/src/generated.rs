//! What generated code calls to get from an invocation to a tool and back: parameters are taken by
//! type, and so is what is returned.

use std::any::Any;
use std::error::Error;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::arguments::{Decoder, whole};
use crate::entry::{ArgumentType, Call, Invocation, Shared, StateType};
use crate::output::IntoOutput;
use crate::{ArgumentErrors, Context, Output, State, Tool, ToolError};

/// Runs a type that is a tool.
#[doc(hidden)]
#[must_use]
pub fn run_tool<T: Tool>(invocation: Invocation<'_>) -> Call<'_> {
    let Invocation { arguments, instance, cx } = invocation;
    let args = match whole::<T::Args>(arguments) {
        Ok(args) => args,
        Err(errors) => return Call::Refused(errors),
    };
    // The registry's own, or one of its state, which is shared.
    let tool = instance.and_then(|one| {
        one.downcast_ref::<T>().or_else(|| one.downcast_ref::<Arc<T>>().map(|shared| &**shared))
    });
    let tool: &T = tool.expect("build() made it");
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

impl<T: ?Sized + Send + Sync + 'static> StateParam for State<T> {
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
    pub fn take(self, decoder: &mut Decoder<'a, '_>, at: usize) -> Option<T> {
        decoder.take(at)
    }

    /// Reads it, with a default where it is left out.
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
