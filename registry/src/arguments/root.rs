//! All arguments as one value. What has named fields is closed: a key that is none of them is told of,
//! whether or not the type says `deny_unknown_fields`. What has no content reads an empty object.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::CowStrDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, IgnoredAny, IntoDeserializer, MapAccess, Visitor,
};

/// Reads `text`, a JSON object. Beside the value stands the first key that is no field of it: such a
/// value is not to be used.
pub(crate) fn read<'de, T: Deserialize<'de>>(
    text: &'de str,
) -> Result<(T, Option<String>), serde_json::Error> {
    let mut unexpected = None;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = T::deserialize(Root { json: &mut json, unexpected: &mut unexpected })?;
    json.end()?;
    Ok((value, unexpected))
}

/// The object at the root. Nested values are read by `serde_json` alone.
struct Root<'u, D> {
    json: D,
    unexpected: &'u mut Option<String>,
}

macro_rules! forward {
    ($($method:ident($($name:ident: $argument:ty),*))*) => {
        $(
            fn $method<V: Visitor<'de>>(
                self,
                $($name: $argument,)*
                visitor: V,
            ) -> Result<V::Value, D::Error> {
                self.json.$method($($name,)* visitor)
            }
        )*
    };
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Root<'_, D> {
    type Error = D::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let visitor = Struct { visitor, fields, unexpected: self.unexpected };
        self.json.deserialize_struct(name, fields, visitor)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.json.deserialize_map(Nothing { visitor, unexpected: self.unexpected })
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        // `RawValue` is such a struct to `serde_json`, by its name.
        if name.starts_with('$') {
            return self.json.deserialize_newtype_struct(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    forward! {
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32()
        deserialize_i64() deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32()
        deserialize_u64() deserialize_u128() deserialize_f32() deserialize_f64() deserialize_char()
        deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf()
        deserialize_option() deserialize_seq() deserialize_map() deserialize_identifier()
        deserialize_ignored_any() deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }
}

/// The visitor of a struct, which sees the keys that are its fields.
struct Struct<'u, V> {
    visitor: V,
    fields: &'static [&'static str],
    unexpected: &'u mut Option<String>,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Struct<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(Known { map, fields: self.fields, unexpected: self.unexpected })
    }
}

/// The visitor of what has no content.
struct Nothing<'u, V> {
    visitor: V,
    unexpected: &'u mut Option<String>,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Nothing<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        Known { map, fields: &[], unexpected: self.unexpected }.next_known()?;
        self.visitor.visit_unit()
    }
}

/// The members whose keys are fields.
struct Known<'u, A> {
    map: A,
    fields: &'static [&'static str],
    unexpected: &'u mut Option<String>,
}

impl<'de, A: MapAccess<'de>> Known<'_, A> {
    /// The key of the next one.
    fn next_known(&mut self) -> Result<Option<Cow<'de, str>>, A::Error> {
        while let Some(key) = self.map.next_key_seed(Key)? {
            if self.fields.contains(&&*key) {
                return Ok(Some(key));
            }
            self.map.next_value::<IgnoredAny>()?;
            self.unexpected.get_or_insert_with(|| key.into_owned());
        }
        Ok(None)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Known<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let key = self.next_known()?.map(IntoDeserializer::into_deserializer);
        key.map(|key: CowStrDeserializer<'_, _>| seed.deserialize(key)).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// A key, borrowed where it has no escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(key.into())
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(key.to_owned().into())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::value::RawValue;

    use super::*;

    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Pair {
        #[serde(alias = "a")]
        left: u8,
        right: Option<Box<Pair>>,
    }

    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Wrapped(Pair);

    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Unit;

    #[derive(serde::Deserialize, Debug, PartialEq)]
    struct Flat {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }

    fn unexpected<T: for<'de> Deserialize<'de>>(text: &str) -> Option<String> {
        read::<T>(text).unwrap_or_else(|error| panic!("{text}: {error}")).1
    }

    #[test]
    fn a_struct_is_closed_at_the_root() {
        let nested = r#"{"l\u0065ft": 1, "right": {"a": 2, "more": 3}}"#;
        for text in [r#"{"left": 1}"#, r#"{"a": 1, "right": null}"#, nested] {
            assert_eq!(unexpected::<Pair>(text), None, "{text}");
            assert_eq!(read::<Pair>(text).unwrap().0, serde_json::from_str(text).unwrap());
        }
        for text in [r#"{"b": [{}], "left": 1, "c": 2}"#, r#"{"left": 1, "\u0062": 2}"#] {
            assert_eq!(unexpected::<Pair>(text).as_deref(), Some("b"), "{text}");
            assert_eq!(unexpected::<Wrapped>(text).as_deref(), Some("b"), "{text}");
        }
    }

    #[test]
    fn what_has_no_fields_of_its_own_is_open() {
        assert_eq!(unexpected::<Flat>(r#"{"a": 1}"#), None);
        assert_eq!(unexpected::<BTreeMap<String, u8>>(r#"{"a": 1}"#), None);
        assert_eq!(unexpected::<Box<RawValue>>(r#"{"a": 1}"#), None);
    }

    #[test]
    fn what_has_no_content_is_an_empty_object() {
        assert_eq!(unexpected::<()>("{}"), None);
        assert_eq!(unexpected::<Unit>(" { } "), None);
        assert_eq!(unexpected::<()>(r#"{"a": 1}"#).as_deref(), Some("a"));
        assert_eq!(unexpected::<Unit>(r#"{"a": 1, "b": 2}"#).as_deref(), Some("a"));
        assert!(read::<Unit>("{} {}").is_err());
    }

    #[test]
    fn errors_are_those_of_serde_json() {
        for text in [r#"{"left": "x"}"#, "{\n\"right\": null}", r#"{"left": 1, "left": 2}"#, "{"] {
            let error = read::<Pair>(text).unwrap_err().to_string();
            assert_eq!(error, serde_json::from_str::<Pair>(text).unwrap_err().to_string());
        }
    }
}
