//! Regular expressions that every provider's engine compiles.
//!
//! JSON Schema's are those of ECMA-262. `OpenAI` compiles each with Python's `re` ("is not a 'regex'",
//! github.com/BerriAI/litellm/pull/40485) and refuses look-around on top ("regex lookaround is not
//! supported", github.com/vercel/ai/pull/21037); Gemini's engine is of the kind of RE2
//! (github.com/google/re2/wiki/Syntax). So what all of them have in common is sent, and nothing else.

/// The greatest count of a repetition, with those around it: RE2's.
const MAX_COUNT: u32 = 1_000;

/// How deep groups may nest: far below every engine's bound.
const MAX_GROUPS: usize = 100;

/// What in `pattern` not every engine compiles; `None` where all do. Linear in the text.
pub(super) fn odd_part(pattern: &str) -> Option<&'static str> {
    let mut scan = Scan { rest: pattern, groups: Vec::new(), may_repeat: None, inside: 1 };
    scan.all().err()
}

struct Scan<'p> {
    rest: &'p str,
    /// For each open group, the greatest count in what is around it so far.
    groups: Vec<u32>,
    /// The greatest count inside of what was just read, where a repetition may follow.
    may_repeat: Option<u32>,
    /// The greatest count in the group that is being read.
    inside: u32,
}

type Step = Result<(), &'static str>;

impl Scan<'_> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn skip(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn all(&mut self) -> Step {
        while let Some(c) = self.next() {
            match c {
                '(' => self.open()?,
                ')' => {
                    let around = self.groups.pop().ok_or("a group that is not opened")?;
                    self.may_repeat = Some(self.inside);
                    self.inside = self.inside.max(around);
                }
                '[' => {
                    self.class()?;
                    self.may_repeat = Some(1);
                }
                '\\' => self.may_repeat = self.escape()?.then_some(1),
                '*' | '+' | '?' => self.repeat(1)?,
                '{' => {
                    let most = self.counts().ok_or("a brace that is no count")?;
                    self.repeat(most)?;
                }
                '}' | ']' => return Err("a bracket that is not opened"),
                '|' | '^' | '$' => self.may_repeat = None,
                _ => self.may_repeat = Some(1),
            }
        }
        if self.groups.is_empty() { Ok(()) } else { Err("a group that is not closed") }
    }

    fn open(&mut self) -> Step {
        if self.rest.starts_with('?') && !self.skip("?:") {
            return Err(match self.rest.as_bytes() {
                [b'?', b'=' | b'!', ..] | [b'?', b'<', b'=' | b'!', ..] => "look-around",
                [b'?', b'<' | b'P', ..] => "a named group",
                _ => "a group with flags",
            });
        }
        self.groups.push(self.inside);
        if self.groups.len() > MAX_GROUPS {
            return Err("very deep groups");
        }
        (self.inside, self.may_repeat) = (1, None);
        Ok(())
    }

    /// A repetition of what was just read; a `?` after it is part of it.
    fn repeat(&mut self, most: u32) -> Step {
        let inside =
            self.may_repeat.take().ok_or("a repetition of nothing, or a possessive one")?;
        let most = most.saturating_mul(inside);
        if most > MAX_COUNT {
            return Err("a large count");
        }
        self.inside = self.inside.max(most);
        self.skip("?");
        Ok(())
    }

    /// The greatest count of `{n}`, `{n,}` or `{n,m}` after its brace.
    fn counts(&mut self) -> Option<u32> {
        let (counts, rest) = self.rest.split_once('}')?;
        let (least, most) = match counts.split_once(',') {
            None => (counts, counts),
            Some((least, "")) => (least, least),
            Some(both) => both,
        };
        let count = |text: &str| {
            let digits = (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| text.parse::<u32>().ok()).flatten()
        };
        let (least, most) = (count(least)?, count(most)?);
        self.rest = rest;
        (least <= most).then_some(most.max(1))
    }

    /// After a backslash outside of a class: whether it may be repeated.
    fn escape(&mut self) -> Result<bool, &'static str> {
        match self.rest.chars().next() {
            Some('b' | 'B') => {
                self.next();
                Ok(false)
            }
            Some('A' | 'z' | 'Z') => Err("an anchor by letter"),
            Some('1'..='9' | 'k') => Err("a back-reference"),
            _ => self.character().map(|_| true),
        }
    }

    /// After a backslash, in a class or outside: the character, where it is one and no set of several.
    fn character(&mut self) -> Result<Option<char>, &'static str> {
        match self.next().ok_or("a backslash at its end")? {
            'd' | 'D' | 'w' | 'W' | 's' | 'S' => Ok(None),
            't' => Ok(Some('\t')),
            'n' => Ok(Some('\n')),
            'r' => Ok(Some('\r')),
            'f' => Ok(Some('\u{c}')),
            'v' => Ok(Some('\u{b}')),
            'x' => {
                let digits = self
                    .rest
                    .get(..2)
                    .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
                let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                let code = code.ok_or("an unusual escape")?;
                self.rest = &self.rest[2..];
                Ok(Some(char::from(code)))
            }
            'p' | 'P' => Err("a Unicode property"),
            'u' => Err("a code point by number"),
            c if c.is_ascii_punctuation() && !matches!(c, '_' | '<' | '>') => Ok(Some(c)),
            _ => Err("an unusual escape"),
        }
    }

    fn class(&mut self) -> Step {
        self.skip("^");
        let mut is_empty = true;
        // The start of what may become a range.
        let mut from: Option<char> = None;
        loop {
            let c = match self.next().ok_or("a class that is not closed")? {
                ']' if is_empty => return Err("an empty class"),
                ']' => return Ok(()),
                '[' => return Err("a class in a class"),
                '\\' => self.character()?,
                c @ ('&' | '~' | '-') if self.rest.starts_with(c) => {
                    return Err("an operation on classes");
                }
                '-' if !is_empty && !self.rest.starts_with(']') => {
                    let to = match self.next() {
                        Some('\\') => self.character()?,
                        Some('[') => return Err("a class in a class"),
                        to => to,
                    };
                    match (from.take(), to) {
                        (Some(from), Some(to)) if from <= to => continue,
                        _ => return Err("a range that is none"),
                    }
                }
                c => Some(c),
            };
            (from, is_empty) = (c, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_engines_compile_is_kept() {
        for pattern in [
            "",
            "^[a-z0-9_-]+$",
            "a|b|",
            r"^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$",
            "(?:a+?){2,3}",
            r"[\w.+-]+@[\w-]+\.[\w.]+",
            r"^https?:\/\/",
            r"\x41[^\]\-\\]\b",
            "[-a]",
            "[a-]",
            "ä+",
            "(a{10}){100}",
            "^[A-Za-z]{1,}$",
            r"[\s\S]*",
            "x*?",
        ] {
            assert_eq!(odd_part(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_some_engine_refuses_is_found() {
        for (pattern, odd) in [
            (r"^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)@", "look-around"),
            ("(?<=a)b", "look-around"),
            ("(?<year>a)", "a named group"),
            ("(?i)a", "a group with flags"),
            (r"(a)\1", "a back-reference"),
            (r"[^\p{Cc}]{1,200}", "a Unicode property"),
            (r"a\Z", "an anchor by letter"),
            (r"\u00e9", "a code point by number"),
            ("a++", "a repetition of nothing, or a possessive one"),
            ("*a", "a repetition of nothing, or a possessive one"),
            ("^*", "a repetition of nothing, or a possessive one"),
            ("a{1001}", "a large count"),
            ("(a{11}b){100}", "a large count"),
            ("a{2,1}", "a brace that is no count"),
            ("{", "a brace that is no count"),
            ("(a", "a group that is not closed"),
            ("a)", "a group that is not opened"),
            ("[]", "an empty class"),
            ("[^]", "an empty class"),
            ("[a", "a class that is not closed"),
            ("[[:alpha:]]", "a class in a class"),
            ("[a&&b]", "an operation on classes"),
            ("[z-a]", "a range that is none"),
            (r"[\d-z]", "a range that is none"),
            (r"\q", "an unusual escape"),
            ("\\", "a backslash at its end"),
        ] {
            assert_eq!(odd_part(pattern), Some(odd), "{pattern}");
        }
        for part in ["(", "[", "\\", "a{", "(?", "x"] {
            assert_eq!(odd_part(&part.repeat(100_001)).is_some(), part != "x");
        }
    }
}
