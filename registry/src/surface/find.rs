//! Search over the deferred tools of a surface.

use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use super::suggest::MOST;
use super::{Decided, Selected, Surface};
use crate::dynamic::{Exposure, Tail};
use crate::provider::Provider;
use crate::schema::write_string;
use crate::search::{Found, Query, SearchIndex};
use crate::{Definition, Registry};

/// What a search found on a surface.
#[derive(Debug)]
#[non_exhaustive]
pub struct SearchResults<'s> {
    /// The tools, the best first.
    pub hits: Vec<SearchHit<'s>>,
    /// What a model is told of the names of a `select:` that are not those of deferred tools.
    pub selected: Vec<Selected>,
    /// The names of a `select:` that stand for nothing which can be called, fit to be shown.
    pub not_found: Vec<String>,
    /// The words of the query that nothing had; see [`Found::unmatched`].
    pub unmatched: Vec<String>,
    /// Whether no hit has the main words of the query.
    pub weak: bool,
    /// What to try where something was not found, or hits are weak. A miss is no error.
    pub hint: Option<&'static str>,
}

/// A tool that was found.
#[derive(Debug)]
#[non_exhaustive]
pub struct SearchHit<'s> {
    /// Its name on this surface.
    pub name: &'s str,
    /// The name by which the provider knows it.
    pub wire_name: &'s str,
    /// Its source; `None` for a native tool.
    pub source: Option<&'s str>,
    /// What a model may see of it.
    pub definition: Definition<'s>,
    /// The same as the provider takes it in a list of tools.
    pub entry: Box<RawValue>,
    /// How well it fits; see [`Hit::score`](crate::search::Hit::score).
    pub score: u32,
}

/// A tool that a model may get to see.
#[derive(Clone, Copy)]
pub(super) struct Indexed {
    at: At,
    is_deferred: bool,
}

/// A place among the native or the dynamic tools.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Native(usize),
    Dynamic(usize),
}

impl Surface {
    /// Searches the deferred tools that the session may use, and returns at most `limit` of them.
    /// Active, hidden, deprecated, retired and denied names are never found, and influence nothing.
    ///
    /// A `select:` is about names that the model writes itself: it finds a deferred tool by each name
    /// that a call may use, and says of all others what a call would be told, in
    /// [`selected`](SearchResults::selected).
    #[must_use]
    pub fn search(&self, query: &Query, limit: usize) -> SearchResults<'_> {
        if let Some(names) = query.names() {
            // A name of a server's tool may have commas.
            let whole = query.whole().filter(|whole| self.lookup(whole).tool().is_some());
            return self.select(whole.map_or(names, std::slice::from_ref));
        }
        let decided = &*self.inner;
        let (hits, Found { not_found, unmatched, weak, hint, .. }) = decided.find(query, limit);
        let hits = hits.into_iter().map(|(one, score)| decided.hit(one, score)).collect();
        SearchResults { hits, selected: Vec::new(), not_found, unmatched, weak, hint }
    }
}

impl SearchResults<'_> {
    /// The results in the provider's own form: for [`Provider::Anthropic`] the content of a
    /// `tool_result`, blocks of type `tool_reference`; for all others an array of tools as they
    /// stand in a list, which is the `tools` of a `tool_search_output` for
    /// [`Provider::OpenAiResponses`].
    #[must_use]
    pub fn to_wire(&self, provider: Provider) -> Box<RawValue> {
        let mut json = String::from("[");
        for (i, hit) in self.hits.iter().enumerate() {
            if i > 0 {
                json.push(',');
            }
            if provider == Provider::Anthropic {
                json.push_str(r#"{"type":"tool_reference","tool_name":"#);
                write_string(&mut json, hit.wire_name);
                json.push('}');
            } else {
                json.push_str(hit.entry.get());
            }
        }
        json.push(']');
        RawValue::from_string(json).unwrap_or_default()
    }
}

impl Decided {
    /// What the index finds among the deferred tools that the session may use, with scores.
    pub(super) fn find(&self, query: &Query, limit: usize) -> (Vec<(At, u32)>, Found) {
        let indexed = |id: u32| self.indexed.get(usize::try_from(id).ok()?).copied();
        let allowed =
            |id: u32| indexed(id).is_some_and(|one| one.is_deferred && self.allows(one.at));
        let found = self.index().search(query, limit, allowed);
        let hits = found.hits.iter().filter_map(|hit| Some((indexed(hit.id)?.at, hit.score)));
        (hits.collect(), found)
    }

    pub(super) fn hit(&self, one: At, score: u32) -> SearchHit<'_> {
        let (name, source, definition, spec) = match one {
            At::Native(at) => {
                let tool = &self.registry.tools()[at];
                (tool.name(), None, tool.definition(), self.native_spec(tool))
            }
            At::Dynamic(at) => {
                let tool = &self.tail.tools()[at];
                (tool.name(), Some(tool.source()), tool.definition(), self.tail_spec(tool))
            }
        };
        let wire_name = self.wire.wire(name).unwrap_or(name);
        SearchHit { name, wire_name, source, definition, entry: self.entry(spec), score }
    }

    fn allows(&self, one: At) -> bool {
        match one {
            At::Native(at) => !self.has_denied || self.denied[at].is_none(),
            At::Dynamic(at) => self.denied_tail[at].is_none(),
        }
    }

    /// The tools that the session may use, active ones too, and that are about the words of a name, as they
    /// are sent.
    pub(super) fn about(&self, words: &str) -> Vec<&str> {
        let indexed = |id: u32| self.indexed.get(usize::try_from(id).ok()?).copied();
        let allowed = |id: u32| indexed(id).is_some_and(|one| self.allows(one.at));
        let hits = self.index().about(words, MOST, allowed).into_iter();
        let name = |id: u32| match indexed(id)?.at {
            At::Native(at) => Some(self.registry.tools()[at].name()),
            At::Dynamic(at) => Some(self.sent_as(&self.tail.tools()[at])),
        };
        hits.filter_map(|hit| name(hit.id)).collect()
    }

    /// The index, which all surfaces share that have the same tools; denied ones are in it, and the
    /// filter of each search leaves them out.
    fn index(&self) -> &SearchIndex {
        if matches!(self.indexed.last(), Some(Indexed { at: At::Dynamic(_), .. })) {
            let build = || index(&self.registry, &self.tail, &self.indexed);
            self.index.get_or_init(|| self.registry.inner.search.with_dynamic(self.key(), build))
        } else {
            native_index(&self.registry)
        }
    }

    /// The digest of the dynamic tools. The native ones are those of the registry, and an index
    /// belongs to one registry.
    fn key(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        for tool in self.tail.tools() {
            let tool = tool.definition();
            for text in [tool.name(), tool.description(), tool.input_schema().get()] {
                // With the lengths, so that no two lists of texts are one.
                digest.update(text.len().to_le_bytes());
                digest.update(text);
            }
        }
        digest.finalize().into()
    }
}

/// The visible tools of a registry that are about the words of a name.
pub(super) fn about(registry: &Registry, words: &str) -> Vec<&'static str> {
    let index = native_index(registry);
    let hits = index.about(words, MOST, |_| true).into_iter();
    let name = |id: u32| registry.name(index.name(id)?);
    hits.filter_map(|hit| Some(name(hit.id)?.name())).collect()
}

fn native_index(registry: &Registry) -> &SearchIndex {
    let none = Tail::default();
    registry.inner.search.native(|| index(registry, &none, &indexed(registry, &none)))
}

fn index(registry: &Registry, tail: &Tail, tools: &[Indexed]) -> SearchIndex {
    let documents = tools.iter().map(|one| {
        let definition = match one.at {
            At::Native(at) => registry.tools()[at].definition(),
            At::Dynamic(at) => tail.tools()[at].definition(),
        };
        // Our own writer has written it.
        let schema = serde_json::from_str(definition.input_schema().get());
        (definition, schema.unwrap_or_default())
    });
    let documents: Vec<(Definition<'_>, Value)> = documents.collect();
    let documents = documents.iter();
    SearchIndex::new(documents.map(|(one, schema)| (one.name(), one.description(), schema)))
}

/// The tools that a model may get to see, denied ones included: native before dynamic.
pub(super) fn indexed(registry: &Registry, tail: &Tail) -> Vec<Indexed> {
    let natives = registry.tools().iter().enumerate().filter_map(|(at, tool)| {
        let policy = tool.entry().lifecycle().policy();
        let is_deferred = policy.searchable;
        (policy.in_head || is_deferred).then_some(Indexed { at: At::Native(at), is_deferred })
    });
    let dynamic = tail.tools().iter().enumerate().map(|(at, tool)| {
        let is_deferred = tool.exposure() == Exposure::Deferred;
        Indexed { at: At::Dynamic(at), is_deferred }
    });
    natives.chain(dynamic).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::{DynamicSource, ForeignTool, handler_fn};
    use crate::search::Mode;
    use crate::{Output, Rule};

    /// A source with a tool of each of these names.
    fn web(names: &[&'static str]) -> DynamicSource {
        let tool = |name: &&'static str| ForeignTool::new(*name, "Fetch a page of the web.", "{}");
        let handler = handler_fn(|_, _| Box::pin(async { Ok(Output::text("")) }));
        DynamicSource::from_tools("web", names.iter().map(tool)).unwrap().handler(handler)
    }

    fn scores(surface: &Surface, words: &str) -> Vec<(String, u32)> {
        let found = surface.search(&Query::parse(words, Mode::Auto).unwrap(), 20);
        found.hits.iter().map(|hit| (hit.name.to_owned(), hit.score)).collect()
    }

    #[test]
    fn surfaces_with_the_same_tools_to_find_share_an_index() {
        let registry = Registry::builder().build().unwrap();
        let names = ["fetch", "fetch_all", "crawl", "page_size", "web_page"];
        let all = registry.surface().source(web(&names)).build().unwrap();
        let denied = ["crawl", "fetch_all"];
        let some = registry.surface().source(web(&names)).rule(Rule::without(denied));
        let some = some.provider(Provider::Anthropic).build().unwrap();
        let other = registry.surface().source(web(&["fetch", "page_size", "web_page"]));
        let other = other.build().unwrap();
        assert!(std::ptr::eq(all.inner.index(), some.inner.index()));
        assert!(!std::ptr::eq(all.inner.index(), other.inner.index()));

        // What is denied shows nowhere: it is as if it were not there.
        for words in ["fetch a page", "crawl", "crawling the web", "all", "fetchall", "/f|c/"] {
            assert_eq!(scores(&some, words), scores(&other, words), "{words}");
        }
        assert_eq!(scores(&all, "crawl").len(), 1);
    }
}
