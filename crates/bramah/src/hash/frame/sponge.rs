//! The sponge: a permutation whose state takes `rate` bytes of the message at a time, and gives
//! as many of the output (FIPS 202, section 4).

use super::{Backends, Batch, Batched, Extendable, Frame, Reader, State, Tail, batch};
use crate::{
    backend::{Backend, Dispatch},
    simd::{Bytes, copy_short},
};

/// A permutation and the implementations of it. Its number of rounds is its own.
pub trait Permutation: Send + Sync + Sized + 'static {
    type State: State;
    fn dispatch() -> &'static Dispatch<PermutationOps<Self>>;
    fn batch() -> &'static Dispatch<Batch<Self::State, Rate>>;
}

/// The bytes of a block: a multiple of a word, and less than a state. The same in all lanes.
pub type Rate = usize;

/// The table of one message.
pub struct PermutationOps<P: Permutation> {
    /// Xors each whole block of `rate` bytes into the state, and permutes it.
    pub(crate) absorb: unsafe fn(&mut P::State, Rate, &[u8]),
    /// Permutes the state.
    pub(crate) permute: unsafe fn(&mut P::State),
}

impl<P: Permutation> Backend<PermutationOps<P>> {
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(crate) fn absorb(self, state: &mut P::State, rate: Rate, blocks: &[u8]) {
        // SAFETY: a `Backend` exists, so its features were detected.
        unsafe { (self.ops().absorb)(state, rate, blocks) }
    }
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(crate) fn permute(self, state: &mut P::State) {
        // SAFETY: as above.
        unsafe { (self.ops().permute)(state) }
    }
}

/// What differs between functions over one permutation.
pub trait SpongeParams: Send + Sync + Sized + 'static {
    type Permutation: Permutation;
    /// The block, whose length is the rate.
    type Block: Bytes;
    /// The last bit of the padding, in the last byte of the block.
    const LAST: u8 = 0x80;
}

/// Where a message begins.
#[derive(Clone, Copy)]
pub struct SpongeStart<S> {
    /// All zero, or with a prefix absorbed.
    pub(crate) state: S,
    /// What follows the message: the bits that tell functions apart, and the first of the padding.
    pub(crate) domain: u8,
}

type StateOf<P> = <<P as SpongeParams>::Permutation as Permutation>::State;
type Table<P> = Backend<PermutationOps<<P as SpongeParams>::Permutation>>;

/// The frame. The message is xored into the state as it comes, so there is no buffer.
pub struct Sponge<P: SpongeParams> {
    state: StateOf<P>,
    /// Bytes of the block absorbed or squeezed.
    at: usize,
    domain: u8,
    squeezing: bool,
    backend: Table<P>,
}

impl<P: SpongeParams> Sponge<P> {
    const RATE: usize = {
        let rate = P::Block::LEN;
        assert!(rate.is_multiple_of(8) && 0 < rate && rate < <StateOf<P> as State>::LEN);
        rate
    };
}

impl<P: SpongeParams> Clone for Sponge<P> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<P: SpongeParams> Drop for Sponge<P> {
    #[inline]
    fn drop(&mut self) {
        self.state.wipe();
    }
}

/// Puts the rest of a message, less than a block, and the padding into the state (section 5.1).
#[inline(always)]
fn finish<P: SpongeParams>(state: &mut StateOf<P>, at: usize, rest: &[u8], domain: u8) {
    state.xor_le(at, rest);
    state.xor_byte(at + rest.len(), domain);
    state.xor_byte(Sponge::<P>::RATE - 1, P::LAST);
}

/// Squeezes from the front of a block that has just been permuted.
#[inline(always)]
fn squeeze_blocks<P: SpongeParams>(state: &mut StateOf<P>, backend: Table<P>, out: &mut [u8]) {
    let rate = Sponge::<P>::RATE;
    if out.len() <= rate {
        state.write_le(out);
        return;
    }
    for (i, out) in out.chunks_mut(rate).enumerate() {
        if i > 0 {
            backend.permute(state);
        }
        state.write_le(out);
    }
}

impl<P: SpongeParams> Frame for Sponge<P> {
    type Start = SpongeStart<StateOf<P>>;
    type Block = P::Block;
    type Ops = PermutationOps<P::Permutation>;
    type Many = Batch<StateOf<P>, Rate>;

    fn dispatch() -> &'static Dispatch<Self::Ops> {
        P::Permutation::dispatch()
    }
    fn batch() -> &'static Dispatch<Self::Many> {
        P::Permutation::batch()
    }

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self { state: start.state, at: 0, domain: start.domain, squeezing: false, backend }
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }

    #[inline]
    fn update(&mut self, mut data: &[u8]) {
        let rate = Self::RATE;
        if self.at > 0 {
            let (head, rest) = data.split_at(data.len().min(rate - self.at));
            self.state.xor_le(self.at, head);
            self.at += head.len();
            if self.at < rate {
                return;
            }
            self.backend.permute(&mut self.state);
            self.at = 0;
            data = rest;
        }
        let whole = data.len() - data.len() % rate;
        let (blocks, rest) = data.split_at(whole);
        if !blocks.is_empty() {
            self.backend.absorb(&mut self.state, rate, blocks);
        }
        self.state.xor_le(0, rest);
        self.at = rest.len();
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        finish::<P>(&mut self.state, self.at, &[], self.domain);
        self.backend.permute(&mut self.state);
        squeeze_blocks::<P>(&mut self.state, self.backend, out);
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        let mut state = start.state;
        let whole = message.len() - message.len() % Self::RATE;
        let (blocks, rest) = message.split_at(whole);
        if !blocks.is_empty() {
            backend.absorb(&mut state, Self::RATE, blocks);
        }
        finish::<P>(&mut state, 0, rest, start.domain);
        backend.permute(&mut state);
        squeeze_blocks::<P>(&mut state, backend, out);
        state.wipe();
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        batch::hash_many::<Self>(start, with, messages, length, out);
    }

    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        Some(self)
    }

    /// The place in the block, and the state. What is squeezed is not saved.
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        batch::save_state(&self.state, self.at as u128, put);
    }

    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let at = usize::try_from(saved.number()?).ok().filter(|at| *at < Self::RATE)?;
        let state = StateOf::<P>::read_le(saved.take(StateOf::<P>::LEN)?);
        let frame = Self { state, at, ..Self::new(start, backend) };
        saved.0.is_empty().then_some(frame)
    }
}

impl<P: SpongeParams> Extendable for Sponge<P> {
    fn pad(&mut self) {
        if !self.squeezing {
            finish::<P>(&mut self.state, self.at, &[], self.domain);
            self.backend.permute(&mut self.state);
            self.at = 0;
            self.squeezing = true;
        }
    }

    fn squeeze(&mut self, mut out: &mut [u8]) {
        self.pad();
        let rate = Self::RATE;
        if self.at > 0 {
            let n = out.len().min(rate - self.at);
            let (head, rest) = out.split_at_mut(n);
            self.state.read_at(self.at, head);
            self.at += n;
            out = rest;
        }
        if out.is_empty() {
            return;
        }
        if self.at == rate {
            self.backend.permute(&mut self.state);
        }
        squeeze_blocks::<P>(&mut self.state, self.backend, out);
        // a whole block given is one that is permuted when more is wanted
        self.at = (out.len() - 1) % rate + 1;
    }
}

impl<P: SpongeParams> Batched for Sponge<P> {
    type State = StateOf<P>;
    type Context = Rate;

    fn block_len(_: &Self::Start) -> usize {
        Self::RATE
    }
    #[inline(always)]
    fn blocks(_: &Self::Start, len: usize) -> (usize, usize) {
        (len / Self::RATE, 1)
    }
    #[inline(always)]
    fn begin(start: &Self::Start, _: Backend<Self::Ops>, _: bool) -> Self::State {
        start.state
    }
    #[inline(always)]
    fn tail(start: &Self::Start, message: &[u8], tail: &mut Tail) {
        let rest = &message[message.len() - message.len() % Self::RATE..];
        let tail = &mut tail[..Self::RATE];
        tail.fill(0);
        copy_short(tail, rest);
        tail[rest.len()] = start.domain;
        tail[Self::RATE - 1] |= P::LAST;
    }
    #[inline(always)]
    fn context(_: &Self::Start, _: &[u8], _: usize, _: bool) -> Rate {
        Self::RATE
    }
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], rate: Rate) {
        one.absorb(state, rate, blocks);
    }
    #[inline(always)]
    fn output(_: &Self::Start, one: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]) {
        squeeze_blocks::<P>(state, one, out);
    }
}

/// A candidate for one message: `permutation_candidate!(Type, "name", "features", absorb, permute)`.
macro_rules! permutation_candidate {
    ($permutation:ty, $name:literal, $($features:literal,)? $absorb:path, $permute:path) => {
        $crate::backend::candidate!($name, $($features,)? PermutationOps {
            absorb: $absorb = fn(
                state: &mut <$permutation as Permutation>::State,
                rate: usize,
                blocks: &[u8]
            ),
            permute: $permute = fn(state: &mut <$permutation as Permutation>::State)
        })
    };
}
pub(crate) use permutation_candidate;

/// A candidate for many: `sponge_lanes_candidate!(Type, "name", "features", kernel, lanes, least)`,
/// where the kernel takes the states' rows, the streams and the rate.
macro_rules! sponge_lanes_candidate {
    ($permutation:ty, $name:literal, $features:literal, $kernel:path, $lanes:literal, $least:literal) => {
        $crate::hash::frame::batch_candidate!(
            <$permutation as Permutation>::State,
            usize,
            $name,
            $features,
            $lanes,
            $least,
            // the first lane has had a message, and all have the same rate
            |rows, streams, rates| $kernel(rows, *streams, rates[0])
        )
    };
}
pub(crate) use sponge_lanes_candidate;
