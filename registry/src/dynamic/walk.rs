//! A walk through an untrusted schema: every keyword holds what it may hold, and no more of it than
//! the limits allow.

use serde_json::{Map, Number, Value, json};

use super::drafts::modernise;
use super::reference::Reference;
use super::refusal::Refusal;
use super::text::{cleaned, is_unseen};
use super::{MAX_DESCRIPTION, MAX_DYNAMIC_NAME_LEN, MAX_SCHEMA_DEPTH, MAX_SUBSCHEMAS};
use crate::schema::keyword::{Holds, holds};

const TYPES: [&str; 7] = ["string", "number", "integer", "boolean", "array", "object", "null"];

/// A walk through a schema that checks and mends it.
pub(super) struct Walk {
    /// Where it is, as a JSON pointer.
    path: String,
    /// How many schemas it has seen.
    schemas: usize,
    references: Vec<Reference>,
}

impl Walk {
    /// Checks and mends all of `root`, and returns its references.
    pub(super) fn through(root: &mut Value) -> Result<Vec<Reference>, Refusal> {
        let mut walk = Self { path: String::new(), schemas: 0, references: Vec::new() };
        walk.schema(root, 0)?;
        plain_numbers(root);
        Ok(walk.references)
    }

    /// One schema and all inside of it. `depth` counts objects and arrays; the text's nesting alone
    /// does not bound it, since `serde_json` can be made to read JSON out of a string.
    fn schema(&mut self, schema: &mut Value, depth: usize) -> Result<(), Refusal> {
        self.schemas += 1;
        if self.schemas > MAX_SUBSCHEMAS {
            return Err(Refusal::ManySchemas);
        }
        if depth > MAX_SCHEMA_DEPTH {
            return Err(Refusal::DeepSchema);
        }
        match schema {
            // Some clients drop the whole list where they meet a boolean schema.
            Value::Bool(true) => *schema = json!({}),
            Value::Bool(false) => *schema = json!({ "not": {} }),
            _ => {}
        }
        let Some(object) = schema.as_object_mut() else {
            return Err(self.keyword("a schema, which is a JSON object"));
        };
        modernise(object);
        object.retain(|keyword, value| match holds(keyword) {
            Holds::Nothing => false,
            // A reader could take what is in it for a schema that was checked, and its name reaches
            // the model as any other text does.
            Holds::Unknown => is_visible(keyword) && !has_object(value),
            _ => true,
        });
        // In an order that does not depend on the map's, so that the first mistake is always the same.
        let mut members: Vec<_> = object.iter_mut().collect();
        members.sort_unstable_by_key(|(keyword, _)| *keyword);
        for (keyword, value) in members {
            self.at(keyword, |walk| walk.member(keyword, value, depth + 1))?;
        }
        Ok(())
    }

    fn member(&mut self, keyword: &str, value: &mut Value, depth: usize) -> Result<(), Refusal> {
        let expected = match (holds(keyword), &mut *value) {
            (Holds::SchemaOrFlag, Value::Bool(_)) => return Ok(()),
            (Holds::Schema | Holds::SchemaOrFlag | Holds::SchemaOrSchemas, _) => {
                return self.schema(value, depth);
            }
            (Holds::Schemas, Value::Array(all)) if !all.is_empty() => {
                for (i, schema) in all.iter_mut().enumerate() {
                    self.at(&i.to_string(), |walk| walk.schema(schema, depth + 1))?;
                }
                return Ok(());
            }
            (Holds::Schemas, _) => "an array with at least one schema",
            (Holds::SchemaMap(_), Value::Object(map)) => return self.map(keyword, map, depth),
            (Holds::SchemaMap(_) | Holds::Dependencies, _) => "an object of schemas",
            (Holds::Prose, Value::String(text)) => {
                *text = cleaned(text, MAX_DESCRIPTION).0;
                return Ok(());
            }
            (Holds::Reference, Value::String(target)) => {
                if let Some(rest) = target.strip_prefix("#/definitions/") {
                    *target = format!("#/$defs/{rest}");
                }
                let target = target.clone();
                self.references.push(Reference { path: self.path.clone(), target });
                return self.data(value, depth);
            }
            (Holds::Text, Value::String(_)) => return self.data(value, depth),
            (Holds::Prose | Holds::Reference | Holds::Text, _) => "a string",
            (Holds::NameMap, Value::Object(map)) => {
                if !map.values().all(are_names) {
                    return Err(self.keyword("an object of arrays of different strings"));
                }
                return self.data(value, depth);
            }
            (Holds::NameMap, _) => "an object of arrays of different strings",
            (Holds::Values, Value::Array(_)) | (Holds::Data | Holds::Unknown, _) => {
                return self.data(value, depth);
            }
            (Holds::Values, _) => "an array",
            (Holds::Names, names) if are_names(names) => return self.data(value, depth),
            (Holds::Names, _) => "an array of different strings",
            (Holds::Id, _) => "left out below the root: it changes what references mean",
            (plain, value) => return self.plain(plain, value),
        };
        Err(self.keyword(expected))
    }

    /// Keywords whose value is neither text nor holds anything.
    fn plain(&self, holds: Holds, value: &mut Value) -> Result<(), Refusal> {
        let number = value.as_f64();
        let (fits, expected) = match holds {
            Holds::Flag => (value.is_boolean(), "`true` or `false`"),
            Holds::Number => (number.is_some(), "a number"),
            Holds::Positive => (number.is_some_and(|n| n > 0.0), "a number above zero"),
            Holds::Size => {
                let whole = number.filter(|n| *n >= 0.0 && n.fract() == 0.0);
                // A count with a point is one to JSON Schema, and not to many readers.
                if let Some(count) = whole.filter(|_| value.is_f64()) {
                    *value = serde_json::from_str(&format!("{count:.0}")).unwrap_or_default();
                }
                (whole.is_some(), "a whole number from zero on")
            }
            _ => {
                let known = |ty: &Value| ty.as_str().is_some_and(|ty| TYPES.contains(&ty));
                let fits = match &*value {
                    Value::Array(all) => {
                        !all.is_empty() && are_names(value) && all.iter().all(known)
                    }
                    one => known(one),
                };
                (fits, "one of JSON Schema's seven types, or an array of several")
            }
        };
        if fits { Ok(()) } else { Err(self.keyword(expected)) }
    }

    /// Schemas by name.
    fn map(
        &mut self,
        keyword: &str,
        map: &mut Map<String, Value>,
        depth: usize,
    ) -> Result<(), Refusal> {
        let mut members: Vec<_> = map.iter_mut().collect();
        members.sort_unstable_by_key(|(name, _)| *name);
        for (name, value) in members {
            let long = name.chars().nth(MAX_DYNAMIC_NAME_LEN).is_some();
            let is_bad = keyword == "properties" && (name.is_empty() || long);
            self.at(name, |walk| match value {
                _ if is_bad || !is_visible(name) => {
                    Err(Refusal::ArgumentName { path: walk.path.clone() })
                }
                _ => walk.schema(value, depth + 1),
            })?;
        }
        Ok(())
    }

    /// Data stays as it is; so it must be fit to be shown as it is.
    fn data(&mut self, value: &Value, depth: usize) -> Result<(), Refusal> {
        if depth > MAX_SCHEMA_DEPTH {
            return Err(Refusal::DeepSchema);
        }
        match value {
            Value::String(text) if text.contains(|c| c != '\r' && is_unseen(c)) => {
                Err(Refusal::UnseenCharacters { path: self.path.clone() })
            }
            Value::Array(all) => all.iter().try_for_each(|value| self.data(value, depth + 1)),
            Value::Object(map) => {
                let mut members: Vec<_> = map.iter().collect();
                members.sort_unstable_by_key(|(name, _)| *name);
                members.into_iter().try_for_each(|(name, value)| {
                    self.at(name, |walk| {
                        if is_visible(name) {
                            return walk.data(value, depth + 1);
                        }
                        Err(Refusal::UnseenCharacters { path: walk.path.clone() })
                    })
                })
            }
            _ => Ok(()),
        }
    }

    /// Goes one step down and back.
    fn at<T>(&mut self, step: &str, then: impl FnOnce(&mut Self) -> T) -> T {
        let here = self.path.len();
        self.path.push('/');
        self.path.push_str(&step.replace('~', "~0").replace('/', "~1"));
        let result = then(self);
        self.path.truncate(here);
        result
    }

    fn keyword(&self, expected: &'static str) -> Refusal {
        let path = if self.path.is_empty() { "/".into() } else { self.path.clone() };
        Refusal::Keyword { path, expected }
    }
}

/// Whether a value is an object, or an array that holds one.
fn has_object(value: &Value) -> bool {
    match value {
        Value::Array(all) => all.iter().any(has_object),
        other => other.is_object(),
    }
}

/// Whether a name is one line of characters that show.
fn is_visible(name: &str) -> bool {
    !name.contains(|c| is_unseen(c) || matches!(c, '\n' | '\t'))
}

/// Whether a value is an array of strings, each of them once.
fn are_names(value: &Value) -> bool {
    let Some(names) = value.as_array() else {
        return false;
    };
    let mut texts: Vec<_> = names.iter().filter_map(Value::as_str).collect();
    texts.sort_unstable();
    texts.windows(2).all(|two| two[0] != two[1]) && texts.len() == names.len()
}

/// Writes each number in one way: what a reader makes of `1e3` or `0.0` depends on `serde_json`'s
/// feature `arbitrary_precision`, which any crate of a build can switch on.
fn plain_numbers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let whole = number.as_i64().map(Number::from).or(number.as_u64().map(Number::from));
            let float = || match number.as_f64()? {
                0.0 => Some(0.into()),
                float => Number::from_f64(float),
            };
            if let Some(plain) = whole.or_else(float) {
                *number = plain;
            }
        }
        Value::Array(all) => all.iter_mut().for_each(plain_numbers),
        Value::Object(map) => map.values_mut().for_each(plain_numbers),
        _ => {}
    }
}
