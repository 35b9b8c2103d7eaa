//! Turns the arguments of a call by an old name into those of its tool.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::ArgumentErrors;
use super::members::{Member, items, members};
use crate::ToolError;
use crate::entry::{AdaptFn, Adapter};
use crate::schema::{InputSchema, write_string};

/// Among how many arguments that a function took away one is looked for that it gave another name.
const MAX_MOVED: usize = 32;

/// Why arguments could not be adapted.
pub(crate) enum AdaptError {
    /// They cannot be read.
    Unreadable(Box<ArgumentErrors>),
    /// The caller gave what an old call does not; and the arguments without it, in the tool's names.
    Arguments(Box<ArgumentErrors>, String),
    /// The author's function refused them.
    Tool(ToolError),
}

impl Adapter {
    /// What of it does not fit the arguments of its tool. A function may take a key away again, so
    /// that with one only values are held against the schema.
    pub(crate) fn misfits(&self, schema: &InputSchema) -> Vec<String> {
        let find = |key: &str| schema.properties().iter().find(|property| property.name == key);
        let mut misfits = Vec::new();
        let new_keys = self.set.iter().map(|(key, _)| key);
        for key in new_keys.chain(self.rename.iter().map(|(_, new)| new)) {
            if self.adapt.is_none() && schema.is_closed() && find(key).is_none() {
                misfits
                    .push(format!("it has no argument `{key}`; it has {}", schema.summary(Some)));
            }
        }
        for (key, value) in self.set {
            let value = serde_json::from_str::<Value>(value).unwrap_or_default();
            misfits.extend(find(key).and_then(|property| property.refuses(&value)));
        }
        misfits
    }
}

impl Adapter {
    /// Whether the adapter gives `key`, so that an old call cannot.
    fn gives(&self, key: &str) -> bool {
        let is_set = self.set.iter().any(|(set, _)| *set == key);
        is_set || self.rename.iter().any(|(_, new)| *new == key)
    }

    /// Why an old call cannot give `key`; and whether it has given it under its old name too.
    fn why_taken(&self, key: &str, is_given: bool) -> String {
        match self.rename.iter().find(|(_, new)| *new == key) {
            Some((old, _)) if is_given => {
                format!(
                    "the same as `{old}` under the name that was called, which is given too; leave it out"
                )
            }
            Some((old, _)) => format!("under the name that was called it is `{old}`"),
            None => "the name that was called stands for it; leave it out".into(),
        }
    }

    /// The name that an old call has for an argument of the tool; `None` where it cannot give it. What a
    /// function does is not known: its call is answered in the tool's names.
    pub(crate) fn called<'n>(&self, key: &'n str) -> Option<&'n str> {
        if self.adapt.is_some() {
            return Some(key);
        }
        if self.set.iter().any(|(set, _)| *set == key) {
            return None;
        }
        let renamed = self.rename.iter().find(|(_, new)| *new == key);
        match renamed {
            Some((old, _)) => Some(old),
            None => (!self.rename.iter().any(|(old, _)| *old == key)).then_some(key),
        }
    }

    /// A path into the tool's arguments, in the names of an old call.
    pub(crate) fn path(&self, path: &str) -> String {
        let ends = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']);
        let renamed = self.rename.iter().filter(|_| self.adapt.is_none());
        let renamed = renamed.filter_map(|(old, new)| {
            Some((old, path.strip_prefix(new).filter(|rest| ends(rest))?))
        });
        let longest = renamed.min_by_key(|(_, rest)| rest.len());
        longest.map_or_else(|| path.to_owned(), |(old, rest)| format!("{old}{rest}"))
    }
}

/// The arguments as the tool takes them.
///
/// Renamed ones keep their place; set ones come last. An old call cannot know the new names: where it
/// has one all the same, the call is refused, since one of the two values would be lost.
pub(crate) fn adapt(adapter: &Adapter, text: &str) -> Result<String, AdaptError> {
    let mut errors = ArgumentErrors::default();
    let mut kept: Vec<(Cow<'_, str>, &str)> = Vec::new();
    let mut keys = HashSet::new();
    let mut taken = Vec::new();
    for member in members(text) {
        let Ok(Member { key, value, .. }) = member else {
            return Err(AdaptError::Unreadable(Box::new(ArgumentErrors::malformed(text))));
        };
        let new = adapter.rename.iter().find(|(old, _)| *old == key).map(|(_, new)| *new);
        let new = match (new, adapter.gives(&key)) {
            (Some(new), _) => Cow::Borrowed(new),
            (None, true) => {
                taken.push(key);
                continue;
            }
            (None, false) => key.clone(),
        };
        if keys.insert(new.clone()) {
            kept.push((new, value));
        } else {
            errors.add_invalid(&key, "given twice");
        }
    }
    for key in taken {
        errors.add_invalid(&key, &adapter.why_taken(&key, keys.contains(&key)));
    }
    kept.extend(adapter.set.iter().map(|(key, value)| (Cow::Borrowed(*key), *value)));
    let fitting = write(&kept);
    if !errors.is_empty() {
        return Err(AdaptError::Arguments(Box::new(errors), fitting));
    }
    match adapter.adapt {
        Some(adapt) => rewrite(&fitting, adapt),
        None => Ok(fitting),
    }
}

fn write(members: &[(Cow<'_, str>, &str)]) -> String {
    let mut text = String::from("{");
    for (i, (key, value)) in members.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        write_string(&mut text, key);
        text.push(':');
        text.push_str(value);
    }
    text.push('}');
    text
}

/// The arguments as a function rewrites them. What it leaves as it is keeps its text: a [`Value`] has no
/// room for every number, nor for a key that is there twice.
fn rewrite(text: &str, adapt: AdaptFn) -> Result<String, AdaptError> {
    let unreadable = || AdaptError::Unreadable(Box::new(ArgumentErrors::malformed(text)));
    let before: Map<String, Value> = serde_json::from_str(text).map_err(|_| unreadable())?;
    let mut after = before.clone();
    adapt(&mut after).map_err(AdaptError::Tool)?;
    let mut out = String::with_capacity(text.len());
    rewrite_object(&mut out, text, &before, &after);
    Ok(out)
}

fn rewrite_object(
    out: &mut String,
    text: &str,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
) {
    let texts: Vec<_> = members(text).map_while(Result::ok).collect();
    let places: HashMap<_, _> = texts.iter().enumerate().map(|(at, one)| (&*one.key, at)).collect();
    // A value may have gone to another key; of two that are equal, each may be written in its own way.
    let gone: Vec<_> = texts.iter().filter(|one| !after.contains_key(&*one.key)).collect();
    let moved = |value: &Value| {
        let few = gone.iter().take(MAX_MOVED);
        let mut equal = few.filter(|one| before.get(&*one.key) == Some(value)).map(|one| one.value);
        let text = equal.next()?;
        equal.all(|other| other == text).then_some(text)
    };
    let mut keys: Vec<_> = after.keys().map(|key| (places.get(&**key), key)).collect();
    keys.sort_unstable_by_key(|(place, key)| (place.is_none(), *place, *key));
    out.push('{');
    for (i, (place, key)) in keys.into_iter().enumerate() {
        out.push_str(if i == 0 { "" } else { "," });
        write_string(out, key);
        out.push(':');
        let value = &after[key];
        match (place, before.get(key)) {
            (Some(at), Some(before)) => rewrite_value(out, texts[*at].value, before, value),
            _ => match moved(value) {
                Some(text) => out.push_str(text),
                None => out.push_str(&value.to_string()),
            },
        }
    }
    out.push('}');
}

fn rewrite_value(out: &mut String, text: &str, before: &Value, after: &Value) {
    match (before, after) {
        _ if before == after => out.push_str(text),
        (Value::Object(before), Value::Object(after)) => rewrite_object(out, text, before, after),
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            out.push('[');
            for (i, (text, (before, after))) in
                items(text).zip(before.iter().zip(after)).enumerate()
            {
                out.push_str(if i == 0 { "" } else { "," });
                rewrite_value(out, text, before, after);
            }
            out.push(']');
        }
        _ => out.push_str(&after.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: Adapter =
        Adapter { set: &[("method", "\"list\"")], rename: &[("repository", "repo")], adapt: None };

    fn adapted(adapter: &Adapter, text: &str) -> Result<String, ArgumentErrors> {
        adapt(adapter, text).map_err(|error| match error {
            AdaptError::Unreadable(errors) | AdaptError::Arguments(errors, _) => *errors,
            AdaptError::Tool(error) => panic!("{error}"),
        })
    }

    #[test]
    fn keys_are_set_and_renamed() {
        let text = adapted(&OLD, r#"{"repository": "a/b", "page": [1, {}]}"#).unwrap();
        assert_eq!(text, r#"{"repo":"a/b","page":[1, {}],"method":"list"}"#);
    }

    #[test]
    fn an_old_call_does_not_know_the_new_names() {
        let errors = adapted(&OLD, r#"{"repo": "a/b", "method": "list"}"#).unwrap_err();
        let invalid: Vec<_> =
            errors.invalid.iter().map(|one| (&*one.path, &*one.message)).collect();
        assert_eq!(
            invalid,
            [
                ("repo", "under the name that was called it is `repository`"),
                ("method", "the name that was called stands for it; leave it out"),
            ]
        );
    }

    #[test]
    fn keys_that_swap_their_names() {
        let swap = Adapter { set: &[], rename: &[("a", "b"), ("b", "a")], adapt: None };
        assert_eq!(adapted(&swap, r#"{"a":1,"b":2}"#).unwrap(), r#"{"b":1,"a":2}"#);
    }

    #[test]
    fn a_function_does_the_rest() {
        fn double(map: &mut Map<String, Value>) -> Result<(), ToolError> {
            let n = map.get("n").and_then(Value::as_i64);
            let n = n.ok_or_else(|| ToolError::bad_arguments("`n` is not a number"))?;
            map.insert("n".into(), (2 * n).into());
            Ok(())
        }
        let adapter = Adapter { adapt: Some(double), ..Adapter::NONE };
        assert_eq!(adapted(&adapter, r#"{"n":4}"#).unwrap(), r#"{"n":8}"#);
        assert!(matches!(adapt(&adapter, "{}"), Err(AdaptError::Tool(_))));
        assert!(matches!(adapt(&adapter, "{\"a\":["), Err(AdaptError::Unreadable(_))));
    }

    #[test]
    fn what_a_function_leaves_alone_keeps_its_text() {
        fn touch(map: &mut Map<String, Value>) -> Result<(), ToolError> {
            if map.contains_key("stop") {
                return Err(ToolError::bad_arguments("stop"));
            }
            if let Some(file) = map.remove("file") {
                map.insert("path".into(), file);
            }
            if let Some(inner) = map.get_mut("inner") {
                inner["n"] = 2.into();
            }
            if let Some(list) = map.get_mut("list") {
                list[0] = Value::Null;
            }
            Ok(())
        }
        let adapter = Adapter { adapt: Some(touch), ..Adapter::NONE };
        let big = "340282366920938463463374607431768211455";
        for (text, adapted_) in [
            (
                r#"{"z": {"x":1,"x":2}, "a" : [1.10, 1e0]}"#,
                r#"{"z":{"x":1,"x":2},"a":[1.10, 1e0]}"#,
            ),
            (&*format!(r#"{{"file": {big}}}"#), &*format!(r#"{{"path":{big}}}"#)),
            (
                r#"{"inner":{"n":1,"m":1.10,"k":{"x":1,"x":2}}}"#,
                r#"{"inner":{"n":2,"m":1.10,"k":{"x":1,"x":2}}}"#,
            ),
            (r#"{"list":[1,1.10]}"#, r#"{"list":[null,1.10]}"#),
        ] {
            assert_eq!(adapted(&adapter, text).unwrap(), adapted_);
        }
    }

    #[test]
    fn an_old_call_has_its_own_names() {
        let called = |key| OLD.called(key);
        assert_eq!(called("repo"), Some("repository"));
        assert_eq!((called("method"), called("repository")), (None, None));
        assert_eq!(called("page"), Some("page"));
        assert_eq!(OLD.path("repo[1].x"), "repository[1].x");
        assert_eq!(OLD.path("repos"), "repos");
    }
}
