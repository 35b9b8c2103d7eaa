//! Files that the operator edited.

use super::*;

fn installed() -> Folder {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.write("plugins/sums/notes/a.md", "as installed");
    folder.write("plugins/sums/gone.md", "as installed");
    folder.store().record_installation("sums").unwrap();
    folder
}

#[test]
fn a_plugin_as_installed_is_moved() {
    let folder = installed();
    let record: serde_json::Value =
        serde_json::from_str(&folder.read("plugins/sums/.installed.json")).unwrap();
    assert_eq!(record["format"], 1);
    // `printf 'as installed' | sha256sum`
    assert_eq!(
        record["files"]["notes/a.md"],
        "ecddbcb3db0e3c30a66ec0649e1792839a8699c9696f8a97dbbdc5fc3922eb31"
    );
    // What the operator deleted cannot be lost.
    fs::remove_file(folder.path("plugins/sums/gone.md")).unwrap();
    assert!(folder.clean().is_ok());
    assert_eq!(folder.trashed(), ["sums"]);
}

#[test]
fn edited_and_added_files_are_kept_without_force() {
    for file in ["notes/a.md", "notes/mine.md", "SKILL.md"] {
        let folder = installed();
        folder.write(&format!("plugins/sums/{file}"), format!("{}edited", skill("python_eval")));
        let plan = folder.plan();
        let why =
            format!("has 1 file changed since its installation ({file}), and was not touched");
        assert!(plan.to_string().contains(&why), "{plan}");
        let report = folder.cleanup().apply(&plan, Options::default());
        assert!(problem(&report).contains(&why));
        assert_eq!(folder.plugins(), ["sums"]);
        assert_eq!(folder.trashed(), [] as [&str; 0]);

        assert!(folder.cleanup().apply(&plan, Options { force: true }).is_ok());
        let moved = format!("plugins/.trash/{}/plugins/sums/{file}", folder.id());
        assert!(folder.read(&moved).ends_with("edited"));
    }
}

#[test]
fn a_record_that_cannot_be_read_protects_everything() {
    let large = format!("{{\"format\": 1, \"files\": {{}}, \"x\": \"{}\"}}", "x".repeat(17 << 20));
    for record in ["{", "{\"format\": 2, \"files\": {}}", "[]", &large] {
        let folder = installed();
        folder.write("plugins/sums/.installed.json", record);
        assert!(problem(&folder.clean()).contains("use force"));
        assert_eq!(folder.plugins(), ["sums"]);
    }
}

#[test]
fn removal_by_name_keeps_edited_files_too() {
    let folder = installed();
    folder.write("plugins/sums/notes/a.md", "edited");
    assert!(folder.store().remove("sums", Options::default()).is_err());
    assert_eq!(folder.plugins(), ["sums"]);
    folder.store().remove("sums", Options { force: true }).unwrap();
    assert_eq!(folder.trashed(), ["sums"]);
}
