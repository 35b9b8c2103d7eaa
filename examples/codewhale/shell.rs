//! Shell commands: in the foreground, or as jobs that go on in the background.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Context, State, Tool, ToolError, tool};

use crate::Workspace;

mod buffer;
mod job;
mod jobs;
mod process;

pub use jobs::Jobs;

/// The longest that a call waits.
const MAX_WAIT: Duration = Duration::from_secs(600);

/// The longest input of one call, in bytes.
const MAX_INPUT: usize = 64 << 10;

/// What a command has done so far.
#[derive(Debug, Default, Serialize)]
pub struct ShellOutput {
    /// `exited`, `running` or `killed`.
    status: &'static str,
    /// The exit code, where the command ended by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_code: Option<i32>,
    /// The id of a command that is still running.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    /// What it printed since the last look, both streams together; the end of it where it was a lot.
    output: String,
    /// How many bytes of that are left out before `output`.
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn wait_of(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds).min(MAX_WAIT)
}

/// Run a shell command in the workspace: builds, tests, anything that no other tool does. With
/// `background` it returns at once with an id for `exec_shell_wait`; otherwise it ends with the call.
#[tool(title = "Run command", destructive, open_world)]
pub async fn exec_shell(
    /// The command, for `sh`.
    command: &str,
    /// The folder to run it in; the workspace itself where left out.
    #[arg(default)]
    cwd: &str,
    /// After how many milliseconds a foreground command is killed.
    #[arg(default = 120_000)]
    timeout_ms: u64,
    /// Leave it running.
    #[arg(default = false)]
    background: bool,
    workspace: State<Workspace>,
    jobs: State<Jobs>,
) -> Result<ShellOutput, ToolError> {
    let cwd = workspace.resolve(cwd)?;
    if background {
        let id = jobs.start(command, &cwd)?;
        // What it has printed by now is for the first look: the same call gets the same answer.
        return Ok(ShellOutput { status: "running", id: Some(id), ..ShellOutput::default() });
    }
    // Dropped with this future: a call that is cancelled leaves no process behind.
    let running = job::KilledOnDrop::start(command, &cwd)?;
    if !running.job.finished(wait_of(timeout_ms)).await {
        running.job.kill();
        running.job.finished(Duration::from_secs(1)).await;
        let printed = running.job.look(0).output;
        return Err(ToolError::failed(format!(
            "killed after {timeout_ms} ms; run it again with a longer `timeout_ms`, or with \
             `background`\n{printed}"
        )));
    }
    Ok(running.job.look(0))
}

/// The arguments of `exec_shell_wait`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
pub struct WaitArgs {
    /// The id that `exec_shell` returned.
    id: u32,
    /// How many milliseconds to wait for its end.
    #[serde(default = "five_seconds")]
    timeout_ms: u64,
}

fn five_seconds() -> u64 {
    5_000
}

// The jobs are a tool themselves: the one value that `.state(Jobs::default())` gives the registry.

/// Wait for a background command and return what it printed since the last look. Stops waiting, and
/// leaves it running, when the time is over.
#[tool(
    name = "exec_shell_wait",
    title = "Wait for command",
    from_state,
    read_only,
    alias(name = "exec_wait", lifecycle = "hidden", since = "0.8.53")
)]
impl Tool for Jobs {
    type Args = WaitArgs;
    type Output = ShellOutput;

    async fn call(&self, args: WaitArgs, cx: &Context<'_>) -> Result<ShellOutput, ToolError> {
        let job = self.get(args.id)?;
        cx.progress(0.0, None, "waiting for the command");
        job.finished(wait_of(args.timeout_ms)).await;
        Ok(self.report(args.id, &job))
    }
}

/// Send text to the standard input of a background command and return what it printed since the last
/// look. For a dialogue with a program; to wait for a command's end use `exec_shell_wait`.
#[tool(
    title = "Talk to command",
    destructive,
    open_world,
    alias(name = "exec_interact", lifecycle = "hidden", since = "0.8.53")
)]
pub async fn exec_shell_interact(
    /// The id that `exec_shell` returned.
    id: u32,
    /// What to send. A line needs its line break.
    input: &str,
    /// Close the standard input after that.
    #[arg(default = false)]
    close: bool,
    /// How many milliseconds to wait for an answer.
    #[arg(default = 1_000)]
    timeout_ms: u64,
    jobs: State<Jobs>,
) -> Result<ShellOutput, ToolError> {
    if input.len() > MAX_INPUT {
        let message = format!("`input` is longer than {MAX_INPUT} bytes: send it in parts");
        return Err(ToolError::bad_arguments(message));
    }
    let job = jobs.get(id)?;
    let earlier = job.printed();
    job.send(input, close)?;
    job.answered(earlier, wait_of(timeout_ms)).await;
    Ok(jobs.report(id, &job))
}

/// Stop a background command, and everything that it has started.
#[tool(title = "Stop command", destructive, idempotent)]
pub async fn exec_shell_cancel(
    /// The id that `exec_shell` returned.
    id: u32,
    jobs: State<Jobs>,
) -> Result<ShellOutput, ToolError> {
    let job = jobs.get(id)?;
    job.kill();
    job.finished(Duration::from_secs(5)).await;
    Ok(jobs.report(id, &job))
}
