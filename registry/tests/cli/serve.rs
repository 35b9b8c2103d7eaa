//! `serve`: the admin API on this machine.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};

use super::place::Place;

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A program that serves, until this is dropped.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn new(place: &Place, arguments: &[&str]) -> Self {
        let mut command = place.command(&[&["serve"], arguments].concat());
        command.env("TOOLCRIB_TOKEN", TOKEN).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|it| it.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("{line:?}")).to_owned();
        Self { child, address }
    }

    /// The status and the body of an answer.
    fn get(&self, path: &str, token: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n",
            self.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer.split_once("\r\n\r\n").unwrap().1.to_owned())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_it_serves_is_what_the_commands_show() {
    let place = Place::new();
    place.plugin("store", "old", "spawn_agent");
    let served = Served::new(&place, &["--store", "store", "--release", "1.0.0"]);
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    assert_eq!(served.get("/tools", "not the token").0, 401);
    let (status, tools) = served.get("/tools", TOKEN);
    assert!(status == 200 && tools.contains("exec_shell_wait"), "{tools}");
    let (status, plugins) = served.get("/plugins/retired", TOKEN);
    assert!(status == 200 && plugins.contains("\"old\""), "{plugins}");
    let (status, doctor) = served.get("/doctor", TOKEN);
    for id in ["descriptions", "overdue-removals", "retired-plugins"] {
        assert!(status == 200 && doctor.contains(id), "{doctor}");
    }
    assert_eq!(served.get("/", "").0, 200);
}

#[test]
fn a_token_comes_from_a_file_too() {
    let place = Place::new();
    place.write("token.txt", "fedcba9876543210\n");
    let served = Served::new(&place, &["--token-file", "token.txt"]);
    assert_eq!(served.get("/tools", "fedcba9876543210").0, 200);
    assert_eq!(served.get("/tools", TOKEN).0, 401);
}

#[test]
fn nothing_is_served_without_a_token_or_a_port() {
    let place = Place::new();
    let refused = |arguments: &[&str], token: Option<&str>| {
        let mut command = place.command(&[&["serve"], arguments].concat());
        command.env_remove("TOOLCRIB_TOKEN").envs(token.map(|token| ("TOOLCRIB_TOKEN", token)));
        let output = command.output().unwrap();
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(
        refused(&[], None),
        "error: there is no token: put one into TOOLCRIB_TOKEN, or give a file with --token-file; \
         `openssl rand -hex 32` makes one\n"
    );
    assert!(refused(&[], Some("short")).contains("has 5 characters: it takes at least 16"));
    place.write("empty", "");
    assert!(refused(&["--token-file", "empty"], Some(TOKEN)).contains("has 0 characters"));
    place.write("long", "x".repeat(5_000));
    assert!(refused(&["--token-file", "long"], Some(TOKEN)).contains("has more than 4096 bytes"));
    assert!(refused(&["--token-file", "none"], Some(TOKEN)).contains("cannot read none: "));
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert!(refused(&["--port", &port], Some(TOKEN)).contains("cannot listen at 127.0.0.1:"));
}
