//! A call by each old name, as old transcripts have them, and the same call in its new form.

/// Old name and arguments, new name and arguments.
type Pair = (&'static str, &'static str, &'static str, &'static str);

pub(crate) const CALLS: [Pair; 25] = [
    (
        "list_workflows",
        r#"{"owner": "octo-org", "repo": "hello-world", "page": 1, "perPage": 1}"#,
        "actions_list",
        r#"{"method": "list_workflows", "owner": "octo-org", "repo": "hello-world", "page": 1, "per_page": 1}"#,
    ),
    (
        "list_workflow_runs",
        r#"{"owner": "octo-org", "repo": "hello-world", "workflow_id": "ci.yaml", "branch": "main"}"#,
        "actions_list",
        r#"{"method": "list_workflow_runs", "owner": "octo-org", "repo": "hello-world", "resource_id": "ci.yaml", "workflow_runs_filter": {"branch": "main"}}"#,
    ),
    (
        "list_workflow_jobs",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 100, "filter": "all"}"#,
        "actions_list",
        r#"{"method": "list_workflow_jobs", "owner": "octo-org", "repo": "hello-world", "resource_id": "100", "workflow_jobs_filter": {"filter": "all"}}"#,
    ),
    (
        "list_workflow_run_artifacts",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
        "actions_list",
        r#"{"method": "list_workflow_run_artifacts", "owner": "octo-org", "repo": "hello-world", "resource_id": "100"}"#,
    ),
    (
        "get_workflow",
        r#"{"owner": "octo-org", "repo": "hello-world", "workflow_id": "release.yaml"}"#,
        "actions_get",
        r#"{"method": "get_workflow", "owner": "octo-org", "repo": "hello-world", "resource_id": "release.yaml"}"#,
    ),
    (
        "get_workflow_run",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 101}"#,
        "actions_get",
        r#"{"method": "get_workflow_run", "owner": "octo-org", "repo": "hello-world", "resource_id": "101"}"#,
    ),
    (
        "get_workflow_job",
        r#"{"owner": "octo-org", "repo": "hello-world", "job_id": 1000}"#,
        "actions_get",
        r#"{"method": "get_workflow_job", "owner": "octo-org", "repo": "hello-world", "resource_id": "1000"}"#,
    ),
    (
        "get_workflow_run_usage",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
        "actions_get",
        r#"{"method": "get_workflow_run_usage", "owner": "octo-org", "repo": "hello-world", "resource_id": "100"}"#,
    ),
    (
        "get_workflow_run_logs",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
        "actions_get",
        r#"{"method": "get_workflow_run_logs_url", "owner": "octo-org", "repo": "hello-world", "resource_id": "100"}"#,
    ),
    (
        "get_workflow_job_logs",
        r#"{"owner": "octo-org", "repo": "hello-world", "job_id": 1001}"#,
        "actions_get",
        r#"{"method": "get_workflow_job", "owner": "octo-org", "repo": "hello-world", "resource_id": "1001"}"#,
    ),
    (
        "download_workflow_run_artifact",
        r#"{"owner": "octo-org", "repo": "hello-world", "artifact_id": 7}"#,
        "actions_get",
        r#"{"method": "download_workflow_run_artifact", "owner": "octo-org", "repo": "hello-world", "resource_id": "7"}"#,
    ),
    (
        "run_workflow",
        r#"{"owner": "octo-org", "repo": "hello-world", "workflow_id": "ci.yaml", "ref": "main", "inputs": {"debug": true}}"#,
        "actions_run_trigger",
        r#"{"method": "run_workflow", "owner": "octo-org", "repo": "hello-world", "workflow_id": "ci.yaml", "ref": "main", "inputs": {"debug": true}}"#,
    ),
    (
        "rerun_workflow_run",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
        "actions_run_trigger",
        r#"{"method": "rerun_workflow_run", "owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
    ),
    (
        "rerun_failed_jobs",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
        "actions_run_trigger",
        r#"{"method": "rerun_failed_jobs", "owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
    ),
    (
        "cancel_workflow_run",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
        "actions_run_trigger",
        r#"{"method": "cancel_workflow_run", "owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
    ),
    (
        "delete_workflow_run_logs",
        r#"{"owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
        "actions_run_trigger",
        r#"{"method": "delete_workflow_run_logs", "owner": "octo-org", "repo": "hello-world", "run_id": 100}"#,
    ),
    (
        "list_projects",
        r#"{"owner_type": "org", "owner": "octo-org", "query": "Road"}"#,
        "projects_list",
        r#"{"method": "list_projects", "owner_type": "org", "owner": "octo-org", "query": "Road"}"#,
    ),
    (
        "list_project_fields",
        r#"{"owner_type": "org", "owner": "octo-org", "project_number": 1}"#,
        "projects_list",
        r#"{"method": "list_project_fields", "owner_type": "org", "owner": "octo-org", "project_number": 1}"#,
    ),
    (
        "list_project_items",
        r#"{"owner_type": "org", "owner": "octo-org", "project_number": 1, "field_names": ["Status"]}"#,
        "projects_list",
        r#"{"method": "list_project_items", "owner_type": "org", "owner": "octo-org", "project_number": 1, "field_names": ["Status"]}"#,
    ),
    (
        "get_project",
        r#"{"owner_type": "org", "owner": "octo-org", "project_number": 1}"#,
        "projects_get",
        r#"{"method": "get_project", "owner_type": "org", "owner": "octo-org", "project_number": 1}"#,
    ),
    (
        "get_project_field",
        r#"{"owner_type": "org", "owner": "octo-org", "project_number": 1, "field_id": 11}"#,
        "projects_get",
        r#"{"method": "get_project_field", "owner_type": "org", "owner": "octo-org", "project_number": 1, "field_id": 11}"#,
    ),
    (
        "get_project_item",
        r#"{"owner_type": "org", "owner": "octo-org", "project_number": 1, "item_id": 501}"#,
        "projects_get",
        r#"{"method": "get_project_item", "owner_type": "org", "owner": "octo-org", "project_number": 1, "item_id": 501}"#,
    ),
    (
        "add_project_item",
        r#"{"owner_type": "org", "owner": "octo-org", "project_number": 1, "item_type": "issue", "item_owner": "octo-org", "item_repo": "hello-world", "issue_number": 4}"#,
        "projects_write",
        r#"{"method": "add_project_item", "owner_type": "org", "owner": "octo-org", "project_number": 1, "item_type": "issue", "item_owner": "octo-org", "item_repo": "hello-world", "issue_number": 4}"#,
    ),
    (
        "update_project_item",
        r#"{"owner_type": "org", "owner": "octo-org", "project_number": 1, "item_id": 502, "field_id": 11, "field_value": "Done"}"#,
        "projects_write",
        r#"{"method": "update_project_item", "owner_type": "org", "owner": "octo-org", "project_number": 1, "item_id": 502, "updated_field": {"id": 11, "value": "Done"}}"#,
    ),
    (
        "delete_project_item",
        r#"{"owner_type": "org", "owner": "octo-org", "project_number": 1, "item_id": 501}"#,
        "projects_write",
        r#"{"method": "delete_project_item", "owner_type": "org", "owner": "octo-org", "project_number": 1, "item_id": 501}"#,
    ),
];
