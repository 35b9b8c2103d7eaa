//! One check, what it finds, and what it would do about it.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use super::report::{CheckReport, State};
use crate::guard::{self, Panicked};
use crate::references::Severity;

/// A check: a stable id, a title, what it finds, and a repair where there is one.
pub struct Check {
    id: Cow<'static, str>,
    title: Cow<'static, str>,
    run: Box<dyn Fn() -> Vec<Finding> + Send + Sync>,
    way_out: Option<Cow<'static, str>>,
    repair: Option<Box<dyn Fn() -> Option<Repair> + Send + Sync>>,
}

/// One thing that a check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// How grave it is.
    pub severity: Severity,
    /// What is wrong, where, and what to do, in one line.
    pub message: String,
}

/// A repair, ready to be applied. Dropping it changes nothing.
pub struct Repair {
    /// The check that it is for.
    pub(super) id: String,
    plan: String,
    apply: Box<dyn FnOnce() -> Result<String, String> + Send>,
}

impl Finding {
    /// A finding of a severity.
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self { severity, message: message.into() }
    }

    /// Something good to know.
    pub fn note(message: impl Into<String>) -> Self {
        Self::new(Severity::Note, message)
    }

    /// Something that does not do all that it should.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    /// Something that does not work.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }
}

impl Check {
    /// A check. `id` is for programs and stays as it is (`kebab-case`); `title` says what should hold.
    /// A panic in `run` is a finding.
    pub fn new(
        id: impl Into<Cow<'static, str>>,
        title: impl Into<Cow<'static, str>>,
        run: impl Fn() -> Vec<Finding> + Send + Sync + 'static,
    ) -> Self {
        let (id, title) = (id.into(), title.into());
        Self { id, title, run: Box::new(run), way_out: None, repair: None }
    }

    /// What a person does about findings.
    #[must_use]
    pub fn way_out(mut self, way_out: impl Into<Cow<'static, str>>) -> Self {
        self.way_out = Some(way_out.into());
        self
    }

    /// What repairs it; `None` from `repair` where there is nothing to do.
    #[must_use]
    pub fn with_repair(
        mut self,
        repair: impl Fn() -> Option<Repair> + Send + Sync + 'static,
    ) -> Self {
        self.repair = Some(Box::new(repair));
        self
    }

    /// The stable id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn report(&self) -> CheckReport {
        let findings = guard::call(|| (self.run)())
            .unwrap_or_else(|panicked| vec![Finding::error(broken(&panicked))]);
        let state = State::of(&findings);
        let way_out = self.way_out.as_ref().filter(|_| state != State::Ok);
        CheckReport {
            id: self.id.clone().into_owned(),
            title: self.title.clone().into_owned(),
            state,
            findings,
            way_out: way_out.map(|way_out| way_out.clone().into_owned()),
            repairable: state != State::Ok && self.repair.is_some(),
        }
    }

    pub(super) fn repair(&self) -> Option<Repair> {
        let repair = guard::call(self.repair.as_ref()?).ok()??;
        Some(Repair { id: self.id.clone().into_owned(), ..repair })
    }
}

impl Repair {
    /// A repair: what it would do, in lines for a person, and what does it and says what was done, or
    /// what went wrong.
    pub fn new(
        plan: impl Into<String>,
        apply: impl FnOnce() -> Result<String, String> + Send + 'static,
    ) -> Self {
        Self { id: String::new(), plan: plan.into(), apply: Box::new(apply) }
    }

    /// The id of the check that it is for.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What it would do.
    #[must_use]
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// Does it, and says what was done.
    ///
    /// # Errors
    ///
    /// What went wrong, and what was done all the same.
    pub fn apply(self) -> Result<String, String> {
        guard::call(self.apply).unwrap_or_else(|panicked| Err(broken(&panicked)))
    }
}

fn broken(panicked: &Panicked) -> String {
    format!("the check itself failed: {}", panicked.message().unwrap_or("it did not say why"))
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Check").field("id", &self.id).finish_non_exhaustive()
    }
}

impl fmt::Debug for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repair").field("plan", &self.plan).finish_non_exhaustive()
    }
}
