//! How fast old names are looked for in Markdown, beside a loop over the names.
//!
//! `cargo bench -p toolcrib-tests --bench references`. The text is that of the published skills under
//! data/skills, over and over, up to 100 MB; the names are 500 as tools have them, and a tenth of them
//! ordinary words. The bar is 200 MB/s for a text that needs no parsing.

#[allow(dead_code, reason = "used by another bench")]
mod measure;

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::Path;

use measure::{Case, measure};
use toolcrib::references::{FileKind, Names};
use toolcrib::{Registry, Tombstone};

/// How many names are looked for.
const NAMES: usize = 500;

/// Ordinary words that are names of tools somewhere.
const WORDS: [&str; 50] = [
    "add", "apply", "ask", "browse", "build", "call", "check", "click", "close", "copy", "create",
    "delete", "deploy", "diff", "edit", "exec", "explain", "fetch", "find", "fork", "glob", "grep",
    "list", "load", "lookup", "merge", "monitor", "move", "note", "open", "patch", "ping", "plot",
    "print", "push", "query", "read", "rename", "reply", "run", "save", "scroll", "search", "send",
    "shell", "skill", "sleep", "task", "think", "write",
];

fn main() {
    // Cargo tells a test run of benches from a measurement by this.
    let is_measured = std::env::args().any(|arg| arg == "--bench");
    let (bytes, rounds) = if is_measured { (100_000_000, 5) } else { (1_000_000, 1) };
    let list = names();
    let gone = list.iter().map(|name| Tombstone::new(name.clone().leak(), "1.0.0"));
    let registry = Registry::builder().retired(gone).build().expect("names are fit and apart");
    let names = Names::of(&registry.manifest());

    let text = text(bytes, &names);
    // One file as large as a skill may be, searched and then parsed: each of its parts names a tool.
    let mut stale = text[..floor(&text, bytes / 100)].to_owned();
    while stale.len() < bytes / 50 {
        stale.push_str("\nCall `old_task_0` and go on, or read what was said of it before.\n");
    }
    println!(
        "\n{} names, {} MB of Markdown, best of {rounds} rounds, one core",
        NAMES,
        bytes / 1_000_000
    );
    let find = |text: &str| names.find(FileKind::Markdown, "f", text.as_bytes()).len();
    assert_eq!(find(&text), 0);
    assert!(find(&stale) > 0);
    let files: Vec<_> = pieces(&text, 7000).collect();
    let cases = vec![
        Case::new("one pass, one file", text.len(), || {
            black_box(find(black_box(&text)));
        }),
        Case::new("one pass, files of 7 kB", text.len(), || {
            black_box(files.iter().map(|file| find(file)).sum::<usize>());
        }),
        Case::new("with parsing", stale.len(), || {
            black_box(find(black_box(&stale)));
        }),
    ];
    show(measure(cases, rounds));
    // The loop reads the text once for each name: a twentieth of it is enough to know.
    let part = &text[..floor(&text, bytes / 20)];
    let case = Case::new("a loop over the names", part.len(), || {
        black_box(list.iter().map(|name| black_box(part).matches(&**name).count()).sum::<usize>());
    });
    show(measure(vec![case], 1));
}

fn show(measured: Vec<(String, f64)>) {
    for (name, nanoseconds) in measured {
        println!("  {name:<24} {:>7.0} MB/s", 1e3 / nanoseconds);
    }
}

/// Names such as `read_file_3`, and a tenth ordinary words.
fn names() -> Vec<String> {
    let verbs =
        ["old", "get", "list", "create", "update", "delete", "search", "exec", "agent", "todo"];
    let things = ["task", "file", "issue", "shell", "page", "user", "branch", "memory", "event"];
    let mut names: Vec<_> = WORDS.iter().map(ToString::to_string).collect();
    for at in 0..NAMES - names.len() {
        let (verb, thing) = (verbs[at % verbs.len()], things[at / verbs.len() % things.len()]);
        let mut name = format!("{verb}_{thing}");
        write!(name, "_{}", at / (verbs.len() * things.len())).expect("a string takes everything");
        names.push(name);
    }
    names
}

/// The skills' text over and over, without the lines that name one of the names.
fn text(bytes: usize, names: &Names) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/skills");
    let mut once = String::new();
    for folder in ["anthropics/skill-creator", "anthropics/mcp-builder", "codewhale/best-of-n"] {
        let text = fs::read_to_string(root.join(folder).join("SKILL.md")).expect("it is there");
        for line in text.lines() {
            if names.find(FileKind::Text, "f", line.as_bytes()).is_empty() {
                once.push_str(line);
                once.push('\n');
            }
        }
    }
    once.repeat(bytes / once.len() + 1)
}

/// A text in pieces of about so many bytes.
fn pieces(text: &str, bytes: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (piece, after) = rest.split_at(floor(rest, bytes));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The last place in `text`, up to `at`, where a character begins.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
