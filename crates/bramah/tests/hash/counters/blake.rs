//! Independent compression functions of BLAKE (BLAKE 1.4, sections 2.1.2 and 2.2.2) and BLAKE2 (RFC 7693, section 3.2),
//! for one block at a time, with the counter as a number.

use super::Case;

/// The order of the message words in each of ten rounds; the eleventh round has the order of the first.
const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// The positions of the columns and diagonals in the state.
const QUARTERS: [[usize; 4]; 8] = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
];

/// The initial values of SHA-512 and, in their upper halves, of SHA-256.
const IV: [u64; 8] = [
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
    0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
];

/// The first digits of pi: 16 words of 64 bits, or 32 of 32 bits.
const PI: [u64; 16] = [
    0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89, 0x452821e638d01377,
    0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917, 0x9216d5d98979fb1b, 0xd1310ba698dfb5ac,
    0x2ffd72dbd01adfb7, 0xb8e1afed6a267e96, 0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc16,
    0x636920d871574e69,
];

/// Returns word `i` of the constants with 32 bits.
fn pi32(i: usize) -> u32 {
    (PI[i / 2] >> if i.is_multiple_of(2) { 32 } else { 0 }) as u32
}

macro_rules! compressions {
    ($module:ident, $word:ty, $blake_rounds:literal, $blake2_rounds:literal, $blake_turns:expr, $blake2_turns:expr,
     $iv:expr, $pi:expr) => {
        pub(super) mod $module {
            use super::*;

            fn mixed(
                mut v: [$word; 16],
                rounds: usize,
                turns: [u32; 4],
                word: impl Fn(usize, usize) -> $word,
            ) -> [$word; 16] {
                for round in 0..rounds {
                    for (i, [a, b, c, d]) in QUARTERS.into_iter().enumerate() {
                        let s = SIGMA[round % 10];
                        for (half, (one, other)) in
                            [(2 * i, 2 * i + 1), (2 * i + 1, 2 * i)].into_iter().enumerate()
                        {
                            v[a] = v[a].wrapping_add(v[b]).wrapping_add(word(s[one], s[other]));
                            v[d] = (v[d] ^ v[a]).rotate_right(turns[2 * half]);
                            v[c] = v[c].wrapping_add(v[d]);
                            v[b] = (v[b] ^ v[c]).rotate_right(turns[2 * half + 1]);
                        }
                    }
                }
                v
            }

            fn halves(count: u128) -> [$word; 2] {
                [count as $word, (count >> <$word>::BITS) as $word]
            }

            /// Computes BLAKE's compression; `t` counts bits.
            pub(crate) fn blake(h: &mut [$word; 8], salt: &[$word; 4], block: &[u8], t: u128) {
                let m: Vec<$word> =
                    block.as_chunks().0.iter().map(|word| <$word>::from_be_bytes(*word)).collect();
                let pi: [$word; 16] = core::array::from_fn($pi);
                let mut v = [0; 16];
                v[..8].copy_from_slice(h);
                v[8..].copy_from_slice(&pi[..8]);
                for i in 0..4 {
                    v[8 + i] ^= salt[i];
                }
                let [low, high] = halves(t);
                for (at, t) in [(12, low), (13, low), (14, high), (15, high)] {
                    v[at] ^= t;
                }
                let v = mixed(v, $blake_rounds, $blake_turns, |one, other| m[one] ^ pi[other]);
                for i in 0..8 {
                    h[i] ^= salt[i % 4] ^ v[i] ^ v[i + 8];
                }
            }

            /// Computes BLAKE2's compression; `t` counts bytes.
            pub(crate) fn blake2(h: &mut [$word; 8], block: &[u8], t: u128, last: bool, last_node: bool) {
                let m: Vec<$word> =
                    block.as_chunks().0.iter().map(|word| <$word>::from_le_bytes(*word)).collect();
                let mut v = [0; 16];
                v[..8].copy_from_slice(h);
                v[8..].copy_from_slice(&iv());
                let [low, high] = halves(t);
                v[12] ^= low;
                v[13] ^= high;
                v[14] ^= if last { <$word>::MAX } else { 0 };
                v[15] ^= if last_node { <$word>::MAX } else { 0 };
                let v = mixed(v, $blake2_rounds, $blake2_turns, |one, _| m[one]);
                for i in 0..8 {
                    h[i] ^= v[i] ^ v[i + 8];
                }
            }

            pub(crate) fn iv() -> [$word; 8] {
                core::array::from_fn($iv)
            }

            /// Absorbs the rest of a string of BLAKE2 after `before` bytes. The rest has at least one byte, unless the
            /// whole string is empty.
            pub(crate) fn blake2_string(h: &mut [$word; 8], before: u128, rest: &[u8], last_node: bool) {
                const LEN: usize = 16 * size_of::<$word>();
                let blocks = rest.len().div_ceil(LEN).max(1);
                for number in 0..blocks {
                    let mut block = [0; LEN];
                    let bytes = &rest[LEN * number..rest.len().min(LEN * (number + 1))];
                    block[..bytes.len()].copy_from_slice(bytes);
                    let t = before + (LEN * number + bytes.len()) as u128;
                    let last = number + 1 == blocks;
                    blake2(h, &block, t, last, last && last_node);
                }
            }

            pub(crate) fn words(bytes: &[u8]) -> [$word; 8] {
                let mut words = [0; 8];
                for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                    *word = <$word>::from_le_bytes(*bytes);
                }
                words
            }
        }
    };
}
compressions!(b32, u32, 14, 10, [16, 12, 8, 7], [16, 12, 8, 7], |i| (IV[i] >> 32) as u32, pi32);
compressions!(b64, u64, 16, 12, [32, 25, 16, 11], [32, 24, 16, 63], |i| IV[i], |i| PI[i]);

/// Computes the digest of BLAKE after the end of a message. The padding is a one bit, zeros, another one bit for
/// BLAKE-256 and BLAKE-512, and the number of bits. A block without bytes of the message has the counter 0.
pub(super) fn blake(case: &Case) -> Vec<u8> {
    let block = case.block();
    let mut message = case.rest.to_vec();
    message.push(0x80);
    let field = block / 8;
    while !(message.len() + field).is_multiple_of(block) {
        message.push(0);
    }
    if matches!(case.name(), "blake-256" | "blake-512") {
        *message.last_mut().unwrap() |= 1;
    }
    message.extend_from_slice(&(8 * case.total()).to_be_bytes()[16 - field..]);
    let count = |number: usize| {
        let bytes = case.rest.len().min(block * (number + 1));
        if bytes <= block * number { 0 } else { 8 * (case.before + bytes as u128) }
    };
    macro_rules! run {
        ($module:ident) => {{
            let mut h = $module::words(case.words);
            for (number, bytes) in message.chunks(block).enumerate() {
                $module::blake(&mut h, &[0; 4], bytes, count(number));
            }
            h.iter().flat_map(|word| word.to_be_bytes()).take(case.out_len()).collect()
        }};
    }
    if block == 64 { run!(b32) } else { run!(b64) }
}

pub(super) fn blake2(case: &Case) -> Vec<u8> {
    macro_rules! run {
        ($module:ident) => {{
            let mut h = $module::words(case.words);
            $module::blake2_string(&mut h, case.before, case.rest, false);
            h.iter().flat_map(|word| word.to_le_bytes()).take(case.out_len()).collect()
        }};
    }
    if case.block() == 64 { run!(b32) } else { run!(b64) }
}
