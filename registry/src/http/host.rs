//! The hosts under which requests are answered: the guard against DNS rebinding, where a page's own name
//! is made to point to this machine.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::HOST;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::AdminError;
use super::admin::App;
use super::problem::{Kind, Problem};
use crate::name::Shown;

/// The names beside the loopback ones.
pub(super) struct Hosts(Vec<String>);

impl Hosts {
    pub(super) fn new(names: Vec<String>) -> Result<Self, AdminError> {
        match names.iter().find(|name| host_of(name) != Some(name)) {
            Some(name) => Err(AdminError::Host(name.clone())),
            None => Ok(Self(names)),
        }
    }

    /// Whether a `Host` is one of them. The port does not matter: only the name can be somebody else's.
    fn has(&self, authority: &str) -> bool {
        let Some(host) = host_of(authority) else {
            return false;
        };
        let same = |name: &str| name.eq_ignore_ascii_case(host);
        let v6 = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        same("localhost")
            || host.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
            || v6.is_some_and(|v6| v6.parse().is_ok_and(|address: Ipv6Addr| address.is_loopback()))
            || self.0.iter().any(|name| same(name))
    }
}

/// The host of `host` or `host:port`, <https://www.rfc-editor.org/rfc/rfc9110#section-7.2>.
fn host_of(authority: &str) -> Option<&str> {
    let end = match authority.strip_prefix('[') {
        Some(_) => authority.find(']')? + 1,
        None => authority.find(':').unwrap_or(authority.len()),
    };
    let (host, port) = authority.split_at(end);
    let port = port.is_empty()
        || port.strip_prefix(':').is_some_and(|port| port.bytes().all(|b| b.is_ascii_digit()));
    let plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '[' | ']' | ':');
    (port && !host.is_empty() && host.chars().all(plain)).then_some(host)
}

/// Lets a request pass that is for one of our hosts: each that it names, in `Host` and in its target.
pub(super) async fn require(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let target = request.uri().authority().map(|authority| authority.as_str().as_bytes());
    let headers = request.headers().get_all(HOST).iter().map(HeaderValue::as_bytes);
    let named: Vec<_> = target.into_iter().chain(headers).collect();
    let ours = |name: &&[u8]| std::str::from_utf8(name).is_ok_and(|name| app.hosts.has(name));
    let detail = match named.iter().find(|name| !ours(name)) {
        None if !named.is_empty() => return next.run(request).await,
        None => "the request names no host".to_owned(),
        Some(other) => {
            let other = String::from_utf8_lossy(other);
            format!("`{}` is no host under which this API answers", Shown(&other))
        }
    };
    Problem::new(Kind::Misdirected, detail).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_in_every_spelling_and_what_was_given() {
        let hosts = Hosts::new(vec!["admin.example.org".into(), "[fd00::1]".into()]).unwrap();
        for host in [
            "localhost",
            "LocalHost:80",
            "localhost:",
            "127.0.0.1",
            "127.9.9.9:8080",
            "[::1]",
            "[::1]:8080",
            "[0:0:0:0:0:0:0:1]",
            "Admin.Example.Org:443",
            "[fd00::1]:1",
        ] {
            assert!(hosts.has(host), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "localhost.",
            "127.0.0.1.evil.example",
            "127.1",
            "2130706433",
            "0.0.0.0",
            "::1",
            "[::1",
            "[::1]x",
            "[::2]",
            "localhost:80a",
            "ada@localhost",
            "localhost@evil.example",
            "localhost/",
            "localhost,evil.example",
            "local\u{131}host",
            "admin.example.org.evil.example",
        ] {
            assert!(!hosts.has(host), "{host}");
        }
    }

    #[test]
    fn a_host_is_given_without_a_port() {
        for bad in ["", "a:80", "http://a", "a/b", "a b", "fd00::1", "*"] {
            assert_eq!(Hosts::new(vec![bad.into()]).err(), Some(AdminError::Host(bad.into())));
        }
    }
}
