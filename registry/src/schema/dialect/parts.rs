//! Parts of a strict schema: the description with what moved into it, and a value that may be `null`.

use super::node::{Members, Node, get};
use crate::schema::keyword::rank;

/// What becomes text in the description.
pub(super) type Words = Vec<String>;

/// What bounds a value and can be said in words: the tool checks it in any case.
pub(super) const BOUNDS: [&str; 16] = [
    "format",
    "contentEncoding",
    "contentMediaType",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "exclusiveMinimum",
    "maximum",
    "exclusiveMaximum",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// Puts into words what only tells and has no keyword in the form.
pub(super) fn annotations(members: &Members, words: &mut Words) {
    for (key, value) in members {
        let telling = match key.as_str() {
            "default" => *value != Node::Null,
            "example" | "examples" => true,
            _ => false,
        };
        if telling {
            words.push(format!("{key}: {value}"));
        }
    }
}

/// The description, with `words` after it.
pub(super) fn described(members: &Members, words: &Words) -> Members {
    let own = get(members, "description").and_then(Node::as_str).unwrap_or_default();
    let words = words.join(", ");
    let text = match (own.is_empty(), words.is_empty()) {
        (true, true) => return Members::new(),
        (false, true) => own.to_owned(),
        (true, false) => words,
        (false, false) => format!("{own} ({words})"),
    };
    vec![("description".into(), Node::Text(text))]
}

/// Alternatives, described.
pub(super) fn any_of(mut described: Members, parts: Vec<Members>) -> Members {
    let parts = parts.into_iter().map(Node::Object).collect();
    described.push(("anyOf".into(), Node::Array(parts)));
    described
}

/// `schema`, or `null`.
pub(super) fn or_null(schema: Node) -> Node {
    let Node::Object(mut members) = schema else {
        return schema;
    };
    let null = vec![("type".to_owned(), Node::text("null"))];
    if let Some((_, Node::Array(parts))) = members.iter_mut().find(|(key, _)| key == "anyOf") {
        parts.push(Node::Object(null));
        return Node::Object(members);
    }
    let is_scalar = |name: &Node| !matches!(name.as_str(), Some("object" | "array"));
    let scalar = match get(&members, "type") {
        Some(Node::Array(names)) => names.iter().all(is_scalar),
        Some(name) => is_scalar(name),
        None => false,
    };
    if !scalar || get(&members, "const").is_some() {
        let at = members.iter().position(|(key, _)| key == "description");
        let described = at.map(|at| members.remove(at)).into_iter().collect();
        return Node::Object(any_of(described, vec![members, null]));
    }
    for (key, value) in &mut members {
        match (key.as_str(), &mut *value) {
            ("type", Node::Array(names)) => add_null(names, Node::text("null")),
            ("type", name) => {
                let mut names = vec![name.clone()];
                add_null(&mut names, Node::text("null"));
                *name = if names.len() == 1 { Node::text("null") } else { Node::Array(names) };
            }
            ("enum", Node::Array(values)) => add_null(values, Node::Null),
            _ => {}
        }
    }
    Node::Object(members)
}

/// Puts `null` last, where it is not: a type `null` with an enumeration of texts has it, and accepts none.
fn add_null(list: &mut Vec<Node>, null: Node) {
    if !list.contains(&null) {
        list.push(null);
    }
}

/// Sets a keyword, at its place.
pub(super) fn insert(members: &mut Members, keyword: &str, value: Node) {
    if let Some((_, there)) = members.iter_mut().find(|(key, _)| key == keyword) {
        *there = value;
        return;
    }
    let at = members.iter().position(|(key, _)| rank(key) > rank(keyword));
    members.insert(at.unwrap_or(members.len()), (keyword.to_owned(), value));
}

/// A tuple whose places are all the same and that has no more of them, as a list: `items` for
/// `prefixItems`. `None` for anything else.
pub(super) fn uniform(members: &Members) -> Option<Members> {
    let places = get(members, "prefixItems")?.as_array()?;
    let (first, others) = places.split_first()?;
    let count = |node: &Node| if let Node::Number(text) = node { text.parse().ok() } else { None };
    let most: Option<usize> = get(members, "maxItems").and_then(count);
    let nothing = |items: &Node| {
        let not = items.get("not").and_then(Node::as_object);
        *items == Node::Bool(false) || not.is_some_and(Vec::is_empty)
    };
    let ends =
        most.is_some_and(|most| most <= places.len()) || get(members, "items").is_some_and(nothing);
    if !ends || others.iter().any(|place| place != first) {
        return None;
    }
    let mut list: Members =
        members.iter().filter(|(key, _)| key != "prefixItems").cloned().collect();
    insert(&mut list, "items", first.clone());
    let most = most.unwrap_or(places.len()).min(places.len());
    insert(&mut list, "maxItems", Node::Number(most.to_string()));
    Some(list)
}

/// Whether a keyword with a number can be sent: bounds are read as 64-bit numbers.
pub(super) fn is_countable(value: &Node) -> bool {
    const MOST: f64 = 9_007_199_254_740_992.0 * 1024.0;
    match value {
        Node::Number(text) => {
            text.parse::<i64>().is_ok() || text.parse::<f64>().is_ok_and(|n| n.abs() < MOST)
        }
        _ => true,
    }
}
