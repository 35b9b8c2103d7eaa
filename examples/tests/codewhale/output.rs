//! The program: what its flags print, and that a table is a table.

use std::process::{Command, Output};

use toolcrib::Manifest;

use crate::Codewhale;

fn codewhale(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_codewhale"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"] {
        command.env_remove(name);
    }
    command.args(arguments).envs(environment.iter().copied()).output().unwrap()
}

fn printed(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let output = codewhale(arguments, environment);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_head_is_the_same_in_every_process() {
    let here = Codewhale::new();
    for _ in 0..3 {
        assert_eq!(printed(&["--head"], &[]), here.surface.tools().get());
    }
    assert_eq!(printed(&["--digest"], &[]), format!("{}\n", here.surface.digest()));
}

#[test]
fn the_manifest_is_read_back() {
    let here = Codewhale::new().registry().manifest();
    assert_eq!(Manifest::from_json(&printed(&["--manifest"], &[])).unwrap(), here);
    let markdown = printed(&["--markdown"], &[]);
    assert!(markdown.contains("| `todo_add` | `todo_write` | hidden | 0.8.53 | TBD | Yes |"));
    assert_eq!(markdown.lines().count(), here.names.len() + 2);
}

#[test]
fn it_is_plain_elsewhere_and_in_colour_on_demand() {
    let plain = printed(&[], &[]);
    assert!(!plain.contains('\u{1b}'));
    assert!(!printed(&[], &[("NO_COLOR", "1")]).contains('\u{1b}'));
    let coloured = printed(&[], &[("CLICOLOR_FORCE", "1")]);
    assert!(coloured.contains("\u{1b}["));
    let widest = plain.lines().max_by_key(|line| line.chars().count()).unwrap();
    assert!(widest.chars().count() <= 100, "{widest}");
    for name in Codewhale::new().registry().names() {
        assert!(plain.contains(name.name()), "{}", name.name());
    }
    assert_eq!(plain.matches("ok, ran as todo_write").count(), 3);
}

#[test]
fn a_flag_that_is_none_is_said_to_be_so() {
    let output = codewhale(&["--heat"], &[]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("--head"), "{output:?}");
}
