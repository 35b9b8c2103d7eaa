//! A registry for the tools of an AI agent.
//!
//! An agent shows a model a list of tools and runs the calls that come back. Over months tools are
//! renamed, merged and retired. `toolcrib` keeps one validated registry of them: declared where they
//! are written, with a list whose bytes do not move, and with old names that still run or say what
//! to use instead.
//!
//! ```standalone_crate
//! use toolcrib::{Context, Registry, ToolCall, tool};
//!
//! /// Say a text aloud.
//! #[tool(alias(name = "tts", lifecycle = "hidden", since = "0.8.53"))]
//! async fn speech(
//!     /// What to say.
//!     text: String,
//!     /// Which voice; the default voice where left out.
//!     voice: Option<String>,
//! ) -> String {
//!     format!("{text}, said by {}", voice.as_deref().unwrap_or("the default voice"))
//! }
//!
//! # pollster::block_on(async {
//! let registry = Registry::builder().collect().build()?;
//! let surface = registry.surface().build()?;
//! let tools = surface.tools(); // the bytes to send: the same ones on every run
//! assert!(!tools.get().contains("tts"));
//!
//! let call = ToolCall { id: "call_1", name: "tts", arguments: r#"{"text": "hello"}"# };
//! let outcome = surface.call(call, &Context::new()).await;
//! assert_eq!(outcome.text(), "hello, said by the default voice");
//! # Ok::<(), toolcrib::BuildError>(())
//! # }).unwrap();
//! ```
//!
//! - [`tool`](macro@tool) annotates a function or an `impl Tool for Type`; [`retired!`] keeps the
//!   names that are gone; [`link!`] keeps tool crates from being dropped by the linker.
//! - [`Registry`] holds everything that is declared, or [`RegistryBuilder::build`] says everything
//!   that is wrong.
//! - [`Surface`] is what one session sees and may call. [`Surface::call`] answers every call with
//!   an [`Outcome`].
//!
//! # Features
//!
//! The modules that a feature adds are named first.
//!
//! - `collect` (default): [`RegistryBuilder::collect`], through `inventory`. Without it, tools are
//!   listed: see [`toolset!`].
//! - `regex` (default): regular expressions in [`search`] queries. Without it, they are refused with
//!   a message that says so; words and names need no dependency.
//! - `skills`: `references`, which finds old names in skills, hooks, settings and other texts, and
//!   `skills`, which keeps skills that name a retired tool from the model.
//! - `doctor`: `doctor`, checks of all this, and `inspect`, for people to look at tools.
//! - `plugins`: `plugins`, which finds plugins on disk that name retired tools, and cleans them up.
//! - `http`: `http`, an admin API and a page, for `axum`.
//! - `cli`: `cli`, the command line, as the program `toolcrib` and for a host's own program.

// On docs.rs, each item says which feature it takes.
#![cfg_attr(docsrs, feature(doc_cfg))]

// So that what the macros write resolves in this crate's own tests too.
extern crate self as toolcrib;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod answer;
mod arguments;
#[cfg(feature = "cli")]
pub mod cli;
mod collect;
mod context;
mod conversation;
mod dispatch;
#[cfg(feature = "doctor")]
pub mod doctor;
pub mod dynamic;
mod entry;
mod error;
mod generated;
mod guard;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "doctor")]
pub mod inspect;
mod lifecycle;
mod name;
mod origin;
mod outcome;
mod output;
#[cfg(feature = "plugins")]
pub mod plugins;
pub mod provider;
pub mod ready;
#[cfg(feature = "skills")]
pub mod references;
mod registry;
mod schema;
pub mod search;
#[cfg(feature = "skills")]
pub mod skills;
mod surface;
mod text;
mod tool;
pub mod toolbox;
mod toolset;
mod word;

pub use arguments::{Args, ArgumentErrors, InvalidArgument};
pub use context::{Context, Progress, State};
pub use conversation::{Conversation, Turn};
pub use dispatch::ToolCall;
pub use entry::{Alias, Annotations, Entry, Target, Tombstone};
pub use error::{FailureKind, ToolError};
pub use lifecycle::{Lifecycle, NameState, Policy, Told};
pub use name::{
    MAX_NAME_LEN, MAX_OLD_NAME_LEN, NameError, check_name, check_old_name, normal_form,
};
pub use origin::Origin;
pub use outcome::{
    FAILURE_KEY, FOUND_KEY, FOUND_SHA256_KEY, NOTICE_KEY, Outcome, UNWRAPPED_KEY,
    UNWRAPPED_VALUES_KEY,
};
pub use output::{Content, IntoOutput, McpRevision, Output};
pub use provider::Provider;
pub use registry::{
    BadReplacement, BuildError, Manifest, ManifestError, ManifestName, ManifestOrigin,
    ManifestTool, NameKind, NameRecord, NameUse, Problem, RegisteredTool, Registry,
    RegistryBuilder, Resolution, Usage,
};
pub use schemars;
pub use serde;
pub use serde_json;
pub use surface::{
    AnyTool, Budget, BudgetPart, Candidate, Definition, Digest, LeftOut, Lookup, NoticeChannel,
    Part, Report, ReportedTool, Rule, SearchHit, SearchResults, Selected, Strategy, Surface,
    SurfaceBuilder, SurfaceProblem, ToolOrigin, Total, WhyLeftOut,
};
pub use tool::{Declared, Tool};
pub use toolcrib_macros::{arguments, tool};
pub use toolset::Toolset;
pub use word::UnknownWord;

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
