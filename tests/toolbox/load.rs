//! Loading and evicting.

use toolcrib::toolbox::{Limits, Toolbox};

use super::{names, sent, small};

#[test]
fn eight_tools_and_sixteen_kibibytes() {
    let mut toolbox = Toolbox::default();
    for i in 0..8 {
        assert!(toolbox.load(&format!("t{i}"), "{}").unwrap().evicted.is_empty());
    }
    assert_eq!(toolbox.load("more", "{}").unwrap().evicted, ["t0"]);
    let half = "x".repeat(8 * 1024);
    let loaded = toolbox.load("half", &half).unwrap();
    assert_eq!(loaded.evicted, ["t1"]);
    assert_eq!(toolbox.load("other half", &half).unwrap().evicted.len(), 7);
    assert_eq!((toolbox.bytes(), toolbox.len()), (16 * 1024, 2));
}

#[test]
fn what_is_used_stays_and_nothing_is_reordered() {
    let mut toolbox = small(3, 100);
    for name in ["a", "b", "c"] {
        toolbox.load(name, name).unwrap();
    }
    assert!(toolbox.touch("a") && !toolbox.touch("x"));
    assert_eq!(toolbox.load("d", "d").unwrap().evicted, ["b"]);
    assert_eq!(names(&toolbox), ["a", "c", "d"]);
    let again = toolbox.load("c", "c").unwrap();
    assert!(again.already && !again.replaced && again.evicted.is_empty());
    assert_eq!(toolbox.load("e", "e").unwrap().evicted, ["a"]);
    assert_eq!(sent(&toolbox), "c,d,e");
}

#[test]
fn a_changed_definition_goes_to_the_end() {
    let mut toolbox = small(2, 10);
    toolbox.load("a", "1").unwrap();
    toolbox.load("b", "2").unwrap();
    let loaded = toolbox.load("a", "33").unwrap();
    assert!(loaded.replaced && !loaded.already && loaded.evicted.is_empty());
    assert_eq!(sent(&toolbox), "2,33");
    let loaded = toolbox.load("a", "444444444").unwrap();
    assert!(loaded.replaced && loaded.evicted.is_empty());
    assert_eq!(toolbox.load("a", "5555555555").unwrap().evicted, ["b"]);
}

#[test]
fn what_can_never_fit_changes_nothing() {
    let mut toolbox = small(2, 3);
    toolbox.load("a", "1").unwrap();
    let before = toolbox.clone();
    let error = toolbox.load("b", "four").unwrap_err();
    assert_eq!(
        error.to_string(),
        "a definition of 4 bytes does not fit into a toolbox of 2 tools and 3 bytes; raise its limits"
    );
    assert_eq!(toolbox, before);
    assert!(small(0, 3).load("a", "1").is_err());
    assert_eq!(toolbox.limits(), Limits { tools: 2, bytes: 3 });
}

#[test]
fn what_one_search_found_does_not_push_itself_out() {
    let mut toolbox = small(3, 10);
    for name in ["a", "b", "c"] {
        toolbox.load(name, name).unwrap();
    }
    let found = [
        ("best", "1"),
        ("b", "b"),
        ("best", "1"),
        ("long", "12345678901"),
        ("next", "2"),
        ("last", "3"),
    ];
    let loaded = toolbox.load_all(found);
    assert_eq!(loaded.added, ["best", "next"]);
    assert_eq!(loaded.already, ["b"]);
    assert_eq!(loaded.evicted, ["a", "c"]);
    assert_eq!(loaded.left_out, ["long", "last"]);
    assert_eq!(sent(&toolbox), "b,1,2");
}
