//! A GitHub in memory: one repository with its workflows, one organisation with its project.
//! The same at every start.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::Value;
use toolcrib::ToolError;

/// The state of the tools.
pub(crate) struct GitHub(Mutex<Data>);

pub(crate) struct Data {
    pub(crate) workflows: Vec<Workflow>,
    pub(crate) runs: Vec<Run>,
    pub(crate) jobs: Vec<Job>,
    pub(crate) artifacts: Vec<Artifact>,
    pub(crate) project: Project,
    pub(crate) fields: Vec<Field>,
    pub(crate) items: Vec<Item>,
}

#[derive(Clone, Serialize)]
pub(crate) struct Workflow {
    pub(crate) id: u64,
    pub(crate) name: &'static str,
    pub(crate) path: &'static str,
}

#[derive(Clone, Serialize)]
pub(crate) struct Run {
    pub(crate) id: u64,
    pub(crate) workflow_id: u64,
    pub(crate) head_branch: String,
    pub(crate) event: &'static str,
    pub(crate) actor: &'static str,
    pub(crate) status: &'static str,
    pub(crate) attempt: u32,
    pub(crate) has_logs: bool,
}

#[derive(Clone, Serialize)]
pub(crate) struct Job {
    pub(crate) id: u64,
    pub(crate) run_id: u64,
    pub(crate) name: &'static str,
    pub(crate) attempt: u32,
    pub(crate) conclusion: &'static str,
    pub(crate) seconds: u32,
    pub(crate) logs_url: &'static str,
}

#[derive(Clone, Serialize)]
pub(crate) struct Artifact {
    pub(crate) id: u64,
    pub(crate) run_id: u64,
    pub(crate) name: &'static str,
    pub(crate) size_in_bytes: u64,
}

#[derive(Clone, Serialize)]
pub(crate) struct Project {
    pub(crate) number: u64,
    pub(crate) title: &'static str,
    pub(crate) closed: bool,
}

#[derive(Clone, Serialize)]
pub(crate) struct Field {
    pub(crate) id: u64,
    pub(crate) name: &'static str,
}

#[derive(Clone, Serialize)]
pub(crate) struct Item {
    pub(crate) id: u64,
    pub(crate) title: String,
    /// By the name of the field.
    pub(crate) values: BTreeMap<String, Value>,
}

impl GitHub {
    pub(crate) const OWNER: &str = "octo-org";
    pub(crate) const REPO: &str = "hello-world";

    pub(crate) fn new() -> Self {
        let run = |id, workflow_id, head_branch: &str, event, status| Run {
            id,
            workflow_id,
            head_branch: head_branch.into(),
            event,
            actor: "octocat",
            status,
            attempt: 1,
            has_logs: true,
        };
        let job = |id, attempt, conclusion, seconds, logs_url| Job {
            id,
            run_id: 100,
            name: "test",
            attempt,
            conclusion,
            seconds,
            logs_url,
        };
        let item = |id, title: &str, status: &str| Item {
            id,
            title: title.into(),
            values: BTreeMap::from([("Status".into(), status.into())]),
        };
        Self(Mutex::new(Data {
            workflows: vec![
                Workflow { id: 1, name: "CI", path: ".github/workflows/ci.yaml" },
                Workflow { id: 2, name: "Release", path: ".github/workflows/release.yaml" },
            ],
            runs: vec![
                run(100, 1, "main", "push", "completed"),
                run(101, 1, "fix-typo", "pull_request", "completed"),
                run(102, 2, "main", "workflow_dispatch", "in_progress"),
            ],
            jobs: vec![
                job(1000, 1, "failure", 61, "https://github.example/jobs/1000/logs"),
                job(1001, 2, "success", 58, "https://github.example/jobs/1001/logs"),
            ],
            artifacts: vec![Artifact { id: 7, run_id: 100, name: "binary", size_in_bytes: 4096 }],
            project: Project { number: 1, title: "Roadmap", closed: false },
            fields: vec![Field { id: 11, name: "Status" }, Field { id: 12, name: "Priority" }],
            items: vec![item(501, "Write the docs", "Todo"), item(502, "Ship it", "In Progress")],
        }))
    }

    /// The actions of a repository.
    pub(crate) fn repository(
        &self,
        owner: &str,
        repo: &str,
    ) -> Result<MutexGuard<'_, Data>, ToolError> {
        if owner.eq_ignore_ascii_case(Self::OWNER) && repo.eq_ignore_ascii_case(Self::REPO) {
            return Ok(self.data());
        }
        Err(ToolError::failed(format!("there is no repository {owner}/{repo}")))
    }

    /// The projects of an owner.
    pub(crate) fn owner(&self, owner: &str) -> Result<MutexGuard<'_, Data>, ToolError> {
        if owner.eq_ignore_ascii_case(Self::OWNER) {
            return Ok(self.data());
        }
        Err(ToolError::failed(format!("there is no owner {owner}")))
    }

    fn data(&self) -> MutexGuard<'_, Data> {
        // Nothing here leaves the data half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Data {
    /// A workflow by its id or the name of its file.
    pub(crate) fn workflow(&self, id: &str) -> Result<&Workflow, ToolError> {
        let is_it = |workflow: &&Workflow| {
            workflow.id.to_string() == id || workflow.path.rsplit('/').next() == Some(id)
        };
        found(self.workflows.iter().find(is_it), "workflow", id)
    }

    pub(crate) fn run(&mut self, id: &str) -> Result<&mut Run, ToolError> {
        found(self.runs.iter_mut().find(|run| run.id.to_string() == id), "workflow run", id)
    }

    pub(crate) fn project(&self, number: Option<u64>) -> Result<&Project, ToolError> {
        let number = need(number, "project_number")?;
        let project = Some(&self.project).filter(|project| project.number == number);
        found(project, "project", &number.to_string())
    }

    pub(crate) fn field(&self, id: u64) -> Result<&Field, ToolError> {
        found(self.fields.iter().find(|field| field.id == id), "field", &id.to_string())
    }

    pub(crate) fn item(&mut self, id: u64) -> Result<&mut Item, ToolError> {
        found(self.items.iter_mut().find(|item| item.id == id), "item", &id.to_string())
    }
}

/// What was looked for, or the model is told what is not there.
pub(crate) fn found<T>(it: Option<T>, what: &str, id: &str) -> Result<T, ToolError> {
    it.ok_or_else(|| ToolError::failed(format!("there is no {what} {id}")))
}

/// An argument that only some methods need.
pub(crate) fn need<T>(argument: Option<T>, name: &str) -> Result<T, ToolError> {
    argument.ok_or_else(|| ToolError::bad_arguments(format!("this method needs `{name}`")))
}
