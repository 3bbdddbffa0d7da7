//! The sponge: a permutation whose state absorbs `rate` bytes of the message at a time, and releases as many of the
//! output (FIPS 202, section 4).

use super::{Backends, Batch, Batched, Extendable, Frame, Nested, Reader, State, batch};
use crate::{
    backend::{Backend, Dispatch, Entry, table_calls},
    simd::memory::{Bytes, copy_short},
};

/// A permutation and its implementations.
pub trait Permutation: Send + Sync + Sized + 'static {
    type State: State;
    fn dispatch() -> &'static Dispatch<PermutationOps<Self>>;
    fn batch() -> &'static Dispatch<Batch<Self::State, Shape>>;
}

/// The parameters of a kernel in addition to state and blocks, equal in all lanes.
#[derive(Clone, Copy, Default)]
pub struct Shape {
    rate: u8,
    rounds: u8,
}

impl Shape {
    /// Returns the bytes of a block: a multiple of a word, and less than a state.
    #[inline(always)]
    pub(crate) fn rate(self) -> usize {
        self.rate.into()
    }
    /// Returns the rounds of the permutation.
    #[inline(always)]
    pub(crate) fn rounds(self) -> usize {
        self.rounds.into()
    }
}

/// The function table for one message.
pub struct PermutationOps<P: Permutation> {
    /// XORs each whole block into the state, and permutes it.
    pub(crate) absorb: Entry<unsafe fn(&mut P::State, Shape, &[u8])>,
    /// Permutes the state.
    pub(crate) permute: Entry<unsafe fn(&mut P::State, Shape)>,
}

table_calls! {
    /// The calls of a permutation's backend.
    pub(crate) trait PermutationCalls[P: Permutation]: Backend<PermutationOps<P>> {
        fn absorb(state: &mut P::State, shape: Shape, blocks: &[u8]) = absorb;
        fn permute(state: &mut P::State, shape: Shape) = permute;
    }
}

/// The parameters of a function over a permutation.
pub trait SpongeParams: Send + Sync + Sized + 'static {
    type Permutation: Permutation;
    /// The block, whose length is the rate.
    type Block: Bytes;
    type Ending: Ending;
    /// The rounds of the permutation.
    const ROUNDS: usize;
    /// The last bit of the padding, in the last byte of the block.
    const LAST: u8 = 0x80;
}

/// The bytes that follow a message, less than a block: suffixes of the function, the domain separation bits, and the
/// first bit of the padding.
pub trait Ending: Copy + Send + Sync + 'static {
    /// Returns the bytes, at least one.
    fn bytes(&self) -> &[u8];
}

/// An ending that consists only of the domain separation bits.
impl Ending for u8 {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        core::slice::from_ref(self)
    }
}

/// The state before a message, and the ending of the message.
#[derive(Clone)]
pub struct SpongeStart<S: State, E> {
    /// The state: all zero, or after a prefix.
    pub(crate) state: S,
    pub(crate) ending: E,
    /// Whether the prefix holds a key.
    pub(crate) keyed: bool,
}

impl<S: State, E> Drop for SpongeStart<S, E> {
    #[inline(always)]
    fn drop(&mut self) {
        // without a key nothing here is secret
        if self.keyed {
            self.state.wipe();
        }
    }
}

impl<const N: usize, E> SpongeStart<[u64; N], E> {
    /// Makes a start without a prefix.
    #[inline(always)]
    pub(crate) const fn new(ending: E) -> Self {
        Self { state: [0; N], ending, keyed: false }
    }
}

type StateOf<P> = <<P as SpongeParams>::Permutation as Permutation>::State;
type Table<P> = Backend<PermutationOps<<P as SpongeParams>::Permutation>>;

/// The frame. The message is XORed into the state as it comes, so there is no buffer.
pub struct Sponge<P: SpongeParams> {
    state: StateOf<P>,
    /// The number of bytes of the block that have been absorbed or squeezed.
    at: usize,
    ending: P::Ending,
    squeezing: bool,
    backend: Table<P>,
}

impl<P: SpongeParams> Sponge<P> {
    const RATE: usize = {
        let rate = P::Block::LEN;
        assert!(rate.is_multiple_of(8) && 0 < rate && rate < <StateOf<P> as State>::LEN);
        rate
    };
    pub(crate) const SHAPE: Shape = Shape { rate: Self::RATE as u8, rounds: P::ROUNDS as u8 };

    /// Absorbs zeros up to the end of the block, if it has begun.
    fn fill_block(&mut self) {
        if self.at > 0 {
            self.backend.permute(&mut self.state, Self::SHAPE);
            self.at = 0;
        }
    }

    /// Continues a message of whole blocks, after which the state is `state`.
    #[cfg(feature = "alloc")]
    pub(crate) fn resumed(state: StateOf<P>, start: &<Self as Frame>::Start, backend: Table<P>) -> Self {
        Self { state, at: 0, ending: start.ending, squeezing: false, backend }
    }

    /// Continues on this backend.
    pub(crate) fn on(&mut self, backend: Table<P>) -> &mut Self {
        self.backend = backend;
        self
    }

    /// Replaces the ending of the message.
    #[cfg(feature = "alloc")]
    pub(crate) fn end_with(&mut self, ending: P::Ending) -> &mut Self {
        self.ending = ending;
        self
    }

    /// Restores what [`Frame::save`] wrote, from the front of `from` and on the backend in use; `Some(None)` if not
    /// `saved`.
    pub(crate) fn restore_if(
        saved: bool,
        start: &<Self as Frame>::Start,
        from: &mut Reader<'_>,
    ) -> Option<Option<Self>> {
        if !saved {
            return Some(None);
        }
        let bytes = from.take(size_of::<u128>() + StateOf::<P>::LEN)?;
        Self::restore(start, P::Permutation::dispatch().get(), bytes).map(Some)
    }

    /// Moves a sponge out of its place and erases the place: [`Option::take`] would leave the state there.
    pub(crate) fn moved(from: &mut Option<Self>) -> Option<Self> {
        let sponge = from.clone();
        *from = None;
        sponge
    }

    /// Makes the start of messages after a prefix: `parts` one after another, each filled up with zeros to whole
    /// blocks, absorbed into the state of `first`.
    #[inline(never)]
    pub(crate) fn after(
        first: SpongeStart<StateOf<P>, P::Ending>,
        parts: &[&[&[u8]]],
        keyed: bool,
    ) -> SpongeStart<StateOf<P>, P::Ending> {
        let mut sponge = Self::new(&first, P::Permutation::dispatch().get());
        for part in parts {
            for bytes in *part {
                sponge.update(bytes);
            }
            sponge.fill_block();
        }
        SpongeStart { state: sponge.state, keyed, ..first }
    }
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

/// XORs the rest of a message, less than a block, and the padding into the state (section 5.1).
#[inline(always)]
fn finish<P: SpongeParams>(
    state: &mut StateOf<P>,
    backend: Table<P>,
    at: usize,
    rest: &[u8],
    ending: &P::Ending,
) {
    let rate = Sponge::<P>::RATE;
    state.xor_le(at, rest);
    let at = at + rest.len();
    match ending.bytes() {
        [one] => state.xor_byte(at, *one),
        bytes => {
            let (here, beyond) = bytes.split_at(bytes.len().min(rate - at));
            state.xor_le(at, here);
            if !beyond.is_empty() {
                backend.permute(state, Sponge::<P>::SHAPE);
                state.xor_le(0, beyond);
            }
        }
    }
    state.xor_byte(rate - 1, P::LAST);
    backend.permute(state, Sponge::<P>::SHAPE);
}

/// Squeezes output, beginning with a block that has just been permuted.
#[inline(always)]
fn squeeze_blocks<P: SpongeParams>(state: &mut StateOf<P>, backend: Table<P>, out: &mut [u8]) {
    let rate = Sponge::<P>::RATE;
    if out.len() <= rate {
        state.write_le(out);
        return;
    }
    for (i, out) in out.chunks_mut(rate).enumerate() {
        if i > 0 {
            backend.permute(state, Sponge::<P>::SHAPE);
        }
        state.write_le(out);
    }
}

impl<P: SpongeParams> Frame for Sponge<P> {
    type Start = SpongeStart<StateOf<P>, P::Ending>;
    type Block = P::Block;
    type Ops = PermutationOps<P::Permutation>;
    type Many = Batch<StateOf<P>, Shape>;
    const AFTER: bool = true;
    const NESTED: Nested<Self> = batch::hash_nested::<Self>;

    super::lists_of!(P::Permutation);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self { state: start.state, at: 0, ending: start.ending, squeezing: false, backend }
    }
    fn after(start: &Self::Start, backend: Backend<Self::Ops>, block: &[u8]) -> Option<Self::Start> {
        let mut after = SpongeStart { keyed: true, ..start.clone() };
        backend.absorb(&mut after.state, Self::SHAPE, block);
        Some(after)
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }
    #[inline]
    fn secret(start: &Self::Start) -> bool {
        start.keyed
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
            self.backend.permute(&mut self.state, Self::SHAPE);
            self.at = 0;
            data = rest;
        }
        let whole = data.len() - data.len() % rate;
        let (blocks, rest) = data.split_at(whole);
        if !blocks.is_empty() {
            self.backend.absorb(&mut self.state, Self::SHAPE, blocks);
        }
        self.state.xor_le(0, rest);
        self.at = rest.len();
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        finish::<P>(&mut self.state, self.backend, self.at, &[], &self.ending);
        squeeze_blocks::<P>(&mut self.state, self.backend, out);
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        let mut state = start.state;
        let whole = message.len() - message.len() % Self::RATE;
        let (blocks, rest) = message.split_at(whole);
        if !blocks.is_empty() {
            backend.absorb(&mut state, Self::SHAPE, blocks);
        }
        finish::<P>(&mut state, backend, 0, rest, &start.ending);
        squeeze_blocks::<P>(&mut state, backend, out);
        state.wipe();
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        batch::hash_many::<Self>(start, with, messages, length, out);
    }

    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        Some(self)
    }

    /// Writes the position in the block, and the state; whether the frame is squeezing is not saved.
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
            finish::<P>(&mut self.state, self.backend, self.at, &[], &self.ending);
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
            self.backend.permute(&mut self.state, Self::SHAPE);
        }
        squeeze_blocks::<P>(&mut self.state, self.backend, out);
        // after a whole block, the state is permuted only if more output is needed
        self.at = (out.len() - 1) % rate + 1;
    }
}

impl<P: SpongeParams> Batched for Sponge<P> {
    type State = StateOf<P>;
    type Context = Shape;
    const OUTPUT: usize = Self::RATE;

    #[inline(always)]
    fn blocks(start: &Self::Start, len: usize) -> (usize, usize) {
        let beyond = len % Self::RATE + start.ending.bytes().len() > Self::RATE;
        (len / Self::RATE, 1 + usize::from(beyond))
    }
    #[inline(always)]
    fn begin(start: &Self::Start, _: Backend<Self::Ops>, _: bool) -> Self::State {
        start.state
    }
    #[inline(always)]
    fn tail(start: &Self::Start, message: &[u8], tail: &mut [u8]) {
        let rest = &message[message.len() - message.len() % Self::RATE..];
        let ending = start.ending.bytes();
        let tail = &mut tail[..Self::RATE * Self::blocks(start, message.len()).1];
        tail.fill(0);
        copy_short(tail, rest);
        copy_short(&mut tail[rest.len()..], ending);
        if let Some(last) = tail.last_mut() {
            *last |= P::LAST;
        }
    }
    #[inline(always)]
    fn context(_: &Self::Start, _: &[u8], _: usize, _: bool) -> Shape {
        Self::SHAPE
    }
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], shape: Shape) {
        one.absorb(state, shape, blocks);
    }
    #[inline(always)]
    fn output(_: &Self::Start, one: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]) {
        squeeze_blocks::<P>(state, one, out);
    }
}

/// Makes a candidate for one message: `permutation_candidate!(Type, "name", "features", absorb, permute)`.
macro_rules! permutation_candidate {
    ($permutation:ty, $name:literal, $($features:literal,)? $absorb:path, $permute:path) => {
        $crate::backend::candidate!($name, $($features,)? PermutationOps {
            absorb: $absorb = fn(
                state: &mut <$permutation as Permutation>::State,
                shape: Shape,
                blocks: &[u8]
            ),
            permute: $permute = fn(
                state: &mut <$permutation as Permutation>::State,
                shape: Shape
            )
        })
    };
}
pub(crate) use permutation_candidate;
