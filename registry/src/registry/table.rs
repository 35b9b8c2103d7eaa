//! From a name to what a call of it needs first.
//!
//! A table of our own, because of how it lies in memory: a slot is one line of the processor's cache
//! and holds the name's bytes too, so that a call of a usual name fetches that line and nothing from
//! the tool's record. With many tools, each further fetch is one from far away.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;

use crate::entry::Run;

/// How many bytes of a name stand in its slot: what is left of the line.
const INLINE: usize = 24;

/// What a call of a name needs first.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// The name as it is declared.
    pub(crate) name: &'static str,
    pub(crate) run: Run,
    /// The place of the name's record.
    pub(crate) record: u32,
    /// The place of its tool; without meaning for a retired name.
    pub(super) tool: u32,
    pub(super) is_retired: bool,
    /// The name is active, so that a call of it is not counted and nothing is told.
    pub(crate) is_plain: bool,
    /// The tool runs on a value of its own.
    pub(crate) has_instance: bool,
}

impl Way {
    /// The place of the tool; none for a retired name.
    #[inline]
    pub(crate) fn tool(&self) -> Option<usize> {
        (!self.is_retired).then_some(self.tool as usize)
    }
}

/// A way, and the name beside it: a line of the cache on the processors that are common today.
#[repr(align(64))]
struct Slot {
    way: Way,
    /// The name, as far as there is room, and zeros.
    start: [u8; INLINE],
}

const _: () = assert!(size_of::<Slot>() == 64 || size_of::<usize>() != 8);

impl Slot {
    fn new(way: Way) -> Self {
        let mut start = [0; INLINE];
        let inline = way.name.len().min(INLINE);
        start[..inline].copy_from_slice(&way.name.as_bytes()[..inline]);
        Self { way, start }
    }

    #[inline]
    fn is_of(&self, name: &str) -> bool {
        self.way.name.len() == name.len()
            && match self.start.get(..name.len()) {
                Some(start) => start == name.as_bytes(),
                None => self.way.name == name,
            }
    }
}

/// The names of a registry: slots side by side, and an index over them by open addressing.
///
/// An item of the index is the place of a slot, and above it as much of the name's hash as there is
/// room for. So the index stays small and near, and a slot is hardly ever fetched for another name.
pub(crate) struct Table {
    slots: Vec<Slot>,
    /// Twice as many items as slots, and one that is free.
    index: Vec<u32>,
    /// The bits of an item that are a place.
    place: u32,
    /// The length of the longest name: a longer text is not even hashed.
    longest: usize,
}

/// An item of the index that is no place: there are fewer slots than [`Table::place`] has values.
const FREE: u32 = u32::MAX;

impl Table {
    /// Of names that are each there once.
    pub(super) fn new(ways: impl ExactSizeIterator<Item = Way>) -> Self {
        let slots: Vec<_> = ways.map(Slot::new).collect();
        // Each is a declaration in memory.
        let count = u32::try_from(slots.len()).expect("fewer than four billion names");
        let index = vec![FREE; 2 * slots.len() + 1];
        let place = count.checked_next_power_of_two().map_or(u32::MAX, |over| 2 * over - 1);
        let longest = slots.iter().map(|slot| slot.way.name.len()).max().unwrap_or(0);
        let mut table = Self { slots, index, place, longest };
        for (at, slot) in (0..count).zip(&table.slots) {
            let (mut home, part) = table.home(slot.way.name);
            while table.index[home] != FREE {
                home = table.after(home);
            }
            table.index[home] = part | at;
        }
        table
    }

    /// The way from exactly this name.
    #[inline]
    pub(crate) fn get(&self, name: &str) -> Option<&Way> {
        if name.len() > self.longest {
            return None;
        }
        let (mut at, part) = self.home(name);
        loop {
            let item = self.index[at];
            if item == FREE {
                return None;
            }
            if item & !self.place == part {
                let slot = &self.slots[(item & self.place) as usize];
                if slot.is_of(name) {
                    return Some(&slot.way);
                }
            }
            at = self.after(at);
        }
    }

    /// Where the item of a name stands, if nothing else does, and the hash's part of it.
    #[inline]
    fn home(&self, name: &str) -> (usize, u32) {
        let mut hasher = FixedState::default().build_hasher();
        hasher.write(name.as_bytes());
        let hash = hasher.finish();
        // The hash as a fraction of all hashes.
        let home = (u128::from(hash) * self.index.len() as u128) >> u64::BITS;
        #[allow(clippy::cast_possible_truncation, reason = "it is less than the length; the part")]
        (home as usize, hash as u32 & !self.place)
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.index.len() { 0 } else { at + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entry;

    #[test]
    fn each_name_leads_to_its_own_way() {
        let narrow = |place| u32::try_from(place).expect("there are few");
        let names = (0..3_000).map(|n| match n % 3 {
            0 => format!("n{n}"),
            1 => format!("{n:_>24}"),
            _ => format!("{:_<60}{n}", ""),
        });
        let names: Vec<&'static str> = names.map(|name| &*name.leak()).collect();
        let ways = names.iter().enumerate().map(|(at, name)| Way {
            name,
            run: Entry::BASE.run,
            record: narrow(at),
            tool: narrow(at),
            is_retired: at % 2 == 0,
            is_plain: false,
            has_instance: false,
        });
        let table = Table::new(ways);
        for (name, record) in names.iter().zip(0..) {
            // Not the text that was declared.
            let copy = String::from(*name);
            let found = table.get(&copy).expect("it is there");
            assert_eq!((found.name, found.record), (*name, record));
            assert_eq!(found.tool(), (record % 2 == 1).then_some(record as usize));
            assert!(table.get(&format!("{name}x")).is_none());
            assert!(table.get(&name[1..]).is_none_or(|other| other.name == &name[1..]));
        }
        assert!(table.get("").is_none());
    }

    #[test]
    fn nothing_is_found_among_no_names() {
        let table = Table::new(std::iter::empty());
        assert!(table.get("").is_none());
        assert!(table.get("read").is_none());
    }
}
