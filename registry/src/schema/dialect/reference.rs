//! `$ref`: only within the same schema, never over the network.

use super::node::{Members, Node, get};
use crate::schema::foreign::percent_decoded;
use crate::schema::keyword::is_annotation;

/// How many references may follow one another without anything between them.
pub(crate) const MAX_HOPS: usize = 32;

/// What a `$ref` stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Target<'n> {
    /// A schema within the same one.
    Here(&'n Node),
    /// Nothing is there, or it is no JSON pointer.
    Missing,
    /// Another document.
    Elsewhere,
}

/// What `reference` stands for within `root`.
pub(crate) fn target<'n>(root: &'n Node, reference: &str) -> Target<'n> {
    let Some(fragment) = reference.strip_prefix('#') else {
        return Target::Elsewhere;
    };
    if fragment.is_empty() {
        return Target::Here(root);
    }
    let decoded = percent_decoded(fragment);
    let Some(pointer) = decoded.as_deref().and_then(|pointer| pointer.strip_prefix('/')) else {
        return Target::Missing;
    };
    let found = pointer.split('/').try_fold(root, |node, key| {
        let key = key.replace("~1", "/").replace("~0", "~");
        match node {
            Node::Object(members) => get(members, &key),
            Node::Array(items) => items.get(key.parse::<usize>().ok()?),
            _ => None,
        }
    });
    match found {
        Some(node @ (Node::Object(_) | Node::Bool(_))) => Target::Here(node),
        _ => Target::Missing,
    }
}

/// `schema`, or what it refers to where it does nothing but refer; `None` where that leads nowhere.
pub(super) fn resolved<'n>(root: &'n Node, schema: &'n Node) -> Option<&'n Node> {
    let mut schema = schema;
    for _ in 0..MAX_HOPS {
        let Some(reference) = schema.get("$ref").and_then(Node::as_str) else {
            return Some(schema);
        };
        let Target::Here(next) = target(root, reference) else {
            return None;
        };
        schema = next;
    }
    None
}

/// The members of a reference's target, with what stands beside the reference in place of its own.
pub(super) fn beside(target: &Node, reference: &Members) -> Option<Node> {
    let own = reference.iter().filter(|(key, _)| key != "$ref");
    let Node::Object(members) = target else {
        return reference.len().eq(&1).then(|| target.clone());
    };
    let mut merged: Members =
        members.iter().filter(|(key, _)| key != "$defs" && key != "definitions").cloned().collect();
    for (key, value) in own {
        match merged.iter_mut().find(|(one, _)| one == key) {
            Some((_, there)) if is_annotation(key) || there == value => *there = value.clone(),
            Some(_) => return None,
            None if key == "description" => merged.insert(0, (key.clone(), value.clone())),
            None => merged.push((key.clone(), value.clone())),
        }
    }
    Some(Node::Object(merged))
}
