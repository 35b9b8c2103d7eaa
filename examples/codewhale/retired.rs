//! The names that are gone. They stay here for ever, so that none of them is given out again, and so
//! that a model that still knows one is told what to use.
//!
//! The names and the version are those of `CodeWhale`'s `docs/TOOL_SURFACE.md` at 0.8.49, "Removed legacy
//! aliases and surfaces". The names that came between them and `agent` (`agent_open`, `agent_eval`,
//! `agent_close`) are not here: which version removed them is not written there.

use toolcrib::retired;

use crate::agent::{agent, handle_read};

retired! { name = "agent_spawn", since = "0.8.33", replacement = agent }
retired! { name = "spawn_agent", since = "0.8.33", replacement = agent }
retired! { name = "delegate_to_agent", since = "0.8.33", replacement = agent }

retired! {
    name = "agent_wait", since = "0.8.33",
    hint = "an agent's result comes as an event: go on working",
}
retired! {
    name = "agent_list", since = "0.8.33",
    hint = "an agent's result comes as an event: go on working",
}
retired! {
    name = "agent_result", since = "0.8.33", replacement = handle_read,
    hint = "read the transcript by the handle that `agent` returned",
}

retired! {
    name = "agent_send_input", since = "0.8.33", replacement = agent,
    hint = "a running agent takes no input: put all that it needs into `task`",
}
retired! {
    name = "send_input", since = "0.8.33", replacement = agent,
    hint = "a running agent takes no input: put all that it needs into `task`",
}
retired! {
    name = "agent_assign", since = "0.8.33", replacement = agent,
    hint = "a running agent takes no further task: start another",
}
retired! {
    name = "agent_resume", since = "0.8.33", replacement = agent,
    hint = "an agent is not resumed: start another",
}
retired! {
    name = "close_agent", since = "0.8.33",
    hint = "an agent ends by itself",
}
