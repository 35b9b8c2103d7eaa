//! `plugins`: what is found, moved, brought back and deleted.

use std::fs;

use toolcrib::plugins::PluginStore;

use super::place::{Place, Ran};

const CONFIG: &str = "# ours\n[plugins]\nnetwork_allow = [\"old\", \"new\"] # both\n";

/// Two stores; one plugin of each names a retired tool.
fn stores() -> Place {
    let place = Place::new();
    place.plugin("ours", "old", "spawn_agent");
    place.plugin("ours", "new", "agent");
    place.plugin("shared", "older", "agent_spawn");
    place.write("ours/told/README.md", "It used to call `spawn_agent`.\n");
    place.write("config.toml", CONFIG);
    place
}

const BOTH: [&str; 6] = ["--store", "ours", "--store", "shared", "--config", "config.toml"];

fn plugins<'a>(words: &[&'a str]) -> Vec<&'a str> {
    ["plugins"].into_iter().chain(words.iter().copied()).chain(BOTH).collect()
}

/// The identifier of the only cleanup in the trash.
fn id(place: &Place) -> String {
    let listed = place.json(0, &plugins(&["list"]));
    let first = listed["trash"][0]["id"].as_str();
    first.expect("something lies in the trash").to_owned()
}

#[test]
fn plugins_are_listed_with_their_layout() {
    let place = stores();
    let folder = place.path();
    let folder = folder.display();
    assert_eq!(
        place.out(0, &plugins(&["list"])),
        format!(
            "{folder}/ours\n  new   skills\n  old   skills\n  told  other\n{folder}/shared\n  older  skills\n"
        )
    );
    let json = place.json(0, &plugins(&["list"]));
    assert_eq!(json["stores"][1]["plugins"][0]["name"], "older");
    assert_eq!(json["trash"], serde_json::json!([]));
}

#[test]
fn retired_plugins_are_found_by_place() {
    let place = stores();
    let folder = place.path();
    let folder = folder.display();
    let text = place.out(1, &plugins(&["retired"]));
    let lines: Vec<_> = text.lines().collect();
    let skill = format!("{folder}/ours/old/skills/run/SKILL.md");
    assert_eq!(
        lines[0],
        format!("{skill}:4:16: error: `spawn_agent` is retired since 0.8.33; use `agent` instead")
    );
    assert!(lines[1].starts_with(&format!("{skill}:6:7: error: ")), "{text}");
    assert_eq!(
        lines[2],
        format!("{folder}/ours: note: told names `spawn_agent` (1 place), in passing")
    );
    assert_eq!(lines.last(), Some(&"2 plugins to clean up, 1 with a mere mention"));
    let json = place.json(1, &plugins(&["retired"]));
    assert_eq!(json[0]["retired"][0]["tools"], serde_json::json!(["spawn_agent"]));
    place.json(0, &["plugins", "retired", "--store", "ours", "--external", "spawn_agent"]);
}

#[test]
fn a_cleanup_shows_its_plan_and_changes_nothing_unasked() {
    let place = stores();
    let Ran { code, out, err } = place.run(&plugins(&["cleanup"]));
    assert_eq!((code, &*err), (1, "nothing was changed; add --yes to do it\n"));
    assert!(out.contains("  move to the trash: `old` (1 file, "), "{out}");
    assert!(out.ends_with("  take `old` out of network_allow\n"), "{out}");
    let json = place.json(1, &plugins(&["cleanup"]));
    assert_eq!(json["plan"]["stores"][0]["plugins"][0]["name"], "old");
    assert_eq!(json["report"], serde_json::Value::Null);
    assert!(place.has("ours/old") && place.has("shared/older"));
    assert_eq!(place.read("config.toml"), CONFIG);
}

#[test]
fn a_cleanup_moves_and_is_taken_back() {
    let place = stores();
    let skill = place.read("ours/old/skills/run/SKILL.md");
    let Ran { code, out, err } = place.run(&plugins(&["cleanup", "--yes"]));
    assert_eq!(code, 0, "{out}{err}");
    let id = id(&place);
    assert_eq!(err, format!("`plugins restore {id}` brings them back\n"));
    assert!(out.contains("\nmoved to the trash: `old` ("), "{out}");
    assert!(!place.has("ours/old") && !place.has("shared/older") && place.has("ours/new"));
    assert_eq!(place.read("config.toml"), "# ours\n[plugins]\nnetwork_allow = [\"new\"] # both\n");
    assert_eq!(place.out(0, &plugins(&["cleanup"])), "nothing to clean up\n");
    place.out(0, &plugins(&["retired"]));

    let text = place.out(0, &plugins(&["restore", &id]));
    assert!(text.contains("put back: `old` ("), "{text}");
    assert_eq!(place.read("ours/old/skills/run/SKILL.md"), skill);
    assert_eq!(place.read("config.toml"), CONFIG);
}

#[test]
fn the_trash_is_emptied_for_good() {
    let place = stores();
    let json = place.json(0, &plugins(&["cleanup", "--yes"]));
    assert_eq!(json["report"]["steps"][0]["action"], "move");
    let id = id(&place);
    let Ran { code, out, err } = place.run(&plugins(&["purge", &id]));
    assert_eq!((code, &*err), (1, "nothing was changed; add --yes to do it\n"));
    assert!(out.starts_with(&format!("delete {id} (")), "{out}");
    let json = place.json(0, &plugins(&["purge", "--yes", &id]));
    assert_eq!(json["plan"].as_array().unwrap().len(), 2);
    assert_eq!(json["reports"][0]["steps"][0]["action"], "purge");
    assert_eq!(place.out(0, &plugins(&["purge", "--all", "--yes"])), "the trash is empty\n");
    let ran = place.run(&plugins(&["restore", &id]));
    assert_eq!(ran.code, 2);
    assert_eq!(ran.err, format!("error: the trash has no cleanup `{id}`: it is empty\n"));
}

#[test]
fn edited_plugins_stay_unless_forced() {
    let place = stores();
    let store = PluginStore::open(place.path().join("ours")).unwrap();
    store.record_installation("old").unwrap();
    let skill = place.path().join("ours/old/skills/run/SKILL.md");
    let edited = fs::read_to_string(&skill).unwrap() + "My own words.\n";
    fs::write(&skill, edited).unwrap();
    let ran = place.run(&plugins(&["cleanup", "--yes"]));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("failed to move to the trash: `old`"), "{ran:?}");
    assert!(place.has("ours/old") && !place.has("shared/older"), "{ran:?}");
    assert_eq!(place.run(&plugins(&["cleanup", "--yes", "--force"])).code, 0);
    assert!(!place.has("ours/old"));
}

#[test]
fn plugins_can_be_listed_and_restored_without_a_manifest() {
    let place = stores();
    place.json(0, &plugins(&["cleanup", "--yes"]));
    let id = id(&place);
    fs::remove_file(place.path().join("tools.manifest.json")).unwrap();
    place.out(0, &plugins(&["list"]));
    place.out(0, &plugins(&["restore", &id]));
    assert!(place.has("ours/old"));
    assert_eq!(place.run(&plugins(&["retired"])).code, 2);
}

#[test]
fn five_stale_plugins_of_a_thousand_are_found() {
    let place = Place::new();
    for number in 0..1000 {
        let tool = if number % 200 == 7 { "agent_spawn" } else { "agent" };
        place.plugin("store", &format!("plugin-{number:03}"), tool);
    }
    let json = place.json(1, &["plugins", "retired", "--store", "store"]);
    let retired = json[0]["retired"].as_array().unwrap();
    let names: Vec<_> = retired.iter().map(|plugin| plugin["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["plugin-007", "plugin-207", "plugin-407", "plugin-607", "plugin-807"]);
}
