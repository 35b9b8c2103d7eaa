//! The admin API: who may ask, what is answered, and that the document says so.

#[path = "http/access.rs"]
mod access;
#[path = "http/answers.rs"]
mod answers;
#[path = "http/browser.rs"]
mod browser;
#[path = "http/connections.rs"]
mod connections;
#[path = "http/devtools.rs"]
mod devtools;
#[path = "http/document.rs"]
mod document;
#[path = "http/fixture.rs"]
mod fixture;
#[path = "http/limits.rs"]
mod limits;
#[path = "http/removal.rs"]
mod removal;
#[path = "http/serving.rs"]
mod serving;
