//! A server of its own, over a real connection.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread;

use toolcrib::http::{ServeError, Server};

use crate::fixture::written;

fn serve() -> SocketAddr {
    let server = Server::bind(written(), ([127, 0, 0, 1], 0).into()).unwrap();
    let address = server.address();
    thread::spawn(move || server.run());
    address
}

fn say(address: SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    answer
}

#[test]
fn it_answers_on_loopback() {
    let address = serve();
    let health = format!("GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let answer = say(address, &health);
    assert!(
        answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with(r#"{"status":"ok"}"#),
        "{answer}"
    );
    let rebound = health.replace(&address.to_string(), "evil.example");
    assert!(say(address, &rebound).starts_with("HTTP/1.1 421 "));
    let nameless = "GET /health HTTP/1.0\r\n\r\n";
    assert!(say(address, nameless).starts_with("HTTP/1.0 421 "));
    let long = format!(
        "GET /tools/{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "x".repeat(1 << 20)
    );
    let answer = say(address, &long);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 4"), "{answer}");
    let garbage = say(address, "\0\0\0 what\r\n\r\n");
    assert!(garbage.is_empty() || garbage.starts_with("HTTP/1.1 400"), "{garbage}");
    assert!(say(address, &health).starts_with("HTTP/1.1 200 OK"), "and goes on");
}

#[test]
fn it_listens_where_nobody_else_can_reach_it_unless_it_is_told_to() {
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let address: SocketAddr = address.parse().unwrap();
        let error = Server::bind(written(), address).unwrap_err();
        assert!(matches!(error, ServeError::NotLoopback(_)));
        assert!(error.to_string().contains("can be reached from outside"), "{error}");
    }
    let anywhere = Server::bind_anywhere(written(), ([0, 0, 0, 0], 0).into()).unwrap();
    assert_ne!(anywhere.address().port(), 0);
    let taken = Server::bind(written(), ([127, 0, 0, 1], serve().port()).into()).unwrap_err();
    assert!(matches!(taken, ServeError::Io(..)));
    let without =
        toolcrib::http::Admin::new(toolcrib::inspect::Subject::live(crate::fixture::surface()));
    let error = Server::bind(without, ([127, 0, 0, 1], 0).into()).unwrap_err();
    assert!(error.to_string().contains("`Admin::token`"), "{error}");
}
