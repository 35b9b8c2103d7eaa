//! Stems: one form for the inflections of an English word.

/// The shortest stem that is left of a word whose ending goes.
const MIN_STEM: usize = 3;

/// Endings and what stands in their place, with the least length of what stays before them. The
/// first that fits is taken. `create`, `creates`, `created`, `creating`, `creation` and `creator`
/// become one, and so do `retrieve` and `retrieval`, `analyze` and `analysis`.
const ENDINGS: &[(&str, &str, usize)] = &[
    ("ysis", "ys", 2),
    ("yses", "ys", 2),
    ("ations", "at", MIN_STEM),
    ("ation", "at", MIN_STEM),
    ("ions", "", 4),
    ("ion", "", 4),
    ("ators", "at", MIN_STEM),
    ("ator", "at", MIN_STEM),
    ("abilities", "abl", 2),
    ("ability", "abl", 2),
    ("ments", "", 5),
    ("ment", "", 5),
    ("als", "", 5),
    ("al", "", 5),
    ("ings", "", MIN_STEM),
    ("ing", "", MIN_STEM),
    ("ied", "y", 2),
    ("ed", "", MIN_STEM),
    ("ies", "y", 2),
    ("sses", "ss", 1),
    ("xes", "x", 1),
    ("ches", "ch", 1),
    ("shes", "sh", 1),
    ("zes", "z", 2),
    ("ers", "", 4),
    ("er", "", 4),
    ("ly", "", 4),
    ("ss", "ss", 1),
    ("us", "us", 1),
    ("is", "is", 1),
    ("s", "", 2),
];

/// Reduces `word`, in lower case, to its stem: a form for comparison, often not a word.
pub(super) fn stem(word: &mut String) {
    if word.len() <= MIN_STEM || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    let last = word.as_bytes().last().copied();
    let fits = |(ending, _, least): &&(&str, &str, usize)| {
        // Most endings fall at the last letter, without a look at the others.
        ending.as_bytes().last().copied() == last
            && word.strip_suffix(ending).is_some_and(|stem| stem.len() >= *least && has_vowel(stem))
    };
    if let Some((ending, instead, _)) = ENDINGS.iter().find(fits) {
        word.truncate(word.len() - ending.len());
        word.push_str(instead);
    }
    while word.len() > MIN_STEM && word.ends_with('e') {
        word.pop();
    }
    // British and American: `organise`, `analyze`.
    if word.ends_with("iz") || word.ends_with("yz") {
        word.pop();
        word.push('s');
    }
    let [.., before, last] = word.as_bytes() else { return };
    if before == last && !b"aeiou".contains(last) && word.len() > MIN_STEM {
        word.pop();
    }
}

fn has_vowel(stem: &str) -> bool {
    stem.bytes().any(|b| b"aeiouy".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(word: &str) -> String {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    }

    #[test]
    fn inflections_of_a_word_have_one_stem() {
        for family in [
            "create creates created creating creation creator",
            "analyze analyse analyzing analyzed analysis analyses",
            "retrieve retrieves retrieval retrieving",
            "query queries queried querying",
            "run running runs",
            "call calls called calling caller",
            "process processes processing processed",
            "address addresses",
            "branch branches branching",
            "organise organize organising organizing",
            "assessment assess assessments assessing",
            "file files",
            "convert converter converting converts",
        ] {
            let stems: Vec<_> = family.split(' ').map(of).collect();
            assert!(stems.iter().all(|one| *one == stems[0]), "{stems:?}");
        }
    }

    #[test]
    fn words_that_are_not_kin_stay_apart() {
        for (one, other) in [("status", "state"), ("use", "us"), ("thing", "the"), ("user", "us")] {
            assert_ne!(of(one), of(other));
        }
        for word in ["bed", "is", "über", "s3", "ring", ""] {
            assert_eq!(of(word), word);
        }
    }
}
