//! Batches of BLAKE3 messages: messages of at most one chunk are hashed in lanes.

use super::{
    Blake3Hash, Blake3Ops,
    abreast::{Block, CHUNK},
    rounds,
    start::{Start, Tree},
};
use crate::blake3::Blake3Calls;
use crate::{
    backend::{Backend, Candidate, Dispatch, candidates},
    frame::{
        Backends, Batch, Batched, State, TreeHash, batch_agrees, hash_many, lanes_candidate, one_by_one,
    },
    simd::memory::copy_short,
};
pub(super) use rounds::Position;

/// Returns the candidates for batches.
pub(super) fn dispatch() -> &'static Dispatch<Batch<[u32; 8], Position>> {
    static DISPATCH: Dispatch<Batch<[u32; 8], Position>> = Dispatch::new(
        "blake3.many",
        candidates! {
            x86: [
                lanes_candidate!(
                    [u32; 8]: Position, "avx512-ahead", "avx512f,avx512bw,avx512vl", rounds::ahead::many,
                    lanes: 16, from: 4, short: 6
                ),
                lanes_candidate!(
                    [u32; 8]: Position, "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512,
                    lanes: 16, from: 4, short: 6
                ).first_on(crate::simd::features::Design::Zen5),
                lanes_candidate!([u32; 8]: Position, "avx2", "avx2", rounds::avx2, lanes: 8, from: 4, short: 5),
            ],
            aarch64: [lanes_candidate!([u32; 8]: Position, "neon", "neon", rounds::neon, lanes: 4, from: 2)],
            wasm: [lanes_candidate!([u32; 8]: Position, "simd128", "simd128", rounds::simd128, lanes: 4, from: 2)],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        },
        batch_agrees::<Blake3Hash>,
    );
    &DISPATCH
}

/// Computes the digests of a batch of messages, `length` bytes each.
pub(super) fn hash(
    start: &Start,
    with: Backends<TreeHash<Tree>>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    if length <= 32 {
        hash_many::<TreeHash<Tree>>(start, with, messages, length, out);
    } else {
        one_by_one::<TreeHash<Tree>>(start, with.one, messages, length, out);
    }
}

impl Batched for TreeHash<Tree> {
    type State = [u32; 8];
    type Context = Position;

    /// Returns whether a message has several chunks. Such a message is hashed by itself, because its chunks fill the lanes.
    #[inline(always)]
    fn alone(_: &Start, len: usize) -> bool {
        len > CHUNK
    }
    #[inline(always)]
    fn blocks(_: &Start, len: usize) -> (usize, usize) {
        // the last block may be full; an empty message consists of one block of zeros
        (len / 64, usize::from(!len.is_multiple_of(64) || len == 0))
    }
    #[inline(always)]
    fn begin(start: &Start, _: Backend<Blake3Ops>, _: bool) -> [u32; 8] {
        start.key
    }
    #[inline(always)]
    fn tail(_: &Start, message: &[u8], tail: &mut [u8]) {
        let block: &mut Block = &mut tail.as_chunks_mut().0[0];
        *block = [0; 64];
        copy_short(block, message.as_chunks::<64>().1);
    }
    #[inline(always)]
    fn context(start: &Start, message: &[u8], done: usize, tail: bool) -> Position {
        let before = if tail { message.len() / 64 * 64 } else { 64 * done };
        Position { before: before as u32, length: message.len() as u32, flags: start.flags }
    }
    fn run(one: Backend<Blake3Ops>, state: &mut [u32; 8], blocks: &[u8], position: Position) {
        let marks = position.marks(position.before.wrapping_add(blocks.len() as u32));
        one.chain(state, blocks.as_chunks().0, &marks);
    }
    #[inline(always)]
    fn output(_: &Start, _: Backend<Blake3Ops>, state: &mut [u32; 8], out: &mut [u8]) {
        state.write_le(out);
    }
}
