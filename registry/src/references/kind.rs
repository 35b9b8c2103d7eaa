//! What a file is, by its path: where names may stand in it follows from that.

use std::path::Path;

/// What a file is, and so where tools may be named in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// `SKILL.md`: frontmatter with lists of tools, a description, a body in Markdown.
    Skill,
    /// An agent: a Markdown file below `agents/`, like a skill.
    Agent,
    /// A command: a Markdown file below `commands/`, like a skill.
    Command,
    /// `hooks.json`: matchers over the names of tools.
    Hooks,
    /// `settings.json`, `settings.local.json`: permission rules, and hooks.
    Settings,
    /// `plugin.json`: hooks may stand in it.
    Plugin,
    /// `.mcp.json`. The tools in it are those of its servers, not of the registry, so that it is
    /// searched as text.
    Mcp,
    /// Any other Markdown.
    Markdown,
    /// A README, a changelog or the like, beside what a model is given: it may well name what is gone. No
    /// path is one of these by itself; see [`FileKind::in_package`].
    About,
    /// Any other text.
    Text,
}

/// The names of files about what they lie beside.
const ABOUT: [&str; 7] =
    ["readme", "changelog", "changes", "history", "news", "contributing", "migration"];

impl FileKind {
    /// The kind by the names in a path, in any case of letters. The file is not looked at.
    ///
    /// ```
    /// use toolcrib::references::FileKind;
    ///
    /// assert_eq!(FileKind::of_path("skills/run/SKILL.md".as_ref()), FileKind::Skill);
    /// assert_eq!(FileKind::of_path("my-plugin/agents/scout.md".as_ref()), FileKind::Agent);
    /// assert_eq!(FileKind::of_path("prompts/system.txt".as_ref()), FileKind::Text);
    /// ```
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        let lower = |part: &std::ffi::OsStr| part.to_string_lossy().to_lowercase();
        let name = path.file_name().map(lower).unwrap_or_default();
        let within = |folder: &str| {
            path.parent().is_some_and(|parent| parent.iter().any(|part| lower(part) == folder))
        };
        let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
        match extension {
            "md" | "markdown" | "mdx" => match stem {
                "skill" => Self::Skill,
                _ if within("agents") => Self::Agent,
                _ if within("commands") => Self::Command,
                _ => Self::Markdown,
            },
            "json" => match stem {
                "hooks" => Self::Hooks,
                "plugin" => Self::Plugin,
                ".mcp" | "mcp" => Self::Mcp,
                _ if stem.starts_with("settings") => Self::Settings,
                _ if within("hooks") => Self::Hooks,
                _ => Self::Text,
            },
            _ => Self::Text,
        }
    }

    /// The kind of a file that a model is given as it stands: as [`of_path`](Self::of_path), and Markdown
    /// where that says nothing.
    ///
    /// ```
    /// use toolcrib::references::FileKind;
    ///
    /// assert_eq!(FileKind::of_prompt("prompts/system.txt".as_ref()), FileKind::Markdown);
    /// ```
    #[must_use]
    pub fn of_prompt(path: &Path) -> Self {
        match Self::of_path(path) {
            Self::Text => Self::Markdown,
            kind => kind,
        }
    }

    /// The kind of a file in the folder of a skill or a plugin: as [`of_path`](Self::of_path), but for what
    /// is there for people, such as its README and its changelog.
    ///
    /// ```
    /// use toolcrib::references::FileKind;
    ///
    /// assert_eq!(FileKind::in_package("my-plugin/CHANGELOG.md".as_ref()), FileKind::About);
    /// assert_eq!(FileKind::in_package("my-plugin/commands/history.md".as_ref()), FileKind::Command);
    /// ```
    #[must_use]
    pub fn in_package(path: &Path) -> Self {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
        match Self::of_path(path) {
            Self::Markdown | Self::Text if ABOUT.contains(&&*stem) => Self::About,
            kind => kind,
        }
    }

    /// Whether a model is given all of it as instructions.
    pub(super) const fn instructs(self) -> bool {
        matches!(self, Self::Skill | Self::Agent | Self::Command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_follow_from_paths() {
        for (path, kind) in [
            ("a/skill.MD", FileKind::Skill),
            ("a/SKILL.md", FileKind::Skill),
            ("agents/a/b.md", FileKind::Agent),
            ("agents.md", FileKind::Markdown),
            ("x/Commands/deploy.md", FileKind::Command),
            ("hooks/hooks.json", FileKind::Hooks),
            ("hooks/security.json", FileKind::Hooks),
            (".claude/settings.local.json", FileKind::Settings),
            (".claude-plugin/plugin.json", FileKind::Plugin),
            (".mcp.json", FileKind::Mcp),
            ("README.markdown", FileKind::Markdown),
            ("package.json", FileKind::Text),
            ("Makefile", FileKind::Text),
            ("", FileKind::Text),
            ("..", FileKind::Text),
        ] {
            assert_eq!(FileKind::of_path(path.as_ref()), kind, "{path}");
        }
    }
}
