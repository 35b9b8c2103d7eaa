//! Every way into a tool reads what `serde_json` reads into an equivalent struct: the same values and the same
//! refusals, apart from what is said to be read beyond that. It depends on no surface.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value};
use toolcrib::provider::Provider;
use toolcrib::ready::{tool_call, tool_search};
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, Registry, Strategy, Surface, ToolError, tool, toolset};

use super::run;

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct All {
    text: String,
    big: u128,
    small: i128,
    float: f64,
    inner: Inner,
    list: Option<Vec<Inner>>,
    map: BTreeMap<String, i64>,
    #[serde(default)]
    count: u32,
    any: Option<Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Inner {
    x: i64,
    #[serde(default)]
    y: u8,
    z: Option<f64>,
}

/// Take fields.
#[tool(
    register = false,
    alias(
        name = "renamed",
        lifecycle = "hidden",
        rename(t = "text", b = "big", s = "small", f = "float", i = "inner", l = "list", m = "map", c = "count", a = "any")
    ),
    alias(name = "adapted", lifecycle = "hidden", adapt = leave),
    alias(name = "moved", lifecycle = "hidden", adapt = back)
)]
fn fields(
    text: String,
    big: u128,
    small: i128,
    float: f64,
    inner: Inner,
    list: Option<Vec<Inner>>,
    map: BTreeMap<String, i64>,
    #[arg(default)] count: u32,
    any: Option<Value>,
) -> String {
    let all = All { text, big, small, float, inner, list, map, count, any };
    format!("{all:?}")
}

/// Take a type.
#[tool(register = false)]
fn whole(Args(all): Args<All>) -> String {
    format!("{all:?}")
}

fn leave(_: &mut Map<String, Value>) -> Result<(), ToolError> {
    Ok(())
}

/// Gives each argument the name that it had in the text of the call, which had them with a `_`.
fn back(map: &mut Map<String, Value>) -> Result<(), ToolError> {
    let renamed = std::mem::take(map).into_iter();
    map.extend(
        renamed
            .map(|(key, value)| (key.strip_suffix('_').map_or(key.clone(), str::to_owned), value)),
    );
    Ok(())
}

const KEYS: [&str; 9] = ["text", "big", "small", "float", "inner", "list", "map", "count", "any"];

fn surfaces() -> [Surface; 2] {
    let registry = Registry::builder()
        .toolset(toolset![fields, whole, tool_call, tool_search])
        .build()
        .unwrap();
    let surface = || registry.surface().strategy(Strategy::Bridge);
    let strict = surface().provider(Provider::OpenAiResponses).strict_schemas(true);
    [surface().build().unwrap(), strict.build().unwrap()]
}

/// A source of choices.
struct Chance(u64);

impl Chance {
    /// Less than `most`.
    fn below(&mut self, most: usize) -> usize {
        // Splitmix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most as u64).unwrap()
    }

    fn one<'c>(&mut self, of: &[&'c str]) -> &'c str {
        of[self.below(of.len())]
    }

    /// One of those that can be read, and now and then one of those that cannot.
    fn mostly<'c>(&mut self, good: &[&'c str], bad: &[&'c str]) -> &'c str {
        let of = if !bad.is_empty() && self.below(50) == 0 { bad } else { good };
        self.one(of)
    }

    fn in_ten(&mut self, times: usize) -> bool {
        self.below(10) < times
    }
}

/// The text of a call, and what it means to a reader that knows neither whole numbers with a fraction, nor
/// `null` for what is left out, nor arrays in strings.
#[derive(Default)]
struct Text {
    called: String,
    meant: String,
}

impl Text {
    fn both(&mut self, text: &str) {
        self.called.push_str(text);
        self.meant.push_str(text);
    }
}

struct Writer {
    chance: Chance,
    text: Text,
    /// Whether the text says things in ways that only we read.
    is_lenient: bool,
    key_suffix: &'static str,
}

impl Writer {
    fn space(&mut self) {
        let space = self.chance.one(&["", "", "", " ", "\n", "\t ", "\r\n"]);
        self.text.both(space);
    }

    fn text(&mut self) {
        let string = self.chance.mostly(
            &[
                r#""""#,
                r#""a""#,
                r#""null""#,
                r#""é\n\"\\\u0041\ud83d\ude00""#,
                r#"",}]{[""#,
                r#""1.0""#,
            ],
            &[r#""\ud800""#, "\"\u{1}\"", r#""\x""#],
        );
        self.text.both(string);
        if self.chance.in_ten(1) {
            // A long one, with an escape or without.
            self.text.called.truncate(self.text.called.len() - string.len());
            self.text.meant.truncate(self.text.meant.len() - string.len());
            let long = format!(
                "\"{}{}\"",
                "long ".repeat(300),
                self.chance.mostly(&["", "\\n", "\\\"", "é"], &["\n"])
            );
            self.text.both(&long);
        }
    }

    fn integer(&mut self, good: &[&str], bad: &[&str]) {
        let value = self.chance.mostly(good, bad);
        self.text.meant.push_str(value);
        let is_plain = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        if self.is_lenient && is_plain && self.chance.in_ten(4) {
            let written = match (self.chance.below(4), value.strip_suffix('0')) {
                (0, _) => format!("{value}.0"),
                (1, Some(short)) if !matches!(short, "" | "-") => format!("{short}e1"),
                (2, _) if value != "0" => format!("{value}0e-1"),
                _ => format!("{value}.000E+0"),
            };
            self.text.called.push_str(&written);
        } else {
            self.text.called.push_str(value);
        }
    }

    /// Writes something that may as well come in a string.
    fn wrapped(&mut self, write: impl FnOnce(&mut Self)) {
        let is_wrapped = self.is_lenient && self.chance.in_ten(3);
        if !is_wrapped {
            return write(self);
        }
        let before = self.text.called.len();
        // What is in a string is in no second one.
        self.is_lenient = false;
        write(self);
        self.is_lenient = true;
        let inner = self.text.called.split_off(before);
        self.text.called.push_str(&Value::from(inner).to_string());
    }

    fn inner(&mut self) {
        self.object(
            |writer| {
                let mut members = vec![("x", true), ("y", false), ("z", true), ("w", true)];
                match writer.chance.below(50) {
                    0 => members.push(("x", true)),
                    1 => _ = members.remove(0),
                    _ => {}
                }
                members
            },
            |writer, key| match key {
                "x" => writer.integer(
                    &["0", "10", "-70", "9223372036854775807"],
                    &["9223372036854775808", "\"1\"", "1.5"],
                ),
                "y" => writer.integer(&["0", "20", "255"], &["256", "-1"]),
                "z" => writer.number(),
                _ => writer.any(2),
            },
        );
    }

    fn number(&mut self) {
        let number = self.chance.mostly(
            &["0.1", "1e3", "-0.0", "123456789.123456789", "3.3e-7", "5", "8.41e21"],
            &["1e999", "null", "00"],
        );
        self.text.both(number);
    }

    fn any(&mut self, depth: usize) {
        match self.chance.below(if depth == 0 { 3 } else { 5 }) {
            0 => self.text(),
            1 => self.number(),
            2 => {
                let value = self.chance.mostly(
                    &["null", "true", "18446744073709551616", "[1.0,null]", "\"[1]\""],
                    &["nul"],
                );
                self.text.both(value);
            }
            3 => {
                self.text.both("[");
                self.any(depth - 1);
                self.text.both("]");
            }
            _ => {
                let levels = if self.chance.below(50) == 0 { 300 } else { self.chance.below(80) };
                self.text.both(&"{\"a\":[".repeat(levels / 2));
                self.any(depth - 1);
                self.text.both(&"]}".repeat(levels / 2));
            }
        }
    }

    /// Writes an object: `null` stands for a member that is said to be left out so, now and then.
    fn object(
        &mut self,
        members: impl FnOnce(&mut Self) -> Vec<(&'static str, bool)>,
        mut value: impl FnMut(&mut Self, &'static str),
    ) {
        let mut members = members(self);
        for i in (1..members.len()).rev() {
            members.swap(i, self.chance.below(i + 1));
        }
        self.text.both("{");
        let (mut is_first_called, mut is_first_meant) = (true, true);
        for (key, takes_null) in members {
            let is_absent = self.is_lenient && !takes_null && self.chance.in_ten(4);
            let comma = |is_first: &mut bool| if std::mem::take(is_first) { "" } else { "," };
            self.text.called.push_str(comma(&mut is_first_called));
            if is_absent {
                let _ = write!(self.text.called, "\"{key}{}\" : null ", self.key_suffix);
                continue;
            }
            self.text.meant.push_str(comma(&mut is_first_meant));
            self.space();
            let escaped = format!("\\u{:04x}{}", u32::from(key.as_bytes()[0]), &key[1..]);
            let key_ = if self.chance.in_ten(1) { &*escaped } else { key };
            let suffix = self.key_suffix;
            self.text.both(&format!("\"{key_}{suffix}\""));
            self.space();
            self.text.both(":");
            self.space();
            let suffix = std::mem::take(&mut self.key_suffix);
            value(self, key);
            self.key_suffix = suffix;
            self.space();
        }
        self.text.both("}");
    }

    fn all(&mut self) {
        self.object(
            |writer| {
                let mut members: Vec<_> = KEYS.iter().map(|key| (*key, *key != "count")).collect();
                for _ in 0..2 {
                    if writer.chance.below(30) == 0 {
                        members.remove(writer.chance.below(members.len()));
                    }
                }
                if writer.chance.below(20) == 0 {
                    let at = KEYS.iter().position(|key| *key == "count");
                    let other =
                        (at.unwrap() + 1 + writer.chance.below(KEYS.len() - 1)) % KEYS.len();
                    members.push((KEYS[other], true));
                }
                if writer.chance.below(20) == 0 {
                    members.push(("more", true));
                }
                members
            },
            |writer, key| match key {
                "text" => writer.text(),
                "big" => writer.integer(
                    &[
                        "0",
                        "90",
                        "18446744073709551616",
                        "340282366920938463463374607431768211455",
                        "340282366920938463463374607431768211450",
                    ],
                    &["340282366920938463463374607431768211456", "-1"],
                ),
                "small" => writer.integer(
                    &[
                        "-5",
                        "-170141183460469231731687303715884105728",
                        "170141183460469231731687303715884105720",
                    ],
                    &["170141183460469231731687303715884105728"],
                ),
                "float" => writer.number(),
                "inner" => writer.wrapped(Self::inner),
                "list" => writer.wrapped(|writer| {
                    writer.text.both("[");
                    for i in 0..writer.chance.below(3) {
                        writer.text.both(if i == 0 { "" } else { "," });
                        writer.inner();
                    }
                    writer.text.both("]");
                }),
                "map" => writer.wrapped(|writer| {
                    writer.text.both("{\"a\":");
                    writer.integer(&["1", "20", "-300"], &["1.5"]);
                    let end = writer.chance.one(&["}", "}", "}", ",\"a\":1}", ",\"null\":0}"]);
                    writer.text.both(end);
                }),
                "count" => writer.integer(&["0", "40", "4294967295"], &["4294967296"]),
                _ => writer.any(2),
            },
        );
    }
}

fn text(seed: u64, is_lenient: bool, key_suffix: &'static str) -> Text {
    let mut writer = Writer { chance: Chance(seed), text: Text::default(), is_lenient, key_suffix };
    writer.all();
    if !is_lenient {
        let text = writer.text.meant;
        let text = damaged(text, &mut writer.chance);
        return Text { called: text.clone(), meant: text };
    }
    writer.text
}

/// Now and then with a byte more or less, or something behind.
fn damaged(mut text: String, chance: &mut Chance) -> String {
    let mut place = || loop {
        let at = chance.below(text.len());
        if text.is_char_boundary(at) {
            break (at, chance.below(40));
        }
    };
    match place() {
        (at, 0) => _ = text.remove(at),
        (at, 1) => text.insert_str(at, chance.one(&["}", ",", "\"", "\\", "x", "[", "\u{0}", "é"])),
        (at, 2) => text.truncate(at),
        (_, 3) => text.push_str(chance.one(&["x", "}", "{}", " ,", "null", "\u{b}"])),
        _ => {}
    }
    text
}

thread_local! {
    static SURFACES: [Surface; 2] = surfaces();
    static READ: Cell<[usize; 2]> = const { Cell::new([0; 2]) };
}

/// What each door makes of a text, by its name.
fn doors(seed: u64, is_lenient: bool) -> Vec<(&'static str, String, Result<String, String>)> {
    let Text { called, .. } = text(seed, is_lenient, "");
    let mut renamed = called.clone();
    // The keys of the root, which no value in these texts has.
    for key in KEYS {
        for (old, new) in [
            (format!("\"{key}\""), format!("\"{}\"", &key[..1])),
            (
                format!("\"\\u{:04x}{}\"", u32::from(key.as_bytes()[0]), &key[1..]),
                format!("\"{}\"", &key[..1]),
            ),
        ] {
            renamed = renamed.replace(&old, &new);
        }
    }
    let Text { called: suffixed, .. } = text(seed, is_lenient, "_");
    // Damage is by chance, and the suffix changes where it strikes.
    let suffixed = if is_lenient { suffixed } else { called.clone() };
    SURFACES.with(|surfaces| {
        let mut doors = Vec::new();
        for surface in surfaces {
            for (name, text) in [
                ("fields", &called),
                ("whole", &called),
                ("renamed", &renamed),
                ("adapted", &called),
                ("moved", &suffixed),
            ] {
                doors.push((name, text.clone(), run(surface, name, text)));
            }
            let bridged = format!(r#"{{"name":"whole","arguments":{called}}}"#);
            doors.push(("tool_call", bridged.clone(), run(surface, "tool_call", &bridged)));
        }
        doors
    })
}

fn reference(text: &str) -> Option<String> {
    let read = serde_json::from_str::<All>(text).ok().map(|all| format!("{all:?}"));
    READ.with(|counts| {
        let mut of = counts.get();
        of[usize::from(read.is_some())] += 1;
        counts.set(of);
    });
    read
}

#[test]
fn plain_texts_are_read_as_serde_json_reads_them() {
    check(false, 600);
}

#[test]
fn what_is_read_beyond_that_means_what_it_is_said_to_mean() {
    check(true, 600);
}

fn check(is_lenient: bool, cases: u32) {
    let cases =
        std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) };
    proptest!(config, |(seed: u64)| {
        let Text { called, meant } = text(seed, is_lenient, "");
        let expected = reference(&meant);
        for (door, given, read) in doors(seed, is_lenient) {
            // A `null` or a string where none is taken is what only we read, and damage can make one.
            let beyond = !is_lenient && expected.is_none() && may_be_read_beyond(&called);
            // A function is given values, and is not called with what they cannot hold. Of two that are
            // equal and written differently, it may give one for the other.
            let unheld = match serde_json::from_str::<BTreeMap<String, Value>>(&given) {
                Err(_) => matches!(door, "adapted" | "moved") && read.is_err(),
                Ok(all) => door == "moved" && all.values().any(|one| {
                    !one.is_null() && all.values().filter(|other| one == *other).count() > 1
                }),
            };
            prop_assert!(
                beyond || unheld || read.clone().ok() == expected,
                "{door}: {given}\nmeant {meant}\nread {read:?}\nnot {expected:?}"
            );
        }
    });
    let [refused, read] = READ.with(Cell::get);
    assert!(refused * 20 > read && read * 20 > refused, "{refused} refused, {read} read");
}

/// Whether a plain text that `serde_json` refuses may be one that is read all the same.
fn may_be_read_beyond(text: &str) -> bool {
    // Whole numbers with an exponent or a minus zero stand among the floats of these texts, and nulls too.
    let whole = serde_json::from_str::<Value>(text).ok();
    let in_place = |all: &Value, key: &str| {
        all.get(key).is_some_and(|value| value.is_null() || value.is_f64() || value.is_string())
    };
    whole.is_some_and(|all| {
        in_place(&all, "count") || in_place(&all["inner"], "x") || in_place(&all["inner"], "y")
    })
}
