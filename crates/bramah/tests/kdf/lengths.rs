//! Tests the length of the hash in a password string: a hash that was truncated, or that has a length which the scheme
//! does not have, is refused.

use bramah::{
    Error,
    password::{self, Scheme},
};
use std::collections::BTreeSet;

/// Truncates the hash of every published string, and of a string of each scheme made here, after every character. None
/// of the truncated strings is verified.
#[test]
fn a_hash_that_is_cut_is_refused() {
    let mut strings: Vec<(Vec<u8>, String)> = Vec::new();
    for file in bramah_vectors::passwords() {
        for vector in bramah_vectors::password(file).unwrap() {
            strings.push((crate::bytes(&vector, "password"), vector.text("string").unwrap().into()));
        }
    }
    for vector in bramah_vectors::kdf("yescrypt").unwrap() {
        if let Some(string) = vector.text("string").filter(|string| string.len() < 200) {
            strings.push((crate::bytes(&vector, "password"), string.into()));
        }
    }
    for scheme in super::password::cheap() {
        strings.push((b"a password".to_vec(), scheme.hash(b"a password").unwrap()));
    }
    let mut seen = BTreeSet::new();
    for (password, string) in strings {
        seen.insert(Scheme::of(&string).unwrap().name());
        // in bcrypt's strings no character separates the hash from the salt
        let start = if string.starts_with("$2") { 29 } else { string.rfind('$').unwrap() + 1 };
        for end in start..string.len() {
            let mut cut = string[..end].to_string();
            let verdict = password::verify(&password, &cut);
            assert!(verdict.is_err(), "{cut}");
            // if the string contains the length of the hash, the length of the truncated hash replaces it
            if let Some((before, after)) = cut.split_once(",l=") {
                let (_, rest) = after.split_once('$').unwrap();
                let length = (end - start) * 6 / 8;
                cut = format!("{before},l={length}${rest}");
                let verdict = password::verify(&password, &cut);
                assert!(verdict.is_err() || length >= 14, "{cut}: {verdict:?}");
            }
        }
        for more in ["A", "AA", "AAAA", "$", "$A"] {
            let longer = format!("{string}{more}");
            assert!(password::verify(&password, &longer).is_err(), "{longer}");
        }
    }
    assert_eq!(seen, BTreeSet::from(Scheme::NAMES));
}

/// An invalid length of a hash is an error that is returned before any work is done.
#[test]
fn the_length_of_a_hash_is_named() {
    let hash = |bytes: usize| "A".repeat((bytes * 8).div_ceil(6));
    for (start, length, min, max) in [
        ("$argon2id$v=19$m=1000000,t=9,p=1$c2FsdHNhbHQ$", 11, 12, usize::MAX),
        ("$scrypt$ln=19,r=8,p=1$c2FsdA$", 10, 32, 32),
        ("$scrypt$ln=19,r=8,p=1$c2FsdA$", 31, 32, 32),
        ("$scrypt$ln=19,r=8,p=1$c2FsdA$", 33, 32, 32),
        ("$pbkdf2-sha256$9000000$c2FsdA$", 31, 32, 32),
        ("$pbkdf2-sha512$9000000$c2FsdA$", 65, 64, 64),
        ("$pbkdf2-sha256$i=9000000,l=13$c2FsdA$", 13, 14, usize::MAX),
    ] {
        let refused = password::verify(b"a password", &format!("{start}{}", hash(length)));
        assert_eq!(refused, Err(Error::ParameterLength { name: "hash", length, min, max }), "{start}");
    }
    for (start, length) in [("$5$rounds=9999999$salt$", 42), ("$5$salt$", 44), ("$6$salt$", 85)] {
        let refused = password::verify(b"a password", &format!("{start}{}", ".".repeat(length)));
        assert!(matches!(refused, Err(Error::Malformed { .. })), "{start}: {refused:?}");
    }
}
