//! Plugins that name retired tools: said at each start, and moved out of the way when the agent is set up.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use toolcrib::Manifest;
use toolcrib::cli::Host;
use toolcrib::plugins::{Cleanup, Options, PluginError, PluginStore, warn_retired};
use toolcrib::references::Names;

/// Where plugins are: those of all workspaces, and those that one brings along.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Where plugins are")]
pub(crate) struct Places {
    /// The folder that all workspaces share, with `plugins/` and `config.toml`
    #[arg(long, global = true, value_name = "DIR")]
    home: Option<PathBuf>,
    /// The workspace, with plugins in `.codewhale/plugins/`
    #[arg(long, global = true, value_name = "DIR")]
    workspace: Option<PathBuf>,
}

/// Set the agent up: move plugins that name retired tools to the trash of their store
///
/// Both stores are looked at. What is moved is taken out of `[plugins] network_allow`, too, and comes back
/// with `plugins restore`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Setup {
    /// Show what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
}

impl Places {
    /// The folders of the shared and of the workspace's plugins. They may be missing.
    fn folders(&self) -> impl Iterator<Item = PathBuf> {
        let shared = self.home.iter().map(|home| home.join("plugins"));
        shared.chain(self.workspace.iter().map(|folder| folder.join(".codewhale/plugins")))
    }

    fn config(&self) -> Option<PathBuf> {
        self.home.as_ref().map(|home| home.join("config.toml"))
    }

    /// Those folders that are there.
    fn there(&self) -> impl Iterator<Item = PathBuf> {
        self.folders().filter(|folder| folder.symlink_metadata().is_ok())
    }

    fn stores(&self) -> Result<Vec<PluginStore>, PluginError> {
        self.there().map(PluginStore::open).collect()
    }

    /// Tells toolcrib's own commands the same.
    pub(crate) fn told(&self, host: Host) -> Host {
        let host = self.folders().fold(host, Host::store);
        self.config().into_iter().fold(host, Host::config)
    }

    /// What an operator runs to clean up.
    fn repair(&self) -> String {
        let mut command = "codewhale setup".to_owned();
        for (option, folder) in [("--home", &self.home), ("--workspace", &self.workspace)] {
            if let Some(folder) = folder {
                let folder = folder.display().to_string().replace('\'', r"'\''");
                let _ = write!(command, " {option} '{folder}'");
            }
        }
        command
    }

    /// Warns of plugins that name retired tools: at each start, in any mode, whether anybody hears a log or not.
    /// A store that cannot be read keeps nobody from work, nor the other store from being read.
    pub(crate) fn warn(&self, manifest: &Manifest) {
        for folder in self.there() {
            let names = Names::of(manifest);
            let found = PluginStore::open(folder).and_then(|store| store.retired_plugins(&names));
            match found {
                Ok(found) => {
                    for warning in warn_retired(&found.retired, &self.repair()) {
                        eprintln!("{warning}");
                    }
                }
                Err(error) => eprintln!("codewhale: {error}"),
            }
        }
    }
}

impl Setup {
    /// Shows the plan, and carries it out.
    pub(crate) fn run(
        &self,
        places: &Places,
        manifest: &Manifest,
    ) -> Result<ExitCode, Box<dyn Error>> {
        let cleanup = Cleanup::new(places.stores()?);
        let cleanup = places.config().into_iter().fold(cleanup, Cleanup::config);
        let plan = cleanup.plan(&Names::of(manifest));
        let mut out = io::stdout().lock();
        write!(out, "{plan}")?;
        if self.dry_run || plan.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let report = cleanup.apply(&plan, Options::default());
        write!(out, "{report}")?;
        Ok(if report.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
