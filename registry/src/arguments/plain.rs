//! Long texts without escapes, which their JSON holds as they are, without a parser around them.

use serde::de::{Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Error;

/// From which length on it pays, in bytes.
const LEAST: usize = 512;

/// How much is looked at before what was found is asked for.
const AT_ONCE: usize = 1024;

/// The value of a long JSON string without escapes, where `T` takes it as `serde_json` would give it; `None`
/// where anything is otherwise, and then nothing is said of why. `text` is one value, as it was split off.
#[inline]
pub(super) fn long_text<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    if text.len() < LEAST {
        return None;
    }
    read(text)
}

#[inline(never)]
fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    // Written so that the compiler looks at many bytes at once.
    let is_plain = inner.as_bytes().chunks(AT_ONCE).all(|chunk| {
        let special = |any: u8, byte: &u8| {
            any | u8::from(*byte < b' ') | u8::from(*byte == b'\\') | u8::from(*byte == b'"')
        };
        chunk.iter().fold(0, special) == 0
    });
    if is_plain { T::deserialize(Plain(inner)).ok() } else { None }
}

/// A text that was read.
struct Plain<'de>(&'de str);

impl<'de> Deserializer<'de> for Plain<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(self.0.as_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string unit unit_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::value::RawValue;
    use serde_json::{Value, from_str};

    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Name(String);

    #[derive(Debug, PartialEq, serde::Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(u8),
        Text(Box<str>),
    }

    fn same<'a, T: Deserialize<'a> + PartialEq + std::fmt::Debug>(text: &'a str, is_read: bool) {
        let read = long_text::<T>(text);
        assert_eq!(read.is_some(), is_read);
        assert!(read.is_none() || read == from_str(text).ok());
    }

    #[test]
    fn it_is_what_serde_json_reads() {
        let plain = format!("\"{}é\"", "x".repeat(5000));
        same::<String>(&plain, true);
        same::<&str>(&plain, true);
        same::<Option<Cow<'_, str>>>(&plain, true);
        same::<Name>(&plain, true);
        same::<Either>(&plain, true);
        same::<Value>(&plain, true);
        same::<u8>(&plain, false);
        same::<Vec<u8>>(&plain, false);
        assert!(long_text::<Box<RawValue>>(&plain).is_none());
        for special in ["\\n", "\n", "\u{0}", "\"", "\\u0041"] {
            let text = format!("\"{}{special}{}\"", "x".repeat(3000), "y".repeat(3000));
            same::<String>(&text, false);
        }
        same::<String>("\"short\"", false);
        same::<String>(&"7".repeat(600), false);
    }
}
