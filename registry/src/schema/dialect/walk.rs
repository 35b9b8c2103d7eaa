//! Every schema inside a schema, with its place.

use super::node::Node;
use super::step;

/// What a keyword's value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// A schema.
    Schema,
    /// An array of schemas.
    Schemas,
    /// An object of schemas.
    Map,
    /// Anything else.
    Data,
}

/// What the value of `keyword` is, by JSON Schema 2020-12 and the older keywords that it still knows.
fn holds(keyword: &str) -> Holds {
    match keyword {
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
            Holds::Map
        }
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => Holds::Schemas,
        "items"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "additionalProperties"
        | "unevaluatedProperties"
        | "unevaluatedItems"
        | "contentSchema" => Holds::Schema,
        _ => Holds::Data,
    }
}

/// Keywords whose schema is usually a boolean: open or closed.
fn open_or_closed(keyword: &str) -> bool {
    matches!(keyword, "additionalProperties" | "unevaluatedProperties" | "unevaluatedItems")
}

/// Shows `see` every schema in `schema`, itself first, in the order of the text. Booleans that open
/// or close an object or an array are not shown.
pub(crate) fn walk<'n>(schema: &'n Node, see: &mut impl FnMut(&str, &'n Node)) {
    at("", schema, see);
}

fn at<'n>(path: &str, schema: &'n Node, see: &mut impl FnMut(&str, &'n Node)) {
    see(path, schema);
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let path = step(path, keyword);
        match (holds(keyword), value) {
            (Holds::Schema, Node::Bool(_)) if open_or_closed(keyword) => {}
            (Holds::Schema, inner) => at(&path, inner, see),
            (Holds::Schemas, Node::Array(list)) => {
                for (i, inner) in list.iter().enumerate() {
                    at(&step(&path, &i.to_string()), inner, see);
                }
            }
            (Holds::Map, Node::Object(map)) => {
                for (key, inner) in map {
                    at(&step(&path, key), inner, see);
                }
            }
            _ => {}
        }
    }
}
