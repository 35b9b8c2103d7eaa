//! An agent's tools at work: the names and what state each is in, the bytes that a model gets, a recorded
//! session that is replayed under old names, and what callers of old and unknown names are told. With
//! toolcrib's commands: `codewhale tools show todo_add`, `codewhale doctor`, and so on. `codewhale setup` moves
//! plugins that name retired tools out of the way, and each start warns of them.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use codewhale_tools::{Agents, BUDGET, Jobs, Plans, TodoLists, Workspace};
use toolcrib::cli::{self, Host, OutputOptions};
use toolcrib::doctor::{Check, Doctor};
use toolcrib::inspect::Subject;
use toolcrib::ready::tool_search;
use toolcrib::{BuildError, Registry, Surface};

mod program;

use program::mode::Mode;
use program::report::Report;
use program::setup::{Places, Setup};
use program::{conversation, demo};

toolcrib::link!(codewhale_tools);

/// A coding agent's tools at work; without a flag or a command, a demonstration
#[derive(Debug, Parser)]
#[command(name = "codewhale", version)]
struct Program {
    #[command(flatten)]
    output: OutputOptions,
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    places: Places,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Setup(Setup),
    #[command(flatten)]
    Tools(cli::Command),
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
#[command(next_help_heading = "Instead of a command")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct Flags {
    /// Write the list of tools, exactly the bytes of a request
    #[arg(long)]
    head: bool,
    /// Write the SHA-256 of the list
    #[arg(long)]
    digest: bool,
    /// Write the manifest of all names as JSON
    #[arg(long)]
    manifest: bool,
    /// Write the manifest as a table
    #[arg(long)]
    markdown: bool,
}

/// Everything that is linked, with the values that the tools ask for.
fn registry(workspace: Workspace) -> Result<Registry, BuildError> {
    Registry::builder()
        .collect()
        .tool::<tool_search>()
        .expect_crates(["codewhale_tools"])
        .state(workspace)
        .state(Jobs::default())
        .state(TodoLists::default())
        .state(Plans::default())
        .state(Agents::default())
        .build()
}

fn main() -> ExitCode {
    match run(&Program::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("codewhale: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(program: &Program) -> Result<ExitCode, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let registry = registry(Workspace::new(folder.path())?)?;
    let surface = registry.surface().budget(BUDGET).build()?;
    if let Some(Command::Setup(setup)) = &program.command {
        return setup.run(&program.places, &registry.manifest());
    }
    program.places.warn(&registry.manifest());
    if let Some(Command::Tools(command)) = &program.command {
        let doctor = Doctor::new()
            .check(Check::overdue(registry.manifest(), env!("CARGO_PKG_VERSION")))
            .check(Check::lints(registry.surface().build()?))
            .check(Check::linked(registry, ["codewhale_tools"]));
        let host = program.places.told(Host::new(Subject::live(surface)).doctor(doctor));
        return Ok(command.run(host, &program.output));
    }
    match print(&surface, &program.flags) {
        // Whoever reads has read enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        printed => Ok(printed.map(|()| ExitCode::SUCCESS)?),
    }
}

fn print(surface: &Surface, flags: &Flags) -> io::Result<()> {
    let registry = surface.registry();
    // Colour for a terminal, unless the user says otherwise (`NO_COLOR`).
    let mut out = anstream::stdout().lock();
    match flags {
        // Exactly the bytes of a request: no line break after them.
        Flags { head: true, .. } => write!(out, "{}", surface.tools()),
        Flags { digest: true, .. } => writeln!(out, "{}", surface.digest()),
        Flags { manifest: true, .. } => write!(out, "{}", registry.manifest().to_json()),
        Flags { markdown: true, .. } => write!(out, "{}", registry.manifest().to_markdown()),
        _ => {
            let mut report = Report::new(out);
            report.names(registry)?;
            report.head(surface)?;
            report.modes(surface)?;
            pollster::block_on(demo::run(surface, &mut report))?;
            let surface = conversation::surface(registry, Mode::Agent)
                .map_err(|error| io::Error::other(error.to_string()))?;
            pollster::block_on(conversation::run(surface, &mut report))?;
            report.usage(registry)
        }
    }
}
