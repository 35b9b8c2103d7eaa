//! Gathers what the linked crates have declared. The only file that knows `inventory`.

use crate::{Entry, Tombstone};

/// One declaration, as it is submitted: a pointer, so that an entry costs little at start-up.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub enum Collected {
    /// A tool.
    Tool(&'static Entry),
    /// A retired name.
    Tombstone(&'static Tombstone),
}

#[cfg(feature = "collect")]
inventory::collect!(Collected);

/// Everything that is linked, in no particular order.
#[cfg(feature = "collect")]
pub(crate) fn linked() -> impl Iterator<Item = Collected> {
    inventory::iter::<Collected>.into_iter().copied()
}

/// Submits a declaration.
#[cfg(feature = "collect")]
#[doc(hidden)]
#[macro_export]
macro_rules! __submit {
    ($kind:ident, $declared:expr, $anchor:literal) => {
        $crate::__private::inventory::submit! { $crate::__private::Collected::$kind($declared) }
        // wasm has no symbol that makes the linker take a dependency's object file, so that without
        // link-time optimisation its constructors would be lost. An exported symbol does.
        #[cfg(target_family = "wasm")]
        const _: () = {
            #[used]
            #[unsafe(export_name = $anchor)]
            static ANCHOR: u8 = 0;
        };
    };
}

/// Without `collect`, declarations are only used through explicit lists.
#[cfg(not(feature = "collect"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __submit {
    ($($declared:tt)*) => {};
}
