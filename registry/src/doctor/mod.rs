//! A list of checks of a program's tools and of what stands around them: what is wrong, and a repair where
//! there is one. Feature `doctor`.
//!
//! ```
//! use toolcrib::doctor::{Check, Doctor, Finding, State};
//! use toolcrib::{Registry, tool};
//!
//! /// Run a command. See `exec`.
//! #[tool(register = false, alias(name = "exec", lifecycle = "deprecated", remove_in = "2.0.0"))]
//! fn exec_shell(command: String) -> String {
//!     command
//! }
//!
//! let registry = Registry::builder().tool::<exec_shell>().build()?;
//! let doctor = Doctor::new()
//!     .check(Check::overdue(registry.manifest(), "2.1.0"))
//!     .check(Check::lints(registry.surface().build()?))
//!     .check(Check::new("disk-space", "there is room for transcripts", || {
//!         vec![Finding::warning("3 MB are left")]
//!     }));
//! let report = doctor.run();
//! assert_eq!(report.state(), State::Failed);
//! assert!(report.to_string().contains("`exec` was to be removed in 2.0.0"), "{report}");
//! # Ok::<(), toolcrib::BuildError>(())
//! ```

mod check;
mod checks;
#[cfg(feature = "plugins")]
mod plugins;
mod report;

pub use check::{Check, Finding, Repair};
pub use report::{CheckReport, DoctorReport, State};

pub use crate::references::Severity;

/// Checks, in the order in which they were given.
#[derive(Debug, Default)]
pub struct Doctor {
    checks: Vec<Check>,
}

impl Doctor {
    /// Without checks.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a check.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.checks.push(check);
        self
    }

    /// Adds several checks.
    #[must_use]
    pub fn checks(mut self, checks: impl IntoIterator<Item = Check>) -> Self {
        self.checks.extend(checks);
        self
    }

    /// Runs all checks. Nothing is changed.
    #[must_use]
    pub fn run(&self) -> DoctorReport {
        DoctorReport { checks: self.checks.iter().map(Check::report).collect() }
    }

    /// The repairs that there are for what is wrong now. Show each one's plan, then apply it.
    #[must_use]
    pub fn repairs(&self) -> Vec<Repair> {
        self.checks.iter().filter_map(Check::repair).collect()
    }
}
