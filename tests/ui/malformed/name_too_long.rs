//! A name of 65 characters.

use toolcrib::tool;

/// Read a file.
#[tool(name = "read_a_file_that_is_somewhere_in_the_folder_where_this_program_starts")]
fn read_file(path: String) -> String {
    path
}

fn main() {
    read_file("a".into());
}
