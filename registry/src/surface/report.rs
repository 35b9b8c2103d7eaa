//! What a surface weighs: each tool with its bytes, as data, text, JSON and Markdown.

use std::fmt;
use std::fmt::Write as _;

use serde::Serialize;

use super::write::Visible;
use super::{Decided, Surface};
use crate::Provider;
use crate::name::Shown;

/// How many bytes are taken for a token.
///
/// For English text and JSON it is about four with the tokenizers in use; see `OpenAI`'s "What are tokens
/// and how to count them?". Only the provider knows the number.
const BYTES_PER_TOKEN: usize = 4;

/// An estimate of the tokens of so many bytes.
pub(crate) const fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(BYTES_PER_TOKEN)
}

/// What a surface weighs: the tools that the session may use, each with its bytes as the provider is
/// sent them, and an estimate of tokens: a quarter of the bytes, rounded up.
///
/// Printed, it is a table.
///
/// ```
/// use toolcrib::{Registry, tool};
///
/// /// Say hello.
/// #[tool(register = false)]
/// fn hello() -> &'static str {
///     "hello"
/// }
///
/// let report = Registry::builder().tool::<hello>().build()?.surface().build()?.report();
/// assert_eq!((report.head.tools, report.tools[0].bytes), (1, 121));
/// # Ok::<(), toolcrib::BuildError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The provider's wire format.
    pub provider: Provider,
    /// The SHA-256 of the list, in hexadecimal.
    pub sha256: String,
    /// The size of the list, its brackets and commas included.
    pub list_bytes: usize,
    /// The native tools of the list.
    pub head: Total,
    /// The dynamic tools of the list.
    pub tail: Total,
    /// The tools that search finds.
    pub deferred: Total,
    /// The tools: those of the list in its order, then the deferred ones.
    pub tools: Vec<ReportedTool>,
}

/// How much some tools weigh together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[non_exhaustive]
pub struct Total {
    /// How many there are.
    pub tools: usize,
    /// Their bytes.
    pub bytes: usize,
    /// An estimate of their tokens.
    pub tokens: usize,
}

/// One tool of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReportedTool {
    /// Its name.
    pub name: String,
    /// The name by which the provider knows it.
    pub wire_name: String,
    /// Where it stands.
    pub part: Part,
    /// Its source; none for a native tool.
    pub source: Option<String>,
    /// Its bytes as the provider is sent them.
    pub bytes: usize,
    /// An estimate of its tokens.
    pub tokens: usize,
}

/// Where a tool stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Part {
    /// Native, in the list.
    Head,
    /// Dynamic, in the list.
    Tail,
    /// Found by search.
    Deferred,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Head => "head",
            Self::Tail => "tail",
            Self::Deferred => "deferred",
        })
    }
}

impl Surface {
    /// What the surface weighs. It is worked out at each call.
    #[must_use]
    pub fn report(&self) -> Report {
        self.inner.report()
    }
}

impl Decided {
    pub(super) fn report(&self) -> Report {
        let [listed, deferred] = self.visible(&[]);
        let listed = self.sizes(&listed).into_iter().map(|tool| (tool.source.is_none(), tool));
        let listed = listed.map(|(native, tool)| ReportedTool {
            part: if native { Part::Head } else { Part::Tail },
            ..tool
        });
        let tools: Vec<_> = listed.chain(self.sizes(&deferred)).collect();
        let total = |part| {
            let of_part = tools.iter().filter(|tool| tool.part == part);
            of_part.fold(Total::default(), |sum, tool| Total {
                tools: sum.tools + 1,
                bytes: sum.bytes + tool.bytes,
                tokens: sum.tokens + tool.tokens,
            })
        };
        Report {
            provider: self.provider,
            sha256: self.digest.to_string(),
            list_bytes: self.json.get().len(),
            head: total(Part::Head),
            tail: total(Part::Tail),
            deferred: total(Part::Deferred),
            tools,
        }
    }

    fn sizes(&self, tools: &[Visible<'_>]) -> Vec<ReportedTool> {
        // Written as they are sent: a provider may give `strict` to the first of a list only.
        let list: Vec<_> = tools.iter().map(|one| one.spec).collect();
        let entries = self.provider.entries(&list, &self.options);
        let sizes = tools.iter().zip(entries).map(|(one, entry)| {
            let bytes = entry.get().len();
            ReportedTool {
                name: one.definition.name().to_owned(),
                wire_name: one.spec.wire_name().to_owned(),
                part: Part::Deferred,
                source: one.source.map(str::to_owned),
                bytes,
                tokens: tokens(bytes),
            }
        });
        sizes.collect()
    }
}

impl Report {
    /// The report as JSON, with a line break at its end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Strings and numbers can always be written.
        let mut json = serde_json::to_string_pretty(self).unwrap_or_default();
        json.push('\n');
        json
    }

    /// The report as Markdown: the totals, and a table with a line for each tool.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut text = format!(
            "{}, {} bytes, sha256 `{}`\n\n| part | tools | bytes | tokens (about) |\n|---|--:|--:|--:|\n",
            self.provider, self.list_bytes, self.sha256
        );
        for (part, total) in self.totals() {
            let Total { tools, bytes, tokens } = total;
            let _ = writeln!(text, "| {part} | {tools} | {bytes} | {tokens} |");
        }
        text.push_str(
            "\n| tool | part | source | bytes | tokens (about) |\n|---|---|---|--:|--:|\n",
        );
        for tool in &self.tools {
            let ReportedTool { name, part, source, bytes, tokens, .. } = tool;
            let name = Shown(name).to_string().replace('|', "\\|");
            let source = source.as_deref().unwrap_or("–");
            let _ = writeln!(text, "| `{name}` | {part} | {source} | {bytes} | {tokens} |");
        }
        text
    }

    fn totals(&self) -> [(Part, Total); 3] {
        [(Part::Head, self.head), (Part::Tail, self.tail), (Part::Deferred, self.deferred)]
    }
}

/// A table.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}, {} bytes, sha256 {}", self.provider, self.list_bytes, self.sha256)?;
        writeln!(f, "\n{:<40} {:<9} {:>6} {:>8} {:>7}", "", "part", "tools", "bytes", "tokens")?;
        for (part, Total { tools, bytes, tokens }) in self.totals() {
            writeln!(f, "{:<40} {part:<9} {tools:>6} {bytes:>8} {tokens:>7}", "total")?;
        }
        for ReportedTool { name, part, bytes, tokens, .. } in &self.tools {
            let name = Shown(name).to_string();
            writeln!(f, "{name:<40} {part:<9} {:>6} {bytes:>8} {tokens:>7}", "")?;
        }
        Ok(())
    }
}
