//! Who may ask.

use axum::Router;
use axum::http::Method;
use toolcrib::http::{Admin, AdminError};
use toolcrib::inspect::Subject;

use crate::fixture::{TOKEN, bare, fixture, get, request, send, surface, written};

const CLOSED: [&str; 9] = [
    "/tools",
    "/tools/exec",
    "/tools/search?q=a",
    "/manifest",
    "/usage",
    "/doctor",
    "/plugins/retired",
    "/openapi.json",
    "/no/such/path",
];

fn authorized(router: &Router, path: &str, values: &[&str]) -> u16 {
    let request = bare(Method::GET, path).header("host", "localhost");
    let request =
        values.iter().fold(request, |request, value| request.header("authorization", *value));
    let answer = send(router, request);
    if answer.status == 401 {
        assert_eq!(answer.problem(), "unauthorized");
        let challenge = answer.header("www-authenticate");
        assert!(challenge.starts_with("Bearer realm=\"toolcrib\""), "{challenge}");
        assert_eq!(
            challenge.contains("invalid_token"),
            values.iter().any(|value| value.starts_with("Bearer ")) && values.len() == 1
        );
    }
    answer.status.as_u16()
}

#[test]
fn everything_but_the_page_and_health_takes_the_token() {
    let router = fixture().router;
    let right = format!("Bearer {TOKEN}");
    for path in CLOSED {
        assert_eq!(authorized(&router, path, &[]), 401, "{path}");
        assert_ne!(authorized(&router, path, &[&right]), 401, "{path}");
    }
    for path in ["/", "/health"] {
        assert_eq!(authorized(&router, path, &[]), 200, "{path}");
    }
    let delete = bare(Method::DELETE, "/plugins/retired").header("host", "localhost");
    assert_eq!(send(&router, delete).problem(), "unauthorized");
}

#[test]
fn only_the_token_itself_is_the_token() {
    let router = fixture().router;
    let right = format!("Bearer {TOKEN}");
    for (values, status) in [
        (vec![&*right], 200),
        (vec![&*right.replace("Bearer", "bEARER")], 200),
        (vec![&*format!("Bearer {TOKEN}x")], 401),
        (vec![&*format!("Bearer {}", &TOKEN[1..])], 401),
        (vec![&*format!("Bearer {}", TOKEN.to_uppercase())], 401),
        (vec!["Bearer "], 401),
        (vec!["Bearer"], 401),
        (vec![""], 401),
        (vec![TOKEN], 401),
        (vec![&*format!("Basic {TOKEN}")], 401),
        (vec![&*right, &*right], 401),
        (vec![&*right, "Bearer other"], 401),
    ] {
        assert_eq!(authorized(&router, "/tools", &values), status, "{values:?}");
    }
}

#[test]
fn without_a_token_that_is_worth_the_name_there_is_no_router() {
    let admin = || Admin::new(Subject::live(surface()));
    assert_eq!(admin().router().err(), Some(AdminError::NoToken));
    for (token, error) in [
        ("", AdminError::ShortToken(0)),
        ("fifteen-letters", AdminError::ShortToken(15)),
        ("                ", AdminError::TokenCharacter(' ')),
        ("sixteen letters!", AdminError::TokenCharacter(' ')),
        ("sixteen-lettérs-", AdminError::TokenCharacter('é')),
        ("sixteen=letters-", AdminError::TokenCharacter('=')),
        ("================", AdminError::TokenCharacter('=')),
        ("sixteen-letters\n", AdminError::TokenCharacter('\n')),
    ] {
        assert_eq!(admin().token(token).router().err(), Some(error), "{token:?}");
    }
    assert!(admin().token("sixteen-letters-").router().is_ok());
    let debug = format!("{:?}", admin().token(TOKEN));
    assert!(!debug.contains(TOKEN));
}

#[test]
fn a_page_whose_name_was_made_to_point_here_is_refused() {
    let router = written().host("admin.example.org").router().unwrap();
    let from = |host: &[&str], target: &str| {
        let request = bare(Method::GET, target).header("authorization", format!("Bearer {TOKEN}"));
        let request = host.iter().fold(request, |request, host| request.header("host", *host));
        send(&router, request)
    };
    for host in ["localhost", "127.0.0.1:80", "[::1]:8080", "ADMIN.example.org:443"] {
        for path in ["/", "/health", "/tools"] {
            assert_eq!(from(&[host], path).status, 200, "{host} {path}");
        }
    }
    for host in [
        &["evil.example"][..],
        &[],
        &[""],
        &["localhost", "evil.example"],
        &["localhost.evil.example"],
    ] {
        for path in ["/", "/health", "/tools", "/nothing"] {
            assert_eq!(from(host, path).problem(), "misdirected-request", "{host:?} {path}");
        }
    }
    // A target in absolute form says the host too, and nobody else's.
    assert_eq!(from(&["localhost"], "http://localhost/tools").status, 200);
    assert_eq!(from(&["localhost"], "http://evil.example/tools").problem(), "misdirected-request");
    // What is refused is not repeated as it came.
    let answer = from(&["<b>evil"], "/");
    assert_eq!(answer.header("content-type"), "application/problem+json");
    assert!(matches!(written().host("http://a").router().err(), Some(AdminError::Host(_))));
}

#[test]
fn browsers_are_told_to_keep_their_hands_off() {
    let router = fixture().router;
    for path in ["/", "/health", "/tools", "/nothing", "/openapi.json"] {
        let answer =
            send(&router, request(Method::GET, path).header("origin", "http://evil.example"));
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert!(
            answer.header("content-security-policy").contains("frame-ancestors 'none'"),
            "{path}"
        );
        assert!(
            answer.header("content-security-policy").starts_with("default-src 'none'"),
            "{path}"
        );
        let cors = answer.headers.keys().find(|name| name.as_str().starts_with("access-control"));
        assert_eq!(cors, None, "{path}");
    }
    let preflight = bare(Method::OPTIONS, "/plugins/retired")
        .header("host", "localhost")
        .header("origin", "http://evil.example")
        .header("access-control-request-method", "DELETE");
    assert_eq!(send(&router, preflight).status, 401);
}

#[test]
fn it_works_wherever_a_host_nests_it() {
    let nested = Router::new().nest("/deep/admin", fixture().router);
    for path in ["/deep/admin/tools", "/deep/admin/openapi.json", "/deep/admin"] {
        assert_eq!(get(&nested, path).status, 200, "{path}");
    }
    assert_eq!(get(&nested, "/deep/admin/nothing").problem(), "not-found");
    let open = bare(Method::GET, "/deep/admin/tools").header("host", "localhost");
    assert_eq!(send(&nested, open).status, 401);
    assert_eq!(get(&nested, "/elsewhere").status, 404);
    let page = get(&nested, "/deep/admin");
    for absolute in ["href=\"/", "src=", "http://", "https://", "url("] {
        assert!(!page.text().contains(absolute), "{absolute}");
    }
}
