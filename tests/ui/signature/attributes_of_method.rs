//! A function that cannot be a tool keeps nothing that the compiler does not know.

use toolcrib::tool;

struct Files;

impl Files {
    /// Read a file.
    #[tool]
    fn read_file(
        &self,
        /// Where it is.
        #[arg(name = "file")]
        path: String,
    ) -> String {
        path
    }
}

fn main() {
    Files.read_file("a".into());
}
