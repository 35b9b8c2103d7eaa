//! Skills below several folders.

use std::fs;
use std::path::Path;

use toolcrib::skills::{Discovery, discover};

use super::names;

fn write(root: &Path, folder: &str, description: &str) {
    let folder = root.join(folder);
    fs::create_dir_all(&folder).unwrap();
    let name = folder.file_name().unwrap().to_str().unwrap();
    let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
    fs::write(folder.join("SKILL.md"), text).unwrap();
}

/// The skills, as name, description and root.
fn skills(found: &Discovery) -> Vec<(&str, &str, usize)> {
    let skills = found.skills.iter();
    skills.map(|one| (&*one.skill.name, &*one.skill.description, one.root)).collect()
}

#[test]
fn the_earlier_root_goes_before_and_the_other_is_told() {
    let (mine, shared) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(mine.path(), "b", "mine");
    write(mine.path(), "stale", "calls python_eval");
    write(shared.path(), "a", "shared");
    write(shared.path(), "b", "shared");
    write(shared.path(), "stale", "shared");
    write(shared.path(), "nested/z/b", "third");
    let roots = [mine.path(), shared.path(), Path::new("/nowhere")];
    let found = discover(&names(), &roots);
    assert_eq!(skills(&found), [("a", "shared", 1), ("b", "mine", 0), ("stale", "shared", 1)]);
    let told: Vec<_> = found.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("`python_eval` is retired"), "{told:?}");
    assert!(told[1].contains("there is a skill `b` in") && told[1].contains("which goes before"));
    assert!(told[2].contains("nested"), "{told:?}");
    assert!(found.diagnostics.iter().all(|one| one.leaves_out));

    let found = discover(&names(), &[shared.path(), mine.path()]);
    assert_eq!(skills(&found)[1], ("b", "shared", 0));
}

#[test]
fn resources_hidden_folders_and_packages_hold_no_skills() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), "a", "d");
    write(root.path(), "a/examples/inner", "d");
    write(root.path(), ".trash/b", "d");
    write(root.path(), "node_modules/c", "d");
    write(root.path(), "1/2/3/4/5/e", "d");
    write(root.path(), "1/2/3/4/5/6/f", "d");
    fs::create_dir_all(root.path().join("g/SKILL.md")).unwrap();
    let found = discover(&names(), &[root.path()]);
    assert_eq!(skills(&found), [("a", "d", 0), ("e", "d", 0)]);
    let told: Vec<_> = found.diagnostics.iter().map(ToString::to_string).collect();
    assert!(told[0].ends_with("it is not read: it is deeper than 6 folders"), "{told:?}");
    assert!(told[1].ends_with("SKILL.md:1:1: warning: it is not read: it is no file"), "{told:?}");
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_not_followed() {
    use std::os::unix::fs::symlink;

    let (root, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(outside.path(), "secret", "d");
    write(root.path(), "a", "d");
    symlink(outside.path().join("secret"), root.path().join("linked")).unwrap();
    symlink(root.path(), root.path().join("loop")).unwrap();
    fs::create_dir(root.path().join("file")).unwrap();
    symlink(outside.path().join("secret/SKILL.md"), root.path().join("file/SKILL.md")).unwrap();
    symlink("/nowhere", root.path().join("dangling")).unwrap();
    let found = discover(&names(), &[root.path()]);
    assert_eq!(skills(&found), [("a", "d", 0)]);
    let told: Vec<_> = found.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    let way_out = "symbolic links are not followed: give the folder it leads to as a root";
    assert!(told.iter().all(|one| one.ends_with(way_out)), "{told:?}");

    // The root itself may be one.
    let link = outside.path().join("root");
    symlink(root.path(), &link).unwrap();
    assert_eq!(skills(&discover(&names(), &[link])), [("a", "d", 0)]);
}

#[test]
fn a_file_that_is_too_long_is_told() {
    let root = tempfile::tempdir().unwrap();
    write(root.path(), "a", "d");
    let file = fs::File::options().append(true).open(root.path().join("a/SKILL.md")).unwrap();
    file.set_len((16 << 20) + 1).unwrap();
    let found = discover(&names(), &[root.path()]);
    assert_eq!(skills(&found), []);
    assert!(found.diagnostics[0].to_string().ends_with("it has more than 16 MiB"));
}
