//! What the system refuses.

use std::io;
use std::sync::atomic::AtomicBool;

use super::super::{Action, PluginError};
use super::*;

#[test]
fn a_plugin_on_another_file_system_or_in_use_stays_and_the_others_go() {
    for kind in [io::ErrorKind::CrossesDevices, io::ErrorKind::ResourceBusy] {
        let fixture = Fixture::new();
        let mut cleanup = fixture.cleanup();
        gate(&mut cleanup, 0, move |_, operation, path| {
            let here = operation == Operation::Rename && path.ends_with("workspace/plots");
            if here { Err(kind.into()) } else { Ok(()) }
        });
        let report = clean(&cleanup);
        let problems: Vec<_> = report.problems().collect();
        assert!(
            matches!(problems[..], [PluginError::Mounted(path)] if path.ends_with("plots")),
            "{report}"
        );
        assert_eq!(fixture.plugins(), ["shared/good", "workspace/plots"]);
        // What stays keeps its entry.
        assert_eq!(fixture.config(), CLEAN.replace("\n]\n", "\n    \"plots\",\n]\n"));
    }
}

#[test]
fn a_plugin_that_may_not_be_moved_stays() {
    let fixture = Fixture::new();
    let mut cleanup = fixture.cleanup();
    gate(&mut cleanup, 0, |_, operation, _| match operation {
        Operation::Rename => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
        _ => Ok(()),
    });
    let (plugins, config) = (fixture.plugins(), fixture.config());
    let report = clean(&cleanup);
    assert!(!report.is_ok());
    assert_eq!((fixture.plugins(), fixture.config()), (plugins, config));
}

#[test]
fn a_configuration_that_cannot_be_written_is_cleaned_by_the_next() {
    let fixture = Fixture::new();
    let mut cleanup = fixture.cleanup();
    gate(&mut cleanup, 0, |_, operation, path| {
        let here = operation == Operation::Write && path.to_string_lossy().contains("config.toml");
        if here { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    });
    let report = clean(&cleanup);
    let failed: Vec<_> = report.steps.iter().filter(|step| step.problem.is_some()).collect();
    assert!(failed.iter().all(|step| step.action == Action::Prune) && !failed.is_empty());
    assert_eq!(fixture.plugins(), ["shared/good"]);
    assert_eq!(fixture.config(), CONFIG);

    let cleanup = fixture.cleanup();
    let plan = cleanup.plan(&NAMES);
    assert!(
        plan.stores.iter().all(|store| store.plugins.is_empty() && store.unfinished.len() == 1)
    );
    assert!(plan.to_string().contains("finish the cleanup "), "{plan}");
    assert!(cleanup.apply(&plan, Options::default()).is_ok());
    assert_eq!(fixture.config(), CLEAN);
}

#[test]
fn a_configuration_that_changes_while_it_is_written_keeps_the_change() {
    let fixture = Fixture::new();
    let config = fixture.root.join("config.toml");
    let with_more = format!("{CONFIG}\n[ui]\ncolor = true\n");
    let mut cleanup = fixture.cleanup();
    let (text, changed) = (with_more.clone(), AtomicBool::new(false));
    gate(&mut cleanup, 0, move |_, operation, path| {
        // When the record says what is taken out, and before it is.
        let record = operation == Operation::SyncFile && path.to_string_lossy().contains("record");
        if record
            && fs::read_to_string(path)?.contains("\"cut\"")
            && !changed.swap(true, Ordering::Relaxed)
        {
            fs::write(&config, &text)?;
        }
        Ok(())
    });
    let report = clean(&cleanup);
    assert!(report.to_string().contains("it changed meanwhile: try again"), "{report}");
    assert_eq!(fixture.config(), with_more);
    assert!(clean(&fixture.cleanup()).is_ok());
    assert_eq!(fixture.config(), format!("{CLEAN}\n[ui]\ncolor = true\n"));
}
