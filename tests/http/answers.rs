//! What is answered.

use axum::http::Method;
use serde_json::json;

use crate::fixture::{fixture, get, request, send, written};

#[test]
fn tools_with_their_weight_and_the_budget() {
    let router = fixture().router;
    let tools = get(&router, "/tools").json();
    let names: Vec<_> =
        tools["tools"].as_array().unwrap().iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["exec_shell", "read_file", "search", "speech"]);
    assert_eq!(tools["list"]["tools"], 3);
    assert_eq!(tools["budget"], json!({"tools": null, "bytes": 2000}));
    let head = tools["tools"].as_array().unwrap().iter().filter(|tool| tool["part"] == "head");
    let sum: u64 = head.map(|tool| tool["bytes"].as_u64().unwrap()).sum();
    assert_eq!((&tools["head"]["tools"], &tools["head"]["bytes"]), (&json!(3), &json!(sum)));
    // Two brackets and two commas.
    assert_eq!(tools["list"]["bytes"], sum + 4);
    assert_eq!(tools["tools"][3]["part"], "deferred");
    assert_eq!(tools["tools"][0]["names"], json!(["exec_shell", "exec"]));

    let written = get(&written().router().unwrap(), "/tools").json();
    assert_eq!(written["list"]["bytes"], tools["list"]["bytes"], "the neutral form is the same");
    assert_eq!(written["head"], tools["head"]);
    assert_eq!(written["list"]["sha256"], json!(null));
}

#[test]
fn a_tool_by_any_of_its_names() {
    let router = fixture().router;
    for path in ["/tools/exec_shell", "/tools/exec", "/tools/%65xec"] {
        let tool = get(&router, path).json();
        assert_eq!(tool["name"], "exec_shell");
        assert_eq!(tool["input_schema"]["required"], json!(["command"]));
        assert_eq!(tool["names"][1]["name"], "exec");
    }
    // The path of the search is taken, and its name can still be written.
    assert_eq!(get(&router, "/tools/%73earch").json()["name"], "search");

    let retired = get(&router, "/tools/say");
    assert_eq!((retired.status.as_u16(), &*retired.problem()), (410, "retired-tool"));
    assert_eq!(retired.json()["detail"], "`say` is retired since 0.8.0; use `speech` instead");
    let unknown = get(&router, "/tools/file_read");
    assert_eq!(unknown.problem(), "unknown-tool");
    assert_eq!(unknown.json()["detail"], "`file_read` names no tool; near it are `read_file`");
}

#[test]
fn names_that_are_none_are_refused_and_shown_harmlessly() {
    let router = fixture().router;
    let long = format!("/tools/{}", "x".repeat(60_000));
    for (path, kind) in [
        ("/tools/..", "unknown-tool"),
        ("/tools/%2e%2e", "unknown-tool"),
        ("/tools/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "unknown-tool"),
        ("/tools/%00", "unknown-tool"),
        ("/tools/a%00b", "unknown-tool"),
        ("/tools/%1b%5b31m", "unknown-tool"),
        ("/tools/%e2%80%ae", "unknown-tool"),
        ("/tools/%3Cscript%3E", "unknown-tool"),
        ("/tools/%ff", "bad-request"),
        ("/tools/%c3", "bad-request"),
        ("/tools/", "not-found"),
        ("/tools/a/b", "not-found"),
        ("//tools", "not-found"),
        ("/tools/../health", "not-found"),
        (&long, "unknown-tool"),
    ] {
        let answer = get(&router, path);
        assert_eq!(answer.problem(), kind, "{path}");
        assert!(answer.body.len() < 1000);
        assert!(!answer.text().contains(['\u{1b}', '\u{202e}', '\0']), "{path}");
    }
    // The hint of a retired name comes from a file, too.
    let retired = get(&router, "/tools/python_eval");
    assert!(retired.problem() == "retired-tool" && !retired.text().contains('\u{202e}'));
}

#[test]
fn a_search_says_what_it_does_not_take() {
    let router = fixture().router;
    let found = get(&router, "/tools/search?q=read+a+file&limit=1").json();
    assert_eq!(found["tools"][0]["name"], "read_file");
    assert_eq!(found["tools"].as_array().unwrap().len(), 1);
    assert_eq!(
        get(&router, "/tools/search?q=%73peech&mode=select").json()["tools"][0]["name"],
        "speech"
    );
    assert_eq!(get(&router, "/tools/search?q=zzzz").json()["tools"], json!([]));
    let long = format!("q={}", "x".repeat(20_000));
    for (query, part) in [
        ("", "`q`"),
        ("limit=2", "`q`"),
        ("q=", "the query is empty"),
        ("q=a&q=b", "duplicate field"),
        ("q=a&limit=0", "`limit` is 1 to 20, not 0"),
        ("q=a&limit=21", "`limit` is 1 to 20, not 21"),
        ("q=a&limit=-1", "limit"),
        ("q=a&limit=x", "limit"),
        ("q=a&limit=99999999999999999999", "limit"),
        ("q=a&mode=fuzzy", "unknown variant `fuzzy`"),
        ("q=a&modus=regex", "unknown field `modus`"),
        ("q=%2F(%2F", "regular expression"),
        ("q=a&%1b%5b31m=b", "unknown field"),
        (&long, "at most 500 characters"),
    ] {
        let answer = get(&router, &format!("/tools/search?{query}"));
        assert_eq!(answer.problem(), "bad-request", "{query}");
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(part) && detail.len() < 600, "{detail}");
    }
}

#[test]
fn names_and_their_use() {
    let router = fixture().router;
    let manifest = get(&router, "/manifest");
    let read = toolcrib::Manifest::from_json(manifest.text()).unwrap();
    assert_eq!(read, crate::fixture::surface().registry().manifest());
    let usage = get(&router, "/usage").json();
    assert_eq!(usage["counted"], true);
    let of = |name: &str| {
        let mut names = usage["names"].as_array().unwrap().iter();
        names.find(|one| one["name"] == name).map(|one| one["calls"].clone())
    };
    assert_eq!(
        [of("exec"), of("say"), of("cat_file")],
        [Some(json!(2)), Some(json!(1)), Some(json!(0))]
    );
    assert_eq!(of("exec_shell"), None);
    let written = get(&written().router().unwrap(), "/usage").json();
    assert_eq!(written, json!({"counted": false, "names": []}));
}

#[test]
fn the_doctor_says_what_it_finds() {
    let report = get(&fixture().router, "/doctor").json();
    assert_eq!(report["state"], "failed");
    assert_eq!(report["checks"][0]["id"], "overdue-removals");
    assert_eq!(report["checks"][1]["findings"][0]["severity"], "warning");
    let nothing = get(&written().router().unwrap(), "/doctor").json();
    assert_eq!(nothing, json!({"state": "ok", "checks": []}));
}

#[test]
fn methods_that_a_path_has_and_has_not() {
    let router = fixture().router;
    let ask = |method: &str, path: &str| send(&router, request(method.parse().unwrap(), path));
    for path in ["/", "/health", "/tools", "/tools/exec", "/manifest", "/usage", "/openapi.json"] {
        let head = ask("HEAD", path);
        assert_eq!((head.status.as_u16(), head.body.len()), (200, 0), "{path}");
        let body = get(&router, path).body.len();
        assert_eq!(head.header("content-length"), body.to_string(), "{path}");
        let options = ask("OPTIONS", path);
        assert_eq!((options.status.as_u16(), options.header("allow")), (204, "GET, HEAD, OPTIONS"));
        for method in ["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW"] {
            let answer = ask(method, path);
            assert_eq!(answer.status, 405, "{method} {path}");
            assert_eq!(answer.problem(), "method-not-allowed");
            assert_eq!(answer.header("allow"), "GET, HEAD, OPTIONS");
        }
    }
    assert_eq!(ask("OPTIONS", "/plugins/retired").header("allow"), "DELETE, GET, HEAD, OPTIONS");
    assert_eq!(ask("POST", "/plugins/retired").problem(), "method-not-allowed");
    let head = send(&router, request(Method::HEAD, "/plugins/retired"));
    assert_eq!(head.header("etag"), get(&router, "/plugins/retired").header("etag"));
}
