//! Configurations in every way in which they can be written.

use std::fmt::Write as _;

/// What a test draws from: the same number makes the same test.
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`, by splitmix64.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % end as u64).unwrap()
    }

    pub(super) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub(super) fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    pub(super) fn shuffle<T>(&mut self, of: &mut [T]) {
        for at in (1..of.len()).rev() {
            of.swap(at, self.below(at + 1));
        }
    }
}

/// A configuration that lists these plugins.
pub(super) fn config(names: &[&str], random: &mut Random) -> String {
    let mut remarks = 0;
    let mut text = String::from("# top\nfirst = 1\n");
    match random.below(9) {
        0 => {
            let list = array(names, random, &mut remarks);
            write!(text, "[plugins]\nnetwork_allow = {list} # end\nother = ['x']\n").unwrap();
        }
        1 => {
            writeln!(text, "plugins.network_allow={}", array(names, random, &mut remarks)).unwrap();
        }
        2 => {
            let list = inline_table(names, random);
            let list =
                if random.chance(2) { list } else { format!("[ \"{}\" ]", names.join("\" , \"")) };
            writeln!(text, "plugins = {{ a = 1, network_allow = {list}, z = [] }}").unwrap();
        }
        3 => writeln!(text, "[plugins]\nnetwork_allow = {}", inline_table(names, random)).unwrap(),
        4 => {
            text += "[plugins.network_allow] # those\n";
            lines(&mut text, names, "", random, &mut remarks, false);
        }
        5 => {
            text += "[plugins]\nx = 1\n";
            lines(&mut text, names, "network_allow.", random, &mut remarks, true);
        }
        6 => lines(&mut text, names, "plugins . network_allow.", random, &mut remarks, true),
        _ => tables(&mut text, names, random, &mut remarks),
    }
    if random.chance(2) {
        text += "[after]\ny = 2\n# bottom\n";
    }
    if random.chance(3) {
        text = text.trim_end().to_owned();
    }
    if random.chance(3) {
        text = text.replace('\n', "\r\n");
    }
    if random.chance(4) {
        text.insert(0, '\u{feff}');
    }
    text
}

/// A remark that no other is like.
fn remark(remarks: &mut usize) -> String {
    *remarks += 1;
    format!("# \"{remarks}\", größer]")
}

fn key(name: &str, random: &mut Random) -> String {
    let bare = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    match random.below(3) {
        0 if bare => name.to_owned(),
        1 => format!("'{name}'"),
        _ => format!("\"{name}\""),
    }
}

fn array(names: &[&str], random: &mut Random, remarks: &mut usize) -> String {
    let mut list = String::from("[");
    let lines = !random.chance(3);
    for (at, name) in names.iter().enumerate() {
        let quote = random.pick(&["\"", "'"]);
        if lines && random.chance(4) {
            write!(list, "\n  {}\n", remark(remarks)).unwrap();
        }
        let alone = lines && !random.chance(4);
        list +=
            if alone { random.pick(&["\n  ", "\n\t", "\n\n  "]) } else { random.pick(&["", " "]) };
        write!(list, "{quote}{name}{quote}").unwrap();
        // One that stands there twice goes twice.
        if random.chance(8) {
            write!(list, ", \"{name}\"").unwrap();
        }
        if at + 1 < names.len() || random.chance(2) {
            list += random.pick(&[",", ",", ",", " , "]);
        }
        if lines && random.chance(3) {
            writeln!(list, " {}", remark(remarks)).unwrap();
        }
    }
    list + if lines { "\n]" } else { random.pick(&["]", " ]"]) }
}

fn value(random: &mut Random) -> &'static str {
    random.pick(&[
        "true",
        "false",
        "[ 'a', \"b\" ]",
        "{ a = 1, b = {} }",
        "\"\"\",\n#\n\"\"\"",
        "[ # x\n ]",
    ])
}

fn inline_table(names: &[&str], random: &mut Random) -> String {
    let members: Vec<_> = names
        .iter()
        .map(|name| {
            format!("{} = {}", key(name, random), random.pick(&["true", "[1, 2]", "{ a = 1 }"]))
        })
        .collect();
    format!("{{ {} }}", members.join(random.pick(&[", ", " , ", ","])))
}

/// A line or more for each entry, with others between them where there may be others.
fn lines(
    text: &mut String,
    names: &[&str],
    before: &str,
    random: &mut Random,
    remarks: &mut usize,
    others: bool,
) {
    for (at, name) in names.iter().enumerate() {
        if random.chance(3) {
            writeln!(text, "{}", remark(remarks)).unwrap();
        }
        if others && random.chance(3) {
            writeln!(text, "other{at} = {at}").unwrap();
        }
        *text += random.pick(&["", "", "\n", "  "]);
        let key = key(name, random);
        if random.chance(4) {
            write!(text, "{before}{key}.hosts = []\n{before}{key}.more = {{}}").unwrap();
        } else {
            write!(text, "{before}{key} = {}", value(random)).unwrap();
        }
        if random.chance(3) {
            write!(text, " {}", remark(remarks)).unwrap();
        }
        *text += "\n";
    }
    if random.chance(3) {
        writeln!(text, "{}", remark(remarks)).unwrap();
    }
}

/// A table for each entry.
fn tables(text: &mut String, names: &[&str], random: &mut Random, remarks: &mut usize) {
    if random.chance(4) {
        *text += "[plugins.network_allow]\n";
    }
    for (at, name) in names.iter().enumerate() {
        if random.chance(3) {
            write!(text, "\n{}\n", remark(remarks)).unwrap();
        }
        if random.chance(4) {
            writeln!(text, "[other{at}]\nx = {at}").unwrap();
        }
        let key = key(name, random);
        if random.chance(4) {
            write!(
                text,
                "[[plugins.network_allow.{key}]]\nx = 1\n[[plugins.network_allow.{key}]]\n"
            )
            .unwrap();
        } else {
            writeln!(text, "[plugins.network_allow.{key}] {}", remark(remarks)).unwrap();
        }
        writeln!(text, "hosts = {}", value(random)).unwrap();
    }
}
