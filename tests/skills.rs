//! Old names in skills, hooks, settings and other texts.

#[path = "skills/declared.rs"]
mod declared;
#[path = "skills/discover.rs"]
mod discover;
#[path = "skills/hostile.rs"]
mod hostile;
#[path = "skills/lookup.rs"]
mod lookup;
#[path = "skills/matcher.rs"]
mod matcher;
#[path = "skills/odd.rs"]
mod odd;
#[path = "skills/real.rs"]
mod real;
#[path = "skills/text.rs"]
mod text;
#[path = "skills/validate.rs"]
mod validate;

use std::sync::LazyLock;

use toolcrib::references::{FileKind, Names};
use toolcrib::{Manifest, Registry, Tombstone, tool};

/// Run a command.
#[tool(
    register = false,
    alias(name = "exec_shell", lifecycle = "deprecated", since = "2.0.0"),
    alias(name = "RunCommand", lifecycle = "hidden", since = "1.5.0")
)]
fn bash(command: String) -> String {
    command
}

/// Read a file.
#[tool(register = false, alias(name = "cat_file", lifecycle = "hidden"))]
fn read_file(path: String) -> String {
    path
}

/// Hand a piece of work to another agent.
#[tool(register = false, lifecycle = "deferred")]
fn agent(task: String) -> String {
    task
}

/// Three live tools, three old names that still run, and four retired ones.
fn manifest() -> Manifest {
    let gone = [
        Tombstone::new("python_eval", "3.0.21").replacement("bash").hint("run python3 -c '…'"),
        Tombstone::new("react_preview", "3.0.21"),
        Tombstone::new("task", "1.0.0").replacement("agent"),
        Tombstone::new("apply-patch", "1.0.0").replacement("bash"),
    ];
    let builder = Registry::builder().tool::<bash>().tool::<read_file>().tool::<agent>();
    builder.retired(gone).build().unwrap().manifest()
}

fn names() -> Names {
    static NAMES: LazyLock<Names> = LazyLock::new(|| Names::of(&manifest()));
    NAMES.clone()
}

/// What is found, each as `line:column severity name`.
fn found(kind: FileKind, text: impl AsRef<[u8]>) -> Vec<String> {
    found_by(&names(), kind, text)
}

fn found_by(names: &Names, kind: FileKind, text: impl AsRef<[u8]>) -> Vec<String> {
    let found = names.find(kind, "f", text.as_ref());
    let short = found
        .iter()
        .map(|one| format!("{}:{} {} {}", one.line, one.column, one.severity, one.name));
    short.collect()
}
