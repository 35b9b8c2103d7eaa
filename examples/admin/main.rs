//! The admin API and its page, over codewhale's tools and a folder of made-up plugins.
//!
//! ```sh
//! export TOOLCRIB_TOKEN=$(openssl rand -hex 32)
//! cargo run --package toolcrib-examples --features admin --bin admin
//! ```

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use codewhale_tools::{Agents, Jobs, Plans, TodoLists, Workspace};
use toolcrib::doctor::{Check, Doctor};
use toolcrib::http::{Admin, Server};
use toolcrib::inspect::Subject;
use toolcrib::plugins::{Cleanup, PluginStore};
use toolcrib::ready::tool_search;
use toolcrib::references::Names;
use toolcrib::{Budget, Context, Provider, Registry, Surface, ToolCall};

toolcrib::link!(codewhale_tools);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("admin: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let token = env::var("TOOLCRIB_TOKEN")
        .map_err(|_| "set TOOLCRIB_TOKEN: export TOOLCRIB_TOKEN=$(openssl rand -hex 32)")?;
    let address = env::args().nth(1).unwrap_or_else(|| "127.0.0.1:0".into()).parse()?;
    let folder = tempfile::tempdir()?;

    let registry = Registry::builder()
        .collect()
        .tool::<tool_search>()
        .state(Workspace::new(folder.path())?)
        .state(Jobs::default())
        .state(TodoLists::default())
        .state(Plans::default())
        .state(Agents::default())
        .build()?;
    let surface = || registry.surface().provider(Provider::Anthropic);
    old_calls(&surface().build()?);

    let (store, config, prompt) = write_plugins(folder.path())?;
    let names = Names::of(&registry.manifest());
    let doctor = Doctor::new()
        .check(Check::overdue(registry.manifest(), "0.9.0"))
        .check(Check::lints(surface().build()?))
        .check(Check::linked(registry.clone(), ["codewhale_tools"]))
        .check(Check::prompts(names, [prompt]));
    let admin = Admin::new(Subject::live(surface().budget(Budget::new().bytes(16 << 10)).build()?))
        .token(token)
        .doctor(doctor)
        .cleanup(Cleanup::new([store]).config(config));
    let server = Server::bind(admin, address)?;
    println!("http://{}/", server.address());
    server.run()?;
    Ok(())
}

/// A few calls of an old session, to be counted.
fn old_calls(surface: &Surface) {
    let cx = Context::new();
    for name in ["todo_write", "todo_write", "todo_add", "tts", "agent_spawn", "exec_wait"] {
        let outcome = pollster::block_on(surface.call(ToolCall::new(name, "{}"), &cx));
        debug_assert!(outcome.failure().is_some(), "{name} asks for arguments");
    }
}

/// A store with plugins of which some name retired tools, a configuration that allows them the network,
/// and a prompt.
fn write_plugins(
    folder: &Path,
) -> Result<(PluginStore, std::path::PathBuf, std::path::PathBuf), Box<dyn Error>> {
    let write = |file: &str, text: &str| -> io::Result<std::path::PathBuf> {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(&path, text)?;
        Ok(path)
    };
    write(
        "plugins/release-notes/SKILL.md",
        "---\nname: release-notes\ndescription: Writes the notes of a release.\n\
         allowed-tools: read_file agent_spawn\n---\nStart a helper with `agent_spawn`, and wait with `agent_wait`.\n",
    )?;
    write(
        "plugins/triage/.claude-plugin/plugin.json",
        r#"{"name": "triage", "version": "1.2.0", "description": "Sorts what comes in."}"#,
    )?;
    write(
        "plugins/triage/agents/sorter.md",
        "---\nname: sorter\ndescription: Sorts reports.\ntools: read_file, delegate_to_agent\n---\nSort them.\n",
    )?;
    write(
        "plugins/spell-check/SKILL.md",
        "---\nname: spell-check\ndescription: Checks the spelling.\nallowed-tools: read_file\n---\nRead, then say.\n",
    )?;
    let config = write(
        "config.toml",
        "[plugins]\nnetwork_allow = [\"release-notes\", \"spell-check\", \"triage\"]\n",
    )?;
    let prompt = write("prompt.md", "To start a helper, call `spawn_agent`.\n")?;
    Ok((PluginStore::open(folder.join("plugins"))?, config, prompt))
}
