//! What holds of the codewhale example as a whole.

use std::sync::Arc;

use codewhale_tools::{Agent, Agents, Jobs, Plans, TodoLists, Workspace};
use toolcrib::{Context, Outcome, Registry, RegistryBuilder, Surface, ToolCall};

mod agents;
mod commands;
mod conversation;
mod files;
mod output;
mod replay;
mod setup;
mod shell;
mod surface;

/// The tools in a folder of their own, with the values that a test looks into.
struct Codewhale {
    surface: Surface,
    todos: Arc<TodoLists>,
    agents: Arc<Agents>,
    plans: Arc<Plans>,
    folder: tempfile::TempDir,
}

impl Codewhale {
    fn new() -> Self {
        Self::with(|builder| builder)
    }

    /// The same with more in the registry.
    fn with(more: impl FnOnce(RegistryBuilder) -> RegistryBuilder) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (todos, agents) = (Arc::<TodoLists>::default(), Arc::<Agents>::default());
        let plans = Arc::<Plans>::default();
        let registry = more(Registry::builder())
            .collect()
            .tool::<toolcrib::ready::tool_search>()
            .expect_crates(["codewhale_tools"])
            .state(Workspace::new(folder.path()).unwrap())
            .state(Jobs::default())
            .shared_state(Arc::clone(&todos))
            .shared_state(Arc::clone(&plans))
            .shared_state(Arc::clone(&agents))
            .build()
            .unwrap();
        Self { surface: registry.surface().build().unwrap(), todos, agents, plans, folder }
    }

    fn registry(&self) -> &Registry {
        self.surface.registry()
    }

    /// A call of the main agent.
    fn call(&self, name: &str, arguments: &str) -> Outcome {
        self.call_as(&Agent::main(), name, arguments)
    }

    fn call_as(&self, agent: &Agent, name: &str, arguments: &str) -> Outcome {
        let cx = Context::new().with(agent.clone());
        pollster::block_on(self.surface.call(ToolCall::new(name, arguments), &cx))
    }
}

/// A result as it is sent, every byte of it.
fn bytes(outcome: &Outcome) -> String {
    serde_json::to_string(outcome).unwrap()
}
