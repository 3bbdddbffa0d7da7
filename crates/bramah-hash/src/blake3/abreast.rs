//! The interface of BLAKE3's compression to kernels in lanes and in rows (sections 2.1 to 2.3 of the paper): several
//! compressions at once, and the inputs of a compression besides its block.

use crate::simd::memory::Streams;

/// A chaining value as little-endian words.
pub(super) type Words8 = [u32; 8];
/// A chaining value as bytes, as it is in the block of a parent.
pub(super) type Value = [u8; 32];
pub(super) type Block = [u8; 64];

/// The length of a chunk in bytes.
pub(super) const CHUNK: usize = 1024;

/// The initial value, which equals the initial value of SHA-256 (table 1).
pub(super) const IV: Words8 =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// The flags for domain separation (table 3).
pub(super) mod flag {
    pub(in super::super) const CHUNK_START: u32 = 1;
    pub(in super::super) const CHUNK_END: u32 = 1 << 1;
    pub(in super::super) const PARENT: u32 = 1 << 2;
    pub(in super::super) const ROOT: u32 = 1 << 3;
    pub(in super::super) const KEYED_HASH: u32 = 1 << 4;
    pub(in super::super) const DERIVE_KEY_CONTEXT: u32 = 1 << 5;
    pub(in super::super) const DERIVE_KEY_MATERIAL: u32 = 1 << 6;
}

/// The inputs to the compressions of a node besides its chaining value and its blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// The number of the chunk, or of the block of output, counted from 0.
    pub(super) counter: u64,
    /// The flags of all blocks of the node; `first` is added for the first block and `last` for the last block.
    pub(super) flags: u32,
    pub(super) first: u32,
    pub(super) last: u32,
    /// The length of the last block in bytes; all other blocks are full.
    pub(super) last_len: u32,
}

impl Marks {
    /// Returns the length in bytes and the flags of one block.
    #[inline(always)]
    pub(super) fn of(&self, first: bool, last: bool) -> [u32; 2] {
        let first = if first { self.first } else { 0 };
        let (len, last) = if last { (self.last_len, self.last) } else { (64, 0) };
        [len, self.flags | first | last]
    }
}

/// Several compressions at once, of several nodes or of several blocks of one output. All have the same block length
/// and flags.
pub(super) trait Abreast {
    /// The number of compressions that are computed at once.
    const COUNT: usize;
    /// The token that proves that the CPU has the instructions.
    type Isa: Copy;
    /// The chaining values of all compressions.
    type State: Copy;
    /// One block for each compression.
    type Blocks: Copy;
    /// The counters of all compressions.
    type Counters: Copy;

    /// Returns the chaining value `value`, repeated once for each compression.
    fn state(isa: Self::Isa, value: &Words8) -> Self::State;
    /// Returns the counters `first`, `first + step`, `first + 2 * step`, ..
    fn counters(isa: Self::Isa, first: u64, step: u64) -> Self::Counters;
    /// Returns the next block of each stream; `None` at their end.
    fn next(isa: Self::Isa, streams: &mut Streams<'_>) -> Option<Self::Blocks>;
    /// Returns `block`, repeated once for each compression.
    fn same(isa: Self::Isa, block: &Block) -> Self::Blocks;
    /// Returns both halves of the outputs of the compressions; the first halves are the chaining values.
    fn compress(
        isa: Self::Isa,
        state: Self::State,
        blocks: Self::Blocks,
        counters: Self::Counters,
        len: u32,
        flags: u32,
    ) -> [Self::State; 2];
    /// Writes the chaining values (or halves of outputs) of the first `out.len()` compressions.
    fn write(state: Self::State, out: &mut [Value]);
}
