//! Files: every tool that takes a path keeps to the workspace, and does what it says.

use std::fs;

use serde_json::{Value, json};
use toolcrib::FailureKind;

use crate::Codewhale;

/// Every tool that takes a path, with a call of it.
fn calls_with(path: &str) -> Vec<(&'static str, Value)> {
    let sections =
        |body: &str| json!({ "patch": format!("*** Begin Patch\n{body}\n*** End Patch") });
    vec![
        ("read_file", json!({ "path": path })),
        ("list_dir", json!({ "path": path })),
        ("write_file", json!({ "path": path, "content": "x" })),
        ("edit_file", json!({ "path": path, "search": "a", "replace": "b" })),
        ("replace_lines", json!({ "path": path, "first": 1, "last": 1, "text": "b" })),
        (
            "fim_edit",
            json!({ "path": path, "prefix_anchor": "a", "suffix_anchor": "b", "middle": "c" }),
        ),
        ("grep_files", json!({ "path": path, "pattern": "root" })),
        ("project_map", json!({ "path": path })),
        ("exec_shell", json!({ "cwd": path, "command": "pwd" })),
        ("apply_patch", sections(&format!("*** Add File: {path}\n+x"))),
        ("apply_patch", sections(&format!("*** Delete File: {path}"))),
        ("apply_patch", sections(&format!("*** Update File: {path}\n-a\n+b"))),
        ("apply_patch", sections(&format!("*** Update File: a\n*** Move to: {path}\n-a\n+b"))),
        (
            "apply_patch",
            json!({ "patch": format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-a\n+b\n") }),
        ),
    ]
}

fn refuses(codewhale: &Codewhale, path: &str) {
    for (name, arguments) in calls_with(path) {
        let outcome = codewhale.call(name, &arguments.to_string());
        assert_eq!(
            outcome.failure(),
            Some(FailureKind::Denied),
            "{name} {arguments}: {}",
            outcome.text()
        );
    }
}

#[test]
fn no_tool_leaves_the_workspace() {
    let codewhale = Codewhale::new();
    codewhale.call("write_file", r#"{"path":"a","content":"a\n"}"#);
    let outside = tempfile::tempdir().unwrap();
    let absolute = outside.path().join("file").to_str().unwrap().to_owned();
    fs::write(&absolute, "a\nb\n").unwrap();
    for path in ["..", "../x", "a/../../x", "./..", &absolute, "/"] {
        refuses(&codewhale, path);
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.path(), codewhale.folder.path().join("link")).unwrap();
        refuses(&codewhale, "link");
        refuses(&codewhale, "link/file");
    }
    assert_eq!(fs::read_to_string(&absolute).unwrap(), "a\nb\n");
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    let hits = codewhale.call("grep_files", r#"{"pattern":"b"}"#);
    assert_eq!(hits.text(), "[]");
}

#[test]
fn edits_do_what_they_say_or_nothing() {
    let codewhale = Codewhale::new();
    let text = || fs::read_to_string(codewhale.folder.path().join("src/a.rs")).unwrap();
    let call = |name: &str, arguments: Value| codewhale.call(name, &arguments.to_string());
    call("write_file", json!({ "path": "src/a.rs", "content": "fn a() {}\nfn b() {}\n" }));

    let edit = |search: &str, all: bool| {
        let arguments =
            json!({ "path": "src/a.rs", "search": search, "replace": "fn c", "replace_all": all });
        call("edit_file", arguments).failure()
    };
    assert_eq!(edit("fn", false), Some(FailureKind::BadArguments));
    assert_eq!(edit("absent", false), Some(FailureKind::BadArguments));
    assert_eq!(edit("", true), Some(FailureKind::BadArguments));
    assert_eq!(text(), "fn a() {}\nfn b() {}\n");
    assert_eq!(edit("fn a", false), None);
    assert_eq!(text(), "fn c() {}\nfn b() {}\n");
    assert_eq!(edit("fn b", true), None);
    assert_eq!(text(), "fn c() {}\nfn c() {}\n");

    let fim = |prefix: &str, suffix: &str| {
        let arguments = json!({
            "path": "src/a.rs", "prefix_anchor": prefix, "suffix_anchor": suffix, "middle": " x ",
        });
        call("fim_edit", arguments).failure()
    };
    assert_eq!(fim("fn", "}"), Some(FailureKind::BadArguments));
    assert_eq!(fim("\nfn c() {", "absent"), Some(FailureKind::BadArguments));
    assert_eq!(fim("\nfn c() {", "}"), None);
    assert_eq!(text(), "fn c() {}\nfn c() { x }\n");

    let lines = |first: u32, last: u32, new: &str| {
        let arguments = json!({ "path": "src/a.rs", "first": first, "last": last, "text": new });
        call("replace_lines", arguments).failure()
    };
    for (first, last) in [(0, 1), (2, 1), (1, 3)] {
        assert_eq!(lines(first, last, "x"), Some(FailureKind::BadArguments));
    }
    assert_eq!(lines(1, 1, "// one\n// two"), None);
    assert_eq!(text(), "// one\n// two\nfn c() { x }\n");
}

#[test]
fn things_are_found_by_content_name_and_structure() {
    let codewhale = Codewhale::new();
    for path in ["src/main.rs", "src/deep/domain.rs", "README.md"] {
        let arguments = json!({ "path": path, "content": format!("// Path {path}\nend\n") });
        codewhale.call("write_file", &arguments.to_string());
    }
    let json = |name: &str, arguments: Value| -> Value {
        let outcome = codewhale.call(name, &arguments.to_string());
        serde_json::from_str(&outcome.text()).unwrap()
    };
    let hits = json(
        "grep_files",
        json!({ "pattern": "path SRC", "ignore_case": true, "include": "*.rs" }),
    );
    let expected = json!([
        { "path": "src/main.rs", "line": 1, "text": "// Path src/main.rs" },
        { "path": "src/deep/domain.rs", "line": 1, "text": "// Path src/deep/domain.rs" },
    ]);
    assert_eq!(hits, expected);
    assert_eq!(
        json("grep_files", json!({ "pattern": "end", "limit": 1 })).as_array().unwrap().len(),
        1
    );
    let names = json("file_search", json!({ "query": "MAIN" }));
    assert_eq!(names, json!(["src/main.rs", "src/deep/domain.rs"]));
    let listed = json("list_dir", json!({ "path": "./src/" }));
    let expected = json!([
        { "path": "src/main.rs", "kind": "file", "size": 24 },
        { "path": "src/deep", "kind": "dir" },
    ]);
    assert_eq!(listed, expected);
    let map = codewhale.call("project_map", "");
    assert_eq!(map.text(), "/  1 md\n  src/  1 rs\n    deep/  1 rs\n");
    let map = codewhale.call("project_map", r#"{"path": "./src/", "depth": 0}"#);
    assert_eq!(map.text(), "src/  1 rs\n");
    let part = json("read_file", json!({ "path": "README.md", "first_line": 2, "lines": 1 }));
    assert_eq!(part, json!({ "first_line": 2, "lines_in_file": 2, "text": "end\n" }));
}
