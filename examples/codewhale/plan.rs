//! `update_plan`: the strategy, in words. What is done and what is not stands in the to-do list.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use toolcrib::{Context, State, ToolError, tool};

use crate::Agent;

/// How long a plan may be, in characters.
const MAX_PLAN: usize = 8_000;

/// The plan of each agent.
#[derive(Debug, Default)]
pub struct Plans(Mutex<BTreeMap<String, String>>);

impl Plans {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The plan of an agent; empty where it has none.
    #[must_use]
    pub fn of(&self, agent: &Agent) -> String {
        self.lock().get(agent.id()).cloned().unwrap_or_default()
    }
}

/// Note the strategy of complex work: context, the route, what was ruled out. Not for progress, which
/// belongs in `todo_write`.
#[tool(title = "Update plan", idempotent, tags("notes"))]
pub fn update_plan(
    /// What the work is about, and why this way.
    explanation: &str,
    /// The phases of the way, in order.
    #[arg(default)]
    route: Vec<String>,
    plans: State<Plans>,
    cx: &Context<'_>,
) -> Result<String, ToolError> {
    let agent = Agent::of(cx)?;
    let mut plan = format!("{explanation}\n");
    for (at, phase) in route.iter().enumerate() {
        let _ = writeln!(plan, "{}. {phase}", at + 1);
    }
    if plan.chars().count() > MAX_PLAN {
        let message = format!("a plan has at most {MAX_PLAN} characters: put details into files");
        return Err(ToolError::bad_arguments(message));
    }
    plans.lock().insert(agent.id().to_owned(), plan.clone());
    Ok(plan)
}
