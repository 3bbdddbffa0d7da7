//! SHA-512 of one message, with its schedule in vector registers and its rounds in scalar registers.
//!
//! The rounds fill the integer units, so the schedule is computed in the vector units. A register contains two words of
//! each of two successive blocks, and is advanced between the rounds of the first block. The words are stored with the
//! round constants added, so that the rounds use them as memory operands. For the second block only the rounds remain.
//!
//! The order of a round's operations changes the time by a tenth, so it is fixed to the order of the code (`pinned`),
//! which was found by measurement. There are two forms, for CPUs with different numbers of integer units. In both, Σ0
//! of `a` is added only in the next round, to the variable that `a` has become.
//!
//! - `fewest`, for four units (Zen 3), has 22 operations. The critical path leads from `e` over Σ1 to `d`, five
//!   operations, so its rotations come first. The majority is computed as `b ^ ((a ^ b) & (b ^ c))`, whose last factor
//!   the previous round has computed.
//! - `shortest`, for six units (Zen 5), has 24 operations, and no path from a round to the next is longer than four
//!   operations. Σ1 of `e` is added last. `h` is computed from the new `e` minus `d`. The majority is
//!   `(b & c) + (a & (b ^ c))`, whose first term is computed in advance, like everything that does not need `a`.

use super::rounds64::K;
use crate::{
    frame::{Chain, Ends},
    simd::{
        arch::*,
        memory::{Scratch, load4x64, load128, store4x64},
        opaque::{opaque_mut, pinned},
    },
};

/// The values that a round computes for the next round.
struct Kept {
    /// The bits in which the next round's `b` and `c` differ, and in `both` the bits that are set in both.
    differ: u64,
    both: u64,
    /// Σ0 of `a`. The next round adds this value to the variable that `a` has become.
    late: u64,
}

impl Kept {
    /// Returns the values for the first round, given `b` and `c`.
    #[inline(always)]
    fn new(b: u64, c: u64) -> Self {
        Self { differ: b ^ c, both: b & c, late: 0 }
    }
}

/// Expands to a round in the form with the fewest operations.
macro_rules! fewest {
    ($kept:ident, $wk:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
        let x = pinned($e.rotate_right(14));
        $h = pinned($h.wrapping_add($wk));
        let chosen = pinned($e & $f);
        let y = pinned($e.rotate_right(18));
        let z = pinned($e.rotate_right(41));
        $a = pinned($a.wrapping_add($kept.late));
        let y = pinned(y ^ z);
        let others = pinned(!$e & $g);
        $h = pinned($h.wrapping_add(chosen));
        let sum = pinned(x ^ y);
        $h = pinned($h.wrapping_add(others));
        let x = pinned($a.rotate_right(39));
        $h = pinned($h.wrapping_add(sum));
        let ab = pinned($a ^ $b);
        let y = pinned($a.rotate_right(34));
        $d = pinned($d.wrapping_add($h));
        let majority = pinned($kept.differ & ab);
        let x = pinned(x ^ y);
        let majority = pinned(majority ^ $b);
        let y = pinned($a.rotate_right(28));
        $h = pinned($h.wrapping_add(majority));
        $kept.late = pinned(x ^ y);
        $kept.differ = ab;
    };
}

/// Expands to a round in the form with the shortest paths.
macro_rules! shortest {
    ($kept:ident, $wk:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
        $h = pinned($h.wrapping_add($wk));
        let others = pinned(!$e & $g);
        let chosen = pinned($e & $f);
        let y = pinned($e.rotate_right(18));
        let z = pinned($e.rotate_right(41));
        $a = pinned($a.wrapping_add($kept.late));
        let chosen = pinned(chosen.wrapping_add(others));
        let y = pinned(y ^ z);
        let p = pinned($a.rotate_right(39));
        let x = pinned($e.rotate_right(14));
        let sum = pinned(x ^ y);
        let new = pinned($d.wrapping_add($h));
        let new = pinned(new.wrapping_add(chosen));
        let one = pinned($a & $kept.differ);
        let new = pinned(new.wrapping_add(sum));
        let q = pinned($a.rotate_right(34));
        let r = pinned($a.rotate_right(28));
        let two = pinned($kept.both.wrapping_sub($d));
        let q = pinned(p ^ q);
        $kept.both = pinned($a & $b);
        let majority = pinned(two.wrapping_add(one));
        $d = new;
        $kept.late = pinned(q ^ r);
        $h = pinned(majority.wrapping_add(new));
        $kept.differ = pinned($a ^ $b);
    };
}

/// Compresses two blocks: consecutive blocks of one message, or one block of each of two messages. `$w` contains the words of
/// both blocks, and `$prepared` is the buffer for their schedules with the round constants added. If `$two` is true, the second
/// block is run after the first, from the state `$start` to `$second`. `$next` is evaluated shortly before the end and returns
/// the words of the next two blocks, for which the rounds would otherwise wait. This is a macro so that everything stays in
/// registers.
#[rustfmt::skip]
macro_rules! blocks {
    ($round:ident: $w:ident, $prepared:ident, $first:ident, if $two:expr => $second:ident = $start:expr $(, then $next:ident)?) => {{
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = $first;
        let mut kept = Kept::new(b, c);
        macro_rules! sixteen {
                                            ($block:literal, $wk:expr, $step:ident) => {
                                                $round!(kept, $wk[0][2 * $block + 0], a b c d e f g h);
                                                $round!(kept, $wk[0][2 * $block + 1], h a b c d e f g);
                                                $step!(0);
                                                $round!(kept, $wk[1][2 * $block + 0], g h a b c d e f);
                                                $round!(kept, $wk[1][2 * $block + 1], f g h a b c d e);
                                                $step!(1);
                                                $round!(kept, $wk[2][2 * $block + 0], e f g h a b c d);
                                                $round!(kept, $wk[2][2 * $block + 1], d e f g h a b c);
                                                $step!(2);
                                                $round!(kept, $wk[3][2 * $block + 0], c d e f g h a b);
                                                $round!(kept, $wk[3][2 * $block + 1], b c d e f g h a);
                                                $step!(3);
                                                $round!(kept, $wk[4][2 * $block + 0], a b c d e f g h);
                                                $round!(kept, $wk[4][2 * $block + 1], h a b c d e f g);
                                                $step!(4);
                                                $round!(kept, $wk[5][2 * $block + 0], g h a b c d e f);
                                                $round!(kept, $wk[5][2 * $block + 1], f g h a b c d e);
                                                $step!(5);
                                                $round!(kept, $wk[6][2 * $block + 0], e f g h a b c d);
                                                $round!(kept, $wk[6][2 * $block + 1], d e f g h a b c);
                                                $step!(6);
                                                $round!(kept, $wk[7][2 * $block + 0], c d e f g h a b);
                                                $round!(kept, $wk[7][2 * $block + 1], b c d e f g h a);
                                                $step!(7);
                                            };
                                        }
        macro_rules! nothing {
            ($j:literal) => {};
        }
                       for t in 1..5 {
                           let (before, after) = $prepared.split_at_mut(t);
                           let (now, next) = (&before[t - 1], &mut after[0]);
                           macro_rules! rotr {
                               ($v:expr, $n:literal) => {
                                   _mm256_or_si256(_mm256_srli_epi64::<$n>($v), _mm256_slli_epi64::<{ 64 - $n }>($v))
                               };
                           }
                           macro_rules! step {
                               ($j:literal) => {
                                   let v = _mm256_alignr_epi8::<8>($w[($j + 1) % 8], $w[$j]);
                                   let sigma0 = _mm256_xor_si256(
                                       _mm256_xor_si256(rotr!(v, 1), rotr!(v, 8)),
                                       _mm256_srli_epi64::<7>(v),
                                   );
                                   let v = $w[($j + 7) % 8];
                                   let sigma1 = _mm256_xor_si256(
                                       _mm256_xor_si256(rotr!(v, 19), rotr!(v, 61)),
                                       _mm256_srli_epi64::<6>(v),
                                   );
                                   let v = _mm256_alignr_epi8::<8>($w[($j + 5) % 8], $w[($j + 4) % 8]);
                                   $w[$j] = _mm256_add_epi64(
                                       _mm256_add_epi64(_mm256_add_epi64($w[$j], v), sigma0),
                                       sigma1,
                                   );
                                   store4x64(&mut next[$j], with_constants($w[$j], &TWICE.0[t][$j]));
                               };
                           }
                           sixteen!(0, now, step);
                       }
                       let last = &$prepared[4];
        sixteen!(0, last, nothing);
        let add = |s: &mut [u64; 8], v: [u64; 8]| {
            for (s, v) in s.iter_mut().zip(v) {
                *s = s.wrapping_add(v);
            }
        };
        add(&mut $first, [a.wrapping_add(kept.late), b, c, d, e, f, g, h]);
        if $two {
            $second = $start;
            [a, b, c, d, e, f, g, h] = $second;
            kept = Kept::new(b, c);
            let (now, last) = $prepared.split_at_mut(4);
            for wk in &*now {
                sixteen!(1, wk, nothing);
            }
            let (last, first) = (&last[0], &mut now[0]);
            #[allow(unused_macros)]
            macro_rules! next {
                ($j:literal) => {
                    $(
                        $w[$j] = $next!($j);
                        store4x64(&mut first[$j], with_constants($w[$j], &TWICE.0[0][$j]));
                    )?
                };
            }
            let _ = &first;
            sixteen!(1, last, next);
            add(&mut $second, [a.wrapping_add(kept.late), b, c, d, e, f, g, h]);
        }
    }};
}

macro_rules! kernel {
    ($name:ident, $chains:ident, $round:ident, $features:literal) => {
        /// Compresses blocks of one message.
        #[allow(unused_assignments)] // the last round computes values for a next round that does not exist
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(state: &mut [u64; 8], blocks: &[[u8; 128]], more: &[[u8; 128]]) {
            let swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x08090a0b_0c0d0e0f, 0x00010203_04050607));
            // each row contains words `2 * j` and `2 * j + 1` of both blocks, with their round constants added
            let mut room = Scratch::<u64, 4, 40>::new();
            let prepared = room.rows().as_chunks_mut::<8>().0;
            let mut s = *state;
            let mut blocks = blocks.iter().chain(more);
            let Some(mut first) = blocks.next() else { return };
            let mut second = blocks.next();
            let mut w = [swap; 8];
            macro_rules! words {
                ($j:expr) => {{
                    let (x, y) = (&first.as_chunks::<16>().0[$j], &second.unwrap_or(first).as_chunks::<16>().0[$j]);
                    let both = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(load128(x)), load128(y));
                    _mm256_shuffle_epi8(both, swap)
                }};
            }
            for j in 0..8 {
                w[j] = words!(j);
                store4x64(&mut prepared[0][j], with_constants(w[j], &TWICE.0[0][j]));
            }
            loop {
                let two = second.is_some();
                let next = blocks.next();
                // after the last block, load its words again; they are not used
                first = next.unwrap_or(first);
                second = blocks.next();
                // opaque, so that the iterator stays in memory meanwhile, because registers are few
                opaque_mut(&mut blocks);
                blocks!($round: w, prepared, s, if two => s = s, then words);
                if next.is_none() {
                    break;
                }
            }
            *state = s;
        }

        /// Advances chains by `count` iterations, two chains at a time. If their number is odd, the last chain is advanced by
        /// itself.
        #[allow(unused_assignments)] // for the same reason as in the function above
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $chains(chains: &mut [Chain<[u64; 8]>], ends: &Ends<u64, 8>, count: u32) {
            let mut room = Scratch::<u64, 4, 40>::new();
            let prepared = room.rows().as_chunks_mut::<8>().0;
            for pair in chains.chunks_mut(2) {
                let Some((first, rest)) = pair.split_first_mut() else { return };
                let mut second = rest.first_mut();
                let two = second.is_some();
                // if there is no second chain, its registers contain the first
                let other = second.as_deref().map_or(*first, |second| *second);
                let (mut x, mut y, mut sums) = (first.u, other.u, [first.sum, other.sum]);
                for _ in 0..count {
                    for (key, other) in first.keys.iter().zip(&other.keys) {
                        if !ends.whole {
                            for i in 0..8 {
                                x[i] = (x[i] & ends.mask[i]) | ends.words[i];
                                y[i] = (y[i] & ends.mask[i]) | ends.words[i];
                            }
                        }
                        let mut w = [_mm256_setzero_si256(); 8];
                        for j in 0..4 {
                            let low = _mm_set_epi64x(x[2 * j + 1] as i64, x[2 * j] as i64);
                            w[j] = _mm256_broadcastsi128_si256(low);
                            if two {
                                let high = _mm_set_epi64x(y[2 * j + 1] as i64, y[2 * j] as i64);
                                w[j] = _mm256_inserti128_si256::<1>(w[j], high);
                            }
                            let [a, b] = [ends.words[8 + 2 * j], ends.words[9 + 2 * j]];
                            w[4 + j] = _mm256_broadcastsi128_si256(_mm_set_epi64x(b as i64, a as i64));
                        }
                        for j in 0..8 {
                            store4x64(&mut prepared[0][j], with_constants(w[j], &TWICE.0[0][j]));
                        }
                        x = *key;
                        blocks!($round: w, prepared, x, if two => y = *other);
                    }
                    for i in 0..8 {
                        sums[0][i] ^= x[i];
                        sums[1][i] ^= y[i];
                    }
                }
                (first.u, first.sum) = (x, sums[0]);
                if let Some(second) = &mut second {
                    (second.u, second.sum) = (y, sums[1]);
                }
            }
        }
    };
}

/// The round constants, each pair twice, once for each block. No row crosses a cache line.
#[repr(align(64))]
struct Twice([[[u64; 4]; 8]; 5]);
static TWICE: Twice = {
    let mut twice = [[[0; 4]; 8]; 5];
    let mut i = 0;
    while i < 160 {
        twice[i / 32][i / 4 % 8][i % 4] = K[i / 32][i / 4 % 8 * 2 + i % 2];
        i += 1;
    }
    Twice(twice)
};

/// Returns words of both blocks with their round constants added.
#[inline]
#[target_feature(enable = "avx2")]
fn with_constants(w: __m256i, constants: &[u64; 4]) -> __m256i {
    _mm256_add_epi64(w, load4x64(constants))
}

kernel!(avx2, chains_avx2, fewest, "avx2,bmi1,bmi2");
kernel!(avx512, chains_avx512, fewest, "avx2,bmi1,bmi2,avx512f,avx512vl");
kernel!(avx512_zen5, chains_avx512_zen5, shortest, "avx2,bmi1,bmi2,avx512f,avx512vl");
