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

/// The keys of one place, and what to say of words that are none.
pub(crate) struct Keys {
    pub(crate) known: &'static [&'static str],
    /// Those that may be given more than once.
    pub(crate) often: &'static [&'static str],
    /// Words that belong elsewhere, and what to write instead.
    pub(crate) instead: &'static [(&'static str, &'static str)],
}

impl Keys {
    /// What follows a word that is no key.
    pub(crate) fn instead_of(&self, word: &str) -> String {
        match self.instead.iter().find(|(other, _)| *other == word) {
            Some((_, instead)) => (*instead).to_owned(),
            None => did_you_mean(word, self.known),
        }
    }
}

/// The keys of `#[arguments(..)]`.
pub(crate) const ARGUMENTS_KEYS: Keys = Keys { known: &[CRATE], often: &[], instead: &[] };

/// The keys of `#[tool(..)]`.
pub(crate) const TOOL_KEYS: Keys = Keys {
    known: TOOL,
    often: &[ALIAS],
    instead: &[
        ("rename", "write `name = \"…\"`"),
        ("hint", "write `note = \"…\"`"),
        ("deferred", "write `lifecycle = \"deferred\"`"),
        ("hidden", "write `lifecycle = \"hidden\"`"),
        ("deprecated", "write `lifecycle = \"deprecated\"`"),
        ("readonly", "write `read_only`"),
        ("aliases", "write `alias(name = \"…\")` for each of them"),
    ],
};

const TOOL: &[&str] = &[
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
pub(crate) const ALIAS_KEYS: Keys = Keys {
    known: &[NAME, LIFECYCLE, SINCE, REMOVE_IN, NOTE, SET, RENAME, ADAPT],
    often: &[],
    instead: &[
        (REPLACEMENT, "an alias is replaced by its tool, leave it out"),
        (DESCRIPTION, "an alias is never shown, leave it out"),
        (TITLE, "an alias is never shown, leave it out"),
    ],
};

/// The keys of `retired! { .. }`.
pub(crate) const RETIRED_KEYS: Keys = Keys {
    known: &[NAME, SINCE, REPLACEMENT, HINT],
    often: &[],
    instead: &[
        (LIFECYCLE, "a retired name is removed, leave it out"),
        (REMOVE_IN, "write `since = \"…\"`, the version that has it no more"),
        (NOTE, "write `hint = \"…\"`"),
    ],
};

/// The keys of `#[arg(..)]`.
pub(crate) const ARG_KEYS: Keys = Keys {
    known: &[NAME, DEFAULT],
    often: &[],
    instead: &[
        (DESCRIPTION, "write a doc comment on the parameter"),
        (RENAME, "write `name = \"…\"`"),
    ],
};

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
