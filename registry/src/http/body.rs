//! No request of this API has a body.

use std::sync::Arc;

use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::EXPECT;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

use super::admin::App;
use super::problem::{Kind, Problem};

/// Lets a request pass whose body is empty, once that is known.
pub(super) async fn refuse(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let size = body.size_hint();
    // Of what is announced nothing is read: reading also says `100 Continue`.
    let is_asked_for = parts.headers.contains_key(EXPECT) && size.exact() != Some(0);
    let kind = if size.lower() > 0 || is_asked_for {
        Kind::ContentTooLarge
    } else {
        match timeout(app.time_limit, to_bytes(body, 0)).await {
            Ok(Ok(_)) => return next.run(Request::from_parts(parts, Body::empty())).await,
            Ok(Err(_)) => Kind::ContentTooLarge,
            Err(_) => Kind::RequestTimeout,
        }
    };
    Problem::new(kind, "no request of this API has a body, and this one does").into_response()
}
