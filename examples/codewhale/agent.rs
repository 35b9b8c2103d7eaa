//! Agents: who calls, and how one starts another.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use toolcrib::{Context, Rule, State, ToolError, tool};

use crate::TodoLists;

/// How deep agents may start agents.
const MAX_DEPTH: usize = 3;

/// The longest part of a transcript that one call reads, in characters.
const MAX_READ: usize = 16_000;

/// Who calls. The host gives it along with each call, in the [`Context`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agent {
    id: String,
    depth: usize,
}

/// The rule that keeps agents which are deep enough from starting others. A surface is built for each
/// depth: those below see no `agent` at all.
#[must_use]
pub fn depth_rule() -> Rule {
    Rule::without(["agent"]).from_depth(MAX_DEPTH).because("an agent this deep starts no other")
}

impl Agent {
    /// The agent that a person talks to.
    #[must_use]
    pub fn main() -> Self {
        Self { id: "main".into(), depth: 0 }
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How many agents stand between it and the person: the depth of its surface.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The agent that a call comes from.
    ///
    /// # Errors
    ///
    /// Denied, where the host has not said: nobody gets the list of somebody else by accident.
    pub fn of<'a>(cx: &'a Context<'_>) -> Result<&'a Self, ToolError> {
        cx.get().ok_or_else(|| ToolError::denied("the host does not say which agent calls"))
    }
}

/// The agents that were started, with what is known of their work. The host runs them.
#[derive(Debug, Default)]
pub struct Agents(Mutex<Vec<Child>>);

#[derive(Debug)]
struct Child {
    agent: Agent,
    parent: String,
    transcript: String,
}

/// What `agent` returns.
#[derive(Debug, Serialize)]
pub struct Launched {
    /// The id of the agent.
    agent_id: String,
    /// What `handle_read` reads the agent's transcript by.
    transcript: String,
}

impl Agents {
    fn lock(&self) -> MutexGuard<'_, Vec<Child>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn launch(&self, parent: &Agent, transcript: String) -> Agent {
        let mut children = self.lock();
        let id = format!("agent_{}", children.len() + 1);
        let agent = Agent { id, depth: parent.depth + 1 };
        children.push(Child { agent: agent.clone(), parent: parent.id.clone(), transcript });
        agent
    }

    /// The agent of that id, for the host that runs it.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<Agent> {
        self.lock().iter().find(|child| child.agent.id == id).map(|child| child.agent.clone())
    }

    /// Adds to the transcript of an agent.
    pub fn report(&self, id: &str, text: &str) {
        if let Some(child) = self.lock().iter_mut().find(|child| child.agent.id == id) {
            child.transcript.push_str(text);
            child.transcript.push('\n');
        }
    }
}

/// Start one focused agent in the background, for work that needs none of your attention. Returns its id
/// and a handle of its transcript at once; its result comes as an event. Go on working, do not poll.
#[tool(title = "Start agent", open_world)]
pub fn agent(
    /// What it is to do, with everything that it needs to know.
    task: &str,
    /// Hand it your to-do list, as it stands now, to read. It keeps a list of its own in any case.
    #[arg(default = false)]
    fork_context: bool,
    todos: State<TodoLists>,
    agents: State<Agents>,
    cx: &Context<'_>,
) -> Result<Launched, ToolError> {
    let parent = Agent::of(cx)?;
    if parent.depth >= MAX_DEPTH {
        return Err(ToolError::denied("an agent this deep cannot start another: do it yourself"));
    }
    let mut transcript = format!("{task}\n");
    if fork_context {
        // A text, taken now: what the parent does to its list later is not seen.
        transcript.push_str(&todos.snapshot(parent));
        transcript.push('\n');
    }
    let child = agents.launch(parent, transcript);
    Ok(Launched { transcript: format!("transcript:{}", child.id), agent_id: child.id })
}

/// Read what a handle stands for, such as the transcript of an agent that you have started.
#[tool(title = "Read handle", lifecycle = "deferred", read_only, parallel_safe)]
pub fn handle_read(
    /// The handle, as a result gave it.
    handle: &str,
    /// Where to begin, in characters.
    #[arg(default = 0)]
    offset: usize,
    /// How many characters to read.
    #[arg(default = 4_000)]
    limit: usize,
    agents: State<Agents>,
    cx: &Context<'_>,
) -> Result<String, ToolError> {
    let reader = Agent::of(cx)?;
    let children = agents.lock();
    let id = handle.strip_prefix("transcript:");
    let child = children.iter().find(|child| {
        Some(&*child.agent.id) == id && (child.parent == reader.id || child.agent == *reader)
    });
    // The handle of somebody else looks like one that does not exist.
    let child = child.ok_or_else(|| ToolError::bad_arguments("you hold no such handle"))?;
    let length = child.transcript.chars().count();
    let text: String = child.transcript.chars().skip(offset).take(limit.min(MAX_READ)).collect();
    let end = offset + text.chars().count();
    Ok(format!("characters {offset} to {end} of {length}\n{text}"))
}
