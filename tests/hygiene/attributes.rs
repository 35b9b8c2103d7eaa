//! Attributes and visibilities of tools.

use toolcrib::tool;

use super::{call, definition};

/// A tool that a module keeps to itself.
#[tool]
fn private_tool() -> u8 {
    1
}

/// A tool for the crate.
#[tool]
pub(crate) fn crate_tool() -> u8 {
    2
}

/// A tool for the module above.
#[tool]
pub(super) fn parent_tool() -> u8 {
    3
}

/// A tool that Rust code should not call any more.
#[tool]
#[deprecated(note = "only models call it")]
pub(crate) fn deprecated_tool() -> u8 {
    4
}

/// A tool with attributes around.
#[inline]
#[must_use]
#[tool(title = "Attributes", read_only, destructive = false, tags("a", "b"))]
#[allow(clippy::needless_pass_by_value)]
fn attributed_tool(text: String) -> usize {
    text.len()
}

#[doc = "A tool whose doc comment"]
#[doc = "is spelled out."]
#[doc(hidden)]
#[tool]
fn spelled_out() {}

#[tool(description = concat!("Put ", "together."))]
fn put_together() {}

const WORDS: &str = "A constant.";

#[tool(description = WORDS)]
fn constant_words() {}

/// Not this one.
#[tool(description = include_str!("description.txt"))]
fn from_a_file() {}

/// A file and
#[doc = include_str!("description.txt")]
#[doc(alias = "include")]
#[tool]
fn doc_from_a_file(#[allow(unused_variables)] ignored: Option<u8>) {}

/// A tool that takes everything as it is.
#[tool]
const fn constant_tool() -> u8 {
    5
}

/// A tool in an `extern crate` of another name.
#[tool(crate = ::toolcrib)]
fn way_given() -> u8 {
    6
}

use toolcrib as renamed;

/// A tool that is told another way.
#[renamed::tool(crate = renamed)]
fn way_renamed() -> u8 {
    7
}

#[test]
fn they_run() {
    for (name, value) in [
        ("private_tool", "1"),
        ("crate_tool", "2"),
        ("parent_tool", "3"),
        ("deprecated_tool", "4"),
        ("constant_tool", "5"),
        ("way_given", "6"),
        ("way_renamed", "7"),
    ] {
        assert_eq!(call(name, ""), value, "{name}");
    }
    assert_eq!(call("attributed_tool", r#"{"text": "abc"}"#), "3");
    assert_eq!(attributed_tool("abc".into()), 3);
}

#[test]
fn descriptions_come_from_where_they_are_said() {
    let description =
        |name| definition(name)["description"].as_str().unwrap_or_default().to_owned();
    assert_eq!(description("spelled_out"), "A tool whose doc comment\nis spelled out.");
    assert_eq!(description("put_together"), "Put together.");
    assert_eq!(description("constant_words"), "A constant.");
    assert_eq!(description("from_a_file"), "Words of a file.");
    assert_eq!(description("doc_from_a_file"), "A file and\nWords of a file.");
}
