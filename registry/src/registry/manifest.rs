//! The record of all names and their states, as data, JSON and Markdown.

use std::fmt;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Registry;
use super::index::NameRecord;
use super::resolve::by_spelling;
use crate::name::{code_span, printable};

/// The version of the JSON form.
const FORMAT: u32 = 1;

/// How much of a text stands in a cell of a table, in characters.
const MAX_CELL: usize = 300;

/// Every name of a registry with its state, its replacement, its versions and its origin.
///
/// Its JSON has the same bytes for the same registry, and is read back without the program.
///
/// ```
/// # use toolcrib::{Manifest, Registry};
/// let manifest = Registry::builder().build()?.manifest();
/// let json = manifest.to_json();
/// assert_eq!(Manifest::from_json(&json)?, manifest);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Manifest {
    /// The version of this form.
    pub format: u32,
    /// The names, sorted.
    pub names: Vec<ManifestName>,
    /// The tools as a model may see them, sorted by name.
    #[serde(default)]
    pub tools: Vec<ManifestTool>,
}

/// The definition of a tool of a manifest.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ManifestTool {
    /// The canonical name.
    pub name: String,
    /// What a model reads about it.
    pub description: String,
    /// The schema of its arguments, in canonical bytes.
    pub input_schema: Box<RawValue>,
}

impl PartialEq for ManifestTool {
    fn eq(&self, other: &Self) -> bool {
        let Self { name, description, input_schema } = self;
        *name == other.name
            && *description == other.description
            && input_schema.get() == other.input_schema.get()
    }
}

impl Eq for ManifestTool {}

/// One name of a manifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ManifestName {
    /// The name.
    pub name: String,
    /// What it is.
    pub kind: NameKind,
    /// The canonical name of its tool; none for a retired name.
    pub tool: Option<String>,
    /// What to use instead.
    pub replacement: Option<String>,
    /// `active`, `deferred`, `hidden`, `deprecated` or `removed`.
    pub state: String,
    /// The version in which it entered its state.
    pub since: Option<String>,
    /// The version that first had it out of sight: `since`, unless it is active or deferred.
    pub first_deprecated_version: Option<String>,
    /// The version in which it goes away, where one is planned.
    pub planned_removal_version: Option<String>,
    /// Whether an old call by this name still runs.
    pub replay_supported: bool,
    /// The author's remark, or a retired name's hint.
    pub note: Option<String>,
    /// Where it is declared.
    pub origin: ManifestOrigin,
}

/// What a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum NameKind {
    /// The canonical name of a tool.
    Tool,
    /// Another name of a tool.
    Alias,
    /// A retired name.
    Tombstone,
}

/// Where a name is declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ManifestOrigin {
    /// The crate, as Rust code names it; empty where it is not known.
    #[serde(rename = "crate")]
    pub crate_name: String,
    /// The file.
    pub file: String,
    /// The line, from 1 on.
    pub line: u32,
}

/// Why a text is no manifest.
#[derive(Debug)]
#[non_exhaustive]
pub enum ManifestError {
    /// It is not JSON, or not of this form.
    Json(serde_json::Error),
    /// It is of a later form than this version of the library reads.
    Format(u32),
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "this is no manifest: {error}"),
            Self::Format(format) => write!(
                f,
                "the manifest has format {format}, and this version of toolcrib reads {FORMAT}: \
                 update toolcrib"
            ),
        }
    }
}

impl std::error::Error for ManifestError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Json(error) => Some(error),
            Self::Format(_) => None,
        }
    }
}

impl Manifest {
    pub(super) fn of(registry: &Registry) -> Self {
        let names = registry.names().iter().map(ManifestName::of).collect();
        let tools = registry.tools().iter().map(|tool| ManifestTool {
            name: tool.name().to_owned(),
            description: tool.definition().description().to_owned(),
            input_schema: tool.input_schema().to_owned(),
        });
        Self { format: FORMAT, names, tools: tools.collect() }
    }

    /// The record of exactly this name.
    #[must_use]
    pub fn name(&self, name: &str) -> Option<&ManifestName> {
        self.names.iter().find(|record| record.name == name)
    }

    /// The record of this name, or of the only one that differs from it in spelling alone (see
    /// [`normal_form`](crate::normal_form)). A visible name goes before old ones; where several are
    /// left, it is none of them.
    ///
    /// ```
    /// # use toolcrib::{NameKind, Registry, Tombstone};
    /// let gone = Tombstone::new("python_eval", "3.0.21");
    /// let manifest = Registry::builder().retired([gone]).build()?.manifest();
    /// let found = manifest.find("Python-Eval").unwrap();
    /// assert_eq!((&*found.name, found.kind), ("python_eval", NameKind::Tombstone));
    /// # Ok::<(), toolcrib::BuildError>(())
    /// ```
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&ManifestName> {
        let visible = |record: &ManifestName| matches!(&*record.state, "active" | "deferred");
        let names = self.names.iter().map(|record| (&*record.name, visible(record), record));
        self.name(name).or_else(|| by_spelling(name, names))
    }

    /// The retired names, sorted.
    pub fn tombstones(&self) -> impl Iterator<Item = &ManifestName> {
        self.names.iter().filter(|record| record.kind == NameKind::Tombstone)
    }

    /// The manifest as JSON, with a line break at its end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings, numbers and booleans can always be written.
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    ///
    /// Where the text is no manifest, or one of a later format.
    pub fn from_json(json: &str) -> Result<Self, ManifestError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let Head { format } = serde_json::from_str(json).map_err(ManifestError::Json)?;
        if format != FORMAT {
            return Err(ManifestError::Format(format));
        }
        serde_json::from_str(json).map_err(ManifestError::Json)
    }

    /// The manifest as a Markdown table, with a line for each name.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut table = String::from(
            "| name | replacement | state | first_deprecated_version | planned_removal_version \
             | replay_supported | origin |\n|---|---|---|---|---|---|---|\n",
        );
        for name in &self.names {
            let removal = match (&*name.state, &name.planned_removal_version) {
                (_, Some(version)) => version,
                ("hidden" | "deprecated", None) => "TBD",
                _ => "–",
            };
            let _ = writeln!(
                table,
                "| {} | {} | {} | {} | {} | {} | {}:{} |",
                code_cell(&name.name),
                name.replacement.as_deref().map_or("–".into(), code_cell),
                cell(&name.state),
                name.first_deprecated_version.as_deref().map_or("–".into(), cell),
                cell(removal),
                if name.replay_supported { "Yes" } else { "No" },
                cell(&name.origin.file),
                name.origin.line,
            );
        }
        table
    }
}

/// A text in a cell of a table: a manifest that is read back may hold anything.
fn cell(text: &str) -> String {
    printable(&text.replace('\n', " "), MAX_CELL).replace('|', "\\|").replace('`', "\u{2019}")
}

/// A name in a cell of a table.
fn code_cell(name: &str) -> String {
    code_span(&printable(&name.replace('\n', " "), MAX_CELL)).replace('|', "\\|")
}

impl ManifestName {
    fn of(record: &NameRecord) -> Self {
        let lifecycle = record.lifecycle();
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let kind = match record.tool() {
            None => NameKind::Tombstone,
            Some(_) if record.is_alias() => NameKind::Alias,
            Some(_) => NameKind::Tool,
        };
        let origin = record.origin();
        Self {
            name: record.name().to_owned(),
            kind,
            tool: owned(record.tool()),
            replacement: owned(lifecycle.replacement()),
            state: lifecycle.as_str().to_owned(),
            since: owned(record.since()),
            first_deprecated_version: owned(record.since().filter(|_| !lifecycle.is_visible())),
            planned_removal_version: owned(lifecycle.remove_in()),
            replay_supported: lifecycle.policy().runs,
            note: owned(lifecycle.note()),
            origin: ManifestOrigin {
                crate_name: origin.crate_name().to_owned(),
                file: origin.file(),
                line: origin.line(),
            },
        }
    }
}
