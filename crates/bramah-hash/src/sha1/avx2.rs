//! SHA-1 of one message with its schedule in AVX2 registers, for CPUs without the SHA extensions.
//!
//! The schedule does not depend on the state, so it is computed four words at a time, for two blocks at once (one in
//! each half of a register), and stored with the round constants added. The scalar units are then free for the rounds.
//! The rounds of the first block run while the schedule is computed, four groups of words behind it; the rounds of the
//! second block only read the stored schedule.

use super::rounds::K;
use crate::simd::{
    arch::*,
    memory::{Scratch, load128, store256},
    opaque::opaque_mut,
    words::Words,
};

/// Returns word `t` of a block's schedule with the round constant added. Row `i` of `sums` contains words
/// `4 * i` to `4 * i + 3` of the first block, and then the same words of the second.
#[inline(always)]
fn sum(sums: &[[u8; 32]; 20], t: usize, second: usize) -> u32 {
    let words = sums[t / 4].as_chunks::<4>().0;
    u32::from_le_bytes(words[4 * second + t % 4])
}

/// Runs rounds `$t` to `$t + 3` (FIPS 180-4, section 6.1.2) for one block.
#[rustfmt::skip]
macro_rules! four {
    ($v:ident, $sums:ident, $second:literal, $t:expr) => {
        for i in 0..4 {
            let [a, b, c, d, e] = $v;
            let f = match $t / 20 {
                0 => b.choose(c, d),
                2 => c.majority(d, b),
                _ => c.xor(d).xor(b),
            };
            let next = e.add(sum($sums, $t + i, $second)).add(f).add(a.rotl::<5>());
            $v = [next, a, b.rotl::<30>(), c, d];
        }
    };
}

/// Calls a macro for each of the twenty groups of four words, in order.
macro_rules! groups {
    ($group:ident) => {
        $group!(0);
        $group!(1);
        $group!(2);
        $group!(3);
        $group!(4);
        $group!(5);
        $group!(6);
        $group!(7);
        $group!(8);
        $group!(9);
        $group!(10);
        $group!(11);
        $group!(12);
        $group!(13);
        $group!(14);
        $group!(15);
        $group!(16);
        $group!(17);
        $group!(18);
        $group!(19);
    };
}

/// Compresses blocks of one message.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn compress(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    let swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203));
    let mut s = *state;
    let mut scratch = Scratch::<u8, 32, 20>::new();
    let sums = scratch.rows();
    for pair in blocks.chunks(2) {
        let (first, second) = (&pair[0], &pair[pair.len() - 1]);
        let mut w = [_mm256_setzero_si256(); 8];
        // computes group `$i` of the schedule
        macro_rules! schedule {
            ($i:expr) => {
                let (w1, w2, w3, w4) = (w[($i + 7) % 8], w[($i + 6) % 8], w[($i + 5) % 8], w[($i + 4) % 8]);
                w[$i % 8] = if $i < 4 {
                    let (first, second) = (first.as_chunks::<16>().0, second.as_chunks::<16>().0);
                    let row = _mm256_castsi128_si256(load128(&first[$i % 4]));
                    let row = _mm256_inserti128_si256::<1>(row, load128(&second[$i % 4]));
                    _mm256_shuffle_epi8(row, swap)
                } else if $i < 8 {
                    // the last word also needs the first word of this group, rotated
                    let x = _mm256_xor_si256(
                        _mm256_xor_si256(w4, _mm256_alignr_epi8::<8>(w3, w4)),
                        _mm256_xor_si256(w2, _mm256_srli_si256::<4>(w1)),
                    );
                    let y = _mm256_slli_si256::<12>(x);
                    let x = _mm256_or_si256(_mm256_add_epi32(x, x), _mm256_srli_epi32::<31>(x));
                    let y = _mm256_or_si256(_mm256_slli_epi32::<2>(y), _mm256_srli_epi32::<30>(y));
                    _mm256_xor_si256(x, y)
                } else {
                    // the recurrence is substituted into itself, so that no word needs another word of its own group
                    let x = _mm256_xor_si256(
                        _mm256_xor_si256(w[$i % 8], w[($i + 1) % 8]),
                        _mm256_xor_si256(w4, _mm256_alignr_epi8::<8>(w1, w2)),
                    );
                    _mm256_or_si256(_mm256_slli_epi32::<2>(x), _mm256_srli_epi32::<30>(x))
                };
                let k = _mm256_set1_epi32(K[$i / 5] as i32);
                store256(&mut sums[$i], _mm256_add_epi32(w[$i % 8], k));
                opaque_mut(sums);
            };
        }
        schedule!(0);
        schedule!(1);
        schedule!(2);
        schedule!(3);
        let mut v = s;
        macro_rules! ahead {
            ($i:literal) => {
                if $i < 16 {
                    schedule!(($i + 4) % 20);
                }
                four!(v, sums, 0, 4 * $i);
            };
        }
        groups!(ahead);
        for (s, v) in s.iter_mut().zip(v) {
            *s = s.add(v);
        }
        if pair.len() == 2 {
            let mut v = s;
            macro_rules! after {
                ($i:literal) => {
                    four!(v, sums, 1, 4 * $i);
                };
            }
            groups!(after);
            for (s, v) in s.iter_mut().zip(v) {
                *s = s.add(v);
            }
        }
    }
    *state = s;
}
