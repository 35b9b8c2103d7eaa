//! Plugins on disk that name retired tools: found, moved out of the way, brought back.
//!
//! A plugin survives the tools it was written for. What it still tells a model to call is gone, and
//! the model fails, or makes results up. [`PluginStore::retired_plugins`] finds such plugins,
//! [`warn_retired`] logs them, and [`Cleanup`] moves them to a trash from which they can be restored.
//! Which names are retired is known from one place, the registry's manifest, through
//! [`Names`](crate::references::Names).

mod cleanup;
mod config;
mod content;
mod date;
mod disk;
mod error;
mod finish;
mod lock;
mod plan;
mod platform;
mod report;
mod restore;
mod retired;
mod shown;
mod store;
#[cfg(test)]
mod tests;
mod trash;
mod walk;
mod warn;

pub use cleanup::{Cleanup, Options, Trashed};
pub use error::PluginError;
pub use lock::StoreLock;
pub use plan::{ConfigPlan, Plan, PlannedPlugin, StorePlan};
pub use report::{Action, Report, Step};
pub use retired::{RetiredPlugin, RetiredPlugins};
pub use store::{Layout, Plugin, PluginStore, Plugins};
pub use walk::{Unread, UnreadReason};
pub use warn::{RetiredWarning, warn_retired};

/// The most entries that the folder of a store may have.
pub const MAX_PLUGINS: usize = 10_000;

/// The record of installation in a plugin: see [`PluginStore::record_installation`].
pub(crate) const INSTALLED_FILE: &str = ".installed.json";
