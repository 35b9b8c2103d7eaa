//! What can be wrong with a surface, as data; the words are at the end.

use std::fmt;

use super::{BudgetPart, Strategy};
use crate::dynamic::TailProblem;
use crate::name::Shown;
use crate::provider::{Finding, NameClash, Provider};

/// One thing that is wrong with what was asked of a surface.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceProblem {
    /// A rule names a tool or a tag that is not there.
    RuleNamesNothing {
        /// The rule.
        rule: String,
        /// What it names.
        name: String,
        /// What may have been meant.
        near: Option<String>,
    },
    /// A rule's predicate panicked.
    RulePanicked {
        /// The rule.
        rule: String,
        /// The tool that it was asked about.
        tool: String,
        /// `panicked`, and what it said.
        said: String,
    },
    /// A strategy needs one of the [ready tools](crate::ready), and the registry has it not.
    NoReadyTool {
        /// The strategy.
        strategy: Strategy,
        /// The tool.
        needs: &'static str,
    },
    /// A provider has no way to load tools later, which [`Strategy::Native`] asks for.
    NoDeferral {
        /// The provider.
        provider: Provider,
    },
    /// A surface holds more than its [`Budget`](crate::Budget).
    OverBudget {
        /// Which part of it does.
        part: BudgetPart,
        /// How many tools that part holds, and how many it may.
        tools: (usize, usize),
        /// How many bytes it has, and how many it may.
        bytes: (usize, usize),
        /// Its largest tools, by name, with their bytes.
        largest: Vec<(String, usize)>,
        /// The sources of its dynamic tools with their tools and bytes, the largest first.
        sources: Vec<(String, usize, usize)>,
    },
    /// A source cannot be used, or on a strict surface one of its tools.
    Tail(TailProblem),
    /// A native tool's name would be sent as another native name.
    SentAsAnother {
        /// The tool.
        tool: String,
        /// The other name.
        name: String,
    },
    /// A native name is that of the search which the provider runs itself.
    HostedName {
        /// The provider.
        provider: Provider,
        /// The native name.
        name: String,
    },
    /// Two names would be one for the provider.
    WireName(NameClash),
    /// The provider would refuse the whole request over a native tool.
    Refused {
        /// The provider.
        provider: Provider,
        /// What it would refuse, and where.
        finding: Finding,
    },
}

impl fmt::Display for SurfaceProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RuleNamesNothing { rule, name, near } => {
                write!(f, "a rule names `{}`, which is not there", Shown(name))?;
                if let Some(near) = near {
                    write!(f, "; did you mean `{near}`?")?;
                }
                write!(f, "\n  {}\n  a rule that names nothing would deny nothing", Shown(rule))
            }
            Self::RulePanicked { rule, tool, said } => write!(
                f,
                "a rule {said}\n  {}, asked about `{}`\n  a rule that gives no answer could allow what it is \
                 to deny",
                Shown(rule),
                Shown(tool)
            ),
            Self::NoReadyTool { strategy, needs } => write!(
                f,
                "the strategy `{strategy}` needs the tool `{needs}`, and the registry has it not\n  \
                 give it to the registry's builder: `.tool::<toolcrib::ready::{needs}>()`"
            ),
            Self::NoDeferral { provider } => write!(
                f,
                "`{provider}` has no way to load tools later, which `Strategy::Native` asks for\n  \
                 take `Strategy::Append` or `Strategy::Bridge`; `Provider::defers` says which has one"
            ),
            Self::OverBudget { part, tools, bytes, largest, sources } => {
                write!(f, "the {part} is over its budget:")?;
                for ((has, most), what) in [(tools, "tools"), (bytes, "bytes")] {
                    if has > most {
                        write!(f, " {has} {what} of at most {most};")?;
                    }
                }
                f.write_str(" its largest tools are")?;
                for (name, bytes) in largest {
                    write!(f, "\n  `{}`, {bytes} bytes", Shown(name))?;
                }
                for (source, tools, bytes) in sources {
                    write!(f, "\n  source `{}`: {tools} tools, {bytes} bytes", Shown(source))?;
                }
                match part {
                    BudgetPart::Head => {
                        f.write_str("\n  defer some, shorten their texts, or raise the budget")
                    }
                    BudgetPart::Tail | BudgetPart::List => f.write_str(
                        "\n  defer a source (`Exposure::Deferred`), deny some of its tools with a rule, \
                         or raise the budget",
                    ),
                }
            }
            Self::Tail(problem) => problem.fmt(f),
            Self::SentAsAnother { tool, name } => write!(
                f,
                "`{tool}` has the form of an encoded name and would be sent as `{name}`, which is \
                 another native name; rename one"
            ),
            Self::HostedName { provider, name } => write!(
                f,
                "`{name}` is the name of the search that {provider:?} runs itself\n  rename it, or \
                 give the registry a search: `.tool::<toolcrib::ready::tool_search>()`"
            ),
            Self::WireName(clash) => clash.fmt(f),
            Self::Refused { provider, finding } => {
                let Finding { tool, origin, path, problem, way_out, .. } = finding;
                write!(f, "{} would refuse every request with the tool `{tool}`", provider.who())?;
                write!(f, " ({})", Shown(origin))?;
                if !path.is_empty() {
                    write!(f, ", for `{}` in its arguments", Shown(path))?;
                }
                write!(f, ": it {problem}\n  {way_out}, or leave the tool out for this provider")
            }
        }
    }
}
