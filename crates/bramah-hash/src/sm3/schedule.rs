//! SM3 of one message, with its expansion in vector registers and its rounds in scalar registers.
//!
//! The rounds fill the integer units, so the expansion is computed in the vector units: four words at a time, three
//! groups ahead of the rounds that use them. The words, and the XOR of each word with the word four after it, are
//! stored, so that the rounds use them as memory operands.
//!
//! A round has 24 operations. The path from one `e` to the next has seven operations if it leads through GG, and six if it
//! leads through the sum that is rotated by 7. The order of the operations changes the time by a tenth, so it is fixed to the
//! order of the code (`pinned32`), which was found by measurement on Zen 3.

use super::rounds::T;
use crate::simd::{
    arch::*,
    memory::{Scratch, load128, store4x32},
    opaque::{opaque_mut, pinned32},
};

/// Runs round `$j` with the word `$w`; `$sum` is the XOR of `$w` with the word four after it.
macro_rules! round {
    ($j:expr, $w:expr, $sum:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {{
        // a constant with a type shortens the type check of each kernel by half a second
        const J: usize = $j;
        let others = if J < 16 { 0 } else { pinned32(!$e & $g) };
        let turned = pinned32($a.rotate_left(12));
        let ss = pinned32(turned.wrapping_add(T[J / 16][J % 16]));
        let chosen = if J < 16 { pinned32($f ^ $g) } else { pinned32($e & $f) };
        let ss = pinned32(ss.wrapping_add($e));
        let ss1 = pinned32(ss.rotate_left(7));
        let gg = if J < 16 { pinned32(chosen ^ $e) } else { pinned32(chosen | others) };
        $h = pinned32($h.wrapping_add($w));
        $h = pinned32($h.wrapping_add(gg));
        let tt2 = pinned32($h.wrapping_add(ss1));
        $d = pinned32($d.wrapping_add($sum));
        let x = pinned32(tt2.rotate_left(9));
        if J < 16 {
            let ff = pinned32(pinned32($a ^ $b) ^ $c);
            $d = pinned32($d.wrapping_add(ff));
            $b = pinned32($b.rotate_left(9));
        } else {
            let any = pinned32($a | $b);
            let both = pinned32($a & $b);
            $b = pinned32($b.rotate_left(9));
            let any = pinned32(any & $c);
            let ff = pinned32(any | both);
            $d = pinned32($d.wrapping_add(ff));
        }
        let ss2 = pinned32(turned ^ ss1);
        $d = pinned32($d.wrapping_add(ss2));
        let y = pinned32(tt2.rotate_left(17));
        $f = pinned32($f.rotate_left(19));
        let x = pinned32(tt2 ^ x);
        $h = pinned32(x ^ y);
    }};
}

macro_rules! kernel {
    ($name:ident, $features:literal) => {
        /// Compresses blocks of one message.
        #[allow(unused_assignments)] // the last steps compute words that no other word needs
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
            let swap = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
            let by_8 = _mm_set_epi64x(0x0e0d0c0f_0a09080b, 0x06050407_02010003);
            // the words in groups of four, each group followed by its XORs with the next group
            let mut room = Scratch::<u32, 4, 34>::new();
            let rows = room.rows();
            let mut s = *state;
            for block in blocks {
                let mut w = [swap; 4];
                for i in 0..4 {
                    w[i] = _mm_shuffle_epi8(load128(&block.as_chunks::<16>().0[i]), swap);
                    store4x32(&mut rows[2 * i], w[i]);
                    if i > 0 {
                        store4x32(&mut rows[2 * i - 1], _mm_xor_si128(w[i - 1], w[i]));
                    }
                }
                macro_rules! xor {
                    ($x:expr, $y:expr) => {
                        _mm_xor_si128($x, $y)
                    };
                }
                macro_rules! rotl {
                    ($v:expr, $n:literal) => {
                        _mm_or_si128(_mm_slli_epi32::<$n>($v), _mm_srli_epi32::<{ 32 - $n }>($v))
                    };
                }
                // computes group `$i + 4`
                macro_rules! expand {
                    ($i:literal) => {
                        let (x0, x1) = (w[$i % 4], w[($i + 1) % 4]);
                        let (x2, x3) = (w[($i + 2) % 4], w[($i + 3) % 4]);
                        let v = rotl!(_mm_srli_si128::<4>(x3), 15);
                        let v = xor!(xor!(x0, _mm_alignr_epi8::<12>(x2, x1)), v);
                        let y = rotl!(v, 15);
                        let v = xor!(xor!(v, y), _mm_shuffle_epi8(y, by_8));
                        let y = rotl!(_mm_alignr_epi8::<12>(x1, x0), 7);
                        let v = xor!(v, xor!(y, _mm_alignr_epi8::<8>(x3, x2)));
                        // the fourth word also needs P1 of the first of the four new words rotated by 15. To rotate this word,
                        // it is repeated in both halves of 64 bits, which are shifted; the result is in the upper half
                        let y = _mm_shuffle_epi32::<0>(v);
                        let y = xor!(
                            xor!(_mm_slli_epi64::<15>(y), _mm_slli_epi64::<30>(y)),
                            _mm_slli_epi64::<6>(y)
                        );
                        let v = _mm_blend_epi16::<0xc0>(v, xor!(v, y));
                        w[$i % 4] = v;
                        store4x32(&mut rows[const { if $i < 13 { 2 * $i + 8 } else { 0 } }], v);
                        store4x32(&mut rows[const { if $i < 13 { 2 * $i + 7 } else { 0 } }], xor!(x3, v));
                    };
                }
                let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = s;
                macro_rules! four {
                    ($i:literal) => {
                        if $i < 13 {
                            expand!($i);
                        }
                        opaque_mut(rows);
                        round!(4 * $i, rows[2 * $i][0], rows[2 * $i + 1][0], a b c d e f g h);
                        round!(4 * $i + 1, rows[2 * $i][1], rows[2 * $i + 1][1], d a b c h e f g);
                        round!(4 * $i + 2, rows[2 * $i][2], rows[2 * $i + 1][2], c d a b g h e f);
                        round!(4 * $i + 3, rows[2 * $i][3], rows[2 * $i + 1][3], b c d a f g h e);
                    };
                }
                four!(0);
                four!(1);
                four!(2);
                four!(3);
                four!(4);
                four!(5);
                four!(6);
                four!(7);
                four!(8);
                four!(9);
                four!(10);
                four!(11);
                four!(12);
                four!(13);
                four!(14);
                four!(15);
                for (s, v) in s.iter_mut().zip([a, b, c, d, e, f, g, h]) {
                    // pinned, because otherwise the compiler would move everything into vector registers and back
                    *s = pinned32(*s ^ v);
                }
            }
            *state = s;
        }
    };
}

kernel!(avx, "avx,bmi1,bmi2");
kernel!(avx512, "avx,bmi1,bmi2,avx512f,avx512vl");
