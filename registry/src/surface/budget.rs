//! How much a list may hold.

use super::report::Part;
use super::{Decided, SurfaceProblem};

/// How many of the largest tools an error names.
const LARGEST: usize = 5;

/// How much a surface's list may hold, so that it does not grow unseen.
///
/// What is deferred does not count, unless the list has it ([`Strategy::Native`](crate::Strategy)).
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
/// assert!(error.contains("199 bytes of at most 100;"), "{error}");
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

    /// The most bytes of the list as it is sent.
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
        let bytes = decided.json.get().len();
        if self == Self::new() || (bytes <= self.bytes && decided.listed() <= self.tools) {
            return None;
        }
        let report = decided.report();
        let listed = report.tools.iter().filter(|tool| tool.part != Part::Deferred);
        let mut largest: Vec<_> = listed.map(|tool| (tool.name.clone(), tool.bytes)).collect();
        largest.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        largest.truncate(LARGEST);
        let tools = (decided.listed(), self.tools);
        Some(SurfaceProblem::OverBudget { tools, bytes: (bytes, self.bytes), largest })
    }
}
