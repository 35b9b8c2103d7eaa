//! The indexes of a registry: what its surfaces share, so that no session builds one of its own.

use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use super::SearchIndex;

/// A digest of the dynamic tools of an index.
pub(crate) type Key = [u8; 32];

/// The indexes over the visible tools of one registry, each built when it is first searched.
#[derive(Debug, Default)]
pub(crate) struct SharedIndexes {
    /// Over the native tools alone.
    native: OnceLock<SearchIndex>,
    /// Over the native tools and dynamic ones. Surfaces own these: when the last one that uses an
    /// index goes, so does the index.
    with_dynamic: Mutex<Vec<(Key, Weak<SearchIndex>)>>,
}

impl SharedIndexes {
    /// The index over the native tools.
    pub(crate) fn native(&self, build: impl FnOnce() -> SearchIndex) -> &SearchIndex {
        self.native.get_or_init(build)
    }

    /// The index over the native tools and the dynamic ones that `key` stands for.
    ///
    /// A surface asks once, before its first search, and keeps what it gets: searches take no lock.
    /// No index is built while the lock is held. Two surfaces that are first searched at the same
    /// moment may so build one each; both then keep the one that was ready first.
    pub(crate) fn with_dynamic(
        &self,
        key: Key,
        build: impl FnOnce() -> SearchIndex,
    ) -> Arc<SearchIndex> {
        if let Some(index) = self.known(key, None) {
            return index;
        }
        let own = Arc::new(build());
        self.known(key, Some(&own)).unwrap_or(own)
    }

    /// The index of `key`; where there is none, `new` becomes it.
    fn known(&self, key: Key, new: Option<&Arc<SearchIndex>>) -> Option<Arc<SearchIndex>> {
        // Nothing below panics between two writes, so a poisoned list is as good as another.
        let mut all = self.with_dynamic.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(_, index)| index.strong_count() > 0);
        let known = all.iter().find(|(one, _)| *one == key).and_then(|(_, index)| index.upgrade());
        if let (None, Some(new)) = (&known, new) {
            all.push((key, Arc::downgrade(new)));
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn index() -> SearchIndex {
        SearchIndex::new([("fetch", "Fetch a page.", &json!({}))])
    }

    #[test]
    fn one_index_for_one_key_as_long_as_somebody_has_it() {
        let shared = SharedIndexes::default();
        let one = shared.with_dynamic([1; 32], index);
        let same = shared.with_dynamic([1; 32], || unreachable!("it is there"));
        let other = shared.with_dynamic([2; 32], index);
        assert!(Arc::ptr_eq(&one, &same) && !Arc::ptr_eq(&one, &other));
        drop((one, same));
        let mut built = false;
        shared.with_dynamic([1; 32], || {
            built = true;
            index()
        });
        assert!(built, "an index that nobody has is not kept");
    }

    #[test]
    fn who_comes_second_takes_the_index_that_was_ready_first() {
        let shared = SharedIndexes::default();
        let mut first = None;
        let second = shared.with_dynamic([1; 32], || {
            first = Some(shared.with_dynamic([1; 32], index));
            index()
        });
        assert!(Arc::ptr_eq(&first.unwrap(), &second));
    }
}
