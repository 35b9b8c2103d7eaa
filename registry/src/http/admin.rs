//! What a host gives, and what is made of it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::sync::Semaphore;

use super::auth::{MIN_TOKEN, Token};
use super::host::Hosts;
use super::page::Page;
use super::route;
use super::weight::Weight;
use crate::doctor::Doctor;
use crate::inspect::Subject;
use crate::name::Shown;
use crate::plugins::Cleanup;
use crate::references::Names;

/// How long a request may take where nothing else is said.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// What the admin API shows and may do.
///
/// ```
/// use toolcrib::http::Admin;
/// use toolcrib::inspect::Subject;
/// # use toolcrib::{Registry, tool};
/// # /// Run a command.
/// # #[tool(register = false)]
/// # fn exec_shell(command: String) -> String {
/// #     command
/// # }
/// # let token = "0123456789abcdef0123456789abcdef";
/// let registry = Registry::builder().tool::<exec_shell>().build()?;
/// let admin = Admin::new(Subject::live(registry.surface().build()?)).token(token);
/// let app: axum::Router = axum::Router::new().nest("/admin", admin.router()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Admin {
    subject: Subject,
    doctor: Doctor,
    cleanup: Cleanup,
    names: Option<Names>,
    token: Option<Token>,
    hosts: Vec<String>,
    time_limit: Duration,
}

/// Why there is no router.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AdminError {
    /// No token was given.
    NoToken,
    /// The token has fewer than 16 characters: so many.
    ShortToken(usize),
    /// The token has a character that no header carries in a token.
    TokenCharacter(char),
    /// A host is not written as in `admin.example.org` or `[fd00::1]`, without a port.
    Host(String),
}

/// All that requests are answered from.
pub(super) struct App {
    pub(super) subject: Subject,
    pub(super) weight: Weight,
    pub(super) doctor: Doctor,
    pub(super) cleanup: Cleanup,
    pub(super) names: Names,
    pub(super) token: Token,
    pub(super) hosts: Hosts,
    pub(super) time_limit: Duration,
    /// Held by the one request that works on files.
    pub(super) files: Arc<Semaphore>,
    pub(super) page: Page,
}

impl Admin {
    /// Shows a surface of the running program, or a manifest that was written down.
    #[must_use]
    pub fn new(subject: Subject) -> Self {
        Self {
            subject,
            doctor: Doctor::new(),
            cleanup: Cleanup::new([]),
            names: None,
            token: None,
            hosts: Vec::new(),
            time_limit: TIME_LIMIT,
        }
    }

    /// The token that requests must bring: at least 16 characters of `A-Z a-z 0-9 - . _ ~ + /`, with `=`
    /// at the end allowed, as [RFC 6750](https://www.rfc-editor.org/rfc/rfc6750#section-2.1) has it. Make
    /// it at random: `openssl rand -hex 32`.
    #[must_use]
    pub fn token(mut self, token: impl AsRef<str>) -> Self {
        self.token = Some(Token::new(token.as_ref()));
        self
    }

    /// The checks that `GET /doctor` runs; none at first.
    #[must_use]
    pub fn doctor(mut self, doctor: Doctor) -> Self {
        self.doctor = doctor;
        self
    }

    /// The stores and the configuration that are cleaned up; none at first.
    #[must_use]
    pub fn cleanup(mut self, cleanup: Cleanup) -> Self {
        self.cleanup = cleanup;
        self
    }

    /// The names that plugins are held against; at first [`Names::of`] the manifest.
    #[must_use]
    pub fn names(mut self, names: Names) -> Self {
        self.names = Some(names);
        self
    }

    /// Also answers under this name: `admin.example.org`, without a port. `localhost` and loopback
    /// addresses are always answered.
    #[must_use]
    pub fn host(mut self, name: impl Into<String>) -> Self {
        self.hosts.push(name.into());
        self
    }

    /// How long a request may take; 30 seconds at first. Work on files that has begun is finished.
    #[must_use]
    pub const fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = limit;
        self
    }

    /// The router. All its links are relative, so that it can be nested anywhere. It has to run on a
    /// `tokio` runtime with time enabled.
    ///
    /// # Errors
    ///
    /// Without a token that is worth the name, or with a host that is none.
    pub fn router(self) -> Result<Router, AdminError> {
        let token = self.token.ok_or(AdminError::NoToken)?;
        token.check()?;
        let names = self.names.unwrap_or_else(|| Names::of(self.subject.manifest()));
        let app = App {
            weight: Weight::of(&self.subject),
            subject: self.subject,
            doctor: self.doctor,
            cleanup: self.cleanup,
            names,
            token,
            hosts: Hosts::new(self.hosts)?,
            time_limit: self.time_limit,
            files: Arc::new(Semaphore::new(1)),
            page: Page::new(),
        };
        Ok(route::router(app))
    }
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoToken => {
                f.write_str("the admin API has no token: give it one with `Admin::token`")
            }
            Self::ShortToken(length) => write!(
                f,
                "the token of the admin API has {length} characters: it takes at least {MIN_TOKEN}, \
                 at random"
            ),
            Self::TokenCharacter(character) => write!(
                f,
                "the token of the admin API has {character:?} in it: a token is made of letters, \
                 digits and `-._~+/`, with `=` at its end only"
            ),
            Self::Host(host) => write!(
                f,
                "`{}` is no host: write it as in `admin.example.org` or `[fd00::1]`, without a port",
                Shown(host)
            ),
        }
    }
}

impl std::error::Error for AdminError {}
