//! The program `toolcrib`: see `toolcrib::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    toolcrib::cli::main()
}
