//! From the text that a model wrote to the values that a tool takes.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::json;
use strsim::damerau_levenshtein;

use crate::entry::{Call, Field};
use crate::name::{Shown, printable};
use crate::schema::InputSchema;

pub(crate) mod adapt;
mod digits;
pub(crate) mod members;
pub(crate) mod probe;
pub(crate) mod root;

/// The longest explanation from a parser that a message repeats, in characters.
const MAX_EXPLANATION: usize = 300;

/// The arguments of a function tool that takes them as one struct.
///
/// [`#[arguments]`](macro@crate::arguments) makes a struct fit. With derives of its own it says
/// where their crates are: `#[serde(crate = "toolcrib::serde")]`,
/// `#[schemars(crate = "toolcrib::schemars")]`; otherwise the compiler looks for crates of these
/// names (E0433).
///
/// A struct with named fields is closed, as the parameters of a function are: a key that is no field
/// is refused, and the schema says so. It is open with a `#[serde(flatten)]` field. A type without
/// content, such as a unit struct, takes an empty object.
///
/// In a struct, `null` and nothing are the same to serde, also for an `Option<Option<T>>`, unless the field
/// has a `deserialize_with` that tells them apart. A parameter of that type does tell them apart.
///
/// ```
/// use toolcrib::{Args, arguments, tool};
///
/// #[arguments]
/// struct Sum {
///     /// The numbers to add.
///     numbers: Vec<i64>,
/// }
///
/// /// Add numbers.
/// #[tool]
/// fn sum(Args(sum): Args<Sum>) -> i64 {
///     sum.numbers.iter().sum()
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Args<T>(pub T);

impl<T> std::ops::Deref for Args<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Everything that is wrong with the arguments of one call.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentErrors {
    /// Why the text is no JSON object at all; nothing else is said then.
    pub malformed: Option<String>,
    /// Required arguments that are not there.
    pub missing: Vec<String>,
    /// Arguments that the tool does not have.
    pub unexpected: Vec<String>,
    /// Arguments with a value that does not fit.
    pub invalid: Vec<InvalidArgument>,
}

/// An argument with a value that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidArgument {
    /// Where it stands, such as `items[2].name`; empty for the arguments as a whole.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
}

impl ArgumentErrors {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.malformed.is_none()
            && self.missing.is_empty()
            && self.unexpected.is_empty()
            && self.invalid.is_empty()
    }

    #[cold]
    fn malformed(text: &str) -> Self {
        let message = match serde_json::from_str::<serde_json::Value>(text) {
            Ok(serde_json::Value::Object(_)) => "the JSON object cannot be read".into(),
            Ok(other) => format!("they are {}, not a JSON object", kind_of(&other)),
            Err(error) => format!("they are not JSON: {error}"),
        };
        let message = printable(&message, MAX_EXPLANATION);
        Self { malformed: Some(message), ..Self::default() }
    }

    #[cold]
    fn add_invalid(&mut self, path: String, message: &str) {
        let message = printable(message, MAX_EXPLANATION);
        self.invalid.push(InvalidArgument { path, message });
    }

    /// What `serde_json` said about `text`, which stands at `path` of the arguments.
    #[cold]
    #[inline(never)]
    fn add_parse_error(&mut self, path: &str, text: &str, error: &serde_json::Error) {
        let inner = members::path_at(text, offset_of(text, error));
        let dot =
            if path.is_empty() || inner.is_empty() || inner.starts_with('[') { "" } else { "." };
        let said = error.to_string();
        let message = said.rfind(" at line ").map_or(&*said, |at| &said[..at]);
        self.add_invalid(format!("{path}{dot}{inner}"), message);
    }

    /// Adds what the schema knows: which arguments are missing or not expected.
    pub(crate) fn compare(&mut self, text: &str, schema: &InputSchema) {
        let given: Vec<_> = members::members(text).map_while(Result::ok).map(|m| m.key).collect();
        for property in schema.properties() {
            let absent = !given.iter().any(|key| *key == property.name);
            if property.required && absent && !self.missing.contains(&property.name) {
                self.missing.push(property.name.clone());
            }
        }
        let known = |key: &str| schema.properties().iter().any(|property| property.name == key);
        if schema.is_closed() {
            for key in given.into_iter().filter(|key| !known(key)) {
                if !self.unexpected.iter().any(|one| *one == *key) {
                    self.unexpected.push(key.into_owned());
                }
            }
        }
        if !(self.missing.is_empty() && self.unexpected.is_empty()) {
            // serde said the same of the arguments as a whole.
            self.invalid.retain(|invalid| !invalid.path.is_empty());
        }
    }

    /// The same as data, for a result's metadata.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        let invalid =
            self.invalid.iter().map(|one| json!({"path": one.path, "message": one.message}));
        json!({
            "malformed": self.malformed,
            "missing": self.missing,
            "unexpected": self.unexpected,
            "invalid": invalid.collect::<Vec<_>>(),
        })
    }

    /// The message for the model: what is wrong, and what `tool` expects.
    pub(crate) fn explain(&self, tool: &str, schema: &InputSchema) -> String {
        let mut text = format!("the arguments of `{tool}` do not fit, and it did not run");
        if let Some(malformed) = &self.malformed {
            let _ = write!(text, "\n- {malformed}");
        }
        for name in &self.missing {
            let _ = write!(text, "\n- `{name}` is missing");
        }
        for name in &self.unexpected {
            let _ = write!(text, "\n- `{}` is not an argument of this tool", Shown(name));
            let near = schema.properties().iter().map(|property| &*property.name);
            let near = near.map(|name_| (damerau_levenshtein(name_, cut(name)), name_)).min();
            if let Some((distance, near)) = near
                && distance <= (near.len() / 3).max(1)
            {
                let _ = write!(text, "; did you mean `{near}`?");
            }
        }
        for InvalidArgument { path, message } in &self.invalid {
            match &**path {
                "" => _ = write!(text, "\n- {message}"),
                path => _ = write!(text, "\n- `{}`: {message}", Shown(path)),
            }
        }
        text.push_str("\nexpected: ");
        let _ = write!(text, "{}", schema.summary());
        text
    }
}

fn cut(name: &str) -> &str {
    name.char_indices().nth(64).map_or(name, |(at, _)| &name[..at])
}

fn kind_of(value: &serde_json::Value) -> &'static str {
    match value {
        serde_json::Value::Null => "null",
        serde_json::Value::Bool(_) => "a boolean",
        serde_json::Value::Number(_) => "a number",
        serde_json::Value::String(_) => "a string",
        serde_json::Value::Array(_) => "an array",
        serde_json::Value::Object(_) => "an object",
    }
}

impl fmt::Display for ArgumentErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::from_iter(self.malformed.clone());
        parts.extend(self.missing.iter().map(|name| format!("`{name}` is missing")));
        let unexpected = self.unexpected.iter();
        parts.extend(unexpected.map(|name| format!("`{}` is unexpected", Shown(name))));
        parts.extend(self.invalid.iter().map(|i| format!("`{}`: {}", Shown(&i.path), i.message)));
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

/// The arguments as one JSON object, and whether they were wrapped in a JSON string.
///
/// Nothing, blank and `null` mean `{}`: providers send all of them for a tool without arguments.
pub(crate) fn normalize(text: &str) -> Result<(Cow<'_, str>, bool), Box<ArgumentErrors>> {
    if text.starts_with('{') {
        return Ok((Cow::Borrowed(text), false));
    }
    let text = text.trim_matches([' ', '\n', '\t', '\r']);
    match text.as_bytes().first() {
        Some(b'{') => Ok((Cow::Borrowed(text), false)),
        None => Ok((Cow::Borrowed("{}"), false)),
        Some(b'n') if text == "null" => Ok((Cow::Borrowed("{}"), false)),
        Some(b'"') => match serde_json::from_str::<String>(text) {
            Ok(inner) if inner.trim_start().starts_with('{') => Ok((Cow::Owned(inner), true)),
            _ => Err(Box::new(ArgumentErrors::malformed(text))),
        },
        Some(_) => Err(Box::new(ArgumentErrors::malformed(text))),
    }
}

/// Reads the parameters of a function tool, one after the other, and keeps what goes wrong.
///
/// The object is split once, by code that all tools share; then each parameter is read by code that
/// all parameters of its type share. That is what makes a function tool cheap to compile.
#[doc(hidden)]
pub struct Decoder<'a, 's> {
    fields: &'static [Field],
    slots: &'s mut [Option<&'a str>],
    errors: Option<Box<ArgumentErrors>>,
}

impl<'a, 's> Decoder<'a, 's> {
    /// Splits `text`. There are as many slots as fields, all empty.
    pub fn split(
        text: &'a str,
        fields: &'static [Field],
        slots: &'s mut [Option<&'a str>],
    ) -> Self {
        // Most calls give the arguments in the order of the schema.
        let place = |next: usize, key: &str| match fields.get(next) {
            Some(field) if field.name == key => Some(next),
            _ => fields.iter().position(|field| field.name == key),
        };
        let found = |at: usize, value| slots[at].replace(value).is_none();
        if members::split_plain(text, place, found) {
            return Self { fields, slots, errors: None };
        }
        slots.fill(None);
        Self::split_unusual(text, fields, slots)
    }

    /// The same for any text, with everything that is wrong with it.
    #[cold]
    fn split_unusual(
        text: &'a str,
        fields: &'static [Field],
        slots: &'s mut [Option<&'a str>],
    ) -> Self {
        let mut decoder = Self { fields, slots, errors: None };
        for member in members::members(text) {
            let Ok(members::Member { key, value }) = member else {
                decoder.errors = Some(Box::new(ArgumentErrors::malformed(text)));
                return decoder;
            };
            match fields.iter().position(|field| field.name == key) {
                Some(at) if decoder.slots[at].is_none() => decoder.slots[at] = Some(value),
                Some(at) => decoder.errors().add_invalid(fields[at].name.into(), "given twice"),
                None => decoder.errors().unexpected.push(key.into_owned()),
            }
        }
        decoder
    }

    fn errors(&mut self) -> &mut ArgumentErrors {
        self.errors.get_or_insert_default()
    }

    /// Reads parameter `at`; `None` where something is wrong with it.
    pub fn take<T: Deserialize<'a>>(&mut self, at: usize) -> Option<T> {
        match self.slots[at] {
            Some(text) => self.read(at, text),
            None => self.left_out(at, probe::missing()),
        }
    }

    /// Reads parameter `at`, with a default where it is left out.
    pub fn take_or<T: Deserialize<'a>>(&mut self, at: usize, default: fn() -> T) -> Option<T> {
        match self.slots[at] {
            Some(text) => self.read(at, text),
            None => Some(default()),
        }
    }

    // Once for each type in a crate, not once for each argument.
    #[inline(never)]
    fn read<T: Deserialize<'a>>(&mut self, at: usize, text: &'a str) -> Option<T> {
        digits::small_integer(text).or_else(|| self.parse(at, text))
    }

    fn parse<T: Deserialize<'a>>(&mut self, at: usize, text: &'a str) -> Option<T> {
        // An option in an option tells a `null` that was given from nothing at all.
        if text == "null"
            && let Some(value) = probe::null()
        {
            return Some(value);
        }
        match serde_json::from_str(text) {
            Ok(value) => Some(value),
            Err(error) => {
                self.wrong(at, text, &error);
                None
            }
        }
    }

    #[inline(never)]
    fn wrong(&mut self, at: usize, text: &str, error: &serde_json::Error) {
        let name = self.fields[at].name;
        self.errors().add_parse_error(name, text, error);
    }

    fn left_out<T>(&mut self, at: usize, value: Option<T>) -> Option<T> {
        if value.is_none() {
            let name = self.fields[at].name;
            let errors = self.errors();
            if errors.malformed.is_none() {
                errors.missing.push(name.into());
            }
        }
        value
    }

    /// Whether anything is wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        self.errors.is_some()
    }

    /// The answer of a call whose arguments are wrong.
    #[must_use]
    #[cold]
    pub fn refuse(self) -> Call<'a> {
        Call::Refused(self.errors.unwrap_or_default())
    }
}

/// Reads all arguments as one value.
#[doc(hidden)]
pub fn whole<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, Box<ArgumentErrors>> {
    match root::read(text) {
        Ok((value, None)) => Ok(value),
        Ok((_, Some(unexpected))) => {
            let unexpected = vec![unexpected];
            Err(Box::new(ArgumentErrors { unexpected, ..ArgumentErrors::default() }))
        }
        Err(error) => Err(Box::new(explain_whole(text, &error))),
    }
}

#[cold]
fn explain_whole(text: &str, error: &serde_json::Error) -> ArgumentErrors {
    if !error.is_data() {
        return ArgumentErrors::malformed(text);
    }
    let mut errors = ArgumentErrors::default();
    errors.add_parse_error("", text, error);
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_means_no_arguments() {
        for text in ["", "  \n", "null", " null ", "{}"] {
            let (normal, unwrapped) = normalize(text).unwrap();
            assert_eq!((&*normal, unwrapped), ("{}", false), "{text:?}");
        }
    }

    #[test]
    fn a_string_that_holds_an_object_is_unwrapped_once() {
        let (normal, unwrapped) = normalize(r#""{\"a\":1}""#).unwrap();
        assert_eq!((&*normal, unwrapped), (r#"{"a":1}"#, true));
        let twice = serde_json::to_string(r#""{\"a\":1}""#).unwrap();
        let errors = normalize(&twice).unwrap_err();
        assert_eq!(errors.malformed.as_deref(), Some("they are a string, not a JSON object"));
    }

    #[test]
    fn what_is_no_object_is_said() {
        let said = |text| normalize(text).unwrap_err().malformed.unwrap();
        assert_eq!(said("[1]"), "they are an array, not a JSON object");
        assert_eq!(said("\"x\""), "they are a string, not a JSON object");
        assert!(said("\u{1b}[2J").starts_with("they are not JSON: "));
    }

    #[test]
    fn an_error_deep_inside_has_its_path() {
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code, reason = "only read into")]
        struct Item {
            name: String,
            size: u8,
        }
        #[derive(Debug, serde::Deserialize)]
        #[allow(dead_code, reason = "only read into")]
        struct All {
            items: Vec<Item>,
        }
        for (text, path) in [
            (r#"{"items": [{"name": "a", "size": 1}, {"name": 7, "size": 2}]}"#, "items[1].name"),
            (r#"{"items": [{"name": "a", "size": 300}]}"#, "items[0].size"),
            (r#"{"items": [{"name": "a", "size": -1 }, {}]}"#, "items[0].size"),
            (r#"{"items": [{"name": "a", "size": "x"}]}"#, "items[0].size"),
            ("{\"items\": [\n {\"name\": \"a\",\n \"size\": true}]}", "items[0].size"),
            (r#"{"items": [{"name": "a"}]}"#, "items[0]"),
            (r#"{"items": {}}"#, "items"),
            (r#"{"items": 3}"#, "items"),
            (r"{}", ""),
        ] {
            let errors = whole::<All>(text).unwrap_err();
            assert_eq!(errors.invalid.len(), 1, "{text}");
            assert_eq!(errors.invalid[0].path, path, "{text}: {}", errors.invalid[0].message);
        }
    }

    #[test]
    fn unit_stands_for_no_arguments() {
        assert!(whole::<()>("{}").is_ok());
        assert_eq!(whole::<()>(r#"{"a":1}"#).unwrap_err().unexpected, ["a"]);
    }
}
