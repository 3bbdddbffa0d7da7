//! Names.

use super::{entries, lookup, lookup::folded};
use crate::Error;
use alloc::{string::String, vec::Vec};

#[test]
fn no_two_entries_share_a_name() {
    let mut seen: Vec<(String, &str)> = Vec::new();
    for entry in entries() {
        let named = entry.algorithms().map(|a| a.name()).filter(|n| n != entry.info.name);
        let mut own: Vec<String> = named.map(|n| folded(&n)).collect();
        own.extend(core::iter::once(entry.info.name).chain(entry.info.aliases.iter().copied()).map(folded));
        own.sort();
        own.dedup();
        for name in own {
            if let Some((_, other)) = seen.iter().find(|(n, _)| *n == name) {
                panic!("{name} means {} and {other}", entry.info.name);
            }
            assert_eq!(lookup(&name).unwrap().info().name, entry.info.name, "{name}");
            seen.push((name, entry.info.name));
        }
    }
}

#[test]
fn bits_take_the_place_of_a_t() {
    for (name, expected, tag, entry) in [
        ("sha512/128", "sha512-128", "SHA512/128", "sha512-t"),
        ("sha512t160", "sha512-160", "SHA512/160", "sha512-t"),
        ("SHA-512/200", "sha512-200", "SHA512/200", "sha512-t"),
        ("SHA2-512/8", "sha512-8", "SHA512/8", "sha512-t"),
        ("SHA2-512/256", "sha512-256", "SHA512/256", "sha512-256"),
        ("SHA512t224", "sha512-224", "SHA512/224", "sha512-224"),
        ("SHA512_256", "sha512-256", "SHA512/256", "sha512-256"),
    ] {
        let algorithm = lookup(name).unwrap();
        assert_eq!(
            (algorithm.name(), algorithm.tag(), algorithm.info().name),
            (expected.into(), tag.into(), entry)
        );
    }
    for name in ["sha512/384", "sha512/512", "sha512/12"] {
        assert!(matches!(lookup(name), Err(Error::OutputLength { .. })), "{name}");
    }
}

#[test]
fn unknown_names_are_refused() {
    for name in ["", "sha", "sha257", "256", "sha256x", "sha512/0"] {
        assert!(matches!(lookup(name), Err(Error::UnknownName(n)) if n == name));
    }
}
