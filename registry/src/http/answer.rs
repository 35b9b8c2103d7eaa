//! An answer in JSON.

use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::problem::{Kind, Problem};

/// A value, as JSON.
pub(super) struct Json<T>(pub(super) T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(json) => ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], json)
                .into_response(),
            Err(_) => Problem::new(Kind::Internal, "the answer cannot be written").into_response(),
        }
    }
}
