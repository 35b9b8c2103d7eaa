//! Finding: which part of a file is read how.

use std::cell::OnceCell;
use std::ops::Range;

use super::allow::Allowed;
use super::markdown::{MAX_MARKDOWN, sites};
use super::names::{Names, Record};
use super::place::{Places, text, without_mark};
use super::tree::Tree;
use super::words::mentions;
use super::{FileKind, Reference, Severity, Site, State, frontmatter, json};

/// The most references that are told of a file; those of what is declared come first.
const MAX_REFERENCES: usize = 1000;

impl Names {
    /// The references in a file, by their places. `file` is only repeated in them.
    ///
    /// The bytes may be anything; what they cost is bounded (see the [module](super)).
    #[must_use]
    pub fn find(&self, kind: FileKind, file: &str, bytes: &[u8]) -> Vec<Reference> {
        let bytes = without_mark(bytes);
        let mut findings = Findings::new(self, kind, bytes);
        match kind {
            FileKind::Skill
            | FileKind::Agent
            | FileKind::Command
            | FileKind::Markdown
            | FileKind::About => findings.markdown(kind),
            FileKind::Hooks | FileKind::Settings | FileKind::Plugin => findings.json(kind),
            FileKind::Mcp | FileKind::Text => findings.text(0..bytes.len(), Site::Text),
        }
        findings.told(file)
    }
}

/// What is found in a file.
pub(super) struct Findings<'a> {
    pub(super) names: &'a Names,
    kind: FileKind,
    bytes: &'a [u8],
    /// Where Markdown begins, after the frontmatter.
    markdown: Range<usize>,
    allowed: OnceCell<Allowed>,
    found: Vec<Found<'a>>,
    /// How many names stand for nothing.
    pub(super) unknown: usize,
}

/// A finding without its line.
pub(super) struct Found<'n> {
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) state: State,
    pub(super) site: Site,
    pub(super) record: Option<&'n Record>,
    /// The name that may have been meant.
    pub(super) near: Option<String>,
    /// Why it cannot be read.
    pub(super) why: Option<String>,
}

impl<'n> Found<'n> {
    /// A name that is known.
    pub(super) fn of(record: &'n Record, at: usize, site: Site) -> Self {
        let state = record.state.unwrap_or(State::Unknown);
        Self { record: Some(record), ..Self::other(state, &record.name, at, site) }
    }

    /// Anything else.
    pub(super) fn other(state: State, name: &str, at: usize, site: Site) -> Self {
        Self { at, name: name.to_owned(), state, site, record: None, near: None, why: None }
    }
}

impl<'a> Findings<'a> {
    fn new(names: &'a Names, kind: FileKind, bytes: &'a [u8]) -> Self {
        let (allowed, found) = (OnceCell::new(), Vec::new());
        Self { names, kind, bytes, markdown: 0..0, allowed, found, unknown: 0 }
    }

    pub(super) fn is_full(&self) -> bool {
        self.found.len() >= MAX_REFERENCES
    }

    /// Keeps a finding, unless its name is one to use, or silenced.
    pub(super) fn push(&mut self, found: Found<'a>) {
        let is_live = found.record.is_some_and(|record| record.state.is_none());
        if is_live || self.is_full() {
            return;
        }
        let allowed = || Allowed::read(self.names, self.bytes, &self.markdown);
        let allowed = self.allowed.get_or_init(allowed);
        if found.state == State::Unreadable || !allowed.contains(&found.name, found.at) {
            self.found.push(found);
        }
    }

    fn markdown(&mut self, kind: FileKind) {
        let mut body = 0;
        if self.bytes.starts_with(b"---") {
            let head = text(frontmatter::head(self.bytes));
            let read = frontmatter::read(&head);
            match &read.tree {
                Some(Ok(tree)) => {
                    body = read.body;
                    self.markdown = body..self.bytes.len();
                    self.tree(kind, &head, tree);
                }
                Some(Err(fault)) if kind.instructs() => {
                    body = read.body;
                    self.markdown = body..self.bytes.len();
                    let found = Found::other(State::Unreadable, "", fault.at, Site::Frontmatter);
                    self.push(Found { why: Some(fault.why.clone()), ..found });
                    // What can be said without reading it.
                    self.text(0..body, Site::Frontmatter);
                }
                // A line of hyphens, as any Markdown may begin with.
                _ => {}
            }
        }
        self.markdown = body..self.bytes.len();
        if self.markdown.len() > MAX_MARKDOWN {
            let site = if kind.instructs() { Site::Prose } else { Site::Text };
            self.text(self.markdown.clone(), site);
            return;
        }
        let bytes = &self.bytes[body..];
        let plain_words = self.names.with_plain_words();
        let mentions: Vec<_> = mentions(self.names, bytes).collect();
        if mentions.is_empty() {
            return;
        }
        let sites = sites(&text(bytes), mentions.iter().map(|mention| &mention.range));
        for (mention, site) in mentions.iter().zip(sites) {
            if let Some(site) = mention.counts(site, plain_words) {
                self.push(Found::of(mention.record, body + mention.range.start, site));
            }
        }
    }

    fn json(&mut self, kind: FileKind) {
        let text = text(self.bytes);
        match json::read(&text) {
            Ok(tree) => self.tree(kind, &text, &tree),
            Err(fault) => {
                let found = Found::other(State::Unreadable, "", fault.at, Site::File);
                self.push(Found { why: Some(fault.why), ..found });
                // What can be said without reading it.
                self.text(0..self.bytes.len(), Site::Text);
            }
        }
    }

    fn tree(&mut self, kind: FileKind, text: &str, tree: &Tree) {
        let texts = self.declared(kind, text, tree);
        let plain_words = self.names.with_plain_words();
        for mention in mentions(self.names, text.as_bytes()) {
            let after = texts.partition_point(|(range, _)| range.start <= mention.range.start);
            let within = after.checked_sub(1).map(|at| &texts[at]);
            if let Some((range, site)) = within
                && mention.range.end <= range.end
                && let Some(site) = mention.counts(*site, plain_words)
            {
                self.push(Found::of(mention.record, mention.range.start, site));
            }
        }
    }

    /// Searches a part as it stands.
    fn text(&mut self, range: Range<usize>, site: Site) {
        let plain_words = self.names.with_plain_words();
        let start = range.start;
        for mention in mentions(self.names, &self.bytes[range]) {
            if self.is_full() {
                return;
            }
            if let Some(site) = mention.counts(site, plain_words) {
                self.push(Found::of(mention.record, start + mention.range.start, site));
            }
        }
    }

    fn told(mut self, file: &str) -> Vec<Reference> {
        self.found.sort_by(|a, b| (a.at, &a.name, a.state).cmp(&(b.at, &b.name, b.state)));
        self.found.dedup_by(|a, b| (a.at, &a.name, a.state) == (b.at, &b.name, b.state));
        let mut places = Places::new(self.bytes);
        let found = self.found.into_iter();
        found.map(|found| found.told(self.kind, file, places.of(found.at))).collect()
    }
}

impl Found<'_> {
    fn told(&self, kind: FileKind, file: &str, (line, column): (u32, u32)) -> Reference {
        let record = self.record;
        let of_record = |of: fn(&Record) -> &Option<String>| record.and_then(|it| of(it).clone());
        Reference {
            file: file.to_owned(),
            line,
            column,
            name: self.name.clone(),
            state: self.state,
            site: self.site,
            severity: Severity::of(kind, self.state, self.site),
            replacement: self.near.clone().or_else(|| of_record(|record| &record.replacement)),
            since: of_record(|record| &record.since),
            hint: self.why.clone().or_else(|| of_record(|record| &record.hint)),
        }
    }
}
