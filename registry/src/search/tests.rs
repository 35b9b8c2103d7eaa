//! What holds of searches as a whole.

use serde_json::{Value, json};

use super::{Found, Mode, Query, SearchIndex};

fn schema(arguments: &[(&str, &str)]) -> Value {
    let property = |(name, text): &(&str, &str)| {
        ((*name).to_owned(), json!({"type": "string", "description": text}))
    };
    let properties: serde_json::Map<_, _> = arguments.iter().map(property).collect();
    json!({"type": "object", "properties": properties})
}

fn tools() -> Vec<(&'static str, &'static str, Value)> {
    vec![
        ("read_text_file", "Read a file as text.", schema(&[("path", "Which file to read")])),
        ("write_file", "Create or overwrite a file.", schema(&[("path", ""), ("content", "")])),
        ("create_directory", "Create a directory.", schema(&[("path", "Where")])),
        ("list_pull_requests", "List pull requests.", schema(&[("repo", "The repository")])),
        ("merge_pull_request", "Merge a pull request.", schema(&[("commit_title", "Its title")])),
        ("get_current_time", "Get the time in a zone.", schema(&[("timezone", "An IANA name")])),
        ("fetch", "Fetch a URL.", schema(&[("url", "What to fetch"), ("max_length", "")])),
        ("searchNodes", "Search the knowledge graph.", schema(&[("query", "")])),
        (
            "projects_write",
            "Change projects.",
            json!({"properties": {
                "method": {"enum": ["delete_project_item", "add_project_item"]},
                "item": {"type": "object", "properties": {"iteration": {"description": "Sprint"}}},
            }}),
        ),
    ]
}

fn index_of(tools: &[(&'static str, &'static str, Value)]) -> SearchIndex {
    SearchIndex::new(tools.iter().map(|(name, text, schema)| (*name, *text, schema)))
}

fn find(query: &str) -> Vec<String> {
    let index = index_of(&tools());
    let query = Query::parse(query, Mode::Auto).unwrap();
    names(&index, &index.search(&query, 5, |_| true))
}

fn names(index: &SearchIndex, found: &Found) -> Vec<String> {
    found.hits.iter().map(|hit| index.name(hit.id).unwrap().to_owned()).collect()
}

#[test]
fn words_find_what_they_are_about() {
    for (query, first) in [
        ("make a folder", "create_directory"),
        ("raed text", "read_text_file"),
        ("merging PRs", "merge_pull_request"),
        ("what time is it", "get_current_time"),
        ("sprint", "projects_write"),
        ("delete project item", "projects_write"),
        ("commitTitle", "merge_pull_request"),
        ("knowl", "searchNodes"),
    ] {
        assert_eq!(find(query).first().map(String::as_str), Some(first), "{query}");
    }
}

#[test]
fn a_name_in_any_spelling_comes_first() {
    for (query, name) in [
        ("fetch", "fetch"),
        ("readTextFile", "read_text_file"),
        ("READ-TEXT-FILE", "read_text_file"),
        ("write file", "write_file"),
        ("search_nodes", "searchNodes"),
        ("list the files with write_file, read, text, path", "write_file"),
        ("read text with mcp__fs__write_file", "write_file"),
        ("read text with fs.create_directory", "create_directory"),
    ] {
        assert_eq!(find(query).first().map(String::as_str), Some(name), "{query}");
    }
}

#[test]
fn a_name_to_the_letter_comes_before_other_spellings() {
    let none = json!({});
    let index = SearchIndex::new([("getX", "", &none), ("get_x", "", &none), ("get-x", "", &none)]);
    for name in ["getX", "get_x", "get-x"] {
        let query = Query::parse(name, Mode::Auto).unwrap();
        assert_eq!(names(&index, &index.search(&query, 1, |_| true)), [name]);
    }
}

#[test]
fn required_words_are_there() {
    assert_eq!(find("+requests list"), ["list_pull_requests", "merge_pull_request"]);
    assert_eq!(find("+file +content"), ["write_file"]);
    let index = index_of(&tools());
    let found = index.search(&Query::parse("+teapot file", Mode::Auto).unwrap(), 5, |_| true);
    assert!(found.hits.is_empty());
    assert_eq!(found.hint, Some("no tool has all words marked with `+`: leave out a `+`"));
}

#[test]
fn names_are_selected_and_missing_ones_told() {
    let index = index_of(&tools());
    let query = Query::parse("select:write_file, searchnodes,fetch,a\u{1b}b", Mode::Auto).unwrap();
    let found = index.search(&query, 1, |_| true);
    assert_eq!(names(&index, &found), ["fetch", "write_file", "searchNodes"]);
    assert_eq!(found.not_found, ["a\\u{1b}b"]);
    assert!(found.hint.is_some());
    let hidden = index.search(&query, 1, |id| index.name(id) != Some("fetch"));
    assert_eq!(hidden.not_found, ["a\\u{1b}b", "fetch"]);
}

#[cfg(feature = "regex")]
#[test]
fn a_pattern_finds_names_before_texts() {
    assert_eq!(find("/FILE/"), ["read_text_file", "write_file"]);
    assert_eq!(find("/^(get|fetch)/"), ["fetch", "get_current_time"]);
    assert_eq!(find("/^path$/"), ["create_directory", "read_text_file", "write_file"]);
    assert_eq!(find("/zzz/"), [""; 0]);
}

#[test]
fn a_miss_is_an_empty_success_with_a_hint() {
    let index = index_of(&tools());
    for text in ["teapot", "???", "ж", "🦀 🦀", "select:teapot"] {
        let found = index.search(&Query::parse(text, Mode::Auto).unwrap(), 5, |_| true);
        assert!(found.hits.is_empty() && found.hint.is_some(), "{text}");
    }
    let empty = SearchIndex::new([]);
    let found = empty.search(&Query::parse("file", Mode::Auto).unwrap(), 5, |_| true);
    assert!(found.hits.is_empty() && found.hint.is_some());
}

#[test]
fn there_are_no_more_hits_than_asked_for() {
    let index = index_of(&tools());
    let query = Query::parse("file directory time pull request", Mode::Auto).unwrap();
    let all = index.search(&query, 20, |_| true).hits;
    for limit in 1..all.len() {
        assert_eq!(index.search(&query, limit, |_| true).hits, all[..limit]);
    }
    assert_eq!(index.search(&query, 0, |_| true).hits, all[..1]);
    assert_eq!(index.search(&query, usize::MAX, |_| true).hits, all);
}

#[test]
fn equals_are_sorted_by_name() {
    let none = json!({});
    let names = ["tool_c", "tool_a", "tool_d", "tool_b"];
    let index = SearchIndex::new(names.map(|name| (name, "Weld steel.", &none)));
    let query = Query::parse("welding", Mode::Auto).unwrap();
    let found = index.search(&query, 3, |_| true);
    assert_eq!(self::names(&index, &found), ["tool_a", "tool_b", "tool_c"]);
}

/// The search over an index with hidden documents is that over an index without them.
#[test]
fn hidden_documents_leave_no_trace() {
    let tools = tools();
    let all = index_of(&tools);
    let queries = [
        "read a file",
        "make a folder",
        "raed text",
        "merging PRs",
        "time",
        "knowl",
        "sprint",
        "List files. Then merge the request. Get the time.",
        "+file create",
        "fetch",
        "write_file",
        "select:fetch,write_file,searchNodes",
        "pull request",
        "graph",
    ];
    for subset in 0..1_u32 << tools.len() {
        let is_visible = |id: u32| subset >> id & 1 == 1;
        let ids: Vec<_> = (0..).take(tools.len()).filter(|id| is_visible(*id)).collect();
        let kept: Vec<_> = ids.iter().map(|id| tools[*id as usize].clone()).collect();
        let alone = index_of(&kept);
        for query in &queries {
            let query = Query::parse(query, Mode::Auto).unwrap();
            let mut expected = alone.search(&query, 5, |_| true);
            for hit in &mut expected.hits {
                hit.id = ids[hit.id as usize];
            }
            assert_eq!(all.search(&query, 5, is_visible), expected, "{query:?} {subset:b}");
        }
    }
}

/// Scores are numbers of this table on every platform, in every build.
#[test]
fn scores_do_not_move() {
    let index = index_of(&tools());
    let query = Query::parse("create a new file", Mode::Auto).unwrap();
    let found = index.search(&query, 5, |_| true);
    let told: Vec<_> =
        found.hits.iter().map(|hit| (index.name(hit.id).unwrap(), hit.score)).collect();
    assert_eq!(told, SCORES);
}

const SCORES: [(&str, u32); 4] = [
    ("write_file", 13_285),
    ("create_directory", 12_348),
    ("read_text_file", 4_619),
    ("projects_write", 2_688),
];

/// Texts of the characters that mean something to a query, mixed by a generator that every run
/// repeats.
fn noise(seed: u32) -> String {
    const PIECES: [&str; 26] = [
        "+", "/", "select:", ",", " ", "(", ")", "[", "]", "{9}", "*", "?", "\\", "file", "read",
        "_", "Ü", "読", "\u{0}", "\u{202e}", "🦀", "'", ".", "X", "{999}", "|",
    ];
    let mut state = seed.wrapping_mul(0x9e37_79b9) | 1;
    let mut next = |below: u32| {
        // Xorshift.
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state % below) as usize
    };
    (0..next(60)).map(|_| PIECES[next(26)]).collect()
}

#[test]
fn any_text_is_answered_and_answered_alike() {
    let index = index_of(&tools());
    let mut run = 0;
    for seed in 0..3_000 {
        let text = noise(seed);
        for mode in [Mode::Auto, Mode::Words, Mode::Regex, Mode::Select] {
            match Query::parse(&text, mode) {
                Ok(query) => {
                    run += 1;
                    let found = index.search(&query, 5, |id| id != 3);
                    assert!(found.hits.iter().all(|hit| hit.id != 3), "{text:?}");
                    assert_eq!(found, index.search(&query, 5, |id| id != 3), "{text:?}");
                    let told = found.not_found.concat();
                    assert!(
                        !told.contains(|c: char| c.is_control() || c == '\u{202e}'),
                        "{text:?}"
                    );
                }
                Err(error) => {
                    let told = error.to_string();
                    assert!(!told.contains(char::is_control) && told.len() < 500, "{text:?}");
                }
            }
        }
    }
    assert!(run > 4_000, "most texts are queries");
}

/// A schema may be anything: deep, wide, or none.
#[test]
fn any_schema_is_indexed() {
    let mut deep = json!({"description": "deep"});
    for _ in 0..100 {
        deep = json!({"properties": {"x": deep}, "items": 1, "enum": {}, "anyOf": [[], null]});
    }
    let wide: serde_json::Map<_, _> = (0..10_000).map(|n| (n.to_string(), json!({}))).collect();
    let long = json!({"properties": {"x": {"description": "ü".repeat(100_000)}}});
    let schemas = [deep, json!({"properties": wide}), long, json!(true), json!([1]), Value::Null];
    let index = SearchIndex::new(schemas.iter().map(|schema| ("crab", "", schema)));
    let query = Query::parse("crab", Mode::Auto).unwrap();
    assert_eq!(index.search(&query, 20, |_| true).hits.len(), schemas.len());
}
