//! The compression function of BLAKE3 over any words (sections 2.2 and 2.3 of the paper): one lane
//! is the portable code, more take a chunk, a parent or a block of output each; and one message in
//! rows.
//!
//! The rounds are BLAKE2's with another order of the message words, and are shared with it. So is
//! what lies where: the sixteen words of the working vector are the state of the lanes, and the
//! message words are used where they lie.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::super::blake2::rows;
use super::super::blake2::rounds::{self, Order};
use crate::simd::*;
use core::marker::PhantomData;

/// A chaining value as words.
pub(super) type Words8 = [u32; 8];
/// A chaining value as it lies in a parent's block.
pub(super) type Value = [u8; 32];
pub(super) type Block = [u8; 64];

/// The bytes of a chunk.
pub(super) const CHUNK: usize = 1024;

/// The initial value: that of SHA-256 (table 1).
pub(super) const IV: Words8 =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// The domain flags (table 3).
pub(super) mod flag {
    pub(in super::super) const CHUNK_START: u32 = 1;
    pub(in super::super) const CHUNK_END: u32 = 1 << 1;
    pub(in super::super) const PARENT: u32 = 1 << 2;
    pub(in super::super) const ROOT: u32 = 1 << 3;
    pub(in super::super) const KEYED_HASH: u32 = 1 << 4;
    pub(in super::super) const DERIVE_KEY_CONTEXT: u32 = 1 << 5;
    pub(in super::super) const DERIVE_KEY_MATERIAL: u32 = 1 << 6;
}

/// The order of the message words: they are permuted after each of seven rounds (table 2).
struct Permuted;
impl Order for Permuted {
    const ROUNDS: usize = 7;
    const SIGMA: [[usize; 16]; 12] = {
        const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
        let mut sigma = [[0; 16]; 12];
        let mut i = 0;
        while i < 16 {
            sigma[0][i] = i;
            i += 1;
        }
        let mut round = 1;
        while round < 7 {
            let mut i = 0;
            while i < 16 {
                sigma[round][i] = sigma[round - 1][PERMUTATION[i]];
                i += 1;
            }
            round += 1;
        }
        sigma
    };
}

/// What goes into the compressions of a node besides its blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// The number of the chunk, or of the block of output.
    pub(super) counter: u64,
    /// The flags of all its blocks, and those of the first and the last besides.
    pub(super) flags: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    /// The bytes of the last block; the others are full.
    pub(super) last_len: u32,
}

impl Marks {
    /// The last row of the working vector for one block.
    #[inline(always)]
    fn row(&self, first: bool, last: bool) -> [u32; 4] {
        let first = if first { self.first } else { 0 };
        let (len, last) = if last { (self.last_len, self.last) } else { (64, 0) };
        [self.counter as u32, (self.counter >> 32) as u32, len, self.flags | first | last]
    }
}

/// One compression at a time.
trait Single {
    /// Proof that the CPU has the instructions.
    type Isa: Copy;
    /// A chaining value.
    type State: Copy;
    fn load(isa: Self::Isa, words: &Words8) -> Self::State;
    fn words(state: Self::State) -> Words8;
    /// Both halves of the output; the first is the chaining value.
    fn compress(isa: Self::Isa, state: Self::State, block: &Block, row: [u32; 4]) -> [Self::State; 2];
}

/// A word at a time.
struct Scalar;
impl Single for Scalar {
    type Isa = Portable;
    type State = Words8;

    #[inline(always)]
    fn load(_: Portable, words: &Words8) -> Words8 {
        *words
    }
    #[inline(always)]
    fn words(state: Words8) -> Words8 {
        state
    }
    #[inline(always)]
    fn compress(isa: Portable, state: Words8, block: &Block, row: [u32; 4]) -> [Words8; 2] {
        lanes_of::<u32>(isa, state, &words_le(block), row)
    }
}

/// In rows.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
struct InRows<R>(PhantomData<R>);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
impl<R: Row<Word = u32, Block = Block>> Single for InRows<R> {
    type Isa = R::Isa;
    type State = [R; 2];

    #[inline(always)]
    fn load(isa: R::Isa, w: &Words8) -> [R; 2] {
        [R::new(isa, [w[0], w[1], w[2], w[3]]), R::new(isa, [w[4], w[5], w[6], w[7]])]
    }
    #[inline(always)]
    fn words([low, high]: [R; 2]) -> Words8 {
        let ([a, b, c, d], [e, f, g, h]) = (low.words(), high.words());
        [a, b, c, d, e, f, g, h]
    }
    #[inline(always)]
    fn compress(isa: R::Isa, state: [R; 2], block: &Block, row: [u32; 4]) -> [[R; 2]; 2] {
        let mut v = [state[0], state[1], R::new(isa, [IV[0], IV[1], IV[2], IV[3]]), R::new(isa, row)];
        rows::mix::<R, Permuted, 16, 12, 8, 7>(isa, &mut v, block);
        let [a, b, c, d] = v;
        [[a.xor(c), b.xor(d)], [c.xor(state[0]), d.xor(state[1])]]
    }
}

/// A compression in lanes: both halves of the output.
#[inline(always)]
fn lanes_of<V: Words<Word = u32>>(isa: V::Isa, h: [V; 8], m: &[V; 16], row: [V; 4]) -> [[V; 8]; 2] {
    let mut v = [h[0]; 16];
    for i in 0..8 {
        v[i] = h[i];
    }
    for i in 0..4 {
        v[8 + i] = V::splat(isa, IV[i]);
        v[12 + i] = row[i];
    }
    rounds::mix::<V, Permuted, 16, 12, 8, 7>(&mut v, m);
    let (mut low, mut high) = (h, h);
    for i in 0..8 {
        low[i] = v[i].xor(v[8 + i]);
        high[i] = v[8 + i].xor(h[i]);
    }
    [low, high]
}

/// The blocks of a node, or of the part of a chunk that there is.
#[inline(always)]
fn chain<S: Single>(isa: S::Isa, value: &mut Words8, blocks: &[Block], marks: &Marks) {
    let mut state = S::load(isa, value);
    for (i, block) in blocks.iter().enumerate() {
        [state, _] = S::compress(isa, state, block, marks.row(i == 0, i + 1 == blocks.len()));
    }
    *value = S::words(state);
}

/// The chaining values of nodes of `len` bytes each, one after another.
#[inline(always)]
fn nodes<S: Single>(
    isa: S::Isa,
    key: &Words8,
    input: &[u8],
    len: usize,
    mut marks: Marks,
    out: &mut [Value],
) {
    for (node, out) in input.chunks_exact(len).zip(out) {
        let mut value = *key;
        chain::<S>(isa, &mut value, node.as_chunks().0, &marks);
        write_words(out, value);
        if len == CHUNK {
            marks.counter = marks.counter.wrapping_add(1);
        }
    }
}

/// Whole blocks of output, from the one that the counter says on.
#[inline(always)]
fn squeeze<S: Single>(isa: S::Isa, value: &Words8, block: &Block, mut marks: Marks, out: &mut [Block]) {
    let state = S::load(isa, value);
    for out in out {
        let halves = S::compress(isa, state, block, marks.row(true, true));
        for (out, half) in out.as_chunks_mut::<32>().0.iter_mut().zip(halves) {
            write_words(out, S::words(half));
        }
        marks.counter = marks.counter.wrapping_add(1);
    }
}

#[inline(always)]
fn write_words(out: &mut Value, words: Words8) {
    for (out, word) in out.as_chunks_mut::<4>().0.iter_mut().zip(words) {
        *out = word.to_le_bytes();
    }
}

/// The portable functions.
pub(super) mod portable {
    use super::*;

    pub(in super::super) fn chain(value: &mut Words8, blocks: &[Block], marks: &Marks) {
        super::chain::<Scalar>(Portable, value, blocks, marks);
    }
    pub(in super::super) fn nodes(key: &Words8, input: &[u8], len: usize, marks: &Marks, out: &mut [Value]) {
        super::nodes::<Scalar>(Portable, key, input, len, *marks, out);
    }
    pub(in super::super) fn squeeze(value: &Words8, block: &Block, marks: &Marks, out: &mut [Block]) {
        super::squeeze::<Scalar>(Portable, value, block, *marks, out);
    }
}
