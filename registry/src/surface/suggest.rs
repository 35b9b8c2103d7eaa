//! Names near one that stands for nothing. They are only ever told, never run.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::name::normal_form;

/// How many names are told.
pub(super) const MOST: usize = 3;

/// The longest text, in bytes, that is compared at all.
const MAX_COMPARED: usize = 256;

/// The most words of a name that are looked at.
const MAX_WORDS: usize = 8;

/// The longest word, or name without what parts its words, that may be mistyped.
const MAX_TYPED: usize = 96;

/// The most names that are looked at for one of a name's words.
const MAX_NAMES: usize = 96;

/// The most known words that are held against one, letter by letter.
const MAX_LETTERED: usize = 64;

/// How far a name may be, in hundredths: 0 is the same, 100 has nothing in common.
const FARTHEST: u32 = 34;

/// How much farther than the nearest one another may be.
const BESIDE: u32 = 15;

/// A name that is so near is meant: nothing else is looked for.
const SURE: u32 = 20;

/// How near a name is: the least of them is the nearest. The distance; whether it begins with another
/// word; how many words it has.
pub(super) type Nearness = (u32, bool, usize);

/// The names nearest to `name`, the nearest first. Each of `names` is one that is compared, and the
/// one that is told in its place. For a single question; [`NearNames`] is for more.
pub(crate) fn nearest<'n>(
    name: &str,
    names: impl Iterator<Item = (&'n str, &'n str)>,
) -> Vec<&'n str> {
    let (compared, told): (Vec<_>, Vec<_>) = names.unzip();
    let known = NearNames::new(compared.into_iter().zip(0..));
    known.told(name, |at| told.get(at as usize).copied())
}

/// At most three names: those that are `near`, and where none is so near that it must be meant, those
/// that `search` finds by the words of what was asked.
pub(super) fn complete<'n>(
    asked: &Asked,
    near: Vec<(Nearness, &'n str)>,
    search: impl FnOnce(&str) -> Vec<&'n str>,
) -> Vec<&'n str> {
    let is_sure = near.iter().any(|((distance, ..), _)| *distance <= SURE);
    let mut told = settle(near);
    if let (false, Some(words)) = (is_sure, asked.words()) {
        for name in search(&words) {
            if told.len() < MOST && !told.contains(&name) {
                told.push(name);
            }
        }
    }
    told
}

/// At most three of `near`, the nearest first, ties by name. One that is the same but for its spelling
/// leaves out the others.
pub(super) fn settle(mut near: Vec<(Nearness, &str)>) -> Vec<&str> {
    near.sort_unstable();
    let farthest = match near.first() {
        Some(((0, ..), _)) | None => 0,
        Some(((nearest, ..), _)) => nearest + BESIDE,
    };
    let mut told: Vec<&str> = Vec::new();
    for (_, name) in near.into_iter().take_while(|((distance, ..), _)| *distance <= farthest) {
        if told.len() < MOST && !told.contains(&name) {
            told.push(name);
        }
    }
    told
}

/// A name that stands for nothing, without what a model's harness puts around names.
pub(super) struct Asked {
    /// In normal form: as a whole, and the part that is the tool's where others stand before it.
    forms: Vec<String>,
}

impl Asked {
    /// Reads `name`. Of a long text only the beginning is looked at.
    pub(super) fn of(name: &str) -> Self {
        let cut = (0..=MAX_COMPARED.min(name.len())).rev().find(|at| name.is_char_boundary(*at));
        let head = &name[..cut.unwrap_or(0)];
        let head = head.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
        // `read_file()`, `read_file<|channel|>json`, `"read_file"`
        let ends = |c: char| c.is_control() || "(){}[]<>|`\"'".contains(c);
        let end = head.find(ends);
        if end.is_none() && name.len() > MAX_COMPARED {
            return Self { forms: Vec::new() };
        }
        let head = head[..end.unwrap_or(head.len())].trim_end();
        // The number of a call: `functions.read_file:0`.
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let head = match head.rsplit_once(':') {
            Some((head, number)) if is_number(number) => head,
            _ => head,
        };
        // `functions.read_file`, `tool:read_file`, `web/fetch`, `mcp__server__read_file`
        let own = head.rsplit(['.', ':', '/', '=']).find(|part| !part.is_empty()).unwrap_or(head);
        let own = own.rsplit("__").find(|part| !part.is_empty()).unwrap_or(own);
        let mut forms = vec![normal_form(head)];
        if own.len() < head.len() {
            forms.push(normal_form(own));
        }
        forms.retain(|form| form.contains(char::is_alphanumeric));
        Self { forms }
    }

    /// The words to search for: those of the tool's own part.
    pub(super) fn words(&self) -> Option<String> {
        Some(words(self.forms.last()?).collect::<Vec<_>>().join(" "))
    }
}

/// Names that are told, made ready to be compared: by their words, and by their letters.
///
/// A text is held against few names: those that have a word of it, or one that is like it. So a
/// question costs microseconds, whatever the number of names; and a name that may not be told is as
/// if it were not there.
#[derive(Debug, Clone, Default)]
pub(crate) struct NearNames {
    names: Vec<Name>,
    /// The words of all names, in the order of each name, as places in `known`.
    words: Vec<u32>,
    /// Words, and names without what parts their words: by length, then by letters.
    known: Vec<Known>,
    /// Which letters each of them has, side by side.
    letters: Vec<u32>,
    text: String,
    /// The names that have each of them, the shortest first.
    postings: Vec<u32>,
}

#[derive(Debug, Clone)]
struct Name {
    words: Range<u32>,
    told: u32,
}

#[derive(Debug, Clone)]
struct Known {
    text: Range<u32>,
    /// The names that have it as a word.
    within: Range<u32>,
    /// The names that are it.
    whole: Range<u32>,
}

impl NearNames {
    /// Of names that are compared, each with the number of the one that is told in its place.
    pub(crate) fn new<'n>(names: impl Iterator<Item = (&'n str, u32)>) -> Self {
        let forms: Vec<_> = names.map(|(name, told)| (normal_form(name), told)).collect();
        let wholes: Vec<String> = forms.iter().map(|(form, _)| words(form).collect()).collect();
        // By length and text: the names within which it is a word, and those that are it.
        let mut found = BTreeMap::<(usize, &str), [Vec<u32>; 2]>::new();
        for (at, ((form, _), whole)) in (0..).zip(forms.iter().zip(&wholes)) {
            for word in each_once(form) {
                found.entry((word.len(), word)).or_default()[0].push(at);
            }
            found.entry((whole.len(), whole)).or_default()[1].push(at);
        }
        let mut index = Self::default();
        let count = |form: &str| each_once(form).count();
        let counts: Vec<_> = forms.iter().map(|(form, _)| count(form)).collect();
        for ((_, text), mut names) in found.iter().map(|(key, names)| (key, names.clone())) {
            let start = narrow(index.text.len());
            index.text.push_str(text);
            let [within, whole] = names.each_mut().map(|names| {
                names.sort_by_key(|name| counts[*name as usize]);
                let start = narrow(index.postings.len());
                index.postings.extend_from_slice(names);
                start..narrow(index.postings.len())
            });
            index.letters.push(letters(text));
            index.known.push(Known { text: start..narrow(index.text.len()), within, whole });
        }
        let places: BTreeMap<_, u32> = found.keys().map(|(_, text)| *text).zip(0..).collect();
        for (form, told) in &forms {
            let start = narrow(index.words.len());
            index.words.extend(each_once(form).map(|word| places[word]));
            let words = start..narrow(index.words.len());
            index.names.push(Name { words, told: *told });
        }
        index
    }

    /// The names that are told for the nearest ones, by their numbers.
    pub(crate) fn told<'n>(
        &self,
        name: &str,
        told: impl Fn(u32) -> Option<&'n str>,
    ) -> Vec<&'n str> {
        let near = self.near(&Asked::of(name), |_| true).into_iter();
        settle(near.filter_map(|(nearness, at)| Some((nearness, told(at)?))).collect())
    }

    /// The names that are near, each with how near: not more than once for each that is told. Only
    /// those are told for which `may` holds, and no other has any influence.
    pub(super) fn near(&self, asked: &Asked, may: impl Fn(u32) -> bool) -> Vec<(Nearness, u32)> {
        let mut near = Vec::new();
        for (at, form) in (0..).zip(&asked.forms) {
            let start = near.len();
            self.near_form(form, &may, &mut near);
            // What is the same as a whole is nearer than what is the same in part.
            near[start..].iter_mut().for_each(|((distance, ..), _)| *distance += at);
        }
        near.retain(|((distance, ..), _)| *distance <= FARTHEST);
        near.sort_unstable_by_key(|(nearness, told)| (*told, *nearness));
        near.dedup_by_key(|(_, told)| *told);
        near
    }

    fn near_form(&self, form: &str, may: &impl Fn(u32) -> bool, near: &mut Vec<(Nearness, u32)>) {
        let may = |name: &u32| may(self.names[*name as usize].told);
        let mut alike: Vec<(u32, u32)> = Vec::new();
        let mut asked: Vec<Range<usize>> = Vec::new();
        let mut names: Vec<u32> = Vec::new();
        for word in each_once(form).take(MAX_WORDS) {
            let start = alike.len();
            self.alike(word, |known| self.of(&known.within).iter().any(may), &mut alike);
            for (known, _) in &alike[start..] {
                let within = self.of(&self.known[*known as usize].within).iter();
                names.extend(within.filter(|name| may(name)).take(MAX_NAMES));
            }
            asked.push(start..alike.len());
        }
        names.sort_unstable();
        names.dedup();
        for name in names {
            let Name { words, told } = &self.names[name as usize];
            let words = &self.words[words.start as usize..words.end as usize];
            let share = |range: &Range<usize>| {
                let its = alike[range.clone()].iter().filter(|(known, _)| words.contains(known));
                its.map(|(_, share)| *share).max().unwrap_or(0)
            };
            let shared: u32 = asked.iter().map(share).sum();
            let distance = 100_u32.saturating_sub(2 * shared / narrow(asked.len() + words.len()));
            let first = asked.first().map_or(&[][..], |range| &alike[range.clone()]);
            let begins = first.iter().any(|(known, _)| words.first() == Some(known));
            near.push(((distance, !begins, words.len()), *told));
        }
        // Words that are parted otherwise, or mistyped at several places.
        let whole: String = words(form).collect();
        let start = alike.len();
        self.alike(&whole, |known| self.of(&known.whole).iter().any(may), &mut alike);
        for (known, share) in &alike[start..] {
            let whole = self.of(&self.known[*known as usize].whole).iter();
            for name in whole.filter(|name| may(name)).take(MAX_NAMES) {
                let Name { words, told } = &self.names[*name as usize];
                near.push(((100 - share, false, words.len()), *told));
            }
        }
    }

    /// Adds what is known and `is_there` and is `word`, or is like it where nothing is it: its place,
    /// and how much of it is the same, in hundredths.
    fn alike(&self, word: &str, is_there: impl Fn(&Known) -> bool, alike: &mut Vec<(u32, u32)>) {
        let place = |known: &Known| (known.text.len(), self.text_of(known));
        let same = self.known.binary_search_by(|known| place(known).cmp(&(word.len(), word)));
        if let Ok(at) = same
            && is_there(&self.known[at])
        {
            return alike.push((narrow(at), 100));
        }
        // One in four letters.
        let errors = (word.len() / 4).min(3);
        if errors == 0 || word.len() > MAX_TYPED {
            return;
        }
        let of_length = |len: usize| self.known.partition_point(|known| known.text.len() < len);
        let (first, end) = (of_length(word.len() - errors), of_length(word.len() + errors + 1));
        let its_letters = letters(word);
        let differ = |at: &usize| (self.letters[*at] ^ its_letters).count_ones() as usize;
        let close = (first..end).map(|at| (differ(&at), at));
        let close: Vec<_> = close.filter(|(differ, _)| *differ <= 2 * errors).collect();
        // The likeliest first, so that the bound leaves out others.
        let likeliest = (0..=2 * errors).flat_map(|wanted| {
            close.iter().filter(move |(differ, _)| *differ == wanted).map(|(_, at)| *at)
        });
        for at in likeliest.filter(|at| is_there(&self.known[*at])).take(MAX_LETTERED) {
            let other = self.text_of(&self.known[at]);
            if let Some(distance) = typing_errors(word.as_bytes(), other.as_bytes(), errors) {
                let longer = word.len().max(other.len());
                alike.push((narrow(at), narrow(100 - 100 * distance / longer)));
            }
        }
    }

    fn text_of(&self, known: &Known) -> &str {
        &self.text[known.text.start as usize..known.text.end as usize]
    }

    fn of(&self, postings: &Range<u32>) -> &[u32] {
        &self.postings[postings.start as usize..postings.end as usize]
    }
}

/// The words of a normal form.
fn words(form: &str) -> impl Iterator<Item = &str> {
    form.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The same, each once.
fn each_once(form: &str) -> impl Iterator<Item = &str> {
    words(form)
        .enumerate()
        .filter(|(at, word)| !words(form).take(*at).any(|one| one == *word))
        .map(|(_, word)| word)
}

/// Which letters a word has, a bit for each: a typing error changes two bits at most.
fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |letters, byte| letters | 1 << (byte & 31))
}

/// Each place is that of a text in memory, or a number up to a hundred.
fn narrow(place: usize) -> u32 {
    u32::try_from(place).expect("fewer than four billion bytes of names")
}

/// How many letters are wrong, missing, too many or changed with their neighbour, where these are at
/// most `most`: optimal string alignment, of which only what lies near the diagonal is worked out.
fn typing_errors(one: &[u8], other: &[u8], most: usize) -> Option<usize> {
    const ROW: usize = MAX_TYPED + 8;
    if one.len().abs_diff(other.len()) > most || one.len().max(other.len()) > MAX_TYPED + 3 {
        return None;
    }
    // A cell is at most the length of the longer one.
    let number = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
    let too_many = number(most + 1);
    let (mut a, mut b, mut c) = ([0_u8; ROW], [0_u8; ROW], [0_u8; ROW]);
    let (mut before, mut last, mut row) = (&mut a, &mut b, &mut c);
    for (at, cell) in last.iter_mut().enumerate() {
        *cell = number(at);
    }
    for i in 1..=one.len() {
        let (from, to) = (i.saturating_sub(most).max(1), other.len().min(i + most));
        // What lies beside the diagonal is too far.
        row[from - 1] = if from == 1 { number(i) } else { too_many };
        row[to + 1] = too_many;
        let mut fewest = row[from - 1];
        for j in from..=to {
            let wrong = u8::from(one[i - 1] != other[j - 1]);
            let mut cell = (last[j - 1] + wrong).min(row[j - 1] + 1).min(last[j] + 1);
            if i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1] {
                cell = cell.min(before[j - 2] + 1);
            }
            row[j] = cell;
            fewest = fewest.min(cell);
        }
        if fewest >= too_many {
            return None;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    let errors = usize::from(last[other.len()]);
    (errors <= most).then_some(errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 7] = [
        "list_dependabot_alerts",
        "list_issues",
        "handle_read",
        "read_file",
        "todo_write",
        "write_file",
        "exec_shell",
    ];

    fn near(name: &str) -> Vec<&'static str> {
        nearest(name, NAMES.into_iter().map(|name| (name, name)))
    }

    #[test]
    fn words_in_another_order_and_typing_errors() {
        assert_eq!(near("dependabot_list_alerts"), ["list_dependabot_alerts"]);
        assert_eq!(near("raed_file"), ["read_file"]);
        assert_eq!(near("readFiles"), ["read_file"]);
        assert_eq!(near("readfile"), ["read_file"]);
        assert_eq!(near("exceshell"), ["exec_shell"]);
        assert_eq!(near("list_alerts"), ["list_dependabot_alerts"]);
        assert_eq!(near("frobnicate"), [""; 0]);
        assert_eq!(near(&"x".repeat(5000)), [""; 0]);
        assert_eq!(near(""), [""; 0]);
        assert_eq!(near("..__()"), [""; 0]);
    }

    #[test]
    fn a_name_that_begins_with_the_word_goes_before_one_that_ends_with_it() {
        assert_eq!(near("Read"), ["read_file", "handle_read"]);
        assert_eq!(near("Write"), ["write_file", "todo_write"]);
    }

    #[test]
    fn what_a_harness_puts_around_a_name_is_left_out() {
        for name in [
            "functions.read_file",
            "functions.read_file:0",
            "default_api.read_file",
            "default_api:read_file",
            "read_file<|channel|>json",
            "mcp__server__read_file",
            "tool:read_file",
            "read_file()",
            "read_file({\"path\": \"a\"})",
            "\"read_file\"",
            "'read_file'",
            "`read_file`",
            "<function=read_file>",
            "server/read_file",
            "  read_file\n",
            &format!("read_file({}", "x".repeat(1 << 20)),
        ] {
            assert_eq!(near(name), ["read_file"], "{}", &name[..name.len().min(40)]);
        }
        // The whole goes before a part.
        let names = ["create_issue", "github__create_issue"];
        let near = nearest("github__create_issue_", names.into_iter().map(|name| (name, name)));
        assert_eq!(near.first(), Some(&"github__create_issue"));
    }

    #[test]
    fn names_that_may_not_be_told_have_no_influence() {
        let many: Vec<_> = (0..2000).map(|n| format!("read_{n}")).collect();
        let all = many.iter().map(String::as_str).chain(NAMES);
        let known = NearNames::new(all.zip(0..));
        let some = NearNames::new(NAMES.into_iter().zip(2000..));
        for name in
            ["read", "raed_file", "read_17", "raedfile", "list_alrets", "exec", "shell_read"]
        {
            let asked = Asked::of(name);
            assert_eq!(
                known.near(&asked, |told| told >= 2000),
                some.near(&asked, |_| true),
                "{name}"
            );
        }
    }

    #[test]
    fn typing_errors_are_those_of_the_whole_table() {
        let words =
            ["", "a", "ab", "ba", "abc", "acb", "read", "raed", "reads", "write", "wirte", "ca"];
        for one in words {
            for other in words {
                let all = strsim::osa_distance(one, other);
                for most in 1..=3 {
                    let found = typing_errors(one.as_bytes(), other.as_bytes(), most);
                    assert_eq!(found, (all <= most).then_some(all), "{one} {other} {most}");
                }
            }
        }
    }
}
