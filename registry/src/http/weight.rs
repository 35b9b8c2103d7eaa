//! What the list weighs that a model is sent, and its head against the budget.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::inspect::Subject;
use crate::surface::tokens;
use crate::{NameState, Part, Provider, Strategy, Total};

/// The list and its head.
#[derive(Debug, Serialize)]
pub(super) struct Weight {
    list: List,
    /// What every request pays for.
    head: Total,
    /// What the head may hold.
    budget: Most,
    /// Where each visible tool stands, by name.
    #[serde(skip)]
    pub(super) parts: BTreeMap<String, Part>,
}

#[derive(Debug, Serialize)]
struct List {
    tools: usize,
    bytes: usize,
    tokens: usize,
    /// Of the list as it is sent; none for a manifest, which is sent to nobody.
    sha256: Option<String>,
    provider: Option<Provider>,
}

/// The most that is allowed; none where any number is.
#[derive(Debug, Serialize)]
struct Most {
    tools: Option<usize>,
    bytes: Option<usize>,
}

impl Weight {
    pub(super) fn of(subject: &Subject) -> Self {
        let budget = subject.budget();
        let budget = Most { tools: budget.max_tools(), bytes: budget.max_bytes() };
        let Some(surface) = subject.surface() else {
            return Self::of_manifest(subject, budget);
        };
        let report = surface.report();
        let parts = report.tools.into_iter().map(|tool| (tool.name, tool.part)).collect();
        let mut tools = report.head.tools + report.tail.tools;
        if surface.strategy() == Some(Strategy::Native) {
            tools += report.deferred.tools;
        }
        let list = List {
            tools,
            bytes: report.list_bytes,
            tokens: tokens(report.list_bytes),
            sha256: Some(report.sha256),
            provider: Some(report.provider),
        };
        Self { list, head: report.head, budget, parts }
    }

    /// As a surface without a provider and rules would have it.
    fn of_manifest(subject: &Subject, budget: Most) -> Self {
        let (mut head, mut parts) = (Total::default(), BTreeMap::new());
        for tool in subject.tools().iter().filter(|tool| tool.is_visible()) {
            let active = tool.state == NameState::Active;
            if active {
                head.tools += 1;
                head.bytes += tool.bytes;
                head.tokens += tool.tokens;
            }
            parts.insert(tool.name.clone(), if active { Part::Head } else { Part::Deferred });
        }
        // Brackets, and commas between the tools.
        let bytes = 2 + head.bytes + head.tools.saturating_sub(1);
        let tokens = tokens(bytes);
        let list = List { tools: head.tools, bytes, tokens, sha256: None, provider: None };
        Self { list, head, budget, parts }
    }
}
