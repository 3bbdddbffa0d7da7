//! Compares each function with two other libraries on random messages.

use crate::{
    checksums,
    common::{quick, wanted},
    keccak,
    kit::Random,
    sharing,
};
use bramah::hash::{self, Options};
use digest::DynDigest;

/// Whether RustCrypto's JH is right on this CPU. On big-endian CPUs its digests are not the published ones.
const JH: bool = cfg!(target_endian = "little");

/// Returns RustCrypto's implementation.
pub(crate) fn rustcrypto(name: &str) -> Option<Box<dyn DynDigest>> {
    Some(match name {
        "ascon-hash256" => Box::new(ascon_hash256::AsconHash256::default()),
        "gost94" => Box::new(gost94::Gost94Test::default()),
        "gost94-cryptopro" => Box::new(gost94::Gost94CryptoPro::default()),
        "jh-224" if JH => Box::new(jh::Jh224::default()),
        "jh-256" if JH => Box::new(jh::Jh256::default()),
        "jh-384" if JH => Box::new(jh::Jh384::default()),
        "jh-512" if JH => Box::new(jh::Jh512::default()),
        "md4" => Box::new(md4::Md4::default()),
        "md5" => Box::new(md5::Md5::default()),
        "ripemd-128" => Box::new(ripemd::Ripemd128::default()),
        "ripemd-160" => Box::new(ripemd::Ripemd160::default()),
        "ripemd-256" => Box::new(ripemd::Ripemd256::default()),
        "ripemd-320" => Box::new(ripemd::Ripemd320::default()),
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
        "keccak-256" => Box::new(sha3::Keccak256::default()),
        "tiger" => Box::new(tiger::Tiger::default()),
        "tiger2" => Box::new(tiger::Tiger2::default()),
        "blake2b-512" => Box::new(blake2::Blake2b512::default()),
        "blake2s-256" => Box::new(blake2::Blake2s256::default()),
        "skein-256-256" => Box::new(skein::Skein256_256::default()),
        "skein-512-512" => Box::new(skein::Skein512_512::default()),
        "skein-1024-1024" => Box::new(skein::Skein1024_1024::default()),
        "groestl-256" => Box::new(groestl::Groestl256::default()),
        "groestl-512" => Box::new(groestl::Groestl512::default()),
        "kupyna-256" => Box::new(kupyna::Kupyna256::default()),
        "kupyna-512" => Box::new(kupyna::Kupyna512::default()),
        "sm3" => Box::new(sm3::Sm3::default()),
        "streebog-256" => Box::new(streebog::Streebog256::default()),
        "streebog-512" => Box::new(streebog::Streebog512::default()),
        "whirlpool" => Box::new(whirlpool::Whirlpool::default()),
        _ => return None,
    })
}

type Reference = fn(&[u8]) -> Vec<u8>;

/// Returns an implementation that shares no code with RustCrypto's.
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
        "keccak-256" => keccak!(tiny_keccak::Keccak::v256(), 32),
        "blake2b-512" => |message| blake2b_simd::blake2b(message).as_bytes().to_vec(),
        "blake2s-256" => |message| blake2s_simd::blake2s(message).as_bytes().to_vec(),
        "shake128" => keccak!(tiny_keccak::Shake::v128(), 300),
        "shake256" => keccak!(tiny_keccak::Shake::v256(), 300),
        "blake-512" => |message| {
            use blake512_hash::Digest;
            blake512_hash::Blake512::digest(message).to_vec()
        },
        "sm3" => |message| gm_sm3::sm3_hash(message).to_vec(),
        _ => return None,
    })
}

/// Whether blake-hash has BLAKE-384 and BLAKE-512 for this CPU. It has no portable implementation of them.
const WIDE_BLAKE: bool = cfg!(target_arch = "x86_64");

/// Returns the reference for functions that RustCrypto does not have.
fn instead(name: &str) -> Option<Reference> {
    macro_rules! blake {
        ($type:ident) => {
            |message| <blake_hash::$type as blake_hash::Digest>::digest(message).to_vec()
        };
    }
    // computes BLAKE2X with the crate's BLAKE2; the length of the output is the upper half of a node's offset
    macro_rules! blake2x {
        ($crate_name:ident, $node:literal, $length:expr, $message:expr) => {{
            let length = u64::from($length as u32) << 32;
            let mut params = $crate_name::Params::new();
            let root = params.node_offset(length).hash($message);
            let mut out = vec![0; if $length == $node { $node } else { 300 }];
            for (number, out) in out.chunks_mut($node).enumerate() {
                let mut params = $crate_name::Params::new();
                params.fanout(0).max_depth(0).max_leaf_length($node).inner_hash_length($node);
                let digest = params.node_offset(length | number as u64).hash(root.as_bytes());
                out.copy_from_slice(&digest.as_bytes()[..out.len()]);
            }
            out
        }};
    }
    Some(match name {
        "blake-224" => blake!(Blake224),
        "blake-256" => blake!(Blake256),
        "blake-384" if WIDE_BLAKE => blake!(Blake384),
        "blake-512" if WIDE_BLAKE => blake!(Blake512),
        "blake2bp-512" => |message| blake2b_simd::blake2bp::blake2bp(message).as_bytes().to_vec(),
        "blake2xb-512" => |message| blake2x!(blake2b_simd, 64, 64, message),
        "blake2xs-256" => |message| blake2x!(blake2s_simd, 32, 32, message),
        "blake2xb-xof" => |message| blake2x!(blake2b_simd, 64, u32::MAX, message),
        "blake2xs-xof" => |message| blake2x!(blake2s_simd, 32, 0xffff, message),
        "blake2sp-256" => |message| blake2s_simd::blake2sp::blake2sp(message).as_bytes().to_vec(),
        "xxh32" => |message| twox_hash::XxHash32::oneshot(0, message).to_be_bytes().to_vec(),
        "xxh64" => |message| twox_hash::XxHash64::oneshot(0, message).to_be_bytes().to_vec(),
        "xxh3-64" => |message| twox_hash::XxHash3_64::oneshot(message).to_be_bytes().to_vec(),
        "xxh3-128" => |message| twox_hash::XxHash3_128::oneshot(message).to_be_bytes().to_vec(),
        "blake3" => |message| {
            let mut out = vec![0; 300];
            blake3::Hasher::new().update(message).finalize_xof().fill(&mut out);
            out
        },
        _ => return None,
    })
}

/// Returns RustCrypto's implementation of an extendable-output function, with 300 bytes of output.
fn rustcrypto_extendable(name: &str) -> Option<Reference> {
    macro_rules! extendable {
        ($hasher:expr) => {
            |message| {
                use shake::digest::{ExtendableOutput, Update, XofReader};
                let mut hasher = $hasher;
                hasher.update(message);
                let mut out = vec![0; 300];
                hasher.finalize_xof().read(&mut out);
                out
            }
        };
    }
    Some(match name {
        "ascon-cxof128" => extendable!({
            use ascon_xof128::TryCustomizedInit;
            ascon_xof128::AsconCxof128::try_new_customized(b"").unwrap()
        }),
        "ascon-xof128" => extendable!(ascon_xof128::AsconXof128::default()),
        "shake128" => extendable!(shake::Shake128::default()),
        "shake256" => extendable!(shake::Shake256::default()),
        _ => return None,
    })
}

/// A function of another library that returns the digest of a message.
type Boxed = Box<dyn Fn(&[u8]) -> Vec<u8>>;

/// Returns the first reference: RustCrypto's implementation, if it has one.
fn first(name: &str, len: usize) -> Option<Boxed> {
    let plain = |name: &str| {
        let name = name.to_string();
        rustcrypto(&name)?;
        Some(Box::new(move |message: &[u8]| {
            let mut reference = rustcrypto(&name).expect("it was there before");
            reference.update(message);
            reference.finalize().into_vec()
        }) as Boxed)
    };
    let boxed = |function: Reference| Box::new(function) as Boxed;
    rustcrypto_extendable(name)
        .or_else(|| instead(name))
        .or_else(|| checksums::model(name))
        .or_else(|| sharing::model(name))
        .map(boxed)
        .or_else(|| keccak::rustcrypto(name, len))
        .or_else(|| plain(name))
}

/// Returns the second reference, which shares no code with the first.
fn second(name: &str, len: usize) -> Option<Boxed> {
    other(name)
        .or_else(|| checksums::of_crates(name))
        .map(|function| Box::new(function) as Boxed)
        .or_else(|| keccak::other(name, len))
}

/// Functions for which there are no two other libraries among the crates, each with the reason. The headings of their
/// vectors name the implementations that agree with the vectors.
const ONE_REFERENCE: &[(&str, &str)] = &[
    ("aich", "a model over RustCrypto's SHA-1; the vectors agree with RHash"),
    ("ascon-cxof128", "RustCrypto's; the vectors are of the reference implementation and agree with a model"),
    ("ascon-hash256", "RustCrypto's; the vectors are of the reference implementation and agree with a model"),
    ("ascon-xof128", "RustCrypto's; the vectors are of the reference implementation and agree with a model"),
    ("blake-224", "only blake-hash; the vectors agree with cppcrypto"),
    ("blake-256", "only blake-hash; the vectors agree with cppcrypto"),
    ("blake-384", "only blake-hash; the vectors agree with cppcrypto"),
    ("blake2bp", "no other crate; the vectors are the reference implementation's"),
    ("blake2sp", "no other crate; the vectors are the reference implementation's"),
    (
        "blake2xb",
        "no crate; the definition over blake2b_simd; the vectors are the reference implementation's",
    ),
    ("blake2xb-xof", "no crate; the definition over blake2b_simd; the vectors agree with a model"),
    (
        "blake2xs",
        "no crate; the definition over blake2s_simd; the vectors are the reference implementation's",
    ),
    ("blake2xs-xof", "no crate; the definition over blake2s_simd; the vectors agree with a model"),
    ("blake3", "all other crates that have it are made of the same one"),
    ("ed2k", "a model over RustCrypto's MD4; the vectors agree with RHash"),
    ("ed2k-edonkey", "a model over RustCrypto's MD4; the vectors agree with RHash's MD4, chunk by chunk"),
    ("edon-r-256", "no crate; the vectors agree with RHash"),
    ("edon-r-512", "no crate; the vectors agree with RHash"),
    ("gost94", "no other crate; the vectors agree with RHash and libgcrypt"),
    ("gost94-cryptopro", "no other crate; the vectors agree with RHash and libgcrypt"),
    ("groestl", "the second crate, groestl-aesni, is for one architecture; the benchmark compares with it"),
    ("has-160", "no crate; the vectors agree with RHash"),
    ("jh-224", "RustCrypto's is the only crate"),
    ("jh-256", "RustCrypto's is the only crate"),
    ("jh-384", "RustCrypto's is the only crate"),
    ("jh-512", "RustCrypto's is the only crate"),
    ("kupyna", "RustCrypto's is the only crate"),
    ("md4", "no other crate; the vectors agree with RHash, libgcrypt and LibTomCrypt"),
    ("ripemd-128", "no other crate; the vectors agree with LibTomCrypt"),
    ("ripemd-160", "no other crate; the vectors agree with RHash, libgcrypt and LibTomCrypt"),
    ("ripemd-256", "no other crate; the vectors agree with LibTomCrypt"),
    ("ripemd-320", "no other crate; the vectors agree with LibTomCrypt"),
    ("sha512-t", "the vectors come from two models; no crate has it"),
    (
        "skein-1024",
        "no crate that shares nothing with it; the vectors agree with cppcrypto and Bouncy Castle",
    ),
    ("skein-256", "no crate that shares nothing with it; the vectors agree with cppcrypto and Bouncy Castle"),
    ("skein-512", "no crate that shares nothing with it; the vectors agree with Botan and cppcrypto"),
    ("snefru-128", "no crate; the vectors agree with RHash"),
    ("snefru-256", "no crate; the vectors agree with RHash"),
    ("streebog-256", "no other crate; the vectors agree with Botan, RHash and cppcrypto"),
    ("streebog-512", "no other crate; the vectors agree with Botan, RHash and cppcrypto"),
    ("sum-bsd", "a model; the vectors agree with coreutils"),
    ("sum-sysv", "a model; the vectors agree with coreutils"),
    ("tiger", "no other crate; the vectors agree with RHash, libgcrypt and LibTomCrypt"),
    ("tiger2", "no other crate; the vectors agree with libgcrypt"),
    ("tth", "a model over RustCrypto's Tiger; the vectors agree with RHash"),
    ("whirlpool", "no other crate; the vectors agree with Botan, LibTomCrypt and cppcrypto"),
    ("xxh3-128", "only twox-hash; the vectors agree with xxhsum"),
    ("xxh3-64", "only twox-hash; the vectors agree with xxhsum"),
    ("xxh32", "only twox-hash; the vectors agree with xxhsum"),
    ("xxh64", "only twox-hash; the vectors agree with xxhsum"),
];

/// Returns lengths greater than the number of blocks, leaves or lanes that a backend processes in one call. Several
/// lengths are equal, so that a batch processes these messages together.
fn wide(block: usize) -> Vec<usize> {
    let blocks = [33, 33, 33, 33, 65, 65, 65, 65, 65, 129].into_iter().zip([0, 1, 2, 3, 0, 0, 1, 1, 2, 5]);
    let long = [(1 << 16) + 1, (1 << 16) + 1, (1 << 16) + 63, (1 << 17) + 4099];
    blocks.map(|(count, more)| count * block + more).chain(long).collect()
}

#[test]
fn random_messages_against_two_libraries() {
    let cases = if quick() { 600 } else { 4_000 };
    let mut compared = 0;
    for entry in hash::entries() {
        let name = entry.algorithm().name();
        let (name, out_len) = match entry.info.name {
            shake if entry.extendable() => (shake.to_string(), 300),
            _ => (name, entry.info.lengths.default),
        };
        let algorithm = entry.algorithm().with_bits(8 * out_len).unwrap();
        let excused = ONE_REFERENCE.iter().any(|(one, _)| *one == entry.info.name)
            || !WIDE_BLAKE && entry.info.name == "blake-512";
        let Some(first) = first(&name, out_len) else {
            assert!(excused, "{name} has no reference");
            continue;
        };
        let second = second(&name, out_len);
        assert!(second.is_some() || excused, "{name} has no second reference");
        let mut random = Random(5);
        let mut messages = Vec::new();
        let mut expected = Vec::new();
        let wide = wide(entry.info.block_len);
        for case in 0..cases + wide.len() {
            let longest = if case % 16 == 0 { 4096 } else { 300 };
            let random_length = random.below(longest);
            let length = case.checked_sub(cases).map_or(random_length, |number| wide[number]);
            let message = random.bytes(length);
            let digest = first(&message);
            if let Some(second) = &second {
                assert_eq!(digest, second(&message), "{name}: the references differ");
            }
            expected.extend_from_slice(&digest);
            messages.push(message);
        }
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        for backend in algorithm.backends_available().into_iter().filter(|name| wanted(name)) {
            // the other libraries compute KMAC with the empty key
            let options = Options { empty_key: true, ..Options::default() };
            let on = algorithm.with_backend(backend).unwrap().with_options(&options).unwrap();
            let mut out = vec![0; out_len];
            for (message, expected) in messages.iter().zip(expected.chunks(out_len)) {
                on.digest(message, &mut out);
                assert_eq!(
                    out,
                    expected,
                    "{name} on {backend}: {} bytes {:02x?}",
                    message.len(),
                    &message[..message.len().min(300)]
                );
                compared += 1;
            }
            let mut all = vec![0; expected.len()];
            on.hash_many(&messages, &mut all);
            assert!(all == expected, "{name} on {backend}, in a batch");
            compared += messages.len();
        }
    }
    println!("{compared} digests compared with other libraries");
    assert!(quick() || compared >= 200_000);
}
