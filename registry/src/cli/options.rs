//! Options that several commands have.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::doctor::Severity;

/// How results are written: for a host's own parser, to be flattened into it.
#[derive(Debug, Clone, Default, Args)]
#[non_exhaustive]
pub struct OutputOptions {
    /// How results are written: text, json or markdown
    #[arg(long, global = true, value_enum, value_name = "FORMAT", default_value_t)]
    #[arg(hide_possible_values = true, display_order = 100)]
    pub format: Format,
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
#[non_exhaustive]
pub enum Format {
    /// For a terminal, in colour where it is one
    #[default]
    Text,
    /// One JSON value
    Json,
    /// For an issue or a document
    Markdown,
}

impl OutputOptions {
    /// Results in this format.
    #[must_use]
    pub const fn new(format: Format) -> Self {
        Self { format }
    }
}

/// Where plugins are, and which of them a program may use.
#[derive(Debug, Clone, Args)]
pub(super) struct StoreOptions {
    /// A folder that holds plugins, each in a folder of its own; may be given several times
    #[arg(long, value_name = "DIR")]
    pub(super) store: Vec<PathBuf>,
    /// The TOML file whose `[plugins] network_allow` names plugins
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
}

/// Which names count as old ones.
#[derive(Debug, Clone, Args)]
pub(super) struct NameOptions {
    /// Names that are known and no concern of the registry, such as another program's tools
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(super) external: Vec<String>,
    /// Take names that could be ordinary words for names wherever they stand
    #[arg(long)]
    pub(super) plain_words: bool,
}

/// From which findings on the exit code is 1.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct FailOptions {
    /// The least finding that makes the exit code 1: note, warning or error
    #[arg(long, value_enum, value_name = "SEVERITY", default_value_t = Least::Warning)]
    #[arg(hide_possible_values = true)]
    fail_on: Least,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(super) enum Least {
    /// Anything at all
    Note,
    /// What misleads a model or a person
    Warning,
    /// What does not do what it says
    Error,
}

impl FailOptions {
    /// Whether one of the findings is grave enough.
    pub(super) fn is_met(self, findings: impl IntoIterator<Item = Severity>) -> bool {
        findings.into_iter().any(|finding| Least::from(finding) >= self.fail_on)
    }
}

impl From<Severity> for Least {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Note => Self::Note,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
        }
    }
}
