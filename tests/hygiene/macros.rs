//! Tools that `macro_rules` make.

use toolcrib::{Context, Tool, ToolError, retired, tool};

use super::{call, definition, registry};

macro_rules! reader {
    ($(#[$attr:meta])* $vis:vis fn $name:ident($param:ident: $ty:ty) -> $out:ty $body:block) => {
        $(#[$attr])*
        #[tool]
        $vis fn $name($param: $ty) -> $out $body
    };
}

reader! {
    /// Made from fragments.
    pub(crate) fn made_from_fragments(text: String) -> String { text + "!" }
}

reader! {
    /// An optional one.
    fn made_optional(n: Option<u32>) -> Option<u32> { n }
}

reader! {
    /// A borrowed one.
    fn made_borrowed(text: &str) -> usize { text.len() }
}

macro_rules! named {
    ($name:literal, $doc:expr, $function:ident, $alias:literal) => {
        #[doc = $doc]
        #[tool(name = $name, alias(name = $alias, lifecycle = "deprecated"))]
        fn $function() -> &'static str {
            $name
        }
    };
}

named!("made_by_name", "Named by a literal.", made_first, "made_by_old_name");
named!("made-with-dash", concat!("Named", " with a dash."), made_second, "made-old-dash");

macro_rules! whole {
    ($item:item) => {
        #[tool]
        $item
    };
}

whole! {
    /// An item as it is.
    fn made_whole(a: u8, b: u8) -> u8 { a + b }
}

macro_rules! typed {
    ($ty:ident, $args:ty, $name:literal) => {
        #[derive(Default)]
        struct $ty;

        /// A type.
        #[tool(name = $name)]
        impl Tool for $ty {
            type Args = $args;
            type Output = &'static str;

            async fn call(&self, _: $args, _cx: &Context<'_>) -> Result<&'static str, ToolError> {
                Ok($name)
            }
        }
    };
}

typed!(Made, (), "made_type");

macro_rules! called_by_name {
    ($ty:ty) => {
        /// Implemented through a fragment.
        #[tool(name = "made_by_fragment")]
        impl Tool for $ty {
            type Args = ();
            type Output = u8;

            async fn call(&self, (): (), _cx: &Context<'_>) -> Result<u8, ToolError> {
                Ok(self.0)
            }
        }
    };
}

#[derive(Default)]
pub(crate) struct Fragment(u8);

called_by_name!(Fragment);

macro_rules! gone {
    ($($name:literal since $since:literal => $by:path),+) => {
        $(retired! { name = $name, since = $since, replacement = $by })+
    };
}

gone!("made_gone" since "1.0.0" => made_whole, "made_gone_too" since "2.0.0" => Made);

macro_rules! local_state {
    ($value:expr) => {
        /// What is local to the macro stays local.
        #[tool]
        fn made_hygienic(value: u32) -> u32 {
            let decoder = $value;
            let call = decoder + value;
            call
        }
    };
}

local_state!(40);

#[test]
fn they_run() {
    assert_eq!(call("made_from_fragments", r#"{"text": "a"}"#), "a!");
    assert_eq!(call("made_optional", ""), "");
    assert_eq!(call("made_optional", r#"{"n": 3}"#), "3");
    assert_eq!(call("made_borrowed", r#"{"text": "a\nb"}"#), "3");
    assert_eq!(call("made_by_name", ""), "made_by_name");
    assert_eq!(call("made_by_old_name", ""), "made_by_name");
    assert_eq!(call("made-old-dash", ""), "made-with-dash");
    assert_eq!(call("made_whole", r#"{"a": 1, "b": 2}"#), "3");
    assert_eq!(call("made_type", ""), "made_type");
    assert_eq!(call("made_by_fragment", ""), "0");
    assert_eq!(call("made_hygienic", r#"{"value": 2}"#), "42");
    assert_eq!(made_first(), "made_by_name");
}

#[test]
fn they_say_what_their_makers_say() {
    assert_eq!(definition("made_from_fragments")["description"], "Made from fragments.");
    assert_eq!(definition("made-with-dash")["description"], "Named with a dash.");
    assert_eq!(definition("made_whole")["description"], "An item as it is.");
    let optional = definition("made_optional");
    assert!(optional["input_schema"].get("required").is_none(), "{optional}");
}

#[test]
fn retired_names_can_be_made_too() {
    let gone: Vec<_> = registry().tombstones().map(|one| (one.name(), one.since())).collect();
    assert!(gone.contains(&("made_gone", Some("1.0.0"))), "{gone:?}");
    assert!(gone.contains(&("made_gone_too", Some("2.0.0"))), "{gone:?}");
}
