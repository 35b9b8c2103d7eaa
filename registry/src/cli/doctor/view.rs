//! How a doctor's report and its repairs are shown.

use serde::Serialize;

use crate::cli::out::View;
use crate::cli::page::{BAD, BOLD, DIM, GOOD, NAME, Page, WARN, code, count, markdown};
use crate::doctor::{CheckReport, DoctorReport, Finding, Repair, Severity, State};

/// What a repair would do, and what it did.
#[derive(Serialize)]
pub(super) struct Repaired {
    id: String,
    plan: String,
    /// What was done; nothing where it was not tried, or failed.
    done: Option<String>,
    /// What went wrong, and what was done all the same.
    problem: Option<String>,
}

impl Repaired {
    pub(super) fn planned(repair: &Repair) -> Self {
        let (id, plan) = (repair.id().to_owned(), repair.plan().to_owned());
        Self { id, plan, done: None, problem: None }
    }

    pub(super) fn apply(repair: Repair) -> Self {
        let planned = Self::planned(&repair);
        match repair.apply() {
            Ok(done) => Self { done: Some(done), ..planned },
            Err(problem) => Self { problem: Some(problem), ..planned },
        }
    }

    pub(super) const fn is_tried(&self) -> bool {
        self.done.is_some() || self.problem.is_some()
    }
}

impl View for Repaired {
    fn text(&self, page: &mut Page) {
        page.end();
        let (style, what, told) = match (&self.done, &self.problem) {
            (Some(done), _) => (GOOD, "was repaired", done),
            (_, Some(problem)) => (BAD, "could not be repaired", problem),
            _ => (BOLD, "would be repaired", &self.plan),
        };
        page.styled(style, format_args!("{} {what}:", self.id)).end();
        page.lines("    ", told);
    }

    fn markdown(&self, page: &mut Page) {
        let (what, told) = match (&self.done, &self.problem) {
            (Some(done), _) => ("repaired", done),
            (_, Some(problem)) => ("not repaired", problem),
            _ => ("to repair", &self.plan),
        };
        page.push("## ").push(code(&self.id)).push(": ").push(what).end().end();
        for line in told.lines() {
            page.push("- ").push(markdown(line.trim())).end();
        }
        page.end();
    }
}

impl DoctorReport {
    fn sum(&self) -> String {
        let number = |state| self.checks.iter().filter(|check| check.state == state).count();
        let bad = [(State::Failed, "failed"), (State::Warning, "with warnings")];
        let bad = bad.into_iter().filter(|(state, _)| number(*state) > 0);
        let bad = bad.map(|(state, word)| format!("{} {word}", number(state)));
        let parts: Vec<_> = std::iter::once(count(self.checks.len(), "check")).chain(bad).collect();
        parts.join(", ")
    }
}

impl View for DoctorReport {
    fn text(&self, page: &mut Page) {
        for check in &self.checks {
            let CheckReport { id, title, state, findings, way_out, repairable } = check;
            let style = match state {
                State::Ok => GOOD,
                State::Warning => WARN,
                State::Failed => BAD,
            };
            page.styled(style, state.sign())
                .push(" ")
                .styled(NAME, id)
                .push(": ")
                .push(title)
                .end();
            for Finding { severity, message } in findings {
                let style = match severity {
                    Severity::Note => DIM,
                    Severity::Warning => WARN,
                    Severity::Error => BAD,
                };
                page.push("    ").styled(style, format_args!("{severity}:")).push(" ");
                page.push(message).end();
            }
            if let Some(way_out) = way_out {
                page.push("    ").styled(DIM, way_out).end();
            }
            if *repairable {
                page.push("    ").styled(DIM, "`doctor --repair` repairs this").end();
            }
        }
        page.styled(BOLD, self.sum()).end();
    }

    fn markdown(&self, page: &mut Page) {
        for check in &self.checks {
            let CheckReport { id, title, state, findings, way_out, repairable } = check;
            page.push("## ").push(state.sign()).push(" ").push(markdown(title)).end().end();
            page.push(code(id)).end().end();
            for Finding { severity, message } in findings {
                page.push("- **").push(severity).push("** ").push(markdown(message)).end();
            }
            if !findings.is_empty() {
                page.end();
            }
            if let Some(way_out) = way_out {
                page.push(markdown(way_out)).end().end();
            }
            if *repairable {
                page.push("`doctor --repair` repairs this.").end().end();
            }
        }
        page.push(self.sum()).end();
    }
}
