//! Parsing times in the system's time zone.

/// Parses `YYYYMMDD`, `YYYYMMDDHHMM` or `YYYYMMDDHHMMSS`, in the system's time zone, or in UTC if a `Z` follows;
/// returns the seconds since 1970, or `None` if the text is malformed or before 1970. On systems other than Unix, all
/// times are in UTC.
pub(crate) fn moment(text: &str) -> Option<u64> {
    let (digits, utc) =
        text.strip_suffix(['Z', 'z']).map_or((text, cfg!(not(unix))), |digits| (digits, true));
    if ![8, 12, 14].contains(&digits.len()) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = |from: usize, to: usize| digits.get(from..to).map_or(Some(0), |part| part.parse::<u32>().ok());
    let (year, month, day) = (part(0, 4)?, part(4, 6)?, part(6, 8)?);
    let (hour, minute, second) = (part(8, 10)?, part(10, 12)?, part(12, 14)?);
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if year < 1970 || !(1..=days).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    if utc {
        // years begin with March, so that a leap day is the last of its year
        let (year, month) = if month < 3 { (year - 1, month + 9) } else { (year, month - 3) };
        let days =
            365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468;
        return Some(u64::from(days) * 86_400 + u64::from(hour * 3600 + minute * 60 + second));
    }
    local([year, month, day, hour, minute, second])
}

#[cfg(unix)]
fn local(parts: [u32; 6]) -> Option<u64> {
    let [year, month, day, hour, minute, second] = parts.map(|part| part as libc::c_int);
    // SAFETY: the structure consists of numbers and perhaps a pointer that may be null, so all-zero bytes are a valid
    // value
    let mut broken: libc::tm = unsafe { std::mem::zeroed() };
    (broken.tm_year, broken.tm_mon, broken.tm_mday) = (year - 1900, month - 1, day);
    (broken.tm_hour, broken.tm_min, broken.tm_sec, broken.tm_isdst) = (hour, minute, second, -1);
    // SAFETY: `mktime` reads and writes the structure alone, and no thread changes the environment
    let seconds = unsafe { libc::mktime(&raw mut broken) };
    u64::try_from(seconds).ok()
}

#[cfg(not(unix))]
fn local(_: [u32; 6]) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_calendar() {
        for (text, wanted) in [
            ("19700101Z", Some(0)),
            ("200002282359Z", Some(951_782_340)),
            ("20000229Z", Some(951_782_400)),
            ("20000301000001Z", Some(951_868_801)),
            ("21000301Z", Some(4_107_542_400)),
            ("20010229Z", None),
            ("21000229Z", None),
            ("20001301Z", None),
            ("200001012400Z", None),
            ("2000010112Z", None),
            ("+2000101Z", None),
            ("Z", None),
            ("", None),
        ] {
            assert_eq!(moment(text), wanted, "{text}");
        }
        // a time zone is at most 14 hours away
        let there = moment("20000229").expect("a moment");
        assert!(there.abs_diff(951_782_400) <= 14 * 3600, "{there}");
    }
}
