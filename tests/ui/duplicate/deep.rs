//! One name in a program and in a module of its own.

use toolcrib::tool;

mod tools {
    pub mod deep {
        /// Read a file.
        #[toolcrib::tool(alias(name = "cat"))]
        pub async fn read_file(path: String) -> String {
            path
        }
    }
}

fn outer() {
    fn inner() {
        /// Read a file.
        #[tool]
        fn cat(path: String) -> String {
            path
        }

        cat("a".into());
    }
    inner();
}

fn main() {
    outer();
    drop(tools::deep::read_file("a".into()));
}
