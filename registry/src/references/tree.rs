//! What YAML and JSON have in common: values with their places.
//!
//! The nodes lie side by side and know what holds them, so that nothing that walks over them recurses,
//! and an alias is a node of its own: what it stands for is never copied.

use std::ops::Range;

/// The most nodes of a tree.
const MAX_NODES: usize = 100_000;

/// The deepest nesting.
pub(super) const MAX_DEPTH: usize = 64;

/// A read text. Its first node is its outermost value.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) value: Value,
    /// The bytes that it is written with, quotes included.
    pub(crate) range: Range<usize>,
    /// It is the key of a member, not a value.
    pub(crate) is_key: bool,
    /// The list or mapping that holds it.
    parent: Option<usize>,
    /// In a mapping, the node of its key.
    key: Option<usize>,
}

#[derive(Debug)]
pub(crate) enum Value {
    /// A text, or anything else that is written as one word.
    Scalar {
        text: String,
        is_string: bool,
    },
    List,
    Map,
    /// What stands at another node.
    Alias(usize),
}

/// Why a text cannot be read, and where.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) why: String,
}

impl Fault {
    pub(super) fn new(at: usize, why: impl Into<String>) -> Self {
        Self { at, why: why.into() }
    }
}

impl Tree {
    pub(super) fn push(
        &mut self,
        value: Value,
        range: Range<usize>,
        holder: Option<Holder>,
    ) -> Result<usize, Fault> {
        let at = self.nodes.len();
        if at == MAX_NODES {
            return Err(Fault::new(range.start, format!("it has more than {MAX_NODES} values")));
        }
        let (parent, key, is_key) = match holder {
            None => (None, None, false),
            Some(Holder { node, role }) => match role {
                Role::Item => (Some(node), None, false),
                Role::Key => (Some(node), None, true),
                Role::Member(key) => (Some(node), Some(key), false),
            },
        };
        self.nodes.push(Node { value, range, is_key, parent, key });
        Ok(at)
    }

    pub(super) fn nodes_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }

    /// All nodes with their numbers, as they are written.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.nodes.iter().enumerate()
    }

    /// The keys that lead to a node, the nearest first. Lists have none.
    pub(crate) fn keys(&self, node: usize) -> impl Iterator<Item = &str> {
        let ancestors = std::iter::successors(Some(node), |at| self.nodes[*at].parent);
        ancestors.filter_map(|at| self.text(self.nodes[at].key?))
    }

    /// How many lists and mappings hold a node.
    pub(crate) fn depth(&self, node: usize) -> usize {
        std::iter::successors(self.nodes[node].parent, |at| self.nodes[*at].parent).count()
    }

    pub(crate) fn root_is_map(&self) -> bool {
        matches!(self.nodes.first(), Some(Node { value: Value::Map, .. }))
    }

    /// The value of a key of the outermost mapping, what an alias stands for in its place.
    pub(crate) fn get(&self, key: &str) -> Option<usize> {
        let is_it = |node: &Node| {
            node.parent == Some(0) && node.key.and_then(|at| self.text(at)) == Some(key)
        };
        self.nodes.iter().position(is_it).map(|at| self.followed(at))
    }

    /// The node, or the one that it is an alias of.
    pub(crate) fn followed(&self, node: usize) -> usize {
        match self.nodes[node].value {
            Value::Alias(target) => target,
            _ => node,
        }
    }

    pub(crate) fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// The text of a scalar.
    pub(crate) fn text(&self, node: usize) -> Option<&str> {
        match &self.nodes[node].value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The nodes that a node holds, without keys.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let its = move |(at, child): (usize, &Node)| {
            (child.parent == Some(node) && !child.is_key).then_some(at)
        };
        self.nodes().skip(node).filter_map(its)
    }

    /// The key of a member of a mapping.
    pub(crate) fn key(&self, node: usize) -> Option<&str> {
        self.nodes[node].key.and_then(|key| self.text(key))
    }
}

/// What holds a node, and as what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holder {
    pub(super) node: usize,
    pub(super) role: Role,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Role {
    Item,
    Key,
    /// The value of the key at this node.
    Member(usize),
}
