//! Many messages at once, each in a lane of its own.
//!
//! A lane takes a message, runs its whole blocks where they lie, then its padding from a buffer,
//! and then takes the next. All lanes advance by the same number of blocks in a call, so
//! messages of mixed lengths keep them full. What a single stream does faster, a few messages
//! left at the end, runs there.

use super::{Backends, Frame, State};
use crate::{
    backend::Backend,
    simd::{MAX_LANES, Streams},
    wipe::wipe,
};

/// The table of many messages: `lanes` of them at once.
pub struct Batch<S: State, C> {
    pub(crate) compress: BatchKernel<S, C>,
    pub(crate) lanes: usize,
    /// The number of messages from which a call is faster than one after another.
    pub(crate) least: usize,
}

/// Runs every block of the streams through the states in the rows.
pub(crate) type BatchKernel<S, C> = unsafe fn(&mut <S as State>::Rows, Streams<'_>, &[C; MAX_LANES]);

impl<S: State, C> Batch<S, C> {
    /// One message after another, on the backend for one.
    pub(crate) const ONE_BY_ONE: Self = {
        fn never<S: State, C>(_: &mut S::Rows, _: Streams<'_>, _: &[C; MAX_LANES]) {
            unreachable!("one lane takes the single path")
        }
        Self { compress: never::<S, C>, lanes: 1, least: 1 }
    };
}

impl<S: State, C> Backend<Batch<S, C>> {
    #[inline(always)]
    #[allow(unsafe_code)]
    fn compress(self, rows: &mut S::Rows, streams: Streams<'_>, contexts: &[C; MAX_LANES]) {
        // SAFETY: a `Backend` exists, so its features were detected.
        unsafe { (self.ops().compress)(rows, streams, contexts) }
    }
}

/// Room for the padded end of a message, at most two blocks.
pub(crate) type Tail = [u8; 256];

/// What the scheduler asks of a frame.
pub trait Batched: Frame<Many = Batch<Self::State, Self::Context>> {
    type State: State;
    /// What a call needs besides the blocks of a lane, such as a byte count.
    type Context: Copy + Default;

    /// The bytes of a block.
    fn block_len(start: &Self::Start) -> usize;
    /// The state before the message, and the number of its blocks that can be read in place.
    fn begin(start: &Self::Start, one: Backend<Self::Ops>, message: &[u8]) -> (Self::State, usize);
    /// Writes the rest of the message, padded, and returns its number of blocks; 0 only behind
    /// blocks that were read in place.
    fn tail(start: &Self::Start, message: &[u8], tail: &mut Tail) -> usize;
    /// The context of the run that begins at block `done` of the message, or of its tail.
    fn context(start: &Self::Start, message: &[u8], done: usize, tail: bool) -> Self::Context;
    /// Runs whole blocks through one state.
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], context: Self::Context);
    /// Writes the digest.
    fn output(start: &Self::Start, one: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]);
}

/// A message on its way through a lane.
#[derive(Clone, Copy)]
struct Lane {
    /// Which message; `usize::MAX` for none.
    index: usize,
    /// Blocks done and left of this phase.
    done: usize,
    left: usize,
    tail: bool,
}

const IDLE: Lane = Lane { index: usize::MAX, done: 0, left: usize::MAX, tail: false };

/// The digests of `messages`, `length` bytes each, one after another in `out`.
pub(crate) fn hash_many<F: Batched>(
    start: &F::Start,
    with: Backends<F>,
    messages: &[&[u8]],
    length: usize,
    out: &mut [u8],
) {
    let (lanes, least) = (with.many.ops().lanes, with.many.ops().least);
    if lanes == 1 || messages.len() < least {
        for (message, out) in messages.iter().zip(out.chunks_exact_mut(length)) {
            F::digest(start, with.one, message, out);
        }
        return;
    }
    let block_len = F::block_len(start);
    let mut rows = F::State::NO_ROWS;
    let mut tails = [[0; size_of::<Tail>()]; MAX_LANES];
    let mut slots = [IDLE; MAX_LANES];
    let mut contexts = [F::Context::default(); MAX_LANES];
    let mut next = 0;
    let mut active = 0;

    // Puts the next message into a lane; false when there is none.
    macro_rules! fill {
        ($lane:expr) => {{
            if let Some(message) = messages.get(next) {
                let (state, whole) = F::begin(start, with.one, message);
                state.put(&mut rows, $lane);
                slots[$lane] = Lane { index: next, done: 0, left: whole, tail: false };
                if whole == 0 {
                    let left = F::tail(start, message, &mut tails[$lane]);
                    slots[$lane] = Lane { left, tail: true, ..slots[$lane] };
                }
                next += 1;
                true
            } else {
                slots[$lane] = IDLE;
                false
            }
        }};
    }
    for lane in 0..lanes {
        active += usize::from(fill!(lane));
    }
    while active >= least {
        let mut count = usize::MAX;
        let mut busy = 0;
        for (lane, slot) in slots[..lanes].iter().enumerate() {
            if slot.left < count {
                (count, busy) = (slot.left, lane);
            }
        }
        let piece = |lane: usize| {
            let slot = &slots[lane];
            let from = slot.done * block_len;
            if slot.tail { &tails[lane][from..] } else { &messages[slot.index][from..] }
        };
        let mut pieces = [piece(busy); MAX_LANES];
        for lane in 0..lanes {
            let slot = &slots[lane];
            if slot.index != usize::MAX {
                pieces[lane] = piece(lane);
                contexts[lane] = F::context(start, messages[slot.index], slot.done, slot.tail);
            }
        }
        with.many.compress(&mut rows, Streams::new(&pieces[..lanes], count * block_len), &contexts);

        for lane in 0..lanes {
            let slot = &mut slots[lane];
            if slot.index == usize::MAX {
                continue;
            }
            slot.done += count;
            slot.left -= count;
            if slot.left > 0 {
                continue;
            }
            if !slot.tail {
                let left = F::tail(start, messages[slot.index], &mut tails[lane]);
                *slot = Lane { index: slot.index, done: 0, left, tail: true };
                if left > 0 {
                    continue;
                }
            }
            let mut state = F::State::take(&rows, lane);
            F::output(start, with.one, &mut state, &mut out[slot.index * length..][..length]);
            active -= usize::from(!fill!(lane));
        }
    }
    // the few left
    for (lane, slot) in slots[..lanes].iter().enumerate() {
        let Some(message) = messages.get(slot.index) else { continue };
        let mut state = F::State::take(&rows, lane);
        let from = slot.done * block_len;
        let context = F::context(start, message, slot.done, slot.tail);
        if slot.tail {
            F::run(with.one, &mut state, &tails[lane][from..][..slot.left * block_len], context);
        } else {
            F::run(with.one, &mut state, &message[from..][..slot.left * block_len], context);
            let n = F::tail(start, message, &mut tails[lane]);
            if n > 0 {
                let context = F::context(start, message, 0, true);
                F::run(with.one, &mut state, &tails[lane][..n * block_len], context);
            }
        }
        F::output(start, with.one, &mut state, &mut out[slot.index * length..][..length]);
        state.wipe();
    }
    for lane in 0..lanes {
        F::State::take(&F::State::NO_ROWS, 0).put(&mut rows, lane);
        wipe(&mut tails[lane]);
    }
    core::hint::black_box(&rows);
}

/// The part of a saved state that all block-wise frames share.
pub(crate) fn save_state<S: State>(state: &S, total: u128, put: &mut dyn FnMut(&[u8])) {
    let mut bytes = [0; 256];
    put(&total.to_le_bytes());
    state.write_le(&mut bytes[..S::LEN]);
    put(&bytes[..S::LEN]);
    wipe(&mut bytes);
}
