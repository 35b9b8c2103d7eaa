//! Search over tools: what a model asks when the tool that it needs is not before it.
//!
//! [`SearchIndex`] is built once from names, descriptions and input schemas; [`Query`] is what a
//! model wrote, checked; [`SearchIndex::search`] finds the [`Hit`]s. There is no model file and no
//! dependency: words are ranked as BM25 does, with names worth more than prose, inflections as one
//! word, neighbours, typing errors, and a small thesaurus.
//!
//! Scores are whole numbers and ties go by name: the result is the same, to the byte, in every
//! process and on every platform.

mod cover;
mod document;
mod find;
mod index;
mod near;
mod number;
mod pattern;
mod query;
mod rank;
mod ranking;
mod shared;
mod stem;
mod thesaurus;
mod visible;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use find::{EXACT, NO_NAMES, SPELT};
pub use find::{Found, Hit};
pub use index::SearchIndex;
pub use query::{DEFAULT_RESULTS, MAX_PATTERN, MAX_QUERY, MAX_RESULTS, Mode, Query, QueryError};
#[doc(hidden)]
pub use ranking::Ranking;
pub(crate) use shared::SharedIndexes;
