//! The compression function of BLAKE3 (sections 2.2 and 2.3 of the paper), generic over words: with single words it is
//! the portable code; with vectors, each lane takes a chunk, a parent or a block of output. For single messages there are also
//! kernels that keep each row of the working vector in a register.
//!
//! The rounds are the rounds of BLAKE2 with another order of the message words, and share their code. As in BLAKE2, the
//! sixteen words of the working vector stay in variables, and the message words are read where they are.

use super::{
    super::blake2::{order::Order, rounds},
    abreast::{Abreast, Block, CHUNK, IV, Marks, Value, Words8, flag},
};
use crate::simd::{
    Portable, lane_entries,
    memory::{Ahead, MAX_LANES, Streams, align_frame},
    words::{Words, words_le},
};
use core::marker::PhantomData;

crate::backend::only! {
    vectors: { use crate::simd::words::U32x4; }
    rows: { use super::rows::Rows; use crate::simd::rows::Row32; }
    x86: {
        use crate::simd::{
            Avx2, Avx512, Sse41,
            rows::{Row32V, Rows32, Rows32V, Rows32Z},
            words::{U32x8, U32x8V, U32x16},
        };
    }
    aarch64: { use crate::simd::Neon; }
    wasm: { use crate::simd::Simd128; }
}

/// The order of the message words: seven rounds, with a permutation of the words after each round (table 2).
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

/// Several compressions at once, one in each lane.
struct Lanes<V>(PhantomData<V>);
impl<V: Words<Word = u32>> Abreast for Lanes<V> {
    const COUNT: usize = V::LANES;
    type Isa = V::Isa;
    type State = [V; 8];
    type Blocks = [V; 16];
    type Counters = [V; 2];

    #[inline(always)]
    fn state(isa: V::Isa, value: &Words8) -> [V; 8] {
        let mut h = [V::splat(isa, 0); 8];
        for i in 0..8 {
            h[i] = V::splat(isa, value[i]);
        }
        h
    }
    #[inline(always)]
    fn counters(isa: V::Isa, first: u64, step: u64) -> [V; 2] {
        let (mut low, mut high) = ([0; MAX_LANES], [0; MAX_LANES]);
        for lane in 0..V::LANES {
            let counter = first.wrapping_add(step * lane as u64);
            (low[lane], high[lane]) = (counter as u32, (counter >> 32) as u32);
        }
        [V::load(isa, &low), V::load(isa, &high)]
    }
    #[inline(always)]
    fn next(isa: V::Isa, streams: &mut Streams<'_>) -> Option<[V; 16]> {
        V::next_le(isa, streams)
    }
    #[inline(always)]
    fn same(isa: V::Isa, block: &Block) -> [V; 16] {
        let words = words_le(block);
        let mut m = [V::splat(isa, 0); 16];
        for i in 0..16 {
            m[i] = V::splat(isa, words[i]);
        }
        m
    }
    #[inline(always)]
    fn compress(
        isa: V::Isa,
        h: [V; 8],
        m: [V; 16],
        [low, high]: [V; 2],
        len: u32,
        flags: u32,
    ) -> [[V; 8]; 2] {
        lanes_of(isa, h, &m, [low, high, V::splat(isa, len), V::splat(isa, flags)])
    }
    #[inline(always)]
    fn write(state: [V; 8], out: &mut [Value]) {
        V::write_le(state, out);
    }
}

/// Compresses one block in each lane, and returns both halves of the output.
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

/// Compresses the blocks of a node, or the blocks of a chunk that are available so far.
#[inline(always)]
fn chain<A: Abreast>(isa: A::Isa, value: &mut Words8, blocks: &[Block], marks: &Marks) {
    let mut state = A::state(isa, value);
    let counters = A::counters(isa, marks.counter, 0);
    for (i, block) in blocks.iter().enumerate() {
        let [len, flags] = marks.of(i == 0, i + 1 == blocks.len());
        [state, _] = A::compress(isa, state, A::same(isa, block), counters, len, flags);
    }
    let mut bytes = [0; 32];
    A::write(state, core::slice::from_mut(&mut bytes));
    for (word, bytes) in value.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
}

/// The nodes that are not compressed yet, `len` bytes each, and the places for their chaining values.
struct Nodes<'a> {
    key: &'a Words8,
    input: &'a [u8],
    len: usize,
    marks: Marks,
    out: &'a mut [Value],
}

impl Nodes<'_> {
    /// Compresses nodes, `A::COUNT` at a time, while at least `least` are left. With `AHEAD`, the next blocks are
    /// loaded before the current ones are compressed.
    #[inline(always)]
    fn take<A: Abreast, const AHEAD: bool>(&mut self, isa: A::Isa, least: usize) {
        let Self { key, len, .. } = *self;
        let step = u64::from(len == CHUNK);
        while self.out.len() >= least {
            let count = self.out.len().min(A::COUNT);
            let (now, rest) = self.input.split_at(count * len);
            let mut streams = Streams::adjacent(now, len, count);
            // prefetch the next chunks, because the CPU's prefetcher does not follow this many streams
            let far = len == CHUNK && rest.len() >= A::COUNT * len;
            let mut marks = self.marks;
            let counters = A::counters(isa, marks.counter, step);
            let mut state = A::state(isa, key);
            macro_rules! step {
                ($blocks:ident, $last:expr) => {
                    if far {
                        streams.prefetch(A::COUNT, A::COUNT * len);
                    }
                    let flags = marks.flags | marks.first | if $last { marks.last } else { 0 };
                    [state, _] = A::compress(isa, state, $blocks, counters, 64, flags);
                    marks.first = 0;
                };
            }
            if AHEAD {
                let mut ahead = Ahead::new(A::next(isa, &mut streams));
                while let Some(blocks) = ahead.turn(A::next(isa, &mut streams)) {
                    step!(blocks, ahead.at_end());
                }
            } else {
                while let Some(blocks) = A::next(isa, &mut streams) {
                    step!(blocks, streams.is_empty());
                }
            }
            let (done, left) = core::mem::take(&mut self.out).split_at_mut(count);
            A::write(state, done);
            self.marks.counter = self.marks.counter.wrapping_add(step * count as u64);
            (self.input, self.out) = (rest, left);
        }
    }
}

/// The blocks of a node's output that are not computed yet. The counter of `marks` is the number of the first one.
struct Squeeze<'a> {
    value: &'a Words8,
    block: &'a Block,
    marks: Marks,
    out: &'a mut [Block],
}

impl Squeeze<'_> {
    /// Computes blocks of output, `A::COUNT` at a time, while at least `least` are left.
    #[inline(always)]
    fn take<A: Abreast>(&mut self, isa: A::Isa, least: usize) {
        while self.out.len() >= least {
            let count = self.out.len().min(A::COUNT);
            let (state, block) = (A::state(isa, self.value), A::same(isa, self.block));
            let counters = A::counters(isa, self.marks.counter, 1);
            let [len, flags] = self.marks.of(true, true);
            let halves = A::compress(isa, state, block, counters, len, flags);
            let (done, left) = core::mem::take(&mut self.out).split_at_mut(count);
            let mut bytes = [[0; 32]; MAX_LANES];
            for (i, half) in halves.into_iter().enumerate() {
                A::write(half, &mut bytes);
                for (block, bytes) in done.iter_mut().zip(&bytes) {
                    block.as_chunks_mut().0[i] = *bytes;
                }
            }
            self.marks.counter = self.marks.counter.wrapping_add(count as u64);
            self.out = left;
        }
    }
}

/// The position of a run of blocks in a message of a single chunk.
#[derive(Clone, Copy, Default)]
pub struct Position {
    /// The number of bytes before the run.
    pub(super) before: u32,
    /// The length of the whole message in bytes. A block that ends at or after this length is the last block of the
    /// message.
    pub(super) length: u32,
    /// The flags that all blocks have.
    pub(super) flags: u32,
}

impl Position {
    /// Returns the marks of a run that ends `end` bytes after the start of the message.
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

/// Hashes messages of at most one chunk, one in each lane. With `AHEAD`, the next blocks are loaded in advance.
#[inline(always)]
fn many<V: Words<Word = u32>, const AHEAD: bool>(
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
    // the flags of all blocks, the additional flags of the first and of the last block, and the length of the last
    // block
    let mut marks = [[0; MAX_LANES]; 4];
    for lane in 0..V::LANES {
        let position = &positions[lane];
        let Marks { flags, first, last, last_len, .. } =
            position.marks(position.before.wrapping_add(streams.len() as u32));
        [marks[0][lane], marks[1][lane], marks[2][lane], marks[3][lane]] = [flags, first, last, last_len];
    }
    let mut flags = V::load(isa, &marks[0]).or(V::load(isa, &marks[1]));
    macro_rules! step {
        ($m:ident, $last:expr) => {
            let mut len = V::splat(isa, 64);
            if $last {
                (len, flags) = (V::load(isa, &marks[3]), flags.or(V::load(isa, &marks[2])));
            }
            [h, _] = lanes_of(isa, h, &$m, [zero, zero, len, flags]);
            flags = V::load(isa, &marks[0]);
        };
    }
    if AHEAD {
        let mut ahead = Ahead::new(V::next_le(isa, &mut streams));
        while let Some(m) = ahead.turn(V::next_le(isa, &mut streams)) {
            step!(m, ahead.at_end());
        }
    } else {
        while let Some(m) = V::next_le(isa, &mut streams) {
            step!(m, streams.is_empty());
        }
    }
    for (h, row) in h.into_iter().zip(rows) {
        h.store(row);
    }
}

/// Hashes messages of at most one chunk, one in each lane.
#[inline(always)]
fn lanes<V: Words<Word = u32>>(
    isa: V::Isa,
    rows: &mut [[u32; MAX_LANES]; 8],
    streams: Streams<'_>,
    positions: &[Position; MAX_LANES],
) {
    many::<V, false>(isa, rows, streams, positions);
}
lane_entries!(lanes: [[u32; MAX_LANES]; 8], u32, positions: &[Position; MAX_LANES]);

/// Defines the functions of an instruction set. The arguments are the way to compress one node, and the ways to compress
/// several nodes, the widest way first. Each has the minimum number of nodes for which it is faster than the ways after it.
macro_rules! entries {
    ($module:ident, $($features:literal,)? $one:ty = $token:expr $(, $more:ty = $also:expr => $least:literal)*) => {
        pub(super) mod $module {
            use super::*;

            $(#[inline] #[target_feature(enable = $features)])?
            pub(in super::super) fn chain(value: &mut Words8, blocks: &[Block], marks: &Marks) {
                super::chain::<$one>($token, value, blocks, marks);
            }
            $(#[inline] #[target_feature(enable = $features)])?
            pub(in super::super) fn nodes(
                key: &Words8,
                input: &[u8],
                len: usize,
                marks: &Marks,
                out: &mut [Value],
            ) {
                align_frame();
                let mut nodes = Nodes { key, input, len, marks: *marks, out };
                $( nodes.take::<$more, false>($also, $least); )*
                nodes.take::<$one, false>($token, 1);
            }
            $(#[inline] #[target_feature(enable = $features)])?
            pub(in super::super) fn squeeze(value: &Words8, block: &Block, marks: &Marks, out: &mut [Block]) {
                align_frame();
                let mut squeeze = Squeeze { value, block, marks: *marks, out };
                $( squeeze.take::<$more>($also, $least); )*
                squeeze.take::<$one>($token, 1);
            }
        }
    };
}

entries!(portable, Lanes<u32> = Portable);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries!(
    sse41, "sse4.1,ssse3", Rows<Row32, 1> = Sse41::here(),
    Lanes<U32x4> = Sse41::here() => 3, Rows<Row32, 2> = Sse41::here() => 2
);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries!(
    avx2, "avx2", Rows<Row32, 1> = Sse41::here(),
    Lanes<U32x8> = Avx2::here() => 5, Rows<Rows32, 2> = Avx2::here() => 3, Rows<Rows32, 1> = Avx2::here() => 2
);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries!(
    avx512, "avx512f,avx512bw,avx512vl", Rows<Row32V, 1> = Avx512::here(),
    Lanes<U32x16> = Avx512::here() => 9, Lanes<U32x8V> = Avx512::here() => 5,
    Rows<Rows32Z, 1> = Avx512::here() => 3, Rows<Rows32V, 1> = Avx512::here() => 2
);

/// The AVX-512 functions for CPUs that can shuffle in only one of their vector units; see [`Ahead`]. A node of a single
/// block has no next block to load in advance, so it takes the usual functions.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod ahead {
    use super::*;

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(in super::super) fn many(
        rows: &mut [[u32; MAX_LANES]; 8],
        streams: Streams<'_>,
        positions: &[Position; MAX_LANES],
    ) {
        if streams.len() > 64 {
            super::many::<U32x16, true>(Avx512::here(), rows, streams, positions);
        } else {
            super::avx512(rows, streams, positions);
        }
    }
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(in super::super) fn nodes(key: &Words8, input: &[u8], len: usize, marks: &Marks, out: &mut [Value]) {
        let mut nodes = Nodes { key, input, len, marks: *marks, out };
        if len > 64 {
            nodes.take::<Lanes<U32x16>, true>(Avx512::here(), 9);
        }
        let Nodes { input, marks, out, .. } = nodes;
        if !out.is_empty() {
            super::avx512::nodes(key, input, len, &marks, out);
        }
    }
}
#[cfg(target_arch = "aarch64")]
entries!(neon, "neon", Lanes<u32> = Portable, Lanes<U32x4> = Neon::here() => 2);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
entries!(
    simd128, "simd128", Rows<Row32, 1> = Simd128::here(),
    Lanes<U32x4> = Simd128::here() => 3, Rows<Row32, 2> = Simd128::here() => 2
);
