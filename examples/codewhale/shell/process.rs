//! A child process with everything that it starts. The only file that knows the operating system.

use std::io;
use std::process::{Child, ChildStdin, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A child, on Unix at the head of a process group of its own.
pub(super) struct Process(Mutex<State>);

struct State {
    child: Child,
    /// It has been waited for: its id may belong to another process by now.
    is_gone: bool,
}

impl Process {
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Self, Option<ChildStdin>)> {
        system::prepare(command);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        Ok((Self(Mutex::new(State { child, is_gone: false })), input))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Kills it and what it has started. Does nothing where it has ended.
    pub(super) fn kill(&self) {
        let mut state = self.lock();
        if !state.is_gone {
            system::kill(&mut state.child);
        }
    }

    /// Blocks until it has ended, and kills what it leaves behind.
    pub(super) fn wait(&self) -> io::Result<ExitStatus> {
        let waited = system::wait(self);
        self.lock().is_gone = true;
        waited
    }
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt as _;

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    use super::{Child, Command, ExitStatus, Process, io};

    pub(super) fn prepare(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn kill(child: &mut Child) {
        // An error means that nothing is left of the group.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    pub(super) fn wait(process: &Process) -> io::Result<ExitStatus> {
        let pid = Pid::from_child(&process.lock().child);
        // Without the lock, and without taking the child away: its id stays its own, so that whoever
        // kills it meanwhile kills no other process.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(pid), options), Err(Errno::INTR)) {}
        let mut state = process.lock();
        kill(&mut state.child);
        state.is_gone = true;
        state.child.wait()
    }
}

#[cfg(not(unix))]
mod system {
    use std::thread::sleep;
    use std::time::Duration;

    use super::{Child, Command, ExitStatus, Process, io};

    pub(super) fn prepare(_: &mut Command) {}

    // Here only the child itself.
    pub(super) fn kill(child: &mut Child) {
        let _ = child.kill();
    }

    pub(super) fn wait(process: &Process) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = process.lock().child.try_wait()? {
                return Ok(status);
            }
            sleep(Duration::from_millis(10));
        }
    }
}
