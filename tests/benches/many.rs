//! Any number of tools, made from one.

use std::fmt::Write;

use toolcrib::{Declared, Entry, Toolset};

/// `count` tools like `T`, named after it: `add_00000` and so on.
///
/// Names and entries lie side by side, as statics do, and live as long as the program.
pub(crate) fn many<T: Declared>(count: usize) -> Toolset {
    let mut names = String::new();
    let mut ends = Vec::new();
    for n in 0..count {
        write!(names, "{}_{n:05}", T::ENTRY.name()).expect("a string takes everything");
        ends.push(names.len());
    }
    let names: &'static str = names.leak();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let names = starts.zip(&ends).map(|(start, end)| &names[start..*end]);
    let entries = names.map(|name| Entry { name, aliases: &[], ..*T::ENTRY });
    let entries: &'static [Entry] = entries.collect::<Vec<_>>().leak();
    Toolset::new(entries.iter().collect::<Vec<_>>().leak())
}
