//! Merkle-Damgård with a checksum: after the blocks of the message, two more blocks are compressed, one for the length
//! of the message and one for the sum of all its blocks. Both versions of GOST R 34.11, of 1994 and of 2012 (Streebog),
//! work in this way.
//!
//! The kernel itself fills the two last blocks, because the sum is a part of its state: the caller leaves two blocks
//! free after the message and passes the position of its end. So the end of a message takes one call, and each lane of
//! a batch can reach its end at a different time.

use super::{Backends, Batch, Batched, Frame, Held, Nested, Reader, State, StateStart, batch};
use crate::{
    backend::{Backend, Dispatch, Entry, table_calls},
    simd::memory::{Bytes, copy_short, copy_whole},
    wipe::wipe,
};

/// A compression function that also adds up the blocks, and its candidates.
pub trait Compress: Send + Sync + Sized + 'static {
    /// The chaining value and the sum.
    type State: State;
    type Block: Bytes;
    fn dispatch() -> &'static Dispatch<ChecksumOps<Self>>;
    fn batch() -> &'static Dispatch<Batch<Self::State, Place>>;
}

/// The position of a run of blocks in its message.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The number of message bytes before the run.
    pub before: u128,
    /// The index of the length block in the run, which is the number of message blocks before it. It is -1 if the run begins
    /// with the block for the sum, and `isize::MAX` if the run contains only message blocks.
    pub left: isize,
    /// The length of the message in bytes, if it has ended.
    pub length: u128,
}

/// The kind of a block in a run.
pub enum Part {
    /// A block of the message, with the number of message bytes before the block.
    Message(u128),
    /// The block for the message length, with the length in bytes.
    Length(u128),
    /// The block for the sum of all message blocks.
    Sum,
}

impl Place {
    /// Returns the position of a run that consists only of whole message blocks.
    #[inline(always)]
    fn within(before: u128) -> Self {
        Self { before, left: isize::MAX, length: 0 }
    }

    /// Returns the kind of block `i` of the run, where a block has `block_len` bytes.
    #[inline(always)]
    pub fn part(&self, i: usize, block_len: usize) -> Part {
        let i = i as isize;
        if i < self.left {
            Part::Message(self.before.wrapping_add(i as u128 * block_len as u128))
        } else if i == self.left {
            Part::Length(self.length)
        } else {
            Part::Sum
        }
    }
}

/// The function table for one message.
pub struct ChecksumOps<C: Compress> {
    pub(crate) compress: Entry<unsafe fn(&mut C::State, &[C::Block], &Place)>,
}

table_calls! {
    /// The calls of a backend for a hash function with a checksum.
    pub(crate) trait ChecksumCalls[C: Compress]: Backend<ChecksumOps<C>> {
        fn compress(state: &mut C::State, blocks: &[C::Block], place: &Place) = compress;
    }
}

/// The parameters of a hash function that chains a compression function and also computes a checksum of the message blocks.
pub trait Params: Send + Sync + Sized + 'static {
    type Compress: Compress;
    /// The end mark: the byte that follows the message. If there is none, an incomplete block is padded with zeros, and
    /// a message of whole blocks is not padded.
    const MARK: Option<u8>;

    /// Writes the digest from the final state.
    fn output(state: &StateOf<Self>, out: &mut [u8]);
}

type StateOf<P> = <<P as Params>::Compress as Compress>::State;
type BlockOf<P> = <<P as Params>::Compress as Compress>::Block;

/// A hash in progress. Message lengths are counted modulo 2^128 bytes.
pub struct Checksum<P: Params> {
    /// The state, and the buffered last `total % BLOCK_LEN` bytes of the message.
    held: Held<StateOf<P>, BlockOf<P>>,
    total: u128,
    backend: Backend<ChecksumOps<P::Compress>>,
}

impl<P: Params> Checksum<P> {
    const BLOCK_LEN: usize = BlockOf::<P>::LEN;

    #[inline(always)]
    fn used(&self) -> usize {
        self.total as usize % Self::BLOCK_LEN
    }

    /// Returns the number of blocks that contain the last `rest` bytes of a message (fewer than a block) and the end
    /// mark.
    #[inline(always)]
    fn padded(rest: usize) -> usize {
        usize::from(P::MARK.is_some() || rest > 0)
    }

    /// Ends a message of `total` bytes whose last, incomplete block is `rest`.
    #[inline(always)]
    fn end(state: &mut StateOf<P>, backend: Backend<ChecksumOps<P::Compress>>, rest: &[u8], total: u128) {
        let mut pad = [BlockOf::<P>::ZERO; 3];
        copy_whole(pad[0].as_mut(), rest, P::MARK.unwrap_or(0));
        let padded = Self::padded(rest.len());
        let place =
            Place { before: total.wrapping_sub(rest.len() as u128), left: padded as isize, length: total };
        backend.compress(state, &pad[..padded + 2], &place);
        // the other two blocks contain no message bytes
        wipe(pad[0].as_mut());
    }
}

impl<P: Params> Clone for Checksum<P> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), ..*self }
    }
}

impl<P: Params> Frame for Checksum<P> {
    type Start = StateStart<StateOf<P>>;
    type Block = BlockOf<P>;
    type Ops = ChecksumOps<P::Compress>;
    type Many = Batch<StateOf<P>, Place>;
    const AFTER: bool = true;
    /// True, because the sum in the state still reveals the key block.
    const SHOWS: bool = true;
    const NESTED: Nested<Self> = batch::hash_nested::<Self>;

    super::lists_of!(P::Compress);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self { held: Held::new(start.state), total: start.before as u128, backend }
    }
    fn after(start: &Self::Start, backend: Backend<Self::Ops>, block: &[u8]) -> Option<Self::Start> {
        let mut after = StateStart { before: start.before + block.len(), ..*start };
        let place = Place::within(start.before as u128);
        backend.compress(&mut after.state, BlockOf::<P>::split(block).0, &place);
        Some(after)
    }
    #[inline]
    fn secret(start: &Self::Start) -> bool {
        start.before > 0
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }

    #[inline]
    fn update(&mut self, data: &[u8]) {
        let used = self.used();
        let before = self.total.wrapping_sub(used as u128);
        self.total = self.total.wrapping_add(data.len() as u128);
        let backend = self.backend;
        self.held.append(used, data, |state, blocks, more| {
            backend.compress(state, blocks, &Place::within(before));
            if !more.is_empty() {
                let before = before.wrapping_add(size_of_val(blocks) as u128);
                backend.compress(state, more, &Place::within(before));
            }
        });
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        let used = self.used();
        let Held { state, block } = &mut self.held;
        Self::end(state, self.backend, &block.as_ref()[..used], self.total);
        P::output(&self.held.state, out);
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        let mut state = start.state;
        let before = start.before as u128;
        let (blocks, rest) = BlockOf::<P>::split(message);
        if !blocks.is_empty() {
            backend.compress(&mut state, blocks, &Place::within(before));
        }
        Self::end(&mut state, backend, rest, before + message.len() as u128);
        P::output(&state, out);
        state.wipe();
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        batch::hash_many::<Self>(start, with, messages, length, out);
    }

    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.held.save(self.total, self.used(), put);
    }

    fn restore(_: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let total = saved.number()?;
        let held = Held::restore(&mut saved, total as usize % Self::BLOCK_LEN)?;
        saved.0.is_empty().then_some(Self { held, total, backend })
    }
}

impl<P: Params> Batched for Checksum<P> {
    type State = StateOf<P>;
    type Context = Place;

    #[inline(always)]
    fn blocks(_: &Self::Start, len: usize) -> (usize, usize) {
        (len / Self::BLOCK_LEN, Self::padded(len % Self::BLOCK_LEN) + 2)
    }
    #[inline(always)]
    fn begin(start: &Self::Start, _: Backend<Self::Ops>, _: bool) -> Self::State {
        start.state
    }
    #[inline(always)]
    fn tail(_: &Self::Start, message: &[u8], tail: &mut [u8]) {
        let rest = BlockOf::<P>::split(message).1;
        let blocks = BlockOf::<P>::split_mut(tail).0;
        blocks[0] = BlockOf::<P>::ZERO;
        copy_short(blocks[0].as_mut(), rest);
        blocks[0].as_mut()[rest.len()] = P::MARK.unwrap_or(0);
    }
    #[inline(always)]
    fn context(start: &Self::Start, message: &[u8], done: usize, tail: bool) -> Place {
        let before = start.before as u128;
        if !tail {
            return Place::within(before + (done * Self::BLOCK_LEN) as u128);
        }
        let rest = message.len() % Self::BLOCK_LEN;
        Place {
            before: before + (message.len() - rest) as u128,
            left: Self::padded(rest) as isize - done as isize,
            length: before + message.len() as u128,
        }
    }
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], place: Place) {
        one.compress(state, BlockOf::<P>::split(blocks).0, &place);
    }
    #[inline(always)]
    fn output(_: &Self::Start, _: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]) {
        P::output(state, out);
    }
}

/// Builds a candidate for hashing one message: `checksum_candidate!(Type, "name", "features", kernel)`.
macro_rules! checksum_candidate {
    ($compress:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::backend::candidate!($name, $($features,)? ChecksumOps {
            compress: $kernel = fn(
                state: &mut <$compress as Compress>::State,
                blocks: &[<$compress as Compress>::Block],
                place: &Place
            )
        })
    };
}
pub(crate) use checksum_candidate;
