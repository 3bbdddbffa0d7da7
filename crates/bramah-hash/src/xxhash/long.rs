//! XXH3 for messages of more than 240 bytes (section "Large inputs" of the specification).
//!
//! Eight accumulators absorb the message in stripes of 64 bytes. A stripe is mixed with eight words of the secret,
//! beginning one word later for each stripe. After a block of 16 stripes the accumulators are scrambled. The last 64
//! bytes of the message are absorbed as one more stripe, which may overlap the previous one. The seed is added to the
//! words of the secret, which are computed again in each call. The compiler vectorises the accumulators. With AVX-512
//! they were slower than with AVX2 on an Intel Xeon (family 6, model 167), so there is no candidate for AVX-512.

use super::{
    secret::{SECRET, WORDS, halves},
    short,
    xxh64::PRIMES,
};

/// The primes of XXH32. The first prime is used to scramble.
const PRIME32: [u64; 3] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d];
/// The number of stripes in a block.
const BLOCK: u64 = 16;
const STRIPE: usize = 64;
/// Returns the words of the secret for a seed: the seed is added to words at even positions and subtracted from the
/// others.
#[inline(always)]
fn secret(seed: u64) -> [u64; WORDS] {
    let mut words = [0u64; WORDS];
    for (pair, bytes) in words.as_chunks_mut::<2>().0.iter_mut().zip(SECRET.as_chunks::<16>().0) {
        let [low, high] = halves(bytes);
        *pair = [low.wrapping_add(seed), high.wrapping_sub(seed)];
    }
    words
}

pub(super) fn begin(_seed: u64) -> [u64; 8] {
    [PRIME32[2], PRIMES[0], PRIMES[1], PRIMES[2], PRIMES[3], PRIME32[1], PRIMES[4], PRIME32[0]]
}

/// Absorbs a stripe of the message, mixed with eight words of the secret.
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

/// Absorbs whole stripes of the message; `before` is the number of stripes before them.
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

/// Absorbs the tail of a long message, and returns the accumulators and the bytes of the secret.
fn ended(state: &[u64; 8], seed: u64, length: u64, end: &[u8]) -> ([u64; 8], [u8; 8 * WORDS]) {
    let mut s = *state;
    // absorb all stripes that end before the last byte, and then the last 64 bytes
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

/// Mixes the accumulators with the secret to one number.
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
