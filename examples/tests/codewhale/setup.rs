//! Set-up and start: plugins that name retired tools are said, and cleaned up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CONFIG: &str = "# ours\n[plugins]\nnetwork_allow = [\"old\", \"good\"] # both\n";

/// A home and a workspace, each with a plugin that names a retired tool.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.plugin("home/plugins/old", "agent_spawn");
        place.plugin("home/plugins/good", "agent");
        place.plugin("work/.codewhale/plugins/older", "spawn_agent` or `agent_wait");
        fs::write(place.path("home/config.toml"), CONFIG).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn plugin(&self, folder: &str, tool: &str) {
        let folder = self.path(folder);
        fs::create_dir_all(&folder).unwrap();
        let skill = format!("---\nname: a\ndescription: A skill.\n---\nCall `{tool}`.\n");
        fs::write(folder.join("SKILL.md"), skill).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_codewhale"));
        command.args(arguments).arg("--home").arg(self.path("home"));
        command.arg("--workspace").arg(self.path("work")).output().unwrap()
    }

    /// What it writes, and what it warns of.
    fn ran(&self, code: i32, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    }

    fn has(&self, folder: &str) -> bool {
        self.path(folder).exists()
    }
}

#[test]
fn each_start_warns_with_the_command_that_repairs_it() {
    let place = Place::new();
    let (digest, warned) = place.ran(0, &["--digest"]);
    let nowhere = Command::new(env!("CARGO_BIN_EXE_codewhale")).arg("--digest").output().unwrap();
    assert_eq!((digest.into_bytes(), &*nowhere.stderr), (nowhere.stdout, &b""[..]));
    let (home, work) = (place.path("home"), place.path("work"));
    let repair =
        format!("codewhale setup --home '{}' --workspace '{}'", home.display(), work.display());
    assert_eq!(
        warned,
        format!(
            "warning: the plugin `old` in {}/plugins names the retired tool `agent_spawn`; run `{repair}` to clean \
             it up\nwarning: the plugin `older` in {}/.codewhale/plugins names the retired tools `agent_wait`, \
             `spawn_agent`; run `{repair}` to clean it up\n",
            home.display(),
            work.display()
        )
    );
    // In any command, whatever it is allowed.
    assert_eq!(place.ran(0, &["tools", "names"]).1, warned);

    // What is said to be run is run as it stands.
    let program = Path::new(env!("CARGO_BIN_EXE_codewhale")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let ran = Command::new("sh").args(["-c", &repair]).env("PATH", path).output().unwrap();
    assert!(ran.status.success() && ran.stderr.is_empty(), "{ran:?}");
    assert_eq!(place.ran(0, &["--digest"]).1, "");
}

#[test]
fn set_up_shows_its_plan_and_cleans_both_stores() {
    let place = Place::new();
    let (plan, _) = place.ran(0, &["setup", "--dry-run"]);
    for line in [
        "  move to the trash: `old` (1 file, ",
        "  move to the trash: `older` (1 file, ",
        "    old/SKILL.md:5:7: error: `agent_spawn` is retired since 0.8.33; use `agent` instead\n",
        "  take `old` out of network_allow\n",
    ] {
        assert!(plan.contains(line), "{plan}");
    }
    assert!(place.has("home/plugins/old") && place.has("work/.codewhale/plugins/older"));
    assert_eq!(fs::read_to_string(place.path("home/config.toml")).unwrap(), CONFIG);

    let (done, err) = place.ran(0, &["setup"]);
    assert_eq!(err, "");
    assert!(done.starts_with(&plan), "{done}");
    assert!(done.contains("\nmoved to the trash: `older` ("), "{done}");
    assert!(!place.has("home/plugins/old") && !place.has("work/.codewhale/plugins/older"));
    assert!(place.has("home/plugins/good"));
    let config = fs::read_to_string(place.path("home/config.toml")).unwrap();
    assert_eq!(config, CONFIG.replace("\"old\", ", ""));
    assert_eq!(place.ran(0, &["setup"]).0, "nothing to clean up\n");
}

#[test]
fn the_doctor_fails_on_them_and_repairs_them() {
    let place = Place::new();
    let (report, _) = place.ran(1, &["doctor", "--fail-on", "error"]);
    assert!(report.contains("\n✗ retired-plugins: no plugin names a retired tool\n"), "{report}");
    let (report, _) = place.ran(0, &["doctor", "--repair", "--yes"]);
    assert!(report.contains("\n✓ retired-plugins: "), "{report}");
    assert!(!place.has("home/plugins/old") && !place.has("work/.codewhale/plugins/older"));
}

#[test]
fn without_plugins_nothing_is_said() {
    let place = Place(tempfile::tempdir().unwrap());
    assert_eq!(place.ran(0, &["setup"]), ("nothing to clean up\n".into(), String::new()));
    assert_eq!(place.ran(0, &["--digest"]).1, "");
}

#[cfg(unix)]
#[test]
fn a_store_that_cannot_be_read_hides_no_warning() {
    let place = Place::new();
    fs::rename(place.path("home/plugins"), place.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink(place.path("elsewhere"), place.path("home/plugins")).unwrap();
    let (_, warned) = place.ran(0, &["--digest"]);
    let [link, plugin] = warned.lines().collect::<Vec<_>>()[..] else { panic!("{warned}") };
    assert!(link.starts_with("codewhale: ") && link.contains("symbolic link"), "{link}");
    assert!(plugin.starts_with("warning: the plugin `older` in "), "{plugin}");
}
