//! The fuzz targets' bodies, on random bytes and on real data that was changed a little.
//!
//! `PROPTEST_CASES` says how often; for libFuzzer see fuzz/README.md.

#[path = "fuzz/bodies/arguments.rs"]
mod arguments;
#[path = "fuzz/bodies/catalog.rs"]
mod catalog;
#[path = "fuzz/bodies/harmless.rs"]
mod harmless;
#[path = "fuzz/bodies/query.rs"]
mod query;
#[path = "fuzz/bodies/schema.rs"]
mod schema;
#[path = "fuzz/bodies/text.rs"]
mod text;

use std::fmt;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use toolcrib::serde_json::{self, Value};

/// Pieces that mean something to a parser.
const PIECES: [&str; 52] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    "\\",
    "null",
    "true",
    "1e999",
    "-0",
    "18446744073709551616",
    "\\u202e",
    "\\ud800",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{0}",
    "é",
    "{\"a\":null}",
    "\"\"",
    "\"$ref\":\"#\"",
    "\"$ref\":\"#/$defs/a\"",
    "\"$defs\":{\"a\":{}},",
    "\"anyOf\":[{},{}],",
    "\"type\":\"object\",",
    "\"properties\":{},",
    "\"required\":[\"a\"],",
    "\"enum\":[1,\"a\"],",
    "\"additionalProperties\":false,",
    "\"$serde_json::private::RawValue\":\"{}\"",
    "\"$serde_json::private::Number\":\"1\"",
    "select:",
    "+",
    "/",
    "(",
    ")*",
    "{9,999}",
    "_",
    ".",
    "---\n",
    "\n",
    "\r\n",
    "allowed-tools: Bash(git:*), agent_spawn\n",
    "description: >\n  ",
    "&a [*a]",
    "`agent_spawn`",
    "```\n",
    "<!-- toolcrib: allow Bash -->",
    "\u{feff}",
    "- ",
    "  ",
];

/// An input, shown as text.
struct Input(Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

/// A change of some bytes.
#[derive(Debug, Clone)]
enum Change {
    Set(Index, u8),
    Insert(Index, &'static str),
    Remove(Index, u8),
    Repeat(Index, u8),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let (Self::Set(at, _) | Self::Insert(at, _) | Self::Remove(at, _) | Self::Repeat(at, _)) =
            self;
        let at = at.index(bytes.len() + 1);
        let until = |length: u8| bytes.len().min(at + usize::from(length));
        match self {
            Self::Set(_, to) => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = *to;
                }
            }
            Self::Insert(_, piece) => _ = bytes.splice(at..at, piece.bytes()),
            Self::Remove(_, length) => _ = bytes.drain(at..until(*length)),
            Self::Repeat(_, length) => {
                let again = bytes[at..until(*length)].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
}

/// Random bytes, random pieces, and `seeds` with some changes. The first byte of each is any.
fn inputs(seeds: Vec<String>) -> impl Strategy<Value = Input> {
    let at = any::<Index>;
    let change = prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, to)| Change::Set(at, to)),
        (at(), select(&PIECES[..])).prop_map(|(at, piece)| Change::Insert(at, piece)),
        (at(), any::<u8>()).prop_map(|(at, length)| Change::Remove(at, length % 32)),
        (at(), any::<u8>()).prop_map(|(at, length)| Change::Repeat(at, length)),
    ];
    let changed =
        (select(seeds), prop::collection::vec(change, 0..6)).prop_map(|(seed, changes)| {
            let mut bytes = seed.into_bytes();
            for change in &changes {
                change.apply(&mut bytes);
            }
            bytes
        });
    let pieces = prop::collection::vec(select(&PIECES[..]), 0..24);
    let rest = prop_oneof![
        1 => prop::collection::vec(any::<u8>(), 0..64),
        1 => pieces.prop_map(|pieces| pieces.concat().into_bytes()),
        6 => changed,
    ];
    (any::<u8>(), rest).prop_map(|(first, rest)| Input([vec![first], rest].concat()))
}

fn tools() -> Vec<Value> {
    let lines = include_str!("data/tool-catalogs/tools.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn queries() -> Vec<String> {
    let lines = include_str!("data/tool-catalogs/queries.jsonl").lines();
    let lines = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let words = lines.map(|line| line["query"].as_str().unwrap().to_owned());
    let forms =
        ["select:read_file,write_file", "/^get_.*(issue|pull)/", "+file read it", "/(a+)+$/"];
    words.chain(forms.map(str::to_owned)).collect()
}

fn calls() -> Vec<String> {
    let seeds = [
        "",
        "null",
        "{}",
        r#""""#,
        r#"{"path": "a.txt", "lines": 3, "factor": 1.5, "tags": ["a"]}"#,
        r#"{"file": "a", "tags": null}"#,
        r#""{\"path\": \"a\"}""#,
        r#"{"path": "a", "path": "b"}"#,
        r#"{"a": "x", "b": 1.0, "c": null}"#,
        r#"{"a": null, "d": [{}]}"#,
        r#"{"list": [{"a": 1}], "either": {"x": null}, "more": {}}"#,
        "[1]",
        "{\"path\": \"\\ud800\"}",
    ];
    seeds.map(str::to_owned).to_vec()
}

fn texts() -> Vec<String> {
    let skill = include_str!("data/skills/codewhale/delegate/SKILL.md");
    let seeds = [
        skill,
        "---\nname: a\ndescription: Does a.\nallowed-tools: [Bash, \"exec-wait\"]\n---\n`task`\n",
        "---\ntools:\n  - agent_spawn\n  - mcp__a__b # toolcrib: allow x\n---\nCall agent_spawn(1).\n",
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash|TodoWrite", "hooks": []}]}}"#,
        r#"{"permissions": {"allow": ["Bash(git:*)", "agent_spawn"], "deny": ["exec-wait"]}}"#,
        r#"{"name": "a", "commands": "./c", "mcpServers": {"task": {"command": "task"}}}"#,
    ];
    seeds.map(str::to_owned).to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_query_is_answered(data in inputs(queries())) {
        query::run(&data.0);
    }

    #[test]
    fn any_schema_is_taken_or_refused(
        data in inputs(tools().iter().map(|tool| tool["inputSchema"].to_string()).collect()),
        call in inputs(calls()),
    ) {
        // The first byte chooses nothing here.
        schema::run(&[&data.0[1..], b"\0", &call.0[1..]].concat());
    }

    #[test]
    fn any_catalog_is_taken_or_refused(
        data in inputs(tools().chunks(2).map(|two| Value::from(two).to_string()).collect()),
    ) {
        catalog::run(&data.0);
    }

    #[test]
    fn any_text_is_searched(data in inputs(texts())) {
        text::run(&data.0);
    }

    #[test]
    fn any_arguments_are_read_or_refused(data in inputs(calls())) {
        arguments::run(&data.0);
    }
}
