//! Return types: whatever is output, and errors of any kind under any alias of `Result`.

use toolcrib::{Content, Declared, Output, Registry, tool};

use super::call;

type Shorter<T> = Result<T, String>;

#[derive(Debug)]
struct Odd;

impl std::fmt::Display for Odd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("odd")
    }
}

impl std::error::Error for Odd {}

#[derive(serde::Serialize)]
struct Point {
    x: i32,
    y: i32,
}

/// Text.
#[tool(register = false)]
fn text() -> &'static str {
    "text"
}

/// A structured value.
#[tool(register = false)]
async fn point() -> Shorter<Point> {
    Ok(Point { x: 1, y: 2 })
}

/// A message as an error.
#[tool(register = false)]
fn message() -> Shorter<Point> {
    Err("no point".into())
}

/// An error of its own type.
#[tool(register = false)]
async fn odd() -> Result<(), Odd> {
    Err(Odd)
}

/// A boxed error.
#[tool(register = false)]
fn boxed() -> Result<u8, Box<dyn std::error::Error + Send + Sync>> {
    Err(Box::new(Odd))
}

/// A result that is a value: the outer one decides.
#[tool(register = false)]
#[allow(clippy::unnecessary_wraps, reason = "that is what is tested")]
fn nested() -> Result<Result<u8, u8>, Odd> {
    Ok(Err(3))
}

/// Parts.
#[tool(register = false)]
fn parts() -> Output {
    Output::text("one").with_content(Content::text("two")).with_meta("example.com/cost", 3)
}

/// No parts, but something that serialises.
#[tool(register = false)]
fn serialises() -> impl serde::Serialize {
    ["a", "b"]
}

fn said<T: Declared>() -> (String, bool, bool) {
    let registry = Registry::builder().tool::<T>().build().unwrap();
    let outcome = call(&registry.surface().build().unwrap(), registry.tools()[0].name(), "");
    assert!(outcome.executed());
    (outcome.text().into_owned(), outcome.structured().is_some(), outcome.is_success())
}

#[test]
fn what_is_returned_is_output_or_a_failure() {
    assert_eq!(said::<text>(), ("text".into(), false, true));
    assert_eq!(said::<point>(), (r#"{"x":1,"y":2}"#.into(), true, true));
    assert_eq!(said::<message>(), ("no point".into(), false, false));
    assert_eq!(said::<odd>(), ("odd".into(), false, false));
    assert_eq!(said::<boxed>(), ("odd".into(), false, false));
    assert_eq!(said::<nested>(), (r#"{"Err":3}"#.into(), true, true));
    assert_eq!(said::<parts>(), ("one\ntwo".into(), false, true));
    assert_eq!(said::<serialises>(), (r#"["a","b"]"#.into(), true, true));
}
