//! From the text that a model wrote to the values that a tool takes.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::entry::{Call, Field};

pub(crate) mod adapt;
mod digits;
mod errors;
pub(crate) mod fit;
mod kind;
pub(crate) mod members;
mod number;
mod plain;
pub(crate) mod probe;
pub(crate) mod root;

pub(crate) use errors::Called;
pub use errors::{ArgumentErrors, InvalidArgument};

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

/// The arguments as one JSON object, and whether they were wrapped in a JSON string.
///
/// Nothing, blank and `null` mean `{}`, in a string too: providers send all of them for a tool without
/// arguments. It is the one rule for this, at every door.
pub(crate) fn normalize(text: &str) -> Result<(Cow<'_, str>, bool), Box<ArgumentErrors>> {
    if text.starts_with('{') {
        return Ok((Cow::Borrowed(text), false));
    }
    let text = without_space(text);
    if text.starts_with('{') {
        return Ok((Cow::Borrowed(text), false));
    }
    if is_nothing(text) {
        return Ok((Cow::Borrowed("{}"), false));
    }
    let inner = text.starts_with('"').then(|| serde_json::from_str::<String>(text));
    match inner {
        Some(Ok(inner)) if is_nothing(without_space(&inner)) => Ok((Cow::Borrowed("{}"), true)),
        Some(Ok(inner)) if without_space(&inner).starts_with('{') => Ok((Cow::Owned(inner), true)),
        _ => Err(Box::new(ArgumentErrors::malformed(text))),
    }
}

/// The text without the white space of JSON around it.
fn without_space(text: &str) -> &str {
    text.trim_matches([' ', '\n', '\t', '\r'])
}

fn is_nothing(text: &str) -> bool {
    text.is_empty() || text == "null"
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
            let Ok(members::Member { key, value, .. }) = member else {
                decoder.errors = Some(Box::new(ArgumentErrors::malformed(text)));
                return decoder;
            };
            match fields.iter().position(|field| field.name == key) {
                Some(at) if decoder.slots[at].is_none() => decoder.slots[at] = Some(value),
                Some(at) => decoder.errors().add_invalid(fields[at].name, "given twice"),
                // Held against the schema, all of them are said.
                None if decoder.errors().unexpected.is_empty() => {
                    decoder.errors().add_unexpected(&key);
                }
                None => {}
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
        let simple = digits::small_integer(text).or_else(|| plain::long_text(text));
        simple.or_else(|| self.parse(at, text))
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
                errors.add_missing(name);
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
            let mut errors = Box::<ArgumentErrors>::default();
            errors.add_unexpected(&unexpected);
            Err(errors)
        }
        Err(error) => Err(Box::new(explain_whole(text, &error))),
    }
}

#[cold]
fn explain_whole(text: &str, error: &serde_json::Error) -> ArgumentErrors {
    // A number that is too large is JSON all the same.
    if !error.is_data() && serde_json::from_str::<IgnoredAny>(text).is_err() {
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
            let in_string = serde_json::to_string(text).unwrap();
            let (normal, unwrapped) = normalize(&in_string).unwrap();
            assert_eq!((&*normal, unwrapped), ("{}", true), "{in_string}");
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
        for text in
            ["3", "true", "garbage", "nul", "nullnull", "\"[1]\"", "\"3\"", "\u{a0}", "\"\u{a0}\""]
        {
            assert!(normalize(text).is_err(), "{text}");
        }
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
