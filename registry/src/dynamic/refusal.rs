//! Why a tool of a source was not taken, as data; the words are at the end.

use std::fmt;

use super::{
    MAX_DYNAMIC_NAME_LEN, MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH, MAX_SUBSCHEMAS, MAX_TOOLS_PER_SOURCE,
};
use crate::name::Shown;

/// A tool that was not taken. The others of its source stay.
///
/// Printed, it names the source and the tool, says what is wrong, and what would help. The text is
/// safe to show: foreign parts are escaped and cut.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refused {
    /// The source.
    pub source: String,
    /// The tool's place in the source's list, from 0 on.
    pub position: usize,
    /// The tool's name as the source wrote it, which may be anything; empty where it has none.
    pub name: String,
    /// What is wrong.
    pub refusal: Refusal,
}

/// What is wrong with a tool of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is not the JSON of a tool.
    Malformed(String),
    /// The name is empty.
    EmptyName,
    /// The name has more than [`MAX_DYNAMIC_NAME_LEN`] characters.
    LongName(usize),
    /// A character of the name does not show, or breaks the line.
    NameCharacter(char),
    /// The source has several different tools of that name: which one is meant cannot be known.
    Duplicate {
        /// The places of the first 16 of them.
        positions: Vec<usize>,
    },
    /// There is no input schema.
    NoSchema,
    /// The input schema has more than [`MAX_SCHEMA_BYTES`].
    LargeSchema(usize),
    /// The input schema nests objects and arrays deeper than [`MAX_SCHEMA_DEPTH`].
    DeepSchema,
    /// The input schema holds more than [`MAX_SUBSCHEMAS`] schemas.
    ManySchemas,
    /// The input schema is not JSON.
    UnreadableSchema(String),
    /// The root of the input schema is not an object, or is composed of alternatives that are not all
    /// objects.
    Root(String),
    /// A reference leads nowhere, or out of the schema.
    Reference {
        /// Where it stands, as a JSON pointer.
        path: String,
        /// What it says.
        target: String,
        /// What is wrong with that.
        why: &'static str,
    },
    /// References lead in a circle in which nothing is ever checked.
    EndlessReference,
    /// A keyword holds what it cannot hold.
    Keyword {
        /// Where it stands, as a JSON pointer.
        path: String,
        /// What it must hold.
        expected: &'static str,
    },
    /// The name of an argument is empty, too long, or has characters that do not show.
    ArgumentName {
        /// Where it stands, as a JSON pointer.
        path: String,
    },
    /// A value, such as one of an `enum`, has characters that do not show. It cannot be cleaned,
    /// since the server would not know it then.
    UnseenCharacters {
        /// Where it stands, as a JSON pointer.
        path: String,
    },
}

impl Refusal {
    /// The place in the input schema, as a JSON pointer; empty where it is the tool or the schema as
    /// a whole.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Reference { path, .. }
            | Self::Keyword { path, .. }
            | Self::ArgumentName { path }
            | Self::UnseenCharacters { path } => path,
            _ => "",
        }
    }
}

/// Why nothing of a source could be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceError {
    /// The source's name is not 1–64 letters, digits, `_` or `-`.
    Name(String),
    /// The text is not a list of tools.
    NotAList(String),
    /// The list has more than [`MAX_TOOLS_PER_SOURCE`] tools.
    ManyTools,
    /// The last page has a `nextCursor`: there are more tools than these.
    MorePages,
    /// Two pages have the same `nextCursor`: the same page was asked for twice.
    RepeatedPage {
        /// The places of the two, from 0 on.
        pages: [usize; 2],
    },
    /// The server answered with an error instead of a list.
    Response {
        /// JSON-RPC's code, where it has one.
        code: Option<i64>,
        /// What it said, fit to be shown.
        message: String,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { source, position, name, refusal } = self;
        write!(f, "source `{}`: ", Shown(source))?;
        match &**name {
            "" => write!(f, "tool {position} of its list")?,
            name => write!(f, "tool `{}`", Shown(name))?,
        }
        write!(f, " is left out: {refusal}")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(said) => {
                write!(f, "it is not a tool ({said}); a tool has `name` and `inputSchema`")
            }
            Self::EmptyName => f.write_str("its name is empty; give it one"),
            Self::LongName(len) => write!(
                f,
                "its name has {len} characters; shorten it to at most {MAX_DYNAMIC_NAME_LEN}"
            ),
            Self::NameCharacter(c) => {
                let c = c.escape_debug();
                write!(f, "its name has the character '{c}', which does not show; take it out")
            }
            Self::Duplicate { positions } => {
                let places: Vec<_> = positions.iter().take(8).map(ToString::to_string).collect();
                let more = if positions.len() > 8 { " and more" } else { "" };
                let places = places.join(", ");
                write!(f, "several tools have its name (at {places}{more}); rename all but one")
            }
            Self::NoSchema => f.write_str(
                "it has no `inputSchema`; write `{\"type\": \"object\"}` where it takes no arguments",
            ),
            Self::LargeSchema(bytes) => write!(
                f,
                "its schema has {bytes} bytes; shorten it to at most {MAX_SCHEMA_BYTES}"
            ),
            Self::DeepSchema => write!(
                f,
                "its schema nests deeper than {MAX_SCHEMA_DEPTH} levels; flatten it, or use `$ref`"
            ),
            Self::ManySchemas => write!(
                f,
                "its schema holds more than {MAX_SUBSCHEMAS} schemas; split the tool, or use `$ref`"
            ),
            Self::UnreadableSchema(said) => {
                write!(f, "its schema is not JSON ({said}); write a JSON object")
            }
            Self::Root(said) => write!(
                f,
                "its schema {said}; write `\"type\": \"object\"` with `properties` at the root"
            ),
            Self::Reference { path, target, why } => write!(
                f,
                "the reference `{}` at `{}` {why}; put the schema into `$defs` and refer to it there",
                Shown(target),
                Shown(path)
            ),
            Self::EndlessReference => f.write_str(
                "its references lead in a circle that never ends; put `properties` or `items` between",
            ),
            Self::Keyword { path, expected } => {
                write!(f, "`{}` in its schema must be {expected}", Shown(path))
            }
            Self::ArgumentName { path } => write!(
                f,
                "the argument name at `{}` cannot be shown; use 1–{MAX_DYNAMIC_NAME_LEN} visible \
                 characters",
                Shown(path)
            ),
            Self::UnseenCharacters { path } => write!(
                f,
                "the value at `{}` in its schema has characters that do not show; take them out",
                Shown(path)
            ),
        }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(
                f,
                "`{}` cannot name a source of tools; use 1–64 letters, digits, `_` or `-`",
                Shown(name)
            ),
            Self::NotAList(said) => write!(
                f,
                "this is not a list of tools ({said}); give the result of `tools/list`, or its \
                 `tools` array"
            ),
            Self::ManyTools => write!(
                f,
                "the list has more than {MAX_TOOLS_PER_SOURCE} tools; split it into several sources"
            ),
            Self::MorePages => f.write_str(
                "the list does not end here: its last page has a `nextCursor`; ask for the pages after it \
                 until one has none, and give all of them to `DynamicSource::from_mcp_pages`",
            ),
            Self::RepeatedPage { pages: [first, second] } => write!(
                f,
                "pages {first} and {second} of the list have the same `nextCursor`; ask for each page with \
                 the cursor of the one before it"
            ),
            Self::Response { code, message } => {
                f.write_str("the server answered with an error instead of a list of tools: ")?;
                f.write_str(message)?;
                code.map_or(Ok(()), |code| write!(f, " (code {code})"))
            }
        }
    }
}

impl std::error::Error for SourceError {}
