//! The README's first program, word for word, in an empty crate with the dependencies that it names.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const README: &str = include_str!("../README.md");

#[test]
fn the_quick_start_works_as_it_is_written() {
    let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = tmp.join("quick_start");
    fs::create_dir_all(folder.join("src")).expect("a folder can be made");
    let toolcrib = Path::new(env!("CARGO_MANIFEST_DIR")).join("../registry");
    let mut manifest = String::from(
        "[package]\nname = \"quick-start\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n",
    );
    let added = README.lines().filter_map(|line| line.strip_prefix("cargo add "));
    for name in added.map(|line| line.split_whitespace().next().expect("a crate's name")) {
        manifest += &match name {
            "toolcrib" => format!("toolcrib = {{ path = {toolcrib:?} }}\n"),
            other => format!("{other} = \"*\"\n"),
        };
    }
    assert!(manifest.contains("toolcrib ="), "the README names its dependencies");
    let program =
        README.split("```rust,standalone_crate\n").nth(1).expect("the README has a program");
    let program = program.split("```").next().expect("the program ends");
    fs::write(folder.join("Cargo.toml"), manifest).expect("a file can be written");
    fs::write(folder.join("src/main.rs"), program).expect("a file can be written");

    let status = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--target-dir"])
        .arg(tmp.join("linkage"))
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .current_dir(&folder)
        .status();
    assert!(status.expect("cargo runs").success());
}
