//! One command that runs: what it prints, when it ends, and how to wait for either.

use std::future::poll_fn;
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use toolcrib::ToolError;

use super::ShellOutput;
use super::buffer::Buffer;
use super::process::Process;

/// How long output is waited for after the end, where a process that got away holds on to it.
const LAST_OUTPUT: Duration = Duration::from_millis(200);

/// A command that was started.
pub(super) struct Job {
    process: Process,
    state: Mutex<State>,
    /// To the thread that writes to the standard input; none once that is closed.
    input: Mutex<Option<Sender<Vec<u8>>>>,
}

#[derive(Default)]
struct State {
    printed: Buffer,
    end: Option<End>,
    waiting: Vec<Waker>,
}

#[derive(Clone, Copy)]
enum End {
    Exited(i32),
    Killed,
}

impl End {
    fn of(status: &io::Result<ExitStatus>) -> Self {
        let code = status.as_ref().ok().and_then(ExitStatus::code);
        code.map_or(Self::Killed, Self::Exited)
    }
}

impl Job {
    /// Starts `command` in `folder`.
    pub(super) fn start(command: &str, folder: &Path) -> Result<Arc<Self>, ToolError> {
        let (output, writer) = io::pipe()?;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).current_dir(folder).stdin(Stdio::piped());
        shell.stdout(writer.try_clone()?).stderr(writer);
        let (process, input) = Process::spawn(&mut shell)?;
        // It holds the writing end of the pipe, which would keep the reader waiting.
        drop(shell);

        let (sender, inputs) = channel();
        let input_sender = Mutex::new(Some(sender));
        let job = Arc::new(Self { process, state: Mutex::default(), input: input_sender });
        thread::spawn(move || {
            let mut input = input;
            // Ends when the job drops the sender, or nobody reads any more.
            let mut write = |bytes: Vec<u8>| input.as_mut()?.write_all(&bytes).ok();
            inputs.into_iter().try_for_each(&mut write);
        });
        let (reading, all_read) = channel();
        let reader = Arc::clone(&job);
        thread::spawn(move || {
            reader.read(output);
            drop(reading);
        });
        let waiter = Arc::clone(&job);
        thread::spawn(move || waiter.wait_for_end(&all_read));
        Ok(job)
    }

    fn read(&self, mut output: io::PipeReader) {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = output.read(&mut bytes) {
            self.change(|state| state.printed.push(&bytes[..count]));
        }
    }

    fn wait_for_end(&self, all_read: &Receiver<()>) {
        let end = End::of(&self.process.wait());
        // Returns as soon as the reader drops its end.
        let _ = all_read.recv_timeout(LAST_OUTPUT);
        self.change(|state| state.end = Some(end));
        self.input().take();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn input(&self) -> MutexGuard<'_, Option<Sender<Vec<u8>>>> {
        self.input.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state and wakes whoever waits for a change.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state();
        change(&mut state);
        let waiting = std::mem::take(&mut state.waiting);
        drop(state);
        waiting.into_iter().for_each(Waker::wake);
    }

    pub(super) fn kill(&self) {
        self.process.kill();
    }

    /// Sends text to the standard input; `close` closes it after that.
    pub(super) fn send(&self, text: &str, close: bool) -> Result<(), ToolError> {
        let mut input = self.input();
        let sender = input.as_ref().ok_or_else(|| ToolError::failed("the input is closed"))?;
        sender.send(text.into()).map_err(|_| ToolError::failed("the command reads no more"))?;
        if close {
            *input = None;
        }
        Ok(())
    }

    /// How much it has ever printed, in bytes.
    pub(super) fn printed(&self) -> u64 {
        self.state().printed.total
    }

    pub(super) fn has_ended(&self) -> bool {
        self.state().end.is_some()
    }

    /// What is to be told of it, as the job of that id; what it printed is told once.
    pub(super) fn look(&self, id: u32) -> ShellOutput {
        let mut state = self.state();
        let (output, left_out) = state.printed.take();
        let (status, exit_code, id) = match state.end {
            None => ("running", None, Some(id)),
            Some(End::Exited(code)) => ("exited", Some(code), None),
            Some(End::Killed) => ("killed", None, None),
        };
        ShellOutput { status, exit_code, id, output, left_out }
    }

    /// Waits for its end; false where that takes longer than `limit`.
    pub(super) async fn finished(self: &Arc<Self>, limit: Duration) -> bool {
        self.wait(limit, |state| state.end.is_some()).await
    }

    /// Waits until it has ended or printed more than `earlier` bytes; false where that takes longer.
    pub(super) async fn answered(self: &Arc<Self>, earlier: u64, limit: Duration) -> bool {
        self.wait(limit, |state| state.end.is_some() || state.printed.total > earlier).await
    }

    async fn wait(self: &Arc<Self>, limit: Duration, done: impl Fn(&State) -> bool) -> bool {
        let mut alarm = None;
        poll_fn(|task| {
            let mut state = self.state();
            if done(&state) {
                return Poll::Ready(true);
            }
            let alarm = alarm.get_or_insert_with(|| Alarm::set(self, limit));
            if Instant::now() >= alarm.at {
                return Poll::Ready(false);
            }
            state.waiting.push(task.waker().clone());
            Poll::Pending
        })
        .await
    }
}

/// Wakes who waits for a job when the time is over. Any async runtime will do, and none is needed.
struct Alarm {
    at: Instant,
    thread: Thread,
    /// Held by whoever waits; the thread ends when it is gone.
    _waiting: Arc<()>,
}

impl Alarm {
    fn set(job: &Arc<Job>, limit: Duration) -> Self {
        let at = Instant::now() + limit;
        let waiting = Arc::new(());
        let (job, still_waiting) = (Arc::downgrade(job), Arc::downgrade(&waiting));
        let thread = thread::spawn(move || {
            while still_waiting.strong_count() > 0 {
                let left = at.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    if let Some(job) = job.upgrade() {
                        job.change(|_| {});
                    }
                    return;
                }
                thread::park_timeout(left);
            }
        });
        Self { at, thread: thread.thread().clone(), _waiting: waiting }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        self.thread.unpark();
    }
}

/// A command that does not outlive its call.
pub(super) struct KilledOnDrop {
    pub(super) job: Arc<Job>,
}

impl KilledOnDrop {
    pub(super) fn start(command: &str, folder: &Path) -> Result<Self, ToolError> {
        Ok(Self { job: Job::start(command, folder)? })
    }
}

impl Drop for KilledOnDrop {
    fn drop(&mut self) {
        self.job.kill();
    }
}
