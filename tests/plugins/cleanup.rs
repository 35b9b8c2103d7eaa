//! Cleaning up and restoring.

use toolcrib::plugins::Action;

use super::*;

#[test]
fn a_plan_says_what_is_then_done_and_can_be_taken_back() {
    let folder = Folder::new();
    folder.plugin("good", "bash");
    folder.plugin("sums", "python_eval");
    folder.write("config.toml", "[plugins]\nnetwork_allow = [\"good\", \"sums\"]\n");
    let plan = folder.plan();
    let root = folder.root.display();
    assert_eq!(
        plan.to_string(),
        format!(
            "{root}/plugins\n  \
               move to the trash: `sums` (1 file, 59 bytes)\n    \
                 sums/SKILL.md:6:7: error: `python_eval` is retired since 3.0.21; use `bash` instead\n\
             {root}/config.toml\n  \
               take `sums` out of network_allow\n"
        )
    );
    let json: serde_json::Value = serde_json::to_value(&plan).unwrap();
    assert_eq!(json["stores"][0]["plugins"][0]["name"], "sums");
    assert_eq!(json["config"]["entries"][0], "sums");

    let report = folder.cleanup().apply(&plan, Options::default());
    assert!(report.is_ok());
    assert_eq!(folder.plugins(), ["good"]);
    assert_eq!(folder.read("config.toml"), "[plugins]\nnetwork_allow = [\"good\"]\n");
    let id = folder.id();
    assert_eq!(
        report.to_string(),
        format!(
            "moved to the trash: `sums` ({root}/plugins, cleanup {id})\n\
             taken out of the configuration: `sums` ({root}/config.toml)\n"
        )
    );
    let moved = format!("plugins/.trash/{id}/plugins/sums/SKILL.md");
    assert_eq!(folder.read(&moved), skill("python_eval"));
    let trash = folder.cleanup().trash().unwrap();
    assert_eq!(trash[0].plugins["sums"], ["python_eval"]);
    assert_eq!(trash[0].to_string(), format!("{id} ({root}/plugins): `sums`"));

    let report = folder.cleanup().restore(&id);
    assert!(report.is_ok(), "{report}");
    assert_eq!(folder.plugins(), ["good", "sums"]);
    assert_eq!(folder.read("config.toml"), "[plugins]\nnetwork_allow = [\"good\", \"sums\"]\n");
    assert!(folder.cleanup().trash().unwrap().is_empty());
    assert_eq!(names_in(&folder.path("plugins/.trash")), [] as [&str; 0]);
}

#[test]
fn a_purge_deletes_for_good() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    assert!(folder.clean().is_ok());
    let id = folder.id();
    let report = folder.cleanup().purge(&id);
    assert!(report.is_ok());
    assert_eq!(report.steps[0].action, Action::Purge);
    assert_eq!(report.steps[0].plugins, ["sums"]);
    assert_eq!(names_in(&folder.path("plugins/.trash")), [] as [&str; 0]);
    assert!(problem(&folder.cleanup().restore(&id)).contains("has no cleanup"));
}

#[test]
fn cleanups_of_a_day_are_numbered() {
    let folder = Folder::new();
    for name in ["a", "b", "c"] {
        folder.plugin(name, "python_eval");
        assert!(folder.clean().is_ok());
    }
    let ids: Vec<_> = folder.cleanup().trash().unwrap().into_iter().map(|one| one.id).collect();
    let numbers: Vec<_> = ids.iter().map(|id| &id[id.len() - 2..]).collect();
    // Unless the day ended in between.
    assert!(numbers == ["-1", "-2", "-3"] || ids[0][..10] != ids[2][..10], "{ids:?}");
    assert_eq!(folder.trashed(), ["a", "b", "c"]);
}

#[test]
fn a_plugin_that_changed_since_the_plan_is_not_touched() {
    let folder = Folder::new();
    for name in ["a", "b", "c", "d"] {
        folder.plugin(name, "python_eval");
    }
    let plan = folder.plan();
    folder.write("plugins/a/new.md", "new");
    fs::remove_dir_all(folder.path("plugins/c")).unwrap();
    folder.plugin("d", "bash");
    let report = folder.cleanup().apply(&plan, Options { force: true });
    assert_eq!(folder.plugins(), ["a", "d"]);
    assert_eq!(folder.trashed(), ["b"]);
    let problems: Vec<_> = report.problems().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 3);
    assert!(problems[0].contains("changed since the plan was made, and was not touched"));
    assert!(problems[1].contains("has no plugin `c`"));
}

#[test]
fn an_entry_stays_while_another_store_has_the_plugin() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.write("workspace/sums/SKILL.md", skill("bash"));
    folder.write("config.toml", "[plugins]\nnetwork_allow = [\"sums\"]\n");
    let workspace = PluginStore::open(folder.path("workspace")).unwrap();
    let cleanup = Cleanup::new([folder.store(), workspace]).config(folder.path("config.toml"));
    let plan = cleanup.plan(&NAMES);
    assert!(plan.config.as_ref().unwrap().entries.is_empty());
    assert!(cleanup.apply(&plan, Options::default()).is_ok());
    assert_eq!(folder.read("config.toml"), "[plugins]\nnetwork_allow = [\"sums\"]\n");
    assert!(!folder.path("plugins/sums").exists());
}

#[test]
fn a_store_that_fails_does_not_stop_the_other() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.write("workspace/sums/SKILL.md", skill("python_eval"));
    folder.write("workspace/.trash", "a file in its place");
    let workspace = PluginStore::open(folder.path("workspace")).unwrap();
    let cleanup = Cleanup::new([workspace, folder.store(), folder.store()]);
    let plan = cleanup.plan(&NAMES);
    assert_eq!(plan.stores.len(), 2);
    assert!(
        plan.stores[0].problem.as_ref().unwrap().to_string().contains(".trash is not what a store")
    );
    assert!(cleanup.apply(&plan, Options::default()).is_ok());
    assert!(folder.path("workspace/sums").exists());
    assert!(!folder.path("plugins/sums").exists());
}

#[test]
fn a_plan_of_other_stores_is_refused() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    let report = Cleanup::new([]).apply(&folder.plan(), Options::default());
    assert!(problem(&report).contains("was not given: make a new plan"));
    assert_eq!(folder.plugins(), ["sums"]);
}

#[test]
fn a_plugin_is_removed_by_name() {
    let folder = Folder::new();
    folder.plugin("Good", "bash");
    for name in
        ["good", "../plugins/Good", "/", "", ".", "..", "Good/", "Good/SKILL.md", "\u{1b}[2J"]
    {
        let error = folder.store().remove(name, Options { force: true }).unwrap_err().to_string();
        assert!(error.contains("has no plugin"), "{error}");
        assert!(!error.contains('\u{1b}'));
    }
    let id = folder.store().remove("Good", Options::default()).unwrap();
    assert_eq!(folder.plugins(), [] as [&str; 0]);
    assert!(folder.cleanup().restore(&id).is_ok());
    assert_eq!(folder.plugins(), ["Good"]);
}

#[test]
fn what_takes_the_place_of_a_plugin_is_not_replaced() {
    let folder = Folder::new();
    for name in ["sums", "plots", "maps"] {
        folder.plugin(name, "python_eval");
    }
    folder.write("config.toml", "[plugins]\nnetwork_allow = [\"sums\", \"plots\", \"maps\"]\n");
    assert!(folder.clean().is_ok());
    // A newer version, another one by case only, and a file.
    folder.plugin("SUMS", "bash");
    folder.write("plugins/maps", "a file");
    let report = folder.cleanup().restore(&folder.id());
    let problems: Vec<_> = report.problems().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 2, "{report}");
    assert!(problems.iter().any(|one| one.ends_with("the store has `SUMS`, move that away first")));
    assert!(problems.iter().any(|one| one.ends_with("the store has `maps`, move that away first")));
    assert_eq!(folder.plugins(), ["SUMS", "maps", "plots"]);
    assert_eq!(folder.read("plugins/maps"), "a file");
    assert_eq!(folder.trashed(), ["maps", "sums"]);
    assert_eq!(folder.read("config.toml"), "[plugins]\nnetwork_allow = [\"plots\"]\n");

    fs::remove_file(folder.path("plugins/maps")).unwrap();
    fs::remove_dir_all(folder.path("plugins/SUMS")).unwrap();
    assert!(folder.cleanup().restore(&folder.id()).is_ok());
    assert_eq!(folder.plugins(), ["maps", "plots", "sums"]);
    let config = folder.read("config.toml");
    for name in ["sums", "plots", "maps"] {
        assert!(config.contains(&format!("\"{name}\"")), "{config}");
    }
}
