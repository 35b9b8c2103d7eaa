//! What holds, and what is refused, across crates: the workspace `fixtures/ui-crates`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// One folder for all of it, so that each dependency is compiled once for each way of compiling.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("ui-crates")
}

/// Runs cargo in the workspace of the fixtures.
fn cargo(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--quiet", "--color", "never", "--target-dir"])
        .arg(target())
        .env_remove("RUSTFLAGS")
        .env("RUST_BACKTRACE", "0")
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ui-crates"))
        .output()
        .expect("cargo runs")
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

/// What a run prints that succeeds, and that has nothing to warn of.
fn stdout(output: &Output) -> String {
    let stderr = text(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    assert_eq!(stderr, "");
    text(&output.stdout)
}

fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}

#[test]
fn tools_of_two_crates_make_one_registry() {
    assert_eq!(
        stdout(&cargo(&["run", "--package", "app"])),
        "cat deprecated read\n\
         fetch active -\n\
         old_read deprecated read\n\
         old_write removed write\n\
         read active -\n\
         read_slowly hidden read\n\
         write deferred -\n\
         3\n\
         4\n"
    );
}

#[test]
fn the_test_of_a_program_passes_where_its_crates_fit_together() {
    let output = stdout(&cargo(&["test", "--package", "app"]));
    assert_contains(&output, &["test result: ok. 1 passed"]);
}

#[test]
fn a_crate_that_is_linked_twice_is_no_conflict() {
    let output = stdout(&cargo(&["test", "--lib", "--package", "cycle"]));
    assert_contains(&output, &["test result: ok. 1 passed"]);
}

#[test]
fn the_test_of_a_program_names_all_that_does_not_fit() {
    let output = cargo(&["test", "--package", "clash-app"]);
    assert!(!output.status.success());
    assert_contains(
        &text(&output.stdout),
        &[
            "the tool registry has 3 problems:",
            "crate `silent` was expected to declare tools, and none of it is linked",
            "tool name `cat` is declared 2 times\n  \
             active tool `cat`, clash/src/lib.rs:10 (crate clash)\n  \
             deprecated alias `cat` of `read`, files/src/lib.rs:6 (crate files)\n",
            "tool name `read` is declared 2 times\n  \
             active tool `read`, clash/src/lib.rs:4 (crate clash)\n  \
             active tool `read`, files/src/lib.rs:6 (crate files)\n",
        ],
    );
}

#[test]
fn misuse_across_crates_is_refused_by_cargo_check() {
    let output = cargo(&["check", "--keep-going", "--package", "misuse"]);
    assert!(!output.status.success());
    let stderr = text(&output.stderr);
    assert_contains(
        &stderr,
        &[
            "tool name `read` is in this list twice: \
             declared at files/src/lib.rs:6 and at clash/src/lib.rs:4",
            "tool name `cat` is in this list twice: \
             declared at clash/src/lib.rs:10 and at files/src/lib.rs:6",
            "the replacement `read_slowly` of `old` is hidden itself: \
             name an active or deferred tool",
            "`NotATool` is not a tool",
            "this `impl Tool` is not annotated: write `#[tool]` on it",
            "misuse/src/bin/missing.rs:2:65",
        ],
    );
    // Each of the programs has one error.
    let programs = fs::read_dir(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ui-crates/misuse/src/bin"),
    );
    let programs = programs.expect("the fixture is there").count();
    let at = |line: &&str| line.trim_start().starts_with("--> misuse/src/bin/");
    let is_error = |line: &str| line.starts_with("error[") || line.starts_with("error: ");
    let errors =
        stderr.lines().filter(|line| is_error(line) && !line.contains("could not compile"));
    assert_eq!(errors.count(), programs, "{stderr}");
    assert!(stderr.lines().filter(at).count() >= programs, "{stderr}");
}

#[test]
fn a_crate_with_every_lint_has_no_warning() {
    stdout(&cargo(&["check", "--package", "strict"]));
    if Command::new(env!("CARGO"))
        .args(["clippy", "--version"])
        .output()
        .is_ok_and(|output| output.status.success())
    {
        stdout(&cargo(&["clippy", "--package", "strict"]));
    } else {
        eprintln!("ignored: clippy is not installed");
    }
}

#[test]
fn what_the_macros_make_is_in_no_documentation() {
    stdout(&cargo(&["doc", "--no-deps", "--package", "strict"]));
    let mut pages = Vec::new();
    read_all(&target().join("doc"), &mut pages);
    let has = |text: &str| pages.iter().any(|page| page.contains(text));
    // The author's items are there, and the search knows them.
    assert!(has("sundial") && has("Add two numbers."));
    for inner in ["tool_named_", "__crib", "__CRIB", "DECLARATION", "DECLARED_NAME", "__private"] {
        assert!(!has(inner), "{inner}");
    }
    // A function's name among types is no item of its own.
    let page = |name: &str| target().join("doc/strict").join(name).exists();
    assert!(page("fn.add.html") && page("struct.Clock.html"));
    assert!(!page("struct.add.html"));
}

/// The pages below a folder, the author's source apart, and the index of the search.
fn read_all(folder: &Path, pages: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_page = path.extension().is_some_and(|end| end == "html" || end == "js");
        if path.is_dir() && !path.ends_with("src") && !path.ends_with("static.files") {
            read_all(&path, pages);
        } else if is_page {
            pages.push(text(&fs::read(&path).expect("a page")));
        }
    }
}
