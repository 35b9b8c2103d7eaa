//! What a schema's author wrote otherwise than JSON Schema has it, where it can mean one thing only.

use std::collections::BTreeSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::MAX_SCHEMA_DEPTH;
use super::remark::{Notes, below};
use crate::name::Shown;
use crate::schema::keyword::{Holds, Inside, Kind, holds, inside};

/// Mends the schema at `path`, and all inside of it.
pub(super) fn repair(schema: &mut Map<String, Value>, path: &str, notes: &mut Notes) {
    within(schema, path, 0, notes);
}

fn within(schema: &mut Map<String, Value>, path: &str, depth: usize, notes: &mut Notes) {
    // What is deeper is refused.
    if depth > MAX_SCHEMA_DEPTH {
        return;
    }
    // In an order that does not depend on the map's.
    let mut keywords: Vec<_> = schema.keys().cloned().collect();
    keywords.sort_unstable();
    for keyword in keywords {
        if schema[&keyword].is_null() && !takes_null(&keyword) {
            schema.remove(&keyword);
            notes.add(below(path, &keyword), "is `null`, and was read as if it were not there");
            continue;
        }
        let path = || below(path, &keyword);
        let value = &mut schema[&keyword];
        match (holds(&keyword), value) {
            (Holds::Names, Value::Array(names)) => {
                let mut seen = BTreeSet::new();
                let before = names.len();
                names.retain(|name| name.as_str().is_none_or(|name| seen.insert(name.to_owned())));
                if names.len() < before {
                    notes.add(path(), "has a name twice, which was read as if it were there once");
                }
            }
            (_, value) => match (inside(&keyword, Kind::of(value)), value) {
                (Inside::Itself, Value::Object(inner)) => {
                    within(inner, &path(), depth + 1, notes);
                }
                (Inside::Items, Value::Array(all)) => {
                    let objects = all.iter_mut().enumerate();
                    let objects = objects.filter_map(|(i, one)| Some((i, one.as_object_mut()?)));
                    for (i, inner) in objects {
                        within(inner, &below(&path(), &i.to_string()), depth + 2, notes);
                    }
                }
                (Inside::Members, Value::Object(map)) => {
                    let mut members: Vec<_> = map.iter_mut().collect();
                    members.sort_unstable_by_key(|(name, _)| *name);
                    for (name, inner) in members {
                        if let Some(inner) = inner.as_object_mut() {
                            within(inner, &below(&path(), name), depth + 2, notes);
                        }
                    }
                }
                _ => {}
            },
        }
    }
}

/// Whether a `null` says something: as a value that is meant, as a type that was not quoted, or as
/// something that nobody here knows.
fn takes_null(keyword: &str) -> bool {
    matches!(holds(keyword), Holds::Data | Holds::Unknown | Holds::Nothing | Holds::Type)
}

/// A key that an object of a JSON text has twice, fit to be shown. Which value counts is not defined; here
/// as nearly everywhere it is the last.
pub(super) fn repeated_key(json: &str) -> Option<String> {
    const TWICE: &str = "twice: ";

    struct Once;

    impl<'de> Deserialize<'de> for Once {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_any(Once)
        }
    }

    impl<'de> Visitor<'de> for Once {
        type Value = Self;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("JSON")
        }

        fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
            Ok(Self)
        }

        fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
            Ok(Self)
        }

        fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
            Ok(Self)
        }

        fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
            Ok(Self)
        }

        fn visit_str<E>(self, _: &str) -> Result<Self, E> {
            Ok(Self)
        }

        fn visit_unit<E>(self) -> Result<Self, E> {
            Ok(Self)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
            while items.next_element::<Self>()?.is_some() {}
            Ok(self)
        }

        fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self, A::Error> {
            let mut seen = BTreeSet::new();
            while let Some((key, Self)) = members.next_entry::<String, Self>()? {
                if let Some(key) = seen.replace(key) {
                    return Err(A::Error::custom(format_args!("{TWICE}`{}`\n", Shown(&key))));
                }
            }
            Ok(self)
        }
    }

    let error = serde_json::from_str::<Once>(json).err()?.to_string();
    // What else may be wrong is said elsewhere.
    Some(error.strip_prefix(TWICE)?.split('\n').next()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_there_twice_is_found() {
        assert_eq!(repeated_key(r#"{"a":[{"b":1,"\u0062":2}]}"#).as_deref(), Some("`b`"));
        assert_eq!(repeated_key(r#"{"a":[{"b":1,"c":{"b":"b"}}],"b":1e3,"d":null}"#), None);
        assert_eq!(repeated_key("{"), None);
    }
}
