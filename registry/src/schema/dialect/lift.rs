//! An object that is composed of alternatives, for who takes only one that is not: its properties in one
//! place, and what is left in words.

use std::collections::BTreeSet;

use super::node::{Members, Node, get, required};
use super::parts::insert;
use super::reference::resolved;
use crate::name::Shown;
use crate::schema::keyword::is_annotation;

/// Keywords that compose an object. `OpenAI`'s error text: "schema must have type 'object' and not have
/// 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level"; the others are of the same kind.
const COMPOSING: [&str; 9] =
    ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "enum", "const"];

/// How much of a constraint is repeated, in characters of its JSON.
const MAX_JSON: usize = 600;

/// How many alternatives are put into words one by one.
const MAX_ALTERNATIVES: usize = 20;

/// How many different schemas of one property are kept.
const MAX_SCHEMAS: usize = 20;

/// An object that is not composed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lifted {
    pub(crate) members: Members,
    /// What was left out, as sentences.
    pub(crate) words: String,
    /// Its keywords.
    pub(crate) left_out: Vec<&'static str>,
}

/// `members` of an object without what composes it; `None` where nothing does.
pub(crate) fn lifted(root: &Node, members: &Members) -> Option<Lifted> {
    let left_out: Vec<_> =
        COMPOSING.into_iter().filter(|key| get(members, key).is_some()).collect();
    if left_out.is_empty() {
        return None;
    }
    let mut rest: Members =
        members.iter().filter(|(key, _)| !left_out.contains(&key.as_str())).cloned().collect();
    let mut words = Vec::new();
    for keyword in &left_out {
        let Some(value) = get(members, keyword) else { continue };
        let parts = value.as_array().filter(|_| ["anyOf", "oneOf", "allOf"].contains(keyword));
        if let Some(parts) = parts {
            let parts: Vec<&Node> = parts.iter().filter_map(|one| resolved(root, one)).collect();
            add_properties(&mut rest, &parts, *keyword == "allOf");
        }
        match (*keyword, value) {
            // They say what `if` says.
            ("then" | "else", _) if left_out.contains(&"if") => {}
            ("anyOf" | "oneOf", Node::Array(parts)) => {
                words.push(
                    alternatives(root, keyword, parts).unwrap_or_else(|| as_json(members, keyword)),
                );
            }
            ("allOf", Node::Array(parts)) if parts.iter().all(|part| is_told(root, part)) => {}
            ("not", not) => {
                words.push(never_together(not).unwrap_or_else(|| as_json(members, keyword)));
            }
            _ => words.push(as_json(members, keyword)),
        }
    }
    Some(Lifted { members: rest, words: words.join(" "), left_out })
}

/// Adds the properties of `parts`, and the names that all of them (or, of `allOf`, any) require.
fn add_properties(members: &mut Members, parts: &[&Node], all: bool) {
    // What a closed object does not list, no alternative lets in.
    if get(members, "additionalProperties") == Some(&Node::Bool(false)) {
        return;
    }
    let mut found: Vec<(&str, Vec<&Node>)> = Vec::new();
    for (name, schema) in
        parts.iter().filter_map(|part| part.get("properties")?.as_object()).flatten()
    {
        match found.iter_mut().find(|(one, _)| one == name) {
            Some((_, schemas)) if schemas.contains(&schema) || schemas.len() == MAX_SCHEMAS => {}
            Some((_, schemas)) => schemas.push(schema),
            None => found.push((name, vec![schema])),
        }
    }
    let mut properties =
        get(members, "properties").and_then(Node::as_object).cloned().unwrap_or_default();
    let told: BTreeSet<_> = properties.iter().map(|(name, _)| name.clone()).collect();
    for (name, schemas) in found {
        if !told.contains(name) {
            properties.push((name.to_owned(), either(&schemas, all)));
        }
    }
    insert(members, "properties", Node::Object(properties));

    let of_parts = parts.iter().map(|part| part.as_object().map(required).unwrap_or_default());
    let mut of_parts = of_parts.collect::<Vec<_>>().into_iter();
    let first = of_parts.next().unwrap_or_default();
    let needed = of_parts.fold(first, |some, others| {
        if all {
            some.union(&others).copied().collect()
        } else {
            some.intersection(&others).copied().collect()
        }
    });
    let there = required(members);
    let more: Vec<_> = needed.difference(&there).map(|name| Node::text(name)).collect();
    let mut names = get(members, "required").and_then(Node::as_array).unwrap_or_default().to_vec();
    names.extend(more);
    if !names.is_empty() {
        insert(members, "required", Node::Array(names));
    }
}

/// A property that alternatives describe differently.
fn either(schemas: &[&Node], all: bool) -> Node {
    if let [only] = schemas {
        return (*only).clone();
    }
    // Tags: one enumeration.
    let tags: Option<Vec<&[Node]>> = schemas.iter().map(|schema| tag(schema)).collect();
    if let Some(tags) = tags.filter(|_| !all) {
        let mut seen = BTreeSet::new();
        let values = tags.into_iter().flatten().filter(|value| seen.insert(value.as_str()));
        let values = values.cloned().collect();
        let text = ("type".to_owned(), Node::text("string"));
        return Node::Object(vec![text, ("enum".to_owned(), Node::Array(values))]);
    }
    let parts = schemas.iter().map(|schema| (*schema).clone()).collect();
    let keyword = if all { "allOf" } else { "anyOf" };
    Node::Object(vec![(keyword.to_owned(), Node::Array(parts))])
}

/// The texts that a schema lists and says nothing else about.
fn tag(schema: &Node) -> Option<&[Node]> {
    let members = schema.as_object()?;
    let plain = |(key, value): &(String, Node)| match key.as_str() {
        "type" => value.as_str() == Some("string"),
        "const" | "enum" => true,
        _ => false,
    };
    let constant = get(members, "const").map(std::slice::from_ref);
    let values = constant.or_else(|| get(members, "enum")?.as_array())?;
    let texts = values.iter().all(|value| value.as_str().is_some());
    (texts && members.iter().all(plain)).then_some(values)
}

/// Whether a part of `allOf` says nothing that its properties do not say.
fn is_told(root: &Node, part: &Node) -> bool {
    let part = resolved(root, part).and_then(Node::as_object);
    part.is_some_and(|part| {
        part.iter().all(|(key, value)| match key.as_str() {
            "type" => value.as_str() == Some("object"),
            "properties" | "required" => true,
            key => is_annotation(key),
        })
    })
}

/// Alternatives that differ by what they require, in a sentence.
fn alternatives(root: &Node, keyword: &str, parts: &[Node]) -> Option<String> {
    if parts.len() > MAX_ALTERNATIVES {
        return None;
    }
    let parts: Option<Vec<_>> = parts.iter().map(|part| needs(resolved(root, part)?)).collect();
    let how_many = if keyword == "oneOf" { "Exactly" } else { "At least" };
    let parts = parts?.join("; ");
    (parts.chars().count() <= MAX_JSON)
        .then(|| format!("{how_many} one of these must be given: {parts}."))
}

/// What an alternative requires, where it says no more than its properties tell.
fn needs(part: &Node) -> Option<String> {
    let members = part.as_object()?;
    let known = members.iter().all(|(key, value)| match key.as_str() {
        "type" => value.as_str() == Some("object"),
        "properties" | "required" => true,
        "additionalProperties" => matches!(value, Node::Bool(_)),
        key => is_annotation(key),
    });
    let one = |name: &Node| {
        let name = name.as_str()?;
        let schema = get(members, "properties").and_then(|all| all.get(name));
        Some(match schema.and_then(tag) {
            Some([value]) => format!("`{}` = {value}", Shown(name)),
            _ => format!("`{}`", Shown(name)),
        })
    };
    let names = get(members, "required").and_then(Node::as_array)?;
    let names: Vec<String> = names.iter().map(one).collect::<Option<_>>()?;
    (known && !names.is_empty()).then(|| names.join(" and "))
}

/// `not` with nothing but names.
fn never_together(not: &Node) -> Option<String> {
    let members = not.as_object()?;
    let [(key, _)] = &members[..] else {
        return None;
    };
    let names = needs(not).filter(|_| key == "required")?;
    Some(format!("These must not be given together: {names}."))
}

/// A keyword as JSON, where it is short.
fn as_json(members: &Members, keyword: &str) -> String {
    let with = |key: &&(String, Node)| {
        key.0 == keyword || (keyword == "if" && matches!(key.0.as_str(), "then" | "else"))
    };
    let alone = Node::Object(members.iter().filter(with).cloned().collect()).to_string();
    if alone.chars().count() <= MAX_JSON {
        format!("The arguments must also fit this JSON Schema: {alone}.")
    } else {
        format!(
            "The arguments must also fit a condition (`{keyword}`) that is too long to repeat; the tool checks it."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, String) {
        let root = Node::parse(text).unwrap();
        let lifted = lifted(&root, root.as_object().unwrap()).unwrap();
        (Node::Object(lifted.members).to_string(), lifted.words)
    }

    #[test]
    fn what_must_be_given() {
        let rest = r#"{"type":"object","properties":{"a":{},"b":{}}}"#;
        for (composing, words) in [
            (
                r#""anyOf":[{"required":["a"]},{"required":["b","c"]}]"#,
                "At least one of these must be given: `a`; `b` and `c`.",
            ),
            (
                r#""oneOf":[{"required":["a"],"type":"object","title":"A"},{"required":["b"]}]"#,
                "Exactly one of these must be given: `a`; `b`.",
            ),
            (r#""not":{"required":["a","b"]}"#, "These must not be given together: `a` and `b`."),
            (
                r#""if":{"required":["a"]},"then":{"required":["b"]}"#,
                r#"The arguments must also fit this JSON Schema: {"if":{"required":["a"]},"then":{"required":["b"]}}."#,
            ),
        ] {
            let text = rest.replace("}}}", &format!("}}}},{composing}}}"));
            assert_eq!(of(&text), (rest.to_owned(), words.to_owned()));
        }
        let long = format!(r#"{{"not":{{"const":"{}"}}}}"#, "x".repeat(700));
        assert_eq!(
            of(&long).1,
            "The arguments must also fit a condition (`not`) that is too long to repeat; the tool checks it."
        );
    }

    #[test]
    fn properties_of_alternatives_come_together() {
        let text = r##"{"type":"object","properties":{},"anyOf":[
            {"$ref":"#/$defs/a"},
            {"properties":{"kind":{"const":"b"},"y":{"type":"null"},"x":{"type":"integer"}},"required":["kind","y"]}],
            "$defs":{"a":{"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind"]}}}"##;
        let (schema, words) = of(text);
        assert_eq!(
            schema,
            r#"{"type":"object","properties":{"kind":{"type":"string","enum":["a","b"]},"x":{"anyOf":[{"type":"string"},{"type":"integer"}]},"y":{"type":"null"}},"required":["kind"],"$defs":{"a":{"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"string"}},"required":["kind"]}}}"#
        );
        assert_eq!(
            words,
            r#"At least one of these must be given: `kind` = "a"; `kind` = "b" and `y`."#
        );
    }
}
