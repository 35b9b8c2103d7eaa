//! Bodies and time.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::Method;
use toolcrib::doctor::{Check, Doctor};

use crate::fixture::{fixture, get, request, send_body, written};

/// A body of unknown length: these bytes, and then nothing, or nothing that ends.
struct Stream(Option<Bytes>, bool);

impl axum::body::HttpBody for Stream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        match (self.0.take(), self.1) {
            (Some(bytes), _) => std::task::Poll::Ready(Some(Ok(http_body::Frame::data(bytes)))),
            (None, false) => std::task::Poll::Ready(None),
            (None, true) => std::task::Poll::Pending,
        }
    }
}

#[test]
fn no_request_has_a_body() {
    let router = fixture().router;
    let status = |method: &Method, path: &str, body: Body| {
        let answer = send_body(&router, request(method.clone(), path), body);
        if answer.status == 413 {
            assert_eq!(answer.problem(), "content-too-large");
        }
        answer.status.as_u16()
    };
    for (method, path, without) in [
        (Method::GET, "/tools", 200),
        (Method::GET, "/health", 200),
        (Method::DELETE, "/plugins/retired", 428),
        (Method::POST, "/tools", 405),
    ] {
        assert_eq!(status(&method, path, Body::empty()), without, "{path}");
        assert_eq!(status(&method, path, Body::new(Stream(None, false))), without, "{path}");
        for body in [
            Body::from("{}"),
            Body::from(vec![b'x'; 10 << 20]),
            Body::new(Stream(Some("x".into()), true)),
        ] {
            assert_eq!(status(&method, path, body), 413, "{path}");
        }
    }
}

#[test]
fn a_body_that_does_not_end_is_not_waited_for() {
    let router = written().time_limit(Duration::from_millis(20)).router().unwrap();
    let body = Body::new(Stream(None, true));
    let answer = send_body(&router, request(Method::GET, "/tools"), body);
    assert_eq!(answer.problem(), "request-timeout");
}

#[test]
fn work_on_files_is_not_waited_for_beyond_the_limit_and_holds_up_nothing_else() {
    let (go, wait) = channel::<()>();
    let wait = Arc::new(Mutex::new(wait));
    let doctor = Doctor::new().check(Check::new("slow", "this ends", move || {
        // Until the test lets go.
        let _ = wait.lock().unwrap().recv();
        Vec::new()
    }));
    let router = written().doctor(doctor).time_limit(Duration::from_millis(200)).router().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let ask = |path: &str| {
        use tower::ServiceExt as _;
        let request = request(Method::GET, path).body(Body::empty()).unwrap();
        runtime.block_on(router.clone().oneshot(request)).unwrap().status().as_u16()
    };
    assert_eq!(ask("/doctor"), 503);
    assert_eq!(ask("/tools"), 200);
    // The first is still at work, and there is one at a time.
    assert_eq!(ask("/plugins/retired"), 503);
    drop(go);
    // Now that it ends, the next has its turn.
    let ended = (0..100).any(|_| ask("/plugins/retired") == 200);
    assert!(ended);
}

#[test]
fn a_check_that_panics_is_a_finding() {
    let doctor = Doctor::new().check(Check::new("broken", "this holds", || panic!("it does not")));
    let report = get(&written().doctor(doctor).router().unwrap(), "/doctor").json();
    assert_eq!(report["state"], "failed");
}
