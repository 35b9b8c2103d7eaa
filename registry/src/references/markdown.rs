//! What is code in Markdown: the only file that knows `pulldown-cmark`.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::Site;

/// The longest Markdown that is parsed, in bytes: a parser takes some hundred bytes for each.
pub(super) const MAX_MARKDOWN: usize = 4 << 20;

/// The kinds of place of some ranges of a Markdown text; these are sorted and overlap nowhere.
pub(super) fn sites<'r>(
    markdown: &str,
    ranges: impl Iterator<Item = &'r Range<usize>>,
) -> Vec<Site> {
    let starts: Vec<_> = ranges.map(|range| range.start).collect();
    let mut sites = vec![Site::Prose; starts.len()];
    let mut in_block = false;
    for (event, range) in Parser::new_ext(markdown, Options::empty()).into_offset_iter() {
        let site = match event {
            Event::Start(Tag::CodeBlock(_)) => {
                in_block = true;
                continue;
            }
            Event::End(TagEnd::CodeBlock) => {
                in_block = false;
                continue;
            }
            Event::Text(_) if in_block => Site::Fence,
            Event::Code(_) => Site::InlineCode,
            _ => continue,
        };
        let first = starts.partition_point(|start| *start < range.start);
        let its = starts[first..].iter().take_while(|start| **start < range.end).count();
        sites[first..first + its].fill(site);
    }
    sites
}
