//! Today's date as the name of a folder.

use std::time::{Duration, SystemTime};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;

/// The day of `time` in UTC, as `2026-12-01`. A time before 1970 counts as 1970-01-01.
pub(super) fn day(time: SystemTime) -> String {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let (year, month, day) = civil(since.as_secs() / SECONDS_PER_DAY);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a number of days since 1970-01-01.
///
/// Howard Hinnant's `civil_from_days` (<https://howardhinnant.github.io/date_algorithms.html>): years
/// begin in March, so that the leap day is the last of its year, and 400 years are always 146,097 days.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468; // since 0000-03-01
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_five_centuries_follows_the_one_before() {
        let by = |y: u64, n| y.is_multiple_of(n);
        let leap = |y| (by(y, 4) && !by(y, 100)) || by(y, 400);
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..500 * 366 {
            assert_eq!(civil(days), (year, month, day));
            let length = match month {
                2 => 28 + u64::from(leap(year)),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            day += 1;
            if day > length {
                (month, day) = (month + 1, 1);
            }
            if month > 12 {
                (year, month) = (year + 1, 1);
            }
        }
    }

    #[test]
    fn days_are_written_with_all_their_digits() {
        let at = |seconds| day(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01");
        assert_eq!(at(951_782_399), "2000-02-28");
        assert_eq!(at(951_782_400), "2000-02-29");
        assert_eq!(day(SystemTime::UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01");
    }
}
