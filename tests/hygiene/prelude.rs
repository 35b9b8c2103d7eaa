//! A module that knows nothing but what it names.

#![no_implicit_prelude]

use ::toolcrib::tool;

/// A function.
#[tool(
    name = "without_prelude",
    alias(name = "without_prelude_alias", set(n = 1), rename(word = "text")),
    alias(name = "without_prelude_adapted", adapt = adapt)
)]
fn function(
    /// A text.
    text: &str,
    n: ::std::option::Option<u8>,
    #[arg(default)] flag: bool,
    #[arg(default = 3)] m: u8,
) -> ::std::result::Result<::std::string::String, ::toolcrib::ToolError> {
    ::std::result::Result::Ok(::std::format!("{text} {n:?} {flag} {m}"))
}

fn adapt(
    arguments: &mut ::toolcrib::serde_json::Map<
        ::std::string::String,
        ::toolcrib::serde_json::Value,
    >,
) -> ::std::result::Result<(), ::toolcrib::ToolError> {
    arguments.insert(::std::convert::Into::into("text"), ::std::convert::Into::into("adapted"));
    ::std::result::Result::Ok(())
}

/// An async function.
#[tool(name = "without_prelude_async", read_only, tags("a"), title = "A")]
async fn function_async(cx: &::toolcrib::Context<'_>) -> usize {
    cx.call_id().len()
}

#[derive(::std::default::Default)]
struct Type;

/// A type.
#[tool(name = "without_prelude_type", since = "1.0.0")]
impl ::toolcrib::Tool for Type {
    type Args = ();
    type Output = u8;

    async fn call(
        &self,
        (): (),
        _cx: &::toolcrib::Context<'_>,
    ) -> ::std::result::Result<u8, ::toolcrib::ToolError> {
        ::std::result::Result::Ok(1)
    }
}

/// An old one.
#[tool(lifecycle = "deprecated", replacement = Type, since = "1.0.0", remove_in = "9.0.0", note = "n")]
fn without_prelude_old() {}

::toolcrib::retired! {
    name = "without_prelude_gone", since = "1.0.0", replacement = function, hint = "h"
}

const TOOLS: ::toolcrib::Toolset = ::toolcrib::toolset![function, Type];

#[::std::prelude::v1::test]
fn they_run() {
    use super::call;

    ::std::assert_eq!(call("without_prelude", r#"{"text": "a"}"#), "a None false 3");
    ::std::assert_eq!(call("without_prelude_alias", r#"{"word": "a"}"#), "a Some(1) false 3");
    ::std::assert_eq!(call("without_prelude_adapted", ""), "adapted None false 3");
    ::std::assert_eq!(call("without_prelude_async", ""), "6");
    ::std::assert_eq!(call("without_prelude_type", ""), "1");
    ::std::assert_eq!(call("without_prelude_old", ""), "");
    ::std::assert_eq!(TOOLS.entries().len(), 2);
}
