//! Suggestions of existing names, for messages about an unknown name.

use bramah::registry::{self, Kind};

/// The maximum number of names that are suggested.
const MOST: usize = 4;
/// The least similarity, from 0 to 1, of a name that is suggested.
const ALIKE: f64 = 0.85;

/// Returns ` (did you mean A, B or C?)`, with names of this kind of algorithm that are similar to `name`; empty if
/// there are none.
pub(crate) fn of(kind: Kind, name: &str) -> String {
    among(name, &names(kind))
}

/// Returns the names of a kind of algorithm. For hash functions, names without lengths come first; for other kinds,
/// names with usual parameters.
pub(super) fn names(kind: Kind) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    if kind == Kind::Hash {
        names.extend(bramah::hash::entries().map(|entry| entry.info.name.to_string()));
        names.extend(bramah::hash::entries().flat_map(|entry| entry.algorithms()).map(|a| a.name()));
    } else {
        names.extend(registry::of(kind).map(|algorithm| algorithm.name()));
        names.sort_by_key(|name| (!name.ends_with("sha256"), !name.contains("-256"), name.len()));
    }
    names
}

/// Returns the letters and digits of a name in lower case, for comparison.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Returns ` (did you mean A, B or C?)`: the first names that begin with `name`, or else those that are similar to
/// it, the most similar first.
pub(crate) fn among(name: &str, names: &[String]) -> String {
    let wanted = folded(name);
    let prefix = format!("{}-", name.to_ascii_lowercase());
    let mut found: Vec<&String> = names.iter().filter(|name| name.starts_with(&prefix)).collect();
    if found.is_empty() && wanted.len() > 1 {
        found = names.iter().filter(|name| name.starts_with(prefix.trim_end_matches('-'))).collect();
    }
    if found.is_empty() && wanted.len() > 1 {
        found = names.iter().filter(|name| folded(name).starts_with(&wanted)).collect();
    }
    if found.is_empty() {
        let likeness = |name: &String| strsim::jaro_winkler(&wanted, &folded(name));
        found = names.iter().filter(|name| likeness(name) > ALIKE).collect();
        found.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
        found.truncate(2);
    }
    let mut list: Vec<&str> = Vec::new();
    for name in found {
        if list.len() < MOST && !list.contains(&name.as_str()) {
            list.push(name);
        }
    }
    match list.split_last() {
        None => String::new(),
        Some((last, [])) => format!(" (did you mean {last}?)"),
        Some((last, rest)) => format!(" (did you mean {} or {last}?)", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_so_or_are_alike() {
        let is = |kind, name: &str, text: &str| assert_eq!(of(kind, name), text, "{name}");
        is(Kind::Hash, "sha3", " (did you mean sha3-224, sha3-256, sha3-384 or sha3-512?)");
        is(Kind::Hash, "SHA-2", " (did you mean sha224 or sha256?)");
        is(Kind::Hash, "blake2", " (did you mean blake2b, blake2bp, blake2s or blake2sp?)");
        is(Kind::Hash, "skein", " (did you mean skein-256, skein-512, skein-1024 or skein-256-128?)");
        is(Kind::Kdf, "argon2", " (did you mean argon2i, argon2d or argon2id?)");
        assert!(of(Kind::Hash, "sah256").contains("sha256"));
        assert!(of(Kind::Mac, "hmac").contains("hmac-sha256"));
        for name in ["", "x", "zzzzzz", "\u{1b}"] {
            is(Kind::Hash, name, "");
        }
    }
}
