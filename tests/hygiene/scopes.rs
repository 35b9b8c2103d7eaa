//! Scopes in which the usual names mean something else.

#![allow(dead_code, non_camel_case_types, unused_macros, reason = "names in the way, not used")]

use super::call;

mod std {}
mod core {}
mod alloc {}
mod serde {}
mod schemars {}
mod inventory {}
mod toolcrib {}

struct Option;
struct Result;
struct String;
struct Box;
struct Vec;
struct Some;
struct None;
struct Ok;
struct Err;
struct Send;
struct Default;
struct Fn;
struct str;
struct bool;
struct u8;
struct Entry;
struct Call;
struct Context_;
struct Declared;
struct Plain;
struct Returned;

static ENTRY: () = ();
static FIELDS: () = ();
const RUN: () = ();

macro_rules! vec {
    ($($any:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! concat {
    ($($any:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! module_path {
    ($($any:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! file {
    ($($any:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! line {
    ($($any:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! panic {
    ($($any:tt)*) => {
        compile_error!("not this one")
    };
}
macro_rules! submit {
    ($($any:tt)*) => {
        compile_error!("not this one")
    };
}

fn run() {}
fn call_() {}
fn split() {}
fn finish() {}
fn decoder() {}
fn cx() {}

/// A function.
#[::toolcrib::tool(
    name = "hostile_function",
    alias(name = "hostile_alias", lifecycle = "deprecated", set(n = 2))
)]
fn function(text: &::std::primitive::str, n: ::std::primitive::u8) -> ::std::string::String {
    ::std::format!("{text}{n}")
}

/// An async function.
#[::toolcrib::tool(name = "hostile_async")]
async fn function_async(
    #[arg(default = 3)] n: ::std::primitive::u8,
    text: ::std::option::Option<::std::string::String>,
    cx: &::toolcrib::Context<'_>,
) -> ::std::result::Result<::std::string::String, ::toolcrib::ToolError> {
    ::std::result::Result::Ok(::std::format!("{n}{text:?}{}", cx.call_id()))
}

#[derive(::std::default::Default)]
struct Type;

/// A type.
#[::toolcrib::tool(name = "hostile_type")]
impl ::toolcrib::Tool for Type {
    type Args = ();
    type Output = ::std::primitive::bool;

    async fn call(
        &self,
        (): (),
        _cx: &::toolcrib::Context<'_>,
    ) -> ::std::result::Result<::std::primitive::bool, ::toolcrib::ToolError> {
        ::std::result::Result::Ok(true)
    }
}

::toolcrib::retired! { name = "hostile_gone", since = "1.0.0", replacement = Type, hint = "h" }

const TOOLS: ::toolcrib::Toolset = ::toolcrib::toolset![function, function_async, Type];

#[test]
fn they_run() {
    assert_eq!(call("hostile_function", r#"{"text": "a", "n": 1}"#), "a1");
    assert_eq!(call("hostile_alias", r#"{"text": "a"}"#), "a2");
    assert_eq!(call("hostile_async", ""), "3Nonecall_1");
    assert_eq!(call("hostile_type", ""), "true");
    assert_eq!(TOOLS.entries().len(), 3);
}
