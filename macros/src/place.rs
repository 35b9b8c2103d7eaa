//! Where an item stands: an attribute sees its item only, while a function of a type cannot be a tool.
//! The compiler would say so of each item of the expansion that an `impl` cannot hold.

use std::fs;
use std::iter::Peekable;
use std::str::Chars;

use proc_macro2::{Ident, Span};

/// Whether an item stands between the braces of an `impl` or a trait, as far as its file tells. An
/// editor shows no file; nothing is refused there that the compiler would take.
pub(crate) fn is_in_impl(name: &Ident) -> bool {
    // What begins a line stands in no braces, which spares most functions the reading.
    if Span::call_site().unwrap().column() == 1 {
        return false;
    }
    let place = name.span().unwrap();
    let text = place.local_file().and_then(|file| fs::read_to_string(file).ok());
    text.is_some_and(|text| Braces::around(&text, place.line(), place.column()))
}

/// The brackets around a place of a text.
struct Braces {
    open: Vec<Open>,
    /// The same of the text outside all brackets.
    outside: Head,
}

struct Open {
    is_impl: bool,
    head: Head,
}

/// What the tokens since the last item say of the braces that follow.
#[derive(Clone, Copy, PartialEq)]
enum Head {
    Nothing,
    Impl,
    Other,
}

impl Braces {
    /// Whether the brackets around a place, both of its numbers counted from one, are those of an `impl`.
    fn around(text: &str, line: usize, column: usize) -> bool {
        let before = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let (above, below) = text.split_at_checked(before).unwrap_or((text, ""));
        let within: usize = below.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
        let until = &text[..above.len() + within];
        let mut braces = Self { open: Vec::new(), outside: Head::Nothing };
        braces.read(until);
        braces.open.last().is_some_and(|open| open.is_impl)
    }

    fn head(&mut self) -> &mut Head {
        self.open.last_mut().map_or(&mut self.outside, |open| &mut open.head)
    }

    fn read(&mut self, text: &str) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '/' if chars.peek() == Some(&'/') => skip_line(&mut chars),
                '/' if chars.peek() == Some(&'*') => skip_comment(&mut chars),
                '"' => skip_string(&mut chars),
                '\'' => skip_char(&mut chars),
                '{' | '(' | '[' => {
                    let is_impl = c == '{' && *self.head() == Head::Impl;
                    self.open.push(Open { is_impl, head: Head::Nothing });
                }
                '}' => {
                    self.open.pop();
                    *self.head() = Head::Nothing;
                }
                ')' | ']' => _ = self.open.pop(),
                ';' => *self.head() = Head::Nothing,
                '#' | '!' => {}
                c if c == '_' || c.is_alphabetic() => self.read_word(c, &mut chars),
                c if c.is_whitespace() => {}
                _ if *self.head() == Head::Nothing => *self.head() = Head::Other,
                _ => {}
            }
        }
    }

    fn read_word(&mut self, first: char, chars: &mut Peekable<Chars<'_>>) {
        let mut word = String::from(first);
        while let Some(c) = chars.next_if(|c| *c == '_' || c.is_alphanumeric()) {
            word.push(c);
        }
        match (&*word, chars.peek()) {
            ("r" | "br" | "cr", Some('"' | '#')) => skip_raw(chars),
            ("pub" | "unsafe" | "default", _) => {}
            ("impl" | "trait", _) if *self.head() == Head::Nothing => *self.head() = Head::Impl,
            _ if *self.head() == Head::Nothing => *self.head() = Head::Other,
            _ => {}
        }
    }
}

fn skip_line(chars: &mut Peekable<Chars<'_>>) {
    chars.by_ref().find(|c| *c == '\n');
}

fn skip_comment(chars: &mut Peekable<Chars<'_>>) {
    let mut depth = 0_usize;
    let mut last = '/';
    for c in chars.by_ref() {
        match (last, c) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                last = c;
                continue;
            }
        }
        if depth == 0 {
            return;
        }
        // `/*/` opens and closes nothing.
        last = ' ';
    }
}

fn skip_string(chars: &mut Peekable<Chars<'_>>) {
    while let Some(c) = chars.next() {
        match c {
            '\\' => _ = chars.next(),
            '"' => return,
            _ => {}
        }
    }
}

/// A character, or a lifetime.
fn skip_char(chars: &mut Peekable<Chars<'_>>) {
    match chars.next() {
        Some('\\') => {
            chars.next();
            chars.by_ref().find(|c| *c == '\'');
        }
        Some(_) => _ = chars.next_if_eq(&'\''),
        None => {}
    }
}

/// A raw string from its first `#` or quotation mark; a raw identifier has none.
fn skip_raw(chars: &mut Peekable<Chars<'_>>) {
    let mut marks = 0;
    while chars.next_if_eq(&'#').is_some() {
        marks += 1;
    }
    if chars.next_if_eq(&'"').is_none() {
        return;
    }
    while let Some(c) = chars.next() {
        let mut found = 0;
        while c == '"' && found < marks && chars.next_if_eq(&'#').is_some() {
            found += 1;
        }
        if c == '"' && found == marks {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place of `@` in a text.
    fn is_impl(text: &str) -> bool {
        let before = &text[..text.find('@').expect("a place")];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
        Braces::around(text, line, column)
    }

    #[test]
    fn the_nearest_braces_decide() {
        for text in [
            "impl A { @",
            "#[a(b)]\npub unsafe trait A<'a>: B where C: 'a {\n    fn b() {}\n    ä @",
            "mod a { struct B; /* } /* } */ */ impl B { fn c() { \"}\\\"}\" } const D: char = '}'; @",
            "impl A { fn b() -> &'static str { r#\"}\"}\"# } @",
            "fn a() { impl B { @",
        ] {
            assert!(is_impl(text), "{text}");
        }
        for text in [
            "@",
            "mod a { @",
            "impl A {} @",
            "impl A {}\n\nmod b {\n    @",
            "impl A { fn b() { @",
            "impl A { b! { @",
            "impl A { b!( @",
            "fn a() -> impl B { @",
            "// impl A {\nmod b { @",
            "const A: &str = \"impl B {\"; mod c { @",
            "macro_rules! a { ($b:item) => { @",
            "struct A { a: impl_, } mod r#impl { @",
        ] {
            assert!(!is_impl(text), "{text}");
        }
    }
}
