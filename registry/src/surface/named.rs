//! Which tools the names of a rule stand for.

use super::lookup::{Place, place};
use super::rules::Rule;
use crate::Registry;
use crate::dynamic::{DynamicSource, Tail, TailTool, prefixed};
use crate::provider::WireNames;

/// All tools of a surface, and how they are called.
#[derive(Clone, Copy)]
pub(super) struct Tools<'a> {
    pub(super) registry: &'a Registry,
    pub(super) tail: &'a Tail,
    pub(super) wire: &'a WireNames,
    pub(super) sources: &'a [DynamicSource],
}

impl Tools<'_> {
    /// Whether a tool of some source would be named, were it on the surface under its own name.
    pub(super) fn some_source_has(&self, name: &str) -> bool {
        let is_named = |source: &str, tool: &str| {
            matches(name, tool) || matches(name, &prefixed(source, tool))
        };
        self.sources
            .iter()
            .any(|source| source.tools().any(|tool| is_named(source.name(), tool.name())))
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
        let for_nothing = rule.names().iter().filter(|name| {
            if name.contains('*') {
                !named.add_pattern(name, tools, rule.denies_named())
            } else {
                !named.add_name(name, tools, rule.denies_named())
            }
        });
        let for_nothing = for_nothing.map(String::as_str).collect();
        (named, for_nothing)
    }

    /// Adds the tool of a name. To deny, all dynamic tools that are or may have been called so.
    fn add_name(&mut self, name: &str, tools: Tools<'_>, denies: bool) -> bool {
        match place(tools.registry, tools.tail, tools.wire, name) {
            Place::Native { tool, .. } => {
                self.native[tool] = true;
                return true;
            }
            Place::Removed(_) => return false,
            Place::Dynamic(at) if !denies => {
                self.dynamic[at] = true;
                return true;
            }
            Place::Dynamic(at) => self.dynamic[at] = true,
            Place::Nowhere => {}
        }
        self.add_dynamic(tools, |tool| {
            tool.name() == name || qualified(tool) == name || (denies && tool.tool().name() == name)
        })
    }

    /// Adds the tools of which one name is as the pattern says.
    fn add_pattern(&mut self, pattern: &str, tools: Tools<'_>, denies: bool) -> bool {
        let mut found = false;
        let records = tools.registry.names().iter().filter(|name| matches(pattern, name.name()));
        for place in records.filter_map(crate::registry::NameRecord::place) {
            self.native[place] = true;
            found = true;
        }
        let wire = |tool: &TailTool| tools.wire.wire(tool.name()).unwrap_or_default().to_owned();
        self.add_dynamic(tools, |tool| {
            matches(pattern, tool.name())
                || matches(pattern, &qualified(tool))
                || (denies
                    && (matches(pattern, tool.tool().name()) || matches(pattern, &wire(tool))))
        }) || found
    }

    /// Adds the dynamic tools that are meant, and says whether one is named now.
    fn add_dynamic(&mut self, tools: Tools<'_>, is_meant: impl Fn(&TailTool) -> bool) -> bool {
        let mut found = false;
        for (tool, named) in tools.tail.tools().iter().zip(&mut self.dynamic) {
            if is_meant(tool) {
                *named = true;
                found = true;
            }
        }
        found
    }
}

/// What a dynamic tool is called under the prefix of its source, whether it has it or not.
fn qualified(tool: &TailTool) -> String {
    prefixed(tool.source(), tool.tool().name())
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
