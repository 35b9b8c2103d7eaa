//! The record of all names and their states, as data, JSON and Markdown.

use std::collections::BTreeMap;
use std::fmt;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Registry;
use super::index::NameRecord;
use super::resolve::by_spelling;
use crate::NameState;
use crate::name::{Shown, code_span, printable};
use crate::text::tidy;

/// The version of the JSON form.
const FORMAT: u32 = 1;

/// How much of a text stands in a cell of a table, in characters.
const MAX_CELL: usize = 300;

/// How much of an error about a foreign text is shown, in characters.
const MAX_ERROR: usize = 1000;

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
    /// Its state.
    pub state: NameState,
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
    /// It says of a name what cannot be.
    Contradiction {
        /// The name.
        name: String,
        /// What is wrong, and what to write instead.
        problem: &'static str,
    },
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // It may repeat any text.
            Self::Json(error) => {
                write!(f, "this is no manifest: {}", printable(&error.to_string(), MAX_ERROR))
            }
            Self::Format(format) => write!(
                f,
                "the manifest has format {format}, and this version of toolcrib reads {FORMAT}: \
                 update toolcrib"
            ),
            Self::Contradiction { name, problem } => {
                write!(f, "the manifest's name `{}` {problem}", Shown(name))
            }
        }
    }
}

impl std::error::Error for ManifestError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Json(error) => Some(error),
            Self::Format(_) | Self::Contradiction { .. } => None,
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
        let names = self.names.iter();
        let names = names.map(|record| (&*record.name, record.state.is_visible(), record));
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
    /// Where the text is no manifest, or one of a later format; where a state or a kind is a word that does
    /// not exist; where a name is there twice, its kind, its state and its tool contradict each other, or a
    /// tool has no name.
    pub fn from_json(json: &str) -> Result<Self, ManifestError> {
        #[derive(Deserialize)]
        struct Head {
            format: u32,
        }
        let Head { format } = serde_json::from_str(json).map_err(ManifestError::Json)?;
        if format != FORMAT {
            return Err(ManifestError::Format(format));
        }
        let manifest: Self = serde_json::from_str(json).map_err(ManifestError::Json)?;
        manifest.check()?;
        Ok(manifest)
    }

    /// What holds of each manifest that a registry makes, and may not hold of a text.
    fn check(&self) -> Result<(), ManifestError> {
        let refuse = |name: &str, problem| {
            Err(ManifestError::Contradiction { name: name.to_owned(), problem })
        };
        let mut kinds = BTreeMap::new();
        for record in &self.names {
            let ManifestName { name, kind, state, tool, .. } = record;
            if kinds.insert(&**name, *kind).is_some() {
                return refuse(name, "is there twice: leave one out");
            }
            let is_retired = *kind == NameKind::Tombstone;
            if is_retired != (*state == NameState::Removed) {
                let problem = "is a tombstone or `removed`, and not both: write both, or neither";
                return refuse(name, problem);
            }
            if is_retired == tool.is_some() {
                let problem = "needs its `tool`, unless it is a tombstone, which has none";
                return refuse(name, problem);
            }
            if *kind == NameKind::Alias && state.is_visible() {
                return refuse(name, "is an alias, which is `hidden` or `deprecated`");
            }
        }
        let stray = self.tools.iter().find(|tool| kinds.get(&*tool.name) != Some(&NameKind::Tool));
        stray.map_or(Ok(()), |tool| {
            refuse(&tool.name, "is that of one of its `tools`, and has no record of kind `tool`")
        })
    }

    /// The manifest as a Markdown table, with a line for each name.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut table = String::from(
            "| name | replacement | state | first_deprecated_version | planned_removal_version \
             | replay_supported | origin |\n|---|---|---|---|---|---|---|\n",
        );
        for name in &self.names {
            let removal = match (name.state, &name.planned_removal_version) {
                (_, Some(version)) => version,
                (NameState::Hidden | NameState::Deprecated, None) => "TBD",
                _ => "–",
            };
            let _ = writeln!(
                table,
                "| {} | {} | {} | {} | {} | {} | {}:{} |",
                code_cell(&name.name),
                name.replacement.as_deref().map_or("–".into(), code_cell),
                name.state,
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
            state: lifecycle.state(),
            since: owned(record.since()),
            first_deprecated_version: owned(record.since().filter(|_| !lifecycle.is_visible())),
            planned_removal_version: owned(lifecycle.remove_in()),
            replay_supported: lifecycle.policy().runs,
            note: lifecycle.note().map(|note| tidy(note).into_owned()),
            origin: ManifestOrigin {
                crate_name: origin.crate_name().to_owned(),
                file: origin.file(),
                line: origin.line(),
            },
        }
    }
}
