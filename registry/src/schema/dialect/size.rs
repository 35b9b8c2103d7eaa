//! The limits of size of a strict form.

use super::Remark;
use super::node::Node;
use super::walk::walk;

/// How large one strict schema may be.
#[derive(Debug)]
pub(crate) struct SizeLimits {
    pub(crate) properties: usize,
    pub(crate) depth: usize,
    /// Characters of the names of properties and definitions, and of the values of enumerations.
    pub(crate) text: usize,
    pub(crate) enum_values: usize,
    /// An enumeration of more values than the first may have at most so many characters.
    pub(crate) long_enum: (usize, usize),
}

/// Says by which limits a strict schema is too large.
pub(super) fn oversize(schema: &Node, limits: &SizeLimits, remarks: &mut Vec<Remark>) {
    let mut say = |path: &str, problem: String| {
        let way_out = "split the tool, or leave `strict` out";
        remarks.push(Remark { path: path.to_owned(), problem, way_out });
    };
    let (mut properties, mut values, mut text) = (0, 0, 0);
    let mut too_deep = None;
    walk(schema, &mut |path, inner| {
        for key in ["properties", "$defs"] {
            let names = inner.get(key).and_then(Node::as_object);
            text +=
                names.into_iter().flatten().map(|(name, _)| name.chars().count()).sum::<usize>();
        }
        properties += inner.get("properties").and_then(Node::as_object).map_or(0, Vec::len);
        let listed = inner.get("enum").and_then(Node::as_array).unwrap_or_default();
        let constant = inner.get("const").map(std::slice::from_ref).unwrap_or_default();
        let chars = |value: &Node| match value {
            Node::Text(text) => text.chars().count(),
            other => other.to_string().len(),
        };
        let long = listed.iter().map(chars).sum::<usize>();
        values += listed.len();
        text += long + constant.iter().map(chars).sum::<usize>();
        if listed.len() > limits.long_enum.0 && long > limits.long_enum.1 {
            let (count, most) = (listed.len(), limits.long_enum.1);
            say(
                path,
                format!("lists {count} values of {long} characters; at most {most} are taken"),
            );
        }
        if levels(path) > limits.depth && too_deep.is_none() {
            too_deep = Some(path.to_owned());
        }
    });
    if let Some(path) = too_deep {
        say(&path, format!("is nested deeper than {} levels", limits.depth));
    }
    for (count, most, what) in [
        (properties, limits.properties, "properties"),
        (values, limits.enum_values, "values of enumerations"),
        (text, limits.text, "characters of names and values"),
    ] {
        if count > most {
            say("", format!("has {count} {what}; at most {most} are taken"));
        }
    }
}

/// How deep a place is: the root is the first level, and each step into a property or an item is one.
fn levels(path: &str) -> usize {
    let mut levels = 1;
    let mut keys = path.split('/').skip(1);
    while let Some(key) = keys.next() {
        match key {
            "items" => levels += 1,
            "properties" => {
                levels += 1;
                keys.next();
            }
            // The number of an alternative, the name of a definition.
            _ => {
                keys.next();
            }
        }
    }
    levels
}
