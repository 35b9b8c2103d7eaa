//! What each keyword of JSON Schema holds: the one table that walks of a schema ask.

use serde_json::Value;

/// What a keyword holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// A schema.
    Schema,
    /// A schema, or a boolean that stays one.
    SchemaOrFlag,
    /// Schemas, at least one.
    Schemas,
    /// Schemas by name.
    SchemaMap,
    /// By name, a schema or names: the `dependencies` of older drafts.
    Dependencies,
    /// Text for the model.
    Prose,
    /// A string.
    Text,
    /// A boolean.
    Flag,
    /// A number.
    Number,
    /// A number above zero.
    Positive,
    /// A whole number from zero on.
    Size,
    /// Different names.
    Names,
    /// Different names, by name.
    NameMap,
    /// A type's name, or several.
    Type,
    /// An array of data.
    Values,
    /// A reference to a schema.
    Reference,
    /// Nothing that anybody here needs: it is dropped.
    Nothing,
    /// The schema's own address, which changes what references mean.
    Id,
    /// Data of any kind.
    Data,
    /// Whatever the source means by it: no keyword of JSON Schema.
    Unknown,
}

/// The table: JSON Schema 2020-12, and what earlier drafts had besides.
pub(super) fn holds(keyword: &str) -> Holds {
    match keyword {
        "not" | "if" | "then" | "else" | "items" | "contains" | "propertyNames"
        | "contentSchema" => Holds::Schema,
        "additionalProperties"
        | "unevaluatedProperties"
        | "unevaluatedItems"
        | "additionalItems" => Holds::SchemaOrFlag,
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => Holds::Schemas,
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
            Holds::SchemaMap
        }
        "dependencies" => Holds::Dependencies,
        "description" => Holds::Prose,
        "title" | "format" | "pattern" | "contentEncoding" | "contentMediaType" => Holds::Text,
        "deprecated" | "readOnly" | "writeOnly" | "uniqueItems" => Holds::Flag,
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => Holds::Number,
        "multipleOf" => Holds::Positive,
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => Holds::Size,
        "required" => Holds::Names,
        "dependentRequired" => Holds::NameMap,
        "type" => Holds::Type,
        "enum" | "examples" => Holds::Values,
        "$ref" | "$dynamicRef" | "$recursiveRef" => Holds::Reference,
        "$schema" | "id" | "$comment" | "$vocabulary" | "$anchor" | "$dynamicAnchor"
        | "$recursiveAnchor" => Holds::Nothing,
        "$id" => Holds::Id,
        "default" | "const" => Holds::Data,
        _ => Holds::Unknown,
    }
}

/// Whether the schemas below a keyword are held against the same value as the schema around it, so
/// that a reference back is a circle without progress.
fn is_in_place(keyword: &str) -> bool {
    matches!(
        keyword,
        "anyOf"
            | "oneOf"
            | "allOf"
            | "not"
            | "if"
            | "then"
            | "else"
            | "dependentSchemas"
            | "dependencies"
    )
}

/// A schema right inside another one.
pub(super) struct Child<'a> {
    pub(super) schema: &'a Value,
    /// Both are held against the same value.
    pub(super) in_place: bool,
}

/// The schemas right inside of `schema`, in no particular order.
pub(super) fn children(schema: &Value) -> impl Iterator<Item = Child<'_>> {
    schema.as_object().into_iter().flatten().flat_map(|(keyword, value)| {
        let inside: Vec<&Value> = match (holds(keyword), value) {
            (Holds::Schema | Holds::SchemaOrFlag, Value::Object(_)) => vec![value],
            (Holds::Schemas, Value::Array(all)) => all.iter().collect(),
            (Holds::SchemaMap | Holds::Dependencies, Value::Object(map)) => {
                map.values().filter(|value| value.is_object()).collect()
            }
            _ => Vec::new(),
        };
        let in_place = is_in_place(keyword);
        inside.into_iter().map(move |schema| Child { schema, in_place })
    })
}
