//! A process that is killed at any point loses nothing, and the next one finishes its work.

use std::io;
use std::process::Command;
use std::sync::atomic::Ordering;

use super::*;

type Act = fn(&Cleanup) -> Report;

/// Runs `act` and ends it before its `at`th operation; says whether it came so far.
fn broken_off(fixture: &Fixture, act: Act, at: usize) -> bool {
    let mut cleanup = fixture.cleanup();
    let killed = || Err(io::Error::other("killed"));
    let count = gate(&mut cleanup, at, move |_, _, _| killed());
    let _ = act(&cleanup);
    count.load(Ordering::Relaxed) > at
}

/// The same with a single operation that fails, and a program that goes on.
fn failed_once(fixture: &Fixture, act: Act, at: usize) -> bool {
    let mut cleanup = fixture.cleanup();
    let full = move |now| if now == at { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) };
    let count = gate(&mut cleanup, at, move |now, _, _| full(now));
    let report = act(&cleanup);
    let reached = count.load(Ordering::Relaxed) > at;
    assert!(!reached || !report.is_ok(), "a failure that nobody is told of: {at}");
    reached
}

/// Nothing is lost and nothing is there twice; the configuration is one of those that are meant.
fn assert_whole(fixture: &Fixture, files: &BTreeMap<String, Vec<String>>, at: usize) {
    assert_eq!(fixture.files(), *files, "files after operation {at}");
    let config = fixture.config();
    let without = |name| CONFIG.lines().filter(move |line| !line.contains(name));
    let (sums, plots) = (without("sums"), without("plots"));
    let meant =
        [CONFIG.lines().collect(), CLEAN.lines().collect(), sums.collect(), plots.collect()];
    let lines: Vec<_> = config.lines().collect();
    assert!(meant.contains(&lines), "after operation {at}: {config}");
}

fn assert_clean(fixture: &Fixture, at: usize) {
    assert_eq!(fixture.plugins(), ["shared/good"], "after operation {at}");
    assert_eq!(fixture.config(), CLEAN, "after operation {at}");
    assert!(fixture.cleanup().plan(&NAMES).is_empty(), "after operation {at}");
    assert!(fixture.cleanup().trash().unwrap().iter().all(|one| one.finished));
}

fn every_operation(mut run: impl FnMut(usize) -> bool) -> usize {
    (0..).take_while(|at| run(*at)).count()
}

#[test]
fn a_cleanup_that_is_broken_off_is_finished_by_the_next() {
    for stop in [broken_off, failed_once] {
        let operations = every_operation(|at| {
            let fixture = Fixture::new();
            let files = fixture.files();
            let reached = stop(&fixture, clean, at);
            assert_whole(&fixture, &files, at);
            let report = clean(&fixture.cleanup());
            assert!(report.is_ok(), "after operation {at}: {report}");
            assert_whole(&fixture, &files, at);
            assert_clean(&fixture, at);
            assert_eq!(fixture.leftovers(), [] as [PathBuf; 0], "after operation {at}");
            reached
        });
        assert!(operations > 30, "{operations}");
    }
}

#[test]
fn a_cleanup_that_is_broken_off_can_be_restored() {
    for stop in [broken_off, failed_once] {
        every_operation(|at| {
            let fixture = Fixture::new();
            let files = fixture.files();
            let plugins = fixture.plugins();
            let reached = stop(&fixture, clean, at);
            let report = restore(&fixture.cleanup());
            assert!(report.is_ok(), "after operation {at}: {report}");
            assert_eq!(fixture.plugins(), plugins, "after operation {at}");
            assert_eq!(fixture.config(), CONFIG, "after operation {at}");
            assert_eq!(fixture.files(), files);
            reached
        });
    }
}

#[test]
fn a_restoration_that_is_broken_off_is_finished_by_the_next() {
    for stop in [broken_off, failed_once] {
        let operations = every_operation(|at| {
            let fixture = Fixture::new();
            let (files, plugins) = (fixture.files(), fixture.plugins());
            assert!(clean(&fixture.cleanup()).is_ok());
            let reached = stop(&fixture, restore, at);
            assert_eq!(fixture.files(), files, "files after operation {at}");
            let report = restore(&fixture.cleanup());
            assert!(report.is_ok(), "after operation {at}: {report}");
            assert_eq!(fixture.plugins(), plugins, "after operation {at}");
            let config = super::super::config::listed(&fixture.config());
            assert_eq!(config, ["good", "plots", "sums"], "after operation {at}");
            assert!(fixture.cleanup().trash().unwrap().is_empty(), "after operation {at}");
            reached
        });
        assert!(operations > 20, "{operations}");
    }
}

#[test]
fn a_restoration_that_is_broken_off_and_then_a_cleanup_leave_it_clean() {
    every_operation(|at| {
        let fixture = Fixture::new();
        let files = fixture.files();
        assert!(clean(&fixture.cleanup()).is_ok());
        let reached = broken_off(&fixture, restore, at);
        let report = clean(&fixture.cleanup());
        assert!(report.is_ok(), "after operation {at}: {report}");
        assert_eq!(fixture.files(), files, "files after operation {at}");
        assert_clean(&fixture, at);
        reached
    });
}

#[test]
fn a_deletion_that_is_broken_off_is_finished_by_the_next() {
    for stop in [broken_off, failed_once] {
        let operations = every_operation(|at| {
            let fixture = Fixture::new();
            assert!(clean(&fixture.cleanup()).is_ok());
            let reached = stop(&fixture, purge, at);
            // Deleted half-way, it is none that could be restored.
            for trashed in fixture.cleanup().trash().unwrap() {
                let moved = fixture.root.join(&trashed.store).join(".trash").join(&trashed.id);
                assert!(moved.join("plugins/sums/SKILL.md").is_file());
            }
            assert!(purge(&fixture.cleanup()).is_ok());
            assert!(clean(&fixture.cleanup()).is_ok());
            assert!(fixture.cleanup().trash().unwrap().is_empty());
            assert_eq!(fixture.plugins(), ["shared/good"]);
            reached
        });
        assert!(operations > 5, "{operations}");
    }
}

#[test]
fn a_finishing_that_is_broken_off_too_is_finished_by_the_third() {
    every_operation(|at| {
        let mut reached = false;
        every_operation(|second| {
            let fixture = Fixture::new();
            let files = fixture.files();
            reached = broken_off(&fixture, clean, at);
            let again = broken_off(&fixture, clean, second * 7);
            assert_whole(&fixture, &files, at);
            let report = clean(&fixture.cleanup());
            assert!(report.is_ok(), "after operations {at} and {}: {report}", second * 7);
            assert_whole(&fixture, &files, at);
            assert_clean(&fixture, at);
            again
        });
        reached
    });
}

const FOLDER: &str = "TOOLCRIB_TEST_FOLDER";
const OPERATION: &str = "TOOLCRIB_TEST_OPERATION";

/// The same with a process that is really gone, its locks and open files with it.
#[test]
fn a_killed_process_leaves_work_that_the_next_finishes() {
    if let (Some(root), Ok(at)) = (std::env::var_os(FOLDER), std::env::var(OPERATION)) {
        let folder = tempfile::tempdir().unwrap();
        let mut cleanup = Fixture { root: root.into(), _folder: folder }.cleanup();
        gate(&mut cleanup, at.parse().unwrap(), |_, _, _| std::process::abort());
        let _ = clean(&cleanup);
        return;
    }
    let operations = every_operation(|at| {
        let fixture = Fixture::new();
        let files = fixture.files();
        let test = "plugins::tests::crash::a_killed_process_leaves_work_that_the_next_finishes";
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test])
            .env(FOLDER, &fixture.root)
            .env(OPERATION, at.to_string())
            .output()
            .unwrap();
        assert_whole(&fixture, &files, at);
        let report = clean(&fixture.cleanup());
        assert!(report.is_ok(), "after operation {at}: {report}");
        assert_whole(&fixture, &files, at);
        assert_clean(&fixture, at);
        !child.status.success()
    });
    assert!(operations > 30, "{operations}");
}
