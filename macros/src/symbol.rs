//! The words of the attributes, each written once.

use strsim::damerau_levenshtein;

pub(crate) const ADAPT: &str = "adapt";
pub(crate) const ALIAS: &str = "alias";
pub(crate) const CRATE: &str = "crate";
pub(crate) const DEFAULT: &str = "default";
pub(crate) const DESCRIPTION: &str = "description";
pub(crate) const FROM_STATE: &str = "from_state";
pub(crate) const HINT: &str = "hint";
pub(crate) const LIFECYCLE: &str = "lifecycle";
pub(crate) const NAME: &str = "name";
pub(crate) const NOTE: &str = "note";
pub(crate) const REGISTER: &str = "register";
pub(crate) const REMOVE_IN: &str = "remove_in";
pub(crate) const RENAME: &str = "rename";
pub(crate) const REPLACEMENT: &str = "replacement";
pub(crate) const SET: &str = "set";
pub(crate) const SINCE: &str = "since";
pub(crate) const TAGS: &str = "tags";
pub(crate) const TITLE: &str = "title";

/// What an author can say of a tool's effects, in the order of the record.
pub(crate) const ANNOTATIONS: [&str; 5] =
    ["read_only", "destructive", "idempotent", "open_world", "parallel_safe"];

/// The keys of `#[tool(..)]`.
pub(crate) const TOOL_KEYS: &[&str] = &[
    NAME,
    DESCRIPTION,
    LIFECYCLE,
    REPLACEMENT,
    SINCE,
    REMOVE_IN,
    NOTE,
    ALIAS,
    ANNOTATIONS[0],
    ANNOTATIONS[1],
    ANNOTATIONS[2],
    ANNOTATIONS[3],
    ANNOTATIONS[4],
    TAGS,
    TITLE,
    FROM_STATE,
    REGISTER,
    CRATE,
];

/// The keys of `alias(..)`.
pub(crate) const ALIAS_KEYS: &[&str] =
    &[NAME, LIFECYCLE, SINCE, REMOVE_IN, NOTE, SET, RENAME, ADAPT];

/// The keys of `retired! { .. }`.
pub(crate) const RETIRED_KEYS: &[&str] = &[NAME, SINCE, REPLACEMENT, HINT];

/// The keys of `#[arg(..)]`.
pub(crate) const ARG_KEYS: &[&str] = &[NAME, DEFAULT];

/// The states that an attribute can give.
pub(crate) const STATES: &[&str] = &["active", "deferred", "hidden", "deprecated", "removed"];

/// What follows an unknown word: the nearest known one, or all of them.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    let distance = |one: &&&str| damerau_levenshtein(one, word);
    match known.iter().min_by_key(distance) {
        Some(near) if damerau_levenshtein(near, word) <= (near.len() / 3).max(1) => {
            format!("did you mean `{near}`?")
        }
        _ => {
            let known: Vec<_> = known.iter().map(|one| format!("`{one}`")).collect();
            format!("expected one of {}", known.join(", "))
        }
    }
}
