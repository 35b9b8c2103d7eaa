//! A hook's matcher: which names does it match?
//!
//! As Claude Code reads it: empty or `*` is every tool; letters, digits, `_`, `-` and `|` alone are names
//! as they stand; anything else is a regular expression that matches anywhere in a name.

use regex::bytes::{Regex, RegexBuilder};

use super::names::{Names, Record};

/// The most bytes of a compiled expression.
const MAX_SIZE: usize = 64 << 10;

/// The most bytes of the automaton that is built while matching.
const MAX_CACHE: usize = 1 << 20;

/// The deepest nesting.
const MAX_NESTING: u32 = 20;

/// The longest matcher, in bytes.
const MAX_LEN: usize = 4 << 10;

/// The old names that a matcher matches, where it matches no other name, each with its place in the
/// matcher.
///
/// # Errors
///
/// Why the matcher cannot be read.
pub(super) fn stale<'n>(
    matcher: &str,
    names: &'n Names,
) -> Result<Vec<(usize, &'n Record)>, String> {
    if matcher.is_empty() || matcher == "*" {
        return Ok(Vec::new());
    }
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_-| ,".contains(&byte);
    if matcher.len() <= MAX_LEN && matcher.bytes().all(is_name) {
        let parts = || matcher.split(['|', ',']).map(str::trim);
        let found = names.only_stale(|name| parts().any(|part| part == name));
        let at = |name: &str| {
            let part = parts().find(|part| *part == name).unwrap_or(matcher);
            part.as_ptr().addr() - matcher.as_ptr().addr()
        };
        return Ok(found.into_iter().map(|record| (at(&record.name), record)).collect());
    }
    let regex = regex(matcher)?;
    let found = names.only_stale(|name| regex.is_match(name.as_bytes()));
    Ok(found.into_iter().map(|record| (0, record)).collect())
}

fn regex(matcher: &str) -> Result<Regex, String> {
    let too_large = || "the regular expression is too large: name the tools one by one".to_owned();
    if matcher.len() > MAX_LEN {
        return Err(too_large());
    }
    // On bytes, so that classes such as `\w` need no tables of all scripts: most names are ASCII.
    let mut builder = RegexBuilder::new(matcher);
    builder.unicode(false).size_limit(MAX_SIZE).dfa_size_limit(MAX_CACHE).nest_limit(MAX_NESTING);
    builder.build().map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => too_large(),
        error => {
            // The other lines draw the expression.
            let message = error.to_string();
            let last = message.lines().last().unwrap_or_default();
            last.strip_prefix("error: ").unwrap_or(last).to_owned()
        }
    })
}
