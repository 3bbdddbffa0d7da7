//! The sponge construction (FIPS 202, section 4): a permutation whose state absorbs the message, and from which the
//! output is then squeezed, `rate` bytes at a time.

use super::{Backends, Batch, Batched, Extendable, Frame, Nested, Reader, State, batch};
use crate::{
    backend::{Backend, Dispatch, Entry, table_calls},
    simd::memory::{Bytes, copy_short},
};

/// A permutation and its candidates.
pub trait Permutation: Send + Sync + Sized + 'static {
    type State: State;
    fn dispatch() -> &'static Dispatch<PermutationOps<Self>>;
    fn batch() -> &'static Dispatch<Batch<Self::State, Shape>>;
}

/// The parameters of a sponge kernel besides state and blocks. They are equal in all lanes.
#[derive(Clone, Copy, Default)]
pub struct Shape {
    rate: u8,
    rounds: u8,
}

impl Shape {
    /// Returns the length of a block in bytes: a multiple of 8, and less than the length of the state.
    #[inline(always)]
    pub(crate) fn rate(self) -> usize {
        self.rate.into()
    }
    /// Returns the number of rounds of the permutation.
    #[inline(always)]
    pub(crate) fn rounds(self) -> usize {
        self.rounds.into()
    }
}

/// The function table for one message.
pub struct PermutationOps<P: Permutation> {
    /// XORs each block into the state and permutes the state after each.
    pub(crate) absorb: Entry<unsafe fn(&mut P::State, Shape, &[u8])>,
    /// Permutes the state.
    pub(crate) permute: Entry<unsafe fn(&mut P::State, Shape)>,
}

table_calls! {
    /// The calls of a backend for a permutation.
    pub(crate) trait PermutationCalls[P: Permutation]: Backend<PermutationOps<P>> {
        fn absorb(state: &mut P::State, shape: Shape, blocks: &[u8]) = absorb;
        fn permute(state: &mut P::State, shape: Shape) = permute;
    }
}

/// The parameters of a hash function over a permutation.
pub trait SpongeParams: Send + Sync + Sized + 'static {
    type Permutation: Permutation;
    /// The block: an array whose length is the rate in bytes.
    type Block: Bytes;
    type Ending: Ending;
    /// The number of rounds of the permutation.
    const ROUNDS: usize;
    /// The final bit of the padding, in the last byte of the last block.
    const LAST: u8 = 0x80;
}

/// The bytes that are appended to a message, fewer than a block: the suffix of the function (if any), the domain
/// separation bits, and the first bit of the padding.
pub trait Ending: Copy + Send + Sync + 'static {
    /// Returns the bytes; there is at least one.
    fn bytes(&self) -> &[u8];
}

/// An ending that consists only of the domain separation bits and the first bit of the padding.
impl Ending for u8 {
    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        core::slice::from_ref(self)
    }
}

/// The start of a message: the state before the message, and the ending that is appended to the message.
#[derive(Clone)]
pub struct SpongeStart<S: State, E> {
    /// The state before the message: all zero, or after a prefix such as a key.
    pub(crate) state: S,
    pub(crate) ending: E,
    /// Whether the prefix contains a key.
    pub(crate) keyed: bool,
}

impl<S: State, E> Drop for SpongeStart<S, E> {
    #[inline(always)]
    fn drop(&mut self) {
        // without a key, nothing in this value is secret
        if self.keyed {
            self.state.wipe();
        }
    }
}

impl<const N: usize, E> SpongeStart<[u64; N], E> {
    /// Returns a start without a prefix.
    #[inline(always)]
    pub(crate) const fn new(ending: E) -> Self {
        Self { state: [0; N], ending, keyed: false }
    }
}

type StateOf<P> = <<P as SpongeParams>::Permutation as Permutation>::State;
type Table<P> = Backend<PermutationOps<<P as SpongeParams>::Permutation>>;

/// A hash in progress over a sponge. The message is XORed into the state immediately, so there is no buffer.
pub struct Sponge<P: SpongeParams> {
    state: StateOf<P>,
    /// The number of bytes of the current block that have been absorbed or squeezed.
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

    /// Pads the current block with zeros and permutes the state, unless the block is empty.
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

    /// Switches to another backend.
    pub(crate) fn on(&mut self, backend: Table<P>) -> &mut Self {
        self.backend = backend;
        self
    }

    /// Replaces the ending that is appended to the message.
    #[cfg(feature = "alloc")]
    pub(crate) fn end_with(&mut self, ending: P::Ending) -> &mut Self {
        self.ending = ending;
        self
    }

    /// If `saved` is true, restores the sponge that [`Frame::save`] wrote from the front of `from`, on the backend
    /// chosen for this process. If `saved` is false, returns `Some(None)`.
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

    /// Moves a sponge out of `from` and erases it there, which [`Option::take`] would not.
    pub(crate) fn moved(from: &mut Option<Self>) -> Option<Self> {
        let sponge = from.clone();
        *from = None;
        sponge
    }

    /// Returns the start of messages with a prefix. Each of the `parts` is padded with zeros to whole blocks and
    /// absorbed into the state of `first`.
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

/// XORs the tail of a message, less than a block, and the padding into the state, and permutes it (section 5.1).
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

/// Writes output from a state that has just been permuted.
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

    /// Writes the position in the block and the state. A frame that is being squeezed cannot be saved.
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
        // the state is permuted after a whole block only if more output is requested
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

/// Builds a candidate for hashing one message: `permutation_candidate!(Type, "name", "features", absorb, permute)`.
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
