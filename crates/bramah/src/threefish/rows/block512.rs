//! Threefish-512 in four registers of two words, for AVX-512. Without its rotations this is no faster
//! than the words one by one: all shifts of a round are ready at once, and there are twice as many.

use super::*;

const ODD: [[usize; 4]; 4] = [[1, 3, 5, 7], [1, 7, 5, 3], [1, 3, 5, 7], [1, 7, 5, 3]];
static COUNTS_17: [[[u64; 2]; 2]; 8] = counts([1, 7], &ROTATIONS_512, &ODD);
static COUNTS_35: [[[u64; 2]; 2]; 8] = counts([3, 5], &ROTATIONS_512, &ODD);
static NUMBERS: [[u64; 2]; 19] = numbers();

/// The words 0 and 6, 2 and 4, 1 and 7, 3 and 5.
#[derive(Clone, Copy)]
pub(crate) struct Block512([__m128i; 4]);

impl Block512 {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    fn of([w01, w23, w45, w67]: [__m128i; 4]) -> Self {
        Self([
            _mm_unpacklo_epi64(w01, w67),
            _mm_unpacklo_epi64(w23, w45),
            _mm_unpackhi_epi64(w01, w67),
            _mm_unpackhi_epi64(w23, w45),
        ])
    }
    /// A block of bytes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    pub(crate) fn load(bytes: &[u8; 64]) -> Self {
        let [a, b, c, d] = bytes.as_chunks().0 else { return Self::of([_mm_setzero_si128(); 4]) };
        Self::of([load128(a), load128(b), load128(c), load128(d)])
    }
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    pub(crate) fn new(words: &[u64; 8]) -> Self {
        let [a, b, c, d] = words.as_chunks().0 else { return Self::of([_mm_setzero_si128(); 4]) };
        Self::of([load2x64(a), load2x64(b), load2x64(c), load2x64(d)])
    }
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    pub(crate) fn store(self, words: &mut [u64; 8]) {
        let Self([e06, e24, o17, o35]) = self;
        let [a, b, c, d] = words.as_chunks_mut().0 else { return };
        store2x64(a, _mm_unpacklo_epi64(e06, o17));
        store2x64(b, _mm_unpacklo_epi64(e24, o35));
        store2x64(c, _mm_unpackhi_epi64(e24, o35));
        store2x64(d, _mm_unpackhi_epi64(e06, o17));
    }
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    pub(crate) fn xor(self, o: Self) -> Self {
        let (Self([a, b, c, d]), Self([x, y, z, w])) = (self, o);
        Self([_mm_xor_si128(a, x), _mm_xor_si128(b, y), _mm_xor_si128(c, z), _mm_xor_si128(d, w)])
    }

    /// Encrypts a block under this key.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    pub(crate) fn encrypt(self, [t0, t1]: [u64; 2], block: Self) -> Self {
        /// The high lane of one register and the low lane of another.
        macro_rules! high_low {
            ($high:expr, $low:expr) => {
                _mm_alignr_epi8::<8>($low, $high)
            };
        }
        let Self([k06, k24, k17, k35]) = self;
        let all = _mm_xor_si128(_mm_xor_si128(k06, k24), _mm_xor_si128(k17, k35));
        let k8 =
            _mm_xor_si128(_mm_xor_si128(all, _mm_shuffle_epi32::<0x4e>(all)), _mm_set1_epi64x(C240 as i64));
        // key words j and j + 6, and j and j + 2
        let six = [
            k06,
            k17,
            _mm_blend_epi32::<0b1100>(k24, k8),
            _mm_unpacklo_epi64(k35, k06),
            high_low!(k24, k17),
            high_low!(k35, k24),
            high_low!(k06, k35),
            _mm_unpackhi_epi64(k17, k24),
            _mm_blend_epi32::<0b1100>(k8, k35),
        ];
        let two = [
            _mm_unpacklo_epi64(k06, k24),
            _mm_unpacklo_epi64(k17, k35),
            k24,
            k35,
            _mm_unpackhi_epi64(k24, k06),
            _mm_unpackhi_epi64(k35, k17),
            high_low!(k06, k8),
            high_low!(k17, k06),
            _mm_unpacklo_epi64(k8, k17),
        ];
        let tweak =
            [_mm_set_epi64x(t0 as i64, 0), _mm_set_epi64x(t1 as i64, 0), _mm_set_epi64x((t0 ^ t1) as i64, 0)];
        let Self([mut e06, mut e24, mut o17, mut o35]) = block;
        macro_rules! subkey {
            ($s:expr) => {
                e06 = _mm_add_epi64(e06, _mm_add_epi64(six[$s % 9], tweak[($s + 1) % 3]));
                e24 = _mm_add_epi64(e24, two[($s + 2) % 9]);
                o17 = _mm_add_epi64(o17, _mm_add_epi64(six[($s + 1) % 9], load2x64(&NUMBERS[$s])));
                o35 = _mm_add_epi64(o35, _mm_add_epi64(two[($s + 3) % 9], tweak[$s % 3]));
            };
        }
        macro_rules! mix {
            ($d:expr; $a:ident $b:ident $counts_b:ident, $c:ident $e:ident $counts_e:ident) => {
                $a = _mm_add_epi64($a, $b);
                $c = _mm_add_epi64($c, $e);
                $b = _mm_xor_si128(_mm_rolv_epi64($b, load2x64(&$counts_b[$d][0])), $a);
                $e = _mm_xor_si128(_mm_rolv_epi64($e, load2x64(&$counts_e[$d][0])), $c);
            };
        }
        macro_rules! four_rounds {
            ($d:expr) => {
                mix!($d; e06 o17 COUNTS_17, e24 o35 COUNTS_35);
                mix!($d + 1; e06 o35 COUNTS_35, e24 o17 COUNTS_17);
                e06 = _mm_shuffle_epi32::<0x4e>(e06);
                e24 = _mm_shuffle_epi32::<0x4e>(e24);
                mix!($d + 2; e06 o35 COUNTS_35, e24 o17 COUNTS_17);
                mix!($d + 3; e06 o17 COUNTS_17, e24 o35 COUNTS_35);
                e06 = _mm_shuffle_epi32::<0x4e>(e06);
                e24 = _mm_shuffle_epi32::<0x4e>(e24);
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
        eight_rounds!(0);
        eight_rounds!(2);
        eight_rounds!(4);
        eight_rounds!(6);
        eight_rounds!(8);
        eight_rounds!(10);
        eight_rounds!(12);
        eight_rounds!(14);
        eight_rounds!(16);
        subkey!(18);
        Self([e06, e24, o17, o35])
    }
}
