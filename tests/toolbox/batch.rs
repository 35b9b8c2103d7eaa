//! Calls of one turn.

use toolcrib::toolbox::{Toolbox, Unloaded};

use super::small;

#[test]
fn a_search_does_not_authorise_a_call_of_its_own_batch() {
    let mut toolbox = Toolbox::default();
    let batch = toolbox.batch(Unloaded::LoadFirst);
    toolbox.load("a", "1").unwrap();
    assert!(!batch.may_run("a"));
    assert!(toolbox.batch(Unloaded::LoadFirst).may_run("a"));
}

#[test]
fn what_was_seen_when_the_batch_was_written_runs() {
    let mut toolbox = small(1, 100);
    toolbox.load("a", "1").unwrap();
    let batch = toolbox.batch(Unloaded::LoadFirst);
    assert_eq!(toolbox.load("b", "2").unwrap().evicted, ["a"]);
    assert!(batch.may_run("a") && !batch.may_run("b"));
}

#[test]
fn without_the_policy_all_runs() {
    assert!(Toolbox::default().batch(Unloaded::default()).may_run("a"));
}
