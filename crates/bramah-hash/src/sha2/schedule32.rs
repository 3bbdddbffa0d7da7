//! SHA-256 of one message on SIMD128, with its schedule in vector registers and its rounds in scalar ones.
//!
//! The schedule is computed four words at a time. The words are stored with the constants added, so that the rounds read
//! them from memory: an engine has few registers for them.

use super::rounds::Size;
use crate::simd::{
    arch::*,
    memory::{Scratch, load4x32, load128, store4x32},
    words::reversed32,
};
use core::hint::black_box;

/// Computes four words of the schedule from the sixteen before them: FIPS 180-4, section 6.2.2, step 1.
#[inline(always)]
fn expanded([w0, w1, w2, w3]: [v128; 4]) -> v128 {
    let x = i32x4_shuffle::<1, 2, 3, 4>(w0, w1);
    // a rotation is two shifts, and the shifts of both rotations are added at once
    let right = v128_xor(v128_xor(u32x4_shr(x, 7), u32x4_shr(x, 18)), u32x4_shr(x, 3));
    let sigma0 = v128_xor(right, v128_xor(u32x4_shl(x, 25), u32x4_shl(x, 14)));
    let sum = u32x4_add(u32x4_add(w0, sigma0), i32x4_shuffle::<1, 2, 3, 4>(w2, w3));
    // of words that are doubled in 64 bits, a rotation is one shift; the result is in the low half
    let sigma1 = |x: v128| v128_xor(v128_xor(u64x2_shr(x, 17), u64x2_shr(x, 19)), u32x4_shr(x, 10));
    let zero = u32x4_splat(0);
    let low = i32x4_shuffle::<0, 2, 4, 4>(sigma1(i32x4_shuffle::<2, 2, 3, 3>(w3, w3)), zero);
    let sum = u32x4_add(sum, low);
    let high = i32x4_shuffle::<4, 4, 0, 2>(sigma1(i32x4_shuffle::<0, 0, 1, 1>(sum, sum)), zero);
    u32x4_add(sum, high)
}

/// Compresses blocks of one message.
#[inline]
#[target_feature(enable = "simd128")]
pub(super) fn compress(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let mut room = Scratch::<u32, 4, 16>::new();
    let rows = room.rows();
    let mut s = *state;
    for block in blocks {
        let bytes = block.as_chunks().0;
        let mut w = [load128(&bytes[0]), load128(&bytes[1]), load128(&bytes[2]), load128(&bytes[3])];
        for w in &mut w {
            *w = reversed32(*w);
        }
        let mut at = 0;
        for k in u32::K {
            let k = k.as_chunks().0;
            for i in 0..4 {
                if at >= 4 {
                    w[i] = expanded([w[i], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]]);
                }
                store4x32(&mut rows[at], u32x4_add(w[i], load4x32(&k[i])));
                at += 1;
            }
        }
        rounds(&mut s, black_box(&*rows));
    }
    *state = s;
}

/// Runs the sums of the words of a block and the constants through the state.
#[inline(always)]
fn rounds(state: &mut [u32; 8], rows: &[[u32; 4]; 16]) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    macro_rules! round {
        ($wk:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
            let chosen = $g ^ ($e & ($f ^ $g));
            let t1 = $h.wrapping_add($wk).wrapping_add(chosen).wrapping_add(u32::sum1($e));
            $d = $d.wrapping_add(t1);
            $h = t1.wrapping_add($a & $b ^ $c & ($a ^ $b)).wrapping_add(u32::sum0($a));
        };
    }
    for pair in rows.as_chunks::<2>().0 {
        let [low, high] = pair;
        round!(low[0], a b c d e f g h);
        round!(low[1], h a b c d e f g);
        round!(low[2], g h a b c d e f);
        round!(low[3], f g h a b c d e);
        round!(high[0], e f g h a b c d);
        round!(high[1], d e f g h a b c);
        round!(high[2], c d e f g h a b);
        round!(high[3], b c d e f g h a);
    }
    for (s, v) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *s = s.wrapping_add(v);
    }
}
