//! The compression function of BLAKE3 over any words (sections 2.2 and 2.3 of the paper): one lane
//! is the portable code, more take a chunk, a parent or a block of output each; and one message in
//! rows.
//!
//! The rounds are BLAKE2's with another order of the message words, and are shared with it. So is
//! what lies where: the sixteen words of the working vector are the state of the lanes, and the
//! message words are used where they lie.

use super::super::blake2::rounds::{self, Order};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use super::super::blake2::rows;
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
    const SIGMA: [[usize; 16]; 16] = {
        const PERMUTATION: [usize; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
        let mut sigma = [[0; 16]; 16];
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
        let v = [state[0], state[1], R::new(isa, [IV[0], IV[1], IV[2], IV[3]]), R::new(isa, row)];
        let [a, b, c, d] = rows::rounds::<R, Permuted, 16, 12, 8, 7>(isa, v, block, None);
        [[a.xor(c), b.xor(d)], [c.xor(state[0]), d.xor(state[1])]]
    }
}

/// A compression in lanes: both halves of the output.
#[inline(always)]
fn lanes_of<V: Words<Word = u32>>(isa: V::Isa, h: [V; 8], m: &[V; 16], row: [V; 4]) -> [[V; 8]; 2] {
    let mut v = [h[0]; 16];
    v[..8].copy_from_slice(&h);
    for i in 0..4 {
        v[8 + i] = V::splat(isa, IV[i]);
        v[12 + i] = row[i];
    }
    rounds::rounds::<V, Permuted, 16, 12, 8, 7>(isa, &mut v, m, None);
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

/// Nodes of `len` bytes, one after another, and room for their chaining values: what is left to do.
struct Nodes<'a> {
    key: &'a Words8,
    input: &'a [u8],
    len: usize,
    marks: Marks,
    out: &'a mut [Value],
}

impl Nodes<'_> {
    /// In lanes, while there are `least` or more.
    #[inline(always)]
    fn lanes<V: Words<Word = u32>>(&mut self, isa: V::Isa, least: usize) {
        let Self { key, len, .. } = *self;
        let step = u64::from(len == CHUNK);
        while self.out.len() >= least {
            let count = self.out.len().min(V::LANES);
            let (now, rest) = self.input.split_at(count * len);
            let mut streams = Streams::new(now.chunks_exact(len), len);
            let mut marks = self.marks;
            let [low, high] = counters::<V>(isa, marks.counter, step);
            let mut h = [low; 8];
            for i in 0..8 {
                h[i] = V::splat(isa, key[i]);
            }
            while let Some(m) = V::next_le(isa, &mut streams) {
                let last = if streams.is_empty() { marks.last } else { 0 };
                let flags = V::splat(isa, marks.flags | marks.first | last);
                [h, _] = lanes_of(isa, h, &m, [low, high, V::splat(isa, 64), flags]);
                marks.first = 0;
            }
            let mut values = [[0; 32]; MAX_LANES];
            V::write_le(h, &mut values);
            let (done, left) = core::mem::take(&mut self.out).split_at_mut(count);
            done.copy_from_slice(&values[..count]);
            self.marks.counter = self.marks.counter.wrapping_add(step * count as u64);
            (self.input, self.out) = (rest, left);
        }
    }

    /// One by one.
    #[inline(always)]
    fn singly<S: Single>(self, isa: S::Isa) {
        nodes::<S>(isa, self.key, self.input, self.len, self.marks, self.out);
    }
}

/// Counters of the lanes from `first` on, in two words.
#[inline(always)]
fn counters<V: Words<Word = u32>>(isa: V::Isa, first: u64, step: u64) -> [V; 2] {
    let (mut low, mut high) = ([0; MAX_LANES], [0; MAX_LANES]);
    for lane in 0..V::LANES {
        let counter = first.wrapping_add(step * lane as u64);
        (low[lane], high[lane]) = (counter as u32, (counter >> 32) as u32);
    }
    [V::load(isa, &low), V::load(isa, &high)]
}

/// Lanes of whole blocks of output. What is left and is fewer than `least` goes one by one.
#[inline(always)]
fn squeeze_in_lanes<V: Words<Word = u32>, S: Single>(
    isa: V::Isa,
    single: S::Isa,
    least: usize,
    value: &Words8,
    block: &Block,
    mut marks: Marks,
    mut out: &mut [Block],
) {
    while out.len() >= least {
        let count = out.len().min(V::LANES);
        let [low, high] = counters::<V>(isa, marks.counter, 1);
        let [_, _, len, flags] = marks.row(true, true);
        let row = [low, high, V::splat(isa, len), V::splat(isa, flags)];
        let (mut h, mut m) = ([low; 8], [low; 16]);
        for i in 0..8 {
            h[i] = V::splat(isa, value[i]);
        }
        let words = words_le(block);
        for i in 0..16 {
            m[i] = V::splat(isa, words[i]);
        }
        let halves = lanes_of(isa, h, &m, row);
        let (done, left) = out.split_at_mut(count);
        let mut bytes = [[0; 32]; MAX_LANES];
        for (i, half) in halves.into_iter().enumerate() {
            V::write_le(half, &mut bytes);
            for (block, bytes) in done.iter_mut().zip(&bytes) {
                block.as_chunks_mut().0[i] = *bytes;
            }
        }
        marks.counter = marks.counter.wrapping_add(count as u64);
        out = left;
    }
    squeeze::<S>(single, value, block, marks, out);
}

/// Where a run of blocks stands in a message that is one chunk.
#[derive(Clone, Copy, Default)]
pub struct Position {
    /// The bytes before the run.
    pub(super) before: u32,
    /// The bytes of the whole message, which ends with the run's last block if that reaches them.
    pub(super) length: u32,
    /// The flags of all blocks.
    pub(super) flags: u32,
}

impl Position {
    /// The marks of a run that ends `end` bytes from the start.
    #[inline(always)]
    pub(super) fn marks(&self, end: u32) -> Marks {
        let first = if self.before == 0 { flag::CHUNK_START } else { 0 };
        let (last, last_len) = if end >= self.length {
            (flag::CHUNK_END | flag::ROOT, self.length.wrapping_sub(end.wrapping_sub(64)))
        } else {
            (0, 64)
        };
        Marks { counter: 0, flags: self.flags, first, last, last_len }
    }
}

/// A message a lane, each at most a chunk.
#[inline(always)]
fn many<V: Words<Word = u32>>(
    isa: V::Isa,
    rows: &mut [[u32; MAX_LANES]; 8],
    mut streams: Streams<'_>,
    positions: &[Position; MAX_LANES],
) {
    let zero = V::splat(isa, 0);
    let mut h = [zero; 8];
    for (h, row) in h.iter_mut().zip(&*rows) {
        *h = V::load(isa, row);
    }
    // the flags of all blocks, of the first and of the last besides, and the bytes of that
    let mut marks = [[0; MAX_LANES]; 4];
    for lane in 0..V::LANES {
        let position = &positions[lane];
        let Marks { flags, first, last, last_len, .. } =
            position.marks(position.before.wrapping_add(streams.len() as u32));
        [marks[0][lane], marks[1][lane], marks[2][lane], marks[3][lane]] = [flags, first, last, last_len];
    }
    let mut flags = V::load(isa, &marks[0]).or(V::load(isa, &marks[1]));
    while let Some(m) = V::next_le(isa, &mut streams) {
        let mut len = V::splat(isa, 64);
        if streams.is_empty() {
            (len, flags) = (V::load(isa, &marks[3]), flags.or(V::load(isa, &marks[2])));
        }
        [h, _] = lanes_of(isa, h, &m, [zero, zero, len, flags]);
        flags = V::load(isa, &marks[0]);
    }
    for (h, row) in h.into_iter().zip(rows) {
        h.store(row);
    }
}
lane_entries!(many: [[u32; MAX_LANES]; 8], u32, positions: &[Position; MAX_LANES]);

/// The functions of an instruction set: its words, the widest first, each with the number of nodes
/// from which it is faster than what follows; and how it runs one message.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! entries {
    ($module:ident, $features:literal, $single:ty = $token:expr,
     $words:ty = $isa:expr => $least:literal $(, $more:ty = $also:expr => $fewer:literal)?) => {
        pub(super) mod $module {
            use super::*;

            #[inline]
            #[target_feature(enable = $features)]
            pub(in super::super) fn chain(value: &mut Words8, blocks: &[Block], marks: &Marks) {
                super::chain::<$single>($token, value, blocks, marks);
            }
            #[inline]
            #[target_feature(enable = $features)]
            pub(in super::super) fn nodes(
                key: &Words8,
                input: &[u8],
                len: usize,
                marks: &Marks,
                out: &mut [Value],
            ) {
                let mut nodes = Nodes { key, input, len, marks: *marks, out };
                nodes.lanes::<$words>($isa, $least);
                $( nodes.lanes::<$more>($also, $fewer); )?
                nodes.singly::<$single>($token);
            }
            #[inline]
            #[target_feature(enable = $features)]
            pub(in super::super) fn squeeze(value: &Words8, block: &Block, marks: &Marks, out: &mut [Block]) {
                squeeze_in_lanes::<$words, $single>($isa, $token, 2, value, block, *marks, out);
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries!(sse41, "sse4.1,ssse3", InRows<Row32> = Sse41::here(), U32x4 = Sse41::here() => 2);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries!(avx2, "avx2", InRows<Row32> = Sse41::here(), U32x8 = Avx2::here() => 5, U32x4 = Sse41::here() => 2);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries!(
    avx512, "avx512f,avx512bw,avx512vl", InRows<Row32V> = Avx512::here(),
    U32x16 = Avx512::here() => 9, U32x8V = Avx512::here() => 2
);
#[cfg(target_arch = "aarch64")]
entries!(neon, "neon", Scalar = Portable, U32x4 = Neon::here() => 2);
