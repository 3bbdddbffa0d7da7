//! Bytes as elements of GF(2^8), and the 8x8 squares of bytes that byte-matrix hashes mix (Whirlpool, Streebog, Grøstl, Kupyna).
//!
//! The module has three independent parts:
//!
//! 1. **Constants.** [`product`] multiplies in the field. [`Linear`] is a linear map of bytes, with its [matrix](Linear::matrix)
//!    in the form that `vgf2p8affineqb` takes. [`products`] is the table of words for portable code. Call these functions in
//!    `const { .. }`, because otherwise they are computed at run time.
//! 2. **Planes and gathers**, for a circulant matrix over the eight bytes of each 64-bit word, or any matrix with few different
//!    bits. `vgf2p8affineqb` with the *data as matrix* and a constant as vector converts each word to its bit planes. A second
//!    `vgf2p8affineqb`, with these planes as the matrix, makes each byte of the result the XOR of a selection of the eight
//!    bytes. So [`mixed512`] with a map's matrix and [`circulant_gather`] applies the map to every byte, and then XORs the
//!    bytes whose coefficient has a certain bit. It takes one pair of instructions for each bit that the coefficients use, and
//!    no shuffle.
//! 3. **Look-up in registers** ([`Table512`]): any S-box of 256 bytes, for 64 bytes at once, without an address that depends on
//!    the bytes. It needs AVX-512 VBMI.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{
    arch::*,
    memory::load512,
    opaque::{blended512, opaque512},
};

/// Returns `a` times `b` in GF(2)\[x\] modulo `polynomial`. Only for constants, because the time depends on `b`.
pub const fn product(a: u8, b: u8, polynomial: u16) -> u8 {
    let (mut sum, mut a, mut b) = (0, a as u16, b);
    while b != 0 {
        if b & 1 == 1 {
            sum ^= a;
        }
        a <<= 1;
        if a & 0x100 != 0 {
            a ^= polynomial;
        }
        b >>= 1;
    }
    sum as u8
}

/// The polynomial of AES, in whose field `vgf2p8mulb` and `vgf2p8affineinvqb` compute.
pub const AES: u16 = 0x11b;

/// A linear map of bytes, given by the images of bits 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear(pub [u8; 8]);

impl Linear {
    /// The identity map.
    pub const IDENTITY: Self = Self([1, 2, 4, 8, 16, 32, 64, 128]);

    /// Returns whether two maps are equal, for use in constants.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    pub const fn is(self, o: Self) -> bool {
        u64::from_le_bytes(self.0) == u64::from_le_bytes(o.0)
    }

    /// Returns the sum (XOR) of two maps.
    pub const fn plus(self, o: Self) -> Self {
        Self((u64::from_le_bytes(self.0) ^ u64::from_le_bytes(o.0)).to_le_bytes())
    }

    /// Returns the map that multiplies by `c`; for 1, the identity.
    pub const fn times(c: u8, polynomial: u16) -> Self {
        let (mut images, mut i) = ([0; 8], 0);
        while i < 8 {
            images[i] = product(c, 1 << i, polynomial);
            i += 1;
        }
        Self(images)
    }

    /// Returns the isomorphism from the field modulo `polynomial`, which must be irreducible, to the field of AES.
    pub const fn to_aes(polynomial: u16) -> Self {
        let mut root = 2;
        loop {
            // the powers of a candidate for the root, and the value of the polynomial at this candidate
            let (mut images, mut power, mut value, mut i) = ([0; 8], 1, 0, 0);
            while i <= 8 {
                if i < 8 {
                    images[i] = power;
                }
                if polynomial >> i & 1 == 1 {
                    value ^= power;
                }
                power = product(power, root, AES);
                i += 1;
            }
            if value == 0 {
                return Self(images);
            }
            root += 1;
        }
    }

    /// Returns the image of `x` under the map.
    pub const fn of(self, x: u8) -> u8 {
        let (mut sum, mut i) = (0, 0);
        while i < 8 {
            if x >> i & 1 == 1 {
                sum ^= self.0[i];
            }
            i += 1;
        }
        sum
    }

    /// Returns the inverse of the map, which must be invertible.
    pub const fn inverse(self) -> Self {
        let (mut images, mut x) = ([0; 8], 0);
        loop {
            let image = self.of(x);
            if image.is_power_of_two() {
                images[image.trailing_zeros() as usize] = x;
            }
            if x == 255 {
                return Self(images);
            }
            x += 1;
        }
    }

    /// Returns the composition of two maps: first `first`, then this map.
    pub const fn after(self, first: Self) -> Self {
        let (mut images, mut i) = ([0; 8], 0);
        while i < 8 {
            images[i] = self.of(first.0[i]);
            i += 1;
        }
        Self(images)
    }

    /// Returns a mask `m`: bit `i` of the image of `x` is the parity of `x & m`.
    const fn row(self, i: usize) -> u8 {
        let (mut row, mut j) = (0, 0);
        while j < 8 {
            row |= (self.0[j] >> i & 1) << j;
            j += 1;
        }
        row
    }

    /// Returns the map in the form that `vgf2p8affineqb` takes: byte `7 - i` determines bit `i`. As the matrix operand, it maps
    /// every byte of the vector. As the *vector* operand, with data as the matrix, it makes planes: byte `7 - i` of the result
    /// has bit `i` of the images of the word's bytes, with the bit of byte `k` in bit `7 - k`.
    pub const fn matrix(self) -> u64 {
        let (mut bytes, mut i) = ([0; 8], 0);
        while i < 8 {
            bytes[7 - i] = self.row(i);
            i += 1;
        }
        u64::from_le_bytes(bytes)
    }

    /// Returns the images of the sixteen bytes whose high nibble is 0, and of the sixteen bytes whose low nibble is 0. The image
    /// of a byte is the XOR of the two entries for its nibbles.
    pub const fn nibble_tables(self) -> [[u8; 16]; 2] {
        let (mut tables, mut x) = ([[0; 16]; 2], 0);
        while x < 16 {
            tables[0][x as usize] = self.of(x);
            tables[1][x as usize] = self.of(x << 4);
            x += 1;
        }
        tables
    }
}

/// Returns the vector operand of the second `vgf2p8affineqb`, whose matrix operand is the planes: byte `b` of the result is the
/// XOR of the bytes `k` for which bit `k` of `masks[b]` is set.
pub const fn gather(masks: [u8; 8]) -> u64 {
    let (mut bytes, mut b) = ([0; 8], 0);
    while b < 8 {
        bytes[b] = masks[b].reverse_bits();
        b += 1;
    }
    u64::from_le_bytes(bytes)
}

/// Returns the gather for bit `bit` of the coefficients of a circulant matrix. Byte `b` of the result is the XOR of the bytes
/// `b - d`, or `b + d` if `up` is set, for all `d` for which `row[d]` has this bit.
pub const fn circulant_gather(row: [u8; 8], bit: u32, up: bool) -> u64 {
    let (mut masks, mut b) = ([0; 8], 0);
    while b < 8 {
        let mut d = 0;
        while d < 8 {
            if row[d] >> bit & 1 == 1 {
                masks[b] |= 1 << if up { (b + d) % 8 } else { (b + 8 - d) % 8 };
            }
            d += 1;
        }
        b += 1;
    }
    gather(masks)
}

/// Returns a table of words, indexed by a byte: byte `b` of word `x` is `sbox[x]` times `column[b]`. The product of a matrix and
/// eight substituted bytes is then the XOR of eight words. For code that is not constant-time.
pub const fn products(sbox: &[u8; 256], column: [u8; 8], polynomial: u16) -> [u64; 256] {
    // a word is linear in the output byte of the S-box, so eight products determine all words
    let (mut bits, mut i) = ([0; 8], 0);
    while i < 8 {
        let (mut bytes, mut b) = ([0; 8], 0);
        while b < 8 {
            bytes[b] = product(column[b], 1 << i, polynomial);
            b += 1;
        }
        bits[i] = u64::from_le_bytes(bytes);
        i += 1;
    }
    let (mut words, mut x) = ([0; 256], 0);
    while x < 256 {
        let mut i = 0;
        while i < 8 {
            if sbox[x] >> i & 1 == 1 {
                words[x] ^= bits[i];
            }
            i += 1;
        }
        x += 1;
    }
    words
}

/// Bytes that are aligned to a cache line, so that no register is loaded from two cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Aligned<const N: usize>(pub [u8; N]);

/// A table of 256 bytes in registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub struct Table512([__m512i; 4]);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl Table512 {
    /// Loads the table into registers.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn new(table: &'static [u8; 256]) -> Self {
        Self::of(crate::simd::opaque::opaque_ref(table))
    }

    /// Loads a table into registers. Unlike in [`new`](Self::new), the compiler may know the contents of the table.
    #[inline]
    #[target_feature(enable = "avx512f")]
    pub fn of(table: &[u8; 256]) -> Self {
        let quarters = table.as_chunks().0;
        Self([load512(&quarters[0]), load512(&quarters[1]), load512(&quarters[2]), load512(&quarters[3])])
    }

    /// Returns the entry of the table for each byte of `x`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub fn look_up(&self, x: __m512i) -> __m512i {
        let [low, high] = self.look_up_halves(x);
        blended512(_mm512_movepi8_mask(x), low, high)
    }

    /// Returns the entry of the first half of the table, and the entry of the second half, for the lower seven bits of each byte
    /// of `x`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub fn look_up_halves(&self, x: __m512i) -> [__m512i; 2] {
        let [a, b, c, d] = self.0;
        [_mm512_permutex2var_epi8(a, x, b), _mm512_permutex2var_epi8(c, x, d)]
    }
}

/// Returns, in each word, the XOR of the bytes that `gather` selects, after the linear map of `matrix`.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx512f,gfni")]
pub fn mixed512(x: __m512i, matrix: __m512i, gather: __m512i) -> __m512i {
    _mm512_gf2p8affine_epi64_epi8::<0>(gather, _mm512_gf2p8affine_epi64_epi8::<0>(matrix, x))
}

/// Returns a constant word in every position, opaque to the compiler.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx512f")]
pub fn words512(word: u64) -> __m512i {
    opaque512(_mm512_set1_epi64(word as i64))
}

/// Returns the XOR of three registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx512f")]
pub fn xor3x512(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<0x96>(a, b, c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies `vgf2p8affineqb` to one word (Intel SDM volume 2, GF2P8AFFINEQB).
    fn affine(x: u64, matrix: u64) -> u64 {
        let rows = matrix.to_le_bytes();
        u64::from_le_bytes(
            x.to_le_bytes().map(|byte| {
                (0..8).fold(0, |out, i| out | ((rows[7 - i] & byte).count_ones() as u8 & 1) << i)
            }),
        )
    }

    const WORD: u64 = 0x0123_4567_89ab_cdef;

    #[test]
    fn matrices_multiply() {
        for c in [1, 2, 0x53, 0xff] {
            for polynomial in [AES, 0x11d] {
                let expected = WORD.to_le_bytes().map(|byte| product(c, byte, polynomial));
                let map = Linear::times(c, polynomial);
                assert_eq!(affine(WORD, map.matrix()).to_le_bytes(), expected);
                assert_eq!(map.after(map.inverse()), Linear::times(1, polynomial));
                let [low, high] = map.nibble_tables();
                let by_nibbles = WORD.to_le_bytes().map(|b| low[b as usize % 16] ^ high[b as usize / 16]);
                assert_eq!(by_nibbles, expected);
            }
        }
    }

    #[test]
    fn the_isomorphism_keeps_products() {
        let map = Linear::to_aes(0x11d);
        for a in 0..=255 {
            let b = a ^ 0x35;
            assert_eq!(map.of(product(a, b, 0x11d)), product(map.of(a), map.of(b), AES));
        }
    }

    #[test]
    fn pairs_and_tables_are_circulants() {
        const ROW: [u8; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
        let bytes = WORD.to_le_bytes();
        for up in [false, true] {
            let expected: [u8; 8] = core::array::from_fn(|b| {
                (0..8).fold(0, |sum, d| {
                    sum ^ product(ROW[d], bytes[if up { (b + d) % 8 } else { (b + 8 - d) % 8 }], 0x11d)
                })
            });
            let pairs = (0..4).fold(0, |sum, bit| {
                let planes = affine(Linear::times(1 << bit, 0x11d).matrix(), WORD);
                sum ^ affine(circulant_gather(ROW, bit, up), planes)
            });
            assert_eq!(pairs.to_le_bytes(), expected);
            let identity = core::array::from_fn(|x| x as u8);
            let tables = (0..8).fold(0, |sum, k| {
                let column =
                    core::array::from_fn(|b| ROW[if up { (k + 8 - b) % 8 } else { (b + 8 - k) % 8 }]);
                sum ^ products(&identity, column, 0x11d)[bytes[k] as usize]
            });
            assert_eq!(tables.to_le_bytes(), expected);
        }
    }
}
