//! Turns the arguments of a call by an old name into those of its tool.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::ArgumentErrors;
use super::members::{Member, members};
use crate::ToolError;
use crate::entry::{AdaptFn, Adapter};
use crate::schema::InputSchema;

/// Why arguments could not be adapted.
pub(crate) enum AdaptError {
    /// They do not fit.
    Arguments(Box<ArgumentErrors>),
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
                misfits.push(format!("it has no argument `{key}`; it has {}", schema.summary()));
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
    /// Why an old call cannot give `key`: the adapter gives it.
    fn taken(&self, key: &str) -> Option<String> {
        if self.set.iter().any(|(set, _)| *set == key) {
            return Some("the name that was called stands for it; leave it out".into());
        }
        let (old, _) = self.rename.iter().find(|(_, new)| *new == key)?;
        Some(format!("under the name that was called it is `{old}`"))
    }
}

/// The arguments as the tool takes them.
///
/// Renamed ones keep their place; set ones come last. An old call cannot know the new names: where it
/// has one all the same, the call is refused, since one of the two values would be lost.
pub(crate) fn adapt(adapter: &Adapter, text: &str) -> Result<String, AdaptError> {
    let mut errors = ArgumentErrors::default();
    let mut kept: Vec<(Cow<'_, str>, &str)> = Vec::new();
    for member in members(text) {
        let Ok(Member { key, value }) = member else {
            return Err(AdaptError::Arguments(Box::new(ArgumentErrors::malformed(text))));
        };
        let key = match adapter.rename.iter().find(|(old, _)| *old == key) {
            Some((_, new)) => Cow::Borrowed(*new),
            None => match adapter.taken(&key) {
                Some(why) => {
                    errors.add_invalid(key.into_owned(), &why);
                    continue;
                }
                None => key,
            },
        };
        if kept.iter().any(|(earlier, _)| *earlier == key) {
            errors.add_invalid(key.into_owned(), "given twice");
        } else {
            kept.push((key, value));
        }
    }
    if !errors.is_empty() {
        return Err(AdaptError::Arguments(Box::new(errors)));
    }
    kept.extend(adapter.set.iter().map(|(key, value)| (Cow::Borrowed(*key), *value)));
    let text = write(&kept);
    match adapter.adapt {
        Some(adapt) => rewrite(&text, adapt),
        None => Ok(text),
    }
}

fn write(members: &[(Cow<'_, str>, &str)]) -> String {
    let mut text = String::from("{");
    for (i, (key, value)) in members.iter().enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(&Value::from(&**key).to_string());
        text.push(':');
        text.push_str(value);
    }
    text.push('}');
    text
}

fn rewrite(text: &str, adapt: AdaptFn) -> Result<String, AdaptError> {
    let parsed = serde_json::from_str::<Map<String, Value>>(text);
    let mut map =
        parsed.map_err(|_| AdaptError::Arguments(Box::new(ArgumentErrors::malformed(text))))?;
    adapt(&mut map).map_err(AdaptError::Tool)?;
    Ok(Value::Object(map).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: Adapter =
        Adapter { set: &[("method", "\"list\"")], rename: &[("repository", "repo")], adapt: None };

    fn adapted(adapter: &Adapter, text: &str) -> Result<String, ArgumentErrors> {
        adapt(adapter, text).map_err(|error| match error {
            AdaptError::Arguments(errors) => *errors,
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
        assert!(matches!(adapt(&adapter, "{\"a\":["), Err(AdaptError::Arguments(_))));
    }
}
