//! Texts that may name old tools: frontmatter, Markdown, JSON, anything.

use std::sync::LazyLock;

use toolcrib::references::{FileKind, Names};
use toolcrib::{Registry, Tombstone, skills};

use super::harmless::assert_harmless;

const KINDS: [FileKind; 9] = [
    FileKind::Skill,
    FileKind::Agent,
    FileKind::Command,
    FileKind::Hooks,
    FileKind::Settings,
    FileKind::Plugin,
    FileKind::Mcp,
    FileKind::Markdown,
    FileKind::Text,
];

static NAMES: LazyLock<Names> = LazyLock::new(|| {
    let gone = ["agent_spawn", "exec-wait", "TodoWrite", "Bash", "task"];
    let gone = gone.map(|name| Tombstone::new(name, "1.0.0").hint("there is another"));
    let registry = Registry::builder().retired(gone).build().expect("the names are fit and apart");
    Names::of(&registry.manifest())
});

/// The first byte chooses what the text is, the rest is the text.
pub(crate) fn run(data: &[u8]) {
    let Some((choice, text)) = data.split_first() else { return };
    let choice = usize::from(*choice);
    let kind = KINDS[choice % KINDS.len()];
    let names = NAMES.clone().plain_words(choice / KINDS.len() % 2 == 1);
    // A line ends with LF, CR or both.
    let lines = 1 + text.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    for reference in names.find(kind, "a\u{1b}/b", text) {
        assert_harmless(&reference.to_string());
        // Its place is one of the text.
        assert!((1..=lines).contains(&(reference.line as usize)));
        assert!((1..=text.len() + 1).contains(&(reference.column as usize)));
    }
    let validated = skills::validate(&names, "skill", text);
    for diagnostic in &validated.diagnostics {
        assert_harmless(&diagnostic.to_string());
    }
    let left_out = validated.diagnostics.iter().any(|diagnostic| diagnostic.leaves_out);
    assert_eq!(validated.skill.is_none(), left_out, "what is left out is told");
}
