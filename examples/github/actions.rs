//! The tools of GitHub Actions. Each was several tools once; what told them apart is `method` now.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, State, ToolError, tool};

use crate::hub::{GitHub, Job, Run, found, need};
use crate::legacy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum ListMethod {
    ListWorkflows,
    ListWorkflowRuns,
    ListWorkflowJobs,
    ListWorkflowRunArtifacts,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
struct List {
    /// What to list.
    method: ListMethod,
    /// The owner of the repository.
    owner: String,
    /// The name of the repository.
    repo: String,
    /// For `list_workflow_runs` a workflow's id or file name, or nothing for all runs; for
    /// `list_workflow_jobs` and `list_workflow_run_artifacts` the id of a run.
    resource_id: Option<String>,
    /// Only for `list_workflow_runs`.
    workflow_runs_filter: Option<RunsFilter>,
    /// Only for `list_workflow_jobs`.
    workflow_jobs_filter: Option<JobsFilter>,
    /// Which page, from 1 on.
    #[schemars(range(min = 1))]
    page: Option<usize>,
    /// How many results a page has; 30 where left out.
    #[schemars(range(min = 1, max = 100))]
    per_page: Option<usize>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars", inline)]
struct RunsFilter {
    actor: Option<String>,
    branch: Option<String>,
    event: Option<String>,
    status: Option<String>,
}

impl RunsFilter {
    fn takes(&self, run: &Run) -> bool {
        let is = |wanted: &Option<String>, is: &str| wanted.as_deref().is_none_or(|one| one == is);
        is(&self.actor, run.actor)
            && is(&self.branch, &run.head_branch)
            && is(&self.event, run.event)
            && is(&self.status, run.status)
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars", inline)]
struct JobsFilter {
    filter: WhichJobs,
}

#[derive(PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum WhichJobs {
    Latest,
    All,
}

/// List the workflows of a repository, the runs of a workflow, or the jobs and artifacts of a run.
#[tool(
    title = "List GitHub Actions workflows in a repository",
    read_only,
    alias(name = "list_workflows", lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "list_workflows"), rename(perPage = "per_page")),
    alias(name = "list_workflow_runs",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "list_workflow_runs"),
        rename(workflow_id = "resource_id", perPage = "per_page"),
        adapt = legacy::runs_filter),
    alias(name = "list_workflow_jobs",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "list_workflow_jobs"), rename(run_id = "resource_id", perPage = "per_page"),
        adapt = legacy::jobs_filter),
    alias(name = "list_workflow_run_artifacts",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "list_workflow_run_artifacts"),
        rename(run_id = "resource_id", perPage = "per_page"),
        adapt = legacy::id_as_text),
)]
fn actions_list(Args(list): Args<List>, github: State<GitHub>) -> Result<Value, ToolError> {
    let data = github.repository(&list.owner, &list.repo)?;
    let id = list.resource_id.as_deref();
    let (key, all) = match list.method {
        ListMethod::ListWorkflows => ("workflows", data.workflows.iter().map(to_json).collect()),
        ListMethod::ListWorkflowRuns => {
            let workflow = id.map(|id| data.workflow(id)).transpose()?.map(|one| one.id);
            let filter = list.workflow_runs_filter.unwrap_or_default();
            let of_it = |run: &&Run| workflow.is_none_or(|id| run.workflow_id == id);
            let runs = data.runs.iter().filter(of_it).filter(|run| filter.takes(run));
            ("workflow_runs", runs.map(to_json).collect::<Vec<_>>())
        }
        ListMethod::ListWorkflowJobs => {
            let run = need(id, "resource_id")?;
            let jobs: Vec<_> =
                data.jobs.iter().filter(|job| job.run_id.to_string() == run).collect();
            let latest = jobs.iter().map(|job| job.attempt).max();
            let all = list.workflow_jobs_filter.is_some_and(|one| one.filter == WhichJobs::All);
            let wanted = |job: &&Job| all || Some(job.attempt) == latest;
            ("jobs", jobs.into_iter().filter(wanted).map(to_json).collect())
        }
        ListMethod::ListWorkflowRunArtifacts => {
            let run = need(id, "resource_id")?;
            let artifacts = data.artifacts.iter().filter(|one| one.run_id.to_string() == run);
            ("artifacts", artifacts.map(to_json).collect())
        }
    };
    let (page, per_page) = (list.page.unwrap_or(1).max(1), list.per_page.unwrap_or(30));
    let skipped = (page - 1).saturating_mul(per_page);
    let total = all.len();
    let shown: Vec<_> = all.into_iter().skip(skipped).take(per_page).collect();
    Ok(json!({ "total_count": total, key: shown }))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum GetMethod {
    GetWorkflow,
    GetWorkflowRun,
    GetWorkflowJob,
    DownloadWorkflowRunArtifact,
    GetWorkflowRunUsage,
    GetWorkflowRunLogsUrl,
}

/// Get the details of one workflow, run, job or artifact.
#[tool(
    title = "Get details of GitHub Actions resources",
    read_only,
    alias(name = "get_workflow", lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "get_workflow"), rename(workflow_id = "resource_id")),
    alias(name = "get_workflow_run",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "get_workflow_run"), rename(run_id = "resource_id"),
        adapt = legacy::id_as_text),
    alias(name = "get_workflow_job",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "get_workflow_job"), rename(job_id = "resource_id"),
        adapt = legacy::id_as_text),
    alias(name = "get_workflow_run_usage",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "get_workflow_run_usage"), rename(run_id = "resource_id"),
        adapt = legacy::id_as_text),
    alias(name = "get_workflow_run_logs",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "get_workflow_run_logs_url"), rename(run_id = "resource_id"),
        adapt = legacy::id_as_text),
    alias(name = "get_workflow_job_logs",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        note = "the details of a job say where its logs are",
        set(method = "get_workflow_job"), rename(job_id = "resource_id"),
        adapt = legacy::id_as_text),
    alias(name = "download_workflow_run_artifact",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "download_workflow_run_artifact"),
        rename(artifact_id = "resource_id"),
        adapt = legacy::id_as_text),
)]
fn actions_get(
    /// What to get.
    method: GetMethod,
    /// The owner of the repository.
    owner: &str,
    /// The name of the repository.
    repo: &str,
    /// A workflow's id or file name, or the id of a run, a job or an artifact, as the method needs.
    resource_id: &str,
    github: State<GitHub>,
) -> Result<Value, ToolError> {
    let mut data = github.repository(owner, repo)?;
    Ok(match method {
        GetMethod::GetWorkflow => json!(data.workflow(resource_id)?),
        GetMethod::GetWorkflowRun => json!(data.run(resource_id)?),
        GetMethod::GetWorkflowJob => {
            let job = data.jobs.iter().find(|job| job.id.to_string() == resource_id);
            json!(found(job, "job", resource_id)?)
        }
        GetMethod::DownloadWorkflowRunArtifact => {
            let artifact = data.artifacts.iter().find(|one| one.id.to_string() == resource_id);
            let id = found(artifact, "artifact", resource_id)?.id;
            json!({ "download_url": format!("https://github.example/artifacts/{id}/zip") })
        }
        GetMethod::GetWorkflowRunUsage => {
            let id = data.run(resource_id)?.id;
            let jobs = data.jobs.iter().filter(|job| job.run_id == id);
            json!({ "run_duration_ms": jobs.map(|job| job.seconds * 1000).sum::<u32>() })
        }
        GetMethod::GetWorkflowRunLogsUrl => {
            let run = data.run(resource_id)?;
            let url = format!("https://github.example/runs/{}/logs", run.id);
            json!({ "logs_url": found(run.has_logs.then_some(url), "log of run", resource_id)? })
        }
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum TriggerMethod {
    RunWorkflow,
    RerunWorkflowRun,
    RerunFailedJobs,
    CancelWorkflowRun,
    DeleteWorkflowRunLogs,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
struct Trigger {
    /// What to do.
    method: TriggerMethod,
    /// The owner of the repository.
    owner: String,
    /// The name of the repository.
    repo: String,
    /// The id or file name of the workflow; for `run_workflow`.
    workflow_id: Option<String>,
    /// The branch or tag to run it on; for `run_workflow`.
    r#ref: Option<String>,
    /// What the workflow takes; for `run_workflow`.
    #[serde(default)]
    inputs: Map<String, Value>,
    /// The id of the run; for every other method.
    run_id: Option<u64>,
}

/// Run a workflow, run it again, cancel a run, or delete its logs.
#[rustfmt::skip::attributes(tool)]
#[tool(
    title = "Trigger GitHub Actions workflow actions",
    destructive,
    alias(name = "run_workflow", lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "run_workflow")),
    alias(name = "rerun_workflow_run",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "rerun_workflow_run")),
    alias(name = "rerun_failed_jobs",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "rerun_failed_jobs")),
    alias(name = "cancel_workflow_run",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "cancel_workflow_run")),
    alias(name = "delete_workflow_run_logs",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "delete_workflow_run_logs")),
)]
fn actions_run_trigger(
    Args(trigger): Args<Trigger>,
    github: State<GitHub>,
) -> Result<Value, ToolError> {
    let mut data = github.repository(&trigger.owner, &trigger.repo)?;
    if matches!(trigger.method, TriggerMethod::RunWorkflow) {
        let workflow = data.workflow(&need(trigger.workflow_id, "workflow_id")?)?.id;
        let id = data.runs.iter().map(|run| run.id).max().unwrap_or_default() + 1;
        data.runs.push(Run {
            id,
            workflow_id: workflow,
            head_branch: need(trigger.r#ref, "ref")?,
            event: "workflow_dispatch",
            actor: "octocat",
            status: "queued",
            attempt: 1,
            has_logs: false,
        });
        return Ok(json!({ "message": "queued", "run_id": id, "inputs": trigger.inputs }));
    }
    let run = data.run(&need(trigger.run_id, "run_id")?.to_string())?;
    let message = match trigger.method {
        TriggerMethod::RunWorkflow => unreachable!("done above"),
        TriggerMethod::RerunWorkflowRun | TriggerMethod::RerunFailedJobs => {
            run.attempt += 1;
            run.status = "queued";
            let failed_only = matches!(trigger.method, TriggerMethod::RerunFailedJobs);
            if failed_only { "queued again, failed jobs only" } else { "queued again" }
        }
        TriggerMethod::CancelWorkflowRun if run.status == "completed" => {
            return Err(ToolError::failed("the run is completed and cannot be cancelled"));
        }
        TriggerMethod::CancelWorkflowRun => {
            run.status = "completed";
            "cancelled"
        }
        TriggerMethod::DeleteWorkflowRunLogs => {
            run.has_logs = false;
            "logs deleted"
        }
    };
    Ok(json!({ "message": message, "run": run }))
}

fn to_json(it: impl serde::Serialize) -> Value {
    json!(it)
}
