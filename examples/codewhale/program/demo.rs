//! What the program shows: a recorded session, then one call for each thing that can happen to one.

use std::io::{self, Write};

use codewhale_tools::Agent;
use toolcrib::{Surface, ToolCall};

use super::mode::{Answer, Mode};
use super::replay;
use super::report::Report;

/// A recorded session; see `data/README.md`.
const SESSION: &str = include_str!("../data/claude-code-todowrite_examples.jsonl");

/// What can happen to a call, with calls to which it does. Each is a name and its arguments.
struct Scene {
    title: &'static str,
    mode: Mode,
    calls: &'static [(&'static str, &'static str)],
}

const SCENES: [Scene; 7] = [
    Scene {
        title: "Names of the head",
        mode: Mode::Yolo,
        calls: &[
            (
                "write_file",
                r#"{"path": "src/main.rs", "content": "fn main() {\n    todo!()\n}\n"}"#,
            ),
            (
                "exec_shell",
                r#"{"command": "wc -l src/*; sleep 0.3; echo done", "background": true}"#,
            ),
        ],
    },
    Scene {
        title: "Hidden and deferred names: they run, and nobody says a word",
        mode: Mode::Yolo,
        calls: &[
            ("exec_wait", r#"{"id": 1}"#),
            ("agent", r#"{"task": "Review src/main.rs", "fork_context": true}"#),
            ("handle_read", r#"{"handle": "transcript:agent_1"}"#),
        ],
    },
    Scene {
        title: "Deprecated names: they run, and the host is told",
        mode: Mode::Yolo,
        calls: &[
            ("search_text", r#"{"query": "todo!"}"#),
            (
                "replace_lines",
                r#"{"path": "src/main.rs", "first": 2, "last": 2, "text": "    run()"}"#,
            ),
        ],
    },
    Scene {
        title: "A retired name: it does not run, and the model is told how to go on",
        mode: Mode::Yolo,
        calls: &[("agent_spawn", r#"{"prompt": "review src/main.rs", "type": "review"}"#)],
    },
    Scene {
        title: "Names that are not quite right",
        mode: Mode::Yolo,
        calls: &[
            ("ReadFile", r#"{"path": "src/main.rs"}"#),
            ("exec_shel", r#"{"command": "ls"}"#),
            ("shell_exec", r#"{"command": "ls"}"#),
        ],
    },
    Scene {
        title: "Arguments that are not right",
        mode: Mode::Yolo,
        calls: &[
            ("read_file", r#"{"file": "src/main.rs", "lines": "all"}"#),
            ("read_file", r#"{"path": "../../etc/passwd"}"#),
        ],
    },
    Scene {
        title: "Plan mode: a rule about a tool holds for all of its names",
        mode: Mode::Plan,
        calls: &[("exec_interact", r#"{"id": 1, "input": "rm -rf .\n"}"#), ("list_dir", "")],
    },
];

/// Makes the calls and shows what comes of them.
pub(crate) async fn run<W: Write>(surface: &Surface, report: &mut Report<W>) -> io::Result<()> {
    let agent = Agent::main();
    let mut session = Session { surface, agent: &agent, report };
    session
        .report
        .heading("Replay: a session of another agent, under the name that its tool had")?;
    for call in replay::calls(SESSION) {
        match call {
            Ok(recorded) => {
                let from = format!("line {}  ", recorded.line);
                let call = ToolCall::new(&recorded.name, recorded.arguments.get());
                session.call(Mode::Plan, call.with_id(&recorded.id), &from).await?;
            }
            Err(bad) => session.report.refused(&format!("line {}: {}", bad.line, bad.error))?,
        }
    }
    for Scene { title, mode, calls } in SCENES {
        session.report.heading(title)?;
        for (name, arguments) in calls {
            session.call(mode, ToolCall::new(name, arguments), "").await?;
        }
    }
    Ok(())
}

struct Session<'a, W> {
    surface: &'a Surface,
    agent: &'a Agent,
    report: &'a mut Report<W>,
}

impl<W: Write> Session<'_, W> {
    async fn call(&mut self, mode: Mode, call: ToolCall<'_>, from: &str) -> io::Result<()> {
        self.report.call(call, from)?;
        // Nobody sits here to be asked.
        match mode.call(self.surface, call, self.agent, |_| false).await {
            Answer::Outcome(outcome) => self.report.outcome(&outcome),
            Answer::Refused(reason) => self.report.refused(&reason),
        }
    }
}
