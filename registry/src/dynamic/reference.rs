//! References between the parts of a schema: each leads to a schema inside of the same one, and no
//! circle of them is without progress.
//!
//! A reference may lead back to where it came from, as in a tree of nodes: then each round goes one
//! level down in the value that is checked. A circle in which nothing goes down would keep a reader
//! busy for ever.

use std::collections::BTreeMap;

use serde_json::Value;

use super::refusal::Refusal;
use crate::schema::follow;
use crate::schema::keyword::{Holds, children, holds};

/// A reference, and where it stands.
pub(super) struct Reference {
    pub(super) path: String,
    pub(super) target: String,
}

/// Checks all references of `root`.
pub(super) fn check(root: &Value, references: &[Reference]) -> Result<(), Refusal> {
    if references.is_empty() {
        return Ok(());
    }
    let schemas = Schemas::of(root);
    for Reference { path, target } in references {
        let why = match follow(root, target) {
            _ if !target.starts_with('#') => "leads out of the schema, and nothing is fetched",
            _ if !target.starts_with("#/") && target != "#" => {
                "is not a path such as `#/$defs/name`"
            }
            None => "leads nowhere",
            Some(found) if schemas.place(found).is_none() => "does not lead to a schema",
            Some(_) => continue,
        };
        let (path, target) = (path.clone(), target.clone());
        return Err(Refusal::Reference { path, target, why });
    }
    if schemas.has_idle_circle(root) {
        return Err(Refusal::EndlessReference);
    }
    Ok(())
}

/// All schemas of a schema; each has its place.
struct Schemas<'a> {
    all: Vec<&'a Value>,
    places: BTreeMap<*const Value, usize>,
}

impl<'a> Schemas<'a> {
    fn of(root: &'a Value) -> Self {
        let mut all = vec![root];
        let mut next = 0;
        while let Some(schema) = all.get(next) {
            next += 1;
            all.extend(children(schema).map(|child| child.schema));
        }
        let places = all.iter().enumerate().map(|(at, one)| (std::ptr::from_ref(*one), at));
        let places = places.collect();
        Self { all, places }
    }

    fn place(&self, schema: &Value) -> Option<usize> {
        self.places.get(&std::ptr::from_ref(schema)).copied()
    }

    /// The schemas that are held against the same value as the one at `place`, because of it.
    fn same_value(&self, root: &'a Value, place: usize) -> Vec<usize> {
        let schema = self.all[place];
        let inside = children(schema).filter(|child| child.in_place).map(|child| child.schema);
        let referred = schema.as_object().into_iter().flatten().filter_map(|(keyword, value)| {
            let target = value.as_str().filter(|_| holds(keyword) == Holds::Reference)?;
            follow(root, target)
        });
        inside.chain(referred).filter_map(|schema| self.place(schema)).collect()
    }

    /// Whether a circle leads from a schema back to itself without going down in the value. A walk
    /// in depth, on a stack of its own.
    fn has_idle_circle(&self, root: &'a Value) -> bool {
        #[derive(Clone, Copy, PartialEq)]
        enum Seen {
            Not,
            OnTheWay,
            Done,
        }
        let mut seen = vec![Seen::Not; self.all.len()];
        for start in 0..self.all.len() {
            if seen[start] != Seen::Not {
                continue;
            }
            seen[start] = Seen::OnTheWay;
            let mut way = vec![(start, self.same_value(root, start))];
            while let Some((here, next)) = way.last_mut() {
                match next.pop() {
                    None => {
                        seen[*here] = Seen::Done;
                        way.pop();
                    }
                    Some(next) => match seen[next] {
                        Seen::OnTheWay => return true,
                        Seen::Done => {}
                        Seen::Not => {
                            seen[next] = Seen::OnTheWay;
                            way.push((next, self.same_value(root, next)));
                        }
                    },
                }
            }
        }
        false
    }
}
