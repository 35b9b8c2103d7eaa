//! Words: how a text, an identifier and a query are cut up.

/// The longest word, in bytes, that is looked at; a longer one is data, not a word.
const MAX_WORD: usize = 40;

/// Calls `each` with every word of `text` in lower case, unless it is longer than [`MAX_WORD`].
///
/// A word is a run of letters and digits, and `camelCase` is cut before the hump: `readFile`,
/// `read_file`, `read-file` and `read/file` are the words `read` and `file`. An apostrophe ends a
/// word and takes the letter after it along (`user's` is `user`). Where a script has no spaces each
/// character is a word.
pub(super) fn each_word(text: &str, mut each: impl FnMut(&str)) {
    let mut word = String::new();
    let mut before = None::<char>;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if !c.is_alphanumeric() {
            flush(&mut word, &mut each);
            if matches!(c, '\'' | '’') && before.is_some_and(char::is_alphabetic) {
                skip_ending(&mut chars);
            }
            before = None;
            continue;
        }
        let alone = stands_alone(c);
        let after_word = before.is_some_and(|b| b.is_lowercase() || b.is_numeric());
        let ends_acronym = before.is_some_and(char::is_uppercase)
            && chars.peek().is_some_and(|next| next.is_lowercase());
        if alone || (c.is_uppercase() && (after_word || ends_acronym)) {
            flush(&mut word, &mut each);
        }
        if c.is_ascii() {
            word.push(c.to_ascii_lowercase());
        } else {
            word.extend(c.to_lowercase());
        }
        if alone {
            flush(&mut word, &mut each);
        }
        before = (!alone).then_some(c);
    }
    flush(&mut word, &mut each);
}

/// The same without a look inside identifiers: what is not a letter or a digit ends a word.
pub(super) fn each_word_as_written(text: &str, mut each: impl FnMut(&str)) {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.for_each(|word| each(&word.to_lowercase()));
}

fn flush(word: &mut String, each: &mut impl FnMut(&str)) {
    if !word.is_empty() && word.len() <= MAX_WORD {
        each(word);
    }
    word.clear();
}

/// Drops one letter if a word ends after it: the `s` of `user's`, the `t` of `don't`.
fn skip_ending(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let mut ahead = chars.clone();
    if ahead.next().is_some_and(char::is_alphabetic)
        && ahead.peek().is_none_or(|next| !next.is_alphanumeric())
    {
        chars.next();
    }
}

/// Kana, ideographs and the scripts of South-East Asia, which are written without spaces.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// What all spellings of a name have in common: its letters and digits, in lower case.
pub(super) fn spelling(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The sentences of `text`, and at least one: parted where `.`, `!`, `?` or `;` ends a word, and at line breaks.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let ends = match c {
                '\n' | '。' | '！' | '？' => true,
                '.' | '!' | '?' | ';' => chars.peek().is_none_or(|(_, next)| next.is_whitespace()),
                _ => false,
            };
            if ends {
                rest = Some(&text[at + c.len_utf8()..]);
                return Some(&text[..at]);
            }
        }
        rest = None;
        Some(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        each_word(text, |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn identifiers_are_cut_into_words() {
        for name in
            ["read_text_file", "read-text.file", "read/text/file", "readTextFile", "ReadTextFile"]
        {
            assert_eq!(words(name), ["read", "text", "file"], "{name}");
            assert_eq!(spelling(name), "readtextfile");
        }
        assert_eq!(words("getHTTPUrl2Go base64"), ["get", "http", "url2", "go", "base64"]);
    }

    #[test]
    fn prose_is_cut_into_words() {
        assert_eq!(
            words("Don't read the user's (files)!"),
            ["don", "read", "the", "user", "files"]
        );
        assert_eq!(words("Straße ÜBER"), ["straße", "über"]);
        assert_eq!(words("読む file"), ["読", "む", "file"]);
        assert_eq!(words(&"x".repeat(41)), [""; 0]);
    }

    #[test]
    fn a_sentence_ends_where_a_word_ends() {
        let all = |text| sentences(text).collect::<Vec<_>>();
        assert_eq!(all("Read a.txt. Then v1.2\nstop"), ["Read a.txt", " Then v1.2", "stop"]);
        assert_eq!(all(""), [""]);
    }
}
