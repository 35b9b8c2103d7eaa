//! Queries: whatever a model asks, the answer is one of the visible tools alone.

use std::sync::LazyLock;

use toolcrib::search::{MAX_RESULTS, Mode, Query, SearchIndex};
use toolcrib::serde_json::{self, Value};

use super::harmless::assert_harmless;

/// The tools of real servers: an index of all, and one of every second.
static INDEXES: LazyLock<[SearchIndex; 2]> = LazyLock::new(|| {
    let tools = include_str!("../../data/tool-catalogs/tools.jsonl").lines();
    let tools: Vec<Value> = tools.map(|line| serde_json::from_str(line).unwrap()).collect();
    let index = |step: usize| {
        let text = |tool: &Value, key: &str| tool[key].as_str().unwrap().to_owned();
        let tools = tools.iter().step_by(step);
        let tools: Vec<_> = tools
            .map(|tool| (text(tool, "name"), text(tool, "description"), &tool["inputSchema"]))
            .collect();
        SearchIndex::new(tools.iter().map(|(name, about, schema)| (&**name, &**about, *schema)))
    };
    [index(1), index(2)]
});

/// The first byte chooses the mode and the limit, the rest is the query.
pub(crate) fn run(data: &[u8]) {
    let Some((choice, text)) = data.split_first() else { return };
    let mode = [Mode::Auto, Mode::Words, Mode::Regex, Mode::Select][usize::from(choice % 4)];
    let limit = usize::from(choice / 4);
    let query = match Query::parse(&String::from_utf8_lossy(text), mode) {
        Ok(query) => query,
        Err(error) => return assert_harmless(&error.to_string()),
    };
    let [all, half] = &*INDEXES;
    let found = all.search(&query, limit, |id| id % 2 == 0);
    found.not_found.iter().for_each(|name| assert_harmless(name));
    assert!(found.hits.len() <= MAX_RESULTS);
    assert!(found.hits.iter().all(|hit| hit.id % 2 == 0), "what is not visible was found");
    assert!(found.hits.is_sorted_by(|one, next| one.score >= next.score));
    assert!(found.hint.is_some() || !found.hits.is_empty(), "a miss comes with a hint");

    // What is not visible influences nothing.
    let alone = half.search(&query, limit, |_| true);
    let of_all = found.hits.iter().map(|hit| (all.name(hit.id), hit.score));
    assert!(of_all.eq(alone.hits.iter().map(|hit| (half.name(hit.id), hit.score))));
    assert_eq!((found.not_found, found.hint), (alone.not_found, alone.hint));
}
