//! Where a declaration stands in the source.

use std::fmt;
use std::panic::Location;

/// The place of a declaration: crate, module, file, line and column.
///
/// Shown as `src/fs.rs:12 (crate tools_fs)`. A path outside of the workspace is shown from its crate's
/// folder on, so that what is written does not depend on the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Origin {
    module: &'static str,
    file: &'static str,
    line: u32,
    column: u32,
}

impl Origin {
    #[doc(hidden)]
    #[must_use]
    pub const fn new(module: &'static str, file: &'static str, line: u32, column: u32) -> Self {
        Self { module, file, line, column }
    }

    /// The place of the call, or of the macro's that leads to it.
    #[doc(hidden)]
    #[must_use]
    #[track_caller]
    pub const fn here(module: &'static str) -> Self {
        let at = Location::caller();
        Self::new(module, at.file(), at.line(), at.column())
    }

    /// The crate, as Rust code names it.
    #[must_use]
    pub fn crate_name(&self) -> &'static str {
        self.module.split("::").next().unwrap_or(self.module)
    }

    /// The module's path, the crate's name first.
    #[must_use]
    pub const fn module(&self) -> &'static str {
        self.module
    }

    /// The file: relative to the workspace, or from its crate's folder on for a crate outside of it.
    /// Always with `/`.
    #[must_use]
    pub fn file(&self) -> String {
        let file = self.file.replace('\\', "/");
        let absolute = file.starts_with('/') || file.get(1..3) == Some(":/");
        if !absolute {
            return file;
        }
        let source = ["/src/", "/tests/", "/examples/", "/benches/"];
        let at = source.iter().filter_map(|folder| file.rfind(folder)).max();
        let from = match at {
            Some(at) => file[..at].rfind('/').map_or(0, |slash| slash + 1),
            None => file.rfind('/').map_or(0, |slash| slash + 1),
        };
        file[from..].to_owned()
    }

    /// The file as the compiler names it.
    pub(crate) const fn raw_file(&self) -> &'static str {
        self.file
    }

    /// The line, from 1 on.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// The column, from 1 on.
    #[must_use]
    pub const fn column(&self) -> u32 {
        self.column
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{} (crate {})", self.file(), self.line, self.crate_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_do_not_depend_on_the_machine() {
        let at = |file| Origin::new("tools_fs::read", file, 3, 1).file();
        assert_eq!(at("tools/src/read.rs"), "tools/src/read.rs");
        assert_eq!(
            at("/home/u/registry/src/index-1/tools-fs-1.0.0/src/a/read.rs"),
            "tools-fs-1.0.0/src/a/read.rs"
        );
        assert_eq!(at("C:\\u\\tools\\src\\read.rs"), "tools/src/read.rs");
        assert_eq!(at("/read.rs"), "read.rs");
        assert_eq!(
            Origin::new("tools_fs::read", "a.rs", 3, 1).to_string(),
            "a.rs:3 (crate tools_fs)"
        );
    }
}
