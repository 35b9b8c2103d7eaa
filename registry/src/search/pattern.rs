//! Regular expressions: the only file that knows the `regex` crate.
//!
//! Its engine takes time linear in the text. What is left to bound is the factor: the length of the
//! pattern, its compiled size, its nesting.

use super::query::QueryError;

#[cfg(feature = "regex")]
pub(super) use with_regex::Pattern;
#[cfg(not(feature = "regex"))]
pub(super) use without_regex::Pattern;

#[cfg(feature = "regex")]
mod with_regex {
    use regex::bytes::{Regex, RegexBuilder};

    use super::QueryError;
    use crate::name::printable;

    /// The most bytes of a compiled pattern.
    const MAX_SIZE: usize = 64 << 10;

    /// The most bytes of the automaton that is built while matching.
    const MAX_CACHE: usize = 1 << 20;

    /// The deepest nesting.
    const MAX_NESTING: u32 = 20;

    /// The longest reason that is told, in characters.
    const MAX_REASON: usize = 120;

    /// A pattern that is fit to run.
    #[derive(Debug, Clone)]
    pub(in crate::search) struct Pattern(Regex);

    impl Pattern {
        pub(in crate::search) fn new(source: &str) -> Result<Self, QueryError> {
            // On bytes, so that classes such as `\w` need no tables of all scripts.
            let mut builder = RegexBuilder::new(source);
            builder.unicode(false).case_insensitive(true).multi_line(true);
            builder.size_limit(MAX_SIZE).dfa_size_limit(MAX_CACHE).nest_limit(MAX_NESTING);
            builder.build().map(Self).map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => QueryError::PatternTooLarge,
                error => QueryError::Pattern(reason(&error.to_string())),
            })
        }

        /// Whether `text` has a match anywhere.
        pub(in crate::search) fn is_match(&self, text: &str) -> bool {
            self.0.is_match(text.as_bytes())
        }
    }

    /// The last line of a message: the others draw the pattern.
    fn reason(message: &str) -> String {
        let last = message.lines().last().unwrap_or(message);
        printable(last.strip_prefix("error: ").unwrap_or(last), MAX_REASON)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_line_of_the_text_matches() {
            let matches = |pattern, text| Pattern::new(pattern).unwrap().is_match(text);
            assert!(matches("^get_.*e$", "x\nGet_file\ny"));
            assert!(!matches("a.b", "a\nb"));
            assert!(matches("größe", "die größe"));
        }

        #[test]
        fn large_patterns_are_refused_and_not_built() {
            for bomb in [
                "((((.{99}){99}){99}){99})".to_owned(),
                "x{1000}{1000}".to_owned(),
                "(?:a|b|c{500}){500}".to_owned(),
            ] {
                assert_eq!(Pattern::new(&bomb).unwrap_err(), QueryError::PatternTooLarge, "{bomb}");
            }
            let nested = format!("{}a{}", "(".repeat(90), ")".repeat(90));
            assert!(matches!(Pattern::new(&nested), Err(QueryError::Pattern(_))));
        }

        #[test]
        fn what_is_no_pattern_is_told_in_a_line() {
            let told = Pattern::new("a(\u{1b}[").unwrap_err().to_string();
            assert_eq!(
                told,
                "this is not a regular expression: unclosed character class; mend it, or write \
                 words without slashes"
            );
        }
    }
}

#[cfg(not(feature = "regex"))]
mod without_regex {
    use super::QueryError;

    /// There is none.
    #[derive(Debug, Clone)]
    pub(in crate::search) enum Pattern {}

    impl Pattern {
        pub(in crate::search) fn new(_: &str) -> Result<Self, QueryError> {
            Err(QueryError::NoPatterns)
        }

        pub(in crate::search) fn is_match(&self, _: &str) -> bool {
            match *self {}
        }
    }
}
