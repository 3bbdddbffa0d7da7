//! SM3 of one message, its expansion in vector registers and its rounds in scalar ones.
//!
//! The rounds fill the integer units, so the expansion belongs where there is room: a register
//! holds four words each of two successive blocks, and is advanced between the rounds of the
//! first. The second block is then rounds alone. The words, and their sums with those four behind
//! them, are stored, for the rounds to take as memory operands.
//!
//! The path to beat leads from `e` over the sum that is turned by 7 to the next `e`. Two of its
//! steps are the exclusive ors of P0, so GG takes that `e` in two parts: what chooses by the first
//! is ready when the last of them is. The order of a round's operations decides a tenth of the
//! time, so it is held to the one written (`pinned32`), found by measuring on Zen 3.

use super::rounds::T;
use crate::simd::{Scratch, arch::*, load128, pinned32, store8x32};

macro_rules! rounds {
    (round $first:literal, $w:expr, $sum:expr, $t:expr, $p:ident $q:ident, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
        let turned = pinned32($a.rotate_left(12));
        let either = pinned32($f ^ $g);
        let ss1 = pinned32(turned.wrapping_add($t));
        let ss1 = pinned32(ss1.wrapping_add($e));
        $h = pinned32($h.wrapping_add($w));
        let gg = if $first {
            pinned32($e ^ either)
        } else {
            let y = pinned32($q & either);
            let x = pinned32($p & either);
            let y = pinned32(y ^ $g);
            pinned32(x ^ y)
        };
        let ss1 = pinned32(ss1.rotate_left(7));
        $d = pinned32($d.wrapping_add($sum));
        $h = pinned32($h.wrapping_add(gg));
        let tt2 = pinned32($h.wrapping_add(ss1));
        let ss2 = pinned32(turned ^ ss1);
        let ff = if $first {
            pinned32($a ^ $b ^ $c)
        } else {
            let any = pinned32($a | $b);
            let both = pinned32($a & $b);
            let any = pinned32(any & $c);
            pinned32(any | both)
        };
        let x = pinned32(tt2.rotate_left(9));
        $q = pinned32(tt2.rotate_left(17));
        $d = pinned32($d.wrapping_add(ff));
        $b = pinned32($b.rotate_left(9));
        $p = pinned32(tt2 ^ x);
        $d = pinned32($d.wrapping_add(ss2));
        $f = pinned32($f.rotate_left(19));
        $h = pinned32($p ^ $q);
    };
    (four $first:literal, $rows:expr, $t:expr, $i:literal, $block:literal, $p:ident $q:ident, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
        rounds!(round $first, $rows[2 * $i][4 * $block], $rows[2 * $i + 1][4 * $block], $t[4 * $i], $p $q, $a $b $c $d $e $f $g $h);
        rounds!(round $first, $rows[2 * $i][4 * $block + 1], $rows[2 * $i + 1][4 * $block + 1], $t[4 * $i + 1], $p $q, $d $a $b $c $h $e $f $g);
        rounds!(round $first, $rows[2 * $i][4 * $block + 2], $rows[2 * $i + 1][4 * $block + 2], $t[4 * $i + 2], $p $q, $c $d $a $b $g $h $e $f);
        rounds!(round $first, $rows[2 * $i][4 * $block + 3], $rows[2 * $i + 1][4 * $block + 3], $t[4 * $i + 3], $p $q, $b $c $d $a $f $g $h $e);
    };
}

macro_rules! kernel {
    ($name:ident, $features:literal) => {
        /// One message.
        #[allow(unused_assignments)] // the last round's parts for a next one
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
            let swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203));
            let by_8 = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0e0d0c0f_0a09080b, 0x06050407_02010003));
            // words `4 * i` on of both blocks, then their sums with the words four behind them
            let mut room = Scratch::<u32, 8, 40>::new();
            let prepared = room.rows().as_chunks_mut::<8>().0;
            let mut s = *state;
            for pair in blocks.chunks(2) {
                let (x, y) = (pair[0].as_chunks::<16>().0, pair[pair.len() - 1].as_chunks::<16>().0);
                let mut w = [swap; 4];
                for i in 0..4 {
                    let both =
                        _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(load128(&x[i])), load128(&y[i]));
                    w[i] = _mm256_shuffle_epi8(both, swap);
                    store8x32(&mut prepared[0][2 * i], w[i]);
                    if i > 0 {
                        store8x32(&mut prepared[0][2 * i - 1], _mm256_xor_si256(w[i - 1], w[i]));
                    }
                }
                let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = s;
                let (mut p, mut q) = (0, 0);
                macro_rules! xor {
                    ($x:expr, $y:expr) => {
                        _mm256_xor_si256($x, $y)
                    };
                }
                macro_rules! rotl {
                    ($v:expr, $n:literal) => {
                        _mm256_or_si256(_mm256_slli_epi32::<$n>($v), _mm256_srli_epi32::<{ 32 - $n }>($v))
                    };
                }
                // the four words behind the sixteen at hand, which end with those in `$last`
                macro_rules! expand {
                    ($now:expr, $next:expr, $i:literal) => {
                        let (x0, x1, x2, x3) =
                            (w[$i], w[($i + 1) % 4], w[($i + 2) % 4], w[($i + 3) % 4]);
                        let v = rotl!(_mm256_srli_si256::<4>(x3), 15);
                        let v = xor!(xor!(x0, _mm256_alignr_epi8::<12>(x2, x1)), v);
                        let y = rotl!(v, 15);
                        let v = xor!(xor!(v, y), _mm256_shuffle_epi8(y, by_8));
                        let y = xor!(rotl!(_mm256_alignr_epi8::<12>(x1, x0), 7), _mm256_alignr_epi8::<8>(x3, x2));
                        let v = xor!(v, y);
                        // the fourth also needs the first of them: P1 of it, turned by 15, which
                        // shifts of the word twice in a row leave in the upper of them
                        let y = _mm256_shuffle_epi32::<0>(v);
                        let y = xor!(
                            xor!(_mm256_slli_epi64::<15>(y), _mm256_slli_epi64::<30>(y)),
                            _mm256_slli_epi64::<6>(y)
                        );
                        w[$i] = _mm256_blend_epi32::<0x88>(v, xor!(v, y));
                        store8x32(&mut $next[2 * $i], w[$i]);
                        let sum = xor!(x3, w[$i]);
                        if $i == 0 {
                            store8x32(&mut $now[7], sum);
                        } else {
                            store8x32(&mut $next[(2 * $i + 7) % 8], sum);
                        }
                    };
                }
                macro_rules! nothing {
                    ($now:expr, $next:expr, $i:literal) => {};
                }
                macro_rules! sixteen {
                    ($first:literal, $now:expr, $next:expr, $t:expr, $block:literal, $expand:ident) => {
                        rounds!(four $first, $now, $t, 0, $block, p q, a b c d e f g h);
                        $expand!($now, $next, 0);
                        rounds!(four $first, $now, $t, 1, $block, p q, a b c d e f g h);
                        $expand!($now, $next, 1);
                        rounds!(four $first, $now, $t, 2, $block, p q, a b c d e f g h);
                        $expand!($now, $next, 2);
                        rounds!(four $first, $now, $t, 3, $block, p q, a b c d e f g h);
                        $expand!($now, $next, 3);
                    };
                }
                macro_rules! feed_forward {
                    () => {
                        for (s, v) in s.iter_mut().zip([a, b, c, d, e, f, g, h]) {
                            *s ^= v;
                        }
                    };
                }
                for t in 1..4 {
                    let (before, after) = prepared.split_at_mut(t);
                    let (now, next) = (&mut before[t - 1], &mut after[0]);
                    if t == 1 {
                        sixteen!(true, now, next, T[0], 0, expand);
                    } else {
                        sixteen!(false, now, next, T[t - 1], 0, expand);
                    }
                }
                let (before, after) = prepared.split_at_mut(4);
                let (now, next) = (&mut before[3], &mut after[0]);
                expand!(now, next, 0);
                sixteen!(false, now, next, T[3], 0, nothing);
                feed_forward!();
                if pair.len() == 2 {
                    [a, b, c, d, e, f, g, h] = s;
                    let (first, others) = (&prepared[0], &prepared[1..4]);
                    sixteen!(true, first, first, T[0], 1, nothing);
                    for (now, t) in others.iter().zip(&T[1..]) {
                        sixteen!(false, now, now, t, 1, nothing);
                    }
                    feed_forward!();
                }
            }
            *state = s;
        }
    };
}

kernel!(avx2, "avx2,bmi1,bmi2");
kernel!(avx512, "avx2,bmi1,bmi2,avx512f,avx512vl");
