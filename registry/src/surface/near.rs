//! What may have been meant by a name that stands for nothing.

use super::suggest::{Asked, NearNames, complete};
use super::{Surface, find};
use crate::Registry;
use crate::dynamic::TailTool;

impl Surface {
    /// At most three names that may have been meant by one that stands for nothing: of tools that the
    /// session may use, the likeliest first. For words in another order, for typing errors, and for
    /// what [search](Self::search) finds by the words of the name, active tools included. A name that
    /// is near an old one is answered with what took its place, never with the old name.
    #[must_use]
    pub fn near(&self, name: &str) -> Vec<&str> {
        let decided = &*self.inner;
        let names = decided.registry.names();
        let asked = Asked::of(name);
        let native = decided.registry.near_names();
        let native = native.near(&asked, |told| self.denied(&names[told as usize]).is_none());
        let native = native.into_iter().map(|(nearness, told)| {
            let name: &str = names[told as usize].name();
            (nearness, name)
        });
        let tail = decided.tail.tools();
        let dynamic = decided
            .near_tail
            .get_or_init(|| NearNames::new(tail.iter().map(TailTool::name).zip(0..)));
        let dynamic = dynamic.near(&asked, |at| decided.denied_tail[at as usize].is_none());
        // Told as they are sent: a tool's own name may be another one's on the wire.
        let dynamic = dynamic
            .into_iter()
            .map(|(nearness, at)| (nearness, decided.sent_as(&tail[at as usize])));
        let near = native.chain(dynamic).collect();
        complete(&asked, near, |words| decided.about(words))
    }
}

impl Registry {
    /// At most three visible names that may have been meant by one that stands for nothing, the
    /// likeliest first: as [`Surface::near`] does it, of all native tools.
    #[must_use]
    pub fn near(&self, name: &str) -> Vec<&'static str> {
        let asked = Asked::of(name);
        let near = self.near_names().near(&asked, |_| true).into_iter();
        let near = near.map(|(nearness, told)| (nearness, self.names()[told as usize].name()));
        complete(&asked, near.collect(), |words| find::about(self, words))
    }

    /// All names to compare with, each with the place of the visible one that is told for it.
    fn near_names(&self) -> &NearNames {
        self.inner.near.get_or_init(|| {
            let place = |name: &str| {
                let found = self.names().binary_search_by(|record| record.name().cmp(name));
                found.ok().and_then(|place| u32::try_from(place).ok())
            };
            let told = self.names().iter().filter_map(|record| {
                let told = place(self.told(record)?)?;
                Some((record.name(), told))
            });
            NearNames::new(told)
        })
    }
}
