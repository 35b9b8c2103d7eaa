//! An alias in one module, a tool in the other.

mod fs {
    /// Read a file.
    #[toolcrib::tool(alias(name = "cat", lifecycle = "deprecated"))]
    pub fn read_file(path: String) -> String {
        path
    }
}

mod pets {
    /// Pet the cat.
    #[toolcrib::tool]
    pub fn cat() -> String {
        "purr".into()
    }
}

fn main() {
    fs::read_file(pets::cat());
}
