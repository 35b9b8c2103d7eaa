//! The tools of GitHub Projects, with those of their methods that were tools once.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, State, ToolError, tool};

use crate::hub::{GitHub, Item, need};
use crate::legacy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum OwnerType {
    User,
    Org,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum ListMethod {
    ListProjects,
    ListProjectFields,
    ListProjectItems,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
struct List {
    /// What to list.
    method: ListMethod,
    /// The user or organisation. Case does not matter.
    owner: String,
    /// What the owner is; found out where left out.
    #[expect(dead_code, reason = "this GitHub has no two owners of one name")]
    owner_type: Option<OwnerType>,
    /// The number of the project; for fields and items.
    project_number: Option<u64>,
    /// For `list_projects` a part of the title; for `list_project_items` too.
    query: Option<String>,
    /// The names of the fields to show with an item.
    #[serde(default)]
    field_names: Vec<String>,
    /// How many results there are at most; 50 where left out.
    per_page: Option<usize>,
}

/// List the projects of a user or organisation, or the fields and items of a project.
#[rustfmt::skip::attributes(tool)]
#[tool(
    title = "List GitHub Projects resources",
    read_only,
    alias(name = "list_projects", lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "list_projects")),
    alias(name = "list_project_fields",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "list_project_fields")),
    alias(name = "list_project_items",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "list_project_items")),
)]
fn projects_list(Args(list): Args<List>, github: State<GitHub>) -> Result<Value, ToolError> {
    let data = github.owner(&list.owner)?;
    let per_page = list.per_page.unwrap_or(50);
    let query = list.query.unwrap_or_default();
    Ok(match list.method {
        ListMethod::ListProjects => {
            let projects = [&data.project].into_iter().filter(|one| one.title.contains(&query));
            json!({ "projects": projects.take(per_page).collect::<Vec<_>>() })
        }
        ListMethod::ListProjectFields => {
            data.project(list.project_number)?;
            json!({ "fields": data.fields.iter().take(per_page).collect::<Vec<_>>() })
        }
        ListMethod::ListProjectItems => {
            data.project(list.project_number)?;
            let items = data.items.iter().filter(|item| item.title.contains(&query));
            let items = items.take(per_page).map(|item| shown(item, &list.field_names));
            json!({ "items": items.collect::<Vec<_>>() })
        }
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum GetMethod {
    GetProject,
    GetProjectField,
    GetProjectItem,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
struct Get {
    /// What to get.
    method: GetMethod,
    /// The user or organisation. Case does not matter.
    owner: Option<String>,
    /// What the owner is; found out where left out.
    #[expect(dead_code, reason = "this GitHub has no two owners of one name")]
    owner_type: Option<OwnerType>,
    /// The number of the project.
    project_number: Option<u64>,
    /// For `get_project_field`.
    field_id: Option<u64>,
    /// For `get_project_item`.
    item_id: Option<u64>,
    /// The names of the fields to show with an item.
    #[serde(default)]
    field_names: Vec<String>,
}

/// Get one project, one of its fields or one of its items.
#[rustfmt::skip::attributes(tool)]
#[tool(
    title = "Get details of GitHub Projects resources",
    read_only,
    alias(name = "get_project", lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "get_project")),
    alias(name = "get_project_field",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "get_project_field")),
    alias(name = "get_project_item",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "get_project_item")),
)]
fn projects_get(Args(get): Args<Get>, github: State<GitHub>) -> Result<Value, ToolError> {
    let mut data = github.owner(&need(get.owner, "owner")?)?;
    let project = data.project(get.project_number)?;
    Ok(match get.method {
        GetMethod::GetProject => json!(project),
        GetMethod::GetProjectField => json!(data.field(need(get.field_id, "field_id")?)?),
        GetMethod::GetProjectItem => {
            shown(data.item(need(get.item_id, "item_id")?)?, &get.field_names)
        }
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum WriteMethod {
    AddProjectItem,
    UpdateProjectItem,
    DeleteProjectItem,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars", inline)]
enum ItemType {
    Issue,
    PullRequest,
}

/// A field of the project and its new value; null clears it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars", inline)]
struct UpdatedField {
    /// The id of the field.
    id: u64,
    /// The value.
    value: Value,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(crate = "toolcrib::schemars")]
struct Write {
    /// What to do.
    method: WriteMethod,
    /// The user or organisation. Case does not matter.
    owner: String,
    /// What the owner is; found out where left out.
    #[expect(dead_code, reason = "this GitHub has no two owners of one name")]
    owner_type: Option<OwnerType>,
    /// The number of the project.
    project_number: Option<u64>,
    /// The item; for `update_project_item` and `delete_project_item`.
    item_id: Option<u64>,
    /// What to add; for `add_project_item`.
    item_type: Option<ItemType>,
    /// The owner of the repository of what to add.
    item_owner: Option<String>,
    /// The repository of what to add.
    item_repo: Option<String>,
    /// The number of the issue to add.
    issue_number: Option<u64>,
    /// The number of the pull request to add.
    pull_request_number: Option<u64>,
    /// For `update_project_item`.
    updated_field: Option<UpdatedField>,
}

/// Add an issue or a pull request to a project, change one of its items, or delete it.
#[tool(
    title = "Manage GitHub Projects",
    destructive,
    alias(name = "add_project_item",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "add_project_item"), adapt = legacy::item_by_number),
    alias(name = "update_project_item",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "update_project_item"), adapt = legacy::updated_field),
    alias(name = "delete_project_item",
        lifecycle = "deprecated", since = "0.20.0", remove_in = "1.0.0",
        set(method = "delete_project_item")),
)]
fn projects_write(Args(write): Args<Write>, github: State<GitHub>) -> Result<Value, ToolError> {
    let mut data = github.owner(&write.owner)?;
    data.project(write.project_number)?;
    match write.method {
        WriteMethod::AddProjectItem => {
            let number = match need(write.item_type, "item_type")? {
                ItemType::Issue => need(write.issue_number, "issue_number")?,
                ItemType::PullRequest => need(write.pull_request_number, "pull_request_number")?,
            };
            let owner = need(write.item_owner, "item_owner")?;
            let repo = need(write.item_repo, "item_repo")?;
            let id = data.items.iter().map(|item| item.id).max().unwrap_or_default() + 1;
            let title = format!("{owner}/{repo}#{number}");
            let item = Item { id, title, values: [].into() };
            data.items.push(item.clone());
            Ok(json!(item))
        }
        WriteMethod::UpdateProjectItem => {
            let UpdatedField { id, value } = need(write.updated_field, "updated_field")?;
            let field = data.field(id)?.name;
            let item = data.item(need(write.item_id, "item_id")?)?;
            match value {
                Value::Null => _ = item.values.remove(field),
                value => _ = item.values.insert(field.into(), value),
            }
            Ok(json!(item))
        }
        WriteMethod::DeleteProjectItem => {
            let id = data.item(need(write.item_id, "item_id")?)?.id;
            data.items.retain(|item| item.id != id);
            Ok(json!({ "deleted": id }))
        }
    }
}

/// An item with some of its values.
fn shown(item: &Item, field_names: &[String]) -> Value {
    let values = item.values.iter().filter(|(name, _)| field_names.contains(name));
    json!({ "id": item.id, "title": item.title, "values": values.collect::<BTreeMap<_, _>>() })
}
