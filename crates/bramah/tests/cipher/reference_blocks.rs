//! XTEA, Threefish, Serpent, Twofish, Blowfish, DES, IDEA, CAST, RC2, Camellia, ARIA, SM4, Kuznyechik, Magma and GOST
//! 28147-89 compared with the crates of RustCrypto, for random keys, tweaks and blocks, on every backend.

use crate::kit::{Random, ciphers, quick};
use threefish::{Threefish256, Threefish512, Threefish1024};
use xtea::cipher::{BlockCipherEncrypt, KeyInit};

/// Returns the number of random keys for each cipher.
fn keys() -> usize {
    if quick() { 20 } else { 500 }
}

/// Swaps the bytes of each word: some crates read the words of keys and blocks in the other byte order than Bramah.
fn swapped(bytes: &[u8]) -> Vec<u8> {
    bytes.chunks(4).flat_map(|word| word.iter().rev().copied()).collect()
}

/// Returns one block encrypted by the crates; `None` for ciphers that they do not have.
fn expected(name: &str, key: &[u8], tweak: &[u8; 16], block: &[u8]) -> Option<Vec<u8>> {
    macro_rules! threefish {
        ($cipher:ident) => {{
            let mut block = block.to_vec();
            $cipher::new_with_tweak(key.try_into().unwrap(), tweak)
                .encrypt_block(block.as_mut_slice().try_into().unwrap());
            Some(block)
        }};
    }
    macro_rules! plain {
        ($cipher:ty) => {{
            let mut block = block.to_vec();
            let cipher = <$cipher>::new_from_slice(key).unwrap();
            cipher.encrypt_block(block.as_mut_slice().try_into().unwrap());
            Some(block)
        }};
    }
    // the crate uses the byte order of Magma for keys and blocks of GOST 28147-89
    macro_rules! gost {
        ($cipher:ident) => {{
            let mut block: Vec<u8> = block.iter().rev().copied().collect();
            let cipher = magma::$cipher::new_from_slice(&swapped(key)).unwrap();
            cipher.encrypt_block(block.as_mut_slice().try_into().unwrap());
            block.reverse();
            Some(block)
        }};
    }
    match name {
        "des" => plain!(des::Des),
        "3des" => plain!(des::TdesEde3),
        "3des-2key" => plain!(des::TdesEde2),
        "idea" => plain!(idea::Idea),
        "cast-128" => plain!(cast5::Cast5),
        "rc2" => plain!(rc2::Rc2),
        _ if name.starts_with("cast6-") => plain!(cast6::Cast6),
        "serpent" | "serpent-128" | "serpent-192" | "serpent-256" => plain!(serpent::Serpent),
        "twofish-128" | "twofish-192" | "twofish-256" => plain!(twofish::Twofish),
        "blowfish" => plain!(blowfish::Blowfish),
        "xtea-le" => plain!(xtea::Xtea),
        "aria-128" => plain!(aria::Aria128),
        "aria-192" => plain!(aria::Aria192),
        "aria-256" => plain!(aria::Aria256),
        "camellia-128" => plain!(camellia::Camellia128),
        "camellia-192" => plain!(camellia::Camellia192),
        "camellia-256" => plain!(camellia::Camellia256),
        "gost28147-a" => gost!(Gost89CryptoProA),
        "gost28147-b" => gost!(Gost89CryptoProB),
        "gost28147-c" => gost!(Gost89CryptoProC),
        // not gost28147-d: the crate's CryptoProD is the set of the hash function, and not that of RFC 4357
        "gost28147-test" => gost!(Gost89Test),
        "gost28147-z" => gost!(Magma),
        "kuznyechik" => plain!(kuznyechik::Kuznyechik),
        "magma" => plain!(magma::Magma),
        "sm4" => plain!(sm4::Sm4),
        "xtea" => {
            let mut block = swapped(block);
            let cipher = xtea::Xtea::new_from_slice(&swapped(key)).unwrap();
            cipher.encrypt_block(block.as_mut_slice().try_into().unwrap());
            Some(swapped(&block))
        }
        "threefish-256" => threefish!(Threefish256),
        "threefish-512" => threefish!(Threefish512),
        "threefish-1024" => threefish!(Threefish1024),
        _ => None,
    }
}

#[test]
fn random_blocks() {
    let mut met = 0;
    for cipher in ciphers() {
        let (name, len) = (cipher.on.info().name, cipher.on.block_len());
        let mut random = Random(len as u64);
        for number in 0..keys() {
            let key = match cipher.on.key_lengths() {
                lengths if lengths.min == lengths.max => random.bytes(lengths.max),
                // the crates take keys of at least 16 bytes
                lengths => random.bytes(lengths.max - number % (lengths.max - 15)),
            };
            let tweak: [u8; 16] = random.bytes(16).try_into().unwrap();
            let on = match cipher.on.tweak_len() {
                0 => cipher.on,
                _ => cipher.on.with_tweak(&tweak).unwrap(),
            };
            // full vectors, and every number of blocks that does not fill a vector
            let text = random.bytes((1 + number % 40) * len);
            let Some(first) = expected(name, &key, &tweak, &text[..len]) else { break };
            let mut blocks = text.clone();
            let keyed = on.keyed(&key).unwrap();
            keyed.encrypt_blocks(&mut blocks).unwrap();
            assert_eq!(blocks[..len], first, "{}", cipher.name);
            for (found, block) in blocks.chunks(len).zip(text.chunks(len)).skip(1) {
                assert_eq!(Some(found.to_vec()), expected(name, &key, &tweak, block), "{}", cipher.name);
            }
            keyed.decrypt_blocks(&mut blocks).unwrap();
            assert_eq!(blocks, text, "{}", cipher.name);
            met += 1;
        }
    }
    assert!(met > 0 || crate::kit::limited());
}
