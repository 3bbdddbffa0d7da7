//! Tests messages, keys and nonces that are constructed for cases which random ones do not reach. The tags are compared
//! with the definitions, computed here with arithmetic on single bits.

use crate::kit::{Random, each, limited, pattern, quick, tag};
use bramah::mac;

/// Returns `a b` in GF(2^128); the first bit of a block is the coefficient of x^0 (SP 800-38D, section 6.3).
fn times(a: u128, mut b: u128) -> u128 {
    let mut product = 0;
    for bit in (0..128).rev() {
        if a >> bit & 1 == 1 {
            product ^= b;
        }
        b = b >> 1 ^ if b & 1 == 1 { 0xe1 << 120 } else { 0 };
    }
    product
}

/// Returns GHASH of a string, padded with zeros, and of a block with two lengths (section 6.4).
fn ghash(h: u128, string: &[u8], lengths: [usize; 2]) -> u128 {
    let mut y = 0;
    for piece in string.chunks(16) {
        let mut block = [0; 16];
        block[..piece.len()].copy_from_slice(piece);
        y = times(y ^ u128::from_be_bytes(block), h);
    }
    let [first, second] = lengths.map(|bytes| 8 * bytes as u128);
    times(y ^ (first << 64 | second), h)
}

/// Returns GMAC, which is GCM without a text, by its definition (section 7.1).
fn gmac(encrypt: impl Fn(u128) -> u128, nonce: &[u8], message: &[u8]) -> Vec<u8> {
    let h = encrypt(0);
    let first_counter = match nonce.len() {
        12 => {
            let mut block = [0; 16];
            block[..12].copy_from_slice(nonce);
            block[15] = 1;
            u128::from_be_bytes(block)
        }
        len => ghash(h, nonce, [0, len]),
    };
    (ghash(h, message, [message.len(), 0]) ^ encrypt(first_counter)).to_be_bytes().to_vec()
}

/// Tests nonces and messages of every length up to more than two groups of blocks of every backend.
#[test]
fn nonces_of_gmac() {
    each(|subject| {
        let Some(cipher) = subject.on.cipher().filter(|_| subject.on.name().starts_with("gmac-")) else {
            return;
        };
        let key = subject.key();
        let keyed = cipher.with_backend("portable").unwrap().keyed(&key).unwrap();
        let encrypt = |block: u128| {
            let mut block = block.to_be_bytes();
            keyed.encrypt_blocks(&mut block).unwrap();
            u128::from_be_bytes(block)
        };
        let mut random = Random(8);
        let step = if quick() { 7 } else { 1 };
        let nonces = (1..=130).chain([255, 256, 257, 511, 512, 513, 527, 528, 529, 1055, 1056, 1057, 4097]);
        for len in nonces.step_by(step) {
            for full in [false, true] {
                let nonce = if full { vec![0xff; len] } else { random.bytes(len) };
                let message = random.bytes(3 * len % 77);
                let mut begun = subject.on.begin(&key, &nonce).unwrap();
                let expected = gmac(encrypt, &nonce, &message);
                assert_eq!(tag(&mut begun, &message), expected, "{}: a nonce of {len} bytes", subject.name);
                // a MAC that was begun with another nonce, and renewed with this one, must have the same tag
                begun.renew(&pattern(12)).unwrap();
                begun.renew(&nonce).unwrap();
                assert_eq!(tag(&mut begun, &message), expected, "{}: renewed, {len} bytes", subject.name);
            }
        }
        for len in (0..=600).step_by(7 * step).chain([1023, 1040, 2064, 4111, (1 << 16) + 5]) {
            let (nonce, message) = (random.bytes(12), random.bytes(len));
            let expected = gmac(encrypt, &nonce, &message);
            let mut begun = subject.on.begin(&key, &nonce).unwrap();
            assert_eq!(tag(&mut begun, &message), expected, "{}: {len} bytes", subject.name);
        }
    });
}

/// Tests the encoded length of a message of more than 2^32 bits. The message is zeros, so that the hash only depends on
/// the block with the length.
#[test]
fn a_message_of_gmac_beyond_512_mib() {
    let on = mac::lookup("gmac-aes-128").unwrap();
    // the portable backend would take minutes
    let carryless = on.backends_available().into_iter().find(|name| name.contains("mul"));
    let Some(backend) = carryless.filter(|_| !quick() && !limited()) else { return };
    let (key, nonce) = (pattern(16), pattern(12));
    let on = on.with_backend(backend).unwrap();
    let zeros = vec![0; 1 << 24];
    let mut begun = on.begin(&key, &nonce).unwrap();
    for _ in 0..33 {
        begun.update(&zeros);
    }
    let keyed = on.cipher().unwrap().keyed(&key).unwrap();
    let encrypt = |block: u128| {
        let mut block = block.to_be_bytes();
        keyed.encrypt_blocks(&mut block).unwrap();
        u128::from_be_bytes(block)
    };
    let mut found = vec![0; 16];
    begun.finalize(&mut found).unwrap();
    let counter = u128::from_be_bytes([&nonce[..], &[0, 0, 0, 1]].concat().try_into().unwrap());
    let expected = ghash(encrypt(0), &[], [33 << 24, 0]) ^ encrypt(counter);
    assert_eq!(found, expected.to_be_bytes());
}

/// A number below 2^130 - 5: the bits from 128 on, and the bits below.
type Number = (u8, u128);
const P: Number = (3, u128::MAX - 4);

/// Returns `a + b` modulo 2^130 - 5.
fn sum(a: Number, b: Number) -> Number {
    let (low, carry) = a.1.overflowing_add(b.1);
    let sum = (a.0 + b.0 + u8::from(carry), low);
    if sum < P { sum } else { difference(sum, P) }
}

/// Returns `a - b`; `a` must not be less than `b`.
fn difference(a: Number, b: Number) -> Number {
    let (low, borrow) = a.1.overflowing_sub(b.1);
    (a.0 - b.0 - u8::from(borrow), low)
}

/// Returns `-a` modulo 2^130 - 5.
fn negative(a: Number) -> Number {
    if a == (0, 0) { a } else { difference(P, a) }
}

fn bits(a: Number) -> impl Iterator<Item = bool> {
    (0..130).rev().map(move |bit| if bit < 128 { a.1 >> bit & 1 == 1 } else { a.0 >> (bit - 128) & 1 == 1 })
}

fn product(a: Number, b: Number) -> Number {
    let mut product = (0, 0);
    for bit in bits(b) {
        product = sum(product, product);
        if bit {
            product = sum(product, a);
        }
    }
    product
}

/// Returns `1 / a`, which is `a` to the power of 2^130 - 7.
fn inverse(a: Number) -> Number {
    let mut power = (0, 1);
    for bit in bits(difference(P, (0, 2))) {
        power = product(power, power);
        if bit {
            power = product(power, a);
        }
    }
    power
}

/// Returns the value of the polynomial of a message, before `s` is added (RFC 8439, section 2.5.1).
fn polynomial(r: u128, message: &[u8]) -> Number {
    let mut sum_so_far = (0, 0);
    for piece in message.chunks(16) {
        let mut block = [0; 17];
        block[..piece.len()].copy_from_slice(piece);
        block[piece.len()] = 1;
        let number = (block[16], u128::from_le_bytes(*block.first_chunk().unwrap()));
        sum_so_far = product(sum(sum_so_far, number), (0, r));
    }
    sum_so_far
}

/// The bits of `r` that may be set.
const CLAMP: u128 = 0x0ffffffc_0ffffffc_0ffffffc_0fffffff;

fn poly1305(r: u128, s: u128, message: &[u8]) -> Vec<u8> {
    polynomial(r, message).1.wrapping_add(s).to_le_bytes().to_vec()
}

/// Tests messages whose polynomials have values near 0, 2^128, 2^129 and 2^130 - 5, at which the last reduction makes a
/// difference. The numbers of blocks are chosen so that every code path of every backend is used. Only one such message
/// is in the vectors of other libraries.
#[test]
fn poly1305_about_its_modulus() {
    let near = |number: Number| [sum(number, negative((0, 6))), number];
    let mut targets = Vec::new();
    for from in [near((0, 0)), near((1, 0)), near((2, 0)), near((3, 0))].concat() {
        targets.extend((0..6).map(|i| sum(from, (0, i))));
    }
    targets.push((0, 6));
    let mut random = Random(12);
    let number = |random: &mut Random| u128::from_le_bytes(random.bytes(16).try_into().unwrap());
    let factors = [1, 2, CLAMP, number(&mut random) & CLAMP];
    let lengths = [1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 15, 16, 17, 23, 24, 31, 32, 33, 40, 48, 64, 65, 67];
    let mut cases = Vec::new();
    for r in factors {
        let one_by_r = inverse((0, r));
        assert_eq!(product(one_by_r, (0, r)), (0, 1));
        for blocks in lengths.into_iter().step_by(if quick() { 4 } else { 1 }) {
            for target in &targets {
                for attempt in 0..32 {
                    // tries blocks of ones first, then random ones
                    let mut message = vec![0xff; 16 * blocks];
                    for byte in message.iter_mut().rev().take(16 * attempt) {
                        *byte = random.next() as u8;
                    }
                    let before = polynomial(r, &message[..16 * (blocks - 1)]);
                    // the last block adds the difference to the wanted value, if the difference is small enough
                    let whole = product(*target, one_by_r);
                    let last = sum(sum(whole, negative(before)), negative((1, 0)));
                    if last.0 == 0 {
                        message[16 * (blocks - 1)..].copy_from_slice(&last.1.to_le_bytes());
                        assert_eq!(polynomial(r, &message), *target);
                        for s in [0, u128::MAX, 5] {
                            cases.push((
                                r,
                                s,
                                message.clone(),
                                target.1.wrapping_add(s).to_le_bytes().to_vec(),
                            ));
                        }
                        break;
                    }
                }
            }
        }
    }
    assert!(quick() || cases.len() > 10_000, "{} cases", cases.len());
    let on = mac::lookup("poly1305").unwrap();
    for backend in on.backends_available().into_iter().filter(|name| crate::common::wanted(name)) {
        let on = on.with_backend(backend).unwrap();
        for (r, s, message, expected) in &cases {
            let key = [r.to_le_bytes(), s.to_le_bytes()].concat();
            let found = tag(&mut on.begin(&key, &[]).unwrap(), message);
            assert_eq!(&found, expected, "{backend}: r = {r:x}, s = {s:x}, {} bytes", message.len());
        }
    }
}

/// Tests every length, with the smallest and greatest numbers in the key and the message.
#[test]
fn every_length_of_poly1305() {
    let on = mac::lookup("poly1305").unwrap();
    let mut random = Random(13);
    let cases: Vec<_> = (0..=700)
        .step_by(if quick() { 7 } else { 1 })
        .flat_map(|len| {
            let key = random.bytes(32);
            let random = random.bytes(len);
            [(vec![0xff; 32], vec![0xff; len]), (vec![0xff; 32], vec![0; len]), (key, random)]
        })
        .map(|(key, message)| {
            let [r, s] = [&key[..16], &key[16..]].map(|half| u128::from_le_bytes(half.try_into().unwrap()));
            let expected = poly1305(r & CLAMP, s, &message);
            (key, message, expected)
        })
        .collect();
    for backend in on.backends_available().into_iter().filter(|name| crate::common::wanted(name)) {
        let on = on.with_backend(backend).unwrap();
        for (key, message, expected) in &cases {
            let found = tag(&mut on.begin(key, &[]).unwrap(), message);
            assert_eq!(&found, expected, "{backend}: {} bytes", message.len());
        }
    }
}
