//! Threefish-1024 in four registers of four words each.

use super::*;

const ODD: [[usize; 8]; 4] = [
    [1, 3, 5, 7, 9, 11, 13, 15],
    [9, 13, 11, 15, 7, 3, 5, 1],
    [7, 5, 3, 1, 15, 13, 11, 9],
    [15, 11, 13, 9, 1, 5, 3, 7],
];
static COUNTS_1735: [[[u64; 4]; 2]; 8] = counts([1, 7, 3, 5], &ROTATIONS_1024, &ODD);
static COUNTS_9BDF: [[[u64; 4]; 2]; 8] = counts([9, 11, 13, 15], &ROTATIONS_1024, &ODD);
static NUMBERS: [[u64; 4]; 21] = numbers();

/// Returns the index of key word `j` in the buffer, where the even words come first: `k0 k2 .. k16 k1 k3 ..`. In this
/// order, the words `j`, `j + 2`, `j + 4` and so on are adjacent.
const fn place(j: usize) -> usize {
    let j = j % 17;
    if j.is_multiple_of(2) { j / 2 } else { (j + 17) / 2 }
}

/// Returns four words, starting at index `I`.
#[inline(always)]
fn four<const I: usize>(words: &[u64; 24]) -> &[u64; 4] {
    const { assert!(I + 4 <= 24) };
    words.split_at(I).1.first_chunk().unwrap_or(&[0; 4]) // there are always four words
}
#[inline]
#[target_feature(enable = "avx")]
fn four_mut<const I: usize>(words: &mut [u64; 24], four: __m256i) {
    if let Some(place) = words.split_at_mut(I).1.first_chunk_mut() {
        store4x64(place, four); // there are always four words
    }
}

/// Declares the code for one instruction set. The arguments are a name for the module, the target features, and an
/// expression that rotates each lane of a register, given the counts of its shifts to the left and to the right.
macro_rules! rows {
    ($(#[$doc:meta])* $module:ident, $features:literal,
     |$x:ident, $left:ident, $right:ident| $rotated:expr) => {
        $(#[$doc])*
        pub mod $module {
            use super::*;

            /// A block in four registers: words 0, 6, 2, 4; words 8, 10, 12, 14; words 1, 7, 3, 5; and words 9, 11, 13,
            /// 15.
            #[derive(Clone, Copy)]
            pub struct Block1024([__m256i; 4]);

            impl Block1024 {
                #[inline]
                #[target_feature(enable = $features)]
                fn of([q0, q1, q2, q3]: [__m256i; 4]) -> Self {
                    let w6745 = _mm256_permute2x128_si256::<1>(q1, q1);
                    let w89cd = _mm256_permute2x128_si256::<0x20>(q2, q3);
                    let wabef = _mm256_permute2x128_si256::<0x31>(q2, q3);
                    Self([
                        _mm256_unpacklo_epi64(q0, w6745),
                        _mm256_unpacklo_epi64(w89cd, wabef),
                        _mm256_unpackhi_epi64(q0, w6745),
                        _mm256_unpackhi_epi64(w89cd, wabef),
                    ])
                }
                /// Loads a block from bytes.
                #[inline]
                #[target_feature(enable = $features)]
                pub fn load(bytes: &[u8; 128]) -> Self {
                    let [a, b, c, d] = bytes.as_chunks().0 else { return Self::of([_mm256_setzero_si256(); 4]) };
                    Self::of([load256(a), load256(b), load256(c), load256(d)])
                }
                #[inline]
                #[target_feature(enable = $features)]
                pub fn new(words: &[u64; 16]) -> Self {
                    let [a, b, c, d] = words.as_chunks().0 else { return Self::of([_mm256_setzero_si256(); 4]) };
                    Self::of([load4x64(a), load4x64(b), load4x64(c), load4x64(d)])
                }
                #[inline]
                #[target_feature(enable = $features)]
                pub fn store(self, words: &mut [u64; 16]) {
                    let Self([e0624, e8ace, o1735, o9bdf]) = self;
                    let [a, b, c, d] = words.as_chunks_mut().0 else { return };
                    let w6745 = _mm256_unpackhi_epi64(e0624, o1735);
                    let w89cd = _mm256_unpacklo_epi64(e8ace, o9bdf);
                    let wabef = _mm256_unpackhi_epi64(e8ace, o9bdf);
                    store4x64(a, _mm256_unpacklo_epi64(e0624, o1735));
                    store4x64(b, _mm256_permute2x128_si256::<1>(w6745, w6745));
                    store4x64(c, _mm256_permute2x128_si256::<0x20>(w89cd, wabef));
                    store4x64(d, _mm256_permute2x128_si256::<0x31>(w89cd, wabef));
                }
                #[inline]
                #[target_feature(enable = $features)]
                pub fn xor(self, o: Self) -> Self {
                    let (Self([a, b, c, d]), Self([x, y, z, w])) = (self, o);
                    Self([
                        _mm256_xor_si256(a, x),
                        _mm256_xor_si256(b, y),
                        _mm256_xor_si256(c, z),
                        _mm256_xor_si256(d, w),
                    ])
                }

                /// Encrypts a block with `self` as the key. `room` is a buffer for key words in the order of [`place`].
                /// Its previous contents are ignored.
                #[inline]
                #[target_feature(enable = $features)]
                pub fn encrypt(self, [t0, t1]: [u64; 2], block: Self, room: &mut [u64; 24]) -> Self {
                    let Self([k0624, k8ace, k1735, k9bdf]) = self;
                    let all = _mm256_xor_si256(_mm256_xor_si256(k0624, k8ace), _mm256_xor_si256(k1735, k9bdf));
                    let all = _mm_xor_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
                    let k16 = _mm_xor_si128(all, _mm_shuffle_epi32::<0x4e>(all));
                    let k0246 = _mm256_permute4x64_epi64::<0b01_11_10_00>(k0624);
                    four_mut::<0>(room, k0246);
                    four_mut::<4>(room, k8ace);
                    room[8] = _mm_cvtsi128_si64(k16) as u64 ^ C240;
                    four_mut::<9>(room, _mm256_permute4x64_epi64::<0b01_11_10_00>(k1735));
                    four_mut::<13>(room, k9bdf);
                    four_mut::<17>(room, k0246);
                    // the tweak words, in the last lane and in the lane before it
                    let last = [t0, t1, t0 ^ t1].map(|word| _mm256_set_epi64x(word as i64, 0, 0, 0));
                    let third = [t0, t1, t0 ^ t1].map(|word| _mm256_set_epi64x(0, word as i64, 0, 0));
                    // key words j, j + 2, j + 4 and j + 6, in this order (`straight`) or in the order of the block's
                    // first register (`turned`); key words that are already in registers are not loaded from memory
                    macro_rules! straight {
                        ($j:expr) => { load4x64(four::<{ place($j) }>(room)) };
                    }
                    macro_rules! turned {
                        ($j:expr) => { _mm256_permute4x64_epi64::<0b10_01_11_00>(straight!($j)) };
                    }
                    let Self([mut e0624, mut e8ace, mut o1735, mut o9bdf]) = block;
                    macro_rules! subkey {
                        ($s:expr) => {
                            subkey!($s, turned!($s), straight!($s + 8), turned!($s + 1), straight!($s + 9));
                        };
                        ($s:expr, $a:expr, $b:expr, $c:expr, $d:expr) => {
                            e0624 = _mm256_add_epi64(e0624, $a);
                            e8ace = _mm256_add_epi64(e8ace, _mm256_add_epi64($b, last[($s + 1) % 3]));
                            o1735 = _mm256_add_epi64(o1735, $c);
                            let numbered = _mm256_add_epi64(third[$s % 3], load4x64(&NUMBERS[$s]));
                            o9bdf = _mm256_add_epi64(o9bdf, _mm256_add_epi64($d, numbered));
                        };
                    }
                    macro_rules! mix {
                        ($d:expr; $a:ident $b:ident $counts_b:ident, $c:ident $e:ident $counts_e:ident) => {
                            $a = _mm256_add_epi64($a, $b);
                            $c = _mm256_add_epi64($c, $e);
                            $b = {
                                let ($x, [$left, $right]) = ($b, &$counts_b[$d]);
                                _mm256_xor_si256($rotated, $a)
                            };
                            $e = {
                                let ($x, [$left, $right]) = ($e, &$counts_e[$d]);
                                _mm256_xor_si256($rotated, $c)
                            };
                        };
                    }
                    macro_rules! four_rounds {
                        ($d:expr) => {
                            mix!($d; e0624 o1735 COUNTS_1735, e8ace o9bdf COUNTS_9BDF);
                            mix!($d + 1; e0624 o9bdf COUNTS_9BDF, e8ace o1735 COUNTS_1735);
                            e0624 = _mm256_shuffle_epi32::<0x4e>(e0624);
                            e8ace = _mm256_shuffle_epi32::<0x4e>(e8ace);
                            mix!($d + 2; e0624 o1735 COUNTS_1735, e8ace o9bdf COUNTS_9BDF);
                            e0624 = _mm256_permute2x128_si256::<1>(e0624, e0624);
                            e8ace = _mm256_permute2x128_si256::<1>(e8ace, e8ace);
                            mix!($d + 3; e0624 o9bdf COUNTS_9BDF, e8ace o1735 COUNTS_1735);
                            e0624 = _mm256_permute4x64_epi64::<0b00_01_10_11>(e0624);
                            e8ace = _mm256_permute4x64_epi64::<0b00_01_10_11>(e8ace);
                        };
                    }
                    macro_rules! eight_rounds {
                        ($s:expr) => {
                            subkey!($s);
                            four_rounds!(0);
                            subkey!($s + 1);
                            four_rounds!(4);
                        };
                    }
                    subkey!(0, k0624, k8ace, k1735, k9bdf);
                    four_rounds!(0);
                    subkey!(1, k1735, k9bdf, turned!(2), straight!(10));
                    four_rounds!(4);
                    eight_rounds!(2);
                    eight_rounds!(4);
                    eight_rounds!(6);
                    eight_rounds!(8);
                    eight_rounds!(10);
                    eight_rounds!(12);
                    eight_rounds!(14);
                    eight_rounds!(16);
                    eight_rounds!(18);
                    subkey!(20);
                    Self([e0624, e8ace, o1735, o9bdf])
                }
            }
        }
    };
}

rows!(
    /// The code for rotations that consist of two shifts and an XOR.
    avx2, "avx2", |x, left, right| {
        _mm256_xor_si256(_mm256_sllv_epi64(x, load4x64(left)), _mm256_srlv_epi64(x, load4x64(right)))
    }
);
rows!(
    /// The code for AVX-512's rotation instruction.
    avx512, "avx512f,avx512bw,avx512vl,avx2", |x, left, _right| _mm256_rolv_epi64(x, load4x64(left))
);
