//! The configuration: what is taken out, what stays, and what comes back.

use proptest::prelude::*;
use proptest::sample::select;

use super::*;

/// Takes `sums` and `plots` out of `before`, expects `after`, and brings everything back.
fn prune(before: &str, after: &str) {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.plugin("plots", "python_eval");
    folder.write("config.toml", before);
    let report = folder.clean();
    assert!(report.is_ok(), "{before}{report}");
    assert_eq!(folder.read("config.toml"), after, "{before}");
    assert!(folder.cleanup().restore(&folder.id()).is_ok());
    assert_eq!(folder.read("config.toml"), before);
}

#[test]
fn an_array_of_names() {
    for (before, after) in [
        ("[\"good\", \"sums\", \"plots\"]", "[\"good\"]"),
        ("[\"sums\", \"good\", 'plots' ]", "[\"good\" ]"),
        ("[\"sums\", \"plots\", \"sums\"]", "[]"),
        ("[ \"sums\" , \"good\" ]", "[ \"good\" ]"),
        (
            "[\n  # all of them\n  \"good\", # fine, \"sums\" too\n  \"sums\", # why, it said\n  # the last\n  \"plots\" # no comma\n]",
            "[\n  # all of them\n  \"good\", # fine, \"sums\" too\n  # the last\n]",
        ),
        ("[\n\t\"sums\",\n\n\t\"good\",\n]", "[\n\n\t\"good\",\n]"),
        ("[\"sums\", # first\n  \"good\"]", "[# first\n  \"good\"]"),
        ("[\"good\", # first\n  \"sums\"]", "[\"good\", # first\n  ]"),
        ("[\"\\u0073ums\", \"good\"]", "[\"good\"]"),
    ] {
        let file = |list: &str| {
            format!(
                "# top\nx = 1 # one\n\n[plugins]   # here\nnetwork_allow   = {list} # end\nother = ['sums']\n\n[sums]\n"
            )
        };
        prune(&file(before), &file(after));
    }
    prune("plugins.network_allow = [\"sums\"]", "plugins.network_allow = []");
    prune(
        "plugins = { network_allow = [\"sums\", \"x\"] }",
        "plugins = { network_allow = [\"x\"] }",
    );
}

#[test]
fn a_table_of_names() {
    for (before, after) in [
        (
            "[plugins.network_allow]\n# those\ngood = [\"a\"] # yes\nsums = [\n  \"b\", # host\n] # no\n\"plots\" = true\n\n[other]\n",
            "[plugins.network_allow]\n# those\ngood = [\"a\"] # yes\n\n[other]\n",
        ),
        (
            "[plugins.network_allow.sums]\nhosts = []\n\n# the good one\n[plugins.network_allow.good]\nhosts = []\n[plugins.network_allow.plots]\n[plugins.network_allow.plots.more]\nx = 1\n# end\n",
            "\n# the good one\n[plugins.network_allow.good]\nhosts = []\n# end\n",
        ),
        ("[plugins.network_allow.sums]\nx = 1\n[y]\n", "[plugins.network_allow]\n[y]\n"),
        ("[plugins]\nnetwork_allow.sums = true\nz = 1\n", "[plugins]\nnetwork_allow = {}\nz = 1\n"),
        ("plugins.network_allow.sums.x = true\nz = 1", "plugins.network_allow = {}\nz = 1"),
        (
            "[plugins]\nnetwork_allow = { sums = true, good = [\"a\"], plots = {} }\n",
            "[plugins]\nnetwork_allow = { good = [\"a\"] }\n",
        ),
        ("[plugins]\nnetwork_allow = { sums = true }\n", "[plugins]\nnetwork_allow = {  }\n"),
        (
            "[[plugins.network_allow.sums]]\nx = 1\n[[plugins.network_allow.sums]]\nx = 2\n[y]\n",
            "[plugins.network_allow]\n[y]\n",
        ),
    ] {
        prune(before, after);
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_stay() {
    prune(
        "\u{feff}[plugins]\r\nnetwork_allow = [\r\n  \"sums\", # x\r\n  \"good\",\r\n]\r\na = 1\nb = 2\r\n",
        "\u{feff}[plugins]\r\nnetwork_allow = [\r\n  \"good\",\r\n]\r\na = 1\nb = 2\r\n",
    );
    prune("\u{feff}plugins.network_allow.sums = 1\r\n", "\u{feff}plugins.network_allow = {}\r\n");
}

#[test]
fn what_lists_none_of_them_keeps_its_bytes_and_its_time() {
    for config in
        ["", "# nothing\n", "[plugins]\n", "[plugins]\nnetwork_allow = [\"good\", 1, [\"sums\"]]\n"]
    {
        prune(config, config);
    }
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    assert!(folder.clean().is_ok());
    assert!(!folder.path("config.toml").exists());
}

#[test]
fn what_is_not_understood_is_told_and_left_alone() {
    for (config, why) in [
        ("[plugins\n", "it is not TOML"),
        ("plugins = 1\n", "`plugins` is not a table"),
        ("[plugins]\nnetwork_allow = \"sums\"\n", "neither an array of names nor a table"),
        // Beside other things between the same brackets.
        (
            "plugins = { network_allow.sums = true, x = 1 }\n",
            "remove `sums` in `network_allow` in `[plugins]` by hand",
        ),
        // The rest of the entry stands elsewhere.
        (
            "[plugins.network_allow.sums]\nx = 1\n[other]\n[plugins.network_allow.sums.more]\n",
            "remove `sums` in `network_allow` in `[plugins]` by hand",
        ),
    ] {
        let folder = Folder::new();
        folder.plugin("sums", "python_eval");
        folder.write("config.toml", config);
        let report = folder.clean();
        assert!(problem(&report).contains(why), "{report}");
        assert_eq!(folder.read("config.toml"), config);
        // The plugin is gone all the same; once it is mended, the entry goes too.
        assert_eq!(folder.plugins(), [] as [&str; 0]);
        folder.write("config.toml", "[plugins]\nnetwork_allow = [\"sums\"]\n");
        assert!(folder.clean().is_ok());
        assert_eq!(folder.read("config.toml"), "[plugins]\nnetwork_allow = []\n");
    }
}

#[test]
fn deep_nesting_and_large_files_are_refused() {
    let deep = format!("a = {}{}\n", "[".repeat(100_000), "]".repeat(100_000));
    let large = format!("# {}\n", "x".repeat(5 << 20));
    for config in [deep.as_bytes(), large.as_bytes(), b"a = \"\xff\"\n"] {
        let folder = Folder::new();
        folder.plugin("sums", "python_eval");
        folder.write("config.toml", config);
        let plan = folder.plan();
        assert!(plan.config.unwrap().problem.is_some());
        assert!(problem(&folder.clean()).contains("config.toml was not changed"));
    }
}

#[test]
fn entries_come_back_to_a_configuration_that_changed() {
    for (before, changed, restored) in [
        (
            "[plugins]\nnetwork_allow = [\"sums\"]\n",
            "[plugins]\nnetwork_allow = [\n    # mine\n    \"new\", # new\n]\n",
            "[plugins]\nnetwork_allow = [\n    # mine\n    \"sums\",\n    \"new\", # new\n]\n",
        ),
        (
            "[plugins]\nnetwork_allow = [\"sums\"]\n",
            "[plugins]\r\nnetwork_allow = [\"new\"]\r\n",
            "[plugins]\r\nnetwork_allow = [\"sums\", \"new\"]\r\n",
        ),
        ("[plugins]\nnetwork_allow = [\"sums\"]\n", "", "[plugins]\nnetwork_allow = [\"sums\"]\n"),
        (
            "[plugins]\nnetwork_allow = [\"sums\"]\n",
            "[plugins]\nx = 1",
            "[plugins]\nnetwork_allow = [\"sums\"]\nx = 1",
        ),
        (
            "[plugins.network_allow.sums] # c\nhosts = [\"a\"]\n",
            "[plugins.network_allow]\nnew = true\n",
            "[plugins.network_allow]\nsums = { hosts = [\"a\"] }\nnew = true\n",
        ),
        (
            "[plugins.network_allow]\nsums = true\n",
            "[plugins]\nnetwork_allow = { new = 1 }\n",
            "[plugins]\nnetwork_allow = { sums = true, new = 1 }\n",
        ),
        (
            "[plugins.network_allow]\nsums = true\n",
            "[plugins]\nx = 1\n",
            "[plugins]\nx = 1\n\n[plugins.network_allow]\nsums = true\n",
        ),
        // It is there again.
        (
            "[plugins]\nnetwork_allow = [\"sums\"]\n",
            "[plugins]\nnetwork_allow = ['sums']\n",
            "[plugins]\nnetwork_allow = ['sums']\n",
        ),
    ] {
        let folder = Folder::new();
        folder.plugin("sums", "python_eval");
        folder.write("config.toml", before);
        assert!(folder.clean().is_ok());
        folder.write("config.toml", changed);
        let report = folder.cleanup().restore(&folder.id());
        assert!(report.is_ok(), "{report}");
        assert_eq!(folder.read("config.toml"), restored);
    }
}

#[test]
fn an_entry_that_has_no_place_any_longer_is_told() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.write("config.toml", "[plugins.network_allow]\nsums = { hosts = [\"a\"] }\n");
    assert!(folder.clean().is_ok());
    folder.write("config.toml", "[plugins]\nnetwork_allow = []\n");
    let report = folder.cleanup().restore(&folder.id());
    assert!(problem(&report).contains("put back `sums` in `network_allow` in `[plugins]` by hand"));
    assert_eq!(folder.plugins(), ["sums"]);
    assert_eq!(folder.read("config.toml"), "[plugins]\nnetwork_allow = []\n");
}

#[test]
fn a_record_cannot_bring_in_anything_else() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.write("config.toml", "[plugins]\nnetwork_allow = [\"sums\"]\n");
    assert!(folder.clean().is_ok());
    let record = format!("plugins/.trash/{}/record.json", folder.id());
    let forged = folder.read(&record).replace("\"cut\": \"", "\"cut\": \"]\\nrun = [\\\"evil\\\"");
    assert!(forged.contains("evil"));
    folder.write(&record, forged);
    assert!(folder.cleanup().restore(&folder.id()).is_ok());
    assert_eq!(folder.read("config.toml"), "[plugins]\nnetwork_allow = [\"sums\"]\n");
}

#[cfg(unix)]
#[test]
fn permissions_stay_and_a_link_stays_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.write("dotfiles/agent.toml", "[plugins]\nnetwork_allow = [\"sums\"]\n");
    let target = folder.path("dotfiles/agent.toml");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("dotfiles/agent.toml", folder.path("config.toml")).unwrap();
    let plan = folder.plan();
    assert_eq!(plan.config.unwrap().file, target);
    assert!(folder.clean().is_ok());
    assert!(folder.path("config.toml").is_symlink());
    assert_eq!(folder.read("dotfiles/agent.toml"), "[plugins]\nnetwork_allow = []\n");
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o7777, 0o640);
    assert_eq!(names_in(&folder.path("dotfiles")), ["agent.toml"]);
}

#[test]
fn a_read_only_configuration_is_left_alone() {
    let folder = Folder::new();
    folder.plugin("sums", "python_eval");
    folder.write("config.toml", "[plugins]\nnetwork_allow = [\"sums\"]\n");
    let mut permissions = fs::metadata(folder.path("config.toml")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path("config.toml"), permissions).unwrap();
    assert!(problem(&folder.clean()).ends_with("it is read-only"));
    assert!(folder.read("config.toml").contains("sums"));
}

/// What may stand between entries; the last one only before one, where it is not about that alone.
const GAPS: [&str; 6] =
    ["", " ", "\n", "\r\n\t", " # \"sums\", größer\n", "\n  # one\n  # two ]\n"];

/// Arrays and tables, with remarks and line ends in all places where they may be.
fn lists() -> impl Strategy<Value = String> {
    let gaps = |number| select(&GAPS[..number]);
    let name = select(vec!["\"sums\"", "'plots'", "\"good\"", "\"größer\"", "\"a,b # c\""]);
    let array = proptest::collection::vec((gaps(6), name, gaps(5)), 0..6);
    let keys = Just(vec!["sums", "'plots'", "good", "\"größer\""]).prop_shuffle();
    let value = select(vec!["1", "[ # x\n ]", "{ a = 1 }", "\"\"\"\n,\n\"\"\""]);
    let table = (keys, 0_usize..5, value);
    prop_oneof![
        (array, any::<bool>(), gaps(6)).prop_map(|(items, comma, gap)| {
            let items: Vec<_> = items.iter().map(|(a, name, b)| format!("{a}{name}{b}")).collect();
            let comma = if comma && !items.is_empty() { "," } else { "" };
            format!("[plugins]\nnetwork_allow = [{}{comma}{gap}] # end", items.join(","))
        }),
        table.clone().prop_map(|(keys, number, value)| {
            let items = keys.iter().take(number).map(|key| format!("{key} = {value}"));
            format!("plugins.network_allow = {{ {} }}", items.collect::<Vec<_>>().join(" , "))
        }),
        table.prop_map(|(keys, number, value)| {
            let items =
                keys.iter().take(number).map(|key| format!("# {key}\n {key} = {value} # x\n"));
            format!("[plugins.network_allow]\n{}[x]", items.collect::<String>())
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// However a list is written, the entries go, the others stay, and all of it comes back.
    #[test]
    fn every_list_is_pruned_and_restored(before in lists()) {
        let folder = Folder::new();
        folder.plugin("sums", "python_eval");
        folder.plugin("plots", "python_eval");
        folder.write("config.toml", &before);
        let planned = folder.plan().config.unwrap();
        prop_assert!(planned.problem.is_none());
        let report = folder.clean();
        prop_assert!(report.is_ok(), "{}", report);
        let after = folder.read("config.toml");
        prop_assert_eq!(after == before, planned.entries.is_empty());
        for kept in ["good\"", "größer\"", "a,b # c", "# two ]", "# end", "[x]"] {
            prop_assert_eq!(before.matches(kept).count(), after.matches(kept).count(), "{}", after);
        }
        folder.plugin("sums", "python_eval");
        folder.plugin("plots", "python_eval");
        prop_assert!(folder.plan().config.unwrap().entries.is_empty());
        fs::remove_dir_all(folder.path("plugins/sums")).unwrap();
        fs::remove_dir_all(folder.path("plugins/plots")).unwrap();
        prop_assert!(folder.cleanup().restore(&folder.id()).is_ok());
        prop_assert_eq!(folder.read("config.toml"), before);
    }
}
