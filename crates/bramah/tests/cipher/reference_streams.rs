//! Comparison of stream ciphers and authenticated encryption with two other libraries, with random keys and messages:
//! the crates of RustCrypto, and orion, which only has ChaCha20 and Poly1305.

use crate::{
    common::wanted,
    kit::{Random, quick},
};
use bramah::{Poly1305, aead, stream};
use chacha20::cipher::{KeyIvInit, StreamCipher};
use chacha20poly1305::aead::{
    AeadInOut, KeyInit,
    consts::{U7, U12, U15, U16},
};

fn cases() -> usize {
    if quick() { 20 } else { 300 }
}

/// Lengths in bytes, each longer than any run of blocks that a backend processes together.
const WIDE: [usize; 6] = [33 * 64, 65 * 64 + 1, 129 * 64 - 1, 1 << 16, (1 << 16) + 63, (1 << 17) + 65];

/// A function of another library that encrypts a message in place; its arguments are the key, the nonce and the
/// message.
type Other = fn(&[u8], &[u8], &mut [u8]);

fn theirs<C: KeyIvInit + StreamCipher>(key: &[u8], nonce: &[u8], text: &mut [u8]) {
    C::new_from_slices(key, nonce).unwrap().apply_keystream(text);
}

#[test]
fn streams() {
    let others: &[(&str, usize, usize, Other)] = &[
        ("chacha8", 32, 8, |key, nonce, text| {
            theirs::<chacha20::ChaCha8>(key, &[&[0; 4], nonce].concat(), text)
        }),
        ("chacha12", 32, 8, |key, nonce, text| {
            theirs::<chacha20::ChaCha12>(key, &[&[0; 4], nonce].concat(), text)
        }),
        ("chacha20", 32, 8, theirs::<chacha20::ChaCha20Legacy>),
        ("chacha8-ietf", 32, 12, theirs::<chacha20::ChaCha8>),
        ("chacha12-ietf", 32, 12, theirs::<chacha20::ChaCha12>),
        ("chacha20-ietf", 32, 12, theirs::<chacha20::ChaCha20>),
        ("chacha20-ietf", 32, 12, |key, nonce, text| {
            use orion::hazardous::stream::chacha20::*;
            let (key, nonce) = (SecretKey::from_slice(key).unwrap(), Nonce::from_slice(nonce).unwrap());
            let plain = text.to_vec();
            if !plain.is_empty() {
                encrypt(&key, &nonce, 0, &plain, text).unwrap();
            }
        }),
        ("xchacha8", 32, 24, theirs::<chacha20::XChaCha8>),
        ("xchacha12", 32, 24, theirs::<chacha20::XChaCha12>),
        ("xchacha20", 32, 24, theirs::<chacha20::XChaCha20>),
        ("xchacha20", 32, 24, |key, nonce, text| {
            use orion::hazardous::stream::{chacha20::SecretKey, xchacha20::*};
            let (key, nonce) = (SecretKey::from_slice(key).unwrap(), Nonce::from_slice(nonce).unwrap());
            let plain = text.to_vec();
            if !plain.is_empty() {
                encrypt(&key, &nonce, 0, &plain, text).unwrap();
            }
        }),
        ("salsa20-8", 32, 8, theirs::<salsa20::Salsa8>),
        ("salsa20-12", 32, 8, theirs::<salsa20::Salsa12>),
        ("salsa20", 32, 8, theirs::<salsa20::Salsa20>),
        ("xsalsa20-8", 32, 24, theirs::<salsa20::XSalsa8>),
        ("xsalsa20-12", 32, 24, theirs::<salsa20::XSalsa12>),
        ("xsalsa20", 32, 24, theirs::<salsa20::XSalsa20>),
        ("hc-256", 32, 32, theirs::<hc_256::Hc256>),
        ("rabbit", 16, 8, theirs::<rabbit::Rabbit>),
        ("rc4", 16, 0, |key, _, text| rc4::Rc4::new_from_slice(key).unwrap().apply_keystream(text)),
    ];
    for (name, key_len, nonce_len, other) in others {
        let algorithm = stream::lookup(name).unwrap();
        for backend in algorithm.backends_available() {
            let on = algorithm.with_backend(backend).unwrap();
            let mut random = Random(*nonce_len as u64);
            for number in 0..if wanted(backend) { cases() + WIDE.len() } else { 0 } {
                let (key, nonce) = (random.bytes(*key_len), random.bytes(*nonce_len));
                let random_length = random.below(3000);
                let length = number.checked_sub(cases()).map_or(random_length, |number| WIDE[number]);
                let message = random.bytes(length);
                let (mut found, mut expected) = (message.clone(), message);
                on.begin(&key, &nonce).unwrap().apply(&mut found[..]).unwrap();
                other(&key, &nonce, &mut expected);
                assert!(found == expected, "{name} on {backend}, {length} bytes");
            }
        }
    }
}

/// A function of another library that encrypts a message in place and returns the tag; its arguments are the key, the
/// nonce, the associated data and the message.
type OtherAead = fn(&[u8], &[u8], &[u8], &mut [u8]) -> Vec<u8>;

fn sealed<A: AeadInOut + KeyInit>(key: &[u8], nonce: &[u8], header: &[u8], text: &mut [u8]) -> Vec<u8> {
    let aead = A::new_from_slice(key).unwrap();
    aead.encrypt_inout_detached(nonce.try_into().unwrap(), header, text.into()).unwrap().to_vec()
}

#[test]
fn aeads() {
    let others: &[(&str, usize, OtherAead)] = &[
        ("chacha20-poly1305", 12, sealed::<chacha20poly1305::ChaCha20Poly1305>),
        ("chacha12-poly1305", 12, sealed::<chacha20poly1305::ChaCha12Poly1305>),
        ("chacha8-poly1305", 12, sealed::<chacha20poly1305::ChaCha8Poly1305>),
        ("xchacha20-poly1305", 24, sealed::<chacha20poly1305::XChaCha20Poly1305>),
        ("xchacha12-poly1305", 24, sealed::<chacha20poly1305::XChaCha12Poly1305>),
        ("xchacha8-poly1305", 24, sealed::<chacha20poly1305::XChaCha8Poly1305>),
        ("chacha20-poly1305", 12, |key, nonce, header, text| {
            use orion::hazardous::aead::chacha20poly1305::*;
            let (key, nonce) = (SecretKey::from_slice(key).unwrap(), Nonce::from_slice(nonce).unwrap());
            let mut out = vec![0; text.len() + 16];
            seal(&key, &nonce, text, Some(header), &mut out).unwrap();
            let tag = out.split_off(text.len());
            text.copy_from_slice(&out);
            tag
        }),
        ("xsalsa20-poly1305", 24, |key, nonce, _, text| {
            use crypto_secretbox::aead::{AeadInPlace, KeyInit};
            let secretbox = crypto_secretbox::XSalsa20Poly1305::new_from_slice(key).unwrap();
            secretbox.encrypt_in_place_detached(nonce.into(), b"", text).unwrap().to_vec()
        }),
        ("xaes-256-gcm", 24, |key, nonce, header, text| {
            use aes::cipher::BlockCipherEncrypt;
            let aes = aes::Aes256::new_from_slice(key).unwrap();
            let mut first = aes::Block::default();
            aes.encrypt_block(&mut first);
            let first = u128::from_be_bytes(first.into());
            let subkey = (first << 1 ^ if first >> 127 == 1 { 0x87 } else { 0 }).to_be_bytes();
            let mut derived = Vec::new();
            for number in [1, 2] {
                let input = [&[0, number, b'X', 0], &nonce[..12]].concat();
                let mut block: [u8; 16] = std::array::from_fn(|i| input[i] ^ subkey[i]);
                aes.encrypt_block((&mut block).into());
                derived.extend(block);
            }
            sealed::<aes_gcm::Aes256Gcm>(&derived, &nonce[12..], header, text)
        }),
        ("aes-128-gcm", 12, sealed::<aes_gcm::Aes128Gcm>),
        ("aes-256-gcm", 12, sealed::<aes_gcm::Aes256Gcm>),
        ("aes-128-gcm-siv", 12, sealed::<aes_gcm_siv::Aes128GcmSiv>),
        ("aes-256-gcm-siv", 12, sealed::<aes_gcm_siv::Aes256GcmSiv>),
        ("aes-128-ocb", 12, sealed::<ocb3::Ocb3<aes::Aes128, U12>>),
        ("aes-192-ocb", 7, sealed::<ocb3::Ocb3<aes::Aes192, U7>>),
        ("aes-256-ocb", 15, sealed::<ocb3::Ocb3<aes::Aes256, U15>>),
        ("aes-128-siv", 16, sealed::<aes_siv::Aes128SivAead>),
        ("aes-256-siv", 16, sealed::<aes_siv::Aes256SivAead>),
        ("aes-128-ccm", 12, sealed::<ccm::Ccm<aes::Aes128, U16, U12>>),
        ("aes-192-ccm", 7, sealed::<ccm::Ccm<aes::Aes192, U16, U7>>),
        ("aes-256-ccm", 12, sealed::<ccm::Ccm<aes::Aes256, U16, U12>>),
    ];
    for (name, nonce_len, other) in others {
        let algorithm = aead::lookup(name).unwrap();
        for backend in algorithm.backends_available() {
            let on = algorithm.with_backend(backend).unwrap();
            let mut random = Random(*nonce_len as u64);
            for number in 0..if wanted(backend) { cases() + WIDE.len() } else { 0 } {
                let (key, nonce) = (random.bytes(on.key_len().max), random.bytes(*nonce_len));
                let (random_length, header) = (random.below(5000), random.below(100));
                let length = number.checked_sub(cases()).map_or(random_length, |number| WIDE[number]);
                let header = random.bytes(if on.takes_header() { header } else { 0 });
                let message = random.bytes(length);
                let (mut found, mut tag, mut expected) = (message.clone(), [0; 16], message.clone());
                let keyed = on.keyed(&key).unwrap();
                keyed.seal(&nonce, &header, &mut found[..], &mut tag).unwrap();
                let their_tag = other(&key, &nonce, &header, &mut expected);
                assert!(found == expected && tag == their_tag[..], "{name} on {backend}, {length} bytes");
                keyed.open(&nonce, &header, &mut found[..], &tag).unwrap();
                assert!(found == message, "{name} on {backend}, {length} bytes");
            }
        }
    }
}

#[test]
fn poly1305() {
    use orion::hazardous::mac::poly1305::{OneTimeKey, Poly1305 as Other};
    let mut random = Random(3);
    for case in 0..2 * cases() + WIDE.len() {
        let key: [u8; 32] = match case % 3 {
            0 => [0xff; 32],
            _ => random.bytes(32).try_into().unwrap(),
        };
        let random_length = random.below(2000);
        let length = case.checked_sub(2 * cases()).map_or(random_length, |number| WIDE[number]);
        let message = if case % 2 == 0 { vec![0xff; length] } else { random.bytes(length) };
        let other = Other::poly1305(&OneTimeKey::from_slice(&key).unwrap(), &message).unwrap();
        assert_eq!(Poly1305::mac(&key, &message), other.unprotected_as_bytes(), "{length} bytes");
    }
}
