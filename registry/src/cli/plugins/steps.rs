//! What was done to stores, step by step.

use serde::Serialize;

use crate::cli::failure::End;
use crate::cli::out::View;
use crate::cli::page::{BAD, GOOD, Page, markdown};
use crate::plugins::Report;

/// A report of steps.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct Steps<'a>(pub(super) &'a Report);

impl Steps<'_> {
    /// What could not be done is left to be done.
    pub(super) fn end(&self) -> End {
        End::findings(!self.0.is_ok())
    }
}

impl View for Steps<'_> {
    fn text(&self, page: &mut Page) {
        for step in &self.0.steps {
            page.styled(if step.problem.is_some() { BAD } else { GOOD }, step).end();
        }
    }

    fn markdown(&self, page: &mut Page) {
        for step in &self.0.steps {
            page.push("- ").push(markdown(&step.to_string())).end();
        }
    }
}
