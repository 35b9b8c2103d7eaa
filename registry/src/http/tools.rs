//! Tools, names and their use.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Response};
use serde::{Deserialize, Serialize};

use super::admin::App;
use super::answer::Json;
use super::problem::{Kind, Problem};
use super::weight::Weight;
use crate::inspect::{Calls, InspectedTool};
use crate::name::{Shown, printable};
use crate::search::{DEFAULT_RESULTS, MAX_RESULTS, Mode, Query as Search};
use crate::surface::suggest::nearest;
use crate::{ManifestName, NameKind, NameState, Part};

/// How much of what is wrong with a query is repeated, in characters.
const MAX_DETAIL: usize = 300;

/// `GET /tools`
#[derive(Serialize)]
struct Tools<'a> {
    #[serde(flatten)]
    weight: &'a Weight,
    tools: Vec<Summary<'a>>,
}

/// A tool without its schema.
#[derive(Serialize)]
struct Summary<'a> {
    name: &'a str,
    state: NameState,
    source: Option<&'a str>,
    denied: Option<&'a str>,
    description: &'a str,
    /// Where it stands; nowhere for what no model gets to see.
    part: Option<Part>,
    bytes: usize,
    tokens: usize,
    /// All names, the canonical one first.
    names: Vec<&'a str>,
}

/// `GET /tools/search`
#[derive(Serialize)]
struct Found<'a> {
    tools: Vec<Summary<'a>>,
}

/// What is asked of a search.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    q: String,
    #[serde(default = "default_limit")]
    limit: usize,
    #[serde(default)]
    mode: Mode,
}

/// `GET /usage`
#[derive(Serialize)]
struct Usage {
    /// Whether calls are counted: not for a manifest.
    counted: bool,
    names: Vec<Calls>,
}

const fn default_limit() -> usize {
    DEFAULT_RESULTS
}

impl<'a> Summary<'a> {
    fn of(app: &'a App, tool: &'a InspectedTool) -> Self {
        let mut names: Vec<_> = tool.names.iter().map(|name| &*name.name).collect();
        if names.is_empty() {
            // The manifest has native names only.
            names.push(&tool.name);
        }
        Self {
            name: &tool.name,
            state: tool.state,
            source: tool.source.as_deref(),
            denied: tool.denied.as_deref(),
            description: &tool.description,
            part: app.weight.parts.get(&tool.name).copied(),
            bytes: tool.bytes,
            tokens: tool.tokens,
            names,
        }
    }
}

pub(super) async fn list(State(app): State<Arc<App>>) -> Response {
    let tools = app.subject.tools().iter().map(|tool| Summary::of(&app, tool));
    Json(Tools { weight: &app.weight, tools: tools.collect() }).into_response()
}

pub(super) async fn one(
    State(app): State<Arc<App>>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Json<InspectedTool>, Problem> {
    let Path(name) = name.map_err(|_| {
        Problem::new(Kind::BadRequest, "the name is no UTF-8: encode its UTF-8 in percent signs")
    })?;
    match app.subject.tool(&name) {
        Some(tool) => Ok(Json(tool.clone())),
        None => Err(missing(&app, &name)),
    }
}

pub(super) async fn search(
    State(app): State<Arc<App>>,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(Asked { q, limit, mode }) = asked.map_err(|error| unread(&error))?;
    if !(1..=MAX_RESULTS).contains(&limit) {
        let detail = format!("`limit` is 1 to {MAX_RESULTS}, not {limit}");
        return Err(Problem::new(Kind::BadRequest, detail));
    }
    let query = Search::parse(&q, mode).map_err(|error| {
        Problem::new(Kind::BadRequest, printable(&error.to_string(), MAX_DETAIL))
    })?;
    let found = app.subject.search(&query, limit);
    let tools = found.into_iter().map(|tool| Summary::of(&app, tool)).collect();
    Ok(Json(Found { tools }).into_response())
}

pub(super) async fn manifest(State(app): State<Arc<App>>) -> Response {
    Json(app.subject.manifest()).into_response()
}

pub(super) async fn usage(State(app): State<Arc<App>>) -> Response {
    let counted = app.subject.surface().is_some();
    Json(Usage { counted, names: app.subject.usage() }).into_response()
}

/// What is wrong with the parameters of a query.
pub(super) fn unread(rejection: &QueryRejection) -> Problem {
    let text = rejection.body_text();
    let reason = text.rsplit_once("query string: ").map_or(&*text, |(_, reason)| reason);
    Problem::new(Kind::BadRequest, printable(reason, MAX_DETAIL))
}

/// Why there is no tool of this name.
fn missing(app: &App, name: &str) -> Problem {
    let names = &app.subject.manifest().names;
    let is_retired = |other: &&ManifestName| other.kind == NameKind::Tombstone;
    let shown = Shown(name);
    if let Some(retired) = app.subject.manifest().find(name).filter(is_retired) {
        let mut detail = format!("`{}` is retired", Shown(&retired.name));
        if let Some(since) = &retired.since {
            let _ = write!(detail, " since {}", Shown(since));
        }
        if let Some(replacement) = &retired.replacement {
            let _ = write!(detail, "; use `{}` instead", Shown(replacement));
        }
        if let Some(note) = &retired.note {
            let _ = write!(detail, " ({})", Shown(note));
        }
        return Problem::new(Kind::RetiredTool, detail);
    }
    let native = names.iter().map(|name| &*name.name);
    let known = native.chain(app.subject.tools().iter().map(|tool| &*tool.name));
    let near = nearest(name, known.map(|name| (name, name)));
    let near: Vec<_> = near.iter().map(|name| format!("`{}`", Shown(name))).collect();
    let detail = match &*near.join(", ") {
        "" => format!("`{shown}` names no tool"),
        near => format!("`{shown}` names no tool; near it are {near}"),
    };
    Problem::new(Kind::UnknownTool, detail)
}
