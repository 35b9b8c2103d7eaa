//! The tools of codewhale: an agent that writes code in a folder of its own.
//!
//! The surface is that of a real agent, `CodeWhale`, as its historical lifecycle policy describes it: which
//! tools a model sees, which it has to look for, and under which names old transcripts still call them.
//! The bodies are this example's own, and work: files and shell in a [`Workspace`], a to-do list for each
//! [`Agent`].
//!
//! Everything about a name stands in one place, the attribute of its tool. A program links this crate,
//! collects what it declares and gives it the values that its tools ask for:
//!
//! ```
//! use codewhale_tools::{Agents, Jobs, Plans, TodoLists, Workspace};
//! use toolcrib::Registry;
//!
//! # let folder = tempfile::tempdir()?;
//! let registry = Registry::builder()
//!     .collect()
//!     .tool::<toolcrib::ready::tool_search>()
//!     .expect_crates(["codewhale_tools"])
//!     .state(Workspace::new(folder.path())?)
//!     .state(Jobs::default())
//!     .state(TodoLists::default())
//!     .state(Plans::default())
//!     .state(Agents::default())
//!     .build()?;
//! assert_eq!(registry.names_of("tts").collect::<Vec<_>>(), ["speech", "tts"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod agent;
pub mod files;
pub mod patch;
pub mod plan;
mod retired;
pub mod search;
pub mod shell;
pub mod speech;
pub mod todo;
pub mod workspace;

use toolcrib::Budget;

pub use agent::{Agent, Agents};
pub use plan::Plans;
pub use shell::Jobs;
pub use todo::TodoLists;
pub use workspace::Workspace;

/// What the head may hold, in every mode and in each provider's format. A tool more needs another one to go,
/// or this to be raised, which a reviewer sees.
pub const BUDGET: Budget = Budget::new().tools(16).bytes(11 << 10);
