//! Splits the text of a JSON object into its members, without looking into the values.
//!
//! The values are slices of the text. Whoever reads one parses it with `serde_json`, which is what
//! makes sure that it is JSON; here only its end is found. Nothing recurses, so depth costs nothing.

use std::borrow::Cow;
use std::fmt::Write as _;

use memchr::memchr;

/// The text is not a JSON object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Malformed;

/// A member of an object: its key and the text of its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member<'a> {
    pub(crate) key: Cow<'a, str>,
    pub(crate) value: &'a str,
    /// Where the key begins in the text of the object.
    pub(crate) start: usize,
}

/// The members of the object that `text` holds, in their order. Ends after the first error.
pub(crate) fn members(text: &str) -> Members<'_> {
    Members { scan: Scan { text, at: 0 }, next: Next::Open }
}

pub(crate) struct Members<'a> {
    scan: Scan<'a>,
    next: Next,
}

enum Next {
    Open,
    Member,
    Done,
}

impl<'a> Iterator for Members<'a> {
    type Item = Result<Member<'a>, Malformed>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self.step() {
            Ok(Some(member)) => Some(Ok(member)),
            Ok(None) => {
                self.next = Next::Done;
                None
            }
            Err(Malformed) => {
                self.next = Next::Done;
                Some(Err(Malformed))
            }
        }
    }
}

impl<'a> Members<'a> {
    #[inline]
    fn step(&mut self) -> Result<Option<Member<'a>>, Malformed> {
        match self.next {
            Next::Done => return Ok(None),
            Next::Open => {
                self.scan.expect(b'{')?;
                self.next = Next::Member;
                if self.scan.peek() == Some(b'}') {
                    return self.scan.finish();
                }
            }
            Next::Member => match self.scan.peek() {
                Some(b',') => self.scan.at += 1,
                Some(b'}') => return self.scan.finish(),
                _ => return Err(Malformed),
            },
        }
        self.scan.peek();
        let start = self.scan.at;
        let key = self.scan.key()?;
        self.scan.expect(b':')?;
        let value = self.scan.value()?;
        Ok(Some(Member { key, value, start }))
    }
}

/// Splits `text` as [`members`] does, for the usual case: an object of plain keys, each of them one of
/// `keys` and there once. Gives each value to `found`, with the place of its key. False where anything
/// is out of the usual; what `found` has been given then counts for nothing.
///
/// It is what each call goes through, so it looks at each byte once and keeps nothing.
#[inline]
pub(crate) fn split_plain<'a>(
    text: &'a str,
    place: impl Fn(usize, &str) -> Option<usize>,
    mut found: impl FnMut(usize, &'a str) -> bool,
) -> bool {
    let bytes = text.as_bytes();
    let past_space = |mut at: usize| {
        while at < bytes.len() && KINDS[bytes[at] as usize] & SPACE != 0 {
            at += 1;
        }
        at
    };
    let mut at = past_space(0);
    if bytes.get(at) != Some(&b'{') {
        return false;
    }
    at = past_space(at + 1);
    if bytes.get(at) == Some(&b'}') {
        return past_space(at + 1) == bytes.len();
    }
    let mut next = 0;
    loop {
        if bytes.get(at) != Some(&b'"') {
            return false;
        }
        let key = at + 1;
        at = key;
        while at < bytes.len() && KINDS[bytes[at] as usize] & IN_PLAIN_STRING != 0 {
            at += 1;
        }
        if bytes.get(at) != Some(&b'"') {
            return false;
        }
        let Some(of) = place(next, &text[key..at]) else {
            return false;
        };
        next = of + 1;
        at = past_space(at + 1);
        if bytes.get(at) != Some(&b':') {
            return false;
        }
        let value = past_space(at + 1);
        let mut scan = Scan { text, at: value };
        match bytes.get(value) {
            Some(b'"') if scan.skip_string().is_err() => return false,
            Some(b'{' | b'[') if scan.skip_nested().is_err() => return false,
            Some(b'"' | b'{' | b'[') => {}
            _ => {
                while scan.at < bytes.len() && KINDS[bytes[scan.at] as usize] & IN_SCALAR != 0 {
                    scan.at += 1;
                }
            }
        }
        at = scan.at;
        if at == value || !found(of, &text[value..at]) {
            return false;
        }
        at = past_space(at);
        match bytes.get(at) {
            Some(b',') => at = past_space(at + 1),
            Some(b'}') => return past_space(at + 1) == bytes.len(),
            _ => return false,
        }
    }
}

/// What a byte can be part of.
const IN_PLAIN_STRING: u8 = 1;
const IN_SCALAR: u8 = 2;
const SPACE: u8 = 4;

static KINDS: [u8; 256] = {
    let mut kinds = [IN_PLAIN_STRING | IN_SCALAR; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "it is less than 256")]
        match byte as u8 {
            b' ' => kinds[byte] = SPACE | IN_PLAIN_STRING,
            b'\n' | b'\t' | b'\r' => kinds[byte] = SPACE,
            b'"' | b'\\' | 0..b' ' => kinds[byte] = IN_SCALAR,
            b',' | b'}' | b']' => kinds[byte] = IN_PLAIN_STRING,
            _ => {}
        }
        byte += 1;
    }
    kinds
};

/// The innermost value of `text` that covers the byte at `offset`, and its path, such as
/// `items[2].name`; empty for the root.
pub(crate) fn value_at(text: &str, offset: usize) -> (String, &str) {
    let mut path = String::new();
    let (mut inner, mut start) = (text, 0);
    'deeper: loop {
        let covers = |value: &str| {
            let from = start + (value.as_ptr() as usize - inner.as_ptr() as usize);
            (from..from + value.len()).contains(&offset).then_some(from)
        };
        for member in members(inner).map_while(Result::ok) {
            if let Some(from) = covers(member.value) {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(&member.key);
                (inner, start) = (member.value, from);
                continue 'deeper;
            }
        }
        for (i, item) in items(inner).enumerate() {
            if let Some(from) = covers(item) {
                let _ = write!(path, "[{i}]");
                (inner, start) = (item, from);
                continue 'deeper;
            }
        }
        return (path, inner);
    }
}

/// The items of the array that `text` holds, as far as it can be read.
pub(crate) fn items(text: &str) -> impl Iterator<Item = &str> {
    let mut scan = Scan { text, at: 0 };
    let mut open = scan.expect(b'[').is_ok() && scan.peek() != Some(b']');
    std::iter::from_fn(move || {
        if !open {
            return None;
        }
        let item = scan.value().ok()?;
        open = scan.expect(b',').is_ok();
        Some(item)
    })
}

/// How far the end of a string is looked for byte by byte, before it is searched for.
const NEAR: usize = 32;

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    /// The next byte that is not white space.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        loop {
            let byte = *bytes.get(at)?;
            // Most bytes are told by the first comparison.
            if byte > b' ' || !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                self.at = at;
                return Some(byte);
            }
            at += 1;
        }
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Result<(), Malformed> {
        if self.peek() == Some(byte) {
            self.at += 1;
            Ok(())
        } else {
            Err(Malformed)
        }
    }

    /// Past the closing brace: nothing but white space may follow.
    fn finish<T>(&mut self) -> Result<Option<T>, Malformed> {
        self.at += 1;
        if self.peek().is_none() { Ok(None) } else { Err(Malformed) }
    }

    /// The key that starts here, after white space.
    #[inline]
    fn key(&mut self) -> Result<Cow<'a, str>, Malformed> {
        if self.peek() != Some(b'"') {
            return Err(Malformed);
        }
        let from = self.at;
        self.skip_string()?;
        let inner = &self.text[from + 1..self.at - 1];
        // There is more to it than what stands in it: an escape, or a character that must be one.
        if inner.bytes().any(|byte| byte < b' ' || byte == b'\\') {
            return unescape(&self.text[from..self.at]).map(Cow::Owned);
        }
        Ok(Cow::Borrowed(inner))
    }

    /// Past the string that starts here: its end is the first quote that no backslash makes part of it.
    #[inline]
    fn skip_string(&mut self) -> Result<(), Malformed> {
        let bytes = self.text.as_bytes();
        let from = self.at + 1;
        let mut at = from;
        // Most strings are short.
        let near = (from + NEAR).min(bytes.len());
        while at < near && bytes[at] != b'"' {
            at += 1;
        }
        loop {
            if bytes.get(at) != Some(&b'"') {
                at += memchr(b'"', &bytes[at..]).ok_or(Malformed)?;
            }
            let backslashes = bytes[from..at].iter().rev().take_while(|byte| **byte == b'\\');
            at += 1;
            if backslashes.count() % 2 == 0 {
                self.at = at;
                return Ok(());
            }
        }
    }

    /// The text of the value that starts here, without the white space around it.
    #[inline]
    fn value(&mut self) -> Result<&'a str, Malformed> {
        let first = self.peek().ok_or(Malformed)?;
        let from = self.at;
        match first {
            b'"' => {
                self.skip_string()?;
            }
            b'{' | b'[' => self.skip_nested()?,
            _ => {
                let bytes = self.text.as_bytes();
                let goes_on = |byte: &u8| *byte > b' ' && !matches!(byte, b',' | b'}' | b']');
                let mut at = from;
                while bytes.get(at).is_some_and(goes_on) {
                    at += 1;
                }
                self.at = at;
            }
        }
        if self.at == from { Err(Malformed) } else { Ok(&self.text[from..self.at]) }
    }

    fn skip_nested(&mut self) -> Result<(), Malformed> {
        let bytes = self.text.as_bytes();
        let mut depth = 0_usize;
        loop {
            match bytes.get(self.at) {
                Some(b'"') => {
                    self.skip_string()?;
                    continue;
                }
                Some(b'{' | b'[') => depth += 1,
                Some(b'}' | b']') => depth -= 1,
                Some(_) => {}
                None => return Err(Malformed),
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

#[cold]
fn unescape(string: &str) -> Result<String, Malformed> {
    serde_json::from_str(string).map_err(|_| Malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Result<Vec<(String, &str)>, Malformed> {
        members(text).map(|m| m.map(|m| (m.key.into_owned(), m.value))).collect()
    }

    #[test]
    fn an_object_falls_into_its_members() {
        let text = r#" { "a" : 1 , "b":"x}\"," ,"c":{"d":[1,"]"]} , "\u0065":null } "#;
        let expected = [("a", "1"), ("b", r#""x}\",""#), ("c", r#"{"d":[1,"]"]}"#), ("e", "null")];
        let expected = expected.map(|(key, value)| (key.to_owned(), value));
        assert_eq!(split(text).unwrap(), expected);
        assert_eq!(split("{}").unwrap(), []);
    }

    #[test]
    fn what_is_not_an_object_is_refused() {
        for text in [
            "",
            "[]",
            "1",
            "{",
            "}",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{,}",
            "{\"a\":1 2}",
            "{\"a\":1}x",
            "{a:1}",
            "{\"a\":\"x}",
            "{\"a\":[1}",
            "{\"a\\\":1}",
            "{\"\n\":1}",
            "{\"\\q\":1}",
        ] {
            assert_eq!(split(text), Err(Malformed), "{text}");
        }
    }

    #[test]
    fn a_place_in_the_text_has_a_path() {
        let text = r#"{"a": {"b": [1, {"c": true}]}}"#;
        let at = |text, offset| value_at(text, offset);
        assert_eq!(at(text, text.find("true").unwrap()), ("a.b[1].c".into(), "true"));
        assert_eq!(at(text, text.find("1,").unwrap()), ("a.b[0]".into(), "1"));
        assert_eq!(at(text, 0), (String::new(), text));
        assert_eq!(at("[[[", 1), (String::new(), "[[["));
    }

    #[test]
    fn a_string_ends_where_it_ends_however_long() {
        for before in [0, 1, NEAR - 2, NEAR - 1, NEAR, NEAR + 1, 100, 1000] {
            for piece in ["", "\\\"", "\\\\", "é", "\\\\\\\"{", "\u{1}"] {
                for after in [0, 1, NEAR, 1000] {
                    let string = format!("\"{}{piece}{}\"", "x".repeat(before), "y".repeat(after));
                    let text = format!(r#"{{"a":{string},"b":[{string}]}}"#);
                    let members = split(&text).unwrap();
                    assert_eq!(members[0], ("a".into(), &*string));
                    assert_eq!(members[1], ("b".into(), &*format!("[{string}]")));
                    let open = format!(r#"{{"a":"{}{piece}"#, "x".repeat(before));
                    for end in ["", "\\", "\\\""] {
                        assert_eq!(split(&format!("{open}{end}")), Err(Malformed), "{open}{end}");
                    }
                }
            }
        }
    }
}
