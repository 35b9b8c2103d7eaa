//! Enums that are written down as words and read back: a word that is none of them is an error, never a default.

use std::fmt;

use crate::name::Shown;

/// A word that stands for nothing of its kind, such as a state that does not exist.
///
/// ```
/// use toolcrib::NameState;
///
/// let error = "retired".parse::<NameState>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`retired` is not a valid state: write `active`, `deferred`, `hidden`, `deprecated` or `removed`"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownWord {
    word: String,
    /// What it should be.
    what: &'static str,
    known: Vec<&'static str>,
}

impl UnknownWord {
    pub(crate) fn new(word: &str, what: &'static str, known: &[&'static str]) -> Self {
        Self { word: word.to_owned(), what, known: known.to_vec() }
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a valid {}: write ", Shown(&self.word), self.what)?;
        for (at, known) in self.known.iter().enumerate() {
            let before = match at {
                0 => "",
                _ if at + 1 == self.known.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}`{known}`")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownWord {}

/// Writes and reads an enum that has `ALL` and `as_str` by its words, in texts and through serde alike.
macro_rules! words {
    ($type:ident, $what:literal) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.into_iter().find(|one| one.as_str() == word);
                let known = || Self::ALL.map(Self::as_str);
                found.ok_or_else(|| $crate::UnknownWord::new(word, $what, &known()))
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let word = std::borrow::Cow::<str>::deserialize(from)?;
                word.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use words;
