//! Old names in texts: skills, agents, commands, hooks, settings, and anything else that people write
//! for a model. Feature `skills`.
//!
//! What a text is held against is a [`Manifest`](crate::Manifest), that of the running registry or one
//! that was kept as a file: there is no second list. Everything here is a function of bytes, and
//! does no input or output.
//!
//! ```
//! use toolcrib::references::{FileKind, Names, Severity};
//! use toolcrib::{Registry, Tombstone, tool};
//!
//! /// Run a command.
//! #[tool(register = false)]
//! fn bash(command: String) {}
//!
//! let gone = Tombstone::new("python_eval", "3.0.21").replacement("bash");
//! let registry = Registry::builder().tool::<bash>().retired([gone]).build()?;
//! let names = Names::of(&registry.manifest());
//!
//! let skill = b"---\nname: sums\ndescription: Does sums.\nallowed-tools: Bash, python_eval\n---\n\
//!     Call `python_eval`.\n";
//! let found = names.find(FileKind::Skill, "sums/SKILL.md", skill);
//! assert_eq!(found[0].severity, Severity::Error);
//! assert_eq!(
//!     found[0].to_string(),
//!     "sums/SKILL.md:4:22: error: `python_eval` is retired since 3.0.21; use `bash` instead"
//! );
//! assert_eq!((found[1].line, found[1].column, found[1].severity), (6, 7, Severity::Error));
//! # Ok::<(), toolcrib::BuildError>(())
//! ```
//!
//! # What is a reference
//!
//! - An entry of a **list of tools**: `allowed-tools`, `disallowed-tools`, `tools` and their like, as a
//!   YAML list or parted by commas or spaces; of `Bash(git:*)` the part before the bracket. Here
//!   another spelling is found too, and a name that stands for nothing at all.
//!   `mcp__server__tool` is a tool of a server and no concern of ours.
//! - A **matcher** of a hook on tools that matches an old name and no other.
//! - A **permission rule** of settings.
//! - **Anywhere else**: the name as a word of its own, spelled exactly. Within an identifier, a path, a file
//!   name or a variable it is none.
//! - A name that could be an **ordinary word** (letters only, such as `task`) counts only where it looks
//!   like a name: alone in a code span, in quotes in code, or called: `task(..)`, `task {..}`,
//!   `"name": "task"`, and in running text "call task with ..", "use task to ..", "use the task tool".
//!   With [`Names::plain_words`] it counts everywhere.
//!
//! How grave each is, is told at [`Severity`].
//!
//! `<!-- toolcrib: allow name -->` in Markdown and `# toolcrib: allow name` in frontmatter and other
//! texts silence these names (several may follow, parted by commas or spaces; one that holds such is
//! written in backticks) from that line on, the line itself included.
//!
//! # Bounds
//!
//! Frontmatter is read up to 64 KiB, JSON up to 1 MiB, Markdown up to 4 MiB; a longer body is searched as text
//! without markup. Frontmatter and JSON that cannot be read are told, and searched as text. At most 1,000
//! references are told of a file.

mod allow;
mod call;
mod declared;
pub(crate) mod entry;
mod find;
pub(crate) mod frontmatter;
mod json;
mod kind;
mod markdown;
mod matcher;
mod names;
pub(crate) mod place;
mod reference;
pub(crate) mod tree;
mod words;
mod yaml;

pub use kind::FileKind;
pub use names::Names;
pub(crate) use reference::ShownPath;
pub use reference::{Reference, Severity, Site, State};
