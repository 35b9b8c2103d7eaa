//! Errors as problem details, <https://www.rfc-editor.org/rfc/rfc9457>.

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

/// What went wrong with a request.
#[derive(Debug)]
pub(super) struct Problem {
    kind: Kind,
    detail: String,
}

/// The kinds of problems. Each is a row of [`Kind::row`] and of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    BadRequest,
    Unauthorized,
    NotFound,
    UnknownTool,
    MethodNotAllowed,
    RequestTimeout,
    RetiredTool,
    PreconditionFailed,
    ContentTooLarge,
    Misdirected,
    PreconditionRequired,
    Internal,
    Unavailable,
}

struct Row {
    status: StatusCode,
    /// Stands in `type`, and stays as it is.
    id: &'static str,
    title: &'static str,
    help: &'static str,
}

/// The members, in the standard's order, and our own last.
#[derive(Serialize)]
struct Body<'a> {
    r#type: String,
    title: &'a str,
    status: u16,
    detail: &'a str,
    help: &'a str,
}

impl Kind {
    const fn row(self) -> Row {
        let (status, id, title, help) = match self {
            Self::BadRequest => (
                StatusCode::BAD_REQUEST,
                "bad-request",
                "The request cannot be read",
                "write it as openapi.json describes it",
            ),
            Self::Unauthorized => (
                StatusCode::UNAUTHORIZED,
                "unauthorized",
                "The request needs the token",
                "send `Authorization: Bearer` with the token that the program was given",
            ),
            Self::NotFound => (
                StatusCode::NOT_FOUND,
                "not-found",
                "There is nothing under this path",
                "openapi.json has all paths",
            ),
            Self::UnknownTool => (
                StatusCode::NOT_FOUND,
                "unknown-tool",
                "There is no such tool",
                "ask for /tools, or for /tools/search?q=",
            ),
            Self::MethodNotAllowed => (
                StatusCode::METHOD_NOT_ALLOWED,
                "method-not-allowed",
                "The path does not have this method",
                "`Allow` has the methods of the path",
            ),
            Self::RequestTimeout => (
                StatusCode::REQUEST_TIMEOUT,
                "request-timeout",
                "The request did not end in time",
                "send it without a body",
            ),
            Self::RetiredTool => (
                StatusCode::GONE,
                "retired-tool",
                "The tool is retired",
                "/manifest keeps the names of all retired tools",
            ),
            Self::PreconditionFailed => (
                StatusCode::PRECONDITION_FAILED,
                "precondition-failed",
                "It is not what was seen",
                "look at /plugins/retired again, and send its new `ETag`",
            ),
            Self::ContentTooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "content-too-large",
                "The request has a body",
                "send it without a body; what can be chosen is chosen in the query",
            ),
            Self::Misdirected => (
                StatusCode::MISDIRECTED_REQUEST,
                "misdirected-request",
                "The request is for another host",
                "ask by a loopback address, or let the program name the host with `Admin::host`",
            ),
            Self::PreconditionRequired => (
                StatusCode::PRECONDITION_REQUIRED,
                "precondition-required",
                "The request must say what it has seen",
                "look at /plugins/retired, and send its `ETag` as `If-Match`",
            ),
            Self::Internal => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "internal-error",
                "Something broke",
                "look at the program's log",
            ),
            Self::Unavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "unavailable",
                "The answer is not there in time",
                "try again later; what has begun goes on to its end",
            ),
        };
        Row { status, id, title, help }
    }
}

impl Problem {
    /// `detail` says what is wrong with this request. Whatever is foreign in it has been made fit to be
    /// shown.
    pub(super) fn new(kind: Kind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Row { status, id, title, help } = self.kind.row();
        let r#type = format!("urn:toolcrib:problem:{id}");
        let body = Body { r#type, title, status: status.as_u16(), detail: &self.detail, help };
        // Strings and a number can always be written.
        let body = serde_json::to_vec(&body).unwrap_or_default();
        let json = HeaderValue::from_static("application/problem+json");
        (status, [(CONTENT_TYPE, json)], body).into_response()
    }
}
