//! Alternatives as Gemini's subset of `OpenAPI` has them: beside `anyOf` nothing else may stand.

use std::collections::BTreeSet;

use super::node::{Members, Node, get};
use super::parts::insert;
use super::reference::resolved;
use crate::schema::keyword::is_annotation;

/// The alternatives as one schema. Beside `anyOf` nothing else may stand, so each says it itself.
pub(super) fn one_of(parts: Vec<Members>, description: Option<&str>, nullable: bool) -> Members {
    // A union within a union is one.
    let flat = |part: Members| match part.as_slice() {
        [(key, Node::Array(inner))] if key == "anyOf" => {
            inner.iter().filter_map(|one| one.as_object().cloned()).collect()
        }
        _ => vec![part],
    };
    let mut parts: Vec<Members> = parts.into_iter().flat_map(flat).collect();
    if parts.is_empty() {
        parts.push(vec![("type".into(), Node::text("string"))]);
    }
    for (i, part) in parts.iter_mut().enumerate() {
        if nullable && i == 0 && get(part, "nullable").is_none() {
            let at = part.iter().position(|(key, _)| key == "type").map_or(0, |at| at + 1);
            part.insert(at, ("nullable".into(), Node::Bool(true)));
        }
        let Some(text) = description else {
            continue;
        };
        match part.iter_mut().find(|(key, _)| key == "description") {
            Some((_, Node::Text(own))) if own.as_str() != text => *own = format!("{text} {own}"),
            Some(_) => {}
            None => part.insert(0, ("description".into(), Node::text(text))),
        }
    }
    match <[Members; 1]>::try_from(parts) {
        Ok([only]) => only,
        Err(parts) => {
            let parts = parts.into_iter().map(Node::Object).collect();
            vec![("anyOf".into(), Node::Array(parts))]
        }
    }
}

/// Alternatives that each list texts and say what they mean, as one enumeration that says it; and whether
/// `null` is one.
pub(super) fn documented(
    root: &Node,
    parts: &[Node],
    members: &Members,
) -> Option<(Members, bool)> {
    if members.iter().any(|(key, value)| match key.as_str() {
        "anyOf" | "oneOf" | "nullable" => false,
        "type" => value.as_str() != Some("string"),
        key => !is_annotation(key),
    }) {
        return None;
    }
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    let (mut words, mut has_null) = (Vec::new(), false);
    for part in parts {
        let part = resolved(root, part)?.as_object()?;
        if part.len() == 1 && get(part, "type").and_then(Node::as_str) == Some("null") {
            has_null = true;
            continue;
        }
        let is_text = |(key, value): &(String, Node)| match key.as_str() {
            "type" => value.as_str() == Some("string"),
            "const" | "enum" | "description" | "title" => true,
            _ => false,
        };
        let constant = get(part, "const").map(std::slice::from_ref);
        let values = constant.or_else(|| get(part, "enum")?.as_array())?;
        let texts = values.iter().all(|value| value.as_str().is_some_and(|text| !text.is_empty()));
        if !texts
            || values.is_empty()
            || !part.iter().all(is_text)
            || (constant.is_some() && get(part, "enum").is_some())
        {
            return None;
        }
        if let Some(text) = get(part, "description").and_then(Node::as_str) {
            let values: Vec<_> = values.iter().filter_map(Node::as_str).collect();
            words.push(format!("`{}`: {text}", values.join("`, `")));
        }
        all.extend(values.iter().filter(|value| seen.insert(value.as_str())).cloned());
    }
    if seen.is_empty() || parts.len() - usize::from(has_null) < 2 {
        return None;
    }
    let mut whole: Members = members
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "anyOf" | "oneOf" | "type"))
        .cloned()
        .collect();
    if !words.is_empty() {
        let text = described(members, &[words.join("; ")]).unwrap_or_default();
        insert(&mut whole, "description", Node::Text(text));
    }
    insert(&mut whole, "type", Node::text("string"));
    insert(&mut whole, "enum", Node::Array(all));
    Some((whole, has_null))
}

/// The references that are parts or alternatives of a schema.
pub(super) fn parts_of(members: &Members) -> impl Iterator<Item = &str> {
    let lists = ["allOf", "anyOf", "oneOf"].iter().filter_map(|key| get(members, key)?.as_array());
    lists.flatten().filter_map(|part| part.get("$ref")?.as_str())
}

/// The description, with `words` after it.
pub(super) fn described(members: &Members, words: &[String]) -> Option<String> {
    let own = get(members, "description").and_then(Node::as_str).filter(|text| !text.is_empty());
    match (own, words.is_empty()) {
        (None, true) => None,
        (Some(own), true) => Some(own.to_owned()),
        (None, false) => Some(words.join(", ")),
        (Some(own), false) => Some(format!("{own} ({})", words.join(", "))),
    }
}

pub(super) fn plain_object(members: &Members) -> Members {
    let kind = ("type".to_owned(), Node::text("object"));
    let description = members.iter().find(|(key, _)| key == "description").cloned();
    description.into_iter().chain([kind]).collect()
}
