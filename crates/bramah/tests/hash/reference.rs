//! Random messages against two other libraries for each function.

use crate::{
    kit::Random,
    scope::{quick, wanted},
};
use bramah::hash;
use digest::DynDigest;

/// RustCrypto's implementation.
pub(crate) fn rustcrypto(name: &str) -> Option<Box<dyn DynDigest>> {
    Some(match name {
        "md5" => Box::new(md5::Md5::default()),
        "sha1" => Box::new(sha1::Sha1::default()),
        "sha224" => Box::new(sha2::Sha224::default()),
        "sha256" => Box::new(sha2::Sha256::default()),
        "sha384" => Box::new(sha2::Sha384::default()),
        "sha512" => Box::new(sha2::Sha512::default()),
        "sha512-224" => Box::new(sha2::Sha512_224::default()),
        "sha512-256" => Box::new(sha2::Sha512_256::default()),
        "sha3-224" => Box::new(sha3::Sha3_224::default()),
        "sha3-256" => Box::new(sha3::Sha3_256::default()),
        "sha3-384" => Box::new(sha3::Sha3_384::default()),
        "sha3-512" => Box::new(sha3::Sha3_512::default()),
        "blake2b-512" => Box::new(blake2::Blake2b512::default()),
        "blake2s-256" => Box::new(blake2::Blake2s256::default()),
        _ => return None,
    })
}

type Reference = fn(&[u8]) -> Vec<u8>;

/// An implementation that shares nothing with RustCrypto's.
fn other(name: &str) -> Option<Reference> {
    macro_rules! keccak {
        ($make:expr, $len:literal) => {
            |message| {
                use tiny_keccak::Hasher;
                let mut hasher = $make;
                hasher.update(message);
                let mut out = vec![0; $len];
                hasher.finalize(&mut out);
                out
            }
        };
    }
    macro_rules! sha2 {
        ($type:ident) => {
            |message| sha2_const_stable::$type::new().update(message).finalize().to_vec()
        };
    }
    Some(match name {
        "md5" => |message| md5_crate::compute(message).to_vec(),
        "sha1" => |message| sha1_smol::Sha1::from(message).digest().bytes().to_vec(),
        "sha224" => sha2!(Sha224),
        "sha256" => sha2!(Sha256),
        "sha384" => sha2!(Sha384),
        "sha512" => sha2!(Sha512),
        "sha512-224" => sha2!(Sha512_224),
        "sha512-256" => sha2!(Sha512_256),
        "sha3-224" => keccak!(tiny_keccak::Sha3::v224(), 28),
        "sha3-256" => keccak!(tiny_keccak::Sha3::v256(), 32),
        "sha3-384" => keccak!(tiny_keccak::Sha3::v384(), 48),
        "sha3-512" => keccak!(tiny_keccak::Sha3::v512(), 64),
        "blake2b-512" => |message| blake2b_simd::blake2b(message).as_bytes().to_vec(),
        "blake2s-256" => |message| blake2s_simd::blake2s(message).as_bytes().to_vec(),
        "shake128" => keccak!(tiny_keccak::Shake::v128(), 300),
        "shake256" => keccak!(tiny_keccak::Shake::v256(), 300),
        _ => return None,
    })
}

/// RustCrypto's extendable functions, and BLAKE3's, 300 bytes of them.
fn rustcrypto_extendable(name: &str) -> Option<Reference> {
    macro_rules! shake {
        ($type:ident) => {
            |message| {
                use shake::digest::{ExtendableOutput, Update, XofReader};
                let mut hasher = shake::$type::default();
                hasher.update(message);
                let mut out = vec![0; 300];
                hasher.finalize_xof().read(&mut out);
                out
            }
        };
    }
    Some(match name {
        "shake128" => shake!(Shake128),
        "shake256" => shake!(Shake256),
        "blake3" => |message| {
            let mut out = vec![0; 300];
            blake3::Hasher::new().update(message).finalize_xof().fill(&mut out);
            out
        },
        _ => return None,
    })
}

/// Functions that only one other library has, each with the reason.
const ONE_REFERENCE: &[(&str, &str)] =
    &[("blake3", "all other crates that have it are made of the same one")];

/// Functions that no other library has, each with the reason.
const NO_REFERENCE: &[(&str, &str)] = &[("sha512-t", "the vectors come from two models; no crate has it")];

#[test]
fn random_messages_against_two_libraries() {
    let cases = if quick() { 600 } else { 12_000 };
    let mut compared = 0;
    for entry in hash::entries() {
        let name = entry.algorithm().name();
        let (name, out_len) = match entry.info.name {
            shake if entry.extendable => (shake.to_string(), 300),
            _ => (name, entry.info.lengths.default),
        };
        if NO_REFERENCE.iter().any(|(one, _)| *one == entry.info.name) {
            continue;
        }
        let algorithm = entry.algorithm().with_bits(8 * out_len).unwrap();
        let second = other(&name);
        assert!(
            second.is_some() || ONE_REFERENCE.iter().any(|(one, _)| *one == entry.info.name),
            "{name} has no second reference"
        );
        let first: Box<dyn Fn(&[u8]) -> Vec<u8>> = match rustcrypto_extendable(&name) {
            Some(function) => Box::new(function),
            None => Box::new(|message| {
                let mut reference = rustcrypto(&name).unwrap_or_else(|| panic!("{name} has no reference"));
                reference.update(message);
                reference.finalize().into_vec()
            }),
        };
        let mut random = Random(5);
        let mut messages = Vec::new();
        let mut expected = Vec::new();
        for case in 0..cases {
            // a tree has more to get wrong
            let longest = if case % 16 == 0 { if entry.parallel { 20_000 } else { 4096 } } else { 300 };
            let length = random.below(longest);
            let message = random.bytes(length);
            let digest = first(&message);
            if let Some(second) = second {
                assert_eq!(digest, second(&message), "{name}: the references differ");
            }
            expected.extend_from_slice(&digest);
            messages.push(message);
        }
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        for backend in algorithm.backends_available().into_iter().filter(|name| wanted(name)) {
            let on = algorithm.with_backend(backend).unwrap();
            let mut out = vec![0; out_len];
            for (message, expected) in messages.iter().zip(expected.chunks(out_len)) {
                on.digest(message, &mut out);
                assert_eq!(out, expected, "{name} on {backend}: {message:02x?}");
                compared += 1;
            }
            let mut all = vec![0; expected.len()];
            on.hash_many(&messages, &mut all);
            assert!(all == expected, "{name} on {backend}, in a batch");
            compared += cases;
        }
    }
    println!("{compared} digests compared with two libraries each");
    assert!(quick() || compared >= 200_000);
}
