//! Queries: what a model may ask, and what is wrong with what it asked.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::pattern::Pattern;
use super::thesaurus::{Says, says};
use super::words::each_word;

/// The longest query, in characters: what Anthropic's tool search takes.
pub const MAX_QUERY: usize = 500;

/// The longest regular expression, in characters: what Anthropic's tool search takes.
pub const MAX_PATTERN: usize = 200;

/// The most results of a search, and the most names of a `select:`.
pub const MAX_RESULTS: usize = 20;

/// The results of a search that does not say how many.
pub const DEFAULT_RESULTS: usize = 5;

/// How a query is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Mode {
    /// By its form: `select:a,b`, `/regex/`, else words.
    #[default]
    Auto,
    /// As words, of which those that begin with `+` must be there.
    Words,
    /// As a regular expression; slashes around it may be left out.
    Regex,
    /// As names, parted by commas; `select:` before them may be left out.
    Select,
}

/// Four words, and nothing more that a model would have to read.
impl JsonSchema for Mode {
    fn schema_name() -> Cow<'static, str> {
        "Mode".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": ["auto", "words", "regex", "select"] })
    }
}

/// A query that has been read and found fit to run.
///
/// | form | what it finds |
/// |---|---|
/// | `open a pull request` | the tools that are most about these words, misspelt ones and synonyms included |
/// | `+slack send a message` | the same, of those that have the word `slack` in some inflection |
/// | `select:read_file,write_file` | the tools of these names |
/// | `/^get_.*(issue\|pull)/` | the tools of which one line matches: the name, a line of the description, the name or the description of an argument; case does not matter |
///
/// ```
/// use toolcrib::search::{Mode, Query};
///
/// assert!(Query::parse("open a pull request", Mode::Auto).is_ok());
/// let error = Query::parse(" ", Mode::Auto).unwrap_err();
/// assert_eq!(error.to_string(), "the query is empty: say in words what the tool should do");
/// ```
#[derive(Debug, Clone)]
pub struct Query {
    pub(super) form: Form,
    /// All that a `select:` names, where it has commas: a name of a server's tool may have them too.
    pub(super) whole: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) enum Form {
    Words {
        /// All words, without the `+`.
        text: String,
        /// Those that must be there, as they were written.
        required: Vec<String>,
    },
    Select(Vec<String>),
    Pattern(Pattern),
}

/// Why a query was not run. The message says what to write instead.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError {
    /// Nothing was asked.
    Empty,
    /// The query has more than [`MAX_QUERY`] characters: so many.
    TooLong(usize),
    /// The regular expression has more than [`MAX_PATTERN`] characters: so many.
    PatternTooLong(usize),
    /// The regular expression cannot be read: for this reason.
    Pattern(String),
    /// The regular expression would need too much room or is nested too deeply.
    PatternTooLarge,
    /// This build has no regular expressions: the feature `regex` is off.
    NoPatterns,
    /// A `select:` has more than [`MAX_RESULTS`] names: so many.
    TooManyNames(usize),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the query is empty: say in words what the tool should do"),
            Self::TooLong(length) => write!(
                f,
                "a query has at most {MAX_QUERY} characters, this one has {length}: \
                 say in a few words what the tool should do"
            ),
            Self::PatternTooLong(length) => write!(
                f,
                "a regular expression has at most {MAX_PATTERN} characters, this one has \
                 {length}: write a shorter one, or words without slashes"
            ),
            Self::Pattern(reason) => write!(
                f,
                "this is not a regular expression: {reason}; mend it, or write words without \
                 slashes"
            ),
            Self::PatternTooLarge => f.write_str(
                "the regular expression is too large: take out repetitions and nested groups, or \
                 write words without slashes",
            ),
            Self::NoPatterns => f.write_str(
                "regular expressions are not available here: write words without slashes",
            ),
            Self::TooManyNames(names) => write!(
                f,
                "`select:` takes at most {MAX_RESULTS} names, these are {names}: select them in \
                 several queries"
            ),
        }
    }
}

impl std::error::Error for QueryError {}

impl Query {
    /// Reads `text`.
    ///
    /// # Errors
    ///
    /// If nothing is asked, or too much, or a regular expression cannot be read.
    pub fn parse(text: &str, mode: Mode) -> Result<Self, QueryError> {
        // Not trimmed first: what is refused for its length is not looked at.
        let length = text.chars().count();
        if length > MAX_QUERY {
            return Err(QueryError::TooLong(length));
        }
        let text = text.trim();
        let form = match mode {
            Mode::Words => words(text)?,
            Mode::Regex => pattern(between_slashes(text).unwrap_or(text))?,
            Mode::Select => select(after_select(text).unwrap_or(text))?,
            Mode::Auto => match (after_select(text), between_slashes(text)) {
                (Some(names), _) => select(names)?,
                (None, Some(source)) => pattern(source)?,
                (None, None) => words(text)?,
            },
        };
        let whole = matches!(form, Form::Select(_)).then(|| after_select(text).unwrap_or(text));
        let whole = whole.filter(|whole| whole.contains(','));
        Ok(Self { form, whole: whole.map(|whole| whole.trim().to_owned()) })
    }
}

impl Query {
    /// A `select:` of one name.
    pub(crate) fn of_name(name: &str) -> Self {
        Self { form: Form::Select(vec![name.to_owned()]), whole: None }
    }

    /// All that a `select:` names, where it has commas.
    pub(crate) const fn whole(&self) -> Option<&String> {
        self.whole.as_ref()
    }

    /// The names of a `select:`.
    pub(crate) fn names(&self) -> Option<&[String]> {
        match &self.form {
            Form::Select(names) => Some(names),
            Form::Words { .. } | Form::Pattern(_) => None,
        }
    }
}

/// What follows `select:` in `text`.
fn after_select(text: &str) -> Option<&str> {
    const SELECT: &str = "select:";
    let start = text.get(..SELECT.len())?;
    start.eq_ignore_ascii_case(SELECT).then(|| &text[SELECT.len()..])
}

/// What stands between two slashes around `text`; an `i` after the second one changes nothing.
fn between_slashes(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('/')?;
    rest.strip_suffix('/').or_else(|| rest.strip_suffix("/i"))
}

fn words(text: &str) -> Result<Form, QueryError> {
    let mut required = Vec::new();
    let mut all = String::with_capacity(text.len());
    for token in text.split_inclusive(char::is_whitespace) {
        // `+1-555-0100` is a number.
        let must = token.strip_prefix('+');
        let token = match must.filter(|must| !must.starts_with(|c: char| c.is_ascii_digit())) {
            Some(must) => {
                each_word(must, |word| {
                    if says(word) != Says::Nothing {
                        required.push(word.to_owned());
                    }
                });
                must
            }
            None => token,
        };
        all.push_str(token);
    }
    if all.trim().is_empty() {
        return Err(QueryError::Empty);
    }
    Ok(Form::Words { text: all, required })
}

fn select(names: &str) -> Result<Form, QueryError> {
    let mut names: Vec<_> = names
        .split(',')
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    names.sort_unstable();
    names.dedup();
    match names.len() {
        0 => Err(QueryError::Empty),
        1..=MAX_RESULTS => Ok(Form::Select(names)),
        many => Err(QueryError::TooManyNames(many)),
    }
}

fn pattern(source: &str) -> Result<Form, QueryError> {
    let length = source.chars().count();
    if source.is_empty() {
        Err(QueryError::Empty)
    } else if length > MAX_PATTERN {
        Err(QueryError::PatternTooLong(length))
    } else {
        Ok(Form::Pattern(Pattern::new(source)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(text: &str) -> Form {
        Query::parse(text, Mode::Auto).unwrap().form
    }

    fn error(text: &str) -> QueryError {
        Query::parse(text, Mode::Auto).unwrap_err()
    }

    #[test]
    fn the_form_says_what_is_meant() {
        assert!(matches!(form("select"), Form::Words { .. }));
        assert!(matches!(form("a/b"), Form::Words { .. }));
        assert!(matches!(form("/tmp"), Form::Words { .. }));
        assert!(matches!(form(" Select: b, a,,b "), Form::Select(names) if names == ["a", "b"]));
        let Form::Words { text, required } = form("+pull_request the +review of 1+1 +1-555") else {
            panic!("these are words");
        };
        assert_eq!(text, "pull_request the review of 1+1 +1-555");
        assert_eq!(required, ["pull", "request", "review"]);
    }

    #[test]
    fn a_mode_overrides_the_form() {
        let form = |text, mode| Query::parse(text, mode).unwrap().form;
        assert!(matches!(form("/a/", Mode::Words), Form::Words { .. }));
        assert!(matches!(form("select:a", Mode::Words), Form::Words { .. }));
        assert!(matches!(form("a, b", Mode::Select), Form::Select(names) if names == ["a", "b"]));
    }

    #[test]
    fn too_little_and_too_much() {
        for empty in ["", " \n", "select:", "select: , ", "//", "+", " + + "] {
            assert_eq!(error(empty), QueryError::Empty, "{empty:?}");
        }
        assert_eq!(error(&"ä".repeat(501)), QueryError::TooLong(501));
        assert!(Query::parse(&"ä".repeat(500), Mode::Auto).is_ok());
        let names: Vec<_> = (0..21).map(|n| n.to_string()).collect();
        assert_eq!(error(&format!("select:{}", names.join(","))), QueryError::TooManyNames(21));
        assert_eq!(error(&format!("/{}/", "a".repeat(201))), QueryError::PatternTooLong(201));
    }
}
