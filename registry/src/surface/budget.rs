//! How much a list may hold.

use std::collections::BTreeMap;
use std::fmt;

use super::report::{Part, ReportedTool};
use super::{Decided, SurfaceProblem};

/// How many of the largest tools and sources an error names.
const LARGEST: usize = 5;

/// How much a surface's list may hold, so that it does not grow unseen. Over its budget a surface does not
/// build.
///
/// The head, the active native tools, and the tail, the active dynamic ones, have limits of their own, and
/// so has the list, which is both. The head is known when a program is tested. The tail grows with what
/// servers offer: a host that limits it decides what to do on the day that one offers more, and the error
/// says which, with the sizes. Tools that are loaded later are in none of them; a
/// [`Conversation`](crate::Conversation) has [limits](crate::Conversation::limits) for those.
///
/// ```
/// use toolcrib::{Budget, Registry, tool};
///
/// /// Run a command in the workspace.
/// #[tool(register = false)]
/// fn exec_shell(command: String) -> String {
///     command
/// }
///
/// let registry = Registry::builder().tool::<exec_shell>().build()?;
/// let surface = registry.surface().budget(Budget::new().tools(20).bytes(100));
/// let error = surface.build().unwrap_err().to_string();
/// assert!(error.contains("197 bytes of at most 100;"), "{error}");
/// # Ok::<(), toolcrib::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Budget {
    head: Most,
    tail: Most,
    list: Most,
}

/// A part of a list that has a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BudgetPart {
    /// The active native tools.
    Head,
    /// The active dynamic tools.
    Tail,
    /// Both.
    List,
}

impl fmt::Display for BudgetPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Head => "head",
            Self::Tail => "tail",
            Self::List => "list",
        })
    }
}

/// The limits of a part; any number where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Most {
    tools: usize,
    bytes: usize,
}

impl Most {
    const ANY: Self = Self { tools: usize::MAX, bytes: usize::MAX };
}

impl Default for Most {
    fn default() -> Self {
        Self::ANY
    }
}

impl Budget {
    /// Any number of tools and bytes.
    #[must_use]
    pub const fn new() -> Self {
        Self { head: Most::ANY, tail: Most::ANY, list: Most::ANY }
    }

    /// The most tools of the head.
    #[must_use]
    pub const fn tools(mut self, most: usize) -> Self {
        self.head.tools = most;
        self
    }

    /// The most bytes of the head's tools as they are sent.
    #[must_use]
    pub const fn bytes(mut self, most: usize) -> Self {
        self.head.bytes = most;
        self
    }

    /// The most tools of the tail.
    #[must_use]
    pub const fn tail_tools(mut self, most: usize) -> Self {
        self.tail.tools = most;
        self
    }

    /// The most bytes of the tail's tools as they are sent.
    #[must_use]
    pub const fn tail_bytes(mut self, most: usize) -> Self {
        self.tail.bytes = most;
        self
    }

    /// The most tools of head and tail together.
    #[must_use]
    pub const fn list_tools(mut self, most: usize) -> Self {
        self.list.tools = most;
        self
    }

    /// The most bytes of the tools of head and tail together, as they are sent.
    #[must_use]
    pub const fn list_bytes(mut self, most: usize) -> Self {
        self.list.bytes = most;
        self
    }

    /// The most tools that the head may have; `None` where any number is allowed.
    #[must_use]
    pub const fn max_tools(&self) -> Option<usize> {
        self.most_tools(BudgetPart::Head)
    }

    /// The most bytes that the head may have; `None` where any number is allowed.
    #[must_use]
    pub const fn max_bytes(&self) -> Option<usize> {
        self.most_bytes(BudgetPart::Head)
    }

    /// The most tools that a part may have; `None` where any number is allowed.
    #[must_use]
    pub const fn most_tools(&self, part: BudgetPart) -> Option<usize> {
        let most = self.most(part).tools;
        if most == usize::MAX { None } else { Some(most) }
    }

    /// The most bytes that a part may have; `None` where any number is allowed.
    #[must_use]
    pub const fn most_bytes(&self, part: BudgetPart) -> Option<usize> {
        let most = self.most(part).bytes;
        if most == usize::MAX { None } else { Some(most) }
    }

    const fn most(&self, part: BudgetPart) -> Most {
        match part {
            BudgetPart::Head => self.head,
            BudgetPart::Tail => self.tail,
            BudgetPart::List => self.list,
        }
    }

    pub(super) fn exceeded(self, decided: &Decided) -> Vec<SurfaceProblem> {
        if self == Self::new() {
            return Vec::new();
        }
        let tools = decided.report().tools;
        let parts = [BudgetPart::Head, BudgetPart::Tail, BudgetPart::List];
        parts.into_iter().filter_map(|part| self.part_exceeded(part, &tools)).collect()
    }

    fn part_exceeded(self, part: BudgetPart, tools: &[ReportedTool]) -> Option<SurfaceProblem> {
        let most = self.most(part);
        let in_part = |tool: &&ReportedTool| match part {
            BudgetPart::Head => tool.part == Part::Head,
            BudgetPart::Tail => tool.part == Part::Tail,
            BudgetPart::List => tool.part != Part::Deferred,
        };
        let tools: Vec<_> = tools.iter().filter(in_part).collect();
        let bytes = tools.iter().map(|tool| tool.bytes).sum();
        if tools.len() <= most.tools && bytes <= most.bytes {
            return None;
        }
        let mut by_source = BTreeMap::<_, (usize, usize)>::new();
        for tool in tools.iter().filter(|tool| tool.source.is_some()) {
            let (count, sum) =
                by_source.entry(tool.source.clone().unwrap_or_default()).or_default();
            (*count, *sum) = (*count + 1, *sum + tool.bytes);
        }
        let sources = by_source.into_iter().map(|(source, (tools, bytes))| (source, tools, bytes));
        let mut sources: Vec<_> = sources.collect();
        sources.sort_by_key(|(_, _, bytes)| std::cmp::Reverse(*bytes));
        sources.truncate(LARGEST);
        let mut largest: Vec<_> =
            tools.iter().map(|tool| (tool.name.clone(), tool.bytes)).collect();
        largest.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        largest.truncate(LARGEST);
        let (tools, bytes) = ((tools.len(), most.tools), (bytes, most.bytes));
        Some(SurfaceProblem::OverBudget { part, tools, bytes, largest, sources })
    }
}
