//! Tools that are only known at run time: those of MCP servers and plugins.
//!
//! A [`DynamicSource`] takes in the definitions of one server. They are untrusted, so each is
//! checked, cleaned and bounded; a bad one is refused and the rest stay, and what can mean one thing only is
//! mended with a [`Remark`]. [`Tail::of`] puts several
//! sources beside each other and beside the native names, and gives each tool its final name.
//! A [`Handler`] runs the calls.
//!
//! The limits are constants. All are far above what real servers send: the largest schema of
//! GitHub's 117 tools has 7,293 bytes and 56 schemas.

mod arguments;
mod drafts;
mod fields;
mod handler;
mod reference;
mod refusal;
mod remark;
mod repair;
mod root;
mod schema;
mod source;
mod tail;
mod text;
mod tool;
mod walk;
mod wanted;
mod wire;

pub use arguments::CheckedArguments;
pub use fields::Fields;
pub use handler::{BoxFuture, DynamicCall, Handler, handler_fn};
pub use refusal::{Refusal, Refused, SourceError};
pub use remark::Remark;
pub(crate) use schema::read as read_schema;
pub use source::{DynamicSource, Exposure, Prefix};
pub use tail::{Owner, Tail, TailProblem, TailTool};
pub(crate) use text::visible;
pub use tool::{DynamicTool, ForeignTool};
pub(crate) use wanted::prefixed;

/// The longest name of a dynamic tool, in characters: MCP's limit.
pub const MAX_DYNAMIC_NAME_LEN: usize = 128;

/// The longest name of a source, in characters.
pub const MAX_SOURCE_NAME_LEN: usize = 64;

/// The longest description, of a tool or inside of its schema, in characters. A longer one is cut.
pub const MAX_DESCRIPTION: usize = 8 * 1024;

/// The most bytes of all that a tool has beside its definition: its [`Fields`], as the source writes them.
pub const MAX_FIELDS_BYTES: usize = 128 * 1024;

/// The largest input schema, in bytes of its text.
pub const MAX_SCHEMA_BYTES: usize = 64 * 1024;

/// How deep the objects and arrays of an input schema may nest. An argument inside of an argument is
/// two levels.
pub const MAX_SCHEMA_DEPTH: usize = 48;

/// The most schemas inside of one input schema, itself included.
pub const MAX_SUBSCHEMAS: usize = 1_000;

/// The most tools of one source: as many as Anthropic's tool search takes.
pub const MAX_TOOLS_PER_SOURCE: usize = 10_000;
