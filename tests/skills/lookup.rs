//! Names are looked up without handlers, in a registry and in a manifest that was kept.

use toolcrib::{Lifecycle, Manifest, NameKind, Registry, Tombstone};

fn registry() -> Registry {
    let gone = [
        Tombstone::new("python_eval", "3.0.21").replacement("bash").hint("run python3"),
        Tombstone::new("PYTHON", "1.0.0"),
        Tombstone::new("Bash", "0.5.0"),
        Tombstone::new("agent_wait", "1.0.0"),
        Tombstone::new("AgentWait", "1.1.0"),
    ];
    Registry::builder().tool::<crate::bash>().retired(gone).build().unwrap()
}

#[test]
fn the_parts_of_a_tombstone_are_apart() {
    let registry = registry();
    let gone = registry.tombstone("python_eval").unwrap();
    assert_eq!(gone.since(), Some("3.0.21"));
    let removed = Lifecycle::Removed { replacement: Some("bash"), hint: Some("run python3") };
    assert_eq!(gone.lifecycle(), removed);

    let manifest = Manifest::from_json(&registry.manifest().to_json()).unwrap();
    let gone = manifest.name("python_eval").unwrap();
    assert_eq!(gone.kind, NameKind::Tombstone);
    let parts = [&gone.since, &gone.replacement, &gone.note].map(Option::as_deref);
    assert_eq!(parts, [Some("3.0.21"), Some("bash"), Some("run python3")]);
    assert_eq!(manifest.tombstones().count(), 5);
}

#[test]
fn a_name_is_found_in_any_case_where_it_is_the_only_one() {
    let registry = registry();
    let manifest = registry.manifest();
    for (written, retired, any) in [
        ("python_eval", Some("python_eval"), Some("python_eval")),
        ("Python-Eval", Some("python_eval"), Some("python_eval")),
        ("PythonEval", Some("python_eval"), Some("python_eval")),
        ("python", Some("PYTHON"), Some("PYTHON")),
        // Exactly this one is retired; another spelling is the tool.
        ("Bash", Some("Bash"), Some("Bash")),
        ("BASH", None, Some("bash")),
        ("bash", None, Some("bash")),
        // There are two.
        ("agent-wait", None, None),
        ("AgentWait", Some("AgentWait"), Some("AgentWait")),
        ("exec_shell", None, Some("exec_shell")),
        ("nothing", None, None),
        ("", None, None),
    ] {
        let found = registry.tombstone(written).map(toolcrib::NameRecord::name);
        assert_eq!(found, retired, "{written}");
        let found = manifest.find(written).map(|name| &*name.name);
        assert_eq!(found, any, "{written}");
    }
    assert!(registry.tombstone(&"x".repeat(1 << 20)).is_none());
}
