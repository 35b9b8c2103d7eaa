//! Plan, Agent and YOLO: what a person allows the agent to do.
//!
//! A mode never changes what the model is sent of the native tools, or the provider's cache would be lost with
//! each change of mode. It decides which calls are refused, and whether servers' tools wait to be searched for.

use std::fmt;

use codewhale_tools::Agent;
use toolcrib::dynamic::Exposure;
use toolcrib::{AnyTool, Context, Outcome, RegisteredTool, Surface, ToolCall};

/// What a person allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Look, and think.
    Plan,
    /// Work; ask before anything that could be lost.
    Agent,
    /// Work, and do not ask.
    Yolo,
}

/// What becomes of a call.
#[derive(Debug)]
pub(crate) enum Answer {
    /// It went to the tool, or to what is said instead of it.
    Outcome(Outcome),
    /// The mode refuses it, for this reason. The model is told the same.
    Refused(String),
}

impl Mode {
    pub(crate) const ALL: [Self; 3] = [Self::Plan, Self::Agent, Self::Yolo];

    /// Whether the tools of servers are in the list, behind all native ones, or found by search.
    pub(crate) const fn servers(self) -> Exposure {
        match self {
            Self::Plan | Self::Agent => Exposure::Deferred,
            Self::Yolo => Exposure::Active,
        }
    }

    /// Whether a tool may run, or why it may not. `agrees` is the person, who is only asked where the mode wants it.
    pub(crate) fn allows(
        self,
        tool: &RegisteredTool,
        agrees: impl Fn(&str) -> bool,
    ) -> Result<(), String> {
        let effects = tool.entry().annotations();
        let only_reads = effects.read_only == Some(true);
        // An agent's own notes are no part of the project.
        let only_notes = tool.entry().tags().contains(&"notes");
        match self {
            Self::Plan if only_reads || only_notes => Ok(()),
            Self::Plan => {
                Err(format!("`{}` changes something, and this is plan mode", tool.name()))
            }
            Self::Agent if effects.destructive == Some(true) && !agrees(tool.name()) => {
                Err(format!("the user does not want `{}` to run", tool.name()))
            }
            Self::Agent | Self::Yolo => Ok(()),
        }
    }

    /// Runs a call of `agent`, or refuses it.
    ///
    /// The decision is about the tool and not about the name, so that no old name is a way around it.
    pub(crate) async fn call(
        self,
        surface: &Surface,
        call: ToolCall<'_>,
        agent: &Agent,
        agrees: impl Fn(&str) -> bool,
    ) -> Answer {
        let target = surface.target(call);
        if let Some(AnyTool::Native(tool)) = surface.lookup(&target.name).tool()
            && let Err(reason) = self.allows(tool, agrees)
        {
            return Answer::Refused(reason);
        }
        let cx = Context::new().with(agent.clone());
        Answer::Outcome(surface.call(call, &cx).await)
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Plan => "Plan",
            Self::Agent => "Agent",
            Self::Yolo => "YOLO",
        })
    }
}

#[cfg(test)]
mod tests {
    use codewhale_tools::Workspace;

    use super::*;
    use crate::program::conversation;

    fn surface() -> (tempfile::TempDir, Surface) {
        let folder = tempfile::tempdir().unwrap();
        let registry = crate::registry(Workspace::new(folder.path()).unwrap()).unwrap();
        (folder, registry.surface().build().unwrap())
    }

    fn refusal(mode: Mode, surface: &Surface, name: &str, agrees: bool) -> Option<String> {
        let call = ToolCall::new(name, "{}");
        let agent = Agent::main();
        match pollster::block_on(mode.call(surface, call, &agent, |_| agrees)) {
            Answer::Refused(reason) => Some(reason),
            Answer::Outcome(_) => None,
        }
    }

    #[test]
    fn every_mode_sends_the_same_bytes() {
        // A mode is no part of a surface; each of them makes its own here all the same, and calls.
        let heads = Mode::ALL.map(|mode| {
            let (_folder, surface) = surface();
            for name in ["read_file", "write_file", "search_text", "agent_spawn", "nothing"] {
                refusal(mode, &surface, name, true);
            }
            (surface.tools().get().to_owned(), surface.digest())
        });
        assert_eq!(heads[0], heads[1]);
        assert_eq!(heads[1], heads[2]);
    }

    #[test]
    fn a_mode_moves_the_tools_of_servers_and_no_native_byte() {
        let (_folder, native) = surface();
        let head = native.tools().get().strip_suffix(']').unwrap();
        let lists = Mode::ALL.map(|mode| {
            let surface = conversation::surface(native.registry(), mode).unwrap();
            (surface.tools().get().to_owned(), surface.report())
        });
        for (list, report) in &lists {
            assert!(list.starts_with(head));
            assert_eq!(report.head, native.report().head);
        }
        let [plan, agent, yolo] = &lists;
        assert_eq!(plan, agent);
        assert_eq!((plan.1.tail.tools, yolo.1.tail.tools), (0, 194));
        assert!(!plan.0.contains("git__git_commit") && yolo.0.contains("git__git_commit"));
    }

    #[test]
    fn plan_runs_what_reads_and_what_notes() {
        let (_folder, surface) = surface();
        for tool in surface.registry().tools() {
            let refused = refusal(Mode::Plan, &surface, tool.name(), true).is_some();
            let harmless = tool.entry().annotations().read_only == Some(true)
                || ["todo_write", "update_plan"].contains(&tool.name());
            assert_eq!(refused, !harmless, "{}", tool.name());
        }
    }

    #[test]
    fn no_other_name_is_a_way_around() {
        let (_folder, surface) = surface();
        for name in ["exec_interact", "ExecShell", "exec-shell", "WRITE_FILE", "replace_lines"] {
            assert!(refusal(Mode::Plan, &surface, name, true).is_some(), "{name}");
            assert!(refusal(Mode::Agent, &surface, name, false).is_some(), "{name}");
            assert!(refusal(Mode::Agent, &surface, name, true).is_none(), "{name}");
            assert!(refusal(Mode::Yolo, &surface, name, false).is_none(), "{name}");
        }
        // And no rule is needed for what does not run.
        for name in ["agent_spawn", "nothing"] {
            assert!(refusal(Mode::Plan, &surface, name, true).is_none(), "{name}");
        }
    }
}
