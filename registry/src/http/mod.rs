//! The admin API and its page: what there is, what is old, what is wrong, and the removal of plugins that
//! name retired tools. Feature `http`.
//!
//! [`Admin`] is a description that becomes an `axum` router, which a host nests where it likes, or a
//! [`Server`] of its own on loopback.
//!
//! | request | answer |
//! |---|---|
//! | `GET /` | the page |
//! | `GET /health` | that it runs |
//! | `GET /tools` | all tools, what they weigh, and the budget |
//! | `GET /tools/{name}` | one tool, by any of its names; 410 for a retired one |
//! | `GET /tools/search?q=` | what a query finds; `limit`, `mode` |
//! | `GET /manifest` | every name with its state |
//! | `GET /usage` | calls by names that are not active |
//! | `GET /doctor` | what the checks find |
//! | `GET /plugins/retired` | what a cleanup would do, with an `ETag` |
//! | `DELETE /plugins/retired` | does just that; `If-Match` with that `ETag`; `force` |
//! | `GET /openapi.json` | all this, as `OpenAPI` 3.1 |
//!
//! Errors are problem details, [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457), with a `help` that
//! says what to do.
//!
//! # Who may ask
//!
//! - Everything takes `Authorization: Bearer <token>`, but `/health` and `/`. The page holds no data: it is
//!   the same file for everybody, asks for the token, and keeps it in its tab's memory only. A link may
//!   bring the token along as `#token=..`: no server is sent that, and the page takes it out of the
//!   address.
//! - `Host` must be a loopback name or one that was [given](Admin::host): a page of somebody else whose
//!   name is made to point here (DNS rebinding) is refused.
//! - No CORS headers are sent, so that no other page's script can read an answer.
//! - Nothing is deleted that was not seen: `DELETE` without `If-Match` is 428, with an older `ETag` 412,
//!   and `*` is no `ETag` that anybody was shown.
//! - No request has a body: one that announces a body is refused before any of it is read, and before
//!   that, one without the token. Each has a [time limit](Admin::time_limit), and one at a time works on
//!   files. A [`Server`] limits its connections and the time for a request's head, too; a host that
//!   nests the router does so itself.
//!
//! There is no TLS: beyond loopback, a host puts the router behind what has it.

mod admin;
mod answer;
mod auth;
mod body;
mod condition;
mod connection;
mod header;
mod host;
mod job;
mod page;
mod plugins;
mod problem;
mod route;
mod serve;
mod tools;
mod weight;

pub use admin::{Admin, AdminError};
pub use serve::{ServeError, Server};
