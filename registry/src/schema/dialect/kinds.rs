//! What a schema says of values of one type: the subset of `OpenAPI` knows one type for each schema.

use super::node::{Members, Node, get};

/// The types without `null`, and whether that is one of them.
pub(super) fn types(members: &Members) -> (Vec<String>, bool) {
    let named: Vec<&str> = match get(members, "type") {
        Some(Node::Text(name)) => vec![name],
        Some(Node::Array(names)) => names.iter().filter_map(Node::as_str).collect(),
        _ if get(members, "properties").is_some() => vec!["object"],
        _ if get(members, "items").is_some() => vec!["array"],
        _ => {
            let constant = get(members, "const").map(std::slice::from_ref);
            let values = constant.or_else(|| get(members, "enum")?.as_array()).unwrap_or_default();
            let mut kinds: Vec<_> = values.iter().map(Node::kind).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds
        }
    };
    let nullable = named.contains(&"null");
    (named.into_iter().filter(|name| *name != "null").map(str::to_owned).collect(), nullable)
}

pub(super) fn get_type(schema: &Node) -> Option<&str> {
    schema.get("type").and_then(Node::as_str)
}

/// What `members` say of values of the type `kind`; nothing where none of their values is one.
pub(super) fn of_type(members: &Members, kind: &str) -> Option<Node> {
    let is_kind =
        |value: &Node| value.kind() == kind || (kind == "number" && value.kind() == "integer");
    let mut own = vec![("type".to_owned(), Node::text(kind))];
    for (key, value) in members.iter().filter(|(key, _)| key != "type" && applies(key, kind)) {
        match (key.as_str(), value) {
            ("enum", Node::Array(values)) => {
                let values: Vec<_> =
                    values.iter().filter(|value| is_kind(value)).cloned().collect();
                if values.is_empty() {
                    return None;
                }
                own.push((key.clone(), Node::Array(values)));
            }
            ("const" | "default", value) if !is_kind(value) => {
                if key == "const" {
                    return None;
                }
            }
            _ => own.push((key.clone(), value.clone())),
        }
    }
    Some(Node::Object(own))
}

/// Whether `keyword` says something of values of the type `kind`.
pub(super) fn applies(keyword: &str, kind: &str) -> bool {
    match keyword {
        "properties"
        | "required"
        | "additionalProperties"
        | "minProperties"
        | "maxProperties"
        | "patternProperties"
        | "propertyNames" => kind == "object",
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains" => {
            kind == "array"
        }
        "pattern" | "minLength" | "maxLength" | "format" => kind == "string",
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            matches!(kind, "number" | "integer")
        }
        _ => true,
    }
}
