//! `tools names`: all names, old ones included.

use clap::Args;
use serde::Serialize;

use super::{state_parser, style_of};
use crate::cli::failure::Failure;
use crate::cli::out::{Out, View, remark};
use crate::cli::page::{Cell, DIM, NAME, Page, code, count, markdown};
use crate::inspect::Subject;
use crate::{ManifestName, NameKind, NameState};

/// List all names: of tools, their other names, and those that are retired
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  {program} tools names
  {program} tools names --state removed --format markdown"
)]
pub(super) struct Names {
    /// Only names in this state, such as `hidden` or `removed`; may be given several times
    #[arg(long, value_name = "STATE", hide_possible_values = true)]
    #[arg(value_parser = state_parser(NameState::ALL))]
    state: Vec<NameState>,
}

#[derive(Serialize)]
#[serde(transparent)]
struct Listed<'a> {
    names: Vec<&'a ManifestName>,
}

impl Names {
    pub(super) fn run(&self, subject: &Subject, out: &mut Out) -> Result<(), Failure> {
        let is_asked =
            |name: &&ManifestName| self.state.is_empty() || self.state.contains(&name.state);
        let names: Vec<_> = subject.manifest().names.iter().filter(is_asked).collect();
        if names.is_empty() {
            remark("there is no such name");
        }
        out.show(&Listed { names })
    }
}

impl Listed<'_> {
    fn sum(&self) -> String {
        let of_state = |state: &NameState| {
            let number = self.names.iter().filter(|name| name.state == *state).count();
            (number > 0).then(|| format!("{number} {state}"))
        };
        let states: Vec<_> = NameState::ALL.iter().filter_map(of_state).collect();
        format!("{}: {}", count(self.names.len(), "name"), states.join(", "))
    }
}

/// What a name is to be used for, or what instead of it.
pub(super) fn use_of(name: &ManifestName) -> String {
    match (&name.kind, &name.replacement, &name.tool) {
        (_, Some(replacement), _) => format!("use {replacement}"),
        (NameKind::Alias, None, Some(tool)) => format!("use {tool}"),
        _ => String::new(),
    }
}

/// From when on it is as it is, and until when.
pub(super) fn time_of(name: &ManifestName) -> String {
    let since = name.since.as_ref().map(|since| format!("since {since}"));
    let until = name.planned_removal_version.as_ref().map(|until| format!("goes in {until}"));
    let times: Vec<_> = since.into_iter().chain(until).collect();
    times.join(", ")
}

impl View for Listed<'_> {
    fn text(&self, page: &mut Page) {
        let row = |name: &&ManifestName| {
            vec![
                Cell::new(NAME, &name.name),
                Cell::new(style_of(name.state), name.state),
                Cell::plain(time_of(name)),
                Cell::plain(use_of(name)),
            ]
        };
        page.table(&self.names.iter().map(row).collect::<Vec<_>>());
        if !self.names.is_empty() {
            page.styled(DIM, self.sum()).end();
        }
    }

    fn markdown(&self, page: &mut Page) {
        page.row(["name", "state", "when", "what to use", "remark"]);
        page.row(["---"; 5]);
        for name in &self.names {
            let remark = markdown(name.note.as_deref().unwrap_or_default());
            let used = markdown(&use_of(name));
            page.row([code(&name.name), name.state.to_string(), time_of(name), used, remark]);
        }
        if !self.names.is_empty() {
            page.end().push(self.sum()).end();
        }
    }
}
