//! Lists of tools from servers: each tool is taken or refused, and what is taken can be used.

use std::collections::BTreeSet;

use toolcrib::dynamic::{DynamicSource, Exposure, Prefix, handler_fn};
use toolcrib::search::{Mode, Query};
use toolcrib::{Output, Provider, Registry};

use super::harmless::assert_harmless;

/// The first byte chooses the policies and the provider, the rest is the list.
pub(crate) fn run(data: &[u8]) {
    let Some((choice, text)) = data.split_first() else { return };
    let choice = usize::from(*choice);
    let source = match DynamicSource::from_mcp("s", &String::from_utf8_lossy(text)) {
        Ok(source) => source,
        Err(error) => return assert_harmless(&error.to_string()),
    };
    source.refused().iter().for_each(|refused| assert_harmless(&refused.to_string()));
    for tool in source.tools() {
        assert_harmless(tool.name());
        assert_harmless(tool.description());
        assert_harmless(tool.title().unwrap_or_default());
        assert_harmless(tool.input_schema().get());
    }

    let prefix = [Prefix::Never, Prefix::OnClash, Prefix::Always][choice % 3];
    let exposure = [Exposure::Active, Exposure::Deferred][choice / 3 % 2];
    let provider = Provider::ALL[choice / 6 % Provider::ALL.len()];
    let handler = handler_fn(|_, _| Box::pin(async { Ok(Output::text("")) }));
    let registry = Registry::builder().build().expect("an empty registry");
    let taken = source.tools().len();
    let source = source.prefix(prefix).exposure(exposure).handler(handler);
    let surface = registry.surface().provider(provider).strict_schemas(choice % 2 == 1);
    let surface = match surface.source(source).build() {
        Ok(surface) => surface,
        Err(error) => return assert_harmless(&error.to_string()),
    };
    let tools = surface.tail().tools();
    let names = tools.iter().filter_map(|tool| surface.wire_name(tool.name()));
    assert_eq!(names.collect::<BTreeSet<_>>().len(), taken, "each tool has a name of its own");
    surface.lint().iter().for_each(|finding| assert_harmless(&finding.to_string()));
    for tool in tools {
        let query = Query::parse(&format!("select:{}", tool.name()), Mode::Auto);
        let found = surface.search(&query.expect("a name is a query"), 1);
        let first = found.hits.first().map(|hit| hit.name);
        assert_eq!(first, (exposure == Exposure::Deferred).then_some(tool.name()));
    }
}
