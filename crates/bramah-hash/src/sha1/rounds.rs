//! The rounds of SHA-1 over any 32-bit words: one lane is the portable code, more take a message
//! each (FIPS 180-4, section 6.1.2).
//!
//! The five working variables stay in registers and rotate by renaming, so a round moves nothing. The schedule is
//! sixteen words, each replaced just before the round that needs the new one.

use crate::{
    frame::{Rounds, loop_entries},
    simd::{
        Portable, lane_entries,
        memory::{MAX_LANES, Streams},
        words::{Words, words_be},
    },
};

crate::backend::only! {
    x86: { use crate::simd::{Avx2, Avx512}; }
    aarch64: { use crate::simd::Neon; }
}

/// The constants of the four times twenty rounds: section 4.2.1.
pub(super) const K: [u32; 4] = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

#[rustfmt::skip]
#[inline(always)]
fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 5], mut w: [V; 16]) {
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    // section 4.1.1
    macro_rules! ch {
        ($b:ident $c:ident $d:ident) => { $b.choose($c, $d) };
    }
    macro_rules! parity {
        ($b:ident $c:ident $d:ident) => { $c.xor($d).xor($b) };
    }
    macro_rules! maj {
        ($b:ident $c:ident $d:ident) => { $c.majority($d, $b) };
    }
    macro_rules! round {
        ($f:ident; $a:ident $b:ident $c:ident $d:ident $e:ident; $k:ident, $t:expr) => {
            if $t >= 16 {
                let x = w[($t + 13) % 16].xor(w[($t + 8) % 16]).xor(w[($t + 2) % 16]).xor(w[$t % 16]);
                w[$t % 16] = x.rotl::<1>();
            }
            $e = $e.add($k).add(w[$t % 16]).add($f!($b $c $d)).add($a.rotl::<5>());
            $b = $b.rotl::<30>();
        };
    }
    macro_rules! twenty {
        ($f:ident, $k:ident; $($t:literal)*) => { $(
            round!($f; a b c d e; $k, $t);
            round!($f; e a b c d; $k, $t + 1);
            round!($f; d e a b c; $k, $t + 2);
            round!($f; c d e a b; $k, $t + 3);
            round!($f; b c d e a; $k, $t + 4);
        )* };
    }
    let k = V::splat(isa, K[0]);
    twenty!(ch, k; 0 5 10 15);
    let k = V::splat(isa, K[1]);
    twenty!(parity, k; 20 25 30 35);
    let k = V::splat(isa, K[2]);
    twenty!(maj, k; 40 45 50 55);
    let k = V::splat(isa, K[3]);
    twenty!(parity, k; 60 65 70 75);
    for (s, v) in state.iter_mut().zip([a, b, c, d, e]) {
        *s = s.add(v);
    }
}

/// Compresses blocks of one message.
#[inline(always)]
pub(super) fn compress(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    let mut s = *state;
    for bytes in blocks {
        block(Portable, &mut s, words_be(bytes));
    }
    *state = s;
}

/// Compresses blocks of several messages, one in each lane.
#[inline(always)]
fn lanes<V: Words<Word = u32>>(isa: V::Isa, rows: &mut [[u32; MAX_LANES]; 5], mut streams: Streams<'_>) {
    let mut state = [V::splat(isa, 0); 5];
    for (s, row) in state.iter_mut().zip(&*rows) {
        *s = V::load(isa, row);
    }
    while let Some(w) = V::next_be(isa, &mut streams) {
        block(isa, &mut state, w);
    }
    for (s, row) in state.into_iter().zip(rows) {
        s.store(row);
    }
}

lane_entries!(lanes: [[u32; MAX_LANES]; 5], u32);

impl Rounds<5> for super::CompressSha1 {
    type Word = u32;
    #[inline(always)]
    fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 5], w: [V; 16]) {
        block(isa, state, w);
    }
}

loop_entries!(super::CompressSha1: 5 u32);
