//! What is declared in a tree of values: lists of tools, matchers, permission rules; and which of the
//! other values are texts.

use std::ops::Range;

use super::entry::{Entry, entries, fits, rule, whole};
use super::find::{Findings, Found};
use super::tree::{Tree, Value};
use super::{FileKind, Site, State, matcher};
use crate::name::{check_name, normal_form};

/// The keys of lists of tools, in their normal form.
const LISTS: [&str; 8] = [
    "allowed_tools",
    "core_tools",
    "disabled_tools",
    "disallowed_tools",
    "enabled_tools",
    "exclude_tools",
    "include_tools",
    "tools",
];

/// The most matchers of a file: each is compiled.
const MAX_MATCHERS: usize = 200;

/// The most aliases of YAML in lists of tools that are followed.
const MAX_ALIASES: usize = 100;

/// The most names of a file for which a near one is looked for.
const MAX_NEAR: usize = 100;

/// What a value is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    List,
    Matcher,
    Permission,
    Description,
    Text,
    /// Nothing that names a tool.
    Other,
}

impl Findings<'_> {
    /// Finds what `tree` declares. Returns the places of its other texts, in their order.
    pub(super) fn declared(
        &mut self,
        kind: FileKind,
        text: &str,
        tree: &Tree,
    ) -> Vec<(Range<usize>, Site)> {
        let mut texts = Vec::new();
        let mut matchers = 0;
        let mut aliases = 0;
        for (at, node) in tree.nodes() {
            match (role(kind, tree, at), &node.value) {
                (Role::List, Value::Alias(target)) if aliases < MAX_ALIASES => {
                    aliases += 1;
                    for item in std::iter::once(*target).chain(tree.children(*target)) {
                        self.list(text, tree, item);
                    }
                }
                (Role::List, _) => self.list(text, tree, at),
                (Role::Matcher, Value::Scalar { text: value, .. }) => {
                    matchers += 1;
                    self.matcher(text, value, &node.range, matchers);
                }
                (Role::Permission, Value::Scalar { text: value, .. }) => {
                    let whole = self.names.exact(value.trim()).and_then(|_| whole(value));
                    let entry = whole.or_else(|| rule(value));
                    self.entries(text, &node.range, entry.into_iter(), Site::Permission);
                }
                (Role::Description, Value::Scalar { .. }) => {
                    texts.push((node.range.clone(), Site::Description));
                }
                (Role::Text, Value::Scalar { .. }) if !node.is_key => {
                    texts.push((node.range.clone(), Site::Text));
                }
                _ => {}
            }
        }
        texts
    }

    fn list(&mut self, text: &str, tree: &Tree, at: usize) {
        let Some(value) = tree.text(at) else { return };
        // A name that holds what parts entries stands in a value of its own.
        let whole = self.names.exact(value.trim()).and_then(|_| whole(value));
        let parted = whole.is_none().then(|| entries(value)).into_iter().flatten();
        let entries = whole.into_iter().chain(parted);
        self.entries(text, &tree.node(at).range, entries, Site::Declared);
    }

    /// Judges the entries of a value that is written at `range`.
    fn entries<'e>(
        &mut self,
        text: &str,
        range: &Range<usize>,
        entries: impl Iterator<Item = Entry<'e>>,
        site: Site,
    ) {
        let written = text.get(range.clone()).unwrap_or_default();
        // The value is written with quotes, and perhaps with escapes or in lines of its own.
        let mut from = Some(0);
        for Entry { name, .. } in entries {
            if self.is_full() {
                return;
            }
            let place = from.and_then(|from| Some(from + written[from..].find(name)?));
            from = place.map(|place| place + name.len());
            self.entry(name, range.start + place.unwrap_or(0), site);
        }
    }

    fn entry(&mut self, name: &str, at: usize, site: Site) {
        let is_of_server = name.starts_with("mcp__");
        if name == "*" || self.names.is_external(name) {
            return;
        }
        if name.contains('*') {
            for record in self.names.only_stale(|stale| fits(name, stale)) {
                self.push(Found::of(record, at, site));
            }
            return;
        }
        match self.names.lookup(name) {
            Some(record) => {
                self.push(Found { name: name.to_owned(), ..Found::of(record, at, site) });
            }
            // Other hosts have names of other forms, `server/tool` or `server:tool`.
            None if is_of_server || check_name(name).is_err() => {}
            None => {
                self.unknown += 1;
                let near = (self.unknown <= MAX_NEAR).then(|| self.names.near(name)).flatten();
                let near = near.map(str::to_owned);
                self.push(Found { near, ..Found::other(State::Unknown, name, at, site) });
            }
        }
    }

    fn matcher(&mut self, text: &str, value: &str, range: &Range<usize>, count: usize) {
        let found = if count > MAX_MATCHERS {
            Err(format!("a file has at most {MAX_MATCHERS}"))
        } else {
            matcher::stale(value, self.names)
        };
        match found {
            Ok(found) => {
                let written = text.get(range.clone()).unwrap_or_default();
                // Where it is written as it is, its parts have places of their own.
                let inner = written.find(value).filter(|_| !written.contains('\\'));
                for (place, record) in found {
                    let at = range.start + inner.map_or(0, |inner| inner + place);
                    self.push(Found::of(record, at, Site::Matcher));
                }
            }
            Err(why) => {
                let found = Found::other(State::Unreadable, value, range.start, Site::Matcher);
                self.push(Found { why: Some(why), ..found });
            }
        }
    }
}

fn role(kind: FileKind, tree: &Tree, at: usize) -> Role {
    let mut keys = tree.keys(at);
    let Some(nearest) = keys.next() else {
        return Role::Text;
    };
    let second = keys.next();
    let outermost = tree.keys(at).last().unwrap_or(nearest);
    let node = tree.node(at);
    let is_list = |key: &str| LISTS.contains(&&*normal_form(key));
    let on_tools = || tree.keys(at).any(is_event_of_tools);
    let is_json = matches!(kind, FileKind::Hooks | FileKind::Settings | FileKind::Plugin);
    let in_frontmatter = matches!(kind, FileKind::Skill | FileKind::Agent | FileKind::Command);
    if in_frontmatter && is_list(outermost) && tree.depth(at) <= 2 {
        // `tools: {bash: false}` names tools by its keys.
        return if node.is_key || tree.key(at) == Some(outermost) || second.is_none() {
            Role::List
        } else {
            Role::Other
        };
    }
    if is_json && is_list(nearest) && !tree.keys(at).any(|key| key == "mcpServers") {
        return Role::List;
    }
    if is_json || in_frontmatter {
        match nearest {
            "matcher" if on_tools() => return Role::Matcher,
            "if" if on_tools() => return Role::Permission,
            "allow" | "deny" | "ask" if second == Some("permissions") => return Role::Permission,
            _ => {}
        }
    }
    match nearest {
        "description" | "when_to_use" => Role::Description,
        "name" if tree.depth(at) == 1 => Role::Other,
        _ => Role::Text,
    }
}

/// `PreToolUse`, `PostToolUse`, `PermissionRequest`, `BeforeTool` and the like. The matchers of other
/// events match something else.
fn is_event_of_tools(key: &str) -> bool {
    key.contains("Tool") || key.starts_with("Permission")
}
