//! Connections that take their time, and bodies that nobody reads.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use toolcrib::doctor::{Check, Doctor};
use toolcrib::http::{Admin, Server};

use crate::fixture::{TOKEN, written};

/// Longer than anything here takes that goes well.
const PATIENCE: Duration = Duration::from_secs(20);

fn serve(admin: Admin, most: usize, head: Duration) -> SocketAddr {
    let server = Server::bind(admin, ([127, 0, 0, 1], 0).into()).unwrap();
    let server = server.max_connections(most).head_limit(head);
    let address = server.address();
    thread::spawn(move || server.run());
    address
}

/// A connection that has said this.
fn say(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// What comes until the end.
fn hear(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
            // What was not read of it makes the system say so.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
            Err(error) => panic!("{error}: {}", String::from_utf8_lossy(&bytes)),
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn head(path: &str, more: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n")
}

fn with_token(more: &str) -> String {
    format!("Authorization: Bearer {TOKEN}\r\n{more}")
}

const HALF: &str = "GET /health HTTP/1.1\r\nHost: local";
const CLOSE: &str = "Connection: close\r\n";

#[test]
fn half_a_head_and_an_idle_connection_end_with_their_time() {
    let address = serve(written(), 8, Duration::from_millis(300));
    for (text, answer) in [("", ""), (HALF, ""), (&*head("/health", ""), "HTTP/1.1 200 OK\r\n")] {
        let since = Instant::now();
        let heard = hear(say(address, text));
        // At the end of its time, the server may say so.
        assert!(heard.starts_with(answer) && !heard.contains("HTTP/1.1 5"), "{heard}");
        let took = since.elapsed();
        assert!(took >= Duration::from_millis(290) && took < PATIENCE / 2, "{text:?}: {took:?}");
    }
}

#[test]
fn connections_without_a_request_keep_nobody_out() {
    // Nothing here ends by itself.
    let address = serve(written(), 8, Duration::from_secs(3_600));
    let since = Instant::now();
    let halves: Vec<_> = (0..200).map(|_| say(address, HALF)).collect();
    assert!(hear(say(address, &head("/health", CLOSE))).starts_with("HTTP/1.1 200 OK"));
    assert!(since.elapsed() < PATIENCE);
    drop(halves);
}

#[test]
fn a_connection_with_a_request_does_not_give_way_and_others_wait() {
    let (go, wait) = channel::<()>();
    let (begun, has_begun) = channel::<()>();
    let wait = Mutex::new(wait);
    let doctor = Doctor::new().check(Check::new("slow", "this ends", move || {
        begun.send(()).unwrap();
        let _ = wait.lock().unwrap().recv();
        Vec::new()
    }));
    let address = serve(written().doctor(doctor), 1, Duration::from_secs(3_600));
    let working = say(address, &head("/doctor", &with_token(CLOSE)));
    has_begun.recv().unwrap();
    let waiting = say(address, &head("/health", CLOSE));
    waiting.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    assert!((&waiting).read(&mut [0]).is_err(), "it waits");
    waiting.set_read_timeout(Some(PATIENCE)).unwrap();
    drop(go);
    assert!(hear(working).starts_with("HTTP/1.1 200 OK"));
    assert!(hear(waiting).starts_with("HTTP/1.1 200 OK"));
}

#[test]
fn a_body_is_refused_before_it_is_sent() {
    let address = serve(written(), 8, Duration::from_secs(3_600));
    for body in [
        "Content-Length: 99999999999\r\n",
        "Content-Length: 99999999999\r\nExpect: 100-continue\r\n",
        "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n",
    ] {
        for (path, more, status) in [
            ("/tools", with_token(body), "413"),
            ("/tools", body.to_owned(), "401"),
            ("/health", body.to_owned(), "413"),
        ] {
            let heard = hear(say(address, &head(path, &more)));
            assert!(heard.starts_with(&format!("HTTP/1.1 {status} ")), "{body}: {heard}");
        }
    }
    // As much as it takes to know.
    let chunked = "Transfer-Encoding: chunked\r\n";
    let text = head("/tools", &with_token(chunked)) + "5\r\nhello\r\n";
    assert!(hear(say(address, &text)).starts_with("HTTP/1.1 413 "));
    let text = head("/tools", chunked) + "5\r\nhello\r\n";
    assert!(hear(say(address, &text)).starts_with("HTTP/1.1 401 "));
    let text = head("/tools", &with_token(&format!("{chunked}{CLOSE}"))) + "0\r\n\r\n";
    assert!(hear(say(address, &text)).starts_with("HTTP/1.1 200 "));
}

/// A process with few files, of which half-sent heads take all.
#[cfg(unix)]
#[test]
fn a_server_that_is_out_of_files_goes_on() {
    use std::process::{Command, Stdio};
    const CHILD: &str = "TOOLCRIB_TEST_SERVE";
    if std::env::var_os(CHILD).is_some() {
        let server = Server::bind(written(), ([127, 0, 0, 1], 0).into()).unwrap();
        println!("\naddress={}", server.address());
        server.max_connections(10_000).head_limit(Duration::from_secs(3_600)).run().unwrap();
    }
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -n 40 && exec \"$TEST\" --exact --nocapture \"$NAME\""])
        .env(CHILD, "")
        .env("TEST", std::env::current_exe().unwrap())
        .env("NAME", "connections::a_server_that_is_out_of_files_goes_on")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut addresses =
        lines.filter_map(|line| line.unwrap().strip_prefix("address=").map(str::to_owned));
    let address = addresses.next().unwrap().parse().unwrap();
    let halves: Vec<_> = (0..100).map(|_| say(address, HALF)).collect();
    let heard = hear(say(address, &head("/health", CLOSE)));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(heard.starts_with("HTTP/1.1 200 OK"), "{heard}");
    drop(halves);
}
