//! Documents: what is searched of a tool, field by field.

use serde_json::Value;

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

/// What a keyword holds that is searched.
enum Holds {
    /// A schema, or several.
    Schemas,
    /// Schemas by name; with whether the names are arguments.
    Map(bool),
}

/// The keywords that are followed, in the order in which they are.
const KEYWORDS: [(&str, Holds); 13] = [
    ("properties", Holds::Map(true)),
    ("$defs", Holds::Map(false)),
    ("definitions", Holds::Map(false)),
    ("dependentSchemas", Holds::Map(false)),
    ("items", Holds::Schemas),
    ("prefixItems", Holds::Schemas),
    ("additionalProperties", Holds::Schemas),
    ("anyOf", Holds::Schemas),
    ("oneOf", Holds::Schemas),
    ("allOf", Holds::Schemas),
    ("then", Holds::Schemas),
    ("else", Holds::Schemas),
    ("contains", Holds::Schemas),
];

fn walk(schema: &Value, depth: usize, parts: &mut usize, each: &mut impl FnMut(Field, &str)) {
    if depth == 0 || *parts == 0 {
        return;
    }
    *parts -= 1;
    let schema = match schema {
        Value::Array(schemas) => {
            return schemas.iter().for_each(|schema| walk(schema, depth - 1, parts, each));
        }
        Value::Object(schema) => schema,
        _ => return,
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
    // Most schemas have two or three keywords: asking for each that is followed would take longer.
    let mut followed = [None; KEYWORDS.len()];
    for (keyword, value) in schema.iter().filter(|(_, value)| value.is_object() || value.is_array())
    {
        if let Some(place) = KEYWORDS.iter().position(|(known, _)| known == keyword) {
            followed[place] = Some(value);
        }
    }
    for ((_, holds), value) in KEYWORDS.iter().zip(followed) {
        let are_arguments = match (holds, value) {
            (_, None) => continue,
            (Holds::Schemas, Some(nested)) => {
                walk(nested, depth - 1, parts, each);
                continue;
            }
            (Holds::Map(are_arguments), Some(_)) => *are_arguments,
        };
        let Some(map) = value.and_then(Value::as_object) else { continue };
        let mut entries: Vec<_> = map.iter().collect();
        entries.sort_unstable_by_key(|(name, _)| *name);
        for (name, schema) in entries.into_iter().take(*parts) {
            if are_arguments {
                each(Field::Argument, cut(name));
            }
            walk(schema, depth - 1, parts, each);
        }
    }
}

/// The beginning of `text`, at most [`MAX_TEXT`] bytes.
fn cut(text: &str) -> &str {
    let end = (0..=MAX_TEXT.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}
