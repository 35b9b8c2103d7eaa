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
    for folder in [".trash/b", ".git/b", "x/.svn/b", "node_modules/c", "target/c", ".venv/lib/c"] {
        write(root.path(), folder, "d");
    }
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

#[test]
fn hidden_folders_hold_skills_like_others() {
    let root = tempfile::tempdir().unwrap();
    for folder in
        [".claude/skills/a", ".agents/skills/b", "skills/.curated/c", ".codex/skills/.system/d"]
    {
        write(root.path(), folder, "d");
    }
    write(root.path(), ".claude/skills/e", "calls python_eval");
    let found = discover(&names(), &[root.path()]);
    let skills: Vec<_> = found.skills.iter().map(|one| &*one.skill.name).collect();
    assert_eq!(skills, ["a", "b", "c", "d"]);
    assert_eq!(found.left_out, [root.path().join(".claude/skills/e/SKILL.md")]);
    assert!(!found.is_empty());
    assert!(discover(&names(), &[root.path().join(".claude/skills/a/none")]).is_empty());

    // What is not hidden goes before: a cache may use up what is looked at.
    write(root.path(), "skills/a", "mine");
    let found = discover(&names(), &[root.path()]);
    assert_eq!(found.skills[0].skill.description, "mine");
    assert_eq!(found.left_out[0], root.path().join(".claude/skills/a/SKILL.md"));
}

/// What is told of the files of a skill `a`, by file from its folder on.
fn told(root: &Path, found: &Discovery) -> Vec<String> {
    let folder = format!("{}/", root.join("a").display());
    let told = found.diagnostics.iter().map(ToString::to_string);
    told.map(|one| one.strip_prefix(&folder).unwrap().to_owned()).collect()
}

#[test]
fn the_texts_of_a_skill_are_read_too() {
    for (file, text, expected, keeps) in [
        ("references/more.md", "x\nThen call `python_eval`.", "2:12: error", false),
        ("references/more.md", "x\nThen call python_eval.", "2:11: error", false),
        // Nobody is told to call it.
        ("references/more.md", "python_eval is what we had.", "1:1: warning", true),
        ("agents/b.md", "---\nname: b\ntools: python_eval\n---\n", "3:8: error", false),
        ("agents/b.md", "---\nname: b\ntools: [python_eval\n---\n", "3:9: error", false),
        ("agents/openai.yaml", "tools: [python_eval]", "1:9: warning", true),
        ("notes.txt", "python_eval", "1:1: warning", true),
        ("CHANGELOG.md", "- `python_eval` is gone", "1:4: note", true),
        // A program names things of its own.
        ("scripts/run.py", "def python_eval(): pass", "", true),
        ("data.json", "{\"name\": \"python_eval\"}", "", true),
        ("node_modules/x/more.md", "`python_eval`", "", true),
        ("references/more.md", "<!-- toolcrib: allow python_eval -->\n`python_eval`", "", true),
    ] {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "a", "d");
        let path = root.path().join("a").join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        let found = discover(&names(), &[root.path()]);
        assert_eq!(found.skills.len(), usize::from(keeps), "{file}: {:?}", found.diagnostics);
        let told = told(root.path(), &found);
        let told: Vec<_> = told.iter().filter(|one| one.contains("`python_eval`")).collect();
        if expected.is_empty() {
            assert_eq!(told, [""; 0], "{file}");
        } else {
            assert!(
                told.len() == 1 && told[0].starts_with(&format!("{file}:{expected}")),
                "{told:?}"
            );
            assert_eq!(told[0].ends_with("; the skill is left out"), !keeps, "{told:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_texts_of_a_skill_are_bounded_and_stay_in_its_folder() {
    use std::os::unix::fs::symlink;

    let root = tempfile::tempdir().unwrap();
    write(root.path(), "a", "d");
    let folder = root.path().join("a");
    fs::write(root.path().join("secret.md"), "`python_eval`").unwrap();
    symlink("../secret.md", folder.join("linked.md")).unwrap();
    symlink("..", folder.join("up")).unwrap();
    fs::File::create(folder.join("large.md")).unwrap().set_len((4 << 20) + 1).unwrap();
    fs::create_dir_all(folder.join("1/2/3/4/5/6/7")).unwrap();
    let found = discover(&names(), &[root.path()]);
    assert_eq!(skills(&found), [("a", "d", 0)]);
    assert_eq!(
        told(root.path(), &found),
        [
            "large.md:1:1: note: it is not read: it has more than 4 MiB",
            "linked.md:1:1: note: it is not read: symbolic links are not followed",
            "1/2/3/4/5/6/7:1:1: note: it is not read: it is deeper than 6 folders",
        ]
    );
    for number in 0..2_000 {
        fs::write(folder.join(format!("{number}.md")), "").unwrap();
    }
    let found = discover(&names(), &[root.path()]);
    let many = found.diagnostics[0].to_string();
    assert!(many.ends_with("note: it is not read: there are more than 2000 files and folders"));
    assert_eq!(skills(&found).len(), 1);
}
