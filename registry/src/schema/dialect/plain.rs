//! Mends what a provider would refuse of a schema that is sent as it is, so that no value is lost: what
//! cannot be said in the schema is said in a description.

use super::lift::lifted;
use super::node::{Members, Node, get};
use super::parts::{Words, described, insert, uniform};
use super::pattern::odd_part;
use super::walk::walk;
use super::{Remark, step};
use crate::name::Shown;
use crate::schema::keyword::{Holds, Inside, Keys, denies, holds, inside};

/// How much of a keyword is repeated in words, in characters.
const MAX_WORDS: usize = 600;

const IN_WORDS: &str = "which is only said in its description";
const SIMPLER: &str = "write what every engine compiles, or say it in words";

/// What a provider refuses of plain schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlainRules {
    /// A root that is composed.
    pub(crate) composed_root: bool,
    /// An array that does not say what it holds.
    pub(crate) open_arrays: bool,
    /// Regular expressions that not every engine compiles, and enumerations of nothing.
    pub(crate) odd_values: bool,
}

impl PlainRules {
    /// Whether anything is refused.
    pub(crate) const fn any(self) -> bool {
        self.composed_root || self.open_arrays || self.odd_values
    }
}

/// A schema that was mended.
#[derive(Debug)]
pub(crate) struct Plain {
    /// The schema; `None` where nothing had to be done.
    pub(crate) schema: Option<Node>,
    /// What the tool's description must say, as sentences.
    pub(crate) words: Option<String>,
    /// The keywords at the root that became those words.
    pub(crate) left_out: Vec<&'static str>,
    pub(crate) remarks: Vec<Remark>,
}

/// Mends `schema`.
pub(crate) fn plain(schema: &Node, rules: PlainRules) -> Plain {
    let mut mended = schema.clone();
    let (mut words, mut left_out) = (None, Vec::new());
    if let Node::Object(members) = &mut mended
        && rules.composed_root
        && let Some(lifted) = lifted(schema, members)
    {
        *members = lifted.members;
        words = Some(lifted.words);
        left_out = lifted.left_out;
    }
    let has_odd = rules.odd_values && has_odd(&mended, false);
    let mut mend = Mend { rules, has_odd, changed: !left_out.is_empty(), remarks: Vec::new() };
    mend.schema("", &mut mended);
    let Mend { changed, remarks, .. } = mend;
    Plain { schema: changed.then_some(mended), words, left_out, remarks }
}

struct Mend {
    rules: PlainRules,
    /// Whether anything in the schema is odd.
    has_odd: bool,
    changed: bool,
    remarks: Vec<Remark>,
}

impl Mend {
    fn remark(&mut self, path: &str, problem: String, way_out: &'static str) {
        self.changed = true;
        self.remarks.push(Remark { path: path.to_owned(), problem, way_out });
    }

    fn schema(&mut self, path: &str, schema: &mut Node) {
        let Node::Object(members) = schema else {
            return;
        };
        if self.rules.open_arrays {
            self.array(path, members);
        }
        if self.has_odd {
            self.values(path, members);
        }
        for (keyword, value) in members {
            let path = step(path, keyword);
            match (inside(keyword, value.shape()), value) {
                (Inside::Itself, value) => self.schema(&path, value),
                (Inside::Items, Node::Array(all)) => {
                    for (i, inner) in all.iter_mut().enumerate() {
                        self.schema(&step(&path, &i.to_string()), inner);
                    }
                }
                (Inside::Members, Node::Object(map)) => {
                    for (key, inner) in map {
                        self.schema(&step(&path, key), inner);
                    }
                }
                _ => {}
            }
        }
    }

    fn array(&mut self, path: &str, members: &mut Members) {
        let is_array = match get(members, "type") {
            Some(Node::Array(names)) => names.iter().any(|name| name.as_str() == Some("array")),
            name => name.and_then(Node::as_str) == Some("array"),
        };
        if !is_array || get(members, "items").is_some() {
            return;
        }
        // A tuple of one type is a list of so many, also for who does not know tuples.
        let items = uniform(members).and_then(|list| get(&list, "items").cloned());
        if items.is_none() && get(members, "prefixItems").is_none() {
            let problem = "does not say what the array holds, so `items: {}` is sent".to_owned();
            self.remark(path, problem, "give it `items`");
        }
        self.changed = true;
        insert(members, "items", items.unwrap_or_else(|| Node::Object(Members::new())));
    }

    fn values(&mut self, path: &str, members: &mut Members) {
        let mut words = Words::new();
        self.exact(path, members, &mut words);
        members.retain(|(keyword, value)| match (keyword.as_str(), value) {
            ("pattern", Node::Text(pattern)) => {
                let odd = odd_part(pattern);
                if let Some(odd) = odd {
                    words.push(format!("pattern: {value}"));
                    self.remark(path, format!("has a `pattern` with {odd}, {IN_WORDS}"), SIMPLER);
                }
                odd.is_none()
            }
            ("enum", Node::Array(values)) if values.is_empty() => {
                words.push("enum: []".to_owned());
                self.remark(
                    path,
                    format!("is an enumeration of nothing, {IN_WORDS}"),
                    "list the values",
                );
                false
            }
            _ => true,
        });
        self.patterns(path, members, &mut words);
        if !words.is_empty() {
            let mut description = described(members, &words);
            members.retain(|(key, _)| key != "description");
            if let Some((_, text)) = description.pop() {
                insert(members, "description", text);
            }
        }
    }

    /// Keywords under which a schema must be exact: one that takes more would make these take less.
    fn exact(&mut self, path: &str, members: &mut Members, words: &mut Words) {
        let is_odd =
            |keyword: &str| get(members, keyword).is_some_and(|value| has_odd(value, true));
        let keywords = members.iter().map(|(key, _)| key.as_str());
        let is_counted = get(members, "maxContains").is_some();
        let exact = |key: &&str| match *key {
            "contains" => is_counted,
            key => denies(key) || matches!(key, "if" | "oneOf"),
        };
        let odd: Vec<_> =
            keywords.filter(exact).filter(|key| is_odd(key)).map(str::to_owned).collect();
        for keyword in odd {
            // Of alternatives that take more, several may take one value.
            if keyword == "oneOf" && get(members, "anyOf").is_none() {
                let problem = "has `oneOf` with what is not sent, which became `anyOf`".to_owned();
                self.remark(path, problem, SIMPLER);
                members.iter_mut().filter(|(key, _)| *key == keyword).for_each(|(key, _)| {
                    "anyOf".clone_into(key);
                });
                continue;
            }
            let goes: &[&str] = match keyword.as_str() {
                "if" => &["if", "then", "else"],
                "contains" => &["maxContains"],
                _ => &[&keyword],
            };
            members.retain(|(key, value)| {
                let goes = goes.contains(&key.as_str());
                if goes {
                    let text = value.to_string();
                    let is_short = text.chars().count() <= MAX_WORDS;
                    words.push(format!(
                        "{key}: {}",
                        if is_short { &text } else { "too long to repeat" }
                    ));
                }
                !goes
            });
            let problem = format!("has `{keyword}` with what is not sent, {IN_WORDS}");
            self.remark(path, problem, SIMPLER);
        }
    }

    /// Patterns that are keys. Without one of them, what it lets in must not be closed out.
    fn patterns(&mut self, path: &str, members: &mut Members, words: &mut Words) {
        let mut has_odd = false;
        for (keyword, value) in members.iter_mut() {
            if let (Holds::SchemaMap(Keys::Patterns), Node::Object(map)) = (holds(keyword), value) {
                map.retain(|(pattern, schema)| {
                    let odd = odd_part(pattern);
                    if let Some(odd) = odd {
                        words.push(format!("properties like {}: {schema}", Node::text(pattern)));
                        let problem =
                            format!("has the pattern `{}` with {odd}, {IN_WORDS}", Shown(pattern));
                        self.remark(path, problem, SIMPLER);
                        has_odd = true;
                    }
                    odd.is_none()
                });
            }
        }
        if has_odd {
            members
                .retain(|(key, _)| key != "additionalProperties" && key != "unevaluatedProperties");
        }
    }
}

/// Whether a schema in `value` has a value that is not sent, or, where `through`, may refer to one.
fn has_odd(value: &Node, through: bool) -> bool {
    let mut is_odd = false;
    let mut see = |_: &str, schema: &Node| {
        for (keyword, value) in schema.as_object().into_iter().flatten() {
            is_odd |= match (keyword.as_str(), value) {
                ("pattern", Node::Text(pattern)) => odd_part(pattern).is_some(),
                ("enum", Node::Array(values)) => values.is_empty(),
                (keyword, Node::Object(map))
                    if holds(keyword) == Holds::SchemaMap(Keys::Patterns) =>
                {
                    map.iter().any(|(pattern, _)| odd_part(pattern).is_some())
                }
                (keyword, _) => through && holds(keyword) == Holds::Reference,
            };
        }
    };
    match value {
        Node::Array(all) => all.iter().for_each(|schema| walk(schema, &mut see)),
        schema => walk(schema, &mut see),
    }
    is_odd
}
