//! Schemas as providers want them: read into a tree that keeps its order, rewritten, written again.
//!
//! Nothing here knows a provider. What a provider accepts comes in as rules.

mod alternatives;
mod kinds;
mod lift;
mod node;
mod nulls;
mod openapi;
mod parts;
mod pattern;
mod plain;
mod reference;
mod size;
mod strict;
mod union;
mod walk;

pub(crate) use node::{MAX_DEPTH, Node};
pub(crate) use nulls::{NullMeans, absent_nulls};
pub(crate) use openapi::{OpenApi, openapi};
pub(crate) use plain::{Plain, PlainRules, plain};
pub(crate) use reference::{Target, target};
pub(crate) use size::SizeLimits;
pub(crate) use strict::{Optional, Rules, StrictSchema, strict};
pub(crate) use walk::walk;

/// Something at one place of a schema that a rewrite could not keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Remark {
    /// The place, as a JSON pointer into the schema; `$ref`s are followed where they are written out.
    pub(crate) path: String,
    pub(crate) problem: String,
    pub(crate) way_out: &'static str,
}

/// `path` with one more step.
pub(crate) fn step(path: &str, key: &str) -> String {
    format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"))
}
