//! A folder in which commands are run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use toolcrib::Manifest;

pub(crate) const MANIFEST: &str = include_str!("data/codewhale.manifest.json");

/// A folder of its own, with the manifest of the codewhale example in it.
pub(crate) struct Place {
    folder: tempfile::TempDir,
}

/// How a command ended, and what it wrote.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Place {
    pub(crate) fn new() -> Self {
        let place = Self::empty();
        place.write("tools.manifest.json", MANIFEST);
        place
    }

    pub(crate) fn empty() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub(crate) fn write(&self, file: impl AsRef<Path>, text: impl AsRef<[u8]>) {
        let file = self.path().join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap()
    }

    pub(crate) fn has(&self, file: &str) -> bool {
        self.path().join(file).exists()
    }

    /// A plugin with one skill, which has a name in its list of tools and in its text.
    pub(crate) fn plugin(&self, store: &str, name: &str, tool: &str) {
        let skill = format!(
            "---\nname: run\ndescription: Runs things.\nallowed-tools: {tool}\n---\nCall `{tool}`.\n"
        );
        self.write(Path::new(store).join(name).join("skills/run/SKILL.md"), skill);
    }

    /// The program in this folder, with nothing of the outside that it could depend on.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_toolcrib"));
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR", "CI"] {
            command.env_remove(name);
        }
        command.args(arguments).current_dir(self.path()).env("TERM", "xterm");
        command.stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(&mut self.command(arguments))
    }

    /// What a command writes that ends with this code and has nothing to remark.
    pub(crate) fn out(&self, code: i32, arguments: &[&str]) -> String {
        let ran = self.run(arguments);
        assert_eq!((ran.code, &*ran.err), (code, ""), "{arguments:?}: {ran:?}");
        ran.out
    }

    /// What a command writes as JSON.
    pub(crate) fn json(&self, code: i32, arguments: &[&str]) -> Value {
        let mut arguments = arguments.to_vec();
        arguments.extend(["--format", "json"]);
        let ran = self.run(&arguments);
        assert_eq!(ran.code, code, "{arguments:?}: {ran:?}");
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}", ran.out))
    }
}

impl Ran {
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        let code = output.status.code().unwrap();
        Self { code, out: text(output.stdout), err: text(output.stderr) }
    }
}

pub(crate) fn manifest() -> Manifest {
    Manifest::from_json(MANIFEST).unwrap()
}
