//! Tests the names of hash functions.

use bramah::{
    Error,
    hash::{entries, lookup},
};

/// Returns the letters and digits of a name in lower case. Names are compared in this form.
fn folded(name: &str) -> String {
    name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "")
}

#[test]
fn no_two_entries_share_a_name() {
    let mut seen: Vec<(String, &str)> = Vec::new();
    for entry in entries() {
        let named = entry.algorithms().map(|a| a.name()).filter(|n| n != entry.info.name);
        let mut own: Vec<String> = named.map(|n| folded(&n)).collect();
        own.extend(std::iter::once(entry.info.name).chain(entry.info.aliases.iter().copied()).map(folded));
        own.sort();
        own.dedup();
        for name in own {
            if let Some((_, other)) = seen.iter().find(|(n, _)| *n == name) {
                // only entries with the same main name, which differ in their lengths, may share a name
                assert_eq!(*other, entry.info.name, "{name} has two meanings");
            }
            assert_eq!(lookup(&name).unwrap().info().name, entry.info.name, "{name}");
            seen.push((name, entry.info.name));
        }
    }
}

#[test]
fn a_name_may_be_shared_by_entries_of_other_lengths() {
    for (name, bits) in [("groestl", 256), ("groestl-512", 512), ("groestl-256", 256), ("kupyna-264", 264)] {
        let algorithm = lookup(name).unwrap();
        assert_eq!(8 * algorithm.output_len(), bits, "{name}");
        let portable = algorithm.with_backend("portable").unwrap();
        for bits in [8, 256, 264, 512] {
            let other = portable.with_bits(bits).unwrap();
            assert!(other.info().lengths.contains(bits / 8), "{name}, {bits}");
        }
    }
    for (i, entry) in entries().enumerate() {
        for other in entries().skip(i + 1).filter(|other| other.info.name == entry.info.name) {
            let (a, b) = (entry.info.lengths, other.info.lengths);
            assert!(a.max < b.min || b.max < a.min, "{} twice", entry.info.name);
        }
    }
    let error = lookup("groestl-520").map(|_| ()).unwrap_err();
    assert_eq!(error, Error::OutputLength { length: 65, min: 1, max: 64 });
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
    for name in ["sha512/384", "sha512/512"] {
        assert!(matches!(lookup(name), Err(Error::OutputLengthExcept { except: 48, .. })), "{name}");
    }
}

#[test]
fn unknown_names_are_refused() {
    for name in ["", "sha", "sha257", "256", "sha256x", "sha512/0"] {
        assert!(matches!(lookup(name), Err(Error::UnknownName(n)) if n == name));
    }
}
