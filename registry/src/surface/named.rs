//! Which tools the names of a rule stand for.

use super::lookup::{Place, place};
use super::rules::Rule;
use crate::Registry;
use crate::dynamic::{DynamicSource, Tail, prefixed};
use crate::provider::{Provider, WireNames};
use crate::registry::NameRecord;

/// All tools of a surface, and how they are called.
#[derive(Clone, Copy)]
pub(super) struct Tools<'a> {
    pub(super) registry: &'a Registry,
    pub(super) tail: &'a Tail,
    pub(super) wire: &'a WireNames,
    pub(super) sources: &'a [DynamicSource],
    pub(super) provider: Provider,
}

impl Tools<'_> {
    /// Whether a tool of some source would be named, were it on the surface under its own name.
    pub(super) fn some_source_has(&self, name: &str) -> bool {
        let mut tools = self.sources.iter().flat_map(|source| {
            source.tools().map(|tool| (prefixed(source.name(), tool.name()), tool.name()))
        });
        tools.any(|(qualified, own)| {
            let wire = self.provider.wire_name(own);
            [&*qualified, own, &*wire].into_iter().any(|one| matches(name, one))
        })
    }
}

/// The tools that a rule names, by their places.
pub(super) struct Named {
    pub(super) native: Vec<bool>,
    pub(super) dynamic: Vec<bool>,
}

impl Named {
    /// The tools that `rule` names; and those of its names that stand for none.
    pub(super) fn of<'r>(rule: &'r Rule, tools: Tools<'_>) -> (Self, Vec<&'r str>) {
        let mut named = Self {
            native: vec![false; tools.registry.tools().len()],
            dynamic: vec![false; tools.tail.tools().len()],
        };
        let denies = rule.denies_named();
        let for_nothing = rule.names().iter().filter(|name| {
            let is_pattern = name.contains('*');
            let add = if is_pattern { Self::add_pattern } else { Self::add_name };
            !add(&mut named, name, tools, denies)
        });
        let for_nothing = for_nothing.map(String::as_str).collect();
        (named, for_nothing)
    }

    /// Adds the tool of a name. To deny, all dynamic tools that are or may have been called so.
    fn add_name(&mut self, name: &str, tools: Tools<'_>, denies: bool) -> bool {
        match place(tools.registry, tools.tail, tools.wire, name) {
            Place::Native { tool, .. } => {
                self.native[tool] = true;
                true
            }
            Place::Removed(_) => false,
            Place::Dynamic(at) => {
                self.dynamic[at] = true;
                if denies {
                    self.add_dynamic(name, tools, denies);
                }
                true
            }
            Place::Spelt(_) | Place::Nowhere => self.add_dynamic(name, tools, denies),
        }
    }

    /// Adds the tools of which one name is as the pattern says.
    fn add_pattern(&mut self, pattern: &str, tools: Tools<'_>, denies: bool) -> bool {
        let mut found = false;
        let records = tools.registry.names().iter().filter(|name| matches(pattern, name.name()));
        for place in records.filter_map(NameRecord::place) {
            self.native[place] = true;
            found = true;
        }
        self.add_dynamic(pattern, tools, denies) || found
    }

    /// Adds the dynamic tools of which one name is as the pattern says, and whether there is one. The
    /// source's own name, and what it would be sent as, are names to deny by only.
    fn add_dynamic(&mut self, pattern: &str, tools: Tools<'_>, denies: bool) -> bool {
        let mut found = false;
        for (tool, named) in tools.tail.tools().iter().zip(&mut self.dynamic) {
            let (name, own) = (tool.name(), tool.tool().name());
            let wire = |name| tools.provider.wire_name(name);
            let is = |name: &str| matches(pattern, name);
            let is_named = is(name) || is(&prefixed(tool.source(), own));
            if is_named || denies && (is(own) || is(&wire(name)) || is(&wire(own))) {
                *named = true;
                found = true;
            }
        }
        found
    }
}

/// Whether `name` is as `pattern` says, in which each `*` is any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else {
        return pattern == name;
    };
    let Some(mut left) = name.strip_prefix(start) else {
        return false;
    };
    let (between, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in between.split('*') {
        let Some(at) = left.find(part) else {
            return false;
        };
        left = &left[at + part.len()..];
    }
    left.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, name) in
            [("*", ""), ("*", "a"), ("web__*", "web__"), ("*_file", "read_file"), ("a*b*c", "abbc")]
        {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("web__*", "web_x"), ("a*a", "a"), ("a*b*c", "acb"), ("*x*", ""), ("a*", "ba")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }
}
