//! Tests Argon2: vectors on every backend and with different numbers of threads, two other libraries, and every error.

use crate::{
    bytes,
    common::{quick, wanted},
};
use bramah::{
    Error,
    kdf::{
        PasswordKdf,
        argon2::{Argon2, Memory, Variant, Version},
    },
};

const SALT: &[u8; 16] = b"some salt, 16 by";

fn backends() -> impl Iterator<Item = &'static str> {
    Argon2::backends_available().into_iter().filter(|name| wanted(name))
}

fn new(kind: Variant, memory: u32, passes: u32, lanes: u32) -> Argon2<'static> {
    Argon2::new(kind, memory, passes, lanes).unwrap()
}

fn derived(argon2: &Argon2<'_>, salt: &[u8], len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    argon2.derive(b"password", salt, &mut out).unwrap();
    out
}

/// Computes the output with RustCrypto's crate.
fn rustcrypto(kind: Variant, version: Version, [m, t, p]: [u32; 3], salt: &[u8], len: usize) -> Vec<u8> {
    use argon2::{Algorithm, Params};
    let algorithm = match kind {
        Variant::D => Algorithm::Argon2d,
        Variant::I => Algorithm::Argon2i,
        Variant::Id => Algorithm::Argon2id,
    };
    let version = match version {
        Version::V10 => argon2::Version::V0x10,
        Version::V13 => argon2::Version::V0x13,
    };
    let mut out = vec![0; len];
    argon2::Argon2::new(algorithm, version, Params::new(m, t, p, Some(len)).unwrap())
        .hash_password_into(b"password", salt, &mut out)
        .unwrap();
    out
}

/// Computes the output with rust-argon2. On big-endian machines, on which its version 3.0.0 is wrong, computes it with
/// RustCrypto's crate again.
fn rust_argon2(kind: Variant, version: Version, [m, t, p]: [u32; 3], salt: &[u8], len: usize) -> Vec<u8> {
    use rust_argon2::Config;
    if cfg!(target_endian = "big") {
        return rustcrypto(kind, version, [m, t, p], salt, len);
    }
    let config = Config {
        variant: match kind {
            Variant::D => rust_argon2::Variant::Argon2d,
            Variant::I => rust_argon2::Variant::Argon2i,
            Variant::Id => rust_argon2::Variant::Argon2id,
        },
        version: match version {
            Version::V10 => rust_argon2::Version::Version10,
            Version::V13 => rust_argon2::Version::Version13,
        },
        mem_cost: m,
        time_cost: t,
        lanes: p,
        hash_length: len as u32,
        ..Config::default()
    };
    rust_argon2::hash_raw(b"password", salt, &config).unwrap()
}

pub(crate) fn vectors(file: &str) {
    let kind = Variant::ALL.into_iter().find(|kind| kind.name() == file).unwrap();
    let vectors = bramah_vectors::kdf(file).unwrap();
    assert!(vectors.len() >= 50);
    for vector in vectors {
        let [password, salt, secret, data] =
            ["password", "salt", "secret", "ad"].map(|field| bytes(&vector, field));
        let [m, t, p, version] = ["m", "t", "p", "version"].map(|field| vector.number(field).unwrap() as u32);
        let version = if version == 16 { Version::V10 } else { Version::V13 };
        let expected = vector.require("output").literal();
        let argon2 = new(kind, m, t, p).version(version).short_salts();
        let argon2 = argon2.secret(&secret).unwrap().data(&data).unwrap();
        for backend in backends() {
            for threads in if quick() { &[1, 3][..] } else { &[1, 2, 3, 8] } {
                let argon2 = argon2.clone().with_backend(backend).unwrap().threads(*threads);
                let mut out = vec![0; expected.len()];
                argon2.derive(&password, &salt, &mut out).unwrap();
                assert_eq!(out, expected, "{vector} on {backend}, {threads} threads");
            }
        }
    }
}

/// Compares the output with another library, for a salt and an output of these lengths.
pub(crate) fn every_length_of(salt: usize, out: usize) {
    let salt = vec![5; salt];
    let expected = rustcrypto(Variant::Id, Version::V13, [8, 1, 1], &salt, out);
    for backend in backends() {
        let argon2 = new(Variant::Id, 8, 1, 1).with_backend(backend).unwrap();
        assert_eq!(derived(&argon2, &salt, out), expected, "{} and {out} bytes on {backend}", salt.len());
    }
}

#[test]
fn other_libraries() {
    // memory in KiB, passes and lanes: the minimum of memory, memory that is not a multiple of 4 p, segments that end
    // at 128 blocks and after them, and more memory than the caches
    let shapes = [
        [8, 1, 1],
        [8, 2, 1],
        [9, 1, 1],
        [15, 3, 1],
        [16, 2, 2],
        [31, 1, 2],
        [56, 2, 7],
        [512, 2, 1],
        [516, 3, 1],
        [1031, 2, 2],
        [1536, 2, 3],
        [2048, 1, 2],
        [2050, 3, 4],
    ];
    for kind in Variant::ALL {
        for shape in shapes {
            let [m, t, p] = shape;
            for version in [Version::V10, Version::V13] {
                let expected = rustcrypto(kind, version, shape, SALT, 32);
                assert_eq!(rust_argon2(kind, version, shape, SALT, 32), expected);
                for backend in backends() {
                    let argon2 = new(kind, m, t, p).version(version).with_backend(backend).unwrap();
                    assert_eq!(derived(&argon2, SALT, 32), expected, "{argon2:?} on {backend}");
                    for threads in [2, 4] {
                        let argon2 = argon2.clone().threads(threads);
                        assert_eq!(derived(&argon2, SALT, 32), expected, "{argon2:?} on {backend}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_length() {
    for len in (4..200).chain([1023, 1024, 1025, 5000]) {
        let shape = [8, 1, 1];
        let expected = rustcrypto(Variant::Id, Version::V13, shape, SALT, len);
        assert_eq!(derived(&new(Variant::Id, 8, 1, 1), SALT, len), expected, "{len} bytes");
    }
    for len in 8..140 {
        let salt: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
        let expected = rust_argon2(Variant::D, Version::V13, [8, 1, 1], &salt, 16);
        assert_eq!(derived(&new(Variant::D, 8, 1, 1), &salt, 16), expected, "a salt of {len} bytes");
    }
}

#[test]
fn memory_is_kept() {
    let mut memory = Memory::new();
    assert!(memory.is_empty());
    let mut first = 0;
    // memory that shrinks and grows, and becomes large enough for large pages
    for (m, p) in [(100, 1), (64, 2), (8192, 4), (8, 1), (8200, 1)] {
        let argon2 = new(Variant::Id, m, 2, p).threads(2);
        let mut out = [0; 32];
        argon2.derive_in(&mut memory, b"password", SALT, &mut out).unwrap();
        assert_eq!(out[..], rustcrypto(Variant::Id, Version::V13, [m, 2, p], SALT, 32));
        assert!(memory.len() as u64 >= argon2.memory() && memory.len() >= first);
        first = memory.len();
    }
    assert_eq!(new(Variant::Id, 103, 1, 5).memory(), 100 << 10);
}

/// Runs more threads than there are CPUs, many times.
#[test]
fn threads_meet() {
    let expected = rustcrypto(Variant::Id, Version::V13, [8 * 13, 20, 13], SALT, 32);
    for threads in [2, 5, 12, 13, 50] {
        for _ in 0..10 {
            let argon2 = new(Variant::Id, 8 * 13, 20, 13).threads(threads);
            assert_eq!(derived(&argon2, SALT, 32), expected, "{threads} threads");
        }
    }
}

#[test]
fn errors() {
    let refused = |m, t, p| Argon2::new(Variant::Id, m, t, p).unwrap_err();
    assert!(matches!(refused(8, 0, 1), Error::Parameter { value: 0, min: 1, .. }));
    assert!(matches!(refused(8, 1, 0), Error::Parameter { value: 0, min: 1, max: 0xff_ffff, .. }));
    assert!(matches!(refused(u32::MAX, 1, 1 << 24), Error::Parameter { value: 0x100_0000, .. }));
    assert!(matches!(refused(0, 1, 1), Error::Parameter { value: 0, min: 8, .. }));
    assert!(matches!(refused(7, 1, 1), Error::Parameter { value: 7, min: 8, .. }));
    assert!(matches!(refused(31, 1, 4), Error::Parameter { value: 31, min: 32, .. }));
    let argon2 = new(Variant::Id, 8, 1, 1);
    let mut out = [0; 32];
    for len in 0..4 {
        let error = argon2.derive(b"", SALT, &mut out[..len]).unwrap_err();
        assert!(matches!(error, Error::OutputLength { length, min: 4, .. } if length == len));
    }
    for len in 0..8 {
        let error = argon2.derive(b"", &SALT[..len], &mut out).unwrap_err();
        assert!(
            matches!(error, Error::ParameterLength { name: "salt", length, min: 8, .. } if length == len)
        );
        argon2.clone().short_salts().derive(b"", &SALT[..len], &mut out).unwrap();
    }
    assert!(matches!(argon2.with_backend("none"), Err(Error::UnknownBackend { .. })));
    // 512 GiB, which a system may give if it promises more memory than it has
    match Memory::new().reserve(&new(Variant::Id, 1 << 29, 1, 1)) {
        Ok(()) => {}
        Err(error) => assert_eq!(error, Error::NoMemory { bytes: 1 << 39 }),
    }
    assert!(format!("{:?}", new(Variant::Id, 8, 1, 1).secret(b"a secret").unwrap()).contains("Argon2"));
    assert_eq!(Argon2::recommended().costs(), (Version::V13, 65536, 3, 4));
}

/// The output depends on the password and on every other input.
#[test]
fn everything_counts() {
    let argon2 = new(Variant::Id, 8, 1, 1);
    let mut outs = vec![derived(&argon2, SALT, 32), derived(&argon2, &SALT[..15], 32)];
    outs.push(derived(&argon2.clone().secret(b"1").unwrap(), SALT, 32));
    outs.push(derived(&argon2.clone().data(b"1").unwrap(), SALT, 32));
    outs.push(derived(&argon2.version(Version::V10), SALT, 32));
    outs.push(derived(&new(Variant::I, 8, 1, 1), SALT, 32));
    outs.push(derived(&new(Variant::D, 8, 1, 1), SALT, 32));
    // the output depends on the requested memory, not on the rounded amount that is used
    outs.push(derived(&new(Variant::Id, 9, 1, 1), SALT, 32));
    outs.push(derived(&new(Variant::Id, 8, 2, 1), SALT, 32));
    for (i, one) in outs.iter().enumerate() {
        assert!(!outs[..i].contains(one), "{i}");
    }
}

/// Tests values that cppcrypto 0.12 computes differently from the specification: outputs of more than 64 bytes whose
/// length modulo 64 is from 1 to 32, and memory of less than 8 KiB for each lane. The values were computed with
/// cppcrypto 0.12.
#[test]
fn deviations_of_cppcrypto_are_reproduced_only_when_asked_for() {
    let old = |memory, passes, lanes, len| {
        derived(&Argon2::cppcrypto_0_12(Variant::D, memory, passes, lanes).unwrap(), b"somesalt", len)
    };
    let standard = |len| derived(&new(Variant::D, 64, 3, 2).version(Version::V10), b"somesalt", len);
    let expected = [
        0xe6, 0xd9, 0x3d, 0xb3, 0x77, 0x4d, 0x91, 0xcb, 0xca, 0x74, 0x4b, 0x89, 0xe4, 0x2b, 0xe0, 0x90, 0x33,
        0x21, 0xb8, 0x2d, 0xc7, 0x28, 0x01, 0xb8, 0xb2, 0x57, 0x31, 0xe2, 0xed, 0x5b, 0x58, 0x59, 0x18, 0xbb,
        0xda, 0x62, 0x7d, 0x93, 0x2e, 0xa6, 0x1e, 0xbe, 0x15, 0xf2, 0x5e, 0x1e, 0x93, 0x6b, 0xe1, 0xed, 0xb3,
        0x80, 0x0d, 0xdd, 0xff, 0x99, 0xb4, 0x92, 0xa7, 0x2c, 0xcd, 0x2b, 0x7e, 0x49, 0x91,
    ];
    assert_eq!(old(64, 3, 2, 65), expected);
    for len in [4, 64, 97, 128, 161, 300] {
        assert_eq!(old(64, 3, 2, len), standard(len), "{len}");
    }
    for len in [65, 96, 129, 160, 288] {
        assert_ne!(old(64, 3, 2, len), standard(len), "{len}");
        assert_eq!(old(64, 3, 2, len)[..32], standard(len)[..32], "{len}");
    }
    let little = [
        0xd8, 0xb6, 0xfb, 0xe8, 0x24, 0xb0, 0xd0, 0xa1, 0x6c, 0xbd, 0x9d, 0x17, 0x3c, 0x2d, 0xb3, 0xf1, 0x81,
        0xae, 0xdd, 0x1b, 0x6f, 0xc9, 0xcd, 0xd9, 0x3d, 0xcc, 0x57, 0x03, 0x12, 0x71, 0x3d, 0xf7,
    ];
    assert_eq!(old(8, 1, 4, 32), little);
    assert!(matches!(Argon2::new(Variant::D, 8, 1, 4), Err(Error::Parameter { .. })));
    assert!(matches!(Argon2::cppcrypto_0_12(Variant::D, 8, 0, 4), Err(Error::Parameter { .. })));
}
