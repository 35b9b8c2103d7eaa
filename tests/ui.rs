//! Misuse, and what the compiler says of it: each case of `ui/` fails to compile with the text that
//! stands beside it.
//!
//! `TRYBUILD=overwrite cargo test -p toolcrib-tests --test ui` writes the texts anew.

use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler that the texts were made with.
const MADE_WITH: &str = "1.95.0";

/// The folders of `ui/`.
const THEMES: [&str; 9] = [
    "conflict",
    "duplicate",
    "lifecycle",
    "malformed",
    "replacement",
    "schema",
    "signature",
    "state",
    "unknown",
];

#[test]
fn misuse_is_explained() {
    let (rustcs, ours): (Vec<_>, Vec<_>) = cases().into_iter().partition(Case::is_in_rustcs_words);
    let trybuild = trybuild::TestCases::new();
    for case in &ours {
        trybuild.compile_fail(&case.path);
    }
    let version = rustc_version();
    if version == MADE_WITH {
        for case in &rustcs {
            trybuild.compile_fail(&case.path);
        }
    } else {
        // Not through `println!`, which a passing test does not show.
        let _ = writeln!(
            stderr(),
            "ignored: {} of {} compile-fail cases, whose texts are those of rustc {MADE_WITH}; \
             this is rustc {version}",
            rustcs.len(),
            rustcs.len() + ours.len()
        );
    }
}

#[test]
fn there_are_cases_of_every_theme() {
    let cases = cases();
    for theme in THEMES {
        let of_theme = cases.iter().filter(|case| case.theme() == theme).count();
        assert!(of_theme >= 5, "{theme}: {of_theme}");
    }
    let missing: Vec<_> = cases.iter().filter(|case| case.text.is_none()).collect();
    assert!(missing.is_empty(), "{missing:#?} have no text");
    assert_eq!(cases.len(), files("stderr").len(), "a text has no case");
    let folders = fs::read_dir(folder()).expect("ui/ is there").count();
    assert_eq!(folders, THEMES.len(), "a folder of ui/ is not a theme");
}

/// Our messages are of one style, and show no names that the macros made up.
#[test]
fn messages_keep_to_their_style() {
    let mut wrong = Vec::new();
    for case in cases() {
        let Some(text) = &case.text else { continue };
        let mut say = |what: &str| wrong.push(format!("{}: {what}", case.path.display()));
        // Messages that are ours have no code, rustc's own have one.
        for message in text.lines().filter_map(|line| line.strip_prefix("error: ")) {
            if message.starts_with(char::is_uppercase) {
                say(&format!("`{message}` starts with a capital"));
            }
            if message.ends_with(['.', '!']) {
                say(&format!("`{message}` ends with a full stop"));
            }
        }
        if text.lines().any(|line| line.starts_with("warning")) {
            say("a warning beside the error");
        }
        // What the compiler adds about its own way is not ours to choose.
        let told = |line: &&str| line.starts_with("error") || line.contains("^ ");
        for line in text.lines().filter(told) {
            let label = line.rsplit('^').next().unwrap_or(line);
            if ["__private", "__crib", "__CRIB"].iter().any(|inner| label.contains(inner))
                && !label.contains("evaluation of")
            {
                say(&format!("an inner name: {}", line.trim()));
            }
        }
        if !text.contains("error") {
            say("no error");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One mistake is one error, but for those cases that are about several.
#[test]
fn one_mistake_is_one_error() {
    let mut wrong = Vec::new();
    for case in cases() {
        let Some(text) = &case.text else { continue };
        let errors = text.lines().filter(|line| line.starts_with("error")).count();
        let expected = case.errors();
        if errors != expected {
            wrong.push(format!("{}: {errors} errors, not {expected}", case.path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[derive(Debug)]
struct Case {
    path: PathBuf,
    source: String,
    /// The expected text; `None` for a new case.
    text: Option<String>,
}

impl Case {
    fn theme(&self) -> &str {
        let folder = self.path.parent().and_then(Path::file_name);
        folder.and_then(|name| name.to_str()).expect("a case stands in a folder")
    }

    /// Errors with a code, and notes, are in the compiler's words, which change with it. An error of
    /// ours has one line, and the source below it.
    fn is_in_rustcs_words(&self) -> bool {
        let Some(text) = &self.text else { return false };
        text.lines().any(|line| {
            let line = line.trim_start_matches([' ', '=']);
            ["error[E", "note: ", "help: "].iter().any(|start| line.starts_with(start))
        })
    }

    /// How many errors there are to be: one, or what a line `//! errors: N` says.
    fn errors(&self) -> usize {
        let said = self.source.lines().find_map(|line| line.strip_prefix("//! errors: "));
        said.map_or(1, |number| number.parse().expect("a number"))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui")
}

/// All cases, sorted.
fn cases() -> Vec<Case> {
    let case = |path: PathBuf| {
        let source = fs::read_to_string(&path).expect("a case is text");
        let text = fs::read_to_string(path.with_extension("stderr")).ok();
        Case { path, source, text }
    };
    files("rs").into_iter().map(case).collect()
}

/// The files of all themes that end so, sorted.
fn files(end: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for theme in fs::read_dir(folder()).expect("ui/ is there") {
        let theme = fs::read_dir(theme.expect("a folder").path()).expect("a theme is a folder");
        files.extend(theme.map(|file| file.expect("a file").path()));
    }
    files.retain(|path| path.extension().is_some_and(|extension| extension == end));
    files.sort();
    files
}

/// The version of the compiler that the cases are compiled with.
fn rustc_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let output = String::from_utf8_lossy(&output.stdout);
    output.split(' ').nth(1).unwrap_or_default().to_owned()
}
