//! One name in two modules.

mod fs {
    /// Read a file.
    #[toolcrib::tool(name = "read")]
    pub fn read_file(path: String) -> String {
        path
    }
}

mod net {
    /// Read a page.
    #[toolcrib::tool]
    pub fn read(url: String) -> String {
        url
    }
}

fn main() {
    fs::read_file(net::read("a".into()));
}
