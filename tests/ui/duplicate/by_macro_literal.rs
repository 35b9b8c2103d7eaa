//! One literal that is expanded twice: the compiler speaks, since the place is the same.

use toolcrib::tool;

macro_rules! reader {
    ($function:ident) => {
        /// Read a file.
        #[tool(name = "read_file")]
        fn $function(path: String) -> String {
            path
        }
    };
}

reader!(first);
reader!(second);

fn main() {
    first(second("a".into()));
}
