//! Frames: constructions that turn a compression function or a permutation into a hash function.
#![allow(unreachable_pub, private_interfaces, private_bounds)] // sealed: named in public types, but usable only in this crate

mod accumulators;
mod batch;
mod chains;
mod checksum;
mod compress;
#[cfg(feature = "alloc")]
mod either;
mod envelope;
mod expanded;
mod haifa;
mod held;
mod iterate;
#[cfg(feature = "alloc")]
pub(crate) mod leafwise;
mod merkle_damgard;
mod running;
mod self_test;
mod sponge;
mod state;
mod stripes;
mod tree;
#[cfg_attr(not(feature = "alloc"), allow(dead_code))] // used only by trees
mod ubi;
#[cfg(feature = "alloc")]
mod ubi_tree;

pub(crate) use accumulators::{Accumulating, Accumulators, StripeOps};
#[cfg(feature = "alloc")]
pub(crate) use batch::Tail;
pub(crate) use batch::{Batch, BatchCalls, Batched, hash_many, lanes_candidate, lanes_candidates};
pub mod calls {
    //! The calls of one candidate of BLAKE and of BLAKE2, for a test with byte counts that no message in a test reaches.
    pub use super::{
        batch::{Batch, BatchCalls},
        compress::{Compress, Joined},
        haifa::{Compress as HaifaCompress, Context, HaifaCalls},
    };
    pub use crate::simd::memory::{MAX_LANES, Streams};
}
pub(crate) use chains::{
    Chain, ChainRows, Loop, LoopLanes, Loops, Rounds, each, in_lanes, loop_candidate, loop_entries,
    loop_lanes_candidate, no_lanes_candidate,
};
pub(crate) use checksum::{Checksum, Part, Place, checksum_candidate};
pub(crate) use envelope::{Envelope, Start as EnvelopeStart};
pub(crate) use expanded::{Expanded, ExpandedStart};
pub(crate) mod summed {
    //! Names for families that declare a compression function with a checksum of the blocks.
    pub(crate) use super::checksum::{ChecksumOps, Compress, Params};
}
#[cfg(feature = "alloc")]
pub(crate) use either::Either;

pub(crate) use haifa::{Context, Haifa, haifa_candidate};
pub(crate) use held::Held;
pub(crate) mod counted {
    //! Names for families that declare a compression function that receives a byte count.
    pub(crate) use super::haifa::{Compress, HaifaOps, Start};
}
pub(crate) use compress::{Compress, CompressCalls, CompressOps, Params, compress_candidate, words_entries};
pub(crate) use iterate::{loop_agrees, loop_lanes_agree};
#[cfg(feature = "alloc")]
pub(crate) use leafwise::Leafwise;
pub(crate) use merkle_damgard::MerkleDamgard;
pub(crate) use running::{Running, Sum, SumCalls, SumOps};
pub(crate) use self_test::{agrees_on, batch_agrees, digest_agrees, pattern};
pub(crate) use sponge::{
    Ending, Permutation, PermutationOps, Shape, Sponge, SpongeParams, SpongeStart, permutation_candidate,
};
pub(crate) use state::Ends;
pub use state::{Reader, State, StateStart, Word};
pub(crate) use stripes::{Stripes, StripesOps, StripesParams, StripesStart};
pub(crate) use tree::{TreeHash, TreeParams, With};
pub(crate) use ubi::{StringType, Tweak, Ubi, UbiCipher, UbiOps, UbiStart, ubi_candidate};
#[cfg(feature = "alloc")]
pub(crate) use ubi_tree::{UbiTree, UbiTreeStart};

use crate::{
    backend::{Backend, Dispatch},
    simd::memory::Bytes,
    wipe::wipe,
};

#[cfg(feature = "registry")]
use crate::backend::Choice;

/// Implements [`Frame::dispatch`] and [`Frame::batch`] by the candidate lists of another type.
macro_rules! lists_of {
    ($of:ty) => {
        fn dispatch() -> &'static $crate::backend::Dispatch<Self::Ops> {
            <$of>::dispatch()
        }
        fn batch() -> &'static $crate::backend::Dispatch<Self::Many> {
            <$of>::batch()
        }
    };
}
use lists_of;

/// Implements the candidate lists of a compression function, which are tested with a hash function. Arguments: for one
/// message the list's name, the table type, the candidates, and the expected digest of the self-test; for batches the
/// name, the table type and the candidates.
macro_rules! lists {
    ($hash:ty;
     $name:expr, $ops:ty, $one:expr, $digest:expr;
     $many_name:expr, $batch:ty, $many:expr) => {
        fn dispatch() -> &'static $crate::backend::Dispatch<$ops> {
            static DISPATCH: $crate::backend::Dispatch<$ops> =
                $crate::backend::Dispatch::new($name, $one, |backend| {
                    $crate::frame::digest_agrees::<$hash>(backend, $digest)
                });
            &DISPATCH
        }
        fn batch() -> &'static $crate::backend::Dispatch<$batch> {
            static DISPATCH: $crate::backend::Dispatch<$batch> =
                $crate::backend::Dispatch::new($many_name, $many, $crate::frame::batch_agrees::<$hash>);
            &DISPATCH
        }
    };
}
pub(crate) use lists;

/// A construction, as a hash in progress. The public interface is [`Hasher`](super::Hasher).
pub trait Frame: Clone + Send + Sync + Sized + 'static {
    /// Everything that is fixed before the first byte of the message, such as the initial state and a key.
    type Start: Clone + Send + Sync + 'static;
    /// The type of a block: an array of bytes.
    type Block: Bytes;
    /// The function table for one message.
    type Ops: Sync + 'static;
    /// The function table for batches of messages.
    type Many: Sync + 'static;
    /// Whether one message is hashed faster on several threads than on one.
    const PARALLEL: bool = false;
    /// Whether [`after`](Self::after) always returns `Some`.
    const AFTER: bool = false;
    /// Whether a start made by [`after`](Self::after) still contains the key block. If so, work on it may leave the key
    /// on the stack, and callers erase the stack.
    const SHOWS: bool = false;
    /// Whether [`iterate`](Self::iterate) may be called.
    const ITERATES: bool = false;
    /// HMAC after its key is absorbed: hashes messages under the inner start, then hashes the resulting digests under
    /// the outer start.
    const NESTED: Nested<Self> = nested_one_by_one::<Self>;

    /// Returns the candidates for one message.
    fn dispatch() -> &'static Dispatch<Self::Ops>;
    /// Returns the candidates for batches of messages.
    fn batch() -> &'static Dispatch<Self::Many>;

    /// Starts an empty message.
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self;
    /// Returns the start of messages that begin with `block`, a whole block of [`Info::block_len`](super::Info) bytes
    /// that contains a key. `None` if the construction cannot store the state after it.
    fn after(_: &Self::Start, _: Backend<Self::Ops>, _block: &[u8]) -> Option<Self::Start> {
        None
    }
    /// Returns the backend that this hash uses.
    fn backend(&self) -> Backend<Self::Ops>;
    /// Appends bytes to the message.
    fn update(&mut self, data: &[u8]);
    /// Appends bytes to the message on up to `threads` threads, including the caller's, if the function is
    /// [`PARALLEL`](Self::PARALLEL).
    #[cfg(feature = "std")]
    fn update_parallel(&mut self, data: &[u8], _threads: usize) {
        self.update(data);
    }
    /// Appends the bytes in the range `bytes` of the source `read`, on up to `_threads` threads as `update_parallel`
    /// does. After an error the message is unusable.
    #[cfg(feature = "std")]
    fn update_parallel_from(
        &mut self,
        read: &ReadAt<'_>,
        bytes: core::ops::Range<u64>,
        _threads: usize,
    ) -> std::io::Result<()> {
        update_from(self, read, bytes)
    }
    /// Ends the message and writes its digest, whose length the start defines. Afterwards the frame may only be dropped
    /// or replaced.
    fn finish(&mut self, out: &mut [u8]);
    /// Returns whether the start contains a key, so that callers must erase copies of it on the stack.
    #[inline]
    fn secret(_: &Self::Start) -> bool {
        false
    }
    /// Computes the digest of a whole message.
    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        let mut frame = Self::new(start, backend);
        frame.update(message);
        frame.finish(out);
    }
    /// Computes the digests of a batch of messages, `length` bytes each, and writes them to `out` one after another.
    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]);

    /// Returns the candidate lists for [`iterate`](Self::iterate), if the frame has its own.
    #[cfg(feature = "registry")]
    fn loops() -> Option<[&'static dyn Choice; 2]> {
        None
    }
    /// Returns one start for each block: [`after`](Self::after) for several blocks at once.
    #[cfg(feature = "alloc")]
    fn after_each(
        start: &Self::Start,
        with: Backends<Self>,
        blocks: &[&[u8]],
    ) -> Option<alloc::vec::Vec<Self::Start>> {
        // reserve up front: a reallocation would leave keys in freed memory
        let mut starts = alloc::vec::Vec::with_capacity(blocks.len());
        for block in blocks {
            starts.push(Self::after(start, with.one, block)?);
        }
        Some(starts)
    }

    /// Runs the loop of PBKDF2 over HMAC on one or more chains of digests of `length` bytes. In each of `count`
    /// iterations, the value `u` of a chain is replaced by the HMAC of `u` and XORed into the chain's `sum`. `keys` are
    /// the inner and the outer start after the key blocks, for each chain or one pair for all. Only for frames with
    /// [`ITERATES`](Self::ITERATES).
    fn iterate(
        _keys: &[[&Self::Start; 2]],
        _one: Backend<Self::Ops>,
        _length: usize,
        _count: u32,
        _u: &mut [u8],
        _sum: &mut [u8],
    ) {
        unreachable!("a frame without a loop of its own")
    }

    /// Returns the frame as an extendable-output function, if it is one.
    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        None
    }

    /// Writes the bytes that [`restore`](Self::restore) needs, by one or more calls of `put`.
    fn save(&self, put: &mut dyn FnMut(&[u8]));
    /// Returns the hash in progress that `save` wrote; `None` if the bytes are not valid.
    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self>;
}

/// The type of [`Frame::NESTED`]. Arguments: the inner and the outer starts, the backends, the messages, the length of
/// a digest in bytes, and the buffer for the digests. A list of starts has one start for each message, or a single
/// start for all; the starts of a list differ only in their states.
pub type Nested<F> = fn([&[<F as Frame>::Start]; 2], Backends<F>, &[&[u8]], usize, &mut [u8]);

/// Implements [`Frame::NESTED`] by hashing one message after another.
fn nested_one_by_one<F: Frame>(
    starts: [&[F::Start]; 2],
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    for (i, (message, out)) in messages.iter().zip(out.chunks_exact_mut(length)).enumerate() {
        let [inner, outer] = starts.map(|starts| starts.get(i).or(starts.first()));
        if let (Some(inner), Some(outer)) = (inner, outer) {
            digest::<F>(inner, with.one, message, out);
            again::<F>(outer, with.one, out);
        }
    }
}

/// Calls [`Frame::digest`]. It is not inlined, because its callers are compiled for every frame too.
#[inline(never)]
pub fn digest<F: Frame>(start: &F::Start, one: Backend<F::Ops>, message: &[u8], out: &mut [u8]) {
    F::digest(start, one, message, out);
}

pub use bramah_machine::lengths::MAX_DIGEST;

/// Replaces a digest by its own digest.
#[inline(never)]
fn again<F: Frame>(start: &F::Start, one: Backend<F::Ops>, digest: &mut [u8]) {
    let mut copy = [0; MAX_DIGEST];
    let copy = &mut copy[..digest.len()];
    copy.copy_from_slice(digest);
    F::digest(start, one, copy, digest);
    wipe(copy);
}

/// Computes the digests of a batch one message after another, `length` bytes each.
#[inline(never)]
pub(crate) fn one_by_one<F: Frame>(
    start: &F::Start,
    one: Backend<F::Ops>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    for (message, out) in messages.iter().zip(out.chunks_exact_mut(length)) {
        digest::<F>(start, one, message, out);
    }
}

/// A function that reads at an offset in bytes and returns the number of bytes read, or 0 at the end of the source.
#[cfg(feature = "std")]
pub type ReadAt<'a> = dyn Fn(u64, &mut [u8]) -> std::io::Result<usize> + Sync + 'a;

/// Fills the buffer with the bytes from offset `at` on.
#[cfg(feature = "std")]
pub(crate) fn read_exact(read: &ReadAt<'_>, mut at: u64, mut buffer: &mut [u8]) -> std::io::Result<()> {
    while !buffer.is_empty() {
        match read(at, buffer) {
            Ok(0) => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => (at, buffer) = (at + n as u64, &mut buffer[n..]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Appends the bytes in the range `bytes` of the source `read`, at most 1 MiB at a time.
#[cfg(feature = "std")]
pub(crate) fn update_from<F: Frame>(
    frame: &mut F,
    read: &ReadAt<'_>,
    bytes: core::ops::Range<u64>,
) -> std::io::Result<()> {
    let mut buffer = std::vec::Vec::new();
    let mut at = bytes.start;
    while at < bytes.end {
        let len = usize::try_from(bytes.end - at).unwrap_or(usize::MAX).min(1 << 20);
        resize(&mut buffer, len)?;
        read_exact(read, at, &mut buffer)?;
        frame.update(&buffer);
        at += len as u64;
    }
    Ok(())
}

/// Resizes the buffer to `len` bytes, or returns an error if there is not enough memory.
#[cfg(feature = "std")]
fn resize(buffer: &mut std::vec::Vec<u8>, len: usize) -> std::io::Result<()> {
    buffer.try_reserve_exact(len.saturating_sub(buffer.len())).map_err(|_| {
        let message = std::format!("not enough memory: {len} bytes are needed");
        std::io::Error::new(std::io::ErrorKind::OutOfMemory, message)
    })?;
    buffer.resize(len, 0);
    Ok(())
}

/// A frame that hashes one message faster on several threads than on one.
pub trait Parallel: Frame {}

/// The operations of an extendable-output function, whose output has no maximum length.
pub trait Extendable {
    /// Ends the message. Afterwards only [`squeeze`](Self::squeeze) and [`seek`](Self::seek) may be called.
    fn pad(&mut self);
    /// Writes the next bytes of the output. Ends the message first, unless [`pad`](Self::pad) has ended it.
    fn squeeze(&mut self, out: &mut [u8]);
    /// Moves to byte `_position` of the output, counted from 0. Returns false if the function cannot seek or if the
    /// output ends before that byte.
    fn seek(&mut self, _position: u64) -> bool {
        false
    }
}

/// The backends for a batch: one for several messages at once, and one for the messages that are hashed singly.
///
/// The backend types do not name the hash function, so only this crate may combine them.
pub struct Backends<F: Frame> {
    /// The backend for one message.
    #[doc(hidden)]
    pub one: Backend<F::Ops>,
    /// The backend for batches.
    #[doc(hidden)]
    pub many: Backend<F::Many>,
}

impl<F: Frame> Clone for Backends<F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F: Frame> Copy for Backends<F> {}

impl<F: Frame> Backends<F> {
    /// Returns the backends chosen for this process.
    #[inline]
    pub fn get() -> Self {
        Self { one: F::dispatch().get(), many: F::batch().get() }
    }
}

/// Returns the two candidate lists of a frame as trait objects: for one message and for batches.
#[cfg(feature = "registry")]
pub(crate) fn choices<F: Frame>() -> [&'static dyn Choice; 2] {
    [F::dispatch(), F::batch()]
}
