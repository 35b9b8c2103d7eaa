//! Skills of agents, held against the registry: one that names a retired tool is kept from the model.
//! Feature `skills`.
//!
//! A skill is a folder with a `SKILL.md`: frontmatter with a name and a description, and instructions
//! in Markdown. The rules are those of the [Agent Skills specification](https://agentskills.io), read
//! as its guide for clients asks: a bad name or an over-long text is a warning, and a skill is left
//! out only where its description is missing or its frontmatter cannot be read. We add one reason:
//! a retired tool that it tells to use, since a model would call it. What that is, is
//! [one rule](crate::references::Severity) for all that reads texts.
//!
//! ```
//! use toolcrib::references::Names;
//! use toolcrib::{Registry, Tombstone, skills};
//!
//! let gone = Tombstone::new("python_eval", "3.0.21").hint("run python3 in the shell");
//! let names = Names::of(&Registry::builder().retired([gone]).build()?.manifest());
//!
//! let text = b"---\nname: sums\ndescription: Does sums.\n---\nCall `python_eval`.\n";
//! let validated = skills::validate(&names, "sums", text);
//! assert!(validated.skill.is_none());
//! assert_eq!(
//!     validated.diagnostics[0].to_string(),
//!     "sums/SKILL.md:5:7: error: `python_eval` is retired since 3.0.21 (run python3 in the shell); \
//!      the skill is left out"
//! );
//! # Ok::<(), toolcrib::BuildError>(())
//! ```
//!
//! [`discover`] does this for all skills below some folders, with the other texts that lie beside each
//! `SKILL.md`. It is the only function here that reads files.

mod diagnostic;
mod discover;
mod fields;
mod resources;
mod validate;
mod walk;

pub use diagnostic::{SkillDiagnostic, SkillProblem};
pub use discover::{DiscoveredSkill, Discovery, discover, discover_with};
pub use fields::Skill;
pub use validate::{Validated, validate};
