//! Names that mean something to Rust, or to the macro.

use toolcrib::{Context, Tool, ToolError, retired, tool};

use super::{call, definition, is_there, registry};

/// A keyword as a function's name.
#[tool]
fn r#type(r#match: u8) -> u8 {
    r#match
}

/// Called before what no identifier can be, and what only looks like it.
#[tool(
    alias(name = "container.exec"),
    alias(name = "container-exec-x2e-"),
    alias(name = "container_x2e_exec"),
    alias(name = "größe"),
    alias(name = "gro\u{308}ße"),
    alias(name = "a`b|c \"d\" \\e")
)]
fn odd_aliases(n: u8) -> u8 {
    n
}

retired! { name = "container/exec", since = "0.1.0" }

/// One of two that a generated name could mix up.
#[tool]
fn get_x() -> u8 {
    1
}

/// The other.
#[tool(name = "getX_")]
#[allow(non_snake_case)]
fn getX() -> u8 {
    2
}

/// Called like what a tool has.
#[tool]
fn run(call: u8, decoder: u8, cx: u8, slots: u8, value0: u8) -> u8 {
    call + decoder + cx + slots + value0
}

/// Called like a method.
#[tool]
fn split(run: Option<u8>) -> Option<u8> {
    run
}

mod inner {
    use toolcrib::tool;

    /// Called like a function of the expansion.
    #[tool(name = "call_it")]
    fn call(split: &str, finish: &str) -> String {
        format!("{split}{finish}")
    }

    /// Called like a static of the expansion.
    #[tool(name = "upper_case")]
    #[allow(non_snake_case)]
    fn ENTRY(FIELDS: u8) -> u8 {
        FIELDS
    }
}

mod library {
    /// Called like the library.
    #[::toolcrib::tool(name = "like_the_library")]
    fn toolcrib(toolcrib: u8) -> u8 {
        toolcrib
    }
}

/// A module that has the tool's name, and is opened.
pub(crate) mod read_file {
    use toolcrib::tool;

    /// Read a file.
    #[tool]
    pub(crate) fn read_file(path: &str) -> usize {
        path.len()
    }
}

pub(crate) use read_file::*;

/// A tool that is used from elsewhere by its path, which stands for the tool.
mod user {
    use toolcrib::{Toolset, retired, toolset};

    pub(crate) const TOOLS: Toolset = toolset![super::read_file::read_file, super::get_x];

    retired! { name = "cat", since = "1.0.0", replacement = super::read_file::read_file }
}

#[test]
fn raw_names_are_named_without_their_mark() {
    assert_eq!(call("type", r#"{"match": 3}"#), "3");
    assert!(definition("type")["input_schema"]["properties"]["match"].is_object());
}

#[test]
fn they_run() {
    assert_eq!(call("get_x", ""), "1");
    assert_eq!(call("getX_", ""), "2");
    assert_eq!(call("run", r#"{"call":1,"decoder":2,"cx":3,"slots":4,"value0":5}"#), "15");
    assert_eq!(call("split", r#"{"run":1}"#), "1");
    assert_eq!(call("call_it", r#"{"split":"a","finish":"b"}"#), "ab");
    assert_eq!(call("upper_case", r#"{"FIELDS":1}"#), "1");
    assert_eq!(call("like_the_library", r#"{"toolcrib":1}"#), "1");
    assert_eq!(call("read_file", r#"{"path":"abc"}"#), "3");
    assert_eq!(read_file("abc"), 3);
}

#[test]
fn a_path_stands_for_the_tool() {
    let names: Vec<_> = user::TOOLS.entries().iter().map(|entry| entry.name()).collect();
    assert_eq!(names, ["read_file", "get_x"]);
}

#[test]
fn tools_can_stand_in_a_body() {
    /// In the body of a test.
    #[tool(name = "in_a_body", alias(name = "in_a_body_once"))]
    fn body(n: u8) -> u8 {
        n + 1
    }

    #[derive(Default)]
    struct Local;

    /// A type in the body of a test.
    #[tool(name = "local_type")]
    impl Tool for Local
    where
        Self: Sized,
    {
        type Args = ();
        type Output = u8;

        async fn call(&self, (): (), _cx: &Context<'_>) -> Result<u8, ToolError> {
            Ok(1)
        }
    }

    retired! { name = "gone_from_a_body", since = "1.0.0", replacement = Local }

    assert_eq!(body(1), 2);
    assert!(is_there("in_a_body"));
    assert_eq!(call("local_type", ""), "1");
    assert_eq!(registry().tombstones().filter(|one| one.name() == "gone_from_a_body").count(), 1);
    assert_eq!(call("in_a_body_once", r#"{"n": 1}"#), "2");
}

#[cfg(test)]
mod tests {
    use toolcrib::tool;

    /// In a module of tests.
    #[tool]
    fn in_a_test_module() {}

    #[test]
    fn it_is_there() {
        assert!(super::is_there("in_a_test_module"));
    }
}
