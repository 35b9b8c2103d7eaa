//! Every schema inside a schema, with its place.

use super::node::Node;
use super::step;
use crate::schema::keyword::{Inside, inside};

/// Shows `see` every schema in `schema`, itself first, in the order of the text. Booleans that open
/// or close an object or an array are not shown.
pub(crate) fn walk<'n>(schema: &'n Node, see: &mut impl FnMut(&str, &'n Node)) {
    at("", schema, see);
}

fn at<'n>(path: &str, schema: &'n Node, see: &mut impl FnMut(&str, &'n Node)) {
    see(path, schema);
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let path = step(path, keyword);
        match inside(keyword, value.shape()) {
            Inside::Itself => at(&path, value, see),
            Inside::Items => {
                for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
                    at(&step(&path, &i.to_string()), inner, see);
                }
            }
            Inside::Members => {
                for (key, inner) in value.as_object().into_iter().flatten() {
                    at(&step(&path, key), inner, see);
                }
            }
            Inside::Nowhere => {}
        }
    }
}
