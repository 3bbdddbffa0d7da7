//! XXH3 for messages of more than 240 bytes: the specification's section "Large inputs".
//!
//! Eight accumulators take a stripe of 64 bytes each time, mixed with eight words of the secret, which move by one word for
//! each stripe. After a block of 16 stripes the accumulators are scrambled. The last 64 bytes are a stripe once more, which may
//! overlap the one before. A seed is added to the words of the secret, which is made anew in each call. The compiler makes vectors of
//! the accumulators: those of AVX2 take 43 GB/s on Rocket Lake and those of AVX-512 35, so that there are none of these.

use super::{short, xxh64::PRIMES};

/// The first prime of XXH32, which scrambles.
const PRIME32: [u64; 3] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d];
/// The number of stripes in a block.
const BLOCK: u64 = 16;
const STRIPE: usize = 64;
/// The bytes of the secret, as words: as many as the secret has.
const WORDS: usize = 24;

/// The secret that is used without a seed.
pub(super) const SECRET: [u8; 8 * WORDS] = [
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c, 0xde,
    0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79,
    0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21, 0xb8, 0x08, 0x46,
    0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb,
    0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97, 0xa2,
    0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8, 0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c,
    0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59,
    0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64, 0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3,
    0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb, 0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3,
    0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e, 0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8,
    0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb,
    0xca, 0xbb, 0x4b, 0x40, 0x7e,
];

/// Returns the secret under a seed, as words: it is added to those at even places, and subtracted from the others.
#[inline(always)]
fn secret(seed: u64) -> [u64; WORDS] {
    let mut words = [0u64; WORDS];
    for (pair, bytes) in words.as_chunks_mut::<2>().0.iter_mut().zip(SECRET.as_chunks::<16>().0) {
        let [low, high] = halves(bytes);
        *pair = [low.wrapping_add(seed), high.wrapping_sub(seed)];
    }
    words
}

/// Returns the two words of 16 bytes.
#[inline(always)]
pub(super) fn halves(bytes: &[u8; 16]) -> [u64; 2] {
    let both = u128::from_le_bytes(*bytes);
    [both as u64, (both >> 64) as u64]
}

pub(super) fn begin(_seed: u64) -> [u64; 8] {
    [PRIME32[2], PRIMES[0], PRIMES[1], PRIMES[2], PRIMES[3], PRIME32[1], PRIMES[4], PRIME32[0]]
}

/// Takes a stripe under eight words of the secret.
#[inline(always)]
fn stripe(s: &mut [u64; 8], bytes: &[u8; STRIPE], key: &[u64; 8]) {
    let mut lanes = [0u64; 8];
    for (lane, bytes) in lanes.iter_mut().zip(bytes.as_chunks().0) {
        *lane = u64::from_le_bytes(*bytes);
    }
    for i in 0..8 {
        let mixed = lanes[i] ^ key[i];
        let product = (mixed & 0xffff_ffff).wrapping_mul(mixed >> 32);
        s[i] = s[i].wrapping_add(lanes[i ^ 1]).wrapping_add(product);
    }
}

#[inline(always)]
fn scramble(s: &mut [u64; 8], key: &[u64; 8]) {
    for (s, key) in s.iter_mut().zip(key) {
        *s = (*s ^ *s >> 47 ^ key).wrapping_mul(PRIME32[0]);
    }
}

/// Takes stripes, of which `before` stand before these in the message.
#[inline(always)]
pub(super) fn absorb(state: &mut [u64; 8], seed: u64, before: u64, stripes: &[u8]) {
    let secret = secret(seed);
    let Some(last) = secret.last_chunk() else { return };
    let mut s = *state;
    let mut place = before % BLOCK;
    for bytes in stripes.as_chunks().0 {
        let Some(key) = secret.get(place as usize..).and_then(<[u64]>::first_chunk) else { return };
        stripe(&mut s, bytes, key);
        place += 1;
        if place == BLOCK {
            scramble(&mut s, last);
            place = 0;
        }
    }
    *state = s;
}

/// Takes the end of a long message, and returns the accumulators and the bytes of the secret.
fn ended(state: &[u64; 8], seed: u64, length: u64, end: &[u8]) -> ([u64; 8], [u8; 8 * WORDS]) {
    let mut s = *state;
    // all stripes that lie before the last byte, and the last 64 bytes
    if let Some((first, [_, ..])) = end.split_first_chunk::<STRIPE>() {
        absorb(&mut s, seed, (length - end.len() as u64) / STRIPE as u64, first);
    }
    let mut bytes = [0; 8 * WORDS];
    for (to, word) in bytes.as_chunks_mut().0.iter_mut().zip(secret(seed)) {
        *to = word.to_le_bytes();
    }
    let mut key = [0; 8];
    for (word, bytes) in key.iter_mut().zip(bytes[8 * WORDS - STRIPE - 7..].as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    if let Some(last) = end.last_chunk() {
        stripe(&mut s, last, &key);
    }
    (s, bytes)
}

/// Joins the accumulators to one number.
fn merged(s: &[u64; 8], secret: &[u8], start: u64) -> u64 {
    let mut h = start;
    for (pair, bytes) in s.as_chunks::<2>().0.iter().zip(secret.as_chunks().0) {
        let [low, high] = halves(bytes);
        h = h.wrapping_add(short::folded(pair[0] ^ low, pair[1] ^ high));
    }
    short::avalanche(h)
}

pub(super) fn finish64(state: &[u64; 8], seed: u64, length: u64, end: &[u8]) -> u64 {
    if length <= 240 {
        return short::hash64(end, seed);
    }
    let (s, secret) = ended(state, seed, length, end);
    merged(&s, &secret[11..], length.wrapping_mul(PRIMES[0]))
}

pub(super) fn finish128(state: &[u64; 8], seed: u64, length: u64, end: &[u8]) -> u128 {
    if length <= 240 {
        return short::hash128(end, seed);
    }
    let (s, secret) = ended(state, seed, length, end);
    let low = merged(&s, &secret[11..], length.wrapping_mul(PRIMES[0]));
    let high = merged(&s, &secret[8 * WORDS - STRIPE - 11..], !length.wrapping_mul(PRIMES[1]));
    u128::from(high) << 64 | u128::from(low)
}
