//! Whole numbers that are written with a fraction or an exponent, digit by digit.

/// The longest number that any integer type holds: the digits of 2^128.
const MOST: usize = 39;

/// Whether the text of a JSON number is that of a whole one, by JSON Schema's rule: its fractional part
/// is zero (draft 2020-12, validation, section 6.1.1), as in `1`, `1.0` and `1e2`.
pub(super) fn is_whole(text: &str) -> bool {
    parts(text).is_some_and(|number| number.digits.is_empty() || number.exponent >= 0)
}

/// A whole number, as serde's integers are read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Integer {
    /// It is written so already, or is not whole.
    Plain,
    /// How it is written so: `100` for `1e2`, `0` for `-0.0`. No digit is rounded.
    Rewritten(String),
    /// No type is so large.
    TooLarge,
}

/// How a whole number is written for a type that reads digits only.
pub(super) fn as_integer(text: &str) -> Integer {
    if text != "-0" && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return Integer::Plain;
    }
    match parts(text) {
        Some(Parts { digits, .. }) if digits.is_empty() => Integer::Rewritten("0".into()),
        Some(Parts { is_negative, digits, exponent }) if exponent >= 0 => {
            let zeros = usize::try_from(exponent).unwrap_or(MOST);
            if zeros.saturating_add(digits.len()) > MOST {
                return Integer::TooLarge;
            }
            let sign = if is_negative { "-" } else { "" };
            Integer::Rewritten(format!("{sign}{digits}{}", "0".repeat(zeros)))
        }
        _ => Integer::Plain,
    }
}

/// A number as `digits` × 10^`exponent`, with no zero at either end of the digits; none for zero.
struct Parts {
    is_negative: bool,
    digits: String,
    exponent: i64,
}

/// `None` where the text is not a number of JSON's grammar.
fn parts(text: &str) -> Option<Parts> {
    let is_negative = text.starts_with('-');
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (number, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (unsigned, None),
    };
    let (whole, fraction) = match number.split_once('.') {
        Some((_, "")) => return None,
        Some(both) => both,
        None => (number, ""),
    };
    let only_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let leads_with_zero = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || leads_with_zero || !only_digits(whole) || !only_digits(fraction) {
        return None;
    }
    let exponent = match exponent {
        Some(exponent) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            if digits.is_empty() || !only_digits(digits) {
                return None;
            }
            // One that does not fit is far beyond any type, in either direction.
            let far = if exponent.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 };
            exponent.parse().map_or(far, |exponent: i64| exponent.clamp(i64::MIN / 2, i64::MAX / 2))
        }
        None => 0,
    };
    let all = format!("{whole}{fraction}");
    let significant = all.trim_end_matches('0');
    // A text is shorter than 2^62 bytes.
    let length = |text: &str| i64::try_from(text.len()).unwrap_or_default();
    let exponent = exponent - length(fraction) + length(&all) - length(significant);
    Some(Parts { is_negative, digits: significant.trim_start_matches('0').to_owned(), exponent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_keep_every_digit() {
        for (text, integer) in [
            ("30.0", "30"),
            ("1e2", "100"),
            ("-0.0", "0"),
            ("-0", "0"),
            ("0e99999999999999999999", "0"),
            ("-1.50E+1", "-15"),
            ("1200e-2", "12"),
            ("0.5e1", "5"),
            ("9007199254740993.0", "9007199254740993"),
            ("1e20", "100000000000000000000"),
            (
                "340282366920938463463374607431768211455.000",
                "340282366920938463463374607431768211455",
            ),
        ] {
            assert_eq!(as_integer(text), Integer::Rewritten(integer.into()), "{text}");
            assert!(is_whole(text), "{text}");
        }
    }

    #[test]
    fn what_is_not_whole_stays_as_it_is() {
        for text in ["30.5", "1e-1", "0.1", "1e-99999999999999999999", "12e-2"] {
            assert_eq!((as_integer(text), is_whole(text)), (Integer::Plain, false), "{text}");
        }
        for text in ["1", "-1", "0"] {
            assert_eq!((as_integer(text), is_whole(text)), (Integer::Plain, true), "{text}");
        }
        for text in ["1e39", "-1e99999999999999999999"] {
            assert_eq!((as_integer(text), is_whole(text)), (Integer::TooLarge, true), "{text}");
        }
        for text in
            ["01.0", "1.", ".5", "+1.0", "1e", "1e+", "0x1.0", "1.0.0", "", "-", "nan", "1_0.0"]
        {
            assert_eq!((as_integer(text), is_whole(text)), (Integer::Plain, false), "{text}");
        }
    }
}
