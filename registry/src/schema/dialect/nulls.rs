//! A `null` that stands for an argument left out.
//!
//! `OpenAI`'s strict form has no optional arguments: each is there, and `null` where it has no value.

use std::collections::BTreeSet;

use serde_json::Value;

use super::node::{Node, get, required};
use super::parts::uniform;
use super::reference::{Target, resolved, target};
use super::union::{Fuel, accepts_null, alternatives, looks_like};
use super::walk::walk;

/// What a tool makes of a `null` for an optional argument whose schema takes one and states no default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NullMeans {
    /// A value of its own.
    Itself,
    /// The same as the argument left out.
    Absent,
    /// The same where the argument is an option: where its own schema says `null`, and not a type that it
    /// refers to. So it is with types of Rust.
    AbsentOption,
}

/// Takes out of `value` each `null` that stands for an optional argument of `schema` left out.
///
/// A `null` that `schema` itself accepts is kept, unless the default is `null` too, or there is none
/// and `nulls` says that both mean the same. Where alternatives stand, the one that `value` looks
/// like tells; a value that looks like none is left as it is.
pub(crate) fn absent_nulls(schema: &Node, value: &mut Value, nulls: NullMeans) {
    inside(schema, schema, value, nulls, &mut Fuel::new());
}

/// Whether a `null` for this optional property means what leaving it out means.
pub(super) fn means_absent(
    root: &Node,
    property: &Node,
    nulls: NullMeans,
    fuel: &mut Fuel,
) -> bool {
    let default = resolved(root, property).and_then(|one| one.get("default"));
    match property.get("default").or(default) {
        _ if !accepts_null(root, property, fuel) => true,
        Some(default) => *default == Node::Null,
        None => match nulls {
            NullMeans::Itself => false,
            NullMeans::Absent => true,
            NullMeans::AbsentOption => is_option(property),
        },
    }
}

/// Whether a schema says by itself that `null` is one of its values.
fn is_option(schema: &Node) -> bool {
    let is_null = |kind: &Node| kind.as_str() == Some("null");
    schema.get("type").is_some_and(|kinds| match kinds {
        Node::Array(kinds) => kinds.iter().any(is_null),
        kind => is_null(kind),
    }) || alternatives(schema)
        .is_some_and(|parts| parts.iter().any(|part| part.get("type").is_some_and(is_null)))
}

fn inside(root: &Node, schema: &Node, value: &mut Value, nulls: NullMeans, fuel: &mut Fuel) {
    let Some(schema) = resolved(root, schema) else {
        return;
    };
    if let Some(parts) = alternatives(schema) {
        if let Some(part) = parts.iter().find(|part| looks_like(root, part, value, fuel)) {
            fuel.nested((), |fuel| inside(root, part, value, nulls, fuel));
        }
        return;
    }
    if let Some([only]) = schema.get("allOf").and_then(Node::as_array) {
        fuel.nested((), |fuel| inside(root, only, value, nulls, fuel));
    }
    match value {
        Value::Object(members) => {
            let Some(required) = schema.as_object().map(required) else {
                return;
            };
            let Some(properties) = schema.get("properties").and_then(Node::as_object) else {
                return;
            };
            for (name, property) in properties {
                let Some(member) = members.get_mut(name) else {
                    continue;
                };
                if !member.is_null() {
                    fuel.nested((), |fuel| inside(root, property, member, nulls, fuel));
                } else if !required.contains(name.as_str())
                    && means_absent(root, property, nulls, fuel)
                {
                    members.remove(name);
                }
            }
        }
        Value::Array(items) => {
            // A tuple of one type is sent as a list.
            let list = schema.as_object().and_then(uniform);
            if let Some(schema) =
                list.as_ref().map_or(schema.get("items"), |list| get(list, "items"))
            {
                for item in items {
                    fuel.nested((), |fuel| inside(root, schema, item, nulls, fuel));
                }
            }
        }
        _ => {}
    }
}

/// Whether an object anywhere in `schema` has an optional property.
pub(super) fn has_optional(root: &Node, schema: &Node, fuel: &mut Fuel) -> bool {
    let (mut found, mut exhausted) = (false, false);
    let mut followed = BTreeSet::new();
    let mut look_into = vec![schema];
    while let (Some(schema), false) = (look_into.pop(), found) {
        walk(schema, &mut |_, inner| {
            exhausted |= !fuel.spend();
            if let Some(reference) = inner.get("$ref").and_then(Node::as_str)
                && let Target::Here(node) = target(root, reference)
                && followed.insert(reference)
            {
                look_into.push(node);
            }
            let names = inner.get("properties").and_then(Node::as_object);
            let required = inner.as_object().map(required).unwrap_or_default();
            found |= names.into_iter().flatten().any(|(name, _)| !required.contains(name.as_str()));
        });
    }
    found || exhausted
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(schema: &Value, mut arguments: Value, nulls: NullMeans) -> Value {
        let schema = Node::parse(&schema.to_string()).unwrap();
        absent_nulls(&schema, &mut arguments, nulls);
        arguments
    }

    #[test]
    fn a_null_of_an_optional_argument_is_absent() {
        let schema = json!({
            "type": "object", "required": ["kept"],
            "properties": {
                "kept": {"type": ["string", "null"]}, "left": {"type": "string"},
                "own": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                "same": {"type": ["string", "null"], "default": null},
                "other": {"type": ["string", "null"], "default": "x"},
                "list": {"type": "array", "items": {"$ref": "#/$defs/inner"}},
            },
            "$defs": {"inner": {"type": "object", "properties": {"x": {"type": "integer"}, "next": {"$ref": "#/$defs/inner"}}}},
        });
        let arguments = json!({
            "kept": null, "left": null, "own": null, "same": null, "other": null, "unknown": null,
            "list": [{"x": null, "next": {"x": 1, "next": null}}, null],
        });
        let list = json!([{"next": {"x": 1}}, null]);
        assert_eq!(
            read(&schema, arguments.clone(), NullMeans::Itself),
            json!({"kept": null, "own": null, "other": null, "unknown": null, "list": list}),
        );
        assert_eq!(
            read(&schema, arguments, NullMeans::Absent),
            json!({"kept": null, "other": null, "unknown": null, "list": list})
        );
    }

    #[test]
    fn an_option_is_absent_and_a_type_that_takes_null_is_not() {
        let schema = json!({
            "properties": {
                "option": {"type": ["string", "null"]}, "other": {"anyOf": [{"$ref": "#/$defs/clear"}, {"type": "null"}]},
                "clear": {"$ref": "#/$defs/clear"},
            },
            "$defs": {"clear": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
        });
        let arguments = json!({"option": null, "other": null, "clear": null});
        assert_eq!(read(&schema, arguments, NullMeans::AbsentOption), json!({"clear": null}));
    }

    #[test]
    fn the_alternative_that_a_value_looks_like_tells() {
        let schema = json!({"properties": {"by": {"oneOf": [
            {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "a"}, "x": {"type": "string"}}},
            {"type": "object", "required": ["kind", "x"], "properties": {"kind": {"const": "b"}, "x": {"type": ["string", "null"]}}},
            {"type": "string"},
        ]}}, "required": ["by"]});
        for (arguments, meant) in [
            (json!({"by": {"kind": "a", "x": null}}), json!({"by": {"kind": "a"}})),
            (json!({"by": {"kind": "b", "x": null}}), json!({"by": {"kind": "b", "x": null}})),
            (json!({"by": {"kind": "c", "x": null}}), json!({"by": {"kind": "c", "x": null}})),
            (json!({"by": "x"}), json!({"by": "x"})),
            (json!([]), json!([])),
        ] {
            assert_eq!(read(&schema, arguments, NullMeans::Itself), meant);
        }
    }

    #[test]
    fn alternatives_that_lead_to_themselves_end() {
        let schema = json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]});
        assert_eq!(read(&schema, json!({"a": null}), NullMeans::Absent), json!({"a": null}));
        let schema = json!({"$ref": "#"});
        assert_eq!(read(&schema, json!({"a": null}), NullMeans::Absent), json!({"a": null}));
    }
}
