//! Connections: how many there are, and how long they may take.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

/// The time between two looks for room.
const PAUSE: Duration = Duration::from_millis(20);

/// What a server takes on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// How many connections are open at a time.
    pub(super) connections: usize,
    /// How long a connection may wait for the end of a request's head, from when it was opened or
    /// from the last answer on.
    pub(super) head: Duration,
}

/// A connection that is open.
struct Open {
    task: AbortHandle,
    /// Whether it has a request that is not answered yet.
    is_at_work: Arc<AtomicBool>,
}

/// Answers each connection, for as long as it is polled.
///
/// Where all are taken, a new one takes the place of the one that has been open the longest without
/// a request to be answered; where there is none, it waits for the first that there is.
pub(super) async fn serve(listener: TcpListener, router: Router, limits: Limits) {
    let slots = Arc::new(Semaphore::new(limits.connections.clamp(1, Semaphore::MAX_PERMITS)));
    let mut open: Vec<Open> = Vec::new();
    loop {
        let stream = accept(&listener, &mut open).await;
        let slot = loop {
            if let Ok(slot) = Arc::clone(&slots).try_acquire_owned() {
                break slot;
            }
            make_room(&mut open);
            if let Ok(Ok(slot)) = timeout(PAUSE, Arc::clone(&slots).acquire_owned()).await {
                break slot;
            }
        };
        open.retain(|one| !one.task.is_finished());
        let is_at_work = Arc::new(AtomicBool::new(false));
        let answering = answer(stream, router.clone(), limits.head, Arc::clone(&is_at_work), slot);
        open.push(Open { task: tokio::spawn(answering).abort_handle(), is_at_work });
    }
}

/// The next connection. Where the system has no file left for it, there is one more when another
/// connection ends.
async fn accept(listener: &TcpListener, open: &mut Vec<Open>) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) if is_over(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "a connection was not accepted");
                make_room(open);
                sleep(PAUSE).await;
            }
        }
    }
}

/// Whether it was the connection that ended, before it was accepted.
fn is_over(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Ends the connection that has been open the longest without a request to be answered.
fn make_room(open: &mut Vec<Open>) {
    open.retain(|one| !one.task.is_finished());
    if let Some(at) = open.iter().position(|one| !one.is_at_work.load(Ordering::Relaxed)) {
        open.remove(at).task.abort();
    }
}

/// Answers one connection, until it ends.
async fn answer(
    stream: TcpStream,
    router: Router,
    head: Duration,
    is_at_work: Arc<AtomicBool>,
    _slot: OwnedSemaphorePermit,
) {
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        let (answer, is_at_work) = (router.call(request), Arc::clone(&is_at_work));
        async move {
            is_at_work.store(true, Ordering::Relaxed);
            let answer = answer.await;
            is_at_work.store(false, Ordering::Relaxed);
            Ok::<_, Infallible>(answer.unwrap_or_else(|never| match never {}))
        }
    });
    let mut http = Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head);
    // Whatever ends it is about this connection only.
    let _ = http.serve_connection(TokioIo::new(stream), service).await;
}
