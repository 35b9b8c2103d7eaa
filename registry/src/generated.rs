//! What generated code calls to get from an invocation to a tool and back: parameters are taken by
//! type, and so is what is returned.
//!
//! Generated code names types and traits in its calls. Where only the method's name can decide
//! between a type's own method and a trait's, that name is one that no trait of an author has.

use std::any::Any;
use std::error::Error;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::arguments::probe::Text;
use crate::arguments::{Decoder, whole};
use crate::entry::{ArgumentsType, Call, Invocation, Shared, StateType};
use crate::guard;
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
    let tool: &T = instance.and_then(|shared| shared.downcast_ref()).expect("build() made it");
    Call::Pending(Box::pin(async move { tool.call(args, cx).await?.into_output() }))
}

/// What a tool takes: where it is no argument type, the trait has said so already.
#[doc(hidden)]
#[must_use]
pub const fn arguments_of<T: Tool>() -> ArgumentsType {
    ArgumentsType::of::<T::Args>()
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

/// The value of a type that is a tool, out of the registry's state.
#[doc(hidden)]
#[must_use]
pub fn of_state<T: Tool>(held: &Shared) -> Option<Shared> {
    held.downcast_ref::<Arc<T>>().map(|value| Arc::clone(value) as Shared)
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
/// Its functions are found only where the type can be read; otherwise those of [`Unread`] stand in, so
/// that a type that is no [`Argument`](crate::entry::Argument) is one error and not two.
#[doc(hidden)]
pub struct Param<'a, T>(PhantomData<(&'a str, T)>);

impl<'a, T: Deserialize<'a>> Param<'a, T> {
    /// Reads it; `None` where something is wrong with it.
    pub fn take(decoder: &mut Decoder<'a, '_>, at: usize) -> Option<T> {
        decoder.take(at)
    }

    /// Reads it, with a default where it is left out.
    pub fn take_or(decoder: &mut Decoder<'a, '_>, at: usize, value: fn() -> T) -> Option<T> {
        decoder.take_or(at, value)
    }
}

impl<T: DeserializeOwned> Param<'_, T> {
    /// Reads all arguments as one value.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn whole(text: &str) -> Result<T, Box<ArgumentErrors>> {
        whole(text)
    }
}

/// The functions of a parameter that cannot be read: never called, since that is an error elsewhere.
#[doc(hidden)]
pub trait Unread<T> {
    /// Nothing.
    #[must_use]
    fn take(_: &mut Decoder<'_, '_>, _: usize) -> Option<T> {
        None
    }

    /// Nothing.
    #[must_use]
    fn take_or(_: &mut Decoder<'_, '_>, _: usize, _: fn() -> T) -> Option<T> {
        None
    }

    /// Nothing.
    ///
    /// # Errors
    ///
    /// Always.
    fn whole(_: &str) -> Result<T, Box<ArgumentErrors>> {
        Err(Box::default())
    }
}

impl<T> Unread<T> for Param<'_, T> {}

/// The default of a parameter, as a function that makes it.
#[doc(hidden)]
pub struct Made<T>(pub fn() -> T);

impl<T: Serialize + DeserializeOwned> Made<T> {
    /// The value for the schema: none where it is another one each time, or cannot be written, or
    /// would not be read.
    #[must_use]
    pub fn toolcrib_json(make: fn() -> T) -> Option<Value> {
        let write = || guard::call(|| serde_json::to_string(&make()).ok()).ok().flatten();
        let read = |text: &str| serde_json::from_str::<T>(text).is_ok();
        settled(&write, &read)
    }
}

impl Made<Text<'static>> {
    /// The same for a text that is lent.
    #[must_use]
    pub fn toolcrib_json(make: fn() -> Text<'static>) -> Option<Value> {
        let write = || guard::call(|| Value::from(&*make()).to_string()).ok();
        settled(&write, &|_| true)
    }
}

/// How often a default is made before it is taken for a constant: a set of two values, whose order is
/// drawn each time, is taken for one in one of 32,768 builds.
const TIMES: usize = 16;

/// What `write` yields, where that is the same each time and can be read. A `null` says no more than
/// that the parameter is optional.
fn settled(write: &dyn Fn() -> Option<String>, read: &dyn Fn(&str) -> bool) -> Option<Value> {
    let text = write().filter(|text| read(text))?;
    let value = serde_json::from_str::<Value>(&text).ok().filter(|value| !value.is_null())?;
    let again = || write().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    (1..TIMES).all(|_| again().as_ref() == Some(&value)).then_some(value)
}

/// The function of a default that cannot be written: the schema has none.
#[doc(hidden)]
pub trait Unmade<T> {
    /// Nothing.
    #[must_use]
    fn toolcrib_json(_: fn() -> T) -> Option<Value> {
        None
    }
}

impl<T> Unmade<T> for Made<T> {}

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
    pub fn toolcrib_split(self) -> Result<T, ToolError>
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
    fn toolcrib_split(self) -> Result<Self::Value, ToolError>;
}

impl<T> Plain for Returned<T> {
    type Value = T;

    fn toolcrib_split(self) -> Result<T, ToolError> {
        Ok(self.0)
    }
}

/// The result in full of what a function tool returned.
#[doc(hidden)]
pub fn finish<T: IntoOutput>(returned: Result<T, ToolError>) -> Result<Output, ToolError> {
    returned?.into_output()
}
