//! The bearer token, <https://www.rfc-editor.org/rfc/rfc6750>.

use std::fmt;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::AdminError;
use super::admin::App;
use super::problem::{Kind, Problem};

/// The fewest characters of a token.
pub(super) const MIN_TOKEN: usize = 16;

/// The token that requests must bring. Only its hash is kept, and hashes are compared: they have one
/// length, so that the time that it takes says nothing, not even how long the token is.
pub(super) struct Token {
    hash: [u8; 32],
    problem: Option<AdminError>,
}

impl Token {
    pub(super) fn new(token: &str) -> Self {
        let characters = token.trim_end_matches('=').chars();
        let allowed = |c: &char| c.is_ascii_alphanumeric() || "-._~+/".contains(*c);
        let problem = match characters.clone().find(|c| !allowed(c)) {
            _ if token.chars().count() < MIN_TOKEN => {
                Some(AdminError::ShortToken(token.chars().count()))
            }
            Some(character) => Some(AdminError::TokenCharacter(character)),
            None if characters.count() < MIN_TOKEN => Some(AdminError::TokenCharacter('=')),
            None => None,
        };
        Self { hash: Sha256::digest(token).into(), problem }
    }

    /// Whether it is one.
    pub(super) fn check(&self) -> Result<(), AdminError> {
        self.problem.clone().map_or(Ok(()), Err)
    }

    fn is(&self, token: &str) -> bool {
        let hash: [u8; 32] = Sha256::digest(token).into();
        hash.ct_eq(&self.hash).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Lets a request pass that brings the token.
pub(super) async fn require(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    match bearer(request.headers()) {
        Some(token) if app.token.is(token) => next.run(request).await,
        Some(_) => {
            refused("this is not the token", r#"Bearer realm="toolcrib", error="invalid_token""#)
        }
        None => refused("the request brings no token", r#"Bearer realm="toolcrib""#),
    }
}

/// The token of exactly one `Authorization: Bearer`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return None;
    };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim_matches(' '))
}

fn refused(detail: &str, challenge: &'static str) -> Response {
    let problem = Problem::new(Kind::Unauthorized, detail);
    let mut response = problem.into_response();
    let challenge = HeaderValue::from_static(challenge);
    response.headers_mut().insert(axum::http::header::WWW_AUTHENTICATE, challenge);
    response
}
