//! Passwords as strings: every scheme's vectors, every damage, every limit.

use crate::bytes;
use bramah::{
    Error,
    kdf::argon2::{Variant, Version},
    password::{self, Limits, Pbkdf2Hash, Scheme, sha_crypt},
};

#[test]
fn vectors() {
    for file in bramah_vectors::passwords() {
        for vector in bramah_vectors::password(file).unwrap() {
            let (secret, string) = (bytes(&vector, "password"), vector.text("string").unwrap());
            password::verify(&secret, string).unwrap_or_else(|error| panic!("{vector}: {error}"));
            // bcrypt ignores bytes after the 72nd
            let mut other = secret.clone();
            match other.first_mut() {
                Some(first) if secret.len() >= 72 => *first = if *first == b'x' { b'y' } else { b'x' },
                _ => other.push(b'x'),
            }
            assert_eq!(password::verify(&other, string), Err(Error::WrongPassword), "{vector}");
        }
    }
}

/// Returns every scheme, cheap.
pub(crate) fn cheap() -> Vec<Scheme> {
    let mut schemes = vec![
        Scheme::Scrypt { log_n: 4, r: 8, p: 2 },
        Scheme::Yescrypt { log_n: 10, r: 8, p: 1, t: 0 },
        Scheme::Bcrypt { cost: 4 },
        Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha256, rounds: 1000 },
        Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha512, rounds: 1234 },
    ];
    for kind in [Variant::D, Variant::I, Variant::Id] {
        for version in [Version::V10, Version::V13] {
            schemes.push(Scheme::Argon2 { kind, version, memory: 32, passes: 2, lanes: 3 });
        }
    }
    for hash in [Pbkdf2Hash::Sha1, Pbkdf2Hash::Sha256, Pbkdf2Hash::Sha512] {
        schemes.push(Scheme::Pbkdf2 { hash, iterations: 3 });
    }
    schemes
}

#[test]
fn what_is_made_is_verified() {
    for scheme in cheap() {
        for secret in [&b""[..], b"correct horse battery staple", "pässwörd".as_bytes(), &[0xff; 71]] {
            let string = scheme.hash(secret).unwrap();
            assert_eq!(Scheme::of(&string), Ok(scheme), "{string}");
            assert_eq!(password::verify(secret, &string), Ok(()), "{string}");
            assert_eq!(password::verify(b"another", &string), Err(Error::WrongPassword), "{string}");
            assert!(scheme.is_outdated(), "{string}");
            assert_ne!(scheme.hash(secret).unwrap(), string, "a salt comes twice");
        }
    }
}

/// Replaces the character at every place: the string is then malformed, requests other parameters, or is for another
/// password.
#[test]
fn damage_is_seen() {
    for scheme in cheap() {
        let string = scheme.hash(b"a password").unwrap();
        for at in 0..string.len() {
            for with in ['x', '1', '$', ',', '=', ' '] {
                let mut damaged = String::from(&string[..at]);
                damaged.push(with);
                damaged += &string[at + 1..];
                let short = &string[..at];
                assert!(password::verify(b"a password", short).is_err(), "{short}");
                if damaged == string {
                    continue;
                }
                let limits = Limits::default();
                // strings that would take long are left out
                let slow = matches!(
                    Scheme::of(&damaged),
                    Ok(Scheme::Scrypt { log_n: 9.., .. }
                        | Scheme::Yescrypt { log_n: 12.., .. }
                        | Scheme::Bcrypt { cost: 8.. })
                );
                // bits after the last byte of bcrypt's salt are ignored, and so is the letter for ASCII
                let salt = string.starts_with("$2b$") && (at == 28 || at == 2);
                assert!(slow || salt || limits.verify(b"a password", &damaged).is_err(), "{damaged}");
            }
        }
    }
}

#[test]
fn malformed_strings_are_named_so() {
    for string in [
        "",
        "$",
        "$$",
        "$x$",
        "plain",
        "$1$saltsalt$hash",
        "$argon2id$",
        "$argon2id$v=19$m=32,t=2$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$t=2,m=32,p=1$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=18$m=32,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$m=032,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$m=+32,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$m=32,t=2,p=1$c2FsdHNhbHQ=$aGFzaA",
        "$argon2id$v=19$m=32,t=2,p=1$c2FsdHNhbHQ$aGFzaA$",
        "$argon2id$v=19$m=32,t=2,p=1,keyid=AAAA$c2FsdHNhbHQ$aGFzaA",
        "$argon2x$v=19$m=32,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
        "$scrypt$ln=4,r=8$c2FsdA$aGFzaA",
        "$scrypt$v=1$ln=4,r=8,p=1$c2FsdA$aGFzaA",
        "$scrypt$ln=99999999999,r=8,p=1$c2FsdA$aGFzaA",
        "$pbkdf2-sha256$0x10$c2FsdA$aGFzaA",
        "$pbkdf2-sha256$10$c2FsdA",
        "$pbkdf2-md5$10$c2FsdA$aGFzaA",
        "$pbkdf2-sha256$i=10,l=5$c2FsdA$aGFzaA",
        "$5$salt",
        "$5$rounds=999$salt$hash",
        "$6$rounds=01000$salt$hash",
        "$5$seventeencharacte$hash",
        "$2b$04$short",
        "$2c$04$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuvwxyzabcde",
        "$y$",
        "$y$j9T$salt",
        "$y$j9T$salt$short",
        "$7$C6..../....salt",
    ] {
        let refused = password::verify(b"", string);
        assert!(
            matches!(refused, Err(Error::Malformed { .. } | Error::Parameter { .. })),
            "{string}: {refused:?}"
        );
        assert!(Scheme::of(string).is_err(), "{string}");
    }
}

#[test]
fn what_asks_for_too_much_is_refused() {
    let over = |start: &str, hash: usize| {
        // the digit of value 0, since bits after the last byte must be 0
        let zero = if start.starts_with("$2") || start.starts_with("$5") { "." } else { "A" };
        let string = format!("{start}{}", zero.repeat(hash));
        let refused = password::verify(b"", &string);
        assert!(matches!(refused, Err(Error::Limit { .. })), "{string}: {refused:?}");
    };
    over("$argon2id$v=19$m=2097152,t=1,p=1$c2FsdHNhbHQ$", 43);
    over("$argon2id$v=19$m=1048576,t=17,p=1$c2FsdHNhbHQ$", 43);
    over("$argon2id$v=19$m=4294967295,t=4294967295,p=1$c2FsdHNhbHQ$", 43);
    over("$scrypt$ln=21,r=8,p=1$c2FsdA$", 43);
    over("$scrypt$ln=4,r=8,p=10000000$c2FsdA$", 43);
    over("$scrypt$ln=4294967295,r=4294967295,p=4294967295$c2FsdA$", 43);
    over("$pbkdf2-sha256$10000001$c2FsdA$", 43);
    over("$5$rounds=10000001$salt$", 43);
    over("$2b$19$abcdefghijklmnopqrstuu", 31);

    // within limits that the caller raises or lowers
    let string = Scheme::Pbkdf2 { hash: Pbkdf2Hash::Sha256, iterations: 100 }.hash(b"a password").unwrap();
    let mut limits = Limits::default();
    limits.iterations = 99;
    let (value, limit) = (100, 99);
    let refused = Err(Error::Limit { name: "the number of iterations", value, limit });
    assert_eq!(limits.verify(b"a password", &string), refused);
    limits.iterations = 100;
    assert_eq!(limits.verify(b"a password", &string), Ok(()));
}

#[test]
fn names_and_advice() {
    for name in Scheme::NAMES {
        let scheme = Scheme::named(name).unwrap();
        assert_eq!(scheme.name(), name);
        let sha_crypt = matches!(scheme, Scheme::ShaCrypt { .. });
        assert_eq!(scheme.is_outdated(), sha_crypt, "{name}");
    }
    assert_eq!(Scheme::named("Argon2ID").map(|scheme| scheme.name()), Some("argon2id"));
    assert_eq!(Scheme::named("argon2"), None);
    // the other choices of the cheat sheet
    for (memory, passes) in [(47104, 1), (19456, 2), (12288, 3), (9216, 4), (7168, 5)] {
        let scheme = Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory, passes, lanes: 1 };
        assert!(!scheme.is_outdated(), "{scheme:?}");
    }
    for (log_n, p) in [(17, 1), (16, 2), (15, 3), (14, 5), (13, 10)] {
        assert!(!Scheme::Scrypt { log_n, r: 8, p }.is_outdated(), "{log_n} {p}");
    }
    for (log_n, p) in [(16, 1), (13, 1), (12, 100)] {
        assert!(Scheme::Scrypt { log_n, r: 8, p }.is_outdated(), "{log_n} {p}");
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    for scheme in [
        Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory: 7, passes: 1, lanes: 1 },
        Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory: 8, passes: 0, lanes: 1 },
        Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory: 8, passes: 1, lanes: 0 },
        Scheme::Scrypt { log_n: 0, r: 8, p: 1 },
        Scheme::Scrypt { log_n: 64, r: 8, p: 1 },
        Scheme::Bcrypt { cost: 3 },
        Scheme::Bcrypt { cost: 32 },
        Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha256, rounds: 999 },
        Scheme::Pbkdf2 { hash: Pbkdf2Hash::Sha1, iterations: 0 },
    ] {
        let refused = scheme.hash(b"a password");
        assert!(matches!(refused, Err(Error::Parameter { .. })), "{scheme:?}: {refused:?}");
    }
    // eight times the lanes would be the least memory
    let lanes = u32::MAX;
    let scheme = Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory: 8, passes: 1, lanes };
    let refused = scheme.calibrate(std::time::Duration::from_millis(1), 16 << 20);
    assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
    let zero = Scheme::Bcrypt { cost: 4 }.hash(b"a\0b");
    assert_eq!(zero, Err(Error::ZeroByte));
}

#[test]
fn calibration_stays_within_its_bounds() {
    use std::time::Duration;
    for name in Scheme::NAMES {
        let least = Scheme::named(name).unwrap();
        // however slow the machine: no more memory, the same kind, and the strings are of the scheme
        let calibrated = least.calibrate(Duration::from_millis(1), 16 << 20).unwrap();
        assert!(calibrated.memory() <= 16 << 20, "{calibrated:?}");
        assert_eq!(calibrated.name(), name);
        // never below the minimums, which no parameters of SHA-crypt reach
        assert_eq!(calibrated.is_outdated(), name.ends_with("-crypt"), "{calibrated:?}");
        assert_eq!(calibrated.raised(), calibrated);
        let string = calibrated.hash(b"a password").unwrap();
        assert_eq!(password::verify(b"a password", &string), Ok(()), "{string}");
    }
}
