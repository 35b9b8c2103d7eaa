//! What runs the calls of dynamic tools.

use std::pin::Pin;
use std::sync::Arc;

use crate::guard::discard;
use crate::{Context, Output, ToolError};

/// A future that a handler returns.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A call of a dynamic tool, as its source knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DynamicCall<'a> {
    /// The name of the source.
    pub source: &'a str,
    /// The name that the source gave the tool, without any prefix.
    pub name: &'a str,
    /// The arguments: the text of one JSON object, checked against the schema as far as that goes.
    pub arguments: &'a str,
}

/// Runs the calls of a source's tools: an MCP client, a host of plugins.
///
/// See [`handler_fn`] for a closure in its place. An `Arc` of a handler is one too, so that several
/// sources can share it.
///
/// ```
/// use toolcrib::dynamic::{BoxFuture, DynamicCall, Handler};
/// use toolcrib::{Context, Output, ToolError};
///
/// struct Echo;
///
/// impl Handler for Echo {
///     fn call<'a>(
///         &'a self,
///         call: DynamicCall<'a>,
///         _cx: &'a Context<'a>,
///     ) -> BoxFuture<'a, Result<Output, ToolError>> {
///         Box::pin(async move { Ok(Output::text(format!("{}: {}", call.name, call.arguments))) })
///     }
/// }
/// ```
pub trait Handler: Send + Sync {
    /// Runs one call. Dropping the future cancels it.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong: the model reads it as a failed result.
    fn call<'a>(
        &'a self,
        call: DynamicCall<'a>,
        cx: &'a Context<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>>;
}

impl<H: Handler + ?Sized> Handler for Arc<H> {
    fn call<'a>(
        &'a self,
        call: DynamicCall<'a>,
        cx: &'a Context<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        (**self).call(call, cx)
    }
}

/// A handler that a source keeps: foreign code, the `Drop` of which may panic too.
pub(super) struct Kept<H>(Option<H>);

impl<H> Kept<H> {
    pub(super) const fn new(handler: H) -> Self {
        Self(Some(handler))
    }
}

impl<H: Handler> Handler for Kept<H> {
    fn call<'a>(
        &'a self,
        call: DynamicCall<'a>,
        cx: &'a Context<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        match &self.0 {
            Some(handler) => handler.call(call, cx),
            None => unreachable!("it is kept until it is dropped"),
        }
    }
}

impl<H> Drop for Kept<H> {
    fn drop(&mut self) {
        discard(self.0.take());
    }
}

/// A closure as a handler.
///
/// ```
/// use toolcrib::Output;
/// use toolcrib::dynamic::handler_fn;
///
/// let handler = handler_fn(|call, _cx| {
///     Box::pin(async move { Ok(Output::text(format!("{} ran", call.name))) })
/// });
/// # let _ = handler;
/// ```
pub fn handler_fn<F>(run: F) -> impl Handler + 'static
where
    F: for<'a> Fn(DynamicCall<'a>, &'a Context<'a>) -> BoxFuture<'a, Result<Output, ToolError>>
        + Send
        + Sync
        + 'static,
{
    Function(run)
}

struct Function<F>(F);

impl<F> Handler for Function<F>
where
    F: for<'a> Fn(DynamicCall<'a>, &'a Context<'a>) -> BoxFuture<'a, Result<Output, ToolError>>
        + Send
        + Sync,
{
    fn call<'a>(
        &'a self,
        call: DynamicCall<'a>,
        cx: &'a Context<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        (self.0)(call, cx)
    }
}
