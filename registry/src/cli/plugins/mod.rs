//! `plugins`: plugins on disk that name retired tools.

use clap::{Args, Subcommand};

use super::failure::{End, Failure};
use super::host::Host;
use super::out::Out;

mod cleanup;
mod list;
mod purge;
mod restore;
mod retired;
mod steps;

/// Find plugins that name retired tools, and move them out of the way
///
/// Plugins are moved to the trash of their store and can be restored from there.
#[derive(Debug, Clone, Args)]
pub(super) struct Plugins {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    List(list::List),
    Retired(retired::Retired),
    Cleanup(cleanup::Cleanup),
    Restore(restore::Restore),
    Purge(purge::Purge),
}

impl Plugins {
    pub(super) fn run(&self, host: &Host, out: &mut Out) -> Result<End, Failure> {
        match &self.command {
            Command::List(list) => list.run(host, out),
            Command::Retired(retired) => retired.run(host, out),
            Command::Cleanup(cleanup) => cleanup.run(host, out),
            Command::Restore(restore) => restore.run(host, out),
            Command::Purge(purge) => purge.run(host, out),
        }
    }
}
