//! The document says what is answered, and leaves nothing out.
//!
//! That it has each route and none besides is a test beside the routes.

use axum::http::Method;
use serde_json::{Value, json};

use crate::fixture::{Answer, Fixture, bare, fixture, get, request, send, write};

/// What is asked, as the document has the path, and the status.
const ASKED: [(&str, &str, &str, u16); 19] = [
    ("get", "/", "/", 200),
    ("get", "/health", "/health", 200),
    ("get", "/tools", "/tools", 200),
    ("get", "/tools/{name}", "/tools/exec", 200),
    ("get", "/tools/{name}", "/tools/%ff", 400),
    ("get", "/tools/{name}", "/tools/nothing", 404),
    ("get", "/tools/{name}", "/tools/say", 410),
    ("get", "/tools/search", "/tools/search?q=file", 200),
    ("get", "/tools/search", "/tools/search", 400),
    ("get", "/manifest", "/manifest", 200),
    ("get", "/usage", "/usage", 200),
    ("get", "/doctor", "/doctor", 200),
    ("get", "/openapi.json", "/openapi.json", 200),
    ("delete", "/plugins/retired", "/plugins/retired", 428),
    ("delete", "/plugins/retired", "/plugins/retired", 412),
    ("delete", "/plugins/retired", "/plugins/retired?force=x", 400),
    ("get", "/plugins/retired", "/plugins/retired", 200),
    ("delete", "/plugins/retired", "/plugins/retired", 200),
    ("get", "/plugins/retired", "/plugins/retired", 200),
];

#[test]
fn each_answer_is_as_the_document_describes_it() {
    let fixture = prepared();
    let document = closed(get(&fixture.router, "/openapi.json").json());
    let mut tag = String::new();
    for (method, path, target, status) in ASKED {
        let seen = if status == 412 { "\"other\"" } else { &tag };
        let mut ask = request(method.to_uppercase().parse().unwrap(), target);
        if method == "delete" && status != 428 {
            ask = ask.header("if-match", seen);
        }
        let answer = send(&fixture.router, ask);
        assert_eq!(answer.status, status, "{method} {target}: {}", answer.text());
        check(&document, method, path, &answer);
        if answer.headers.contains_key("etag") {
            answer.header("etag").clone_into(&mut tag);
        }
    }
}

#[test]
fn what_is_refused_everywhere_is_in_the_document_everywhere() {
    let fixture = prepared();
    let document = closed(get(&fixture.router, "/openapi.json").json());
    for (method, path, target, _) in ASKED {
        let method_: Method = method.to_uppercase().parse().unwrap();
        let elsewhere = bare(method_.clone(), target).header("host", "evil.example");
        check(&document, method, path, &send(&fixture.router, elsewhere));
        let anonymous = bare(method_.clone(), target).header("host", "localhost");
        check(&document, method, path, &send(&fixture.router, anonymous));
        let body = axum::body::Body::from("{}");
        check(
            &document,
            method,
            path,
            &crate::fixture::send_body(&fixture.router, request(method_, target), body),
        );
    }
}

/// A fixture in which as much as possible is to be described.
fn prepared() -> Fixture {
    let fixture = fixture();
    let folder = fixture.folder.path();
    write(folder, "plugins/unread/SKILL.md", "---\nname: [\n---\n`say`\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc", folder.join("plugins/linked")).unwrap();
    let store = toolcrib::plugins::PluginStore::open(folder.join("plugins")).unwrap();
    store.record_installation("old").unwrap();
    write(folder, "plugins/old/more.md", "Use `python_eval`.\n");
    fixture
}

fn check(document: &Value, method: &str, path: &str, answer: &Answer) {
    let status = answer.status.as_str();
    let mut response = &document["paths"][path][method]["responses"][status];
    assert!(response.is_object(), "{method} {path} does not say {status}");
    if let Some(reference) = response["$ref"].as_str() {
        response = document.pointer(&reference[1..]).unwrap();
    }
    for header in response["headers"].as_object().into_iter().flat_map(|headers| headers.keys()) {
        assert!(answer.headers.contains_key(header.to_lowercase()), "{path} {header}");
    }
    let content = response["content"].as_object().unwrap();
    let media = answer.header("content-type").split(';').next().unwrap();
    let described = content.get(media).unwrap_or_else(|| panic!("{path} does not say {media}"));
    if !media.ends_with("json") {
        return;
    }
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "components": document["components"],
        "allOf": [described["schema"]],
    });
    let validator = jsonschema::validator_for(&schema).unwrap();
    let body = answer.json();
    let errors: Vec<_> = validator.iter_errors(&body).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{method} {path} {status}: {errors:#?}");
}

/// The document with every object closed to what it does not describe.
fn closed(mut document: Value) -> Value {
    fn close(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.values_mut().for_each(close);
                if members.contains_key("properties") {
                    members.insert("additionalProperties".into(), false.into());
                }
            }
            Value::Array(items) => items.iter_mut().for_each(close),
            _ => {}
        }
    }
    close(&mut document);
    document
}
