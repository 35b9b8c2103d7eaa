//! Nothing leads out of the store.

use super::*;

#[test]
fn a_store_has_to_be_a_folder() {
    let folder = Folder::new();
    folder.write("file", "");
    let open = |name| PluginStore::open(folder.path(name)).unwrap_err().to_string();
    assert!(open("file").ends_with("is not a folder: give the folder that holds the plugins"));
    assert!(open("missing").starts_with("cannot open "));
}

#[test]
fn two_cleanups_do_not_run_at_once_and_a_dead_one_blocks_none() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    // What a killed process leaves is a file, and no lock.
    folder.write("plugins/.lock", "");
    let lock = folder.store().lock().unwrap();
    let report = folder.clean();
    assert!(problem(&report).starts_with("another process is changing the store"));
    assert_eq!(folder.plugins(), ["sums"]);
    drop(lock);
    assert!(folder.clean().is_ok());
    let lock = folder.store().lock().unwrap();
    let id = folder.id();
    assert!(!folder.cleanup().restore(&id).is_ok());
    assert!(!folder.cleanup().purge(&id).is_ok());
    assert_eq!(folder.trashed(), ["sums"]);
    drop(lock);
}

#[test]
fn many_cleanups_at_once_move_each_plugin_once() {
    let folder = Folder::new();
    for at in 0..20 {
        folder.plugin(&format!("p{at}"), "python_eval");
    }
    folder.plugin("good", "bash");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !folder.plan().is_empty() {
                    let _ = folder.clean();
                }
            });
        }
    });
    assert_eq!(folder.plugins(), ["good"]);
    assert_eq!(folder.trashed().len(), 20);
}

#[test]
fn names_are_shown_without_control_characters() {
    let folder = Folder::new();
    let name = "a\u{1b}[31m\n\u{202e}b";
    folder.plugin(name, "python_eval");
    folder.write(&format!("plugins/{name}/x\u{7}.md"), "`python_eval`");
    let plan = folder.plan();
    let report = folder.clean();
    let trash = folder.cleanup().trash().unwrap();
    for text in [plan.to_string(), report.to_string(), trash[0].to_string()] {
        let control = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!text.contains(control), "{text:?}");
        assert!(!text.contains("31m\n"), "{text:?}");
    }
    assert!(folder.cleanup().restore(&folder.id()).is_ok());
    assert_eq!(folder.plugins(), [name]);
}

#[test]
fn a_trash_that_a_workspace_brought_along_moves_no_more_than_itself() {
    let folder = Folder::new();
    folder.write("config.toml", "x = 1\n");
    folder.write("outside/SKILL.md", "mine");
    folder.write(
        "plugins/.trash/2026-01-01-1/record.json",
        r#"{"format": 1, "phase": "restoring", "plugins": {"../../outside": [], "/etc": [], "..": []},
            "pruned": {"entries": {"evil": null}, "edits": [{"at": 99999999999, "cut": "x", "put": "y"}], "after": ""}}"#,
    );
    folder.write("plugins/.trash/../x/SKILL.md", "a plugin");
    assert!(folder.cleanup().restore("2026-01-01-1").is_ok());
    assert_eq!(folder.read("config.toml"), "x = 1\n");
    assert_eq!(folder.read("outside/SKILL.md"), "mine");
    for id in ["..", "../..", "", "/", "2026-01-01-1/.."] {
        assert!(problem(&folder.cleanup().purge(id)).contains("has no cleanup"));
    }
    assert_eq!(folder.plugins(), ["x"]);
}

#[test]
fn a_record_that_was_made_up_takes_no_time() {
    const MANY: usize = 30_000;
    const CUT: &str = r#"{"nth":0,"at":0,"cut":"p0 = 1\n","above":"","below":""}"#;
    let config = "[plugins.network_allow]\nsums = 1\nplots = 2\n";
    let list = |one: &str, times| vec![one; times].join(",");
    let lines = |times| {
        let (order, cuts) = (list("\"p0\"", times), list(CUT, times));
        format!(
            r#"{{"lines":{{"is_implicit":false,"skeleton":"","order":[{order}],"cuts":[{cuts}]}}}}"#
        )
    };
    let entries: Vec<_> = (0..MANY).map(|at| format!("\"p{at}\":\"1\"")).collect();
    for forms in [lines(MANY), lines(20_000), list(&lines(1), MANY)] {
        let folder = Folder::new();
        folder.plugin("sums", "python_eval");
        folder.plugin("plots", "python_eval");
        folder.write("config.toml", config);
        let record = format!(
            r#"{{"format":1,"phase":"done","plugins":{{}},"pruned":{{"entries":{{{}}},"forms":[{forms}]}}}}"#,
            entries.join(",")
        );
        folder.write("plugins/.trash/2026-01-01-1/record.json", record);
        let since = std::time::Instant::now();
        assert!(folder.clean().is_ok());
        assert_eq!(folder.read("config.toml"), "[plugins.network_allow]\n");
        folder.write("plugins/p0/SKILL.md", "text");
        assert!(folder.cleanup().restore("2026-01-01-1").is_ok());
        assert!(folder.cleanup().restore(&folder.id()).is_ok());
        assert_eq!(folder.read("config.toml"), config);
        assert!(since.elapsed() < std::time::Duration::from_secs(60), "{:?}", since.elapsed());
    }
}

#[test]
fn a_broken_record_is_told_and_keeps_the_plugins() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    assert!(folder.clean().is_ok());
    let id = folder.id();
    let record = format!("plugins/.trash/{id}/record.json");
    for text in [
        "",
        "{",
        "[1]",
        "{\"format\": 9, \"phase\": \"done\", \"plugins\": {}, \"pruned\": {\"entries\": {}, \"edits\": [], \"after\": \"\"}}",
    ] {
        folder.write(&record, text);
        assert!(!folder.cleanup().restore(&id).is_ok());
        assert!(!folder.cleanup().purge(&id).is_ok());
        assert!(folder.path(&format!("plugins/.trash/{id}/plugins/sums/SKILL.md")).exists());
    }
    // Without it, the plugin comes back, though not its entries.
    fs::remove_file(folder.path(&record)).unwrap();
    assert!(folder.cleanup().restore(&id).is_ok());
    assert_eq!(folder.plugins(), ["sums"]);
}

#[cfg(unix)]
mod unix {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::process::Command;

    use toolcrib::plugins::UnreadReason;

    use super::*;

    #[test]
    fn a_store_that_is_a_link_is_refused() {
        let folder = Folder::new();
        symlink(folder.path("plugins"), folder.path("link")).unwrap();
        for path in ["link", "link/", "link/."] {
            let error = PluginStore::open(folder.path(path)).unwrap_err().to_string();
            assert!(error.ends_with("is a symbolic link: give its target"), "{error}");
        }
        // A link further up is resolved once.
        fs::create_dir_all(folder.path("real/plugins")).unwrap();
        symlink("real", folder.path("up")).unwrap();
        let store = PluginStore::open(folder.path("up/plugins")).unwrap();
        assert_eq!(store.path(), folder.path("real/plugins"));
    }

    #[test]
    fn a_plugin_that_is_a_link_is_not_followed_and_is_removed_as_itself() {
        let folder = Folder::new();
        folder.write("mine/SKILL.md", skill("python_eval"));
        symlink("../mine", folder.path("plugins/linked")).unwrap();
        let found = folder.store().retired_plugins(&NAMES).unwrap();
        assert!(found.retired.is_empty());
        assert_eq!(
            (&*found.unread[0].file, &found.unread[0].reason),
            ("linked", &UnreadReason::Link)
        );
        assert!(folder.plan().is_empty());

        let id = folder.store().remove("linked", Options::default()).unwrap();
        assert_eq!(folder.plugins(), [] as [&str; 0]);
        assert_eq!(folder.read("mine/SKILL.md"), skill("python_eval"));
        assert!(folder.cleanup().restore(&id).is_ok());
        assert_eq!(folder.read("plugins/linked/SKILL.md"), skill("python_eval"));
        let id = folder.store().remove("linked", Options::default()).unwrap();
        assert!(folder.cleanup().purge(&id).is_ok());
        assert_eq!(folder.read("mine/SKILL.md"), skill("python_eval"));
    }

    #[test]
    fn links_in_a_plugin_are_moved_and_deleted_as_themselves() {
        let folder = Folder::new();
        folder.plugin("sums", "python_eval");
        folder.write("outside/secret.md", "`python_eval`");
        symlink(folder.path("outside"), folder.path("plugins/sums/folder")).unwrap();
        symlink(folder.path("outside/secret.md"), folder.path("plugins/sums/file.md")).unwrap();
        symlink("SKILL.md", folder.path("plugins/sums/AGENTS.md")).unwrap();
        symlink(".", folder.path("plugins/sums/again")).unwrap();
        let found = folder.store().retired_plugins(&NAMES).unwrap();
        let unread: Vec<_> = found.unread.iter().map(|one| &*one.file).collect();
        // What leads to within the plugin is read there.
        assert_eq!(unread, ["sums/file.md", "sums/folder"]);
        assert_eq!(found.retired[0].references.len(), 1);
        assert!(folder.clean().is_ok());
        let id = folder.id();
        assert!(folder.path(&format!("plugins/.trash/{id}/plugins/sums/folder")).is_symlink());
        assert!(folder.cleanup().purge(&id).is_ok());
        assert_eq!(folder.read("outside/secret.md"), "`python_eval`");
    }

    #[test]
    fn links_in_place_of_what_a_store_keeps_are_refused() {
        for name in [".trash", ".lock"] {
            let folder = Folder::new();
            folder.plugin("sums", "python_eval");
            fs::create_dir(folder.path("outside")).unwrap();
            symlink(folder.path("outside"), folder.path(&format!("plugins/{name}"))).unwrap();
            let plan = folder.plan();
            let report = folder.cleanup().apply(&plan, Options { force: true });
            assert!(format!("{plan}{report}").contains("is not what a store keeps there"));
            assert_eq!(folder.plugins(), ["sums"]);
            assert_eq!(names_in(&folder.path("outside")), [] as [&str; 0]);
        }
    }

    #[test]
    fn pipes_and_names_that_are_not_unicode_do_not_hang_or_vanish() {
        let folder = Folder::new();
        folder.plugin("sums", "python_eval");
        assert!(
            Command::new("mkfifo")
                .arg(folder.path("plugins/sums/pipe.md"))
                .status()
                .unwrap()
                .success()
        );
        let odd = OsStr::from_bytes(b"odd\xff");
        fs::create_dir(folder.path("plugins").join(odd)).unwrap();
        fs::write(folder.path("plugins/sums").join(odd), "`react_preview`").unwrap();
        let found = folder.store().retired_plugins(&NAMES).unwrap();
        let unread: Vec<_> = found.unread.iter().map(|one| (&*one.file, &one.reason)).collect();
        assert_eq!(
            unread,
            [("odd\u{fffd}", &UnreadReason::Name), ("sums/pipe.md", &UnreadReason::Special)]
        );
        assert!(folder.clean().is_ok());
        assert!(folder.cleanup().restore(&folder.id()).is_ok());
        assert!(folder.path("plugins/sums").join(odd).exists());
        assert!(folder.path("plugins/sums/pipe.md").exists());
    }

    #[test]
    fn names_that_differ_by_case_only_are_two() {
        let folder = Folder::new();
        folder.plugin("sums", "python_eval");
        folder.plugin("Sums", "bash");
        if folder.plugins().len() < 2 {
            return; // This file system takes them for one.
        }
        folder.write("config.toml", "[plugins]\nnetwork_allow = [\"Sums\", \"sums\"]\n");
        assert!(folder.clean().is_ok());
        assert_eq!(folder.plugins(), ["Sums"]);
        assert_eq!(folder.read("config.toml"), "[plugins]\nnetwork_allow = [\"Sums\"]\n");
        assert!(problem(&folder.cleanup().restore(&folder.id())).contains("the store has `Sums`"));
        assert_eq!(folder.trashed(), ["sums"]);
    }

    const FOLDER: &str = "TOOLCRIB_TEST_FOLDER";

    /// Runs a test again in a process of its own, which a shell prepares, where it is able to.
    fn again(folder: &Folder, name: &str, prepare: &str, run: &str) {
        let output = Command::new("sh")
            .args(["-c", &format!("set -e; {prepare}; {run}")])
            .env(FOLDER, &folder.root)
            .env("TEST", std::env::current_exe().unwrap())
            .env("NAME", format!("hostile::unix::{name}"))
            .output()
            .unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        if said.contains("1 passed") || said.contains("1 failed") {
            assert!(output.status.success(), "{said}");
        } else {
            eprintln!("not run here: {said}");
        }
    }

    fn in_child() -> Option<Folder> {
        let root = PathBuf::from(std::env::var_os(FOLDER)?);
        Some(Folder { root, _folder: tempfile::tempdir().unwrap() })
    }

    /// Needs the right to mount, in a name space of its own; elsewhere the tests in the crate stand
    /// for it.
    #[test]
    fn what_is_mounted_is_neither_moved_nor_emptied() {
        if let Some(folder) = in_child() {
            let report = folder.clean();
            assert_eq!(report.problems().count(), 2, "{report}");
            assert!(report.problems().all(|one| one.to_string().contains("unmount it first")));
            assert_eq!(folder.plugins(), ["inner", "whole"]);
            assert_eq!(folder.trashed(), ["plain"]);
            // Mounted into the trash afterwards.
            let moved = folder.path(&format!("plugins/.trash/{}/plugins/plain/m", folder.id()));
            let outside = folder.path("outside");
            let status = Command::new("mount").arg("--bind").args([&outside, &moved]).status();
            assert!(status.unwrap().success());
            assert!(problem(&folder.cleanup().purge(&folder.id())).contains("unmount it first"));
            assert_eq!(folder.read("outside/mine.md"), "mine");
            return;
        }
        let folder = Folder::new();
        for name in ["whole", "inner", "plain"] {
            folder.plugin(name, "python_eval");
            fs::create_dir(folder.path(&format!("plugins/{name}/m"))).unwrap();
        }
        folder.write("outside/mine.md", "mine");
        folder.write("other/SKILL.md", skill("python_eval"));
        again(
            &folder,
            "what_is_mounted_is_neither_moved_nor_emptied",
            "true",
            r#"unshare -m sh -c 'cd "$TOOLCRIB_TEST_FOLDER" &&
                mount --bind other plugins/whole && mount --bind outside plugins/inner/m &&
                exec "$TEST" --exact "$NAME"'"#,
        );
        assert_eq!(folder.read("outside/mine.md"), "mine");
    }

    #[test]
    fn a_read_only_plugin_or_store_is_told() {
        if let Some(folder) = in_child() {
            let report = folder.clean();
            assert_eq!(folder.plugins(), ["fixed"], "{report}");
            assert!(problem(&report).starts_with("cannot move "));
            let locked = PluginStore::open(folder.path("locked")).unwrap();
            let cleanup = Cleanup::new([locked]);
            let report = cleanup.apply(&cleanup.plan(&NAMES), Options::default());
            assert!(problem(&report).starts_with("cannot lock "), "{report}");
            return;
        }
        let folder = Folder::new();
        folder.plugin("fixed", "python_eval");
        folder.plugin("free", "python_eval");
        folder.write("locked/sums/SKILL.md", skill("python_eval"));
        for name in ["plugins/fixed", "locked"] {
            fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o555)).unwrap();
        }
        // The superuser may write anywhere, so another user does it.
        again(
            &folder,
            "a_read_only_plugin_or_store_is_told",
            r#"if [ "$(id -u)" = 0 ]; then
                cp "$TEST" "$TOOLCRIB_TEST_FOLDER/test"; TEST=$TOOLCRIB_TEST_FOLDER/test;
                chown -R 65534:65534 "$TOOLCRIB_TEST_FOLDER"; drop="setpriv --reuid=65534 --regid=65534 --clear-groups"; fi"#,
            r#"$drop "$TEST" --exact "$NAME""#,
        );
        for name in ["plugins/fixed", "locked"] {
            fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
}
