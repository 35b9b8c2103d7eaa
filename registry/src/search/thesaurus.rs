//! What is known of English: words that say nothing, and words that stand for each other.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::stem::stem;

/// Words that say nothing about a tool, in texts and in queries.
const STOP: &str = "a about above after again all also am an and any are as at be because been \
    before being both but by can could did do does doing don each either else etc every for from \
    had has have having he her here him his how i if in into is it its itself just let may me \
    might more most must my no nor not of on once only or other our out over own per same shall \
    she should so some such than that the their them then there these they this those through to \
    too under until us very via was we were what when where which while who whom whose why will \
    with within without would you your e g ie eg s t";

/// What people say around a request. It says nothing in a query and is left in texts.
const POLITE: &str = "please need want help assist assistance like tell give provide know thank \
    thanks would able gather first firstly second secondly third next finally lastly additionally \
    furthermore moreover afterwards specifically interested looking task tasks using use used tool \
    based";

/// Words that may stand for each other, a line each. A word may stand in several.
///
/// They are those of computing. Lines for everyday things (weather, illness, travel) gained nothing on
/// Seal-Tools, which has such tools, and lines for one server's tools only with the queries in view for
/// which they were written: on later queries nothing. See `benches/search.rs` of the tests.
const RELATED: &[&str] = &[
    // Reading.
    "get retrieve fetch obtain read show see view display return access",
    "find search locate discover query lookup look seek",
    "list enumerate show browse all",
    "describe explain detail info information metadata about",
    "check verify validate confirm test",
    "analyze examine inspect assess evaluate study review",
    "compare diff difference contrast change",
    "monitor track watch observe",
    "count number total sum amount",
    "calculate compute estimate determine",
    // Writing.
    "create make new add generate build start open",
    "add insert append attach put",
    "write save store record persist",
    "delete remove erase drop discard destroy clear trash",
    "update edit modify change alter adjust set revise",
    "replace overwrite substitute swap",
    "rename move relocate",
    "copy duplicate clone fork",
    "merge combine join unite",
    "convert transform translate",
    "compress gzip zip archive",
    "send post submit deliver publish",
    "answer reply respond response",
    "comment note remark feedback",
    "upload attach import",
    "download export save fetch get",
    "assign allocate delegate",
    "approve accept allow permit confirm",
    "undo revert reset restore rollback",
    "hide dismiss ignore mute",
    // Doing.
    "run execute launch start invoke trigger perform",
    "stop cancel kill abort terminate end quit",
    "close shut finish resolve",
    "go navigate visit open browse",
    "wait sleep delay pause",
    "turn switch toggle enable activate",
    // Commands and abbreviations that names are made of.
    "ls list",
    "grep search",
    "glob find pattern",
    "cmd command",
    "str string",
    "editor edit",
    // Things.
    "directory folder",
    "file document doc",
    "repository repo project",
    "picture image photo screenshot",
    "page site website webpage web url link",
    "browser web",
    "email mail message",
    "issue bug ticket problem",
    "pr pullrequest",
    "message notification",
    "user person member account people",
    "organization org company",
    "secret credential password token",
    "error failure fault exception",
    "alert warning vulnerability",
    "setting configuration config option preference",
    "environment env",
    "database db",
    "table sheet spreadsheet",
    "variable var parameter",
    "function method",
    "script code program",
    "js javascript",
    "terminal shell command bash",
    "ui interface",
    "form field",
    "tag label",
    "version release",
    "task todo job",
    "time clock date hour",
    "timezone zone",
    "text string content",
    "log history",
    "tree hierarchy",
    "size dimension large big",
    "last latest recent newest current",
    "text txt",
    "audio sound",
    "several multiple many",
];

/// The words of `line`, as stems.
fn stems(line: &str) -> impl Iterator<Item = String> {
    line.split_ascii_whitespace().map(|word| {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    })
}

/// How much a word says of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// As much as it is rare.
    Something,
    /// In a query it is mere manners.
    Manners,
    /// Nothing anywhere.
    Nothing,
}

/// How much `word`, in lower case and as it was written, says of a tool.
pub(super) fn says(word: &str) -> Says {
    static WORDS: LazyLock<HashMap<&str, Says, FixedState>> = LazyLock::new(|| {
        let lists = [(POLITE, Says::Manners), (STOP, Says::Nothing)];
        let of = |(words, says): (&'static str, Says)| {
            words.split_ascii_whitespace().map(move |word| (word, says))
        };
        lists.into_iter().flat_map(of).collect()
    });
    WORDS.get(word).copied().unwrap_or(Says::Something)
}

/// For each stem of the thesaurus the stems of the words that may stand for it.
pub(super) fn relatives() -> &'static BTreeMap<String, Vec<String>> {
    static RELATIVES: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
        let mut all = BTreeMap::<_, Vec<_>>::new();
        for line in RELATED {
            for one in stems(line) {
                let others = stems(line).filter(|other| *other != one);
                all.entry(one.clone()).or_default().extend(others);
            }
        }
        for others in all.values_mut() {
            others.sort_unstable();
            others.dedup();
        }
        all
    });
    &RELATIVES
}
