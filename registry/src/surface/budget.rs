//! How much a head may hold.

use super::report::{Part, Total};
use super::{Decided, SurfaceProblem};

/// How many of the largest tools an error names.
const LARGEST: usize = 5;

/// How much a surface's head may hold, so that it does not grow unseen: the active native tools, which
/// every request pays for. What servers add is not known when a program is tested, and does not count.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    tools: usize,
    bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new()
    }
}

impl Budget {
    /// Any number of tools and bytes.
    #[must_use]
    pub const fn new() -> Self {
        Self { tools: usize::MAX, bytes: usize::MAX }
    }

    /// The most tools.
    #[must_use]
    pub const fn tools(mut self, most: usize) -> Self {
        self.tools = most;
        self
    }

    /// The most bytes of its tools as they are sent.
    #[must_use]
    pub const fn bytes(mut self, most: usize) -> Self {
        self.bytes = most;
        self
    }

    /// The most tools that are allowed; `None` where any number is.
    #[must_use]
    pub const fn max_tools(&self) -> Option<usize> {
        if self.tools == usize::MAX { None } else { Some(self.tools) }
    }

    /// The most bytes that are allowed; `None` where any number is.
    #[must_use]
    pub const fn max_bytes(&self) -> Option<usize> {
        if self.bytes == usize::MAX { None } else { Some(self.bytes) }
    }

    pub(super) fn exceeded(self, decided: &Decided) -> Option<SurfaceProblem> {
        if self == Self::new() {
            return None;
        }
        let report = decided.report();
        let Total { tools, bytes, .. } = report.head;
        if tools <= self.tools && bytes <= self.bytes {
            return None;
        }
        let head = report.tools.into_iter().filter(|tool| tool.part == Part::Head);
        let mut largest: Vec<_> = head.map(|tool| (tool.name, tool.bytes)).collect();
        largest.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        largest.truncate(LARGEST);
        let (tools, bytes) = ((tools, self.tools), (bytes, self.bytes));
        Some(SurfaceProblem::OverBudget { tools, bytes, largest })
    }
}
