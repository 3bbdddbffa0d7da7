//! FF1 on every backend of every cipher that it is defined for: vectors, a model with other arithmetic, and refused
//! input.

use crate::{
    common::{bytes, wanted},
    kit::{Random, ciphers, limited, quick},
};
use bramah::{
    Aes128, Aes256, Error, Ff1, block,
    fpe::{self, Algorithm, Alphabet},
};
use std::collections::BTreeSet;

/// Returns FF1 over every cipher, on every backend under test.
fn all() -> Vec<(String, Algorithm)> {
    let mut all = Vec::new();
    for algorithm in fpe::algorithms() {
        for backend in algorithm.cipher().backends_available() {
            if wanted(backend) {
                let name = format!("{} on {backend}", algorithm.name());
                all.push((name, algorithm.with_backend(backend).unwrap()));
            }
        }
    }
    all
}

/// Returns the numerals of a vector's field.
fn numerals(vector: &bramah_vectors::Vector, field: &str, radix: u32) -> Vec<u16> {
    let bytes = bytes(vector, field);
    match radix {
        ..=256 => bytes.into_iter().map(u16::from).collect(),
        _ => bytes.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect(),
    }
}

#[test]
fn vectors() {
    let mut count = 0;
    for file in bramah_vectors::fpes() {
        assert_eq!(*file, "ff1");
        for (name, on) in all() {
            let cipher = on.cipher().info().name;
            let vectors = bramah_vectors::fpe(file).unwrap();
            for vector in vectors.iter().filter(|vector| vector.word("cipher") == Some(cipher)) {
                let radix = vector.number("radix").unwrap() as u32;
                let [key, tweak] = ["key", "tweak"].map(|field| bytes(vector, field));
                let [plaintext, ciphertext] =
                    ["plaintext", "ciphertext"].map(|field| numerals(vector, field, radix));
                let ff1 = on.keyed(&key, radix).unwrap();
                let mut text = plaintext.clone();
                ff1.encrypt(&tweak, &mut text).unwrap();
                assert!(text == ciphertext, "{vector} on {name}");
                ff1.decrypt(&tweak, &mut text).unwrap();
                assert!(text == plaintext, "{vector} on {name}, decrypted");
                count += 1;
            }
        }
    }
    assert!(limited() || count > 100);
}

/// Returns the `len` numerals of a big-endian number, the highest first, by long division of bytes.
fn remainders(mut number: Vec<u8>, radix: u32, len: usize) -> Vec<u16> {
    let mut numerals = vec![0; len];
    for numeral in numerals.iter_mut().rev() {
        let mut rest = 0;
        for byte in &mut number {
            rest = rest << 8 | u32::from(*byte);
            *byte = (rest / radix) as u8;
            rest %= radix;
        }
        *numeral = rest as u16;
    }
    numerals
}

/// Returns the number that the numerals represent, in `len` bytes, by multiplication of bytes.
fn number(numerals: &[u16], radix: u32, len: usize) -> Vec<u8> {
    let mut number = vec![0; len];
    for numeral in numerals {
        let mut carry = u32::from(*numeral);
        for byte in number.iter_mut().rev() {
            carry += u32::from(*byte) * radix;
            *byte = carry as u8;
            carry >>= 8;
        }
        assert_eq!(carry, 0, "the number fits");
    }
    number
}

/// Encrypts as the specification defines FF1 (SP 800-38G, algorithm 7), over single blocks, with division of byte
/// strings.
fn model(encrypt: &dyn Fn(&mut [u8]), radix: u32, tweak: &[u8], text: &[u16]) -> Vec<u16> {
    let (len, u) = (text.len(), text.len() / 2);
    let v = len - u;
    // the bytes of the largest number with v numerals, without leading zeros
    let largest = number(&vec![(radix - 1) as u16; v], radix, 2 * v);
    let b = largest.len() - largest.iter().position(|byte| *byte != 0).unwrap();
    let d = 4 * b.div_ceil(4) + 4;
    let (mut a, mut c) = (text[..u].to_vec(), text[u..].to_vec());
    for round in 0..10 {
        let mut message = vec![1, 2, 1];
        message.extend_from_slice(&radix.to_be_bytes()[1..]);
        message.extend_from_slice(&[10, (u % 256) as u8]);
        message.extend_from_slice(&(len as u32).to_be_bytes());
        message.extend_from_slice(&(tweak.len() as u32).to_be_bytes());
        message.extend_from_slice(tweak);
        while !(message.len() + 1 + b).is_multiple_of(16) {
            message.push(0);
        }
        message.push(round);
        message.extend_from_slice(&number(&c, radix, b));
        let mut chain = vec![0; 16];
        for block in message.chunks(16) {
            chain.iter_mut().zip(block).for_each(|(to, from)| *to ^= from);
            encrypt(&mut chain);
        }
        let mut stream = chain.clone();
        for j in 1..=(d.div_ceil(16) as u8) {
            let mut block = chain.clone();
            block[15] ^= j;
            encrypt(&mut block);
            stream.extend_from_slice(&block);
        }
        let digits = remainders(stream[..d].to_vec(), radix, a.len());
        let mut carry = 0;
        for (to, digit) in a.iter_mut().zip(digits).rev() {
            let sum = u32::from(*to) + u32::from(digit) + carry;
            carry = u32::from(sum >= radix);
            *to = (sum % radix) as u16;
        }
        std::mem::swap(&mut a, &mut c);
    }
    a.extend_from_slice(&c);
    a
}

#[test]
fn a_model_of_other_arithmetic() {
    let mut random = Random(38);
    let radices = [2, 3, 4, 9, 10, 16, 26, 36, 62, 255, 256, 257, 1000, 4095, 46340, 46341, 65535, 65536];
    let mut met = BTreeSet::new();
    for cipher in ciphers().into_iter().filter(|cipher| cipher.on.block_len() == 16) {
        // the arithmetic is the same over all ciphers
        let cases = if cipher.on.info().name == "aes-128" && !quick() { 400 } else { 4 };
        let on = Algorithm::new(cipher.on).unwrap();
        for case in 0..cases {
            let key = random.bytes(on.key_len());
            let block = cipher.on.keyed(&key).unwrap();
            let radix = radices[(case + random.below(radices.len())) % radices.len()];
            let ff1 = on.keyed(&key, radix).unwrap();
            let len = ff1.min_len() + random.below(if case % 20 == 0 { ff1.max_len() / 4 } else { 40 });
            let tweak_len = random.below(50);
            let tweak = random.bytes(tweak_len);
            let text: Vec<u16> = random
                .bytes(4 * len)
                .chunks(4)
                .map(|bytes| (u32::from_le_bytes(bytes.try_into().unwrap()) % radix) as u16)
                .collect();
            let expected = model(&|bytes| block.encrypt_blocks(bytes).unwrap(), radix, &tweak, &text);
            let mut found = text.clone();
            ff1.encrypt(&tweak, &mut found).unwrap();
            assert!(
                found == expected,
                "{}: {len} numerals below {radix}, a tweak of {tweak_len}",
                cipher.name
            );
            ff1.decrypt(&tweak, &mut found).unwrap();
            assert!(found == text, "{}: {len} numerals below {radix}, decrypted", cipher.name);
            met.insert(radix);
        }
    }
    assert!(limited() || met.len() > 10);
}

/// The domain has at least a million texts, and halves must fit into 4096 bits; a refused text stays unchanged.
#[test]
fn texts_that_are_refused() {
    let refused = |ff1: &Ff1<Aes256>, text: &[u16]| {
        let mut changed = text.to_vec();
        let [one, other] = [ff1.encrypt(b"t", &mut changed), ff1.decrypt(b"t", &mut changed)];
        assert!(changed == text, "a text that is refused stays as it is");
        assert_eq!(one, other);
        one.unwrap_err()
    };
    for (radix, min, max) in [
        (2, 20, 8192),
        (3, 13, 5168),
        (10, 6, 2466),
        (99, 4, 1234),
        (100, 3, 1232),
        (999, 3, 822),
        (1000, 2, 822),
        (65535, 2, 512),
        (65536, 2, 512),
    ] {
        let ff1 = Ff1::<Aes256>::new(&[3; 32], radix).unwrap();
        assert_eq!((ff1.radix(), ff1.min_len(), ff1.max_len()), (radix, min, max), "{radix}");
        for len in [0, 1, min - 1, max + 1, max + 2, 3 * max] {
            let name = "the number of numerals";
            let [value, min, max] = [len, min, max].map(|len| len as u64);
            assert_eq!(refused(&ff1, &vec![0; len]), Error::Parameter { name, value, min, max }, "{radix}");
        }
        for len in [min, max] {
            let mut text = vec![(radix - 1) as u16; len];
            ff1.encrypt(b"t", &mut text).unwrap();
            assert!(text.iter().all(|numeral| u32::from(*numeral) < radix));
            assert!(text.iter().any(|numeral| u32::from(*numeral) != radix - 1));
            ff1.decrypt(b"t", &mut text).unwrap();
            assert_eq!(text, vec![(radix - 1) as u16; len]);
            let too_large = (0..len).filter(|_| radix < 65536).step_by(1 + len / 7);
            for (at, numeral) in too_large.flat_map(|at| [(at, radix as u16), (at, u16::MAX)]) {
                let mut text = vec![0; len];
                text[at] = numeral;
                assert_eq!(refused(&ff1, &text), Error::Numeral { radix }, "{numeral} at {at}");
            }
        }
    }
    for radix in [0, 1, 65537, u32::MAX] {
        let error = Ff1::<Aes128>::new(&[0; 16], radix).unwrap_err();
        assert_eq!(error.to_string(), format!("the radix is {radix}, but must be from 2 to 65536"));
        assert_eq!(fpe::lookup("aes-128-ff1").unwrap().keyed(&[0; 16], radix).unwrap_err(), error);
    }
}

#[test]
fn names() {
    for name in ["aes-256-ff1", "AES256FF1", "aes-256_FF1", "aes-256-ff1-"] {
        assert_eq!(fpe::lookup(name).unwrap().name(), "aes-256-ff1", "{name}");
    }
    for name in ["ff1", "aes-256", "aes-256-ff3", "-ff1", ""] {
        assert_eq!(fpe::lookup(name).unwrap_err(), Error::UnknownName(name.into()));
    }
    let error = fpe::lookup("xtea-ff1").unwrap_err();
    assert_eq!(error.to_string(), "the cipher's block in bits is 64, but must be from 128 to 128");
    assert!(fpe::lookup("aes-128-ff1").unwrap().keyed(&[0; 15], 10).is_err());
    let over: Vec<_> = fpe::algorithms().map(|algorithm| algorithm.cipher().info().name).collect();
    let expected = block::entries().filter(|entry| entry.info.block_len == 16).map(|entry| entry.info.name);
    assert_eq!(over, expected.collect::<Vec<_>>());
}

#[test]
fn alphabets() {
    for (characters, radix) in [("01", 2), ("0123456789", 10), ("жзй€𝄞", 5)] {
        let alphabet = Alphabet::new(characters).unwrap();
        assert_eq!(alphabet.radix(), radix);
        let all: Vec<u16> = (0..radix as u16).collect();
        assert_eq!(alphabet.numerals(characters).unwrap(), all);
        assert_eq!(alphabet.text(&all), characters);
        assert!(alphabet.numerals("").unwrap().is_empty());
        for other in ["x", "0 1", "é", "жзй€𝄞!", "0\u{301}"] {
            assert_eq!(alphabet.numerals(other), Err(Error::Character), "{other} in {characters}");
        }
    }
    let many: String = ('\u{10000}'..).take(1 << 16).collect();
    assert_eq!(Alphabet::new(&many).unwrap().radix(), 1 << 16);
    for wrong in ["", "0", "00", "0123450", &format!("{many}0")] {
        assert_eq!(Alphabet::new(wrong), Err(Error::Alphabet));
    }
    let digits = Alphabet::new("0123456789").unwrap();
    let ff1 = Ff1::<Aes128>::new(&[7; 16], 10).unwrap();
    let text = ff1.encrypt_text(&digits, b"", "000000").unwrap();
    assert_eq!(ff1.decrypt_text(&digits, b"", &text).unwrap(), "000000");
    assert_eq!(ff1.encrypt_text(&digits, b"", "00000a"), Err(Error::Character));
    assert!(ff1.encrypt_text(&digits, b"", "00000").is_err());
    let error = ff1.encrypt_text(&Alphabet::new("01").unwrap(), b"", "010101").unwrap_err();
    let text = "the number of characters of the alphabet is 2, but must be from 10 to 10";
    assert_eq!(error.to_string(), text);
}
