//! The compression function of BLAKE (the specification, sections 2.1.2 and 2.2.2), generic over words: with single
//! words it is the portable code; with vectors, each lane takes a message. For single messages there are also kernels that keep
//! each row of the working vector in a register.
//!
//! The rounds are shared with BLAKE2, which took them from BLAKE; BLAKE has other rotation distances, and XORs a
//! constant into each message word. The state is the chaining value followed by the salt; the kernels read the salt and
//! change only the chaining value.

use super::super::{
    blake2::{order::Sigma, rounds},
    frame::Context,
};
use crate::simd::{
    Portable, lane_entries,
    memory::{MAX_LANES, Streams},
    words::{Words, words_be, words64_be},
};

crate::backend::only! {
    rows: { use super::super::blake2::rows; use crate::simd::rows::{Gathered, Row32, Row64}; }
    x86: { use crate::simd::{Avx2, Avx512, Sse41, rows::{Row32V, Row64Pair}}; }
    wasm: { use crate::simd::Simd128; }
}

/// The first digits of pi, in words of 32 bits (section 2.1.1).
pub(super) const PI_256: [u32; 16] = [
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
    0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
];

/// The first digits of pi, in words of 64 bits (section 2.2.1).
pub(super) const PI_512: [u64; 16] = [
    0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89, 0x452821e638d01377,
    0xbe5466cf34e90c6c, 0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917, 0x9216d5d98979fb1b, 0xd1310ba698dfb5ac,
    0x2ffd72dbd01adfb7, 0xb8e1afed6a267e96, 0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc16,
    0x636920d871574e69,
];

/// Compresses one block. `h` is the chaining value, `s` the salt, `m` the message words, and `t` the two words of the
/// counter.
#[inline(always)]
fn block<V: Words, const ROUNDS: usize, const R1: u32, const R2: u32, const R3: u32, const R4: u32>(
    isa: V::Isa,
    pi: &[V::Word; 16],
    h: &mut [V; 8],
    s: &[V; 4],
    m: &[V; 16],
    t: [V; 2],
) {
    let mut v = [h[0]; 16];
    v[..8].copy_from_slice(h);
    for i in 0..4 {
        v[8 + i] = s[i].xor(V::splat(isa, pi[i]));
        v[12 + i] = t[i / 2].xor(V::splat(isa, pi[4 + i]));
    }
    rounds::rounds::<V, Sigma<ROUNDS>, R1, R2, R3, R4>(isa, &mut v, m, Some(pi));
    for i in 0..8 {
        h[i] = h[i].xor(s[i % 4]).xor(v[i]).xor(v[8 + i]);
    }
}

/// Declares the kernels over words of one size, 32 or 64 bits.
macro_rules! kernels {
    ($(#[$doc:meta])* $module:ident: $word:ident, $bytes:literal, $be:ident, $pi:ident, $rounds:literal, $r1:literal $r2:literal $r3:literal $r4:literal; wasm $wasm:ident; $($entry:ident $features:literal $row:ident $isa:ident)*) => {
        $(#[$doc])*
        pub(super) mod $module {
            use super::*;

            const BLOCK: u128 = $bytes;

            /// Returns the two words of the counter for the block that ends at byte `end` of the message.
            #[inline(always)]
            fn counter(context: &Context, end: u128) -> [$word; 2] {
                let bits = context.bits(end, BLOCK);
                [bits as $word, (bits >> $word::BITS) as $word]
            }

            /// Compresses blocks of one message.
            #[inline(always)]
            pub(in super::super) fn compress(state: &mut [$word; 12], blocks: &[[u8; $bytes]], context: Context) {
                let [h0, h1, h2, h3, h4, h5, h6, h7, s0, s1, s2, s3] = *state;
                let mut h = [h0, h1, h2, h3, h4, h5, h6, h7];
                let mut at = context.before;
                for bytes in blocks {
                    at = at.wrapping_add(BLOCK);
                    block::<$word, $rounds, $r1, $r2, $r3, $r4>(
                        Portable, &$pi, &mut h, &[s0, s1, s2, s3], &$be(bytes), counter(&context, at),
                    );
                }
                state[..8].copy_from_slice(&h);
            }

            /// Compresses blocks of one message, with each row of the working vector in a register.
            #[cfg(any(
                target_arch = "x86",
                target_arch = "x86_64",
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            #[inline(always)]
            fn rows<V: Gathered<Word = $word, Block = [u8; $bytes]>>(
                isa: V::Isa,
                state: &mut [$word; 12],
                blocks: &[[u8; $bytes]],
                context: Context,
            ) {
                let row = |i: usize| V::new(isa, [state[i], state[i + 1], state[i + 2], state[i + 3]]);
                let (mut low, mut high, salt) = (row(0), row(4), row(8));
                let [p0, p1, p2, p3, p4, p5, p6, p7, ..] = $pi;
                let c = salt.xor(V::new(isa, [p0, p1, p2, p3]));
                let mut at = context.before;
                for bytes in blocks {
                    at = at.wrapping_add(BLOCK);
                    let [t0, t1] = counter(&context, at);
                    let d = V::new(isa, [t0 ^ p4, t0 ^ p5, t1 ^ p6, t1 ^ p7]);
                    let bytes = V::swapped(isa, bytes);
                    let [v0, v1, v2, v3] =
                        rows::rounds::<V, Sigma<$rounds>, $r1, $r2, $r3, $r4>(isa, [low, high, c, d], &bytes, Some(&$pi));
                    low = low.xor(salt).xor(v0).xor(v2);
                    high = high.xor(salt).xor(v1).xor(v3);
                }
                for (words, row) in state.as_chunks_mut::<4>().0.iter_mut().zip([low, high]) {
                    *words = row.words();
                }
            }
            $(
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                #[inline]
                #[target_feature(enable = $features)]
                pub(in super::super) fn $entry(state: &mut [$word; 12], blocks: &[[u8; $bytes]], context: Context) {
                    rows::<$row>($isa::here(), state, blocks, context)
                }
            )*

            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            #[inline]
            #[target_feature(enable = "simd128")]
            pub(in super::super) fn rows_simd128(state: &mut [$word; 12], blocks: &[[u8; $bytes]], context: Context) {
                rows::<$wasm>(Simd128::here(), state, blocks, context)
            }

            /// Returns the counter of each lane, as two words, for the block that ends `done` bytes after the beginning of the
            /// run.
            #[inline(always)]
            fn counters<V: Words<Word = $word>>(isa: V::Isa, contexts: &[Context; MAX_LANES], done: u128) -> [V; 2] {
                let mut t = [[0; MAX_LANES]; 2];
                for lane in 0..V::LANES {
                    let context = &contexts[lane];
                    [t[0][lane], t[1][lane]] = counter(context, context.before.wrapping_add(done));
                }
                [V::load(isa, &t[0]), V::load(isa, &t[1])]
            }

            /// Compresses blocks of several messages, one in each lane.
            #[inline(always)]
            fn lanes<V: Words<Word = $word>>(
                isa: V::Isa,
                rows: &mut [[$word; MAX_LANES]; 12],
                mut streams: Streams<'_>,
                contexts: &[Context; MAX_LANES],
            ) {
                let mut h = [V::splat(isa, 0); 8];
                for (h, row) in h.iter_mut().zip(&*rows) {
                    *h = V::load(isa, row);
                }
                let s = [
                    V::load(isa, &rows[8]), V::load(isa, &rows[9]), V::load(isa, &rows[10]), V::load(isa, &rows[11]),
                ];
                // a run of padding has at most two blocks, whose counters are computed here. In longer runs all blocks are full
                // message blocks, so from the third block on the counter increases by the length of a block
                let mut t = counters::<V>(isa, contexts, BLOCK);
                let mut second = streams.len() >= 2 * BLOCK as usize;
                let one = V::splat(isa, 1);
                while let Some(m) = V::next_be(isa, &mut streams) {
                    block::<V, $rounds, $r1, $r2, $r3, $r4>(isa, &$pi, &mut h, &s, &m, t);
                    if second {
                        t = counters::<V>(isa, contexts, 2 * BLOCK);
                        second = false;
                    } else {
                        let low = t[0].add(V::splat(isa, 8 * $bytes));
                        // the counter is a multiple of the block length, so there is a carry exactly if the low word is
                        // zero
                        let some = low.or(low.not().add(one)).shr::<{ $word::BITS - 1 }>();
                        t = [low, t[1].add(some.xor(one))];
                    }
                }
                for (h, row) in h.into_iter().zip(rows) {
                    h.store(row);
                }
            }

            lane_entries!(lanes: [[$word; MAX_LANES]; 12], $word, contexts: &[Context; MAX_LANES]);
        }
    };
}

kernels!(
    /// BLAKE-224 and BLAKE-256.
    b256: u32, 64, words_be, PI_256, 14, 16 12 8 7; wasm Row32;
    rows_sse41 "sse4.1,ssse3" Row32 Sse41
    rows_avx "avx" Row32 Sse41
    rows_avx512 "avx512f,avx512bw,avx512vl" Row32V Avx512
);
kernels!(
    /// BLAKE-384 and BLAKE-512.
    b512: u64, 128, words64_be, PI_512, 16, 32 25 16 11; wasm Row64;
    rows_sse41 "sse4.1,ssse3" Row64Pair Sse41
    rows_avx "avx" Row64Pair Sse41
    rows_avx2 "avx2" Row64 Avx2
    rows_avx512vl "avx2,avx512f,avx512vl" Row64 Avx2
);
