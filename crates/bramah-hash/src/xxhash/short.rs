//! XXH3 for messages of up to 240 bytes (sections "Small inputs" and "Medium inputs" of the specification). There is a
//! different computation for each of the lengths 0, 1 to 3, 4 to 8, 9 to 16, 17 to 128 and 129 to 240.

use super::{
    secret::{SECRET, halves},
    xxh64::{self, PRIMES},
};

const PRIME_MX1: u64 = 0x1656_6791_9e37_79f9;
const PRIME_MX2: u64 = 0x9fb2_1c65_1e98_df25;
const PRIME32_2: u64 = 0x85eb_ca77;

/// Returns the XOR of two adjacent 64-bit words of the secret, from byte `at` on: `flip(24)` is of the bytes 24 to 39.
fn flip(at: usize) -> u64 {
    word(&SECRET, at) ^ word(&SECRET, at + 8)
}

fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..][..8]);
    u64::from_le_bytes(word)
}

fn half(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..][..4]);
    u32::from_le_bytes(word)
}

/// Returns the 128-bit product of two numbers as its low and high half.
fn product(a: u64, b: u64) -> [u64; 2] {
    let product = u128::from(a).wrapping_mul(u128::from(b));
    [product as u64, (product >> 64) as u64]
}

/// Returns the XOR of the two halves of the 128-bit product.
#[inline(always)]
pub(super) fn folded(a: u64, b: u64) -> u64 {
    let [low, high] = product(a, b);
    low ^ high
}

#[inline(always)]
pub(super) fn avalanche(h: u64) -> u64 {
    let h = (h ^ h >> 37).wrapping_mul(PRIME_MX1);
    h ^ h >> 32
}

/// Joins the low and the high half of a digest.
fn joined([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// Mixes the 16 bytes of the message from `at` on with the 16 bytes of the secret from `secret` on.
fn mixed(message: &[u8], at: usize, secret: usize, seed: u64) -> u64 {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&message[at..][..16]);
    let [low, high] = halves(&bytes);
    folded(
        low ^ word(&SECRET, secret).wrapping_add(seed),
        high ^ word(&SECRET, secret + 8).wrapping_sub(seed),
    )
}

/// Mixes 16 bytes of the message at `a`, and 16 bytes at `b`, into two accumulators.
fn mixed_both(s: &mut [u64; 2], message: &[u8], [a, b]: [usize; 2], secret: usize, seed: u64) {
    let sum = |at| word(message, at).wrapping_add(word(message, at + 8));
    s[0] = s[0].wrapping_add(mixed(message, a, secret, seed)) ^ sum(b);
    s[1] = s[1].wrapping_add(mixed(message, b, secret + 16, seed)) ^ sum(a);
}

/// Returns a word made of the message, of 1 to 3 bytes, and its length.
fn combined(message: &[u8]) -> u32 {
    let len = message.len();
    u32::from_be_bytes([message[len / 2], message[0], len as u8, message[len - 1]])
}

/// Returns the seed with its low half, in reverse byte order, XORed into its high half.
fn turned(seed: u64) -> u64 {
    seed ^ u64::from((seed as u32).swap_bytes()) << 32
}

/// Returns the 64-bit digest of a message of up to 240 bytes.
pub(super) fn hash64(m: &[u8], seed: u64) -> u64 {
    let len = m.len();
    let length = len as u64;
    match len {
        0 => xxh64::avalanche(seed ^ flip(56)),
        1..=3 => {
            let flip = u64::from(half(&SECRET, 0) ^ half(&SECRET, 4)).wrapping_add(seed);
            xxh64::avalanche(u64::from(combined(m)) ^ flip)
        }
        4..=8 => {
            let input = u64::from(half(m, len - 4)).wrapping_add(u64::from(half(m, 0)) << 32);
            let mut h = input ^ flip(8).wrapping_sub(turned(seed));
            h = (h ^ h.rotate_left(49) ^ h.rotate_left(24)).wrapping_mul(PRIME_MX2);
            h = (h ^ (h >> 35).wrapping_add(length)).wrapping_mul(PRIME_MX2);
            h ^ h >> 28
        }
        9..=16 => {
            let low = word(m, 0) ^ flip(24).wrapping_add(seed);
            let high = word(m, len - 8) ^ flip(40).wrapping_sub(seed);
            let sum = length.wrapping_add(low.swap_bytes()).wrapping_add(high);
            avalanche(sum.wrapping_add(folded(low, high)))
        }
        17..=128 => {
            let mut s = length.wrapping_mul(PRIMES[0]);
            for i in 0..=(len - 1) / 32 {
                s = s.wrapping_add(mixed(m, 16 * i, 32 * i, seed));
                s = s.wrapping_add(mixed(m, len - 16 * (i + 1), 32 * i + 16, seed));
            }
            avalanche(s)
        }
        _ => {
            let mut s = length.wrapping_mul(PRIMES[0]);
            for i in 0..len / 16 {
                let secret = if i < 8 { 16 * i } else { 16 * (i - 8) + 3 };
                s = s.wrapping_add(mixed(m, 16 * i, secret, seed));
                if i == 7 {
                    s = avalanche(s);
                }
            }
            avalanche(s.wrapping_add(mixed(m, len - 16, 119, seed)))
        }
    }
}

/// Returns the 128-bit digest of a message of up to 240 bytes.
pub(super) fn hash128(m: &[u8], seed: u64) -> u128 {
    let len = m.len();
    let length = len as u64;
    match len {
        0 => joined([64, 80].map(|at| xxh64::avalanche(seed ^ flip(at)))),
        1..=3 => {
            let low = combined(m);
            let high = low.swap_bytes().rotate_left(13);
            let flip = |at| u64::from(half(&SECRET, at) ^ half(&SECRET, at + 4));
            let low = u64::from(low) ^ flip(0).wrapping_add(seed);
            let high = u64::from(high) ^ flip(8).wrapping_sub(seed);
            joined([low, high].map(xxh64::avalanche))
        }
        4..=8 => {
            let input = u64::from(half(m, 0)).wrapping_add(u64::from(half(m, len - 4)) << 32);
            let keyed = input ^ flip(16).wrapping_add(turned(seed));
            let [mut low, mut high] = product(keyed, PRIMES[0].wrapping_add(length << 2));
            high = high.wrapping_add(low << 1);
            low ^= high >> 3;
            low = (low ^ low >> 35).wrapping_mul(PRIME_MX2);
            joined([low ^ low >> 28, avalanche(high)])
        }
        9..=16 => {
            let (first, last) = (word(m, 0), word(m, len - 8));
            let [mut low, mut high] = product(first ^ last ^ flip(32).wrapping_sub(seed), PRIMES[0]);
            low = low.wrapping_add((length - 1) << 54);
            let last = last ^ flip(48).wrapping_add(seed);
            high = high.wrapping_add(last).wrapping_add((last & 0xffff_ffff).wrapping_mul(PRIME32_2 - 1));
            low ^= high.swap_bytes();
            let [low, carried] = product(low, PRIMES[1]);
            joined([low, carried.wrapping_add(high.wrapping_mul(PRIMES[1]))].map(avalanche))
        }
        17..=128 => {
            let mut s = [length.wrapping_mul(PRIMES[0]), 0];
            for i in (0..=(len - 1) / 32).rev() {
                mixed_both(&mut s, m, [16 * i, len - 16 * (i + 1)], 32 * i, seed);
            }
            ended128(s, length, seed)
        }
        _ => {
            let mut s = [length.wrapping_mul(PRIMES[0]), 0];
            for i in 0..len / 32 {
                let secret = if i < 4 { 32 * i } else { 32 * (i - 4) + 3 };
                mixed_both(&mut s, m, [32 * i, 32 * i + 16], secret, seed);
                if i == 3 {
                    s = s.map(avalanche);
                }
            }
            mixed_both(&mut s, m, [len - 16, len - 32], 103, seed.wrapping_neg());
            ended128(s, length, seed)
        }
    }
}

/// Returns the 128-bit digest from the accumulators of a message of 17 to 240 bytes.
fn ended128([a, b]: [u64; 2], length: u64, seed: u64) -> u128 {
    let high = a
        .wrapping_mul(PRIMES[0])
        .wrapping_add(b.wrapping_mul(PRIMES[3]))
        .wrapping_add(length.wrapping_sub(seed).wrapping_mul(PRIMES[1]));
    joined([avalanche(a.wrapping_add(b)), avalanche(high).wrapping_neg()])
}
