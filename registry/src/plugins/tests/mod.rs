//! What only a test inside can do: stand between two operations on files.

mod crash;
mod faults;
mod forms;
mod shared;
mod written;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use tempfile::TempDir;

use super::disk::Operation;
use super::{Cleanup, Options, Plan, PluginStore, Report};
use crate::references::Names;
use crate::{Registry, Tombstone};

const CONFIG: &str = "\
# Who may use the network
[plugins]
network_allow = [
    \"good\", # needs it
    \"sums\", # python
    \"plots\",
]
";
const CLEAN: &str = "\
# Who may use the network
[plugins]
network_allow = [
    \"good\", # needs it
]
";

/// Two stores and a configuration: `sums` is in both, `plots` in one, and `good` names nothing stale.
struct Fixture {
    _folder: TempDir,
    root: PathBuf,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let fixture = Self { root: folder.path().canonicalize().unwrap(), _folder: folder };
        for (plugin, text) in [
            ("shared/good", "Call `bash`."),
            ("shared/sums", "Call `python_eval`."),
            ("workspace/plots", "Call `python_eval` and plot."),
            ("workspace/sums", "Call `python_eval` here."),
        ] {
            let folder = fixture.root.join(plugin);
            fs::create_dir_all(folder.join("scripts")).unwrap();
            let skill = format!("---\nname: a\ndescription: A skill.\n---\n{text}\n");
            fs::write(folder.join("SKILL.md"), skill).unwrap();
            fs::write(folder.join("scripts/run.py"), text).unwrap();
        }
        fs::write(fixture.root.join("config.toml"), CONFIG).unwrap();
        fixture
    }

    fn cleanup(&self) -> Cleanup {
        let store = |name| PluginStore::open(self.root.join(name)).unwrap();
        Cleanup::new([store("shared"), store("workspace")]).config(self.root.join("config.toml"))
    }

    fn config(&self) -> String {
        fs::read_to_string(self.root.join("config.toml")).unwrap()
    }

    fn plugins(&self) -> Vec<String> {
        let mut names = Vec::new();
        for store in ["shared", "workspace"] {
            let listed = PluginStore::open(self.root.join(store)).unwrap().plugins().unwrap();
            names.extend(listed.plugins.iter().map(|plugin| format!("{store}/{}", plugin.name)));
        }
        names
    }

    /// Every file of a plugin, wherever it lies: from `store/plugin/file` to what is in it.
    fn files(&self) -> BTreeMap<String, Vec<String>> {
        let mut files = BTreeMap::<String, Vec<String>>::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let parts: Vec<_> = path.strip_prefix(&self.root).unwrap().iter().collect();
                let parts: Vec<_> = parts.iter().map(|part| part.to_str().unwrap()).collect();
                let name = match &parts[..] {
                    [store, ".trash", _, "plugins", rest @ ..] => {
                        format!("{store}/{}", rest.join("/"))
                    }
                    [_, ".trash" | ".lock", ..] | [_] => continue,
                    rest => rest.join("/"),
                };
                files.entry(name).or_default().push(fs::read_to_string(&path).unwrap());
            }
        }
        files
    }

    /// Files that nobody needs any longer.
    fn leftovers(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                if name.contains(".toolcrib-") || name.starts_with(".deleted") {
                    found.push(path.clone());
                }
                if path.is_dir() {
                    folders.push(path);
                }
            }
        }
        found
    }
}

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let bash = Registry::builder().tool::<bash>();
    let gone = Tombstone::new("python_eval", "3.0.21").replacement("bash");
    Names::of(&bash.retired([gone]).build().unwrap().manifest())
});

/// Run a command.
#[crate::tool(register = false)]
fn bash(command: String) -> String {
    command
}

/// What the tests do, each a way to use a cleanup.
fn clean(cleanup: &Cleanup) -> Report {
    let plan: Plan = cleanup.plan(&NAMES);
    cleanup.apply(&plan, Options::default())
}

fn restore(cleanup: &Cleanup) -> Report {
    all(cleanup, Cleanup::restore)
}

fn purge(cleanup: &Cleanup) -> Report {
    all(cleanup, Cleanup::purge)
}

fn all(cleanup: &Cleanup, act: impl Fn(&Cleanup, &str) -> Report) -> Report {
    let mut report = Report::default();
    let mut ids: Vec<_> = cleanup.trash().unwrap().into_iter().map(|one| one.id).collect();
    ids.sort();
    ids.dedup();
    for id in ids.iter().rev() {
        report.steps.extend(act(cleanup, id).steps);
    }
    report
}

/// Lets `passing` operations happen, and then `fail` decide: does it go on?
fn gate(
    cleanup: &mut Cleanup,
    passing: usize,
    fail: impl Fn(usize, Operation, &Path) -> std::io::Result<()> + Send + Sync + 'static,
) -> Arc<AtomicUsize> {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    cleanup.disk.gate = Some(Box::new(move |operation, path| {
        let at = counter.fetch_add(1, Ordering::Relaxed);
        if at < passing { Ok(()) } else { fail(at, operation, path) }
    }));
    count
}
