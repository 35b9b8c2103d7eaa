//! No request of this API has a body.

use std::sync::Arc;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::admin::App;
use super::problem::{Kind, Problem};

/// Lets a request pass whose body is empty, once that is known.
pub(super) async fn refuse(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let announced = body.size_hint().lower() > 0;
    let kind = match timeout(app.time_limit, to_bytes(body, 0)).await {
        _ if announced => Kind::ContentTooLarge,
        Ok(Ok(_)) => return next.run(Request::from_parts(parts, Body::empty())).await,
        Ok(Err(_)) => Kind::ContentTooLarge,
        Err(_) => Kind::RequestTimeout,
    };
    Problem::new(kind, "no request of this API has a body, and this one does").into_response()
}
