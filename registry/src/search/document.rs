//! Documents: what is searched of a tool, field by field.

use serde_json::Value;

use crate::schema::keyword::{Holds, Inside, Keys, Kind, denies, holds, inside, rank};

/// How deep a schema is followed.
const MAX_DEPTH: usize = 16;

/// The most parts of one tool's schema that are looked at.
const MAX_PARTS: usize = 2_000;

/// The most values of one enumeration that are looked at.
const MAX_VALUES: usize = 100;

/// The most bytes of one text that are looked at.
const MAX_TEXT: usize = 4_096;

/// The fields of a tool, the most telling first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Field {
    /// The name.
    Name,
    /// The description's first sentence: what the tool does.
    Summary,
    /// The rest of the description: how and when.
    Description,
    /// The name of an argument, nested ones too.
    Argument,
    /// The description of an argument, and the values that it can have.
    ArgumentText,
}

/// How many fields there are.
pub(super) const FIELDS: usize = 5;

/// Calls `each` with every text of a tool, in an order that does not depend on that of the
/// schema's keys.
pub(super) fn each_text(
    name: &str,
    description: &str,
    schema: &Value,
    mut each: impl FnMut(Field, &str),
) {
    each(Field::Name, name);
    let description = cut(description.trim());
    let summary = super::words::sentences(description).next().unwrap_or("");
    each(Field::Summary, summary);
    each(Field::Description, &description[summary.len()..]);
    let mut parts = MAX_PARTS;
    walk(schema, MAX_DEPTH, &mut parts, &mut each);
}

fn walk(schema: &Value, depth: usize, parts: &mut usize, each: &mut impl FnMut(Field, &str)) {
    if depth == 0 || *parts == 0 {
        return;
    }
    *parts -= 1;
    let Some(schema) = schema.as_object() else {
        return;
    };
    // The tool's own description is the better one.
    if depth < MAX_DEPTH {
        if let Some(Value::String(description)) = schema.get("description") {
            each(Field::ArgumentText, cut(description));
        }
        let values = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
        let values = values.chain(schema.get("const")).filter_map(Value::as_str);
        for value in values.take(MAX_VALUES) {
            each(Field::ArgumentText, cut(value));
        }
    }
    // What a tool does not take is not what it is about.
    let followed = schema.iter().filter(|(keyword, value)| {
        inside(keyword, Kind::of(value)) != Inside::Nowhere && !denies(keyword)
    });
    let mut followed: Vec<_> = followed.collect();
    followed.sort_by_cached_key(|(keyword, _)| (rank(keyword), *keyword));
    for (keyword, value) in followed {
        let are_arguments = holds(keyword) == Holds::SchemaMap(Keys::Properties);
        match value {
            Value::Array(schemas) => {
                for schema in schemas {
                    walk(schema, depth - 1, parts, each);
                }
            }
            Value::Object(map) if inside(keyword, Kind::Object) == Inside::Members => {
                let mut entries: Vec<_> = map.iter().collect();
                entries.sort_unstable_by_key(|(name, _)| *name);
                for (name, schema) in entries.into_iter().take(*parts) {
                    if are_arguments {
                        each(Field::Argument, cut(name));
                    }
                    walk(schema, depth - 1, parts, each);
                }
            }
            schema => walk(schema, depth - 1, parts, each),
        }
    }
}

/// The beginning of `text`, at most [`MAX_TEXT`] bytes.
fn cut(text: &str) -> &str {
    let end = (0..=MAX_TEXT.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}
