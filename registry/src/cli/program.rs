//! The program `toolcrib`: the commands with a manifest as their host.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use super::page::escaped;
use super::{Command, Host, OutputOptions};

/// Where the manifest is looked for.
const MANIFEST: &str = "tools.manifest.json";

/// Look after the tools of an AI agent: their names, and the skills and plugins that use them
///
/// The tools are known from a manifest, which the agent's own program writes.
#[derive(Debug, Parser)]
#[command(
    name = "toolcrib",
    version,
    verbatim_doc_comment,
    disable_help_subcommand = true,
    after_help = "\
Exit codes:
  0  nothing is to be done
  1  something was found, or is left to be done
  2  what was asked or given cannot be worked with; nothing was done

Examples:
  toolcrib tools search run a command
  toolcrib skills check .agent/skills
  my-agent tools manifest | toolcrib --manifest - tools names"
)]
struct Program {
    /// The agent's manifest; `-` is stdin
    #[arg(long, global = true, value_name = "FILE", default_value = MANIFEST)]
    #[arg(display_order = 99)]
    manifest: PathBuf,
    #[command(flatten)]
    output: OutputOptions,
    #[command(subcommand)]
    command: Command,
}

/// The program `toolcrib`, with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    match Program::try_parse() {
        Ok(program) => program.command.run(Host::from_manifest(program.manifest), &program.output),
        Err(error) => {
            // An argument may be the name of a file that somebody else chose: say it with that escaped.
            let arguments =
                std::env::args_os().map(|argument| escaped(&argument.to_string_lossy()));
            let error = Program::try_parse_from(arguments).err().unwrap_or(error);
            // Where nobody reads, there is nobody to tell.
            let _ = error.print();
            u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
        }
    }
}
