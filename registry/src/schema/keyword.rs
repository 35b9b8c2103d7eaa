//! What each keyword of JSON Schema holds: the one table that every walk of a schema asks.
//!
//! The rows are those of JSON Schema 2020-12 (json-schema.org/draft/2020-12/schema and its vocabularies),
//! what drafts 3 to 2019-09 had besides, and what the Schema Object of `OpenAPI` 3.0 adds.

use serde_json::Value;

/// What a keyword holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// A schema.
    Schema,
    /// A schema, or a boolean that stays one.
    SchemaOrFlag,
    /// A schema; in older drafts, several.
    SchemaOrSchemas,
    /// Schemas, at least one.
    Schemas,
    /// Schemas by name.
    SchemaMap(Keys),
    /// By property, a schema or names: the `dependencies` of older drafts.
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
    /// Different names of properties; in draft 3, a boolean.
    Names,
    /// Different names of properties, by property.
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

/// What the keys of a map of schemas are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    /// Names of properties, which a model writes.
    Properties,
    /// Regular expressions.
    Patterns,
    /// Names of definitions.
    Definitions,
}

/// A row of the table.
#[derive(Debug)]
struct Keyword {
    name: &'static str,
    holds: Holds,
    /// The place in a written schema; [`LAST`] where it comes after all others, sorted.
    rank: u8,
    /// Whether the schemas in it are held against the same value as the schema around it.
    in_place: bool,
    /// Whether it only tells, and constrains nothing.
    tells: bool,
}

const LAST: u8 = u8::MAX;

const fn row(name: &'static str, holds: Holds) -> Keyword {
    Keyword { name, holds, rank: LAST, in_place: false, tells: false }
}

impl Keyword {
    const fn rank(mut self, rank: u8) -> Self {
        self.rank = rank;
        self
    }

    const fn in_place(mut self) -> Self {
        self.in_place = true;
        self
    }

    const fn tells(mut self) -> Self {
        self.tells = true;
        self
    }
}

/// Sorted by name.
const TABLE: &[Keyword] = &[
    row("$anchor", Holds::Nothing).tells(),
    row("$comment", Holds::Nothing).tells(),
    row("$defs", Holds::SchemaMap(Keys::Definitions)).rank(41).tells(),
    row("$dynamicAnchor", Holds::Nothing).tells(),
    row("$dynamicRef", Holds::Reference),
    row("$id", Holds::Id).tells(),
    row("$recursiveAnchor", Holds::Nothing).tells(),
    row("$recursiveRef", Holds::Reference),
    row("$ref", Holds::Reference).rank(0),
    row("$schema", Holds::Nothing).tells(),
    row("$vocabulary", Holds::Nothing).tells(),
    row("additionalItems", Holds::SchemaOrFlag),
    row("additionalProperties", Holds::SchemaOrFlag).rank(30),
    row("allOf", Holds::Schemas).rank(36).in_place(),
    row("anyOf", Holds::Schemas).rank(34).in_place(),
    row("const", Holds::Data).rank(5),
    row("contains", Holds::Schema).rank(24),
    row("contentEncoding", Holds::Text),
    row("contentMediaType", Holds::Text),
    row("contentSchema", Holds::Schema),
    row("default", Holds::Data).rank(6).tells(),
    row("definitions", Holds::SchemaMap(Keys::Definitions)).tells(),
    row("dependencies", Holds::Dependencies).in_place(),
    row("dependentRequired", Holds::NameMap),
    row("dependentSchemas", Holds::SchemaMap(Keys::Properties)).in_place(),
    row("deprecated", Holds::Flag).rank(8).tells(),
    row("description", Holds::Prose).rank(1).tells(),
    row("disallow", Holds::SchemaOrSchemas).in_place(),
    row("discriminator", Holds::Nothing).tells(),
    row("divisibleBy", Holds::Positive),
    row("else", Holds::Schema).rank(40).in_place(),
    row("enum", Holds::Values).rank(4),
    row("example", Holds::Data).tells(),
    row("examples", Holds::Values).rank(7).tells(),
    row("exclusiveMaximum", Holds::Number).rank(17),
    row("exclusiveMinimum", Holds::Number).rank(15),
    row("extends", Holds::SchemaOrSchemas).in_place(),
    row("externalDocs", Holds::Nothing).tells(),
    row("format", Holds::Text).rank(3),
    row("id", Holds::Nothing).tells(),
    row("if", Holds::Schema).rank(38).in_place(),
    row("items", Holds::SchemaOrSchemas).rank(19),
    row("maxContains", Holds::Size),
    row("maxItems", Holds::Size).rank(22),
    row("maxLength", Holds::Size).rank(13),
    row("maxProperties", Holds::Size).rank(33),
    row("maximum", Holds::Number).rank(16),
    row("minContains", Holds::Size),
    row("minItems", Holds::Size).rank(21),
    row("minLength", Holds::Size).rank(12),
    row("minProperties", Holds::Size).rank(32),
    row("minimum", Holds::Number).rank(14),
    row("multipleOf", Holds::Positive).rank(18),
    row("not", Holds::Schema).rank(37).in_place(),
    row("nullable", Holds::Data),
    row("oneOf", Holds::Schemas).rank(35).in_place(),
    row("pattern", Holds::Text).rank(11),
    row("patternProperties", Holds::SchemaMap(Keys::Patterns)).rank(28),
    row("prefixItems", Holds::Schemas).rank(20),
    row("properties", Holds::SchemaMap(Keys::Properties)).rank(26),
    row("propertyNames", Holds::Schema).rank(29),
    row("readOnly", Holds::Flag).rank(9).tells(),
    row("required", Holds::Names).rank(27),
    row("then", Holds::Schema).rank(39).in_place(),
    row("title", Holds::Text).tells(),
    row("type", Holds::Type).rank(2),
    row("unevaluatedItems", Holds::SchemaOrFlag).rank(25),
    row("unevaluatedProperties", Holds::SchemaOrFlag).rank(31),
    row("uniqueItems", Holds::Flag).rank(23),
    row("writeOnly", Holds::Flag).rank(10).tells(),
    row("xml", Holds::Nothing).tells(),
];

fn find(keyword: &str) -> Option<&'static Keyword> {
    TABLE.binary_search_by_key(&keyword, |row| row.name).ok().map(|at| &TABLE[at])
}

/// What `keyword` holds.
pub(crate) fn holds(keyword: &str) -> Holds {
    find(keyword).map_or(Holds::Unknown, |row| row.holds)
}

/// The place of `keyword` in a written schema; keywords of one place are sorted by name.
pub(crate) fn rank(keyword: &str) -> u8 {
    find(keyword).map_or(LAST, |row| row.rank)
}

/// Whether the schemas below `keyword` are held against the same value as the schema around it, so
/// that a reference back is a circle without progress.
fn is_in_place(keyword: &str) -> bool {
    find(keyword).is_some_and(|row| row.in_place)
}

/// Whether `keyword` only tells, and constrains nothing.
pub(crate) fn is_annotation(keyword: &str) -> bool {
    find(keyword).is_some_and(|row| row.tells)
}

/// Whether `keyword` says what a value may not be.
pub(crate) fn denies(keyword: &str) -> bool {
    matches!(keyword, "not" | "disallow")
}

/// The kind of a JSON value, as far as it tells where schemas are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Object,
    Array,
    Flag,
    Other,
}

impl Kind {
    pub(crate) const fn of(value: &Value) -> Self {
        match value {
            Value::Object(_) => Self::Object,
            Value::Array(_) => Self::Array,
            Value::Bool(_) => Self::Flag,
            _ => Self::Other,
        }
    }
}

/// Where the schemas are in the value of a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inside {
    /// The value is one.
    Itself,
    /// The items of the array are.
    Items,
    /// The members of the object are.
    Members,
    Nowhere,
}

/// Where the schemas are in a value of this kind that stands under `keyword`. Booleans that open or close
/// an object or an array are no schemas here.
pub(crate) fn inside(keyword: &str, value: Kind) -> Inside {
    use Holds::{Dependencies, Schema, SchemaMap, SchemaOrFlag, SchemaOrSchemas, Schemas};
    match (holds(keyword), value) {
        (Schema | SchemaOrFlag | SchemaOrSchemas, Kind::Object)
        | (Schema | SchemaOrSchemas, Kind::Flag) => Inside::Itself,
        (Schemas | SchemaOrSchemas, Kind::Array) => Inside::Items,
        (SchemaMap(_) | Dependencies, Kind::Object) => Inside::Members,
        _ => Inside::Nowhere,
    }
}

/// Calls `each` with every schema right inside of the value of `keyword`.
pub(crate) fn each_inside(keyword: &str, value: &mut Value, each: impl FnMut(&mut Value)) {
    match inside(keyword, Kind::of(value)) {
        Inside::Itself => std::iter::once(value).for_each(each),
        Inside::Items => value.as_array_mut().into_iter().flatten().for_each(each),
        Inside::Members => {
            value.as_object_mut().into_iter().flatten().map(|(_, inner)| inner).for_each(each);
        }
        Inside::Nowhere => {}
    }
}

/// A schema right inside another one.
pub(crate) struct Child<'a> {
    pub(crate) schema: &'a Value,
    /// Both are held against the same value.
    pub(crate) in_place: bool,
}

/// The schemas right inside of `schema`, in no particular order.
pub(crate) fn children(schema: &Value) -> impl Iterator<Item = Child<'_>> {
    schema.as_object().into_iter().flatten().flat_map(|(keyword, value)| {
        let schemas: Vec<&Value> = match inside(keyword, Kind::of(value)) {
            Inside::Itself => vec![value],
            Inside::Items => value.as_array().into_iter().flatten().collect(),
            Inside::Members => value.as_object().into_iter().flat_map(|map| map.values()).collect(),
            Inside::Nowhere => Vec::new(),
        };
        let in_place = is_in_place(keyword);
        let schemas = schemas.into_iter().filter(|schema| schema.is_object());
        schemas.map(move |schema| Child { schema, in_place })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::clean::clean;
    use crate::schema::dialect::{Node, walk};

    /// The properties of the meta-schemas: json-schema.org/draft/2020-12/schema with its vocabularies,
    /// 2019-09, draft-07, draft-06, draft-04, draft-03, and the Schema Object of spec.openapis.org/oas/v3.0.3.
    const SPECIFIED: &[&str] = &[
        "$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs",
        "prefixItems items contains additionalProperties properties patternProperties dependentSchemas propertyNames",
        "if then else allOf anyOf oneOf not unevaluatedItems unevaluatedProperties",
        "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern",
        "maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired",
        "title description default deprecated readOnly writeOnly examples format contentEncoding contentMediaType",
        "contentSchema definitions dependencies $recursiveAnchor $recursiveRef additionalItems id",
        "extends disallow divisibleBy nullable discriminator xml externalDocs example",
    ];

    #[test]
    fn each_keyword_of_the_specifications_has_a_row() {
        let mut specified: Vec<_> = SPECIFIED.iter().flat_map(|line| line.split(' ')).collect();
        specified.sort_unstable();
        let rows: Vec<_> = TABLE.iter().map(|row| row.name).collect();
        assert_eq!(rows, specified, "and none else; sorted");
        let mut ranks: Vec<_> =
            TABLE.iter().map(|row| row.rank).filter(|rank| *rank != LAST).collect();
        ranks.sort_unstable();
        assert!(ranks.iter().copied().eq(0..42), "each place once");
    }

    /// `schema` in each place that the specifications know for a schema.
    fn places(schema: &Value) -> Vec<(&'static str, Value)> {
        let of = |keyword: &'static str| match holds(keyword) {
            Holds::Schema | Holds::SchemaOrFlag => vec![schema.clone()],
            Holds::SchemaOrSchemas => vec![schema.clone(), json!([schema])],
            Holds::Schemas => vec![json!([{}, schema])],
            Holds::SchemaMap(_) => {
                vec![json!({"title": schema, "type": schema, "properties": schema})]
            }
            Holds::Dependencies => vec![json!({"title": schema, "type": ["description", "a"]})],
            _ => Vec::new(),
        };
        TABLE
            .iter()
            .flat_map(|row| of(row.name).into_iter().map(|value| (row.name, value)))
            .collect()
    }

    #[test]
    fn a_schema_is_one_wherever_it_stands() {
        let dirty = json!({"title": "T", "format": "uint8", "enum": ["title", "title"]});
        let neat = json!({"enum": ["title"]});
        let (dirty, neat) = (places(&dirty), places(&neat));
        assert_eq!(dirty.len(), 27);
        for ((keyword, dirty), (_, neat)) in dirty.into_iter().zip(neat) {
            let mut schema = json!({keyword: dirty, "x-other": {"title": "T"}});
            clean(&mut schema);
            assert_eq!(schema, json!({keyword: neat, "x-other": {"title": "T"}}), "{keyword}");
            // The same place seen by the other walks.
            let sought = json!({"enum": ["title"]});
            assert!(children(&schema).any(|child| *child.schema == sought), "{keyword}");
            let (node, mut is_seen) = (Node::parse(&schema.to_string()).unwrap(), false);
            walk(&node, &mut |_, inner| is_seen |= inner.same(&sought));
            assert!(is_seen, "{keyword}");
        }
    }

    #[test]
    fn data_and_names_are_no_schemas() {
        for row in TABLE {
            let value = json!({"title": "T", "type": "x"});
            if inside(row.name, Kind::of(&value)) == Inside::Nowhere {
                let mut schema = json!({row.name: value});
                clean(&mut schema);
                assert!(schema.get(row.name).is_none_or(|kept| *kept == value), "{}", row.name);
            }
        }
    }
}
