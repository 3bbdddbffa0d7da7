//! Compares MACs with two other libraries.

use crate::kit::{Random, each, tag};
use ::hmac::{KeyInit as _, Mac as _, SimpleHmac};

/// Returns the tag from RustCrypto, or `None` if it does not have the MAC.
fn other(name: &str, key: &[u8], nonce: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    macro_rules! hmac {
        ($hash:ty) => {
            SimpleHmac::<$hash>::new_from_slice(key)
                .unwrap()
                .chain_update(message)
                .finalize()
                .into_bytes()
                .to_vec()
        };
    }
    macro_rules! gmac {
        ($cipher:ty) => {{
            use aes_gcm::{AeadInOut, KeyInit};
            let gcm = aes_gcm::AesGcm::<$cipher, aes_gcm::aead::consts::U12>::new_from_slice(key).unwrap();
            let nonce = aes_gcm::Nonce::try_from(nonce).ok()?;
            gcm.encrypt_inout_detached(&nonce, message, (&mut [][..]).into()).unwrap().to_vec()
        }};
    }
    Some(match name {
        "hmac-md5" => hmac!(md5::Md5),
        "hmac-sha1" => hmac!(sha1::Sha1),
        "hmac-sha224" => hmac!(sha2::Sha224),
        "hmac-sha256" => hmac!(sha2::Sha256),
        "hmac-sha384" => hmac!(sha2::Sha384),
        "hmac-sha512" => hmac!(sha2::Sha512),
        "hmac-sha512-256" => hmac!(sha2::Sha512_256),
        "hmac-sha3-256" => hmac!(sha3::Sha3_256),
        "hmac-sha3-512" => hmac!(sha3::Sha3_512),
        "hmac-blake2b-512" => hmac!(blake2::Blake2b512),
        "hmac-blake2s-256" => hmac!(blake2::Blake2s256),
        "hmac-ripemd-160" => hmac!(ripemd::Ripemd160),
        "hmac-sm3" => hmac!(sm3::Sm3),
        "hmac-whirlpool" => hmac!(whirlpool::Whirlpool),
        "hmac-streebog-256" => hmac!(streebog::Streebog256),
        "hmac-streebog-512" => hmac!(streebog::Streebog512),
        "hmac-groestl-256" => hmac!(groestl::Groestl256),
        "hmac-groestl-512" => hmac!(groestl::Groestl512),
        // on big-endian CPUs the JH of RustCrypto is wrong
        "hmac-jh-256" if cfg!(target_endian = "little") => hmac!(jh::Jh256),
        "hmac-tiger" => hmac!(tiger::Tiger),
        "hmac-gost94" => hmac!(gost94::Gost94Test),
        "gmac-aes-128" => gmac!(aes::Aes128),
        "gmac-aes-256" => gmac!(aes::Aes256),
        _ => return None,
    })
}

/// Returns the tag from a library of other authors, or `None` if there is none.
fn another(name: &str, key: &[u8], message: &[u8]) -> Option<Vec<u8>> {
    use orion::hazardous::mac::hmac;
    macro_rules! orion {
        ($module:ident $type:ident) => {{
            let key = hmac::$module::SecretKey::from_slice(key).unwrap();
            hmac::$module::$type::hmac(&key, message).unwrap().unprotected_as_bytes().to_vec()
        }};
    }
    Some(match name {
        "hmac-sha256" => orion!(sha256 HmacSha256),
        "hmac-sha384" => orion!(sha384 HmacSha384),
        "hmac-sha512" => orion!(sha512 HmacSha512),
        "blake2b-512" => {
            blake2b_simd::Params::new().hash_length(64).key(key).hash(message).as_bytes().to_vec()
        }
        "blake2s-256" => {
            blake2s_simd::Params::new().hash_length(32).key(key).hash(message).as_bytes().to_vec()
        }
        "blake3-256" => blake3::keyed_hash(key.try_into().ok()?, message).as_bytes().to_vec(),
        "siphash-2-4" => {
            #[allow(deprecated)] // the algorithm that it has cannot be named otherwise
            let mut hasher = {
                let word = |at: usize| u64::from_le_bytes(key[at..at + 8].try_into().unwrap());
                core::hash::SipHasher::new_with_keys(word(0), word(8))
            };
            core::hash::Hasher::write(&mut hasher, message);
            core::hash::Hasher::finish(&hasher).to_le_bytes().to_vec()
        }
        _ => return None,
    })
}

#[test]
fn against_two_libraries() {
    each(|subject| {
        let name = subject.on.name();
        let mut random = Random(11);
        // also messages longer than the number of blocks that a backend processes in one call
        let block = subject.block();
        let wide = [33 * block, 65 * block + 1, 129 * block - 1, (1 << 16) + 33, (1 << 17) + block + 5];
        for round in 0..120 + wide.len() {
            let lengths = subject.on.key_len();
            let key = match lengths.max - lengths.min {
                0 => random.bytes(lengths.max),
                room => {
                    let length = lengths.min + random.below(room.min(300) + 1);
                    random.bytes(length)
                }
            };
            let random_length = random.below(if round % 3 == 0 { 3000 } else { 300 });
            let length = round.checked_sub(120).map_or(random_length, |number| wide[number]);
            let (nonce, message) = (random.bytes(subject.nonce().len()), random.bytes(length));
            for expected in [other(&name, &key, &nonce, &message), another(&name, &key, &message)] {
                let Some(expected) = expected else { continue };
                let found = tag(&mut subject.on.begin(&key, &nonce).unwrap(), &message);
                assert_eq!(found, expected, "{}: key {}, {length} bytes", subject.name, key.len());
            }
        }
    });
}
