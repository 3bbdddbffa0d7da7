//! Vectors of whole blocks: loads, stores, XOR, and the operations on counters and tweaks, for modes that are compiled together
//! with a cipher.

use crate::simd::memory::{Bytes, Plain, copy_short};
use core::hint::black_box;

crate::simd::architectures::only! {
    x86: {
        mod permute; mod pieces; mod pieces512; mod powers_x86; mod x86;
        pub use permute::{Permutation, Permute, columns};
        pub use pieces::{Pieces1, Pieces2};
        pub use pieces512::Pieces512;
        pub use x86::{Block1, Block2, Block4};
    }
    aarch64: { pub use neon::Block1; }
}
mod powers;
pub use powers::{EachPower, Powers};

#[cfg(target_arch = "aarch64")]
// functions of these modules are inlined into the entries, which are compiled with the features
#[allow(unknown_lints, inline_always_mismatching_target_features)]
mod neon;

/// `COUNT` blocks, in memory order.
pub trait Blocks: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;
    /// The type of one block.
    type Block: Bytes;
    /// The type of the bytes of all blocks.
    type Bytes: Plain + 'static;
    /// The number of blocks in a vector.
    const COUNT: usize;

    /// Loads all blocks from memory.
    fn load(isa: Self::Isa, bytes: &Self::Bytes) -> Self;
    /// Stores all blocks to memory.
    fn store(self) -> Self::Bytes;
    /// Returns a vector with this block in every position.
    fn splat(isa: Self::Isa, block: &Self::Block) -> Self;
    /// Returns the XOR of both vectors.
    fn xor(self, o: Self) -> Self;
}

/// The operations on vectors of blocks for modes that are compiled together with a cipher.
pub trait ModeBlocks: Blocks {
    /// The type of a counter in registers.
    type Counter: Counter<Self>;
    /// Eight vectors of consecutive powers, in registers.
    type Powers: Powers<Self>;

    /// Loads the first blocks from memory, fewer than [`COUNT`](Blocks::COUNT). The other blocks are unspecified.
    fn load_some(isa: Self::Isa, bytes: &[u8]) -> Self;
    /// Stores the first blocks to memory, as many as fit in `bytes`.
    fn store_some(self, bytes: &mut [u8]);
    /// Returns a vector of the blocks that `block` returns for the positions 0, 1 and so on.
    fn gather(isa: Self::Isa, block: impl FnMut(usize) -> Self::Block) -> Self;
    /// Calls `put` with the position and the contents of each block.
    fn scatter(self, put: impl FnMut(usize, Self::Block));
    /// Returns the last block.
    fn last(self) -> Self::Block;
    /// Returns the last block of `before`, followed by all blocks of `self` except the last.
    fn after(self, before: Self) -> Self;
    /// Returns the blocks `t`, `x t`, `x² t` and so on: products in GF(2^n), whose elements are little-endian numbers.
    fn powers(isa: Self::Isa, t: &Self::Block) -> Self;
    /// Multiplies each block of a vector of such powers by `x^n`, for `n` up to 56.
    fn times_x(self, isa: Self::Isa, n: u32) -> Self;
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
/// The AES instructions, on every 16 bytes of a register.
pub trait AesRounds: Blocks {
    /// Applies ShiftRows, SubBytes, MixColumns and AddRoundKey (FIPS 197, 5.1).
    fn round(self, key: Self) -> Self;
    /// Applies ShiftRows, SubBytes and AddRoundKey, without MixColumns.
    fn last_round(self, key: Self) -> Self;
    /// Applies the inverses of ShiftRows, SubBytes and MixColumns, and AddRoundKey (FIPS 197, 5.3.5).
    fn inverse_round(self, key: Self) -> Self;
    /// Applies the inverses of ShiftRows and SubBytes, and AddRoundKey.
    fn last_inverse_round(self, key: Self) -> Self;
}

/// Registers that can load, store or keep any number of their first bytes.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
pub trait Partial: ModeBlocks<Block = [u8; 16], Bytes: Bytes> {
    /// Loads `bytes`, fewer than a register holds, followed by zeros.
    #[inline(always)]
    fn load_bytes(isa: Self::Isa, bytes: &[u8]) -> Self {
        let mut whole = Self::Bytes::ZERO;
        copy_short(whole.as_mut(), bytes);
        Self::load(isa, &whole)
    }
    /// Stores the first bytes, as many as fit in `bytes`.
    #[inline(always)]
    fn store_bytes(self, bytes: &mut [u8]) {
        let (whole, len) = (self.store(), bytes.len());
        copy_short(bytes, &whole.as_ref()[..len]);
    }
    /// Returns the first `n` bytes, followed by zeros.
    fn first_bytes(self, isa: Self::Isa, n: usize) -> Self;
}

/// Registers of 16-byte blocks, with the operations that the state of AEGIS needs besides the AES round.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
pub trait And: AesRounds<Block = [u8; 16]> {
    /// Returns the bitwise AND of both registers.
    fn and(self, o: Self) -> Self;
}

/// Registers of one 16-byte block that can be joined from halves of two registers.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
pub trait Halved: Blocks<Block = [u8; 16], Bytes = [u8; 16]> {
    /// Returns the first half of this block, followed by the second half of `other`.
    fn before(self, other: Self) -> Self;
}

/// Registers of 16-byte blocks that can be added as 32-bit words.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
pub trait AddWords: And {
    /// Returns the sums of all little-endian 32-bit words, each modulo 2^32.
    fn add_words(self, o: Self) -> Self;
}

/// Registers of 16-byte blocks whose bytes can be shuffled.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
pub trait Shuffle: AesRounds<Block = [u8; 16]> {
    /// Shuffles each block by the indices in the corresponding block of `order`. Indices must be below 16; the number 128 gives a
    /// zero byte.
    fn shuffle(self, order: Self) -> Self;
}

/// A counter in registers that returns its next values as blocks.
pub trait Counter<V: ModeBlocks>: Copy {
    /// Starts at `start`. While the counter is used, incrementing must not carry out of the low word of the number.
    fn new(isa: V::Isa, start: &V::Block, increment: Increment) -> Self;
    /// Returns a vector of the next [`Blocks::COUNT`] values.
    fn next(&mut self) -> V;
    /// Returns the next `K` vectors of values.
    #[inline(always)]
    fn group<const K: usize>(&mut self) -> [V; K] {
        let mut values = [self.next(); K];
        for i in 1..K {
            values[i] = self.next();
        }
        values
    }
}

/// The way in which CTR mode increments its counter block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Increment {
    /// The whole block is a big-endian number: the usual way (NIST SP 800-38A, appendix B.1).
    #[default]
    Be,
    /// The whole block is a little-endian number.
    Le,
    /// The second half of the block is a big-endian number. It wraps within the half.
    BeHalf,
    /// The first half of the block is a little-endian number. It wraps within the half.
    LeHalf,
    /// The last four bytes are a big-endian number. It wraps within the four bytes (NIST SP 800-38D, 6.2).
    Be32,
    /// The first four bytes are a little-endian number. It wraps within the four bytes (RFC 8452, section 4).
    Le32,
}

impl Increment {
    /// All increments, in the order of their declaration.
    pub const ALL: [Self; 6] = [Self::Be, Self::Le, Self::BeHalf, Self::LeHalf, Self::Be32, Self::Le32];

    /// Returns the name of the increment: `be`, `le`, `be-half`, `le-half`, `be32` or `le32`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Be => "be",
            Self::Le => "le",
            Self::BeHalf => "be-half",
            Self::LeHalf => "le-half",
            Self::Be32 => "be32",
            Self::Le32 => "le32",
        }
    }

    /// Returns the increment with this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|increment| increment.name() == name)
    }

    /// Returns whether the number is big-endian, with its lowest byte at the end of the block.
    #[inline(always)]
    pub fn big_endian(self) -> bool {
        !matches!(self, Self::Le | Self::LeHalf | Self::Le32)
    }

    /// Returns the length of the number in bytes, in a block of `len` bytes.
    #[inline(always)]
    fn width(self, len: usize) -> usize {
        match self {
            Self::Be | Self::Le => len,
            Self::BeHalf | Self::LeHalf => len / 2,
            Self::Be32 | Self::Le32 => 4.min(len),
        }
    }

    /// Returns the low word of the number, the only part that changes within a run, and the number of bits of this word.
    #[inline(always)]
    fn low(self, block: &[u8]) -> (u64, u32) {
        // a number has at least four bytes, and lengths between four and eight bytes do not occur
        if self.width(block.len()) >= 8 {
            let word = if self.big_endian() {
                block.last_chunk().map(|last| u64::from_be_bytes(*last))
            } else {
                block.first_chunk().map(|first| u64::from_le_bytes(*first))
            };
            (word.unwrap_or_default(), 64)
        } else {
            let word = if self.big_endian() {
                block.last_chunk().map(|last| u32::from_be_bytes(*last))
            } else {
                block.first_chunk().map(|first| u32::from_le_bytes(*first))
            };
            (word.unwrap_or_default().into(), 32)
        }
    }

    /// Returns the number of values, including this one, before the low word carries; at most 2^64 - 1.
    #[inline(always)]
    pub fn run(self, block: &[u8]) -> u64 {
        let (low, bits) = self.low(block);
        ((u64::MAX >> (64 - bits)) - low).saturating_add(1)
    }

    /// Adds `n` to the number, modulo its range.
    #[inline(always)]
    pub fn add(self, block: &mut [u8], n: u128) {
        if let ((low, 64), Ok(n)) = (self.low(block), u64::try_from(n))
            && let Some(sum) = low.checked_add(n)
        {
            if self.big_endian() {
                if let Some(last) = block.last_chunk_mut() {
                    *last = sum.to_be_bytes();
                }
            } else if let Some(first) = block.first_chunk_mut() {
                *first = sum.to_le_bytes();
            }
        } else {
            self.add_bytes(block, n);
        }
    }

    /// Adds `n` to the number, one byte at a time.
    #[inline(never)]
    fn add_bytes(self, block: &mut [u8], n: u128) {
        let (len, mut carry) = (block.len(), n);
        for i in 0..self.width(len) {
            let at = if self.big_endian() { len - 1 - i } else { i };
            let sum = u128::from(block[at]) + (carry & 0xff);
            block[at] = sum as u8;
            carry = (carry >> 8) + (sum >> 8);
        }
    }

    /// Writes the current value and the following values to `values`, and advances `block` to the value after them.
    #[inline]
    pub fn fill<B: Bytes>(self, block: &mut B, values: &mut [B]) {
        let (len, mut values) = (B::LEN, values);
        while !values.is_empty() {
            if let Ok(start) = <&[u8; 16]>::try_from(block.as_ref()) {
                // writes the values up to the next carry out of the lowest byte
                let (place, one) = if self.big_endian() { (15, 1 << 120) } else { (0, 1) };
                let run = values.len().min(256 - usize::from(start[place]));
                let (now, later) = values.split_at_mut(run);
                count16(start, one, B::flat_mut(now).as_chunks_mut().0);
                self.add(block.as_mut(), run as u128);
                values = later;
                continue;
            }
            let run = self.run(block.as_ref()).min(values.len() as u64);
            let (now, later) = values.split_at_mut(run as usize);
            let (low, bits) = self.low(block.as_ref());
            for (i, value) in now.iter_mut().enumerate() {
                let low = low + i as u64;
                *value = *block;
                let bytes = value.as_mut();
                // if the number is shorter than eight bytes, the low word is the whole number
                match (self.big_endian(), bits) {
                    (true, 64) => bytes[len - 8..].copy_from_slice(&low.to_be_bytes()),
                    (false, 64) => bytes[..8].copy_from_slice(&low.to_le_bytes()),
                    (true, _) => bytes[len - 4..].copy_from_slice(&(low as u32).to_be_bytes()),
                    (false, _) => bytes[..4].copy_from_slice(&(low as u32).to_le_bytes()),
                }
            }
            self.add(block.as_mut(), run.into());
            values = later;
        }
    }

    /// Returns the number of different values in a block of `len` bytes, or `None` if it is 2^128 or more.
    pub fn period(self, len: usize) -> Option<u128> {
        1u128.checked_shl(8 * self.width(len) as u32)
    }
}

/// Writes consecutive little-endian numbers, from `start` on, that differ by `step`.
#[inline(always)]
fn count16(start: &[u8; 16], step: u128, values: &mut [[u8; 16]]) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 CPU has SSE2.
    unsafe {
        x86::count16(start, step, values)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let mut number = u128::from_le_bytes(*start);
        for value in values {
            *value = number.to_le_bytes();
            number = number.wrapping_add(step);
        }
    }
}

/// Adds one to a secret block, a big-endian number, without a branch that depends on it.
#[inline(always)]
pub fn increment_secret(block: &mut [u8]) {
    if let Ok(block) = <&mut [u8; 16]>::try_from(&mut *block) {
        *block = u128::from_be_bytes(*block).wrapping_add(1).to_be_bytes();
        return;
    }
    let mut carry = 1;
    for byte in block.iter_mut().rev() {
        let sum = u16::from(*byte) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
}

/// Returns the low bits of the polynomial of GF(2^n) for blocks of `len` bytes: the first irreducible polynomial among the ones
/// with the fewest terms, as CMAC, XTS and OCB define it for each block length.
pub const fn polynomial(len: usize) -> u32 {
    match len {
        8 => 0x1b,
        16 | 24 => 0x87,
        20 => 0x2d,
        28 => 0x309,
        32 => 0x425,
        64 => 0x125,
        _ => 0x80043, // blocks of 128 bytes
    }
}

/// Multiplies `t`, a little-endian number, by `x` in GF(2^n).
#[inline(never)] // not inlined: in a cipher without vectors, the time of a call is negligible compared with the rounds
pub fn double_le(t: &mut [u8]) {
    // opaque: otherwise the compiler would turn the carry into a branch
    let carry = black_box(u32::from(t[t.len() - 1] >> 7));
    for i in (1..t.len()).rev() {
        t[i] = t[i] << 1 | t[i - 1] >> 7;
    }
    t[0] <<= 1;
    let add = carry.wrapping_neg() & polynomial(t.len());
    for (byte, add) in t.iter_mut().zip(add.to_le_bytes()) {
        *byte ^= add;
    }
}

/// Writes `t`, `x t`, `x² t` and so on as little-endian numbers, and sets `t` to the next power. Computes in words, and without a
/// choice that a compiler could turn into a branch.
#[inline]
pub fn double_words<B: Bytes>(t: &mut B, values: &mut [B]) {
    const { assert!(B::LEN <= 128 && B::LEN.is_multiple_of(4)) };
    if let Ok(first) = <&[u8; 16]>::try_from(t.as_ref()) {
        let next = double16(u128::from_le_bytes(*first), values);
        return t.as_mut().copy_from_slice(&next.to_le_bytes());
    }
    let count = B::LEN.div_ceil(8);
    let mut words = [0; 16];
    for (word, bytes) in words.iter_mut().zip(t.as_ref().chunks(8)) {
        let mut whole = [0; 8];
        whole[..bytes.len()].copy_from_slice(bytes);
        *word = u64::from_le_bytes(whole);
    }
    let write = |block: &mut B, words: &[u64; 16]| {
        for (bytes, word) in block.as_mut().chunks_mut(8).zip(words) {
            bytes.copy_from_slice(&word.to_le_bytes()[..bytes.len()]);
        }
    };
    for value in values {
        write(value, &words);
        let over = words[count - 1] >> (8 * ((B::LEN - 1) % 8) + 7) & 1;
        let mut carry = 0;
        for word in &mut words[..count] {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
        for i in 0..20 {
            if const { polynomial(B::LEN) } >> i & 1 == 1 {
                words[0] ^= over << i;
            }
        }
    }
    write(t, &words);
}

/// Writes `t`, `x t`, `x² t` and so on to 16-byte blocks, and returns the next power.
#[inline(always)]
fn double16<B: Bytes>(t: u128, values: &mut [B]) -> u128 {
    let (mut low, mut high) = (t as u64, (t >> 64) as u64);
    for value in values {
        let (to_low, to_high) = value.as_mut().split_at_mut(8);
        to_low.copy_from_slice(&low.to_le_bytes());
        to_high.copy_from_slice(&high.to_le_bytes());
        // a mask of the highest bit, computed without a branch
        let over = (high as i64 >> 63) as u64 & u64::from(polynomial(16));
        (low, high) = (low << 1 ^ over, high << 1 | low >> 63);
    }
    u128::from(high) << 64 | u128::from(low)
}

/// Multiplies `t`, a big-endian number, by `x` in GF(2^n).
#[inline]
pub fn double_be(t: &mut [u8]) {
    if let Ok(block) = <&mut [u8; 16]>::try_from(&mut *t) {
        let number = u128::from_be_bytes(*block);
        // a mask of the highest bit, computed without a branch
        let add = (number as i128 >> 127) as u128 & u128::from(polynomial(16));
        *block = (number << 1 ^ add).to_be_bytes();
        return;
    }
    t.reverse();
    double_le(t);
    t.reverse();
}

/// Divides `t`, a big-endian number, by `x` in GF(2^n).
#[inline]
pub fn halve_be(t: &mut [u8]) {
    // x^-1 is the polynomial without its term 1, divided by x; the highest term x^n becomes x^(n-1)
    let len = t.len();
    let carry = black_box(u32::from(t[len - 1] & 1));
    for i in (1..len).rev() {
        t[i] = t[i] >> 1 | t[i - 1] << 7;
    }
    t[0] >>= 1;
    let add = carry.wrapping_neg() & (polynomial(len) >> 1);
    for (byte, add) in t.iter_mut().rev().zip(add.to_le_bytes()) {
        *byte ^= add;
    }
    t[0] ^= (carry as u8) << 7;
}

/// Several blocks in memory, for ciphers without vectors.
#[derive(Clone, Copy)]
pub struct Several<B, const N: usize>(pub [B; N]);

/// A counter in memory, for ciphers without vectors.
#[derive(Clone, Copy)]
pub struct Counting<B> {
    block: B,
    increment: Increment,
}

impl<B: Bytes, const N: usize> Counter<Several<B, N>> for Counting<B> {
    #[inline(always)]
    fn new(_: crate::simd::Portable, start: &B, increment: Increment) -> Self {
        Self { block: *start, increment }
    }
    #[inline(always)]
    fn next(&mut self) -> Several<B, N> {
        let mut values = [self.block; N];
        for value in &mut values {
            *value = self.block;
            self.increment.add(self.block.as_mut(), 1);
        }
        Several(values)
    }
}

impl<B: Bytes, const N: usize> Blocks for Several<B, N> {
    type Isa = crate::simd::Portable;
    type Block = B;
    type Bytes = [B; N];
    const COUNT: usize = N;

    #[inline(always)]
    fn load(_: crate::simd::Portable, bytes: &[B; N]) -> Self {
        Self(*bytes)
    }
    #[inline(always)]
    fn store(self) -> [B; N] {
        self.0
    }
    #[inline(always)]
    fn splat(_: crate::simd::Portable, block: &B) -> Self {
        Self([*block; N])
    }
    #[inline(always)]
    fn xor(mut self, o: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(&o.0) {
            for (a, b) in a.as_mut().iter_mut().zip(b.as_ref()) {
                *a ^= b;
            }
        }
        self
    }
}

impl<B: Bytes, const N: usize> ModeBlocks for Several<B, N> {
    type Counter = Counting<B>;
    type Powers = EachPower<Self>;

    #[inline(always)]
    fn load_some(_: crate::simd::Portable, bytes: &[u8]) -> Self {
        let mut blocks = [B::ZERO; N];
        for (block, bytes) in blocks.iter_mut().zip(B::split(bytes).0) {
            *block = *bytes;
        }
        Self(blocks)
    }
    #[inline(always)]
    fn store_some(self, bytes: &mut [u8]) {
        for (bytes, block) in B::split_mut(bytes).0.iter_mut().zip(&self.0) {
            *bytes = *block;
        }
    }
    #[inline(always)]
    fn gather(_: crate::simd::Portable, mut block: impl FnMut(usize) -> B) -> Self {
        let mut blocks = [B::ZERO; N];
        for (i, to) in blocks.iter_mut().enumerate() {
            *to = block(i);
        }
        Self(blocks)
    }
    #[inline(always)]
    fn scatter(self, mut put: impl FnMut(usize, B)) {
        for (i, block) in self.0.into_iter().enumerate() {
            put(i, block);
        }
    }
    #[inline(always)]
    fn last(self) -> B {
        self.0[N - 1]
    }
    #[inline(always)]
    fn after(self, before: Self) -> Self {
        let mut blocks = [before.0[N - 1]; N];
        blocks[1..].copy_from_slice(&self.0[..N - 1]);
        Self(blocks)
    }
    #[inline(always)]
    fn powers(_: crate::simd::Portable, t: &B) -> Self {
        let mut blocks = [*t; N];
        for i in 1..N {
            blocks[i] = blocks[i - 1];
            double_le(blocks[i].as_mut());
        }
        Self(blocks)
    }
    #[inline(always)]
    fn times_x(mut self, isa: crate::simd::Portable, n: u32) -> Self {
        for _ in 0..n {
            double_le(self.0[0].as_mut());
        }
        Self::powers(isa, &self.0[0])
    }
}
