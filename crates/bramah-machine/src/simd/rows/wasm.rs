//! Rows in registers of WebAssembly's SIMD128.

use super::{Gathered, Row, Shuffled, Squares};
use crate::simd::{
    Simd128,
    arch::*,
    memory::{InOut, load4x32, load128, store4x32, store128},
    words::wasm::{high64, low32, low64, reversed32, reversed64, rotl32x4, rotl64x2},
};

/// Four 32-bit words in a register of SIMD128.
#[derive(Clone, Copy)]
pub struct Row32(v128);

/// Four 64-bit words in two registers: a rotation by two lanes only exchanges the names of the registers.
#[derive(Clone, Copy)]
pub struct Row64([v128; 2]);

impl Row for Row32 {
    type Isa = Simd128;

    calls! {
        fn add(o) = u32x4_add;
        fn xor(o) = v128_xor;
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> Self {
        Self(rotl32x4(self.0, 32 - N))
    }
    #[inline(always)]
    fn turn<const N: usize>(self) -> Self {
        let x = self.0;
        Self(match N {
            1 => i32x4_shuffle::<1, 2, 3, 0>(x, x),
            2 => i32x4_shuffle::<2, 3, 0, 1>(x, x),
            3 => i32x4_shuffle::<3, 0, 1, 2>(x, x),
            _ => x,
        })
    }
}

/// Reverses the bytes of each word of a block, by a function for registers.
#[inline(always)]
fn swapped<const N: usize>(block: &[u8; N], reversed: impl Fn(v128) -> v128) -> [u8; N] {
    let mut out = *block;
    for bytes in out.as_chunks_mut().0 {
        store128(bytes, reversed(load128(bytes)));
    }
    out
}

impl Gathered for Row32 {
    type Word = u32;
    type Block = [u8; 64];
    type Form<'a> = &'a [u8; 64];

    #[inline(always)]
    fn new(_: Simd128, words: [u32; 4]) -> Self {
        Self(load4x32(&words))
    }
    #[inline(always)]
    fn words(self) -> [u32; 4] {
        let mut words = [0; 4];
        store4x32(&mut words, self.0);
        words
    }
    #[inline(always)]
    fn swapped(_: Simd128, block: &[u8; 64]) -> [u8; 64] {
        swapped(block, reversed32)
    }
    #[inline(always)]
    fn block(_: Simd128, block: &[u8; 64]) -> &[u8; 64] {
        block
    }
    #[inline(always)]
    fn gather(block: &mut &[u8; 64], at: [usize; 8]) -> [Self; 2] {
        let words = block.as_chunks::<4>().0;
        let word = |i: usize| u32::from_le_bytes(words[at[i]]);
        [Self(u32x4(word(0), word(1), word(2), word(3))), Self(u32x4(word(4), word(5), word(6), word(7)))]
    }
}

/// Declares a function that shuffles the 32-bit lanes of two registers by the constant `ORDER`. `ORDER` has two bits for each
/// lane of the result, with the first lane in the lowest bits. The instruction takes a constant for each lane, and these cannot
/// be computed from a generic constant, so every order in use is listed with its four lanes.
macro_rules! by_order {
    ($name:ident: $($order:literal $a:literal $b:literal $c:literal $d:literal;)*) => {
        #[inline(always)]
        fn $name<const ORDER: i32>(x: v128, y: v128) -> v128 {
            match ORDER {
                $($order => i32x4_shuffle::<$a, $b, $c, $d>(x, y),)*
                _ => unreachable!("an order that is not listed"),
            }
        }
    };
}
by_order!(picked:
    0x88 0 2 4 6;
    0xdd 1 3 5 7;
    0xd9 1 2 5 7;
    0xe3 3 0 6 7;
    0x74 0 1 7 5;
    0x29 1 2 6 4;
);
by_order!(ordered:
    0x78 0 2 3 1;
    0xd8 0 2 1 3;
);

impl Shuffled for Row32 {
    const MESSAGES: usize = 1;

    #[inline(always)]
    fn new(_: Simd128, words: [[u32; 4]; 4]) -> Self {
        Self(load4x32(&words[0]))
    }
    #[inline(always)]
    fn load(_: Simd128, blocks: [&[u8; 64]; 4], quarter: usize) -> Self {
        Self(load128(&blocks[0].as_chunks().0[quarter]))
    }
    #[inline(always)]
    fn words(self) -> [[u32; 4]; 4] {
        [Gathered::words(self), [0; 4], [0; 4], [0; 4]]
    }
    #[inline(always)]
    fn order<const ORDER: i32>(self) -> Self {
        Self(ordered::<ORDER>(self.0, self.0))
    }
    #[inline(always)]
    fn pick<const ORDER: i32>(self, o: Self) -> Self {
        Self(picked::<ORDER>(self.0, o.0))
    }
    calls! { fn zip(o) = low32; }
    #[inline(always)]
    fn lane_of<const LANE: usize>(self, o: Self) -> Self {
        let (x, o) = (self.0, o.0);
        Self(match LANE {
            0 => i32x4_shuffle::<4, 1, 2, 3>(x, o),
            1 => i32x4_shuffle::<0, 5, 2, 3>(x, o),
            2 => i32x4_shuffle::<0, 1, 6, 3>(x, o),
            _ => i32x4_shuffle::<0, 1, 2, 7>(x, o),
        })
    }
}

impl Squares for Row32 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn splat(_: Simd128, words: &[u32; 4]) -> Self {
        Self(load4x32(words))
    }
    #[inline(always)]
    fn numbered(self, first: u64) -> Self {
        Self(u64x2_add(self.0, u64x2(first, 0)))
    }
    #[inline(always)]
    fn odd_of(self, o: Self) -> Self {
        Self(i32x4_shuffle::<0, 5, 2, 7>(self.0, o.0))
    }
    #[inline(always)]
    fn high_of(self, o: Self) -> Self {
        Self(i32x4_shuffle::<0, 1, 6, 7>(self.0, o.0))
    }
    #[inline(always)]
    fn first(self, words: &mut [u32; 4]) {
        store4x32(words, self.0);
    }
    #[inline(always)]
    fn xor_le(rows: [Self; 4], data: &mut InOut<'_>) {
        if let Some(step) = data.next::<[u8; 16], 4>() {
            for (i, row) in rows.into_iter().enumerate() {
                let mut bytes = [0; 16];
                store128(&mut bytes, v128_xor(load128(&step.get(i)), row.0));
                step.put(i, bytes);
            }
        }
    }
}

impl Row for Row64 {
    type Isa = Simd128;

    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self([u64x2_add(self.0[0], o.0[0]), u64x2_add(self.0[1], o.0[1])])
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        Self([v128_xor(self.0[0], o.0[0]), v128_xor(self.0[1], o.0[1])])
    }
    #[inline(always)]
    fn rotr<const N: u32>(self) -> Self {
        Self([rotl64x2(self.0[0], 64 - N), rotl64x2(self.0[1], 64 - N)])
    }
    #[inline(always)]
    fn turn<const N: usize>(self) -> Self {
        let [low, high] = self.0;
        let (up, down) = (i64x2_shuffle::<1, 2>(low, high), i64x2_shuffle::<1, 2>(high, low));
        Self(match N {
            1 => [up, down],
            2 => [high, low],
            3 => [down, up],
            _ => self.0,
        })
    }
}

impl Gathered for Row64 {
    type Word = u64;
    type Block = [u8; 128];
    type Form<'a> = &'a [u8; 128];

    #[inline(always)]
    fn new(_: Simd128, [a, b, c, d]: [u64; 4]) -> Self {
        Self([u64x2(a, b), u64x2(c, d)])
    }
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let word = |x| [u64x2_extract_lane::<0>(x), u64x2_extract_lane::<1>(x)];
        let ([a, b], [c, d]) = (word(self.0[0]), word(self.0[1]));
        [a, b, c, d]
    }
    #[inline(always)]
    fn swapped(_: Simd128, block: &[u8; 128]) -> [u8; 128] {
        swapped(block, reversed64)
    }
    #[inline(always)]
    fn block(_: Simd128, block: &[u8; 128]) -> &[u8; 128] {
        block
    }
    #[inline(always)]
    fn gather(block: &mut &[u8; 128], at: [usize; 8]) -> [Self; 2] {
        let pair = |i: usize| pair(block, at[i], at[i + 1]);
        [Self([pair(0), pair(2)]), Self([pair(4), pair(6)])]
    }
}

/// Returns words `a` and `b` of a block, in this order.
#[inline(always)]
fn pair(block: &[u8; 128], a: usize, b: usize) -> v128 {
    let rows = block.as_chunks::<16>().0;
    let (x, y) = (load128(&rows[a / 2]), load128(&rows[b / 2]));
    match (a % 2, b % 2) {
        (0, 0) => low64(x, y),
        (1, 1) => high64(x, y),
        (0, 1) => i64x2_shuffle::<0, 3>(x, y),
        _ => i64x2_shuffle::<1, 2>(x, y),
    }
}
