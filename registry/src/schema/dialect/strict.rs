//! Rewrites a schema into a provider's strict form, or says what stands in the way.
//!
//! What may change: an object that does not say whether it is open is closed; bounds, formats and
//! defaults that the form does not know move into the description; `oneOf` becomes `anyOf` where no value
//! can be two of its alternatives; references are written out, or kept where the form has them. What may
//! not: an optional argument never becomes one that must have a value.

use std::collections::{BTreeMap, BTreeSet};

use super::node::{MAX_WRITTEN, MAX_WRITTEN_DEPTH, Members, Node, get, required};
use super::nulls::{NullMeans, has_optional, means_absent};
use super::parts::{BOUNDS, Words, annotations, any_of, described, is_countable, or_null, uniform};
use super::pattern::odd_part;
use super::reference::{Target, beside, target};
use super::size::{SizeLimits, oversize};
use super::union::{Fuel, Reading, accepts_null, alternatives, disjoint, is_composite};
use super::{Remark, step};
use crate::schema::keyword::is_annotation;

/// How many alternatives are compared with one another.
const MAX_COMPARED: usize = 100;

/// What a strict form does with optional properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Optional {
    /// They stay optional.
    Kept,
    /// Each is required, and `null` where it has no value.
    Nullable,
    /// It has none, and no `null` either.
    Refused,
}

/// What a provider's strict form accepts.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(crate) optional: Optional,
    /// Whether references within the schema, recursive ones included, are kept.
    pub(crate) references: bool,
    /// Whether `const` is known; else it is an enumeration of one value.
    pub(crate) constants: bool,
    /// Keywords, beyond the structure, that are kept as they are.
    pub(crate) keywords: &'static [&'static str],
    pub(crate) formats: &'static [&'static str],
    /// The greatest `minItems`, where that keyword is not among `keywords`.
    pub(crate) min_items: Option<u64>,
    pub(crate) size: Option<SizeLimits>,
}

/// A schema in a strict form, with what counts against the limits of a request.
#[derive(Debug)]
pub(crate) struct StrictSchema {
    pub(crate) schema: Node,
    pub(crate) optional: usize,
    pub(crate) unions: usize,
}

/// Rewrites `schema`, or says all that stands in the way.
pub(crate) fn strict(
    schema: &Node,
    rules: &Rules,
    nulls: NullMeans,
) -> Result<StrictSchema, Vec<Remark>> {
    let mut rewrite = Rewrite {
        root: schema,
        rules,
        nulls,
        remarks: Vec::new(),
        fuel: Fuel::new(),
        left: MAX_WRITTEN,
        depth: 0,
        active: vec!["#".to_owned()],
        to_define: Vec::new(),
        optional: 0,
        unions: 0,
    };
    let mut rewritten = rewrite.root();
    rewrite.definitions(&mut rewritten);
    let Rewrite { mut remarks, optional, unions, .. } = rewrite;
    let schema = Node::Object(rewritten);
    if let Some(limits) = &rules.size {
        oversize(&schema, limits, &mut remarks);
    }
    if remarks.is_empty() { Ok(StrictSchema { schema, optional, unions }) } else { Err(remarks) }
}

struct Rewrite<'r> {
    root: &'r Node,
    rules: &'r Rules,
    nulls: NullMeans,
    remarks: Vec<Remark>,
    fuel: Fuel,
    left: usize,
    depth: usize,
    /// The references that are being written out.
    active: Vec<String>,
    /// The definitions that kept references name, to be written yet.
    to_define: Vec<String>,
    optional: usize,
    unions: usize,
}

impl Rewrite<'_> {
    fn remark(&mut self, path: &str, problem: impl Into<String>, way_out: &'static str) {
        let path = path.to_owned();
        self.remarks.push(Remark { path, problem: problem.into(), way_out });
    }

    fn root(&mut self) -> Members {
        let members = self.root.as_object().cloned().unwrap_or_default();
        match get(&members, "type").and_then(Node::as_str) {
            Some("object") => self.typed("", &members),
            _ => {
                self.remark("", "is not an object", "give the arguments one type, `object`");
                Members::new()
            }
        }
    }

    /// The definitions that are referred to, themselves rewritten, in their order.
    fn definitions(&mut self, rewritten: &mut Members) {
        let all = self.root.get("$defs").and_then(Node::as_object);
        let Some(all) = all.filter(|_| !self.to_define.is_empty()) else {
            return;
        };
        let mut done: BTreeMap<String, Node> = BTreeMap::new();
        while let Some(name) = self.to_define.pop() {
            if let (Some(schema), None) = (get(all, &name), done.get(&name)) {
                let schema = self.schema(&step("/$defs", &name), schema);
                done.insert(name, schema);
            }
        }
        let in_order = all.iter().filter_map(|(name, _)| done.remove_entry(name));
        let definitions = in_order.collect();
        rewritten.push(("$defs".into(), Node::Object(definitions)));
    }

    fn schema(&mut self, path: &str, schema: &Node) -> Node {
        let left = self.left.checked_sub(1);
        self.left = left.unwrap_or(0);
        if left.is_none() || self.depth == MAX_WRITTEN_DEPTH {
            // Said once, not at each of very many places.
            if self.remarks.iter().all(|one| one.way_out != TOO_LARGE) {
                self.remark(path, "is too large once its references are written out", TOO_LARGE);
            }
            return Node::Object(Members::new());
        }
        let Node::Object(members) = schema else {
            self.remark(path, "is a boolean schema", "say what type the value has");
            return Node::Object(Members::new());
        };
        self.depth += 1;
        let rewritten = if let Some(reference) = get(members, "$ref").and_then(Node::as_str) {
            self.reference(path, reference, members)
        } else if let Some(Node::Array(all)) = get(members, "allOf") {
            self.all_of(path, all, members)
        } else if let Some(parts) = alternatives(schema) {
            self.union(path, parts, members)
        } else {
            self.typed(path, members)
        };
        self.depth -= 1;
        Node::Object(rewritten)
    }

    fn reference(&mut self, path: &str, reference: &str, members: &Members) -> Members {
        let definition =
            reference.strip_prefix("#/$defs/").filter(|name| !name.contains(['/', '%']));
        let to = match target(self.root, reference) {
            Target::Here(to) => to,
            Target::Missing => {
                self.remark(path, "refers to nothing", "define what `$ref` names");
                return Members::new();
            }
            Target::Elsewhere => {
                self.remark(path, "refers to another document", "write the schema out here");
                return Members::new();
            }
        };
        if self.rules.references && (reference == "#" || definition.is_some()) {
            if members.iter().any(|(key, _)| key != "$ref" && !is_annotation(key)) {
                self.remark(path, "constrains a `$ref`", "write the schema out here");
            }
            if let Some(name) = definition {
                self.to_define.push(name.replace("~1", "/").replace("~0", "~"));
            }
            let alone = vec![("$ref".to_owned(), Node::text(reference))];
            let mut words = Words::new();
            annotations(members, &mut words);
            let described = described(members, &words);
            return if described.is_empty() { alone } else { any_of(described, vec![alone]) };
        }
        if self.active.iter().any(|one| one == reference) {
            self.remark(path, "is recursive", "bound the nesting, or leave `strict` out");
            return Members::new();
        }
        let Some(Node::Object(merged)) = beside(to, members) else {
            self.remark(path, "constrains a `$ref`", "write the schema out here");
            return Members::new();
        };
        self.active.push(reference.to_owned());
        let written = self.schema(path, &Node::Object(merged));
        self.active.pop();
        if let Node::Object(members) = written { members } else { Members::new() }
    }

    fn all_of(&mut self, path: &str, all: &[Node], members: &Members) -> Members {
        let others: Members = members.iter().filter(|(key, _)| key != "allOf").cloned().collect();
        let merged = match all {
            [only] => {
                beside(only, &others).filter(|one| one.get("$ref").is_none() || others.is_empty())
            }
            _ => None,
        };
        // A reference keeps what stands beside it in its own way.
        let merged = merged.or_else(|| match all {
            [Node::Object(only)]
                if get(&others, "$ref").is_none() && get(only, "$ref").is_some() =>
            {
                let beside = others.iter().filter(|(key, _)| get(only, key).is_none());
                Some(Node::Object(only.iter().chain(beside).cloned().collect()))
            }
            _ => None,
        });
        let Some(merged) = merged else {
            self.remark(path, "has `allOf`", "write its parts as one schema");
            return Members::new();
        };
        if let Node::Object(members) = self.schema(path, &merged) {
            members
        } else {
            Members::new()
        }
    }

    fn union(&mut self, path: &str, parts: &[Node], members: &Members) -> Members {
        let keyword = if get(members, "anyOf").is_some() { "anyOf" } else { "oneOf" };
        if let Some((key, _)) =
            members.iter().find(|(key, _)| key != keyword && !is_annotation(key))
        {
            let problem = format!("has `{}` beside `{keyword}`", crate::name::Shown(key));
            self.remark(path, problem, "put it into each alternative");
        }
        self.unions += 1;
        let nulls = self.rules.optional == Optional::Nullable
            && parts.iter().any(|part| has_optional(self.root, part, &mut self.fuel));
        let reading = if keyword == "oneOf" { Reading::Written } else { Reading::Strict };
        if (keyword == "oneOf" || nulls) && !self.told_apart(parts, reading) {
            let problem = if keyword == "oneOf" {
                "has `oneOf` whose alternatives may overlap"
            } else {
                "has alternatives with optional arguments that a `null` does not tell apart"
            };
            self.remark(
                path,
                problem,
                "give each alternative a required property with a `const` of its own",
            );
        }
        let parts = parts
            .iter()
            .enumerate()
            .map(|(i, part)| self.schema(&step(&step(path, keyword), &i.to_string()), part));
        let parts = parts.collect();
        let mut words = Words::new();
        annotations(members, &mut words);
        let mut rewritten = described(members, &words);
        rewritten.push(("anyOf".into(), Node::Array(parts)));
        rewritten
    }

    /// Whether no value can be two of `parts`; as they are rewritten, only objects and arrays matter.
    fn told_apart(&mut self, parts: &[Node], reading: Reading) -> bool {
        let root = self.root;
        let fuel = &mut self.fuel;
        let parts: Vec<_> = parts
            .iter()
            .filter(|part| reading == Reading::Written || is_composite(root, part, fuel))
            .collect();
        parts.len() <= MAX_COMPARED
            && parts.iter().enumerate().all(|(i, one)| {
                parts[i + 1..].iter().all(|other| disjoint(root, one, other, reading, fuel))
            })
    }

    /// A schema with a type of its own.
    fn typed(&mut self, path: &str, members: &Members) -> Members {
        let list = uniform(members);
        let members = list.as_ref().unwrap_or(members);
        let types = self.types(path, members);
        let mut words = Words::new();
        annotations(members, &mut words);
        let mut rewritten = Members::new();
        if !types.is_empty() {
            let mut names = types.iter().map(|name| Node::text(name));
            let names = match (types.len(), names.next()) {
                (1, Some(only)) => only,
                _ => {
                    self.unions += 1;
                    Node::Array(types.iter().map(|name| Node::text(name)).collect())
                }
            };
            rewritten.push(("type".into(), names));
        }
        for (key, value) in members {
            self.keyword(path, key, value, &mut rewritten, &mut words);
        }
        if types.iter().any(|name| name == "array") && get(members, "items").is_none() {
            self.remark(path, "does not say what the array holds", "give it `items`");
        }
        if types.iter().any(|name| name == "object") {
            self.object(path, members, &mut rewritten);
        }
        let mut whole = described(members, &words);
        whole.append(&mut rewritten);
        whole
    }

    /// The types that are named, or told by other keywords.
    fn types(&mut self, path: &str, members: &Members) -> Vec<String> {
        let types: Vec<String> = match get(members, "type") {
            Some(Node::Text(name)) => vec![name.clone()],
            Some(Node::Array(names)) => {
                names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
            }
            _ if get(members, "properties").is_some() => vec!["object".into()],
            _ if get(members, "items").is_some() => vec!["array".into()],
            _ => {
                let constant = get(members, "const").map(std::slice::from_ref);
                let values = constant.or_else(|| get(members, "enum")?.as_array());
                let kinds = values.unwrap_or_default().iter().map(|value| value.kind().to_owned());
                kinds.collect::<BTreeSet<_>>().into_iter().collect()
            }
        };
        if types.is_empty() {
            self.remark(path, "takes any value", "say what type the value has");
        } else if self.rules.optional == Optional::Refused {
            if types.iter().any(|name| name == "null") {
                self.remark(path, "may be `null`, which the form does not know", NO_NULL);
            } else if types.len() > 1 {
                self.remark(path, "has several types", "write them as `anyOf`");
            }
        }
        types
    }

    fn keyword(
        &mut self,
        path: &str,
        key: &str,
        value: &Node,
        out: &mut Members,
        words: &mut Words,
    ) {
        match (key, value) {
            ("type" | "properties" | "required" | "additionalProperties", _) => {}
            // Told by `described` and `annotations`.
            _ if is_annotation(key) => {}
            ("items", Node::Object(_) | Node::Bool(_)) => {
                let items = self.schema(&step(path, "items"), value);
                out.push(("items".into(), items));
            }
            ("enum", Node::Array(values)) => {
                self.values(path, values);
                out.push((key.into(), value.clone()));
            }
            ("const", value) => {
                self.values(path, std::slice::from_ref(value));
                if self.rules.constants {
                    out.push((key.into(), value.clone()));
                } else if let Some((_, values)) = out.iter_mut().find(|(key, _)| key == "enum") {
                    let same = |one: &Node| one.sorted() == value.sorted();
                    if !values.as_array().is_some_and(|all| all.iter().any(same)) {
                        let problem = "has a `const` that its `enum` does not list";
                        self.remark(path, problem, "leave one of them out");
                    }
                    *values = Node::Array(vec![value.clone()]);
                } else {
                    out.push(("enum".into(), Node::Array(vec![value.clone()])));
                }
            }
            ("format", Node::Text(format)) if self.rules.formats.contains(&format.as_str()) => {
                out.push((key.into(), value.clone()));
            }
            ("minItems", Node::Number(count))
                if count.parse().is_ok_and(|count| Some(count) <= self.rules.min_items) =>
            {
                out.push((key.into(), value.clone()));
            }
            ("pattern", Node::Text(pattern)) if odd_part(pattern).is_some() => {
                words.push(format!("{key}: {value}"));
            }
            _ if !is_countable(value) => words.push(format!("{key}: {value}")),
            _ if self.rules.keywords.contains(&key) => out.push((key.into(), value.clone())),
            _ if BOUNDS.contains(&key) => words.push(format!("{key}: {value}")),
            _ => {
                let problem =
                    format!("has `{}`, which the form does not know", crate::name::Shown(key));
                self.remark(path, problem, "say it in the description, and check it in the tool");
            }
        }
    }

    fn values(&mut self, path: &str, values: &[Node]) {
        if values.is_empty() {
            self.remark(path, "is an enumeration of nothing", "list the values, or leave it out");
        }
        if values.iter().any(|value| matches!(value, Node::Array(_) | Node::Object(_))) {
            self.remark(
                path,
                "lists values that are objects or arrays",
                "describe them by `anyOf`",
            );
        }
        if self.rules.optional == Optional::Refused && values.contains(&Node::Null) {
            self.remark(path, "may be `null`, which the form does not know", NO_NULL);
        }
    }

    fn object(&mut self, path: &str, members: &Members, out: &mut Members) {
        if !matches!(get(members, "additionalProperties"), None | Some(Node::Bool(false))) {
            let path = step(path, "additionalProperties");
            self.remark(
                &path,
                "lets in properties of any name",
                "list the properties, or take an array of pairs",
            );
        }
        let empty = Members::new();
        let properties = match get(members, "properties").and_then(Node::as_object) {
            Some(properties) => properties,
            None => {
                if !path.is_empty() {
                    self.remark(path, "is an object of any properties", "list its properties");
                }
                &empty
            }
        };
        let is_required = required(members);
        if let Some(name) = is_required.iter().find(|name| get(properties, name).is_none()) {
            let problem = format!(
                "requires `{}`, which is not among its properties",
                crate::name::Shown(name)
            );
            self.remark(path, problem, "describe it, or do not require it");
        }
        let mut rewritten = Members::with_capacity(properties.len());
        let mut names = Vec::with_capacity(properties.len());
        for (name, property) in properties {
            let path = step(&step(path, "properties"), name);
            let mut schema = self.schema(&path, property);
            let is_required = is_required.contains(name.as_str());
            if !is_required {
                schema = self.optional(&path, property, schema);
            }
            if is_required || self.rules.optional == Optional::Nullable {
                names.push(Node::text(name));
            }
            rewritten.push((name.clone(), schema));
        }
        out.push(("properties".into(), Node::Object(rewritten)));
        if !names.is_empty() {
            out.push(("required".into(), Node::Array(names)));
        }
        out.push(("additionalProperties".into(), Node::Bool(false)));
    }

    fn optional(&mut self, path: &str, property: &Node, schema: Node) -> Node {
        match self.rules.optional {
            Optional::Kept => {
                self.optional += 1;
                schema
            }
            Optional::Refused => {
                self.remark(path, "is optional, and the form has no optional arguments", NO_NULL);
                schema
            }
            Optional::Nullable => {
                if !means_absent(self.root, property, self.nulls, &mut self.fuel) {
                    let problem =
                        "is optional, and `null` means something else than leaving it out";
                    self.remark(path, problem, "give it the default `null`, or require it");
                }
                if accepts_null(self.root, property, &mut self.fuel) {
                    schema
                } else {
                    or_null(schema)
                }
            }
        }
    }
}

const TOO_LARGE: &str = "describe less, or leave `strict` out";
const NO_NULL: &str = "require it, or leave `strict` out";
