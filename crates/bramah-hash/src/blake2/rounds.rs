//! The rounds of BLAKE2 (RFC 7693, sections 3.1 and 3.2), generic over words: with single words they are the portable
//! code; with vectors, each lane takes a message.
//!
//! The sixteen words of the working vector stay in variables. The message words are read where they are, in an order
//! that is fixed at compile time.

use super::{
    super::frame::Context,
    order::{Order, Sigma},
};
use crate::simd::{
    Portable, lane_entries,
    memory::{MAX_LANES, Streams},
    words::{Words, words_le, words64_le},
};

crate::backend::only! {
    rows: { use super::rows; use crate::simd::rows::{Gathered, Row32, Row64}; }
    x86: {
        use crate::simd::{
            Avx2, Avx512, Sse41,
            rows::{Row32V, Row64Pair},
            words::{U32x8V, U64x4V},
        };
    }
    wasm: { use crate::simd::Simd128; }
}

/// The initial value of BLAKE2b, which equals the initial value of SHA-512 (section 2.6).
pub(super) const IV_B: [u64; 8] = [
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
    0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
];

/// The initial value of BLAKE2s, which equals the initial value of SHA-256 (section 2.6).
pub(super) const IV_S: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// Applies the rounds to the working vector. BLAKE has the same rounds, but each message word is XORed with a constant:
/// the constant of the neighbouring word (the specification of BLAKE, section 2.1.2).
#[inline(always)]
pub(crate) fn rounds<V: Words, O: Order, const R1: u32, const R2: u32, const R3: u32, const R4: u32>(
    isa: V::Isa,
    v: &mut [V; 16],
    m: &[V; 16],
    constants: Option<&[V::Word; 16]>,
) {
    macro_rules! taken {
        ($r:literal $from:ident: $($i:literal)*) => { [$($from[const { O::SIGMA[$r][$i] }]),*] };
        ($r:literal $from:ident) => { taken!($r $from: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15) };
    }
    macro_rules! rounds {
        ($($r:literal)*) => { $(
            let constants_now = match constants {
                None => None,
                Some(c) => Some(taken!($r c)),
            };
            round::<V, R1, R2, R3, R4>(isa, v, taken!($r m), constants_now);
        )* };
    }
    rounds!(0 1 2 3 4 5 6);
    if O::ROUNDS >= 10 {
        rounds!(7 8 9);
    }
    if O::ROUNDS >= 12 {
        rounds!(10 11);
    }
    if O::ROUNDS >= 14 {
        rounds!(12 13);
    }
    if O::ROUNDS >= 16 {
        rounds!(14 15);
    }
}

/// Applies one round. The message words and their constants are passed in the order of use. This is a separate function
/// so that it is compiled once for all rounds before it is inlined.
#[rustfmt::skip]
#[inline(always)]
fn round<V: Words, const R1: u32, const R2: u32, const R3: u32, const R4: u32>(
    isa: V::Isa,
    v: &mut [V; 16],
    m: [V; 16],
    constants: Option<[V::Word; 16]>,
) {
    macro_rules! word {
        ($x:expr, $y:expr) => {
            match constants {
                None => m[$x],
                Some(c) => m[$x].xor(V::splat(isa, c[$y])),
            }
        };
    }
    // each step is one addition, XOR or rotation, applied to two columns or two diagonals
    macro_rules! step {
        (first $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => {
            $( v[$a] = v[$a].add(word!($i + $x, $i + $x + 1)); )*
        };
        (second $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => {
            $( v[$a] = v[$a].add(word!($i + $x + 1, $i + $x)); )*
        };
        (a $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => { $( v[$a] = v[$a].add(v[$b]); )* };
        (d $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => { $( v[$d] = v[$d].xor(v[$a]); )* };
        (r1 $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => { $( v[$d] = v[$d].rotr::<R1>(); )* };
        (c $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => { $( v[$c] = v[$c].add(v[$d]); )* };
        (b $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => { $( v[$b] = v[$b].xor(v[$c]).pinned(); )* };
        (r2 $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => { $( v[$b] = v[$b].rotr::<R2>(); )* };
        (r3 $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => { $( v[$d] = v[$d].rotr::<R3>(); )* };
        (r4 $i:literal: $($a:literal $b:literal $c:literal $d:literal $x:literal,)*) => { $( v[$b] = v[$b].rotr::<R4>(); )* };
    }
    // P and Q are the pairs of columns; R and S are pairs of diagonals, which can begin before all columns are finished
    macro_rules! two {
        ($step:ident P) => { step!($step 0: 0 4 8 12 0, 1 5 9 13 2,) };
        ($step:ident Q) => { step!($step 0: 2 6 10 14 4, 3 7 11 15 6,) };
        ($step:ident R) => { step!($step 8: 3 4 9 14 6, 0 5 10 15 0,) };
        ($step:ident S) => { step!($step 8: 1 6 11 12 2, 2 7 8 13 4,) };
    }
    macro_rules! run {
        ($($step:ident $two:ident;)*) => { $( two!($step $two); )* };
    }
    // two columns are processed together, and the other two a few steps later, so that one pair adds while the other
    // rotates. The results for `b` are pinned to this order, because with it only few words have to be kept in memory instead
    // of registers
    run!(
        first P; a P; d P; first Q; r1 P; a Q; c P; d Q; b P; r1 Q; r2 P; c Q; second P; b Q; a P;
        r2 Q; d P; second Q; r3 P; a Q; c P; d Q; b P; r3 Q; r4 P; c Q; first R; b Q; a R; r4 Q;
        d R; first S; r1 R; a S; c R; d S; b R; r1 S; r2 R; c S; second R; b S; a R; r2 S; d R;
        second S; r3 R; a S; c R; d S; b R; r3 S; r4 R; c S; b S; r4 S;
    );
}

/// Compresses one block. `extra` is XORed into the last four words of the working vector: the two words of the counter,
/// and the flags of the last block and of the last node.
#[rustfmt::skip]
#[inline(always)]
fn block<V: Words, const ROUNDS: usize, const R1: u32, const R2: u32, const R3: u32, const R4: u32>(
    isa: V::Isa,
    iv: &[V::Word; 8],
    h: &mut [V; 8],
    m: &[V; 16],
    extra: [V; 4],
) {
    let mut v = [h[0]; 16];
    for i in 0..8 {
        v[i] = h[i];
        v[8 + i] = V::splat(isa, iv[i]);
    }
    for i in 0..4 {
        v[12 + i] = v[12 + i].xor(extra[i]);
    }
    rounds::<V, Sigma<ROUNDS>, R1, R2, R3, R4>(isa, &mut v, m, None);
    for i in 0..8 {
        h[i] = h[i].xor(v[i]).xor(v[8 + i]);
    }
}

/// Declares the kernels for one word size, 32 or 64 bits.
macro_rules! kernels {
    ($(#[$doc:meta])* $module:ident: $word:ident, $bytes:literal, $le:ident, $iv:ident, $rounds:literal, $r1:literal $r2:literal $r3:literal $r4:literal; half $half:ident; wasm $wasm:ident; $($entry:ident $features:literal $row:ident $isa:ident)*) => {
        $(#[$doc])*
        pub(super) mod $module {
            use super::*;

            const BLOCK: u128 = $bytes;

            /// Returns the two words of the counter and the two flags, for the block that ends at byte `end` of the
            /// message.
            #[inline(always)]
            fn extra(context: &Context, end: u128) -> [$word; 4] {
                let (count, last) = context.counter(end);
                let mark = |set: bool| if set { !0 } else { 0 };
                [count as $word, (count >> $word::BITS) as $word, mark(last), mark(last & context.last_node)]
            }

            /// Compresses blocks of one message.
            #[inline(always)]
            pub(in super::super) fn compress(state: &mut [$word; 8], blocks: &[[u8; $bytes]], context: &Context) {
                let mut h = *state;
                let mut at = context.before;
                for bytes in blocks {
                    at = at.wrapping_add(BLOCK);
                    block::<$word, $rounds, $r1, $r2, $r3, $r4>(
                        Portable, &$iv, &mut h, &$le(bytes), extra(context, at),
                    );
                }
                *state = h;
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
                state: &mut [$word; 8],
                blocks: &[[u8; $bytes]],
                context: &Context,
            ) {
                let two = |[a, b, c, d, e, f, g, h]: [$word; 8]| {
                    [V::new(isa, [a, b, c, d]), V::new(isa, [e, f, g, h])]
                };
                let iv = two($iv);
                let mut h = two(*state);
                let mut at = context.before;
                for bytes in blocks {
                    at = at.wrapping_add(BLOCK);
                    rows::block::<V, $rounds, $r1, $r2, $r3, $r4>(isa, iv, &mut h, bytes, extra(context, at));
                }
                for (words, row) in state.as_chunks_mut::<4>().0.iter_mut().zip(h) {
                    *words = row.words();
                }
            }
            $(
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                #[inline]
                #[target_feature(enable = $features)]
                pub(in super::super) fn $entry(state: &mut [$word; 8], blocks: &[[u8; $bytes]], context: &Context) {
                    rows::<$row>($isa::here(), state, blocks, context)
                }
            )*

            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            #[inline]
            #[target_feature(enable = "simd128")]
            pub(in super::super) fn rows_simd128(state: &mut [$word; 8], blocks: &[[u8; $bytes]], context: &Context) {
                rows::<$wasm>(Simd128::here(), state, blocks, context)
            }

            /// Compresses blocks of several messages, one in each lane.
            #[inline(always)]
            fn lanes<V: Words<Word = $word>>(
                isa: V::Isa,
                rows: &mut [[$word; MAX_LANES]; 8],
                mut streams: Streams<'_>,
                contexts: &[Context; MAX_LANES],
            ) {
                let mut h = [V::splat(isa, 0); 8];
                for (h, row) in h.iter_mut().zip(&*rows) {
                    *h = V::load(isa, row);
                }
                // in a run, only the last block may be incomplete or the last of its message, so until then the counter
                // only increases. `low` and `high` are the counter before the run; `end` is `extra` for the last block
                // of the run
                let (mut low, mut high) = ([0; MAX_LANES], [0; MAX_LANES]);
                let mut end = [[0; MAX_LANES]; 4];
                for lane in 0..V::LANES {
                    let context = &contexts[lane];
                    (low[lane], high[lane]) = (context.before as $word, (context.before >> $word::BITS) as $word);
                    let words = extra(context, context.before.wrapping_add(streams.len() as u128));
                    for (row, word) in end.iter_mut().zip(words) {
                        row[lane] = word;
                    }
                }
                let (mut low, mut high) = (V::load(isa, &low), V::load(isa, &high));
                let (zero, one) = (V::splat(isa, 0), V::splat(isa, 1));
                while let Some(m) = V::next_le(isa, &mut streams) {
                    let extra = if streams.is_empty() {
                        [V::load(isa, &end[0]), V::load(isa, &end[1]), V::load(isa, &end[2]), V::load(isa, &end[3])]
                    } else {
                        low = low.add(V::splat(isa, $bytes));
                        // the counter is a multiple of the block length, so there is a carry exactly if the low word is
                        // zero
                        let some = low.or(low.not().add(one)).shr::<{ $word::BITS - 1 }>();
                        high = high.add(some.xor(one));
                        [low, high, zero, zero]
                    };
                    block::<V, $rounds, $r1, $r2, $r3, $r4>(isa, &$iv, &mut h, &m, extra);
                }
                for (h, row) in h.into_iter().zip(rows) {
                    h.store(row);
                }
            }

            lane_entries!(lanes: [[$word; MAX_LANES]; 8], $word, contexts: &[Context; MAX_LANES]);

            /// Compresses blocks of several messages with AVX-512 instructions on registers of 256 bits, so in half as many
            /// lanes as with registers of 512 bits.
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
            pub(in super::super) fn avx512_half(
                rows: &mut [[$word; MAX_LANES]; 8],
                streams: Streams<'_>,
                contexts: &[Context; MAX_LANES],
            ) {
                lanes::<$half>(Avx512::here(), rows, streams, contexts)
            }
        }
    };
}

kernels!(
    /// BLAKE2b.
    b: u64, 128, words64_le, IV_B, 12, 32 24 16 63; half U64x4V; wasm Row64;
    rows_sse41 "sse4.1,ssse3" Row64Pair Sse41
    rows_avx "avx" Row64Pair Sse41
    rows_avx2 "avx2" Row64 Avx2
    rows_avx512vl "avx2,avx512f,avx512vl" Row64 Avx2
);
kernels!(
    /// BLAKE2s.
    s: u32, 64, words_le, IV_S, 10, 16 12 8 7; half U32x8V; wasm Row32;
    rows_sse41 "sse4.1,ssse3" Row32 Sse41
    rows_avx "avx" Row32 Sse41
    rows_avx512 "avx512f,avx512bw,avx512vl" Row32V Avx512
);
