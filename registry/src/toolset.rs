//! Explicit lists of tools, checked when they are compiled, and the linking of tool crates.

use crate::{Entry, Lifecycle};

/// A list of tools. Made by [`toolset!`](crate::toolset).
#[derive(Debug, Clone, Copy)]
pub struct Toolset {
    entries: &'static [&'static Entry],
}

impl Toolset {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(entries: &'static [&'static Entry]) -> Self {
        Self { entries }
    }

    /// The tools, in the order of the list.
    #[must_use]
    pub const fn entries(&self) -> &'static [&'static Entry] {
        self.entries
    }
}

/// Lists tools by their paths, and fails to compile where two of them share a name.
///
/// With it a registry needs no collection: what is not in the list is not in the registry.
///
/// ```
/// use toolcrib::{Registry, Toolset, tool, toolset};
///
/// /// Read a file.
/// #[tool]
/// fn read_file(path: &str) -> std::io::Result<String> {
///     std::fs::read_to_string(path)
/// }
///
/// const TOOLS: Toolset = toolset![read_file];
/// let registry = Registry::builder().toolset(TOOLS).build()?;
/// assert_eq!(registry.tools()[0].name(), "read_file");
/// # Ok::<(), toolcrib::BuildError>(())
/// ```
#[macro_export]
macro_rules! toolset {
    ($($tools:tt)*) => {
        $crate::__private::toolset! { [$crate] $($tools)* }
    };
}

/// Keeps the name of a tool that is gone, so that it is never used again and a call by it is
/// answered with what to use instead. Can stand in any crate.
///
/// `name` and `since`, the version that has it no more, are needed; `replacement`, a tool's name or
/// path, and `hint`, free text, are not. The name can be whatever was called once, such as
/// `container.exec`: printable characters, at most 256 bytes.
///
/// ```standalone_crate
/// use toolcrib::{Registry, retired, tool};
///
/// /// Run a command.
/// #[tool]
/// fn bash(command: String) -> String {
///     command
/// }
///
/// retired! {
///     name = "python_eval", since = "3.0.21", replacement = "bash",
///     hint = "run Python through bash: python3 -c '…'",
/// }
///
/// let registry = Registry::builder().collect().build()?;
/// assert_eq!(registry.tombstones().next().unwrap().name(), "python_eval");
/// # Ok::<(), toolcrib::BuildError>(())
/// ```
#[macro_export]
macro_rules! retired {
    ($($keys:tt)*) => {
        $crate::__private::retired! { [$crate] $($keys)* }
    };
}

/// Links tool crates into a program, and tests everything that is linked.
///
/// The linker drops a crate that nothing names, together with the tools that it declares, and says
/// nothing. Write this once, in the crate of the program. In its tests, it builds all that is
/// linked and fails with everything that is wrong.
///
/// ```
/// // Instead of `std` and `core`: the crates that declare tools.
/// toolcrib::link!(std, core);
/// ```
#[macro_export]
macro_rules! link {
    ($($tool_crate:ident),+ $(,)?) => {
        $(
            #[allow(unused_imports)]
            use $tool_crate as _;
        )+

        #[cfg(test)]
        #[::core::prelude::v1::test]
        fn linked_tools_fit_together() {
            $crate::__private::assert_linked(&[$(::core::stringify!($tool_crate)),+]);
        }
    };
}

/// Fails with everything that is wrong with the tools that are linked, state apart, which only the
/// program can give.
#[doc(hidden)]
pub fn assert_linked(crates: &[&str]) {
    let builder = crate::Registry::builder().expect_crates(crates);
    #[cfg(feature = "collect")]
    let builder = builder.collect();
    if let Err(error) = builder.check() {
        panic!("{error}");
    }
}

/// Which names of a list are in it twice, found by const evaluation.
#[doc(hidden)]
pub struct Uses<const TOOLS: usize> {
    /// For each tool: the earlier one of the list that has one of its names, and that name's place.
    clashes: [Option<(usize, usize)>; TOOLS],
}

/// A name of the list: its hash, its tool's place, and its place among the tool's names.
type Row = (u64, usize, usize);

const fn names_of(entry: &Entry) -> usize {
    1 + entry.aliases.len()
}

const fn name_at(entry: &'static Entry, at: usize) -> &'static str {
    if at == 0 { entry.name } else { entry.aliases[at - 1].name }
}

impl Uses<0> {
    /// How many names there are.
    #[must_use]
    pub const fn count(tools: &[&'static Entry]) -> usize {
        let (mut count, mut at) = (0, 0);
        while at < tools.len() {
            count += names_of(tools[at]);
            at += 1;
        }
        count
    }
}

impl<const TOOLS: usize> Uses<TOOLS> {
    /// Finds the names that are there twice. `NAMES` is their number.
    #[must_use]
    pub const fn find<const NAMES: usize>(tools: &[&'static Entry; TOOLS]) -> Self {
        let mut rows: [Row; NAMES] = [(0, 0, 0); NAMES];
        let (mut row, mut tool) = (0, 0);
        while tool < TOOLS {
            let mut at = 0;
            while at < names_of(tools[tool]) {
                rows[row] = (hash(name_at(tools[tool], at)), tool, at);
                row += 1;
                at += 1;
            }
            tool += 1;
        }
        sort(&mut rows);
        let mut clashes = [None; TOOLS];
        let mut row = 1;
        while row < NAMES {
            let (hash, tool, at) = rows[row];
            let mut before = row;
            while before > 0 && rows[before - 1].0 == hash {
                before -= 1;
                let (_, other, other_at) = rows[before];
                if same(name_at(tools[tool], at), name_at(tools[other], other_at)) {
                    clashes[tool] = Some((other, at));
                }
            }
            row += 1;
        }
        Self { clashes }
    }
}

/// Fails to compile where a name of the tool at `tool` is in the list before.
#[doc(hidden)]
#[track_caller]
pub const fn assert_listed_once<const TOOLS: usize>(
    uses: &Uses<TOOLS>,
    tools: &[&'static Entry; TOOLS],
    tool: usize,
) {
    let Some((other, at)) = uses.clashes[tool] else {
        return;
    };
    let (this, other) = (tools[tool], tools[other]);
    let message = Message::new().text("tool name `").text(name_at(this, at));
    let message = if same(this.origin.raw_file(), other.origin.raw_file())
        && this.origin.line() == other.origin.line()
        && this.origin.column() == other.origin.column()
    {
        message.text("` is in this list twice: leave it out once")
    } else {
        message
            .text("` is in this list twice: declared at ")
            .place(other)
            .text(" and at ")
            .place(this)
    };
    panic!("{}", message.as_str());
}

/// Fails to compile where `replacement` is not a tool that a model can see.
#[doc(hidden)]
#[track_caller]
pub const fn assert_replacement(replaced: &str, replacement: &'static Entry) {
    let state = match replacement.lifecycle {
        Lifecycle::Active | Lifecycle::Deferred => return,
        Lifecycle::Hidden { .. } => "hidden",
        Lifecycle::Deprecated { .. } => "deprecated",
        Lifecycle::Removed { .. } => "removed",
    };
    let message = Message::new()
        .text("the replacement `")
        .text(replacement.name)
        .text("` of `")
        .text(replaced)
        .text("` is ")
        .text(state)
        .text(" itself: name an active or deferred tool");
    panic!("{}", message.as_str());
}

/// FNV-1a.
const fn hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    a.len() == b.len()
}

const fn before(a: Row, b: Row) -> bool {
    a.0 < b.0 || (a.0 == b.0 && (a.1 < b.1 || (a.1 == b.1 && a.2 < b.2)))
}

/// Heap sort: no recursion, no memory, and never quadratic.
const fn sort(rows: &mut [Row]) {
    let mut start = rows.len() / 2;
    let mut end = rows.len();
    while end > 1 {
        if start > 0 {
            start -= 1;
        } else {
            end -= 1;
            rows.swap(0, end);
        }
        let mut root = start;
        while 2 * root + 1 < end {
            let mut child = 2 * root + 1;
            if child + 1 < end && before(rows[child], rows[child + 1]) {
                child += 1;
            }
            if !before(rows[root], rows[child]) {
                break;
            }
            rows.swap(root, child);
            root = child;
        }
    }
}

/// A text that is put together while compiling; what does not fit is left out.
struct Message {
    bytes: [u8; 1024],
    len: usize,
}

impl Message {
    const fn new() -> Self {
        Self { bytes: [0; 1024], len: 0 }
    }

    const fn text(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() && self.len < self.bytes.len() {
            // A path may be anything; the message is cut nowhere but at ASCII.
            self.bytes[self.len] = if bytes[at].is_ascii() { bytes[at] } else { b'?' };
            self.len += 1;
            at += 1;
        }
        self
    }

    const fn number(self, number: u32) -> Self {
        let mut digits = [0_u8; 10];
        let (mut rest, mut at) = (number, digits.len());
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        let (_, digits) = digits.split_at(at);
        match std::str::from_utf8(digits) {
            Ok(digits) => self.text(digits),
            Err(_) => self,
        }
    }

    const fn place(self, entry: &Entry) -> Self {
        self.text(entry.origin.raw_file()).text(":").number(entry.origin.line())
    }

    const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.len);
        match std::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "a tool name is in this list twice",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted() {
        let mut rows = [(3, 0, 0), (1, 1, 0), (2, 2, 0), (1, 0, 1), (0, 9, 9), (1, 0, 0)];
        let mut expected = rows;
        expected.sort_unstable();
        sort(&mut rows);
        assert_eq!(rows, expected);
    }

    #[test]
    fn messages_are_put_together() {
        let message = Message::new().text("a").number(0).text("b").number(4_294_967_295);
        assert_eq!(message.as_str(), "a0b4294967295");
        let mut long = Message::new();
        for _ in 0..2000 {
            long = long.text("ü");
        }
        assert_eq!(long.as_str().len(), 1024);
    }
}
