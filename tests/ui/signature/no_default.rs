//! A default of a type that has none.

use toolcrib::schemars::JsonSchema;
use toolcrib::serde::Deserialize;
use toolcrib::tool;

#[derive(Deserialize, JsonSchema)]
#[serde(crate = "toolcrib::serde")]
#[schemars(crate = "toolcrib::schemars")]
struct Lines(u32);

/// Read a file.
#[tool]
fn read_file(path: String, #[arg(default)] lines: Lines) -> String {
    path + &lines.0.to_string()
}

fn main() {
    read_file("a".into(), Lines(1));
}
