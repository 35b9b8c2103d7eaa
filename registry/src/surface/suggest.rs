//! Names near one that stands for nothing. They are only ever told, never run.

use std::collections::BTreeSet;

use strsim::osa_distance;

use crate::name::normal_form;

/// How many names are told.
const MOST: usize = 3;

/// The longest text, in bytes, that is compared at all.
const MAX_COMPARED: usize = 128;

/// How far a name may be, in hundredths: 0 is the same, 100 has nothing in common.
const FARTHEST: usize = 34;

/// The names nearest to `name`, the nearest first, ties by name. Each of `names` is one that is
/// compared, and the one that is told in its place.
pub(crate) fn nearest<'n>(
    name: &str,
    names: impl Iterator<Item = (&'n str, &'n str)>,
) -> Vec<&'n str> {
    if name.len() > MAX_COMPARED {
        return Vec::new();
    }
    let name = Words::of(name);
    let near = names.map(|(compared, told)| (name.distance(&Words::of(compared)), told));
    let mut near: Vec<_> = near.filter(|(distance, _)| *distance <= FARTHEST).collect();
    near.sort_unstable();
    let mut told: Vec<&str> = Vec::new();
    for (_, name) in near {
        if told.len() < MOST && !told.contains(&name) {
            told.push(name);
        }
    }
    told
}

/// A name in its normal form, in its own order of words and in a sorted one.
struct Words {
    written: String,
    sorted: String,
    set: BTreeSet<String>,
}

impl Words {
    fn of(name: &str) -> Self {
        let written = normal_form(name);
        let set: BTreeSet<_> =
            written.split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect();
        let sorted = set.iter().map(String::as_str).collect::<Vec<_>>().join("_");
        Self { written, sorted, set }
    }

    /// The least of: typing errors, typing errors in another order of words, words not shared.
    fn distance(&self, other: &Self) -> usize {
        let typed = |a: &str, b: &str| osa_distance(a, b) * 100 / a.len().max(b.len()).max(1);
        let all = self.set.len() + other.set.len();
        let shared = self.set.intersection(&other.set).count();
        let not_shared = 100 - 200 * shared / all.max(1);
        typed(&self.written, &other.written).min(typed(&self.sorted, &other.sorted)).min(not_shared)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_another_order_and_typing_errors() {
        let names =
            ["list_dependabot_alerts", "list_issues", "read_file", "write_file", "exec_shell"];
        let near = |name: &str| nearest(name, names.into_iter().map(|name| (name, name)));
        assert_eq!(near("dependabot_list_alerts"), ["list_dependabot_alerts"]);
        assert_eq!(near("raed_file"), ["read_file"]);
        assert_eq!(near("readFiles"), ["read_file"]);
        assert_eq!(near("list_alerts"), ["list_dependabot_alerts"]);
        assert_eq!(near("frobnicate"), [""; 0]);
        assert_eq!(near(&"x".repeat(5000)), [""; 0]);
        assert_eq!(near(""), [""; 0]);
    }
}
