//! Rewrites a schema into the subset of `OpenAPI` 3.0 that Gemini's `parameters` take.
//!
//! Every value that fits the schema fits the result; what the subset cannot say is said in the
//! description where it is short, and remarked.

use super::alternatives::{described, documented, one_of, parts_of, plain_object};
use super::kinds::{applies, get_type, of_type, types};
use super::lift::{Lifted, lifted};
use super::node::{MAX_WRITTEN, MAX_WRITTEN_DEPTH, Members, Node, get, required};
use super::parts::{insert, is_countable, uniform};
use super::pattern::odd_part;
use super::reference::{Target, beside, resolved, target};
use super::{Remark, step};
use crate::name::Shown;
use crate::schema::keyword::is_annotation;

/// Keywords of the subset whose values need no rewriting. Source: ai.google.dev/api/caching#Schema.
const KEPT: [&str; 11] = [
    "default",
    "example",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
];

/// Keywords that are said in the description instead.
const WORDS: [&str; 8] = [
    "format",
    "contentEncoding",
    "contentMediaType",
    "examples",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "uniqueItems",
];

/// Formats by type. Source: the same.
const FORMATS: [(&str, &[&str]); 3] = [
    ("string", &["date-time", "enum"]),
    ("number", &["float", "double"]),
    ("integer", &["int32", "int64"]),
];

/// How much of what has no keyword is repeated in a description, in characters.
const MAX_WORDS: usize = 600;

/// A schema in the subset.
#[derive(Debug)]
pub(crate) struct OpenApi {
    pub(crate) schema: Node,
    /// What the tool's description must say, as sentences, and the keywords at the root that became those.
    pub(crate) words: Option<String>,
    pub(crate) left_out: Vec<&'static str>,
    /// What was lost.
    pub(crate) remarks: Vec<Remark>,
}

/// `schema` in the subset.
pub(crate) fn openapi(schema: &Node) -> OpenApi {
    let mut rewrite = Rewrite {
        root: schema,
        remarks: Vec::new(),
        left: MAX_WRITTEN,
        active: vec!["#".into()],
        depth: 0,
    };
    // The parts of an `allOf` are put together below, whatever they are.
    let others =
        schema.as_object().map(|all| all.iter().filter(|(key, _)| key != "allOf").cloned());
    let lifted = others.and_then(|others| lifted(schema, &others.collect()));
    let (rewritten, words, left_out) = match lifted {
        None => (rewrite.schema("", schema), None, Vec::new()),
        Some(Lifted { mut members, words, left_out }) => {
            members.extend(schema.get("allOf").map(|all| ("allOf".to_owned(), all.clone())));
            let whole = schema.as_object().cloned().unwrap_or_default();
            let members = Node::Object(members);
            let rewritten = rewrite.within(&whole, |rewrite| rewrite.schema("", &members));
            (rewritten, Some(words), left_out)
        }
    };
    OpenApi { schema: Node::Object(rewritten), words, left_out, remarks: rewrite.remarks }
}

/// A schema in the making.
struct Draft<'k> {
    kind: Option<&'k str>,
    out: Members,
    words: Vec<String>,
    nullable: bool,
}

struct Rewrite<'r> {
    root: &'r Node,
    remarks: Vec<Remark>,
    left: usize,
    /// The references that are being written out.
    active: Vec<String>,
    depth: usize,
}

impl Rewrite<'_> {
    fn remark(&mut self, path: &str, problem: impl Into<String>, way_out: &'static str) {
        self.remarks.push(Remark { path: path.to_owned(), problem: problem.into(), way_out });
    }

    fn lost(&mut self, path: &str, problem: impl Into<String>) {
        let way_out = "say it in the description, or send the schema as `parametersJsonSchema`";
        self.remark(path, problem, way_out);
    }

    fn schema(&mut self, path: &str, schema: &Node) -> Members {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        if left.is_none() || self.depth == MAX_WRITTEN_DEPTH {
            const TOO_LARGE: &str = "describe less";
            if self.remarks.iter().all(|one| one.way_out != TOO_LARGE) {
                let problem = "is too large once its references are written out; the rest became plain objects";
                self.remark(path, problem, TOO_LARGE);
            }
            return plain_object(&Members::new());
        }
        let Node::Object(members) = schema else {
            return self.any_value(path, None);
        };
        self.depth += 1;
        let rewritten = match get(members, "$ref").and_then(Node::as_str) {
            Some(reference) => self.reference(path, reference, members),
            None => match self.merged(path, members) {
                Some(merged) => {
                    self.within(members, |this| this.schema(path, &Node::Object(merged)))
                }
                None => self.plain(path, members),
            },
        };
        self.depth -= 1;
        rewritten
    }

    fn reference(&mut self, path: &str, reference: &str, members: &Members) -> Members {
        let to = match target(self.root, reference) {
            Target::Here(to) => to,
            Target::Missing | Target::Elsewhere => {
                let problem = format!(
                    "refers to `{}`, which is not in the schema; it became a plain object",
                    Shown(reference)
                );
                self.remark(path, problem, "write the schema out here");
                return plain_object(members);
            }
        };
        if self.active.iter().any(|one| one == reference) {
            self.lost(path, "is recursive; it became a plain object");
            return plain_object(members);
        }
        let merged = beside(to, members).unwrap_or_else(|| {
            self.lost(path, "constrains a `$ref`, which was left out");
            to.clone()
        });
        self.active.push(reference.to_owned());
        let written = self.schema(path, &merged);
        self.active.pop();
        written
    }

    /// Writes what the parts of `members` were put into: a reference back to one of them is a circle.
    fn within<T>(&mut self, members: &Members, write: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.active.len();
        self.active.extend(parts_of(members).map(str::to_owned));
        let written = write(self);
        self.active.truncate(before);
        written
    }

    /// The parts of `allOf` and the schema around it as one.
    fn merged(&mut self, path: &str, members: &Members) -> Option<Members> {
        let all = get(members, "allOf")?.as_array()?;
        let mut merged: Members =
            members.iter().filter(|(key, _)| key != "allOf").cloned().collect();
        for part in all {
            let reference = part.get("$ref").and_then(Node::as_str).unwrap_or_default();
            let active = self.active.iter().any(|one| one == reference);
            let part = resolved(self.root, part).filter(|_| !active).unwrap_or(part);
            for (key, value) in part.as_object().into_iter().flatten() {
                match merged.iter_mut().find(|(one, _)| one == key) {
                    None if key == "$ref" => self
                        .lost(path, "has a part of `allOf` that leads nowhere, which was left out"),
                    None => merged.push((key.clone(), value.clone())),
                    Some((_, Node::Object(there))) if key == "properties" => {
                        let more = value.as_object().into_iter().flatten();
                        let more = more.filter(|(name, _)| get(there, name).is_none()).cloned();
                        let more: Members = more.collect();
                        there.extend(more);
                    }
                    Some((_, Node::Array(there))) if key == "required" => {
                        let more = value.as_array().unwrap_or_default().iter();
                        let more: Vec<_> =
                            more.filter(|name| !there.contains(name)).cloned().collect();
                        there.extend(more);
                    }
                    Some((_, there)) if is_annotation(key) || there == value => {}
                    Some(_) => {
                        let problem = format!(
                            "has `{}` in several parts of `allOf`; the first was kept",
                            Shown(key)
                        );
                        self.lost(path, problem);
                    }
                }
            }
        }
        Some(merged)
    }

    /// A schema without `$ref` and `allOf`.
    fn plain(&mut self, path: &str, members: &Members) -> Members {
        let (types, mut nullable) = types(members);
        if let ([only], None) = (&types[..], get(members, "type"))
            && get(members, "enum").or(get(members, "const")).is_none()
        {
            // Told by `properties` or `items`.
            self.lost(path, format!("has no type, and is taken for an {only}"));
        }
        nullable |= get(members, "nullable") == Some(&Node::Bool(true));
        if types.len() > 1 {
            let parts: Vec<_> = types.iter().filter_map(|name| of_type(members, name)).collect();
            let parts = parts.iter().map(|part| self.schema(path, part)).collect();
            return one_of(parts, None, nullable);
        }
        if get(members, "properties").is_some()
            && let Some(Lifted { members: mut lifted, words, left_out }) =
                lifted(self.root, members)
        {
            let is_active = |part: &&str| self.active.iter().any(|one| one == part);
            if parts_of(members).any(|part| is_active(&part)) {
                self.lost(path, "is recursive; it became a plain object");
                return plain_object(members);
            }
            let left_out = left_out.join("`, `");
            self.lost(path, format!("has `{left_out}`, which is only said in its description"));
            let own = get(members, "description").and_then(Node::as_str).unwrap_or_default();
            let text = [own, &words].into_iter().filter(|text| !text.is_empty());
            let text = text.collect::<Vec<_>>().join(" ");
            insert(&mut lifted, "description", Node::Text(text));
            return self.within(members, |this| this.plain(path, &lifted));
        }
        let alternatives =
            ["anyOf", "oneOf"].iter().find_map(|key| Some((*key, get(members, key)?.as_array()?)));
        if let Some((keyword, parts)) = alternatives {
            return match documented(self.root, parts, members) {
                Some((values, has_null)) => {
                    let mut draft = values;
                    if nullable || has_null {
                        insert(&mut draft, "nullable", Node::Bool(true));
                    }
                    self.plain(path, &draft)
                }
                None => self.union(path, keyword, parts, members, nullable),
            };
        }
        if types.is_empty() && nullable && get(members, "type").is_some() {
            self.lost(path, "is always `null`; it became a text that may be `null`");
            let text = vec![("type".to_owned(), Node::text("string"))];
            return one_of(vec![text], described(members, &[]).as_deref(), true);
        }
        let kind = types.first().map(String::as_str);
        let list = if kind == Some("array") { self.list(path, members) } else { None };
        let members = list.as_ref().unwrap_or(members);
        let mut draft = Draft { kind, out: Members::new(), words: Vec::new(), nullable };
        draft.out.extend(kind.map(|kind| ("type".to_owned(), Node::text(kind))));
        // What says nothing of this type is idle, and refused.
        let telling = members.iter().filter(|(key, _)| kind.is_none_or(|kind| applies(key, kind)));
        for (key, value) in telling {
            self.keyword(path, key, value, &mut draft);
        }
        let Draft { mut out, words, nullable, .. } = draft;
        let text = described(members, &words);
        match kind {
            None => return self.any_value(path, text.as_deref()),
            Some("object") => self.object(path, members, &mut out),
            Some("array") if get(members, "items").is_none() => {
                self.lost(path, "does not say what the array holds");
                let items = self.any_value(&step(path, "items"), None);
                out.push(("items".into(), Node::Object(items)));
            }
            _ => {}
        }
        if nullable {
            out.insert(1.min(out.len()), ("nullable".into(), Node::Bool(true)));
        }
        if let Some(text) = text {
            out.insert(0, ("description".into(), Node::Text(text)));
        }
        out
    }

    /// Any value, as far as it can be said: every schema needs a type, and an object properties.
    fn any_value(&mut self, path: &str, description: Option<&str>) -> Members {
        let of = |name: &str| vec![("type".to_owned(), Node::text(name))];
        let plain = || ["string", "number", "boolean"].map(of).to_vec();
        self.lost(
            path,
            "takes any value, and Gemini needs a type, so a text, a number, a boolean or a list of these is asked for",
        );
        let mut list = of("array");
        list.push(("items".to_owned(), Node::Object(one_of(plain(), None, true))));
        one_of(plain().into_iter().chain([list]).collect(), description, true)
    }

    /// A tuple as a list: of its one type, or of what its places take.
    fn list(&mut self, path: &str, members: &Members) -> Option<Members> {
        let places = get(members, "prefixItems")?.as_array()?;
        if let Some(list) = uniform(members) {
            return Some(list);
        }
        let mut list: Members =
            members.iter().filter(|(key, _)| key != "prefixItems").cloned().collect();
        let mut words = Node::Array(places.to_vec()).to_string();
        if words.chars().count() > MAX_WORDS {
            "too long to repeat".clone_into(&mut words);
        }
        let text = described(members, &[format!("in this order: {words}")]).unwrap_or_default();
        insert(&mut list, "description", Node::Text(text));
        self.lost(path, "has `prefixItems`, whose order is only said in its description");
        let mut kinds: Vec<Node> = Vec::new();
        for place in places {
            if !kinds.contains(place) {
                kinds.push(place.clone());
            }
        }
        if let Some(rest) = get(members, "items").filter(|rest| rest.get("not").is_none()) {
            kinds.push(rest.clone());
        }
        let most = get(members, "maxItems").map(|most| most.to_string().parse());
        let ends = most.is_some_and(|most: Result<usize, _>| most.is_ok_and(|n| n <= places.len()));
        let is_closed = ends || get(members, "items").is_some();
        if is_closed {
            insert(&mut list, "items", Node::Object(vec![("anyOf".into(), Node::Array(kinds))]));
        }
        Some(list)
    }

    fn union(
        &mut self,
        path: &str,
        keyword: &str,
        parts: &[Node],
        members: &Members,
        nullable: bool,
    ) -> Members {
        let mut nullable = nullable;
        let mut written = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            if get_type(part) == Some("null") {
                nullable = true;
            } else {
                written.push(self.schema(&step(&step(path, keyword), &i.to_string()), part));
            }
        }
        for (key, _) in members {
            if key != keyword && key != "type" && key != "nullable" && !is_annotation(key) {
                self.lost(
                    path,
                    format!("has `{}` beside `{keyword}`, which was left out", Shown(key)),
                );
            }
        }
        let telling = |key: &str| get(members, key).filter(|value| **value != Node::Null);
        let telling: Vec<_> = ["default", "example"]
            .into_iter()
            .filter_map(|key| Some((key, telling(key)?)))
            .collect();
        let single = written.len() == 1 && get(&written[0], "anyOf").is_none();
        let words: Vec<_> = telling.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        let words = if single { &[][..] } else { &words };
        let mut whole = one_of(written, described(members, words).as_deref(), nullable);
        if single {
            for (key, value) in telling {
                insert(&mut whole, key, value.clone());
            }
        }
        whole
    }

    fn keyword(&mut self, path: &str, key: &str, value: &Node, draft: &mut Draft<'_>) {
        match (key, value) {
            ("type" | "description" | "properties" | "required" | "nullable", _)
            | ("additionalProperties", Node::Bool(_))
            | ("default", Node::Null) => {}
            ("pattern", Node::Text(pattern)) if odd_part(pattern).is_some() => {
                draft.words.push(format!("{key}: {value}"));
            }
            _ if !is_countable(value) => draft.words.push(format!("{key}: {value}")),
            ("enum", Node::Array(values)) => self.values(path, values, draft),
            ("const", value) => self.values(path, std::slice::from_ref(value), draft),
            ("items", items) => {
                let items = self.schema(&step(path, "items"), items);
                draft.out.push(("items".into(), Node::Object(items)));
            }
            ("format", Node::Text(format)) if has_format(draft.kind, format) => {
                draft.out.push((key.into(), value.clone()));
            }
            _ if KEPT.contains(&key) => draft.out.push((key.into(), value.clone())),
            _ if WORDS.contains(&key) => draft.words.push(format!("{key}: {value}")),
            _ if is_annotation(key) => {}
            _ => self.lost(path, format!("has `{}`, which was left out", Shown(key))),
        }
    }

    /// An enumeration: of texts, none of them empty.
    fn values(&mut self, path: &str, values: &[Node], draft: &mut Draft<'_>) {
        draft.nullable |= values.contains(&Node::Null);
        let texts: Vec<_> = values.iter().filter(|value| **value != Node::Null).cloned().collect();
        let plain = |value: &Node| value.as_str().is_some_and(|text| !text.is_empty());
        let none_yet = get(&draft.out, "enum").is_none();
        if none_yet && draft.kind == Some("string") && !texts.is_empty() && texts.iter().all(plain)
        {
            draft.out.push(("enum".into(), Node::Array(texts)));
        } else {
            draft.words.push(format!("one of: {}", Node::Array(values.to_vec())));
            self.lost(
                path,
                "lists values that are not texts, which is only said in the description",
            );
        }
    }

    fn object(&mut self, path: &str, members: &Members, out: &mut Members) {
        let properties = get(members, "properties").and_then(Node::as_object);
        let Some(properties) = properties.filter(|all| !all.is_empty()) else {
            // At the root, `parameters` is left out instead.
            if !path.is_empty() {
                self.lost(path, "is an object without properties, which some Gemini models refuse");
            }
            return;
        };
        let mut rewritten = Members::with_capacity(properties.len());
        for (name, property) in properties {
            let property = self.schema(&step(&step(path, "properties"), name), property);
            rewritten.push((name.clone(), Node::Object(property)));
        }
        let is_required = required(members);
        let names: Vec<_> = properties.iter().map(|(name, _)| name).collect();
        let needed: Vec<_> = names
            .iter()
            .filter(|name| is_required.contains(name.as_str()))
            .map(|name| Node::text(name))
            .collect();
        if needed.len() < is_required.len() {
            self.lost(path, "requires a property that it does not describe, which was left out");
        }
        out.push(("properties".into(), Node::Object(rewritten)));
        if !needed.is_empty() {
            out.push(("required".into(), Node::Array(needed)));
        }
        if names.len() > 1 {
            let order = names.iter().map(|name| Node::text(name)).collect();
            out.push(("propertyOrdering".into(), Node::Array(order)));
        }
    }
}

fn has_format(kind: Option<&str>, format: &str) -> bool {
    FORMATS.iter().any(|(of, formats)| Some(*of) == kind && formats.contains(&format))
}
