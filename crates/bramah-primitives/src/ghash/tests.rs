//! Tests that compare GHASH with a bit-by-bit implementation.

use super::*;

/// Returns a product as section 6.3 defines it, computed bit by bit.
fn multiply(x: u128, y: u128) -> u128 {
    let (mut z, mut v) = (0, y);
    for i in 0..128 {
        if x >> (127 - i) & 1 == 1 {
            z ^= v;
        }
        v = if v & 1 == 1 { v >> 1 ^ 0xe1 << 120 } else { v >> 1 };
    }
    z
}

#[test]
fn every_backend_is_the_definition() {
    let h: [u8; BLOCK] = core::array::from_fn(|i| (i * 89 + 17) as u8 ^ 0x80);
    let message: Vec<u8> = (0..2100).map(|i| (i % 251) as u8).collect();
    let lengths = [u64::MAX - 5, 77];
    for length in (0..200).chain([256, 511, 512, 513, 1000, 1024, 1040, 1536, 2100]) {
        let message = &message[..length];
        let mut expected = 0;
        let mut add = |block: &[u8]| {
            let mut whole = [0; BLOCK];
            whole[..block.len()].copy_from_slice(block);
            expected = multiply(expected ^ u128::from_be_bytes(whole), u128::from_be_bytes(h));
        };
        message.chunks(BLOCK).for_each(&mut add);
        add(&[lengths[0].to_be_bytes(), lengths[1].to_be_bytes()].concat());
        for backend in GHASH.available() {
            let mut whole = Ghash::new(backend, &h);
            let mut parts = whole.clone();
            let name = backend.name();
            assert_eq!(u128::from_be_bytes(whole.end(message, &lengths)), expected, "{name}: {length}");
            for part in message.chunks(37) {
                parts.update(part);
            }
            assert_eq!(u128::from_be_bytes(parts.end(&[], &lengths)), expected, "{name}: {length} in parts");
            // a key with only the powers that this number of blocks needs
            let mut few = HashKey::empty(backend);
            few.set_for(&h, length.div_ceil(BLOCK) + 1);
            let mut state = State::EMPTY;
            let few = state.end(&few, message, &lengths);
            assert_eq!(u128::from_be_bytes(few), expected, "{name}: {length} under a key for as many");
        }
    }
}

/// Returns a product in GF(2^n). The coefficient of x^0 is the lowest bit of an element. The modulus is x^n plus the
/// terms `below`.
fn natural(x: u128, mut y: u128, n: u32, below: u128) -> u128 {
    let (mut product, mut power) = (0, x);
    while y != 0 {
        if y & 1 == 1 {
            product ^= power;
        }
        let over = power >> (n - 1) & 1 == 1;
        power = if n == 128 { power << 1 } else { power << 1 & ((1 << n) - 1) };
        power ^= if over { below } else { 0 };
        y >>= 1;
    }
    product
}

#[test]
fn sums_of_products_are_the_definition() {
    let these: Vec<u8> = (0..700u32).map(|i| (i % 251 * 77 + 1) as u8).collect();
    let those: Vec<u8> = (0..700u32).map(|i| (i % 241 * 33 + 200) as u8).collect();
    for length in (0..130usize).chain([255, 256, 511, 512, 513, 520, 640, 699]) {
        let (these, those) = (&these[..length.next_multiple_of(BLOCK).min(700)], &those[..length]);
        let expected = |block: usize, below| {
            let number = |bytes: &[u8]| {
                bytes.iter().fold(0, |n, byte| n << 8 | u128::from(*byte)) << (8 * (block - bytes.len()))
            };
            let pairs = these.chunks(block).zip(those.chunks(block));
            pairs.fold(0, |sum, (x, y)| sum ^ natural(number(x), number(y), 8 * block as u32, below))
        };
        let (long, short) = (expected(16, 0x87), expected(8, 0x1b));
        for backend in GHASH.available() {
            let (mut whole, mut parts) = (Sum::ZERO, Sum::ZERO);
            whole.add(backend, these, those);
            for (these, those) in these.chunks(48).zip(those.chunks(48)) {
                parts.add(backend, these, those);
            }
            for sum in [whole, parts] {
                assert_eq!(sum.reduced128(), long, "{}: {length}", backend.name());
                assert_eq!(u128::from(sum.reduced64()), short, "{}: {length}", backend.name());
            }
        }
    }
}
