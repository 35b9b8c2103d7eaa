//! The command line: as the program `toolcrib`, which reads a manifest, and as commands for a host's
//! own program, with its live registry. Feature `cli`.
//!
//! ```
//! use clap::{Parser, Subcommand};
//! use toolcrib::cli::{Host, OutputOptions};
//! use toolcrib::inspect::Subject;
//! use toolcrib::{Registry, tool};
//!
//! /// Run a command.
//! #[tool(register = false, alias(name = "exec", since = "0.8.53"))]
//! fn exec_shell(command: String) -> String {
//!     command
//! }
//!
//! #[derive(Parser)]
//! #[command(name = "agent")]
//! struct Agent {
//!     #[command(flatten)]
//!     output: OutputOptions,
//!     #[command(subcommand)]
//!     command: Command,
//! }
//!
//! #[derive(Subcommand)]
//! enum Command {
//!     /// Talk to the agent
//!     Chat,
//!     #[command(flatten)]
//!     Tools(toolcrib::cli::Command),
//! }
//!
//! let agent = Agent::parse_from(["agent", "tools", "show", "exec"]);
//! let Command::Tools(command) = agent.command else { unreachable!() };
//! let registry = Registry::builder().tool::<exec_shell>().build()?;
//! let host = Host::new(Subject::live(registry.surface().build()?))
//!     .store("/srv/agent/plugins")
//!     .skills("/srv/agent/skills");
//! let code = command.run(host, &agent.output);
//! assert_eq!(code, std::process::ExitCode::SUCCESS);
//! # Ok::<(), toolcrib::BuildError>(())
//! ```
//!
//! # Exit codes
//!
//! | code | meaning |
//! |---|---|
//! | 0 | nothing is to be done |
//! | 1 | something was found, or is left to be done |
//! | 2 | what was asked or given cannot be worked with; nothing was done |
//!
//! # Output
//!
//! Results go to stdout, as text, one JSON value or Markdown; remarks, questions and progress to
//! stderr. Colour is for terminals, unless `NO_COLOR` or `CLICOLOR_FORCE` say otherwise. Control and
//! invisible characters from files and names are escaped in all formats. That a reader closes the
//! pipe is no error.

use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches, Subcommand};

mod checks;
mod doctor;
mod failure;
mod host;
mod options;
mod out;
mod page;
mod plugins;
mod program;
mod progress;
mod serve;
mod skills;
mod tools;

use failure::End;
use out::Out;

pub use host::Host;
pub use options::{Format, OutputOptions};
pub use program::main;

/// The commands, to be a subcommand of a host's parser, or to be flattened into those it has.
#[derive(Debug, Clone)]
pub struct Command(All);

/// A command of the first level each: its own file, an `Args` type with `run`.
#[derive(Debug, Clone, Subcommand)]
enum All {
    Doctor(doctor::Doctor),
    Plugins(plugins::Plugins),
    Serve(serve::Serve),
    Skills(skills::Skills),
    Tools(tools::Tools),
}

impl Command {
    /// Runs the command, and says how it ended.
    #[must_use]
    pub fn run(&self, host: Host, output: &OutputOptions) -> ExitCode {
        let mut out = Out::new(output.format);
        let ended = match &self.0 {
            All::Doctor(doctor) => doctor.run(host, &mut out),
            All::Plugins(plugins) => plugins.run(&host, &mut out),
            All::Serve(serve) => serve.run(host, &mut out),
            All::Skills(skills) => skills.run(&host, &mut out),
            All::Tools(tools) => tools.run(&host, &mut out),
        };
        match ended {
            Ok(End::Fine) => ExitCode::SUCCESS,
            Ok(End::Findings) => ExitCode::from(1),
            Err(failure) => {
                out::error(&failure);
                ExitCode::from(2)
            }
        }
    }
}

impl FromArgMatches for Command {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        All::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl Subcommand for Command {
    fn augment_subcommands(host: clap::Command) -> clap::Command {
        let program = host.get_name().to_owned();
        let all = All::augment_subcommands(clap::Command::new(""));
        let named = all.get_subcommands().map(|command| in_program(command.clone(), &program));
        host.subcommands(named)
    }

    fn augment_subcommands_for_update(host: clap::Command) -> clap::Command {
        Self::augment_subcommands(host)
    }

    fn has_subcommand(name: &str) -> bool {
        All::has_subcommand(name)
    }
}

/// Writes the program's name into the examples of a command's help.
fn in_program(command: clap::Command, program: &str) -> clap::Command {
    let command = match command.get_after_help() {
        Some(help) => {
            let help = help.to_string().replace("{program}", program);
            command.after_help(help)
        }
        None => command,
    };
    command.mut_subcommands(|below| in_program(below, program))
}
