//! The shape that JSON Schema 2020-12 asks of each keyword's value.

use std::collections::BTreeSet;

use super::node::Node;
use super::walk::{Holds, holds};

/// The names of the seven types.
pub(super) const TYPES: [&str; 7] =
    ["null", "boolean", "integer", "number", "string", "array", "object"];

/// What is wrong with `value` as that of `keyword`, in words; unknown keywords take anything.
/// Schemas inside it are not looked into.
pub(super) fn misshapen(keyword: &str, value: &Node) -> Option<&'static str> {
    let (fits, wanted) = match keyword {
        "type" => (is_type(value), "takes a type's name, or different ones in an array"),
        "enum" | "examples" => (value.as_array().is_some(), "takes an array"),
        "required" => (are_names(value), "takes an array of different names"),
        "dependentRequired" => (
            value.as_object().is_some_and(|map| map.iter().all(|(_, names)| are_names(names))),
            "takes an object of arrays of names",
        ),
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => (is_count(value), "takes a whole number from 0"),
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
            (matches!(value, Node::Number(_)), "takes a number")
        }
        "multipleOf" => (is_positive(value), "takes a number above 0"),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => {
            (matches!(value, Node::Bool(_)), "takes `true` or `false`")
        }
        "description" | "title" | "format" | "pattern" | "$ref" | "$dynamicRef" | "$comment"
        | "contentEncoding" | "contentMediaType" => (value.as_str().is_some(), "takes a text"),
        "$schema" | "$id" | "$anchor" | "$dynamicAnchor" | "$vocabulary" => {
            (false, "has no meaning inside a tool's schema")
        }
        _ => match (holds(keyword), value) {
            (Holds::Map, _) => (value.as_object().is_some(), "takes an object of schemas"),
            (Holds::Schemas, _) => {
                (value.as_array().is_some_and(|list| !list.is_empty()), "takes an array of schemas")
            }
            (Holds::Schema, _) => {
                (matches!(value, Node::Object(_) | Node::Bool(_)), "takes a schema")
            }
            (Holds::Data, _) => return None,
        },
    };
    (!fits).then_some(wanted)
}

fn is_type(value: &Node) -> bool {
    let known = |node: &Node| node.as_str().is_some_and(|name| TYPES.contains(&name));
    match value {
        Node::Array(names) => {
            let different: BTreeSet<_> = names.iter().filter_map(Node::as_str).collect();
            !names.is_empty() && different.len() == names.len() && names.iter().all(known)
        }
        _ => known(value),
    }
}

fn are_names(value: &Node) -> bool {
    value.as_array().is_some_and(|names| {
        let different: BTreeSet<_> = names.iter().filter_map(Node::as_str).collect();
        different.len() == names.len()
    })
}

fn is_count(value: &Node) -> bool {
    matches!(value, Node::Number(text) if text.parse::<u64>().is_ok())
}

fn is_positive(value: &Node) -> bool {
    matches!(value, Node::Number(text)
        if !text.starts_with('-') && text.bytes().take_while(|b| *b != b'e').any(|b| (b'1'..=b'9').contains(&b)))
}
