//! Whatever the profile, the linker and the features of other crates: the tools are there, and the
//! head has the same bytes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const NAMES: &str = "calendar fax mail post send_mail zip\n";

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/linkage")
}

/// Runs the fixture's program with the given cargo arguments and its own ones.
fn app(cargo: &[&str], own: &[&str]) -> Output {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linkage");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", "linkage-app", "--target-dir"])
        .arg(target)
        .args(cargo)
        .arg("--")
        .args(own)
        .current_dir(fixture())
        .output()
        .expect("cargo runs");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn stdout(output: &Output) -> &str {
    assert!(output.status.success());
    std::str::from_utf8(&output.stdout).expect("it prints UTF-8")
}

#[test]
fn a_linked_crate_has_its_tools_under_every_profile() {
    for profile in ["dev", "release", "fat"] {
        assert_eq!(stdout(&app(&["--profile", profile], &[])), NAMES, "{profile}");
    }
}

#[test]
fn the_head_has_the_same_bytes_everywhere() {
    let head = std::fs::read(fixture().join("head.json")).expect("the fixture has its head");
    let head = String::from_utf8(head).expect("it is UTF-8");
    for cargo in [
        &["--profile", "dev"][..],
        &["--profile", "dev"],
        &["--profile", "dev"],
        &["--profile", "release"],
        &["--profile", "dev", "--features", "preserve_order"],
    ] {
        assert_eq!(stdout(&app(cargo, &["--head"])), head.trim_end(), "{cargo:?}");
    }
}

#[test]
fn a_crate_that_nothing_names_is_missed_only_where_it_is_expected() {
    let unlinked = &["--no-default-features"];
    assert_eq!(stdout(&app(unlinked, &[])), "\n");
    let output = app(unlinked, &["--expect"]);
    assert!(!output.status.success());
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "the tool registry has 2 problems:\n\n\
         crate `linkage_tools` was expected to declare tools, and none of it is linked\n  \
         a crate that nothing names is dropped by the linker: \
         write `toolcrib::link!(linkage_tools);` in the program\n\n\
         tool `mail` was expected, and nothing has that name\n  \
         is its crate linked? see `toolcrib::link!`\n"
    );
    assert!(app(&[], &["--expect"]).status.success());
}
