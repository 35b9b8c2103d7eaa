//! Small whole numbers, which most arguments that are numbers are, without a parser around them.

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde_json::Error;

/// How many digits are surely less than what 64 bits hold.
const MOST: usize = 18;

/// The value of a text that is nothing but a small whole number, where `T` takes it as `serde_json` would
/// give it; `None` where anything is otherwise, and then nothing is said of why.
pub(super) fn small_integer<'de, T: Deserialize<'de>>(text: &str) -> Option<T> {
    let bytes = text.as_bytes();
    let plain = bytes.len() <= MOST && (bytes.len() == 1 || bytes.first() != Some(&b'0'));
    if !plain || bytes.is_empty() {
        return None;
    }
    let mut number = 0_u64;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    T::deserialize(Digits(number)).ok()
}

/// A number that was read.
struct Digits(u64);

macro_rules! numbers {
    ($($method:ident)*) => {
        $(
            fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
                visitor.visit_u64(self.0)
            }
        )*
    };
}

macro_rules! others {
    ($($method:ident($($argument:ty),*))*) => {
        $(
            fn $method<V: Visitor<'de>>(self, $(_: $argument,)* _: V) -> Result<V::Value, Error> {
                Err(de::Error::custom(""))
            }
        )*
    };
}

impl<'de> Deserializer<'de> for Digits {
    // That of `serde_json`, so that what a type's derive makes for one error type is made once.
    type Error = Error;

    numbers! {
        deserialize_any deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_u128 deserialize_f32 deserialize_f64
    }

    others! {
        deserialize_bool() deserialize_char() deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf()
        deserialize_unit() deserialize_seq() deserialize_map() deserialize_identifier()
        deserialize_ignored_any() deserialize_unit_struct(&'static str)
        deserialize_tuple(usize)
        deserialize_tuple_struct(&'static str, usize)
        deserialize_struct(&'static str, &'static [&'static str])
        deserialize_enum(&'static str, &'static [&'static str])
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
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use serde_json::{Value, from_str};

    use super::*;

    #[derive(serde::Deserialize, PartialEq, Debug)]
    struct Newtype(u16);

    fn same<T: Deserialize<'static> + PartialEq + fmt::Debug>() {
        for text in ["0", "7", "20", "255", "256", "999999999999999999"] {
            if let Some(number) = small_integer::<T>(text) {
                assert_eq!(Some(number), from_str(text).ok(), "{text}");
            }
        }
        for text in ["", "00", "01", "-1", "1.0", "1e3", " 1", "1 ", "1000000000000000000", "\"1\""]
        {
            assert_eq!(small_integer::<T>(text), None, "{text}");
        }
    }

    #[test]
    fn it_is_what_serde_json_reads() {
        same::<u8>();
        same::<i64>();
        same::<f32>();
        same::<f64>();
        same::<Option<u16>>();
        same::<i128>();
        same::<Newtype>();
        same::<Value>();
        same::<String>();
        same::<bool>();
        same::<Vec<u8>>();
        assert_eq!(small_integer::<u8>("256"), None);
        assert_eq!(small_integer::<Option<u16>>("20"), Some(Some(20)));
        assert_eq!(small_integer::<u128>("20"), Some(20));
        assert_eq!(small_integer::<Newtype>("20"), Some(Newtype(20)));
    }
}
