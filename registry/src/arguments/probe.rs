//! Asks a type, through its `Deserialize`, what cannot be read off its spelling.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
// The error that arguments are read with. What a type's derive makes is made anew for each type of
// error, which doubles the code of a large enum.
use serde_json::Error;

/// The value of a `T` that is left out, where `T` can do without.
///
/// The rule is serde's own for a missing field: a type that asks for an option gets `None`, any
/// other is missing.
pub(crate) fn missing<'de, T: Deserialize<'de>>() -> Option<T> {
    T::deserialize(Missing { given: false }).ok()
}

/// The value of a `T` for which `null` was given, where `T` is an option in an option: there is a
/// value, and it is none. `None` for any other type.
pub(crate) fn null<'de, T: Deserialize<'de>>() -> Option<T> {
    T::deserialize(Missing { given: true }).ok()
}

/// Whether a `T` may be left out.
pub(crate) fn is_optional<T: Deserialize<'static>>() -> bool {
    missing::<T>().is_some()
}

/// The fields of a struct in the author's order, by the names they have in JSON; `None` for any
/// other type, and for a struct with flattened fields, of which serde does not tell.
pub(crate) fn struct_fields<T: Deserialize<'static>>() -> Option<&'static [&'static str]> {
    let mut fields = None;
    // The probe never yields a value.
    let _ = T::deserialize(FieldProbe(&mut fields));
    fields
}

fn refuse<T>() -> Result<T, Error> {
    Err(de::Error::custom(""))
}

/// Nothing. Given, it is the inside of an option.
struct Missing {
    given: bool,
}

impl<'de> Deserializer<'de> for Missing {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        refuse()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.given { visitor.visit_some(Self { given: false }) } else { visitor.visit_none() }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

struct FieldProbe<'a>(&'a mut Option<&'static [&'static str]>);

impl<'de> Deserializer<'de> for FieldProbe<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        refuse()
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = Some(fields);
        refuse()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

/// A text that borrows where the JSON has no escapes: what a `&str` parameter is read as.
#[doc(hidden)]
pub struct Text<'a>(std::borrow::Cow<'a, str>);

impl Default for Text<'_> {
    fn default() -> Self {
        Self::from("")
    }
}

impl std::ops::Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self(text.into())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Text(text.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(text.to_owned().into()))
            }
        }

        deserializer.deserialize_str(TextVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Maybe = Option<u32>;

    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only its field list is asked for")]
    struct Zeta {
        zoo_name: String,
        alpha: Maybe,
        #[serde(rename = "type")]
        kind: u8,
    }

    #[derive(serde::Deserialize)]
    #[allow(dead_code, reason = "only its field list is asked for")]
    struct Flat {
        #[serde(flatten)]
        inner: Zeta,
    }

    #[test]
    fn optional_is_what_serde_makes_of_nothing() {
        assert!(is_optional::<Maybe>());
        assert!(is_optional::<Box<Option<String>>>());
        assert!(!is_optional::<String>());
        assert!(!is_optional::<serde_json::Value>());
        assert!(!is_optional::<()>());
    }

    #[test]
    fn a_null_that_is_given_is_no_missing_one() {
        assert_eq!(missing::<Option<Maybe>>(), Some(None));
        assert_eq!(null::<Option<Maybe>>(), Some(Some(None)));
        assert_eq!(null::<Maybe>(), None);
        assert_eq!(null::<u32>(), None);
    }

    #[test]
    fn the_authors_order_of_fields() {
        assert_eq!(struct_fields::<Zeta>(), Some(&["zooName", "alpha", "type"][..]));
        assert_eq!(struct_fields::<Box<Zeta>>(), Some(&["zooName", "alpha", "type"][..]));
        assert_eq!(struct_fields::<Flat>(), None);
        assert_eq!(struct_fields::<Vec<Zeta>>(), None);
    }

    #[test]
    fn text_borrows_where_it_can() {
        let plain: Text<'_> = serde_json::from_str(r#""abc""#).unwrap();
        assert!(matches!(plain.0, std::borrow::Cow::Borrowed("abc")));
        let escaped: Text<'_> = serde_json::from_str(r#""a\nc""#).unwrap();
        assert_eq!(&*escaped, "a\nc");
    }
}
