//! SHA-256 of one message, with its schedule in vector registers and its rounds in scalar registers, for CPUs without SHA
//! instructions.
//!
//! The structure is that of `schedule64.rs`: a register contains four words of each of two successive blocks, and is advanced
//! between the rounds of the first block. For the second block only the rounds remain. The rounds have the form `fewest` of that
//! file, with 22 operations. On a Xeon (family 6, model 85), 16 KiB take 7.8 cycles per byte with the rotations of AVX-512 and 8.1
//! with AVX2; they take 12.3 with the schedule in scalar registers (`bench/run.sh -m hash -a sha256`).

use crate::{
    primitives::sha2::K256,
    simd::{
        arch::*,
        memory::{Scratch, load8x32, load128, store8x32},
        opaque::{opaque_mut, pinned32},
    },
};

/// The values that a round computes for the next round.
struct Kept {
    /// The bits in which the next round's `b` and `c` differ.
    differ: u32,
    /// Σ0 of `a`. The next round adds this value to the variable that `a` has become.
    late: u32,
}

/// Expands to a round.
macro_rules! round {
    ($kept:ident, $wk:expr, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
        let x = pinned32($e.rotate_right(6));
        $h = pinned32($h.wrapping_add($wk));
        let chosen = pinned32($e & $f);
        let y = pinned32($e.rotate_right(11));
        let z = pinned32($e.rotate_right(25));
        $a = pinned32($a.wrapping_add($kept.late));
        let y = pinned32(y ^ z);
        let others = pinned32(!$e & $g);
        $h = pinned32($h.wrapping_add(chosen));
        let sum = pinned32(x ^ y);
        $h = pinned32($h.wrapping_add(others));
        let x = pinned32($a.rotate_right(22));
        $h = pinned32($h.wrapping_add(sum));
        let ab = pinned32($a ^ $b);
        let y = pinned32($a.rotate_right(13));
        $d = pinned32($d.wrapping_add($h));
        let majority = pinned32($kept.differ & ab);
        let x = pinned32(x ^ y);
        let majority = pinned32(majority ^ $b);
        let y = pinned32($a.rotate_right(2));
        $h = pinned32($h.wrapping_add(majority));
        $kept.late = pinned32(x ^ y);
        $kept.differ = ab;
    };
}

/// Expands to sixteen rounds of a block, with a step of the schedule after every fourth.
macro_rules! sixteen {
    ($kept:ident, $wk:expr, $at:literal, $step:ident: $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
        round!($kept, $wk[0][$at + 0], $a $b $c $d $e $f $g $h);
        round!($kept, $wk[0][$at + 1], $h $a $b $c $d $e $f $g);
        round!($kept, $wk[0][$at + 2], $g $h $a $b $c $d $e $f);
        round!($kept, $wk[0][$at + 3], $f $g $h $a $b $c $d $e);
        $step!(0);
        round!($kept, $wk[1][$at + 0], $e $f $g $h $a $b $c $d);
        round!($kept, $wk[1][$at + 1], $d $e $f $g $h $a $b $c);
        round!($kept, $wk[1][$at + 2], $c $d $e $f $g $h $a $b);
        round!($kept, $wk[1][$at + 3], $b $c $d $e $f $g $h $a);
        $step!(1);
        round!($kept, $wk[2][$at + 0], $a $b $c $d $e $f $g $h);
        round!($kept, $wk[2][$at + 1], $h $a $b $c $d $e $f $g);
        round!($kept, $wk[2][$at + 2], $g $h $a $b $c $d $e $f);
        round!($kept, $wk[2][$at + 3], $f $g $h $a $b $c $d $e);
        $step!(2);
        round!($kept, $wk[3][$at + 0], $e $f $g $h $a $b $c $d);
        round!($kept, $wk[3][$at + 1], $d $e $f $g $h $a $b $c);
        round!($kept, $wk[3][$at + 2], $c $d $e $f $g $h $a $b);
        round!($kept, $wk[3][$at + 3], $b $c $d $e $f $g $h $a);
        $step!(3);
    };
}

/// A step that does nothing.
macro_rules! nothing {
    ($j:literal) => {};
}

macro_rules! kernel {
    ($name:ident, $next:ident, $features:literal) => {
        /// Compresses blocks of one message.
        #[allow(unused_assignments)] // the last round computes values for a next round that does not exist
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(state: &mut [u32; 8], blocks: &[[u8; 64]], more: &[[u8; 64]]) {
            let swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203));
            // each row contains four words of both blocks, with their round constants added
            let mut room = Scratch::<u32, 8, 16>::new();
            let prepared = room.rows().as_chunks_mut::<4>().0;
            let mut s = *state;
            let mut blocks = blocks.iter().chain(more);
            let Some(mut first) = blocks.next() else { return };
            let mut second = blocks.next();
            let mut w = [swap; 4];
            macro_rules! words {
                ($j:expr, $rows:expr) => {{
                    let (x, y) = (&first.as_chunks::<16>().0[$j], &second.unwrap_or(first).as_chunks::<16>().0[$j]);
                    let both = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(load128(x)), load128(y));
                    w[$j] = _mm256_shuffle_epi8(both, swap);
                    store8x32(&mut $rows[$j], with_constants(w[$j], &TWICE.0[0][$j]));
                }};
            }
            for j in 0..4 {
                words!(j, prepared[0]);
            }
            loop {
                let two = second.is_some();
                let next = blocks.next();
                // after the last block, load its words again; they are not used
                first = next.unwrap_or(first);
                second = blocks.next();
                // opaque, so that the iterator stays in memory meanwhile, because registers are few
                opaque_mut(&mut blocks);

                let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = s;
                let mut kept = Kept { differ: b ^ c, late: 0 };
                for t in 1..4 {
                    let (before, after) = prepared.split_at_mut(t);
                    let (now, next) = (&before[t - 1], &mut after[0]);
                    macro_rules! step {
                        ($j:literal) => {
                            w[$j] = $next(w[$j], w[($j + 1) % 4], w[($j + 2) % 4], w[($j + 3) % 4]);
                            store8x32(&mut next[$j], with_constants(w[$j], &TWICE.0[t][$j]));
                        };
                    }
                    sixteen!(kept, now, 0, step: a b c d e f g h);
                }
                let last = &prepared[3];
                sixteen!(kept, last, 0, nothing: a b c d e f g h);
                let sums = [a.wrapping_add(kept.late), b, c, d, e, f, g, h];
                for (s, v) in s.iter_mut().zip(sums) {
                    *s = s.wrapping_add(v);
                }
                if two {
                    [a, b, c, d, e, f, g, h] = s;
                    kept = Kept { differ: b ^ c, late: 0 };
                    let (now, last) = prepared.split_at_mut(3);
                    for wk in &*now {
                        sixteen!(kept, wk, 4, nothing: a b c d e f g h);
                    }
                    let (last, rows) = (&last[0], &mut now[0]);
                    // the rounds would otherwise wait for the words of the next two blocks
                    macro_rules! next {
                        ($j:literal) => {
                            words!($j, rows);
                        };
                    }
                    sixteen!(kept, last, 4, next: a b c d e f g h);
                    let sums = [a.wrapping_add(kept.late), b, c, d, e, f, g, h];
                    for (s, v) in s.iter_mut().zip(sums) {
                        *s = s.wrapping_add(v);
                    }
                }
                if next.is_none() {
                    break;
                }
            }
            *state = s;
        }
    };
}

/// The round constants, each group of four twice, once for each block. No row crosses a cache line.
#[repr(align(64))]
struct Twice([[[u32; 8]; 4]; 4]);
static TWICE: Twice = {
    let mut twice = [[[0; 8]; 4]; 4];
    let mut i = 0;
    while i < 128 {
        twice[i / 32][i / 8 % 4][i % 8] = K256[i / 32][i / 8 % 4 * 4 + i % 4];
        i += 1;
    }
    Twice(twice)
};

/// Returns words of both blocks with their round constants added.
#[inline]
#[target_feature(enable = "avx2")]
fn with_constants(w: __m256i, constants: &[u32; 8]) -> __m256i {
    _mm256_add_epi32(w, load8x32(constants))
}

/// Returns the next four words of both blocks after the sixteen words in `w0` to `w3`.
#[inline]
#[target_feature(enable = "avx2")]
fn next_avx2(w0: __m256i, w1: __m256i, w2: __m256i, w3: __m256i) -> __m256i {
    /// Returns σ1 of the words in the lower halves of the four words of 64 bits, which contain each word twice.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn sigma1(twice: __m256i) -> __m256i {
        let rotated = _mm256_xor_si256(_mm256_srli_epi64::<17>(twice), _mm256_srli_epi64::<19>(twice));
        _mm256_xor_si256(rotated, _mm256_srli_epi32::<10>(twice))
    }
    let v = _mm256_alignr_epi8::<4>(w1, w0);
    let right = _mm256_xor_si256(
        _mm256_xor_si256(_mm256_srli_epi32::<7>(v), _mm256_srli_epi32::<18>(v)),
        _mm256_srli_epi32::<3>(v),
    );
    let left = _mm256_xor_si256(_mm256_slli_epi32::<25>(v), _mm256_slli_epi32::<14>(v));
    let sum = _mm256_add_epi32(
        _mm256_add_epi32(w0, _mm256_alignr_epi8::<4>(w3, w2)),
        _mm256_xor_si256(left, right),
    );
    // the last two words of the four need σ1 of the first two
    let low = _mm256_set_epi32(-1, -1, 0x0b0a0908, 0x03020100, -1, -1, 0x0b0a0908, 0x03020100);
    let high = _mm256_set_epi32(0x0b0a0908, 0x03020100, -1, -1, 0x0b0a0908, 0x03020100, -1, -1);
    let sum =
        _mm256_add_epi32(sum, _mm256_shuffle_epi8(sigma1(_mm256_shuffle_epi32::<0b11_11_10_10>(w3)), low));
    _mm256_add_epi32(sum, _mm256_shuffle_epi8(sigma1(_mm256_shuffle_epi32::<0b01_01_00_00>(sum)), high))
}

/// Returns the next four words of both blocks after the sixteen words in `w0` to `w3`.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn next_avx512(w0: __m256i, w1: __m256i, w2: __m256i, w3: __m256i) -> __m256i {
    /// Returns σ1 of each word.
    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512vl")]
    fn sigma1(v: __m256i) -> __m256i {
        xor(_mm256_ror_epi32::<17>(v), _mm256_ror_epi32::<19>(v), _mm256_srli_epi32::<10>(v))
    }
    #[inline]
    #[target_feature(enable = "avx2,avx512f,avx512vl")]
    fn xor(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        _mm256_ternarylogic_epi32::<0x96>(a, b, c)
    }
    let v = _mm256_alignr_epi8::<4>(w1, w0);
    let sigma0 = xor(_mm256_ror_epi32::<7>(v), _mm256_ror_epi32::<18>(v), _mm256_srli_epi32::<3>(v));
    let sum = _mm256_add_epi32(_mm256_add_epi32(w0, _mm256_alignr_epi8::<4>(w3, w2)), sigma0);
    // the last two words of the four need σ1 of the first two
    let sum = _mm256_add_epi32(sum, _mm256_bsrli_epi128::<8>(sigma1(w3)));
    _mm256_add_epi32(sum, _mm256_bslli_epi128::<8>(sigma1(sum)))
}

kernel!(avx2, next_avx2, "avx2,bmi1,bmi2");
kernel!(avx512, next_avx512, "avx2,bmi1,bmi2,avx512f,avx512vl");
