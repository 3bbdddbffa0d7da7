//! Batches of messages, one message in each lane: the function tables, and the interface to constructions.

mod lanes;
mod places;
mod schedule;

use super::{Backends, Frame, State};
use crate::{
    backend::{Backend, Candidate, Entry, entry, table_calls},
    simd::memory::{MAX_LANES, Streams},
    wipe::wipe,
};
use lanes::{Starts, run};
#[cfg(feature = "alloc")]
use {crate::simd::memory::Bytes, places::streams};

/// The number of blocks, including padding, below which a message is short.
const SHORT: usize = 4;

/// The function table for batches: `lanes` messages at once.
pub struct Batch<S: State + 'static, C: 'static> {
    pub(crate) compress: BatchKernel<S, C>,
    /// The number of messages of a call.
    pub lanes: usize,
    /// The minimum number of messages for which a call is faster than the alternatives for fewer messages.
    pub(crate) least: usize,
    /// As `least`, for messages of fewer than [`SHORT`] blocks. It is higher, because hashing short messages one after another
    /// is relatively fast: the CPU starts a message before the previous one ends.
    pub(crate) short: usize,
    /// The candidate for fewer than `least` messages.
    pub(crate) few: Option<&'static Candidate<Self>>,
}

/// The type of a batch kernel: it compresses all blocks of each stream into the state in the stream's lane.
pub(crate) type BatchKernel<S, C> = Entry<unsafe fn(&mut <S as State>::Rows, &Streams<'_>, &[C; MAX_LANES])>;

impl<S: State, C> Batch<S, C> {
    /// The table that hashes one message after another, on the backend for one message. A candidate of this table is
    /// constant-time only if the backends for one message are.
    pub(crate) const ONE_BY_ONE: Self = Self {
        compress: entry!([T: State = S, U = C]
            fn never(_: &mut T::Rows, _: &Streams<'_>, _: &[U; MAX_LANES]) {
                unreachable!("one lane takes the single path")
            }
        ),
        lanes: 1,
        least: 1,
        short: 1,
        few: None,
    };

    /// Returns the minimum number of messages of `blocks` blocks for which a call is faster than other ways.
    pub(crate) fn least(&self, blocks: usize) -> usize {
        if blocks < SHORT { self.short } else { self.least }
    }
}

table_calls! {
    /// The calls of a backend for batches.
    pub trait BatchCalls[S: State, C]: Backend<Batch<S, C>> {
        fn compress(rows: &mut S::Rows, streams: &Streams<'_>, contexts: &[C; MAX_LANES]) = compress;
    }
}

/// Builds a candidate for batches: `lanes_candidate!(State, "name", "features", kernel, lanes: 16, from: 6)`. `lanes`
/// is the number of messages of a call, and `from` is the minimum number for which a call is faster than other ways. An
/// optional `short: 10` after them replaces `from` for messages of fewer than [`SHORT`] blocks. The kernel takes the
/// rows of the states and the streams; with `State: Context` as the first argument, also the contexts of all lanes. An
/// optional `beside CANDIDATE` at the end names the candidate for fewer messages; the new candidate then requires the
/// features of both.
macro_rules! lanes_candidate {
    (@few) => { None };
    (@few $few:path) => { Some(&$few) };
    (@ $state:ty, $context:ty, $name:literal, $features:literal, |$rows:ident, $streams:ident, $contexts:ident| $call:expr,
     lanes: $lanes:literal, from: $least:literal $(, short: $short:literal)? $(, beside $few:path)?) => {{
        use $crate::frame::Batch;
        $crate::backend::candidate!($name, $features, Batch {
            compress: fn entry(
                $rows: &mut <$state as $crate::frame::State>::Rows,
                $streams: &$crate::simd::memory::Streams<'_>,
                $contexts: &[$context; $crate::simd::memory::MAX_LANES]
            ) {
                $crate::simd::memory::align_frame();
                $call
            };
            lanes: $lanes;
            least: $least;
            short: [$($short,)? $least][0];
            few: $crate::frame::lanes_candidate!(@few $($few)?)
        })
        $(.with(&$few))?
    }};
    ($state:ty, $name:literal, $features:literal, $kernel:path, $($numbers:tt)*) => {
        $crate::frame::lanes_candidate!(@ $state, (), $name, $features,
            |rows, streams, _contexts| $kernel(rows, *streams), $($numbers)*)
    };
    ($state:ty: $context:ty, $name:literal, $features:literal, $kernel:path, $($numbers:tt)*) => {
        $crate::frame::lanes_candidate!(@ $state, $context, $name, $features,
            |rows, streams, contexts| $kernel(rows, *streams, contexts), $($numbers)*)
    };
}
pub(crate) use lanes_candidate;

/// Returns the batch candidates for AVX-512, AVX2, NEON and SIMD128, with the kernels that `lane_entries!` defined in a module:
/// `lanes_candidates!([u32; 8], rounds, lanes: 16 8 4, from: 3 3 2)`. `lanes` are the numbers of lanes, and `from` the minimum
/// numbers of messages for which a call is faster than other ways: first for AVX-512, then for AVX2, then for NEON and SIMD128.
macro_rules! lanes_candidates {
    ($state:ty $(: $context:ty)?, $($module:ident)::+, lanes: $wide:literal $middle:literal $short:literal,
     from: $wide_least:literal $middle_least:literal $short_least:literal) => {
        $crate::backend::candidates! {
            x86: [
                $crate::frame::lanes_candidate!(
                    $state $(: $context)?, "avx512", "avx512f,avx512bw,avx512vl", $($module)::+::avx512,
                    lanes: $wide, from: $wide_least
                ),
                $crate::frame::lanes_candidate!(
                    $state $(: $context)?, "avx2", "avx2", $($module)::+::avx2, lanes: $middle, from: $middle_least
                ),
            ],
            aarch64: [
                $crate::frame::lanes_candidate!(
                    $state $(: $context)?, "neon", "neon", $($module)::+::neon, lanes: $short, from: $short_least
                ),
            ],
            wasm: [
                $crate::frame::lanes_candidate!(
                    $state $(: $context)?, "simd128", "simd128", $($module)::+::simd128, lanes: $short, from: $short_least
                ),
            ],
            any: [$crate::backend::Candidate::portable($crate::frame::Batch::ONE_BY_ONE)],
        }
    };
}
pub(crate) use lanes_candidates;

/// A buffer for the padded tail of a message: at most three blocks of 64 bytes, or two of 168.
pub(crate) type Tail = [u8; 336];

/// The interface of a construction to the scheduler of batches.
pub trait Batched: Frame<Many = Batch<Self::State, Self::Context>> {
    type State: State;
    /// The context of a lane: the input of a compression besides the state and the blocks, such as a byte count.
    type Context: Copy + Default;
    /// The maximum number of digest bytes that a state contains. A longer digest is continued as in a sponge: from the
    /// states after further blocks of zeros.
    const OUTPUT: usize = usize::MAX;

    /// Returns whether a message of `len` bytes must be hashed outside the lanes.
    #[inline(always)]
    fn alone(_: &Self::Start, _len: usize) -> bool {
        false
    }
    /// Returns, for a message of `len` bytes, the number of blocks that are read where they are, and the number of
    /// blocks of the padded tail, at most three. At least one of the two is not 0.
    fn blocks(start: &Self::Start, len: usize) -> (usize, usize);
    /// Returns the state before a message. It may be different for an empty message.
    fn begin(start: &Self::Start, one: Backend<Self::Ops>, empty: bool) -> Self::State;
    /// Writes the padded tail of the message to `tail`. Bytes that are never read need not be written.
    fn tail(start: &Self::Start, message: &[u8], tail: &mut [u8]);
    /// Returns the context of the run that begins at block `done` of the message or, if `tail` is true, of its padded
    /// tail.
    fn context(start: &Self::Start, message: &[u8], done: usize, tail: bool) -> Self::Context;
    /// Compresses whole blocks into one state, on the backend `one`.
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], context: Self::Context);
    /// Writes the digest, or its next part of at most [`OUTPUT`](Self::OUTPUT) bytes.
    fn output(start: &Self::Start, one: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]);
}

/// Computes the digests of a batch, `length` bytes each, and writes them to `out` one after another.
pub(crate) fn hash_many<F: Batched>(
    start: &F::Start,
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    run::<F>(Starts::one(start), None, with, messages, length, out);
}

/// Hashes `messages` under the inner starts, then hashes each digest under its outer start; see [`Frame::NESTED`].
pub(crate) fn hash_nested<F: Batched>(
    [inner, outer]: [&[F::Start]; 2],
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    if let (Some(inner), outer @ Some(_)) = (Starts::new(inner), Starts::new(outer)) {
        run(inner, outer, with, messages, length, out);
    }
}

/// Returns one start for each block, which `made` builds from the state after the block. No block is the last of its message.
#[cfg(feature = "alloc")]
pub(crate) fn run_each<F: Batched>(
    start: &F::Start,
    with: Backends<F>,
    blocks: &[&[u8]],
    mut made: impl FnMut(F::State) -> F::Start,
) -> alloc::vec::Vec<F::Start> {
    let (lanes, least) = (with.many.ops().lanes, with.many.ops().least);
    let len = F::Block::LEN;
    let begin = F::begin(start, with.one, false);
    let mut starts = alloc::vec::Vec::with_capacity(blocks.len());
    let mut rows = F::State::NO_ROWS;
    for blocks in blocks.chunks(lanes) {
        if lanes == 1 || blocks.len() < least {
            for block in blocks {
                let mut state = begin;
                F::run(with.one, &mut state, &block[..len], F::context(start, block, 0, false));
                starts.push(made(state));
                state.wipe();
            }
            continue;
        }
        begin.put_all(&mut rows, lanes);
        let contexts = [F::context(start, blocks[0], 0, false); MAX_LANES];
        with.many.compress(&mut rows, &streams(blocks, len), &contexts);
        for lane in 0..blocks.len() {
            let mut state = F::State::take(&rows, lane);
            starts.push(made(state));
            state.wipe();
        }
    }
    rows = F::State::NO_ROWS;
    zeroize::optimization_barrier(&rows);
    starts
}

/// Writes the part of a saved state that all frames over blocks share: the byte count and the state.
pub(crate) fn save_state<S: State>(state: &S, total: u128, put: &mut dyn FnMut(&[u8])) {
    let mut bytes = [0; 256];
    put(&total.to_le_bytes());
    state.write_le(&mut bytes[..S::LEN]);
    put(&bytes[..S::LEN]);
    wipe(&mut bytes);
}
