//! The fields of a skill's frontmatter, and the rules for them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::diagnostic::{SkillDiagnostic, SkillProblem};
use crate::references::Severity;
use crate::references::entry::entries;
use crate::references::place::Places;
use crate::references::tree::{Tree, Value};

/// Longest texts, in characters.
///
/// From the Agent Skills specification, agentskills/agentskills at 69ef37e.
const MAX_NAME: usize = 64;
const MAX_DESCRIPTION: usize = 1024;
const MAX_COMPATIBILITY: usize = 500;

/// What a model may learn of a skill before it reads its instructions.
///
/// Control characters and invisible ones that change how a text is read are replaced by U+FFFD.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Skill {
    /// The name; the folder's, where the skill does not say.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// The licence, or the file that holds it.
    pub license: Option<String>,
    /// What it needs.
    pub compatibility: Option<String>,
    /// Anything else that its author says, by keys.
    pub metadata: BTreeMap<String, String>,
    /// The entries of `allowed-tools`, with their arguments: `Bash(git:*)`.
    pub allowed_tools: Vec<String>,
}

/// A text for a model or a terminal.
pub(super) fn fit(text: &str) -> String {
    let is_unfit = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t')
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{e0000}'..='\u{e007f}')
    };
    text.replace(is_unfit, "\u{fffd}")
}

/// Reads the fields of a frontmatter.
pub(super) struct Fields<'a> {
    pub(super) file: &'a str,
    pub(super) folder: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) tree: &'a Tree,
    pub(super) diagnostics: &'a mut Vec<SkillDiagnostic>,
}

impl Fields<'_> {
    /// The skill; none where the description is missing.
    pub(super) fn read(mut self) -> Option<Skill> {
        if !self.tree.root_is_map() {
            let why = "it is no mapping of keys to values".to_owned();
            self.tell(None, Severity::Error, SkillProblem::Frontmatter { why });
            return None;
        }
        let name = self.name();
        let description = self.limited("description", MAX_DESCRIPTION);
        if description.is_none() {
            let at = self.tree.get("description");
            self.tell(at, Severity::Error, SkillProblem::NoDescription);
        }
        let license = self.text("license");
        let compatibility = self.limited("compatibility", MAX_COMPATIBILITY);
        let metadata = self.metadata();
        let allowed_tools = self.allowed_tools();
        let description = description?;
        Some(Skill { name, description, license, compatibility, metadata, allowed_tools })
    }

    fn name(&mut self) -> String {
        let at = self.tree.get("name");
        let Some(name) = self.text("name") else {
            self.tell(at, Severity::Warning, SkillProblem::NoName);
            return fit(self.folder);
        };
        let is_fit = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let has_hyphens = name.starts_with('-') || name.ends_with('-') || name.contains("--");
        if name.chars().count() > MAX_NAME || has_hyphens || !name.chars().all(is_fit) {
            let problem = SkillProblem::BadName { name: name.clone() };
            self.tell(at, Severity::Warning, problem);
        }
        if name != self.folder {
            let folder = self.folder.to_owned();
            let problem = SkillProblem::OtherFolder { name: name.clone(), folder };
            self.tell(at, Severity::Warning, problem);
        }
        name
    }

    /// The text of a key; none where it is missing, empty, nothing (`~`, `null`) or no text.
    fn text(&mut self, key: &'static str) -> Option<String> {
        let at = self.tree.get(key)?;
        let Value::Scalar { text, is_string } = &self.tree.node(at).value else {
            let problem = SkillProblem::BadValue { key, expected: "a text" };
            self.tell(Some(at), Severity::Warning, problem);
            return None;
        };
        let text = text.trim();
        let is_nothing = text.is_empty() || !is_string && matches!(text, "~" | "null");
        (!is_nothing).then(|| fit(text))
    }

    fn limited(&mut self, key: &'static str, most: usize) -> Option<String> {
        let text = self.text(key)?;
        let characters = text.chars().count();
        if characters > most {
            let problem = SkillProblem::TooLong { key, characters, most };
            self.tell(self.tree.get(key), Severity::Warning, problem);
        }
        Some(text)
    }

    fn metadata(&mut self) -> BTreeMap<String, String> {
        let mut metadata = BTreeMap::new();
        let Some(at) = self.tree.get("metadata") else {
            return metadata;
        };
        let mut is_fit = matches!(self.tree.node(at).value, Value::Map);
        for member in self.tree.children(at) {
            match (self.tree.key(member), self.tree.text(member)) {
                (Some(key), Some(text)) => {
                    metadata.insert(fit(key), fit(text));
                }
                _ => is_fit = false,
            }
        }
        if !is_fit {
            let expected = "a mapping of texts to texts";
            let problem = SkillProblem::BadValue { key: "metadata", expected };
            self.tell(Some(at), Severity::Warning, problem);
        }
        metadata
    }

    fn allowed_tools(&self) -> Vec<String> {
        let Some(at) = self.tree.get("allowed-tools") else {
            return Vec::new();
        };
        let values = std::iter::once(at).chain(self.tree.children(at));
        let texts = values.filter_map(|at| self.tree.text(at));
        texts.flat_map(entries).map(|entry| fit(entry.written)).collect()
    }

    fn tell(&mut self, at: Option<usize>, severity: Severity, problem: SkillProblem) {
        let place = at.map_or(0, |at| self.tree.node(at).range.start);
        let place = Places::new(self.bytes).of(place);
        self.diagnostics.push(SkillDiagnostic::new(self.file, severity, problem).at(place));
    }
}
