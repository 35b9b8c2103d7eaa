//! One name twice that no provider would take, beside two that only look alike.

use toolcrib::{retired, tool};

retired! { name = "container.exec", since = "1.0.0" }
retired! { name = "container_x2e_exec", since = "1.0.0" }

/// Run a command.
#[tool(alias(name = "container.exec"), alias(name = "container-exec"))]
fn bash(command: String) -> String {
    command
}

fn main() {
    bash("a".into());
}
