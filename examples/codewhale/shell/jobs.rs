//! The commands that run in the background.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use toolcrib::ToolError;

use super::ShellOutput;
use super::job::Job;

/// How many commands may run in the background at the same time.
const MOST: usize = 16;

/// The background commands of a session. They end with it.
#[derive(Default)]
pub struct Jobs(Mutex<Started>);

#[derive(Default)]
struct Started {
    last_id: u32,
    jobs: BTreeMap<u32, Arc<Job>>,
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, Started> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn start(&self, command: &str, folder: &Path) -> Result<u32, ToolError> {
        let mut started = self.lock();
        let running = started.jobs.values().filter(|job| !job.has_ended()).count();
        if running >= MOST {
            let message = format!("{MOST} commands run already: wait for one, or cancel one");
            return Err(ToolError::failed(message));
        }
        let job = Job::start(command, folder)?;
        started.last_id += 1;
        let id = started.last_id;
        started.jobs.insert(id, job);
        Ok(id)
    }

    pub(super) fn get(&self, id: u32) -> Result<Arc<Job>, ToolError> {
        let started = self.lock();
        let job = started.jobs.get(&id).cloned();
        job.ok_or_else(|| {
            let ids: Vec<_> = started.jobs.keys().map(u32::to_string).collect();
            let there = if ids.is_empty() { "none".into() } else { ids.join(", ") };
            ToolError::bad_arguments(format!("no command has the id {id}; there are: {there}"))
        })
    }

    /// What is to be told of a job. Whoever has been told its end does not ask again.
    pub(super) fn report(&self, id: u32, job: &Job) -> ShellOutput {
        let output = job.look(id);
        if output.id.is_none() {
            self.lock().jobs.remove(&id);
        }
        output
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.lock().jobs.values().for_each(|job| job.kill());
    }
}
