//! The page: one file, the same for everybody, without data.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::admin::App;

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = concat!(
    include_str!("page/base.js"),
    include_str!("page/tools.js"),
    include_str!("page/plugins.js"),
    include_str!("page/start.js"),
);
const PAGE: &str = concat!(
    include_str!("page/head.html"),
    "<style>",
    include_str!("page/page.css"),
    "</style>\n",
    include_str!("page/body.html"),
    "<script type=\"module\">",
    include_str!("page/base.js"),
    include_str!("page/tools.js"),
    include_str!("page/plugins.js"),
    include_str!("page/start.js"),
    "</script>\n</body>\n</html>\n",
);

/// The page's policy.
pub(super) struct Page {
    policy: HeaderValue,
}

impl Page {
    /// The style and the script that are in the page, and no others; requests to where it comes from. No
    /// text becomes markup: the page needs no `innerHTML`, and Trusted Types forbid it.
    pub(super) fn new() -> Self {
        let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; connect-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'",
            hash(STYLE),
            hash(SCRIPT)
        );
        // Made of visible ASCII.
        let policy = HeaderValue::from_str(&policy);
        Self { policy: policy.unwrap_or(HeaderValue::from_static("default-src 'none'")) }
    }
}

/// `GET /`
pub(super) async fn get(State(app): State<Arc<App>>) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CONTENT_SECURITY_POLICY, app.page.policy.clone()),
    ];
    (headers, Bytes::from_static(PAGE.as_bytes())).into_response()
}
