//! What is different at a terminal, and what happens where nobody reads.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::process::{Child, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use super::place::Place;

/// A terminal of our own.
struct Terminal {
    ours: File,
    theirs: File,
}

impl Terminal {
    fn new() -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&ours).unwrap();
        unlockpt(&ours).unwrap();
        let name = ptsname(&ours, Vec::new()).unwrap().into_string().unwrap();
        let theirs = OpenOptions::new().read(true).write(true).open(name).unwrap();
        Self { ours: ours.into(), theirs }
    }

    fn stdio(&self) -> Stdio {
        self.theirs.try_clone().unwrap().into()
    }

    /// What is shown until the program ends, and its code.
    fn watch(self, mut child: Child) -> (String, i32) {
        // The program has it; once it ends, reading does.
        drop(self.theirs);
        let mut shown = Vec::new();
        let mut ours = self.ours;
        let mut part = [0; 4096];
        // Linux says with an error that the other side is gone.
        while let Ok(read @ 1..) = ours.read(&mut part) {
            shown.extend_from_slice(&part[..read]);
        }
        let code = child.wait().unwrap().code().unwrap();
        (String::from_utf8(shown).unwrap().replace("\r\n", "\n"), code)
    }
}

fn stale() -> Place {
    let place = Place::new();
    place.plugin("store", "old", "spawn_agent");
    place
}

/// A command with all of it at a terminal, where something is typed.
fn at_terminal(place: &Place, arguments: &[&str], typed: &str) -> (String, i32) {
    let mut terminal = Terminal::new();
    terminal.ours.write_all(typed.as_bytes()).unwrap();
    let mut command = place.command(arguments);
    command.stdin(terminal.stdio()).stdout(terminal.stdio()).stderr(terminal.stdio());
    let child = command.spawn().unwrap();
    // It holds the terminal open.
    drop(command);
    terminal.watch(child)
}

#[test]
fn a_cleanup_asks_and_does_what_is_answered() {
    let place = stale();
    let cleanup = ["plugins", "cleanup", "--store", "store"];
    for no in ["n\n", "\n", "nay\n", "\u{4}"] {
        let (shown, code) = at_terminal(&place, &cleanup, no);
        assert_eq!(code, 1, "{shown}");
        assert!(shown.contains("Go on?") && shown.contains("nothing was changed"), "{shown}");
        assert!(place.has("store/old"));
    }
    let (shown, code) = at_terminal(&place, &cleanup, "y\n");
    assert_eq!(code, 0, "{shown}");
    assert!(!place.has("store/old"), "{shown}");
    // The plan comes before the question.
    let plan = shown.find("move to the trash: `old`").unwrap();
    assert!(plan < shown.find("Go on?").unwrap(), "{shown}");
    let purge = ["plugins", "purge", "--store", "store", "--all"];
    let (shown, code) = at_terminal(&place, &purge, "yes\n");
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("Delete this for good?"), "{shown}");
    let listed = place.json(0, &["plugins", "list", "--store", "store"]);
    assert_eq!(listed["trash"], serde_json::json!([]));
}

#[test]
fn a_doctor_asks_before_it_repairs() {
    let place = stale();
    let repair = ["doctor", "--store", "store", "--repair"];
    assert_eq!(at_terminal(&place, &repair, "n\n").1, 1);
    assert!(place.has("store/old"));
    let (shown, code) = at_terminal(&place, &repair, "Y\n");
    assert_eq!(code, 0, "{shown}");
    assert!(!place.has("store/old"), "{shown}");
}

#[test]
fn nobody_is_asked_where_the_result_is_for_a_program() {
    let place = stale();
    let cleanup = ["plugins", "cleanup", "--store", "store", "--format", "json"];
    let (shown, code) = at_terminal(&place, &cleanup, "y\n");
    assert_eq!(code, 1, "{shown}");
    assert!(shown.contains("add --yes"), "{shown}");
    assert!(place.has("store/old"));
}

#[test]
fn colour_is_for_terminals_unless_asked_otherwise() {
    let place = Place::new();
    let list = ["tools", "names"];
    let coloured = "\u{1b}[36mexec_shell\u{1b}[0m";
    assert!(at_terminal(&place, &list, "").0.contains(coloured));
    assert!(!place.out(0, &list).contains('\u{1b}'));
    let with = |name: &str, value: &str| {
        let output = place.command(&list).env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(with("CLICOLOR_FORCE", "1").contains(coloured));
    assert!(!with("NO_COLOR", "1").contains('\u{1b}'));
    let terminal = Terminal::new();
    let mut command = place.command(&list);
    command.env("NO_COLOR", "1").stdout(terminal.stdio());
    let child = command.spawn().unwrap();
    drop(command);
    let (shown, _) = terminal.watch(child);
    assert!(shown.contains("exec_shell") && !shown.contains('\u{1b}'), "{shown:?}");
}

#[test]
fn progress_is_shown_on_terminals_and_goes_away() {
    let place = stale();
    let retired = ["plugins", "retired", "--store", "store"];
    let terminal = Terminal::new();
    let mut command = place.command(&retired);
    command.stdout(Stdio::piped()).stderr(terminal.stdio());
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut out = String::new();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_to_string(&mut out).unwrap();
    let (shown, code) = terminal.watch(child);
    assert_eq!(code, 1, "{shown}");
    assert!(shown.contains("reading plugins"), "{shown:?}");
    // The last of it clears the line.
    assert!(shown.ends_with("\u{1b}[2K") || shown.ends_with("\u{1b}[0K"), "{shown:?}");
    assert!(!out.contains("reading") && out.contains("1 plugin to clean up"), "{out}");
}

#[test]
fn a_closed_pipe_is_no_error_and_keeps_nothing_from_being_done() {
    let place = stale();
    for (arguments, code) in [
        (&["tools", "list"][..], 0),
        (&["--help"], 0),
        (&["plugins", "retired", "--store", "store"], 1),
        (&["plugins", "cleanup", "--store", "store", "--yes"], 0),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = place.command(arguments).stdout(writer).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {err}");
        assert!(!err.contains("error") && !err.contains("panicked"), "{arguments:?}: {err}");
    }
    assert!(!place.has("store/old"));
    // Nor are remarks that nobody hears.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = place.command(&["tools", "show", "nothing"]).stderr(writer).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Place::new().command(&["tools", "list"]).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("error: the result cannot be written: "), "{err}");
}
