//! `doctor`: the checks, and their repairs.

use super::place::{MANIFEST, Place, Ran};

#[test]
fn a_manifest_alone_has_its_descriptions_checked() {
    let place = Place::new();
    assert_eq!(
        place.out(0, &["doctor"]),
        "✓ descriptions: descriptions of tools name no old tools\n1 check\n"
    );
    let old =
        MANIFEST.replace("\"description\": \"Wait for", "\"description\": \"Call `agent_wait` for");
    assert_ne!(old, MANIFEST);
    place.write("tools.manifest.json", old);
    let text = place.out(1, &["doctor"]);
    let start = "✗ descriptions: descriptions of tools name no old tools\n    error: description of \
        exec_shell_wait:1:7: `agent_wait` is retired since 0.8.33 (";
    assert!(text.starts_with(start), "{text}");
    assert!(text.ends_with("1 check, 1 failed\n"), "{text}");
    assert_eq!(place.run(&["doctor", "--fail-on", "error"]).code, 1);
}

#[test]
fn overdue_names_fail() {
    let place = Place::new();
    place.out(0, &["doctor", "--release", "0.9.9"]);
    let text = place.out(1, &["doctor", "--release", "1.0.0"]);
    assert!(text.contains("\n✗ overdue-removals: "), "{text}");
    assert!(
        text.contains("error: `replace_lines` was to be removed in 1.0.0, and this is 1.0.0 (")
    );
    let json = place.json(1, &["doctor", "--release", "1.0.0"]);
    assert_eq!(json["checks"][1]["id"], "overdue-removals");
    assert_eq!(json["checks"][1]["state"], "failed");
    assert_eq!(json.get("repairs"), None);
}

#[test]
fn skills_and_prompts_are_checked() {
    let place = Place::new();
    place.write("skills/old/SKILL.md", "---\nname: old\ndescription: Calls `spawn_agent`.\n---\n");
    place.write("prompt.md", "Call `spawn_agent`.\n");
    let arguments = ["doctor", "--skills", "skills", "--prompt", "prompt.md"];
    let text = place.out(1, &arguments);
    assert!(text.contains("error: skills/old/SKILL.md:3:21: `spawn_agent` is retired"), "{text}");
    assert!(text.contains("error: prompt.md:1:7: `spawn_agent` is retired"), "{text}");
    let markdown = place.out(1, &[&arguments[..], &["--format", "markdown"]].concat());
    assert!(markdown.contains("- **error** prompt.md:1:7: `spawn_agent`"), "{markdown}");
}

#[test]
fn repairs_show_their_plan_before_they_are_applied() {
    let place = Place::new();
    place.plugin("store", "old", "spawn_agent");
    place.plugin("store", "new", "agent");
    let doctor = |more: &[&str]| place.run(&[&["doctor", "--store", "store"], more].concat());
    let Ran { code, out, err } = doctor(&[]);
    assert_eq!((code, &*err), (1, ""));
    assert!(out.contains("store: old names `spawn_agent` (2 places)\n"), "{out}");
    assert!(out.contains("    `doctor --repair` repairs this\n"), "{out}");

    let Ran { code, out, err } = doctor(&["--repair"]);
    assert_eq!((code, &*err), (1, "nothing was changed; add --yes to do it\n"));
    assert!(out.contains("\nretired-plugins would be repaired:\n"), "{out}");
    assert!(out.contains("move to the trash: `old`"), "{out}");
    assert!(place.has("store/old"));

    let Ran { code, out, err } = doctor(&["--repair", "--yes"]);
    assert_eq!((code, &*err), (0, ""));
    assert!(
        out.contains("\nretired-plugins was repaired:\n    moved to the trash: `old`"),
        "{out}"
    );
    assert!(
        out.ends_with("✓ retired-plugins: no plugin names a retired tool\n2 checks\n"),
        "{out}"
    );
    assert!(!place.has("store/old") && place.has("store/new"));

    let Ran { code, err, .. } = doctor(&["--repair", "--yes"]);
    assert_eq!((code, &*err), (0, "there is nothing that can be repaired\n"));
}

#[test]
fn repairs_are_part_of_the_json() {
    let place = Place::new();
    place.plugin("store", "old", "spawn_agent");
    let planned = place.json(1, &["doctor", "--store", "store", "--repair"]);
    assert_eq!(planned["repairs"][0]["id"], "retired-plugins");
    assert_eq!(planned["repairs"][0]["done"], serde_json::Value::Null);
    let done = place.json(0, &["doctor", "--store", "store", "--repair", "--yes"]);
    assert!(done["repairs"][0]["done"].as_str().unwrap().starts_with("moved to the trash: `old`"));
    assert_eq!(done["checks"][1]["state"], "ok");
}

#[test]
fn a_name_is_as_grave_in_a_plugin_as_in_a_skill() {
    let place = Place::new();
    let skill = "---\nname: old\ndescription: Runs things.\n---\nCall `spawn_agent`.\n";
    place.write("store/old/SKILL.md", skill);
    place.write("skills/old/SKILL.md", skill);
    place.write("system.txt", "Call `spawn_agent`.\n");
    for place_of in [["--store", "store"], ["--skills", "skills"], ["--prompt", "system.txt"]] {
        let text = place.out(1, &[&["doctor", "--fail-on", "error"][..], &place_of].concat());
        assert!(text.contains("\n✗ "), "{text}");
    }
    let retired = place.json(1, &["plugins", "retired", "--store", "store"]);
    assert_eq!(retired[0]["retired"][0]["references"][0]["severity"], "error");
    for path in ["skills", "system.txt"] {
        let checked = place.json(1, &["skills", "check", path]);
        assert_eq!(checked[0]["severity"], "error", "{path}");
    }
}

#[test]
fn a_removal_that_is_no_version_is_told() {
    let place = Place::new();
    let odd = MANIFEST
        .replace("\"planned_removal_version\": \"1.0.0\"", "\"planned_removal_version\": \"soon\"");
    assert_ne!(odd, MANIFEST);
    place.write("tools.manifest.json", odd);
    let text = place.out(1, &["doctor", "--release", "0.1.0"]);
    assert!(
        text.contains("is to be removed in `soon`, which is not a version, as `1.2.3` is ("),
        "{text}"
    );
}

#[test]
fn tools_that_are_told_alike_are_found_in_a_manifest() {
    let place = Place::new();
    let mut manifest: serde_json::Value = serde_json::from_str(MANIFEST).unwrap();
    let tool = |manifest: &serde_json::Value, name: &str| {
        let tools = manifest["tools"].as_array().unwrap();
        tools.iter().position(|tool| tool["name"] == name).unwrap()
    };
    let (read, list) = (tool(&manifest, "read_file"), tool(&manifest, "list_dir"));
    for key in ["description", "input_schema"] {
        manifest["tools"][list][key] = manifest["tools"][read][key].clone();
    }
    place.write("tools.manifest.json", manifest.to_string());
    let text = place.out(1, &["doctor"]);
    let found = "warning: `read_file` has the description and the arguments of `list_dir`: make one of them";
    assert!(text.contains(found), "{text}");
}
