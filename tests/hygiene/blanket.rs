//! A trait that every type has, with each name that generated code calls or might call: what a
//! type's own functions are called is decided by the type, not by what an author has in scope.

#![allow(
    dead_code,
    clippy::new_ret_no_self,
    clippy::should_implement_trait,
    clippy::wrong_self_convention,
    reason = "methods in the way, not used"
)]

use std::borrow::Cow;

use serde_json::json;
use toolcrib::{Args, Context, State, Tool, ToolError, retired, tool, toolset};

use super::parameters::Counter;
use super::{call, definition};

/// Methods that take the value, as a shared reference and as it is, and functions that take none.
macro_rules! blanket {
    ($($by_ref:ident / $by_value:ident / $function:ident: $($name:ident)*;)*) => {
        $(
            trait $by_ref {
                $(fn $name(&self) -> NotThis { NotThis })*
            }
            impl<T: ?Sized> $by_ref for T {}
        )*
        mod by_value {
            use super::NotThis;
            $(
                pub(super) trait $by_value: Sized {
                    $(fn $name(self) -> NotThis { NotThis })*
                }
                impl<T> $by_value for T {}
            )*
        }
        mod functions {
            use super::NotThis;
            $(
                pub(super) trait $function {
                    $(fn $name() -> NotThis { NotThis })*
                }
                impl<T: ?Sized> $function for T {}
            )*
        }
    };
}

/// What no tool can be made of.
struct NotThis;

blanket! {
    ByRef / ByValue / Function:
        take take_or whole split is_wrong refuse read parse run finish new of at here replacement
        hint with_default or_default into from default clone map make fail into_output into_future
        poll pin count find name entry call json deref as_ref borrow to_owned to_string;
}

mod one {
    use super::*;

    /// Beside methods by reference.
    #[tool(name = "blanket_by_ref", alias(name = "blanket_by_ref_old", set(n = 2)))]
    fn function(
        text: &str,
        n: u8,
        cow: Cow<'_, str>,
        #[arg(default = vec![1])] list: Vec<u8>,
        #[arg(default)] flag: bool,
        counter: State<Counter>,
        cx: &Context<'_>,
    ) -> Result<String, ToolError> {
        let _ = (counter, cx);
        Ok(format!("{text}{n}{cow}{list:?}{flag}"))
    }

    retired! { name = "blanket_gone", since = "1.0.0", replacement = function, hint = "h" }

    pub(super) const LISTED: toolcrib::Toolset = toolset![function];
}

mod two {
    use super::by_value::ByValue;
    use super::*;

    /// Beside methods by value.
    #[tool(name = "blanket_by_value")]
    async fn function(text: &str, #[arg(default = format!("a"))] more: String) -> String {
        let _ = ().poll();
        std::future::ready(format!("{text}{more}")).await
    }

    /// All of it at once.
    #[tool(name = "blanket_whole")]
    pub(super) fn whole(Args(()): Args<()>) -> Result<u8, std::num::ParseIntError> {
        "7".parse::<u8>()
    }
}

mod three {
    use super::functions::Function;
    use super::*;

    /// Beside functions.
    #[tool(name = "blanket_functions")]
    fn function(#[arg(default)] n: Option<u8>, #[arg(default = 1 + 1)] m: u8) -> Option<u8> {
        let _ = <u8 as Function>::poll();
        n.map(|n| n + m)
    }

    #[derive(Default)]
    struct Type;

    /// A type.
    #[tool(name = "blanket_type", lifecycle = "deprecated", replacement = super::two::whole)]
    impl Tool for Type {
        type Args = ();
        type Output = u8;

        async fn call(&self, (): (), _cx: &Context<'_>) -> Result<u8, ToolError> {
            Ok(1)
        }
    }
}

#[test]
fn they_run() {
    assert_eq!(call("blanket_by_ref", r#"{"text":"a","n":1,"cow":"b"}"#), "a1b[1]false");
    assert_eq!(call("blanket_by_ref_old", r#"{"text":"a","cow":"b"}"#), "a2b[1]false");
    assert_eq!(call("blanket_by_value", r#"{"text":"a"}"#), "aa");
    assert_eq!(call("blanket_whole", "{}"), "7");
    assert_eq!(call("blanket_functions", r#"{"n":1}"#), "3");
    assert_eq!(call("blanket_type", ""), "1");
    assert_eq!(one::LISTED.entries().len(), 1);
}

#[test]
fn their_defaults_are_in_the_schema() {
    for (name, argument, default) in [
        ("blanket_by_ref", "list", json!([1])),
        ("blanket_by_ref", "flag", json!(false)),
        ("blanket_by_value", "more", json!("a")),
        ("blanket_functions", "m", json!(2)),
    ] {
        let properties = &definition(name)["input_schema"]["properties"];
        assert_eq!(properties[argument]["default"], default, "{name}");
    }
}
