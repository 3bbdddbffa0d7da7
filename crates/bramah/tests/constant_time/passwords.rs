//! Tests that the time of password verification does not depend on the password, for every scheme, with the right
//! password and a wrong one. The whole verification is followed, including the comparison with the stored hash. The
//! password is secret; the string that contains the stored hash is not.
//!
//! By definition, scrypt, yescrypt, bcrypt and two variants of Argon2 read memory at addresses that depend on the
//! password. In these schemes only the code of the named files may do so. The code before and after, such as PBKDF2,
//! yescrypt's tables and the comparison, must not. Each scheme has one lane in these tests, since other threads are not
//! followed.

use crate::{
    ciphers::{Subject, step, subject},
    scope::quick,
    sites::{BCRYPT, COMPARISON, SHA_CRYPT},
};
use bramah::{
    Error,
    kdf::argon2::{Variant, Version},
    password::{self, Pbkdf2Hash, Scheme, sha_crypt},
};

/// Returns every scheme with its minimum costs, and the files whose code reads memory at addresses that depend on the
/// password.
fn schemes() -> Vec<(Scheme, &'static [&'static str])> {
    let argon2 = |kind| Scheme::Argon2 { kind, version: Version::V13, memory: 8, passes: 1, lanes: 1 };
    let fill: &[&str] = &["kdf/argon2/fill.rs"];
    let mut schemes: Vec<(Scheme, &[&str])> = vec![
        (argon2(Variant::I), &[]),
        (argon2(Variant::Id), fill),
        (argon2(Variant::D), fill),
        (Scheme::Scrypt { log_n: 2, r: 1, p: 1 }, &["kdf/scrypt/mix.rs"]),
        (Scheme::Yescrypt { log_n: 2, r: 1, p: 1, t: 0 }, &["kdf/yescrypt/pwx.rs"]),
        (Scheme::Bcrypt { cost: 4 }, &["blowfish/tables.rs"]),
    ];
    for kind in [sha_crypt::Sha2::Sha256, sha_crypt::Sha2::Sha512] {
        schemes.push((Scheme::ShaCrypt { kind, rounds: *sha_crypt::ROUNDS.start() }, &[]));
    }
    for hash in [Pbkdf2Hash::Sha1, Pbkdf2Hash::Sha256, Pbkdf2Hash::Sha512] {
        schemes.push((Scheme::Pbkdf2 { hash, iterations: 2 }, &[]));
    }
    schemes
}

#[test]
fn verified() {
    const LENGTH: usize = 11;
    let mut subjects: Vec<Subject> = Vec::new();
    let mut names = Vec::new();
    for (scheme, reading) in schemes() {
        names.push(scheme.name());
        // `subject` takes the password as its key
        let password = crate::ciphers::key(LENGTH);
        for right in [true, false] {
            let sha_crypt = matches!(scheme, Scheme::ShaCrypt { .. });
            if !right && (quick() || sha_crypt) {
                continue; // only the comparison at the end differs
            }
            let kept = if right { &password[..] } else { b"another" };
            let string = scheme.hash_with_salt(kept, &[0x35; 16][..scheme.salt_len()]).unwrap();
            let name = format!("{}, {} password", scheme.name(), if right { "the right" } else { "another" });
            let mut one = subject(name, LENGTH, 1, move |password, _| {
                let expected = if right { Ok(()) } else { Err(Error::WrongPassword) };
                assert_eq!(password::verify(password, &string), expected);
            });
            one.expected.reading = reading;
            let bcrypt = matches!(scheme, Scheme::Bcrypt { .. });
            let one = one.declassifying(COMPARISON, 1).declassifying(SHA_CRYPT, sha_crypt.into());
            subjects.push(one.declassifying(BCRYPT, bcrypt.into()));
        }
    }
    names.sort_unstable();
    let mut all = Scheme::NAMES.to_vec();
    all.sort_unstable();
    assert_eq!(names, all);
    step(subjects);
}
