//! A macro that gives two tools one name.

macro_rules! reader {
    ($function:ident) => {
        /// Read something.
        #[toolcrib::tool(name = "read")]
        fn $function(path: String) -> String {
            path
        }
    };
}

reader!(read_file);
reader!(read_page);

fn main() {
    read_file(read_page("a".into()));
}
