//! A server of the admin API alone.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use axum::Router;

use super::connection::{Limits, serve};
use super::{Admin, AdminError};

/// The most connections at a time, by default.
const CONNECTIONS: usize = 64;
/// How long a connection may take for a request's head, by default.
const HEAD: Duration = Duration::from_secs(10);

/// The admin API, listening.
///
/// Nobody keeps others out, with or without the token: a connection has a
/// [time limit](Self::head_limit) for each request's head, and there is a
/// [number](Self::max_connections) of them, in which those without a request give way. Where the
/// system has no file left for a new connection, it waits until another one ends.
///
/// ```no_run
/// # use toolcrib::http::{Admin, Server};
/// # fn serve(admin: Admin) -> Result<(), toolcrib::http::ServeError> {
/// let server = Server::bind(admin, ([127, 0, 0, 1], 0).into())?;
/// println!("http://{}/", server.address());
/// server.run()
/// # }
/// ```
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    router: Router,
    limits: Limits,
}

/// Why nothing is served.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// What the admin API was given does not do.
    Admin(AdminError),
    /// Others than this machine could reach the address.
    NotLoopback(SocketAddr),
    /// The system refused, at this address.
    Io(SocketAddr, io::Error),
}

impl Server {
    /// Listens at an address of this machine that others cannot reach; port 0 is any free one.
    ///
    /// # Errors
    ///
    /// Where the address is not a loopback one, where it is taken, and whatever
    /// [`Admin::router`] says.
    pub fn bind(admin: Admin, address: SocketAddr) -> Result<Self, ServeError> {
        if !address.ip().is_loopback() {
            return Err(ServeError::NotLoopback(address));
        }
        Self::bind_anywhere(admin, address)
    }

    /// Listens at any address. There is no TLS: whoever is on the way reads the token. The name by which
    /// others ask has to be [given](Admin::host).
    ///
    /// # Errors
    ///
    /// Where the address is taken, and whatever [`Admin::router`] says.
    pub fn bind_anywhere(admin: Admin, address: SocketAddr) -> Result<Self, ServeError> {
        let router = admin.router().map_err(ServeError::Admin)?;
        let failed = |error| ServeError::Io(address, error);
        let listener = TcpListener::bind(address).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let limits = Limits { connections: CONNECTIONS, head: HEAD };
        Ok(Self { listener, address, router, limits })
    }

    /// How many connections there may be at a time, at least 1; 64 by default. Beyond, a new one takes
    /// the place of the one that has been open the longest without a request to be answered. Where all
    /// have one, it waits.
    #[must_use]
    pub const fn max_connections(mut self, most: usize) -> Self {
        self.limits.connections = most;
        self
    }

    /// How long a connection may take until it has sent the head of a request, from when it was opened
    /// or from the answer before; 10 seconds by default. Then it is closed.
    #[must_use]
    pub const fn head_limit(mut self, limit: Duration) -> Self {
        self.limits.head = limit;
        self
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process ends, on a runtime of its own.
    ///
    /// # Errors
    ///
    /// Where the system refuses.
    ///
    /// # Panics
    ///
    /// Within a `tokio` runtime: there is [`serve`](Self::serve).
    pub fn run(self) -> Result<(), ServeError> {
        let address = self.address;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(|error| ServeError::Io(address, error))?.block_on(self.serve())
    }

    /// Answers for as long as the future is polled, on the runtime that polls it.
    ///
    /// # Errors
    ///
    /// Where the system refuses.
    pub async fn serve(self) -> Result<(), ServeError> {
        let Self { listener, address, router, limits } = self;
        let failed = |error| ServeError::Io(address, error);
        let listener = tokio::net::TcpListener::from_std(listener).map_err(failed)?;
        serve(listener, router, limits).await;
        Ok(())
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Admin(error) => error.fmt(f),
            Self::NotLoopback(address) => write!(
                f,
                "{address} can be reached from outside, and the token would travel in the clear: \
                 take 127.0.0.1, or `Server::bind_anywhere`"
            ),
            Self::Io(address, error) => write!(f, "cannot listen at {address}: {error}"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Admin(error) => Some(error),
            Self::Io(_, error) => Some(error),
            Self::NotLoopback(_) => None,
        }
    }
}
