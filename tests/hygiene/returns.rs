//! Return types in every spelling.

use std::fmt;

use toolcrib::{Output, ToolError, tool};

use super::{call, outcome};

/// As in `anyhow`: an error that is none itself, but converts.
mod anyhow {
    pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

    #[derive(Debug)]
    pub(crate) struct Error(pub(crate) String);

    impl From<Error> for Box<dyn std::error::Error + Send + Sync> {
        fn from(error: Error) -> Self {
            error.0.into()
        }
    }
}

use anyhow::Result as Anyhow;

#[derive(Debug)]
struct NotFound;

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not found")
    }
}

impl std::error::Error for NotFound {}

type Found = std::result::Result<u8, NotFound>;

fn odd(n: u8) -> Result<u8, String> {
    if n % 2 == 1 { Ok(n) } else { Err(format!("{n} is even")) }
}

/// A result by the name of a crate.
#[tool]
fn returns_anyhow(n: u8) -> anyhow::Result<u8> {
    odd(n).map_err(anyhow::Error)
}

/// The same under another name, awaited.
#[tool]
async fn returns_anyhow_alias(n: u8) -> Anyhow<u8> {
    odd(n).map_err(anyhow::Error)
}

/// A result of one's own.
#[tool]
fn returns_own(n: u8) -> Found {
    odd(n).map_err(|_| NotFound)
}

/// A text as an error.
#[tool]
fn returns_text_error(n: u8) -> Result<u8, String> {
    odd(n)
}

/// A boxed error.
#[tool]
fn returns_boxed(n: u8) -> Result<u8, Box<dyn std::error::Error + Send + Sync>> {
    Ok(odd(n)?)
}

/// The library's error.
#[tool]
fn returns_tool_error(n: u8) -> Result<u8, ToolError> {
    odd(n).map_err(ToolError::denied)
}

/// A result inside of a result.
#[tool]
fn returns_nested(n: u8) -> Result<Option<u8>, NotFound> {
    Ok(odd(n).ok())
}

/// Nothing.
#[tool]
fn returns_nothing() {}

/// A text that is not owned.
#[tool]
fn returns_static() -> &'static str {
    "static"
}

/// All of it.
#[tool]
fn returns_output() -> Output {
    Output::text("output")
}

/// A type that is not named.
#[tool]
#[allow(clippy::manual_async_fn)]
fn returns_impl() -> impl toolcrib::serde::Serialize + 'static {
    "impl"
}

#[test]
fn an_error_is_a_failure_under_any_name() {
    for name in [
        "returns_anyhow",
        "returns_anyhow_alias",
        "returns_own",
        "returns_text_error",
        "returns_boxed",
        "returns_tool_error",
    ] {
        assert_eq!(call(name, r#"{"n": 1}"#), "1", "{name}");
        let outcome = outcome(name, r#"{"n": 2}"#);
        assert!(outcome.failure().is_some(), "{name}");
        let text = outcome.text();
        assert!(text.contains("2 is even") || text.contains("not found"), "{name}: {text}");
    }
}

#[test]
fn a_value_is_an_output() {
    assert_eq!(call("returns_nested", r#"{"n": 1}"#), "1");
    assert_eq!(call("returns_nothing", ""), "");
    assert_eq!(call("returns_static", ""), "static");
    assert_eq!(call("returns_output", ""), "output");
    assert_eq!(call("returns_impl", ""), "impl");
}
