//! An agent's tools at work: the names and what state each is in, the bytes that a model gets, a recorded
//! session that is replayed under old names, and what callers of old and unknown names are told.

use std::error::Error;

use codewhale_tools::{Agents, Jobs, Plans, TodoLists, Workspace};
use toolcrib::{BuildError, Registry};

mod program;

use program::{demo, report};

toolcrib::link!(codewhale_tools);

/// Everything that is linked, with the values that the tools ask for.
fn registry(workspace: Workspace) -> Result<Registry, BuildError> {
    Registry::builder()
        .collect()
        .expect_crates(["codewhale_tools"])
        .state(workspace)
        .state(Jobs::default())
        .state(TodoLists::default())
        .state(Plans::default())
        .state(Agents::default())
        .build()
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let registry = registry(Workspace::new(folder.path())?)?;
    let surface = registry.surface().build()?;
    match std::env::args().nth(1).as_deref() {
        None => {
            report::names(&registry);
            report::head(&surface);
            report::modes(&surface);
            pollster::block_on(demo::run(&surface));
        }
        // Exactly the bytes of a request: no line break after them.
        Some("--head") => anstream::print!("{}", surface.tools()),
        Some("--digest") => anstream::println!("{}", surface.digest()),
        Some("--manifest") => anstream::print!("{}", registry.manifest().to_json()),
        Some("--markdown") => anstream::print!("{}", registry.manifest().to_markdown()),
        Some(other) => {
            let flags = "--head, --digest, --manifest, --markdown";
            return Err(format!("`{other}` is no flag of this program; there are {flags}").into());
        }
    }
    Ok(())
}
