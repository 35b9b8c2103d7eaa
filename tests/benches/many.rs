//! Any number of tools, made from one.

use toolcrib::{Declared, Entry, Toolset};

/// `count` tools like `T`, named after it: `add_00000` and so on.
///
/// Entries live as long as the program, so these are leaked.
pub(crate) fn many<T: Declared>(count: usize) -> Toolset {
    let entries = (0..count).map(|n| {
        let name = format!("{}_{n:05}", T::ENTRY.name()).leak();
        let entry: &Entry = Box::leak(Box::new(Entry { name, aliases: &[], ..*T::ENTRY }));
        entry
    });
    Toolset::new(entries.collect::<Vec<_>>().leak())
}
