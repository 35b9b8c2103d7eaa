//! Plugins that name retired tools, and what the doctor says.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::ETAG;
use axum::http::{HeaderMap, HeaderName};
use serde::{Deserialize, Serialize};

use super::admin::App;
use super::answer::Json;
use super::condition::{Seen, etag};
use super::job::job;
use super::problem::Problem;
use super::tools::unread;
use crate::doctor::{DoctorReport, State as Health};
use crate::plugins::{Options, Plan, Report};

/// How a removal is to be done.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    #[serde(default)]
    force: bool,
}

/// What was removed.
#[derive(Serialize)]
pub(super) struct Removed {
    /// Whether every step was done.
    ok: bool,
    #[serde(flatten)]
    report: Report,
}

/// What the checks find.
#[derive(Serialize)]
pub(super) struct Checked {
    /// The gravest state of all checks.
    state: Health,
    #[serde(flatten)]
    report: DoctorReport,
}

/// `GET /plugins/retired`
pub(super) async fn retired(
    State(app): State<Arc<App>>,
) -> Result<([(HeaderName, String); 1], Json<Plan>), Problem> {
    let plan = job(&app, |app| app.cleanup.plan(&app.names)).await?;
    Ok(([(ETAG, etag(&plan.digest()))], Json(plan)))
}

/// `DELETE /plugins/retired`
pub(super) async fn remove(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    asked: Result<Query<Asked>, QueryRejection>,
) -> Result<Json<Removed>, Problem> {
    let Query(Asked { force }) = asked.map_err(|error| unread(&error))?;
    let seen = Seen::of(&headers)?;
    job(&app, move |app| {
        let plan = app.cleanup.plan(&app.names);
        seen.holds(&plan.digest())?;
        let report = app.cleanup.apply(&plan, Options { force });
        Ok(Json(Removed { ok: report.is_ok(), report }))
    })
    .await?
}

/// `GET /doctor`
pub(super) async fn doctor(State(app): State<Arc<App>>) -> Result<Json<Checked>, Problem> {
    let report = job(&app, |app| app.doctor.run()).await?;
    Ok(Json(Checked { state: report.state(), report }))
}
