//! An agent's tools at work: the names and what state each is in, the bytes that a model gets, a recorded
//! session that is replayed under old names, and what callers of old and unknown names are told.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use codewhale_tools::{Agents, Jobs, Plans, TodoLists, Workspace};
use toolcrib::ready::tool_search;
use toolcrib::{BuildError, Registry, Surface};

mod program;

use program::report::Report;
use program::{conversation, demo};

toolcrib::link!(codewhale_tools);

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
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("codewhale: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let registry = registry(Workspace::new(folder.path())?)?;
    let surface = registry.surface().build()?;
    let flag = std::env::args().nth(1);
    match print(&surface, flag.as_deref()) {
        // Whoever reads has read enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => Ok(printed?),
    }
}

fn print(surface: &Surface, flag: Option<&str>) -> io::Result<()> {
    let registry = surface.registry();
    // Colour for a terminal, unless the user says otherwise (`NO_COLOR`).
    let mut out = anstream::stdout().lock();
    match flag {
        // Exactly the bytes of a request: no line break after them.
        Some("--head") => write!(out, "{}", surface.tools()),
        Some("--digest") => writeln!(out, "{}", surface.digest()),
        Some("--manifest") => write!(out, "{}", registry.manifest().to_json()),
        Some("--markdown") => write!(out, "{}", registry.manifest().to_markdown()),
        Some(other) => {
            let flags = "--head, --digest, --manifest, --markdown";
            Err(io::Error::other(format!("`{other}` is no flag of this program; it has {flags}")))
        }
        None => {
            let mut report = Report::new(out);
            report.names(registry)?;
            report.head(surface)?;
            report.modes(surface)?;
            pollster::block_on(demo::run(surface, &mut report))?;
            let surface = conversation::surface(registry)
                .map_err(|error| io::Error::other(error.to_string()))?;
            pollster::block_on(conversation::run(surface, &mut report))?;
            report.usage(registry)
        }
    }
}
