//! Holds the text of arguments against their schema: what does not fit, and what fits once it is written as
//! the tool's type reads it.
//!
//! Only what was refused comes here. A schema says more than a type reads: to it `1.0` is an integer, and
//! models take a `null` for an argument left out and put an array into a string. Such places are edited in
//! the text itself, so that all others stay what they are, to the byte. A schema that says nothing of a place
//! changes nothing there.

use std::collections::HashSet;
use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::Value;

use super::kind::{
    ANY, ARRAY, INTEGER, NULL, NUMBER, OBJECT, STRING, kind_of, named, out_of_bounds, same,
};
use super::members::{Member, items, members};
use super::number::{Integer, as_integer};
use crate::name::{Shown, printable};
use crate::schema::{InputSchema, alternatives, in_words, last_of, listed, parts};

/// How deep arguments are looked into: what `serde_json` reads.
const MAX_DEPTH: usize = 128;

/// How many misfits are looked for: more than are said.
const MAX_MISFITS: usize = 40;

/// How much of a value is repeated, in characters.
const MAX_SHOWN: usize = 60;

/// What is known of arguments once they are held against their schema.
#[derive(Debug, Default)]
pub(crate) struct Fit {
    edits: Vec<Edit>,
    unwrapped: Vec<String>,
    pub(super) misfits: Vec<Misfit>,
}

/// A place of the text, and what is to stand there.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// What does not fit, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misfit {
    pub(super) path: String,
    pub(super) message: String,
}

/// Arguments as their tool reads them.
#[derive(Debug)]
pub(crate) struct Mended {
    pub(crate) text: String,
    /// Where a JSON string held what stands there now.
    pub(crate) unwrapped: Vec<String>,
}

/// Whose the schema is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    /// A type of Rust reads the arguments, and its integers have no fraction.
    Type,
    /// Somebody else does, who knows that `1.0` is an integer.
    Foreign,
}

/// Arguments as their tool reads them; `None` where nothing of them is to be changed.
#[cold]
pub(crate) fn mend(schema: &InputSchema, text: &str, reader: Reader) -> Option<Mended> {
    let root = schema.to_value();
    let mut fit = held(&root, text, reader);
    if fit.edits.is_empty() {
        return None;
    }
    let unwrapped = std::mem::take(&mut fit.unwrapped);
    Some(Mended { text: fit.edited(text), unwrapped })
}

/// Holds arguments against the whole of their schema.
#[cold]
pub(super) fn held(root: &Value, text: &str, reader: Reader) -> Fit {
    // A type that may be one of several at each level would else be looked at more often than is sane.
    let left = text.len().saturating_mul(64).saturating_add(1 << 16);
    let mut fitting =
        Fitting { root, base: text, left, depth: 0, path: String::new(), reader, in_string: false };
    let mut fit = Fit::default();
    fitting.value(root, text.trim_matches([' ', '\n', '\t', '\r']), &mut fit);
    fit
}

impl Fit {
    /// The text with the edits made.
    fn edited(mut self, text: &str) -> String {
        // Two schemas for one place may ask for the same.
        self.edits.sort();
        self.edits.dedup();
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for Edit { start, end, text: new } in &self.edits {
            if let Some(between) = text.get(done..*start) {
                out.push_str(between);
                out.push_str(new);
                done = *end;
            }
        }
        out.push_str(&text[done..]);
        out
    }

    fn edit(&mut self, Range { start, end }: Range<usize>, text: String) {
        self.edits.push(Edit { start, end, text });
    }

    fn extend(&mut self, other: Self) {
        self.edits.extend(other.edits);
        self.unwrapped.extend(other.unwrapped);
        self.misfits.extend(other.misfits);
    }
}

struct Fitting<'r, 't> {
    root: &'r Value,
    /// The text that places count in.
    base: &'t str,
    /// How many bytes may yet be looked at.
    left: usize,
    depth: usize,
    path: String,
    reader: Reader,
    /// Whether the text stood in a string of another: only one level of strings is unwrapped.
    in_string: bool,
}

impl<'r, 't> Fitting<'r, 't> {
    fn spend(&mut self, bytes: usize) -> bool {
        let left = self.left.checked_sub(bytes + 16);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Holds a value against a schema.
    fn value(&mut self, schema: &'r Value, value: &'t str, fit: &mut Fit) {
        if self.depth == MAX_DEPTH || fit.misfits.len() >= MAX_MISFITS || !self.spend(value.len()) {
            return;
        }
        self.depth += 1;
        let schema = last_of(self.root, schema);
        let (takes, kind) = (self.kinds(schema, 0), kind_of(value));
        if takes & kind == 0 {
            let wrapped = kind == STRING && takes & (ARRAY | OBJECT) != 0 && !self.in_string;
            if !(wrapped && self.unwrap(schema, value, fit)) {
                self.misfit(schema, value, fit);
            }
        } else if kind & (ARRAY | OBJECT) != 0 {
            self.composite(schema, value, kind, fit);
        } else if !self.is_listed(schema, value, 0) || out_of_bounds(schema, value) {
            self.misfit(schema, value, fit);
        } else if kind == INTEGER && takes & NUMBER == 0 && self.reader == Reader::Type {
            match as_integer(value) {
                Integer::Plain => {}
                Integer::Rewritten(integer) => fit.edit(self.place(value), integer),
                Integer::TooLarge => self.misfit(schema, value, fit),
            }
        }
        self.depth -= 1;
    }

    fn composite(&mut self, schema: &'r Value, value: &'t str, kind: u8, fit: &mut Fit) {
        for part in parts(self.root, schema) {
            self.value(part, value, fit);
        }
        if let Some(parts) = alternatives(schema) {
            self.union(schema, parts, value, kind, fit);
        }
        if kind == ARRAY {
            self.array(schema, value, fit);
        } else {
            self.object(schema, value, fit);
        }
    }

    fn array(&mut self, schema: &'r Value, value: &'t str, fit: &mut Fit) {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let others = schema.get("items").filter(|items| items.is_object());
        if first.is_none() && others.is_none() {
            return;
        }
        for (i, item) in items(value).enumerate() {
            if let Some(schema) = first.and_then(|first| first.get(i)).or(others) {
                self.within(&format!("[{i}]"), |fitting| fitting.value(schema, item, fit));
            }
        }
    }

    fn object(&mut self, schema: &'r Value, value: &'t str, fit: &mut Fit) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties");
        let others = others.filter(|_| schema.get("patternProperties").is_none());
        if properties.is_none() && others.is_none_or(Value::is_boolean) {
            return;
        }
        let required: Vec<_> =
            schema.get("required").and_then(Value::as_array).into_iter().flatten().collect();
        let required: HashSet<_> = required.into_iter().filter_map(Value::as_str).collect();
        let all: Vec<_> = members(value).map_while(Result::ok).collect();
        let mut seen = HashSet::with_capacity(all.len());
        let (mut left_out, mut is_twice) = (Vec::new(), false);
        for (at, Member { key, value, .. }) in all.iter().enumerate() {
            let is_declared = properties.is_some_and(|all| all.contains_key(&**key));
            if !seen.insert(&**key) && is_declared {
                is_twice = true;
                self.within(key, |fitting| fitting.say("given twice".into(), fit));
                continue;
            }
            match (properties.and_then(|all| all.get(&**key)), others) {
                (Some(property), _)
                    if *value == "null"
                        && !required.contains(&**key)
                        && self.kinds(property, 0) & NULL == 0 =>
                {
                    left_out.push(at);
                }
                (Some(property), _) => {
                    self.within(key, |fitting| fitting.value(property, value, fit));
                }
                (None, Some(Value::Bool(is_open))) => {
                    if !is_open && self.is_nested() {
                        let it_has = in_words(self.root, schema);
                        self.say(format!("unknown field `{}`, expected {it_has}", Shown(key)), fit);
                    }
                }
                (None, Some(other)) => self.within(key, |fitting| fitting.value(other, value, fit)),
                (None, None) => {}
            }
        }
        for name in required.iter().filter(|name| self.is_nested() && !seen.contains(**name)) {
            let takes = properties.and_then(|all| all.get(*name));
            let takes = takes.map(|takes| format!(" ({})", in_words(self.root, takes)));
            self.say(format!("missing field `{}`{}", Shown(name), takes.unwrap_or_default()), fit);
        }
        // Of what is given twice, none is a value left out: it is refused.
        if !is_twice {
            self.leave_out(value, &all, &left_out, fit);
        }
    }

    /// Takes members out of the text of an object, each with one of the commas beside it.
    fn leave_out(&self, object: &'t str, all: &[Member<'t>], left_out: &[usize], fit: &mut Fit) {
        let from = self.place(object).start;
        let end = |at: usize| self.place(all[at].value).end;
        for run in left_out.chunk_by(|one, next| one + 1 == *next) {
            let (first, last) = (run[0], run[run.len() - 1]);
            let range = match (first.checked_sub(1), all.get(last + 1)) {
                (Some(before), _) => end(before)..end(last),
                (None, Some(next)) => from + all[first].start..from + next.start,
                (None, None) => from + all[first].start..end(last),
            };
            fit.edit(range, String::new());
        }
    }

    /// The alternative that fits with the fewest edits; where none fits, the misfits of the one that was meant.
    fn union(
        &mut self,
        schema: &'r Value,
        parts: &'r [Value],
        value: &'t str,
        kind: u8,
        fit: &mut Fit,
    ) {
        let likely: Vec<_> = parts.iter().filter(|part| self.kinds(part, 0) & kind != 0).collect();
        let mut best: Option<Fit> = None;
        let mut misfits = Vec::new();
        for part in &likely {
            let mut tried = Fit::default();
            self.value(part, value, &mut tried);
            let edits = tried.edits.len();
            if !tried.misfits.is_empty() {
                misfits.push((*part, tried));
            } else if best.as_ref().is_none_or(|best| edits < best.edits.len()) {
                best = Some(tried);
                if edits == 0 {
                    break;
                }
            }
        }
        match (best, misfits.len()) {
            (Some(best), _) => fit.extend(best),
            (None, 1) => fit.extend(misfits.remove(0).1),
            (None, _) => {
                let meant: Vec<_> =
                    misfits.into_iter().filter(|(part, _)| self.is_meant(part, value)).collect();
                match <[_; 1]>::try_from(meant) {
                    Ok([(_, meant)]) => fit.extend(meant),
                    Err(_) => self.misfit(schema, value, fit),
                }
            }
        }
    }

    /// Whether `value` has the tag of this alternative: a required field of one value; or, where it has no
    /// tag, all required fields.
    fn is_meant(&mut self, schema: &'r Value, value: &'t str) -> bool {
        let schema = last_of(self.root, schema);
        let required = schema.get("required").and_then(Value::as_array);
        let required: Vec<_> = required.into_iter().flatten().filter_map(Value::as_str).collect();
        if required.is_empty() || !self.spend(value.len()) {
            return false;
        }
        let given: Vec<_> = members(value).map_while(Result::ok).collect();
        let value_of = |name: &str| given.iter().find(|one| one.key == name).map(|one| one.value);
        let tag = required.iter().find_map(|name| {
            let values = listed(last_of(self.root, schema.get("properties")?.get(*name)?))?;
            if let [tag] = values { Some((*name, tag)) } else { None }
        });
        match tag {
            Some((name, tag)) => value_of(name).is_some_and(|value| same(tag, value)),
            None => required.iter().all(|name| value_of(name).is_some()),
        }
    }

    /// Puts what a string holds in its place, where that is an array or an object that fits.
    fn unwrap(&mut self, schema: &'r Value, value: &'t str, fit: &mut Fit) -> bool {
        let Ok(inner) = serde_json::from_str::<String>(value) else {
            return false;
        };
        let inner = inner.trim_matches([' ', '\n', '\t', '\r']);
        let is_json = serde_json::from_str::<IgnoredAny>(inner).is_ok();
        if !inner.starts_with(['[', '{']) || !is_json {
            return false;
        }
        let mut within = Fitting {
            root: self.root,
            base: inner,
            left: self.left,
            depth: self.depth,
            path: self.path.clone(),
            reader: self.reader,
            in_string: true,
        };
        let mut found = Fit::default();
        within.value(schema, inner, &mut found);
        self.left = within.left;
        let fits = found.misfits.is_empty();
        if fits {
            fit.edit(self.place(value), found.edited(inner));
            fit.unwrapped.push(self.path.clone());
        }
        fits
    }

    /// The kinds that values of `schema` may have.
    fn kinds(&mut self, schema: &Value, depth: usize) -> u8 {
        if depth == MAX_DEPTH || !self.spend(0) {
            return ANY;
        }
        let schema = last_of(self.root, schema);
        let nothing = schema.get("not").and_then(Value::as_object);
        if schema == &Value::Bool(false) || nothing.is_some_and(serde_json::Map::is_empty) {
            return 0;
        }
        let mut kinds = ANY;
        match schema.get("type") {
            Some(Value::String(kind)) => kinds &= named(kind),
            Some(Value::Array(all)) => {
                let all = all.iter().filter_map(Value::as_str);
                kinds &= all.fold(0, |kinds, kind| kinds | named(kind));
            }
            _ => {}
        }
        if let Some(values) = listed(schema) {
            kinds &= values.iter().fold(0, |kinds, value| kinds | kind_of(&value.to_string()));
        }
        if let Some(parts) = alternatives(schema) {
            kinds &= parts.iter().fold(0, |kinds, part| kinds | self.kinds(part, depth + 1));
        }
        for part in parts(self.root, schema) {
            kinds &= self.kinds(part, depth + 1);
        }
        kinds
    }

    /// Whether a value that is neither array nor object is among those that a schema lists, if it does.
    fn is_listed(&mut self, schema: &Value, value: &str, depth: usize) -> bool {
        if depth == MAX_DEPTH || !self.spend(0) {
            return true;
        }
        let schema = last_of(self.root, schema);
        let root = self.root;
        let among = listed(schema).is_none_or(|values| values.iter().any(|one| same(one, value)));
        let mut takes = |part: &Value| {
            self.kinds(part, depth + 1) & kind_of(value) != 0
                && self.is_listed(part, value, depth + 1)
        };
        among
            && alternatives(schema).is_none_or(|parts| parts.iter().any(&mut takes))
            && parts(root, schema).all(&mut takes)
    }

    /// Looks into what stands at `step` of the value at hand: a key or `[i]`.
    fn within(&mut self, step: &str, look: impl FnOnce(&mut Self)) {
        let before = self.path.len();
        if !self.path.is_empty() && !step.starts_with('[') {
            self.path.push('.');
        }
        // A path is to be read, not to be followed by a program.
        self.path.extend(step.chars().take(MAX_SHOWN));
        look(self);
        self.path.truncate(before);
    }

    /// Whether the value at hand is not the arguments as a whole, of which others say what is missing.
    fn is_nested(&self) -> bool {
        !self.path.is_empty()
    }

    fn misfit(&self, schema: &Value, value: &str, fit: &mut Fit) {
        let takes = in_words(self.root, schema);
        self.say(format!("takes {takes}, not {}", printable(value, MAX_SHOWN)), fit);
    }

    fn say(&self, message: String, fit: &mut Fit) {
        if fit.misfits.len() < MAX_MISFITS {
            fit.misfits.push(Misfit { path: self.path.clone(), message });
        }
    }

    /// Where a part of the text stands in it.
    fn place(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr() as usize - self.base.as_ptr() as usize;
        start..start + part.len()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn mended(schema: &Value, text: &str) -> Option<(String, Vec<String>)> {
        let mended = mend(&InputSchema::foreign(schema.clone()), text, Reader::Type)?;
        Some((mended.text, mended.unwrapped))
    }

    #[test]
    fn what_is_left_out_takes_a_comma_with_it_and_moves_nothing_else() {
        let schema = json!({"properties": {
            "a": {"type": "string"}, "b": {"type": "string"}, "c": {"type": "string"}, "z": {},
        }});
        for (text, edited) in [
            (r#"{"a":null}"#, "{}"),
            (r#"{ "a" : null , "b" : null }"#, "{  }"),
            (r#"{"a":null, "z":1.10}"#, r#"{"z":1.10}"#),
            (r#"{"z":1.10 , "a":null}"#, r#"{"z":1.10}"#),
            (r#"{"z":null,"a":null,"b":null}"#, r#"{"z":null}"#),
            (r#"{"a":null,"b":null,"z":{"a":null},"c":null}"#, r#"{"z":{"a":null}}"#),
            (r#"{"a":"null","b":null,"y":0,"c":null}"#, r#"{"a":"null","y":0}"#),
        ] {
            assert_eq!(mended(&schema, text).unwrap().0, edited, "{text}");
        }
        for text in
            [r#"{"a":"null"}"#, r#"{"z":null}"#, r#"{"a":null,"a":null}"#, "{}", r#"{"a":null"#]
        {
            assert_eq!(mended(&schema, text).filter(|_| text.ends_with('}')), None, "{text}");
        }
    }

    #[test]
    fn of_alternatives_the_one_that_fits_as_it_is_comes_first() {
        let n = |kind: &str| json!({"type": "object", "properties": {"n": {"type": kind}}, "required": ["n"]});
        let schema = json!({"properties": {"x": {"anyOf": [n("integer"), n("number")]}}});
        assert_eq!(mended(&schema, r#"{"x":{"n":1.0}}"#), None);
        let schema = json!({"properties": {"x": {"anyOf": [n("string"), n("integer")]}}});
        assert_eq!(mended(&schema, r#"{"x":{"n":1.0}}"#).unwrap().0, r#"{"x":{"n":1}}"#);
        let wrapped = mended(&schema, r#"{"x":"{\"n\":1e1}"}"#).unwrap();
        assert_eq!(wrapped, (r#"{"x":{"n":10}}"#.into(), vec!["x".into()]));
    }

    #[test]
    fn a_schema_that_leads_to_itself_ends() {
        let inner = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/t"}, "n": {"type": "integer"}}});
        let parts = vec![inner; 20];
        let tree =
            json!({"properties": {"x": {"$ref": "#/$defs/t"}}, "$defs": {"t": {"anyOf": parts}}});
        let deep = format!(r#"{}{{"n":"wrong"}}{}"#, r#"{"x":"#.repeat(100), "}".repeat(100));
        assert_eq!(mended(&tree, &deep), None);
        for own in [
            json!({"$ref": "#/$defs/t"}),
            json!({"allOf": [{"$ref": "#/$defs/t"}, {"$ref": "#"}]}),
            json!({"anyOf": [{"$ref": "#/$defs/t"}, {"$ref": "#/$defs/t"}]}),
        ] {
            let schema = json!({"properties": {"x": {"$ref": "#/$defs/t"}}, "$defs": {"t": own}});
            assert_eq!(mended(&schema, r#"{"x":{"x":1.0}}"#), None);
            assert!(held(&schema, r#"{"x":{"x":1.0}}"#, Reader::Type).misfits.is_empty());
        }
    }
}
