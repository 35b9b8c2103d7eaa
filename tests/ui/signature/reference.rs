//! Arguments are read from JSON: they cannot be lent, `&str` apart.
//! errors: 3

use toolcrib::tool;

/// Sum numbers.
#[tool]
fn sum(numbers: &[u32], name: &String, text: &mut str) -> u32 {
    text.make_ascii_lowercase();
    numbers.iter().sum::<u32>() + name.len() as u32
}

fn main() {
    sum(&[1], &String::new(), &mut String::new());
}
