//! What is wrong with the arguments of a call, and how a model is told.

use std::collections::HashSet;
use std::fmt;
use std::fmt::Write as _;

use serde_json::{Value, json};
use strsim::damerau_levenshtein;

use super::fit::{Misfit, Reader, held};
use super::members;
use crate::entry::Adapter;
use crate::name::{Shown, printable};
use crate::schema::InputSchema;

/// The longest explanation that a message repeats, in characters.
const MAX_EXPLANATION: usize = 300;

/// The longest path or name that is kept, in characters.
const MAX_PATH: usize = 200;

/// How much of a value is repeated, in characters.
const MAX_SHOWN: usize = 60;

/// How many mistakes of one kind are listed, and in how many bytes. The first is, however long.
const MAX_LISTED: usize = 32;
const MAX_LISTED_BYTES: usize = 1024;

/// How long an answer becomes before it says what is expected, in bytes.
const MAX_ANSWER: usize = 5 * 1024;

/// For how many names that a tool does not have a near one is looked for, and within which of their
/// characters.
const MAX_SUGGESTIONS: usize = 8;
const MAX_COMPARED: usize = 64;

/// Everything that is wrong with the arguments of one call; of very many mistakes the first, and how many
/// more there are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentErrors {
    /// Why the text is no JSON object at all; nothing else is said then.
    pub malformed: Option<String>,
    /// Required arguments that are not there.
    pub missing: Vec<String>,
    /// Arguments that the tool does not have; a long name is cut.
    pub unexpected: Vec<String>,
    /// Arguments with a value that does not fit.
    pub invalid: Vec<InvalidArgument>,
    /// How many mistakes there are besides those that are listed.
    pub more: usize,
}

/// An argument with a value that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidArgument {
    /// Where it stands, such as `items[2].name`; empty for the arguments as a whole.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
    /// Whether a parser says so: then the schema may have better words.
    is_parsers: bool,
}

impl ArgumentErrors {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.malformed.is_none()
            && self.missing.is_empty()
            && self.unexpected.is_empty()
            && self.invalid.is_empty()
            && self.more == 0
    }

    #[cold]
    pub(crate) fn malformed(text: &str) -> Self {
        Self::unreadable(&match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(_)) => "the JSON object cannot be read".into(),
            Ok(other) => format!("they are {}, not a JSON object", kind_of(&other)),
            Err(error) => format!("they are not JSON: {error}"),
        })
    }

    /// Arguments of which nothing can be read, and why.
    #[cold]
    pub(crate) fn unreadable(why: &str) -> Self {
        Self { malformed: Some(printable(why, MAX_EXPLANATION)), ..Self::default() }
    }

    /// Adds an argument that the tool does not have.
    #[cold]
    pub(crate) fn add_unexpected(&mut self, name: &str) {
        let name = cut(name, MAX_PATH).to_owned();
        add(&mut self.unexpected, &mut self.more, name, |name| shown_len(name));
    }

    /// Adds an argument that is not there.
    #[cold]
    pub(crate) fn add_missing(&mut self, name: &str) {
        add(&mut self.missing, &mut self.more, name.to_owned(), |name| shown_len(name));
    }

    /// Adds an argument whose value does not fit.
    #[cold]
    pub(crate) fn add_invalid(&mut self, path: &str, message: &str) {
        self.add(path, message, false);
    }

    fn add(&mut self, path: &str, message: &str, is_parsers: bool) {
        let path = cut(path, MAX_PATH).to_owned();
        let message = printable(message, MAX_EXPLANATION);
        let invalid = InvalidArgument { path, message, is_parsers };
        if !self.invalid.contains(&invalid) {
            let bytes = |one: &InvalidArgument| shown_len(&one.path) + one.message.len();
            add(&mut self.invalid, &mut self.more, invalid, bytes);
        }
    }

    /// What `serde_json` said about `text`, which stands at `path` of the arguments.
    #[cold]
    #[inline(never)]
    pub(super) fn add_parse_error(&mut self, path: &str, text: &str, error: &serde_json::Error) {
        let (inner, value) = members::value_at(text, offset_of(text, error));
        let dot =
            if path.is_empty() || inner.is_empty() || inner.starts_with('[') { "" } else { "." };
        let said = error.to_string();
        let said = said.rfind(" at line ").map_or(&*said, |at| &said[..at]);
        let is_parsers =
            !error.is_data() || OF_A_PARSER.iter().any(|start| said.starts_with(start));
        self.add(&format!("{path}{dot}{inner}"), &without_rust(said, value), is_parsers);
    }

    /// Adds what the schema knows of `text`: what is missing or not expected, and what does not fit, in
    /// words that a model can follow.
    #[cold]
    pub(crate) fn compare(&mut self, text: &str, schema: &InputSchema) {
        self.name(text, schema);
        let by_schema = held(&schema.to_value(), text, Reader::Type).misfits;
        // Both may say the same of one place, or one of what is within that of the other.
        let is_said = |path: &str| {
            by_schema.iter().any(|one| is_within(&one.path, path) || is_within(path, &one.path))
        };
        self.invalid.retain(|one| !(one.is_parsers && is_said(&one.path)));
        // What a type says in its own words is best.
        let said: HashSet<_> = self.invalid.iter().map(|one| one.path.clone()).collect();
        for Misfit { path, message } in by_schema.iter().filter(|one| !said.contains(&one.path)) {
            self.add_invalid(path, message);
        }
        if !(self.missing.is_empty() && self.unexpected.is_empty()) {
            // A parser said the same of the arguments as a whole.
            self.invalid.retain(|one| !(one.is_parsers && one.path.is_empty()));
        }
    }

    /// Adds which arguments are missing or not expected.
    pub(crate) fn name(&mut self, text: &str, schema: &InputSchema) {
        self.missing.clear();
        self.unexpected.clear();
        let known: HashSet<_> = schema.properties().iter().map(|one| &*one.name).collect();
        let mut given = HashSet::new();
        for member in members::members(text).map_while(Result::ok) {
            let is_unexpected = schema.is_closed() && !known.contains(&*member.key);
            if given.insert(member.key.clone()) && is_unexpected {
                self.add_unexpected(&member.key);
            }
        }
        for property in schema.properties() {
            if property.required && !given.contains(&*property.name) {
                self.add_missing(&property.name);
            }
        }
    }

    /// The same in the names of an old call.
    pub(crate) fn called_by(mut self, adapter: &Adapter) -> Self {
        self.missing = self.missing.iter().map(|name| adapter.path(name)).collect();
        for invalid in &mut self.invalid {
            invalid.path = adapter.path(&invalid.path);
        }
        self
    }

    /// Adds all of `other`.
    pub(crate) fn extend(&mut self, other: &Self) {
        other.missing.iter().for_each(|name| self.add_missing(name));
        other.unexpected.iter().for_each(|name| self.add_unexpected(name));
        for one in &other.invalid {
            self.add(&one.path, &one.message, one.is_parsers);
        }
        self.more += other.more;
    }

    /// The same as data, for a result's metadata.
    pub(crate) fn to_json(&self) -> Value {
        let shown = |names: &[String]| -> Value {
            names.iter().map(|name| Shown(name).to_string()).collect()
        };
        let invalid = self.invalid.iter();
        let invalid = invalid
            .map(|one| json!({"path": Shown(&one.path).to_string(), "message": one.message}));
        json!({
            "malformed": self.malformed,
            "missing": shown(&self.missing),
            "unexpected": shown(&self.unexpected),
            "invalid": invalid.collect::<Vec<_>>(),
            "more": self.more,
        })
    }

    /// The message for the model: what is wrong, and what is expected. `of` is the name that was called and
    /// the way its arguments went; an old call is answered in its own names.
    pub(crate) fn explain(&self, of: Called<'_>, schema: &InputSchema) -> String {
        let names = |name| of.name_of(name);
        let mut lines: Vec<_> = self.malformed.iter().cloned().collect();
        lines.extend(self.missing.iter().map(|name| format!("`{}` is missing", Shown(name))));
        for (i, name) in self.unexpected.iter().enumerate() {
            let known = schema.properties().iter().filter_map(|one| names(&one.name));
            let near = if i < MAX_SUGGESTIONS { near(name, known) } else { None };
            let near = near.map(|near| format!("; did you mean `{}`?", Shown(near)));
            let near = near.unwrap_or_default();
            lines.push(format!("`{}` is not an argument of this tool{near}", Shown(name)));
        }
        lines.extend(self.invalid.iter().map(|one| match &*one.path {
            "" => one.message.clone(),
            path => format!("`{}`: {}", Shown(path), one.message),
        }));
        let mut text = of.to_string();
        let mut more = self.more;
        for line in &lines {
            if text.len() + line.len() > MAX_ANSWER {
                more += 1;
            } else {
                let _ = write!(text, "\n- {line}");
            }
        }
        if more > 0 {
            let _ = write!(text, "\n- and {} more", thousands(more));
        }
        let _ = write!(text, "\nexpected: {}", schema.summary(names));
        text
    }
}

/// The name that was called, and what became of its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Called<'a> {
    pub(crate) name: &'a str,
    pub(crate) tool: &'a str,
    pub(crate) adapter: Option<&'a Adapter>,
}

impl<'a> Called<'a> {
    /// A tool by its own name.
    pub(crate) const fn tool(name: &'a str) -> Self {
        Self { name, tool: name, adapter: None }
    }

    /// The name that the caller has for an argument of the tool.
    fn name_of<'n>(&self, name: &'n str) -> Option<&'n str> {
        self.adapter.map_or(Some(name), |adapter| adapter.called(name))
    }
}

impl fmt::Display for Called<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, tool, adapter } = *self;
        match adapter {
            None => write!(f, "the arguments of `{tool}` do not fit, and it did not run"),
            Some(Adapter { adapt: None, .. }) => {
                write!(f, "the arguments of `{name}` do not fit, and it did not run")
            }
            // What a function made of them is not what the caller wrote.
            Some(_) => write!(
                f,
                "the arguments of `{name}` do not fit once they are made those of `{tool}`, and it did not \
                 run; call `{tool}` itself, as expected below"
            ),
        }
    }
}

/// The known name that is near to one that is not.
fn near<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let name = cut(name, MAX_COMPARED);
    let far = |known: &str| (known.len() / 3).max(1);
    let near = known.filter(|known| known.len().abs_diff(name.len()) <= 4 * far(known));
    let near = near.map(|known| (damerau_levenshtein(cut(known, MAX_COMPARED), name), known)).min();
    near.filter(|(distance, near)| *distance <= far(near)).map(|(_, near)| near)
}

/// Adds to a list, or counts what it has no room for.
fn add<T>(list: &mut Vec<T>, more: &mut usize, one: T, bytes: impl Fn(&T) -> usize) {
    let is_full = list.len() >= MAX_LISTED || {
        let so_far: usize = list.iter().map(&bytes).sum();
        !list.is_empty() && so_far + bytes(&one) > MAX_LISTED_BYTES
    };
    if is_full { *more += 1 } else { list.push(one) }
}

fn shown_len(text: &str) -> usize {
    Shown(text).to_string().len()
}

/// Whether a path leads to, or into, what another leads to.
fn is_within(path: &str, other: &str) -> bool {
    let rest = path.strip_prefix(other);
    rest.is_some_and(|rest| other.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

fn cut(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(at, _)| &text[..at])
}

/// `99,990`.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// How the messages of `serde` begin; others are an author's.
const OF_A_PARSER: [&str; 8] = [
    "invalid type: ",
    "invalid value: ",
    "invalid length ",
    "missing field ",
    "unknown field ",
    "unknown variant ",
    "duplicate field ",
    "data did not match any variant ",
];

/// What `serde` says of `value`, without the names of Rust's types, which mean nothing to a model.
fn without_rust(said: &str, value: &str) -> String {
    let shown = printable(value, MAX_SHOWN);
    if said.starts_with("data did not match any variant ") {
        return format!("fits none of the forms that it takes: {shown}");
    }
    let Some((_, expected)) =
        said.rsplit_once(", expected ").filter(|_| said.starts_with("invalid "))
    else {
        return said.to_owned();
    };
    macro_rules! integers {
        ($($ty:ident)*) => {
            match expected {
                $(stringify!($ty) => {
                    return format!("takes integer from {} to {}, not {shown}", $ty::MIN, $ty::MAX);
                })*
                _ => {}
            }
        };
    }
    integers! { i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }
    let kind = match expected {
        "f32" | "f64" => "a number",
        "char" | "a character" => "a string of one character",
        "a sequence" => "an array",
        "a map" => "an object",
        other => {
            let is_rusts = ["struct ", "enum ", "unit ", "variant ", "field "]
                .iter()
                .any(|word| other.starts_with(word) || other.contains(&format!(" {word}")));
            if is_rusts { "a value of another form" } else { other }
        }
    };
    format!("takes {kind}, not {shown}")
}

impl fmt::Display for ArgumentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::from_iter(self.malformed.clone());
        parts.extend(self.missing.iter().map(|name| format!("`{}` is missing", Shown(name))));
        let unexpected = self.unexpected.iter();
        parts.extend(unexpected.map(|name| format!("`{}` is unexpected", Shown(name))));
        parts.extend(self.invalid.iter().map(|i| format!("`{}`: {}", Shown(&i.path), i.message)));
        if self.more > 0 {
            parts.push(format!("and {} more", thousands(self.more)));
        }
        f.write_str(&parts.join("; "))
    }
}

/// The byte that an error of `serde_json` is about: the last one that it read, or the first of the
/// value that it would not read.
fn offset_of(text: &str, error: &serde_json::Error) -> usize {
    let before: usize =
        text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let last = (before + error.column()).saturating_sub(1);
    let between = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | b':');
    last + text.as_bytes().iter().skip(last).take_while(|byte| between(byte)).count()
}
