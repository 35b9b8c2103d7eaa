//! No call of a sync tool with plain arguments allocates before the tool's body, one of an async
//! tool does so once, and what a host asks on every turn never does.

#[path = "benches/count.rs"]
mod count;
#[path = "benches/many.rs"]
mod many;

// One test: the count is that of the whole program.
#[test]
fn nothing_is_allocated_that_need_not_be() {
    let over: Vec<_> = count::rows().into_iter().filter(|row| !row.is_met()).collect();
    let over = over.iter().map(|row| {
        let count::Row { what, before, total, bar } = row;
        format!("{what}: {before} before the body instead of {bar}, {total} in all")
    });
    assert_eq!(over.collect::<Vec<_>>(), [""; 0]);
}
