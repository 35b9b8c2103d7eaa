//! What the list weighs that a model is sent.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::inspect::{InspectedTool, Subject};
use crate::surface::tokens;
use crate::{Part, Strategy};

/// The list, against its budget.
#[derive(Debug, Serialize)]
pub(super) struct Weight {
    pub(super) list: List,
    pub(super) budget: Most,
    /// The tools that the list has, by name.
    #[serde(skip)]
    pub(super) listed: BTreeSet<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct List {
    tools: usize,
    bytes: usize,
    tokens: usize,
    /// Of the list as it is sent; none for a manifest, which is sent to nobody.
    sha256: Option<String>,
    provider: Option<String>,
}

/// The most that is allowed; none where any number is.
#[derive(Debug, Serialize)]
pub(super) struct Most {
    tools: Option<usize>,
    bytes: Option<usize>,
}

impl Weight {
    pub(super) fn of(subject: &Subject) -> Self {
        let budget = subject.budget();
        let budget = Most { tools: budget.max_tools(), bytes: budget.max_bytes() };
        let Some(surface) = subject.surface() else {
            let listed = subject.tools().iter().filter(|tool| tool.state == "active");
            let sizes: usize = listed.clone().map(|tool| tool.bytes).sum();
            let listed: BTreeSet<_> = listed.map(|tool| tool.name.clone()).collect();
            // Brackets, and commas between the tools.
            let bytes = 2 + sizes + listed.len().saturating_sub(1);
            let list = List::new(&listed, bytes, None, None);
            return Self { list, budget, listed };
        };
        let report = surface.report();
        let all = surface.strategy() == Some(Strategy::Native);
        let listed = report.tools.iter().filter(|tool| all || tool.part != Part::Deferred);
        let listed: BTreeSet<_> = listed.map(|tool| tool.name.clone()).collect();
        let (sha256, provider) = (Some(report.sha256), Some(report.provider));
        Self { list: List::new(&listed, report.list_bytes, sha256, provider), budget, listed }
    }

    pub(super) fn has(&self, tool: &InspectedTool) -> bool {
        self.listed.contains(&tool.name)
    }
}

impl List {
    fn new(
        listed: &BTreeSet<String>,
        bytes: usize,
        sha256: Option<String>,
        provider: Option<String>,
    ) -> Self {
        Self { tools: listed.len(), bytes, tokens: tokens(bytes), sha256, provider }
    }
}
