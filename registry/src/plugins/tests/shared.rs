//! One configuration, several processes.

use std::fs::File;
use std::process::Command;
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use super::*;

const LIST: &str = "\
[plugins]
network_allow = [
    \"left\", # of the one
    \"good\",
    \"right\", # of the other
]
";
const SIDES: [&str; 2] = ["left", "right"];

/// A store for each side, with a plugin of its name.
fn sides() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    for side in SIDES {
        let plugin = root.join(format!("{side}-store/{side}"));
        fs::create_dir_all(&plugin).unwrap();
        fs::write(plugin.join("SKILL.md"), "Call `python_eval`.").unwrap();
    }
    fs::write(root.join("config.toml"), LIST).unwrap();
    (folder, root)
}

fn cleanup_of(root: &Path, side: &str) -> Cleanup {
    let store = PluginStore::open(root.join(format!("{side}-store"))).unwrap();
    Cleanup::new([store]).config(root.join("config.toml"))
}

fn assert_clean(root: &Path) {
    let config = fs::read_to_string(root.join("config.toml")).unwrap();
    assert_eq!(config, "[plugins]\nnetwork_allow = [\n    \"good\",\n]\n");
    let mut there: Vec<_> =
        fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    there.sort();
    assert_eq!(there, ["config.toml", "left-store", "right-store"]);
}

/// Does it for both sides at once.
fn at_once(root: &Path, act: fn(&Cleanup) -> Report) {
    let start = Barrier::new(2);
    thread::scope(|scope| {
        for side in SIDES {
            let start = &start;
            scope.spawn(move || {
                let cleanup = cleanup_of(root, side);
                start.wait();
                let report = act(&cleanup);
                assert!(report.is_ok() && report.steps.len() == 2, "{report}");
            });
        }
    });
}

#[test]
fn two_stores_with_one_configuration_are_cleaned_up_and_restored_at_once() {
    for _ in 0..30 {
        let (_folder, root) = sides();
        at_once(&root, clean);
        assert_clean(&root);
        at_once(&root, restore);
        assert_eq!(fs::read_to_string(root.join("config.toml")).unwrap(), LIST);
    }
}

const FOLDER: &str = "TOOLCRIB_TEST_SHARED";
const SIDE: &str = "TOOLCRIB_TEST_SIDE";

#[test]
fn two_processes_clean_up_at_once() {
    if let (Some(root), Ok(side)) = (std::env::var_os(FOLDER), std::env::var(SIDE)) {
        let report = clean(&cleanup_of(Path::new(&root), &side));
        assert!(report.is_ok() && report.steps.len() == 2, "{report}");
        return;
    }
    for _ in 0..30 {
        let (_folder, root) = sides();
        let children = SIDES.map(|side| {
            Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "plugins::tests::shared::two_processes_clean_up_at_once"])
                .env(FOLDER, &root)
                .env(SIDE, side)
                .stdout(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        });
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        }
        assert_clean(&root);
    }
}

#[test]
fn a_lock_that_is_held_is_named_and_one_that_was_left_is_none() {
    let (_folder, root) = sides();
    let lock = root.join(".config.toml.toolcrib-lock");
    let held = File::create(&lock).unwrap();
    held.lock().unwrap();
    let mut cleanup = cleanup_of(&root, "left");
    cleanup.patience = Duration::from_millis(100);
    let report = clean(&cleanup);
    let problems: Vec<_> = report.problems().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [format!(
            "another process is changing the configuration, and has held {} locked for 0.1 seconds: \
             try again when it is done",
            lock.display()
        )]
    );
    assert_eq!(fs::read_to_string(root.join("config.toml")).unwrap(), LIST);
    // As if its process were gone.
    drop(held);
    for side in SIDES {
        assert!(clean(&cleanup_of(&root, side)).is_ok());
    }
    assert_clean(&root);
}

#[test]
fn a_file_that_another_process_writes_is_left_to_it() {
    let (_folder, root) = sides();
    let living = root.join(".config.toml.toolcrib-new-1-0");
    let dead = root.join(".config.toml.toolcrib-new-2-0");
    let held = File::create(&living).unwrap();
    held.lock().unwrap();
    fs::write(&dead, "half").unwrap();
    for side in SIDES {
        assert!(clean(&cleanup_of(&root, side)).is_ok());
    }
    assert!(living.exists() && !dead.exists());
    fs::remove_file(living).unwrap();
    assert_clean(&root);
}
