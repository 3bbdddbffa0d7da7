//! Words in registers of WebAssembly's SIMD128. Its instructions do not depend on the CPU: an engine translates them.

use super::*;
use crate::simd::arch::*;

#[inline(always)]
fn andnot(a: v128, b: v128) -> v128 {
    v128_andnot(b, a)
}

/// Rotates words of 32 bits to the left. A rotation by 16 bits is a shuffle of words of 16 bits. Rotations by 8 and 24 bits
/// are no shuffles of bytes: with them, BLAKE3 of 1 MiB took 1.1 times as long in V8 (Node 20).
#[inline(always)]
pub(in crate::simd) fn rotl32x4(x: v128, n: u32) -> v128 {
    match n {
        16 => i8x16_shuffle::<2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13>(x, x),
        _ => v128_or(u32x4_shl(x, n), u32x4_shr(x, 32 - n)),
    }
}

/// Rotates words of 64 bits to the left, as [`rotl32x4`] does.
#[inline(always)]
pub(in crate::simd) fn rotl64x2(x: v128, n: u32) -> v128 {
    match n {
        16 => i8x16_shuffle::<6, 7, 0, 1, 2, 3, 4, 5, 14, 15, 8, 9, 10, 11, 12, 13>(x, x),
        32 => i32x4_shuffle::<1, 0, 3, 2>(x, x),
        48 => i8x16_shuffle::<2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9>(x, x),
        1 => v128_or(u64x2_add(x, x), u64x2_shr(x, 63)),
        _ => v128_or(u64x2_shl(x, n), u64x2_shr(x, 64 - n)),
    }
}

/// Reverses the bytes of words of 16 bits.
#[inline(always)]
pub(in crate::simd) fn reversed16(x: v128) -> v128 {
    i8x16_shuffle::<1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14>(x, x)
}
/// Reverses the bytes of words of 32 bits.
#[inline(always)]
pub fn reversed32(x: v128) -> v128 {
    i8x16_shuffle::<3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12>(x, x)
}
/// Reverses the bytes of words of 64 bits.
#[inline(always)]
pub(in crate::simd) fn reversed64(x: v128) -> v128 {
    i8x16_shuffle::<7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8>(x, x)
}

/// Declares functions that interleave the words of the low halves of two registers, and of the high halves.
macro_rules! zips {
    ($($low:ident $high:ident $shuffle:ident $($l:literal)*, $($h:literal)*;)*) => { $(
        #[inline(always)]
        pub(in crate::simd) fn $low(x: v128, y: v128) -> v128 {
            $shuffle::<$($l),*>(x, y)
        }
        #[inline(always)]
        pub(in crate::simd) fn $high(x: v128, y: v128) -> v128 {
            $shuffle::<$($h),*>(x, y)
        }
    )* };
}
zips! {
    low8 high8 i8x16_shuffle 0 16 1 17 2 18 3 19 4 20 5 21 6 22 7 23, 8 24 9 25 10 26 11 27 12 28 13 29 14 30 15 31;
    low16 high16 i16x8_shuffle 0 8 1 9 2 10 3 11, 4 12 5 13 6 14 7 15;
    low32 high32 i32x4_shuffle 0 4 1 5, 2 6 3 7;
    low64 high64 i64x2_shuffle 0 2, 1 3;
    even32 odd32 i32x4_shuffle 0 2 4 6, 1 3 5 7;
}

words!(
    /// Four words in a register of SIMD128.
    U32x4(v128), Simd128, u32, 4, u32x4_splat, u32x4_add, u32x4_sub, v128_xor, v128_and, v128_or, andnot,
    |x, n| shl u32x4_shl(x, n as u32), shr u32x4_shr(x, n as u32), rotl rotl32x4(x, n as u32),
    next transposed4, write write4, xor xor4
);
words!(
    /// Two words in a register of SIMD128.
    U64x2(v128), Simd128, u64, 2, u64x2_splat, u64x2_add, u64x2_sub, v128_xor, v128_and, v128_or, andnot,
    |x, n| shl u64x2_shl(x, n as u32), shr u64x2_shr(x, n as u32), rotl rotl64x2(x, n as u32),
    next transposed2
);

/// Transposes four rows of four words.
#[inline(always)]
fn square4(r: [v128; 4]) -> [v128; 4] {
    let (a, b) = (low32(r[0], r[1]), high32(r[0], r[1]));
    let (c, d) = (low32(r[2], r[3]), high32(r[2], r[3]));
    [low64(a, c), high64(a, c), low64(b, d), high64(b, d)]
}

/// Writes the eight words of each of the four lanes, one lane after the other.
#[inline(always)]
fn write4(w: [v128; 8], out: &mut [[u8; 32]; 4]) {
    let halves = [square4([w[0], w[1], w[2], w[3]]), square4([w[4], w[5], w[6], w[7]])];
    for lane in 0..4 {
        for (out, half) in out[lane].as_chunks_mut().0.iter_mut().zip(halves) {
            store128(out, half[lane]);
        }
    }
}

/// XORs sixteen words of four lanes into one block for each lane.
#[inline(always)]
fn xor4(w: [v128; 16], step: Step<'_, [u8; 16], 16>) {
    for quarter in 0..4 {
        let at = 4 * quarter;
        let columns = square4([w[at], w[at + 1], w[at + 2], w[at + 3]]);
        for lane in 0..4 {
            let mut bytes = [0; 16];
            store128(&mut bytes, v128_xor(load128(&step.get(4 * lane + quarter)), columns[lane]));
            step.put(4 * lane + quarter, bytes);
        }
    }
}

/// Transposes four 64-byte blocks to sixteen registers, register `i` holding word `i` of each block.
#[inline(always)]
fn transposed4<const BIG: bool>(blocks: &[&[u8; 64]; 4]) -> [v128; 16] {
    let mut words = [u32x4_splat(0); 16];
    for q in 0..4 {
        let mut r = [words[0]; 4];
        for (r, block) in r.iter_mut().zip(blocks) {
            let row = load128(&block.as_chunks().0[q]);
            *r = if BIG { reversed32(row) } else { row };
        }
        words[4 * q..][..4].copy_from_slice(&square4(r));
    }
    words
}

/// Transposes two 128-byte blocks to sixteen registers, register `i` holding word `i` of each block.
#[inline(always)]
fn transposed2<const BIG: bool>(blocks: &[&[u8; 128]; 2]) -> [v128; 16] {
    let mut words = [u64x2_splat(0); 16];
    for i in 0..8 {
        let mut r = [words[0]; 2];
        for (r, block) in r.iter_mut().zip(blocks) {
            let row = load128(&block.as_chunks().0[i]);
            *r = if BIG { reversed64(row) } else { row };
        }
        (words[2 * i], words[2 * i + 1]) = (low64(r[0], r[1]), high64(r[0], r[1]));
    }
    words
}

impl Pieces for U64x2 {
    #[inline(always)]
    fn next_four(_: Simd128, streams: &mut Streams<'_>) -> Option<[Self; 4]> {
        let [a, b] = streams.next::<2, 32>()?.map_words(|block| {
            let halves = block.as_chunks().0;
            [load128(&halves[0]), load128(&halves[1])]
        });
        Some([low64(a[0], b[0]), high64(a[0], b[0]), low64(a[1], b[1]), high64(a[1], b[1])].map_words(Self))
    }
    #[inline(always)]
    fn next_one(_: Simd128, streams: &mut Streams<'_>) -> Option<Self> {
        let [a, b] = streams.next::<2, 8>()?;
        Some(Self(u64x2(u64::from_le_bytes(*a), u64::from_le_bytes(*b))))
    }
}

/// Returns the bytes of a register.
#[inline(always)]
pub(super) fn bytes_of(x: v128) -> [u8; 16] {
    let mut bytes = [0; 16];
    store128(&mut bytes, x);
    bytes
}

impl Pairs for U32x4 {
    type Bytes = [u8; 16];

    #[inline(always)]
    fn raw(_: Simd128, bytes: &[u8; 16]) -> Self {
        Self(load128(bytes))
    }
    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        bytes_of(self.0)
    }
    #[inline(always)]
    fn unzip<const BIG: bool>(_: Simd128, [a, b]: [Self; 2]) -> [Self; 2] {
        let swap = |x: Self| if BIG { reversed32(x.0) } else { x.0 };
        let (a, b) = (swap(a), swap(b));
        [Self(even32(a, b)), Self(odd32(a, b))]
    }
    #[inline(always)]
    fn zip<const BIG: bool>(_: Simd128, [a, b]: [Self; 2]) -> [Self; 2] {
        let swap = |x| Self(if BIG { reversed32(x) } else { x });
        [swap(low32(a.0, b.0)), swap(high32(a.0, b.0))]
    }
}

impl Fours for U32x4 {
    #[inline(always)]
    fn square(_: Simd128, [a, b, c, d]: [Self; 4]) -> [Self; 4] {
        square4([a.0, b.0, c.0, d.0]).map_words(Self)
    }
}

impl Quads for U64x2 {
    type Row = [v128; 2];

    #[inline(always)]
    fn row(_: Simd128, bytes: &[u8; 32]) -> [v128; 2] {
        let halves = bytes.as_chunks().0;
        [load128(&halves[0]), load128(&halves[1])]
    }
    #[inline(always)]
    fn row_bytes(row: [v128; 2]) -> [u8; 32] {
        let mut bytes = [0; 32];
        for (bytes, half) in bytes.as_chunks_mut().0.iter_mut().zip(row) {
            store128(bytes, half);
        }
        bytes
    }
    #[inline(always)]
    fn xor_rows(a: [v128; 2], b: [v128; 2]) -> [v128; 2] {
        [v128_xor(a[0], b[0]), v128_xor(a[1], b[1])]
    }
    #[inline(always)]
    fn gather(_: Simd128, mut row: impl FnMut(usize) -> [v128; 2]) -> [Self; 4] {
        let (a, b) = (row(0), row(1));
        [low64(a[0], b[0]), high64(a[0], b[0]), low64(a[1], b[1]), high64(a[1], b[1])].map_words(Self)
    }
    #[inline(always)]
    fn scatter([a, b, c, d]: [Self; 4], mut put: impl FnMut(usize, [v128; 2])) {
        put(0, [low64(a.0, b.0), low64(c.0, d.0)]);
        put(1, [high64(a.0, b.0), high64(c.0, d.0)]);
    }
}

/// Implements [`Columns`] for registers. The arguments are the type, the number of its words, the number of bits of the
/// position, and the operations.
macro_rules! columns {
    ($($name:ident $blocks:literal $place:literal $low:ident $high:ident $reversed:ident;)*) => { $(
        impl Columns for $name {
            type Token = Simd128;
            type Bytes = [u8; 16];
            const BLOCKS: usize = $blocks;
            const PLACE: u32 = $place;

            #[inline(always)]
            fn raw(_: Simd128, bytes: &[u8; 16]) -> Self {
                Self(load128(bytes))
            }
            #[inline(always)]
            fn bytes(self) -> [u8; 16] {
                bytes_of(self.0)
            }
            calls! { fn added(o) = v128_xor; }
            #[inline(always)]
            fn interleaved(self, o: Self) -> [Self; 2] {
                [Self($low(self.0, o.0)), Self($high(self.0, o.0))]
            }
            calls! { fn reversed() = $reversed; }
        }
    )* };
}
columns! {
    U16x8 8 3 low16 high16 reversed16;
    U32x4 4 2 low32 high32 reversed32;
    U64x2 2 1 low64 high64 reversed64;
}

impl Turning for U32x4 {
    calls! { fn times(o) = u32x4_mul; }
    #[inline(always)]
    fn turned_left(self, by: Self) -> Self {
        // no instruction shifts each word by a different number: the left shifts are products with powers of two, and
        // the bits that they shift out are the high halves of the products
        let power = powers(by.0);
        let (low, high) = (u64x2_extmul_low_u32x4(self.0, power), u64x2_extmul_high_u32x4(self.0, power));
        Self(v128_or(even32(low, high), odd32(low, high)))
    }
    #[inline(always)]
    fn turned_right(self, by: Self) -> Self {
        self.turned_left(Self(u32x4_sub(u32x4_splat(0), by.0)))
    }
}

/// Returns two to the power of the lowest five bits of each word, converted from a floating-point number with that exponent.
#[inline(always)]
fn powers(by: v128) -> v128 {
    let exponent = u32x4_add(v128_and(by, u32x4_splat(31)), u32x4_splat(127));
    u32x4_trunc_sat_f32x4(u32x4_shl(exponent, 23))
}
