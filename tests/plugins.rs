//! Stores of plugins: finding those that name retired tools, and cleaning them up.

#[path = "plugins/cleanup.rs"]
mod cleanup;
#[path = "plugins/config.rs"]
mod config;
#[path = "plugins/edited.rs"]
mod edited;
#[path = "plugins/find.rs"]
mod find;
#[path = "plugins/hostile.rs"]
mod hostile;
#[path = "plugins/many.rs"]
mod many;
#[path = "plugins/warn.rs"]
mod warn;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;
use toolcrib::plugins::{Cleanup, Options, Plan, PluginStore, Report};
use toolcrib::references::Names;
use toolcrib::{Registry, Tombstone, tool};

/// Run a command.
#[tool(register = false, alias(name = "shell", lifecycle = "deprecated"))]
fn bash(command: String) -> String {
    command
}

/// `bash` is live, `shell` is deprecated, `python_eval` and `react_preview` are retired.
static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let gone = ["python_eval", "react_preview"];
    let gone = gone.map(|name| Tombstone::new(name, "3.0.21").replacement("bash"));
    Names::of(&Registry::builder().tool::<bash>().retired(gone).build().unwrap().manifest())
});

/// A folder of its own for each test.
struct Folder {
    root: PathBuf,
    _folder: TempDir,
}

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir(root.join("plugins")).unwrap();
        Self { root, _folder: folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// A plugin in `plugins/` with a skill that tells a model to call this tool.
    fn plugin(&self, name: &str, tool: &str) {
        self.write(&format!("plugins/{name}/SKILL.md"), skill(tool));
    }

    fn store(&self) -> PluginStore {
        PluginStore::open(self.path("plugins")).unwrap()
    }

    fn cleanup(&self) -> Cleanup {
        Cleanup::new([self.store()]).config(self.path("config.toml"))
    }

    fn clean(&self) -> Report {
        let cleanup = self.cleanup();
        cleanup.apply(&cleanup.plan(&NAMES), Options::default())
    }

    fn plan(&self) -> Plan {
        self.cleanup().plan(&NAMES)
    }

    /// The identifier of the one cleanup in the trash.
    fn id(&self) -> String {
        let [trashed] = &self.cleanup().trash().unwrap()[..] else { panic!("not one cleanup") };
        trashed.id.clone()
    }

    fn plugins(&self) -> Vec<String> {
        names_in(&self.path("plugins")).into_iter().filter(|name| !name.starts_with('.')).collect()
    }

    /// What lies in the trash.
    fn trashed(&self) -> Vec<String> {
        let trash = self.cleanup().trash().unwrap();
        trash.into_iter().flat_map(|one| one.plugins.into_keys()).collect()
    }
}

fn skill(tool: &str) -> String {
    format!("---\nname: a\ndescription: A skill.\n---\n\nCall `{tool}`.\n")
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The only problem of a report, as it is shown.
fn problem(report: &Report) -> String {
    let problems: Vec<_> = report.problems().map(ToString::to_string).collect();
    let [problem] = &problems[..] else { panic!("not one problem: {report}") };
    problem.clone()
}
