//! UBI, the chaining mode of Skein (Skein 1.3, section 3.4): a chained tweakable block cipher. The tweak contains the
//! type of the string that the block belongs to and the number of bytes of the string so far. A hash chains its
//! configuration, then the message, and then one more string for each block of output: the number of the output block.
//!
//! The last block of a string may be full. A full block therefore stays buffered until the message continues or ends.

use super::{Backends, Batch, Batched, Frame, Held, Reader, State, batch};
use crate::{
    backend::{Backend, Candidate, Dispatch, Entry, table_calls},
    simd::memory::{Bytes, copy_short, copy_whole},
    wipe::{self, wipe},
};

/// A tweakable block cipher and its candidates for chained blocks.
pub trait UbiCipher: Send + Sync + Sized + 'static {
    type State: State;
    type Block: Bytes;
    fn dispatch() -> &'static Dispatch<UbiOps<Self>>;
    fn batch() -> &'static Dispatch<Batch<Self::State, Tweak>>;
}

/// The type of a string (section 3.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringType {
    Key = 0,
    Configuration = 4,
    Personalisation = 8,
    PublicKey = 12,
    KeyIdentifier = 16,
    Nonce = 20,
    Message = 48,
    Output = 63,
}

/// The tweaks of a run of blocks. A block of zeros after the last block of the message yields the first block of
/// output.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tweak {
    /// The tweak before the run, with the flag [`FIRST`] if the run is at the beginning of the string.
    pub before: u128,
    /// The position of the end of the string, or [`UNKNOWN`] if more may follow. If the last block of the run, or the block
    /// before it, ends at or after this position, the string ends there.
    pub length: u128,
}

/// The value of [`Tweak::length`] for a string that has not ended.
const UNKNOWN: u128 = u128::MAX;
/// The bits of a tweak that contain the number of bytes.
const POSITION: u128 = (1 << 96) - 1;
/// The flags of the first and of the last block of a string.
const FIRST: u128 = 1 << 126;
const FINAL: u128 = 1 << 127;
/// The tweak of a block of output, which is a string of eight bytes.
const OUTPUT: u128 = 8 | (StringType::Output as u128) << 120 | FIRST | FINAL;

impl Tweak {
    /// Returns the tweak at the beginning of a string.
    #[inline(always)]
    pub fn new(kind: StringType, length: u128) -> Self {
        Self { before: (kind as u128) << 120 | FIRST, length }
    }

    /// Returns the tweak at the beginning of a tree node, given its level (from 1) and the number of bytes before it in
    /// its level.
    pub(super) fn node(level: u8, before: u128) -> Self {
        let start = Self::new(StringType::Message, UNKNOWN);
        Self { before: start.before | u128::from(level) << 112 | before & POSITION, ..start }
    }

    /// Returns the number of bytes of the string before the run.
    #[inline(always)]
    pub(super) fn position(self) -> u128 {
        self.before & POSITION
    }

    /// Returns this tweak for a string that ends at position `length`.
    #[inline(always)]
    pub(super) fn ending(self, length: u128) -> Self {
        Self { length, ..self }
    }

    /// The tweak of a run after the end of the message: its blocks are blocks of output.
    const AFTER: Self = Self { before: 0, length: 0 };

    /// Returns the tweak `bytes` further on in this string.
    #[inline(always)]
    fn after(self, bytes: u128) -> Self {
        if bytes == 0 { self } else { Self { before: (self.before & !FIRST) + bytes, ..self } }
    }

    /// Returns the tweak of the next block as two words, and advances this tweak by `block_len` bytes.
    #[inline(always)]
    pub fn next(&mut self, block_len: u64) -> [u64; 2] {
        let after = self.before + u128::from(block_len);
        let tweak = if after & POSITION < self.length {
            after
        } else if self.before & FIRST != 0 || self.before & POSITION < self.length {
            self.before & !POSITION | self.length | FINAL
        } else {
            OUTPUT
        };
        self.before = after & !FIRST;
        [tweak as u64, (tweak >> 64) as u64]
    }
}

/// The function table for one message.
pub struct UbiOps<C: UbiCipher> {
    pub(crate) compress: Entry<unsafe fn(&mut C::State, &[C::Block], Tweak)>,
    /// The candidate that hashes the leaves of a tree in lanes; it requires no features beyond the features of this
    /// candidate.
    pub(crate) lanes: &'static Candidate<Batch<C::State, Tweak>>,
}

table_calls! {
    /// The calls of a backend for chained blocks.
    pub(super) trait UbiCalls[C: UbiCipher]: Backend<UbiOps<C>> {
        fn compress(state: &mut C::State, blocks: &[C::Block], tweak: Tweak) = compress;
    }
}

/// Access to the backend that processes several strings in lanes.
pub(super) trait InLanes<C: UbiCipher> {
    /// Returns the backend that processes several strings at once, one in each lane.
    fn in_lanes(self) -> Backend<Batch<C::State, Tweak>>;
}

impl<C: UbiCipher> InLanes<C> for Backend<UbiOps<C>> {
    fn in_lanes(self) -> Backend<Batch<C::State, Tweak>> {
        Backend::admit(self.ops().lanes).expect("its features are among those of this candidate")
    }
}

/// The start of a message.
pub struct UbiStart<C: UbiCipher> {
    pub(super) state: C::State,
    /// The length of the output in bytes.
    length: usize,
    /// Whether the state depends on a key.
    pub(super) secret: bool,
}

impl<C: UbiCipher> UbiStart<C> {
    /// Returns a start from the state after the configuration, for `length` bytes of output.
    #[inline(always)]
    pub(crate) fn new(state: C::State, length: usize) -> Self {
        Self { state: state.whole(), length, secret: false }
    }

    /// Returns the start that results from absorbing all non-empty strings. If one of the strings is a key, the start is
    /// secret.
    #[inline(never)]
    pub(crate) fn after(strings: &[(StringType, &[u8])], length: usize) -> Self {
        let zero = [0; 128];
        let mut start = Self { state: C::State::read_le(&zero[..C::State::LEN]), length, secret: false };
        for (kind, string) in strings.iter().filter(|(_, string)| !string.is_empty()) {
            start.secret |= *kind == StringType::Key;
            chain::<C>(&mut start.state, C::dispatch().get(), *kind, string);
        }
        start
    }
}

impl<C: UbiCipher> Clone for UbiStart<C> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<C: UbiCipher> Drop for UbiStart<C> {
    #[inline]
    fn drop(&mut self) {
        if self.secret {
            self.state.wipe();
        }
    }
}

/// Processes a whole string of this kind.
fn chain<C: UbiCipher>(state: &mut C::State, backend: Backend<UbiOps<C>>, kind: StringType, string: &[u8]) {
    let tweak = Tweak::new(kind, string.len() as u128);
    let (blocks, rest) = C::Block::split(string);
    if !blocks.is_empty() {
        backend.compress(state, blocks, tweak);
    }
    if !rest.is_empty() || blocks.is_empty() {
        let mut last = C::Block::ZERO;
        last.as_mut()[..rest.len()].copy_from_slice(rest);
        let tweak = tweak.after((string.len() - rest.len()) as u128);
        backend.compress(state, core::slice::from_ref(&last), tweak);
        wipe(last.as_mut());
    }
}

/// Writes the output of a message whose final state is `state` (section 3.5.4).
#[inline]
pub(super) fn output<C: UbiCipher>(state: &mut C::State, backend: Backend<UbiOps<C>>, out: &mut [u8]) {
    let mut chained = *state;
    for (number, out) in out.chunks_mut(C::Block::LEN).enumerate() {
        let mut block = C::Block::ZERO;
        block.as_mut()[..8].copy_from_slice(&(number as u64).to_le_bytes());
        *state = chained;
        backend.compress(state, core::slice::from_ref(&block), Tweak::AFTER);
        state.write_le(out);
    }
    chained.wipe();
}

/// A string that is processed piece by piece.
pub struct Chaining<C: UbiCipher> {
    /// The state and the buffered block. The first `used` bytes of the block are valid.
    pub(super) held: Held<C::State, C::Block>,
    used: usize,
    /// The tweak before the buffered bytes.
    pub(super) tweak: Tweak,
}

impl<C: UbiCipher> Chaining<C> {
    #[inline]
    pub(super) fn new(state: C::State, tweak: Tweak) -> Self {
        Self { held: Held::new(state), used: 0, tweak }
    }

    /// Returns the number of bytes so far, counted from the beginning of the tree's level.
    #[inline]
    pub(super) fn position(&self) -> u128 {
        self.tweak.position() + self.used as u128
    }

    #[inline]
    pub(super) fn update(&mut self, backend: Backend<UbiOps<C>>, data: &[u8]) {
        if data.is_empty() {
            return;
        }
        let tweak = &mut self.tweak;
        self.used = self.held.append_but_last(self.used, data, |state, blocks| {
            backend.compress(state, blocks, *tweak);
            *tweak = tweak.after(size_of_val(blocks) as u128);
        });
    }

    /// Ends the string: the state becomes its result.
    #[inline]
    pub(super) fn end(&mut self, backend: Backend<UbiOps<C>>) {
        let tweak = self.tweak.ending(self.position());
        let (state, block) = self.held.padded(self.used);
        backend.compress(state, block, tweak);
    }

    /// Writes the number of bytes so far (counted from the beginning of the tree's level), the state and the buffered
    /// bytes.
    pub(super) fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.held.save(self.position(), self.used, put);
    }

    /// Reads the state and the `used` buffered bytes; `position` is the number of bytes before the buffered ones.
    pub(super) fn restore(&mut self, saved: &mut Reader<'_>, position: u128, used: usize) -> Option<()> {
        self.held.state = C::State::read_le(saved.take(C::State::LEN)?);
        self.hold(position, saved.take(used)?);
        Some(())
    }

    /// Sets the buffered bytes; `position` is the number of bytes before them.
    pub(super) fn hold(&mut self, position: u128, bytes: &[u8]) {
        self.tweak = self.tweak.after(position - self.tweak.position());
        self.held.block.as_mut()[..bytes.len()].copy_from_slice(bytes);
        self.used = bytes.len();
    }
}

impl<C: UbiCipher> Clone for Chaining<C> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), ..*self }
    }
}

/// A hash in progress over UBI.
pub struct Ubi<C: UbiCipher> {
    message: Chaining<C>,
    backend: Backend<UbiOps<C>>,
}

impl<C: UbiCipher> Clone for Ubi<C> {
    fn clone(&self) -> Self {
        Self { message: self.message.clone(), ..*self }
    }
}

impl<C: UbiCipher> Ubi<C> {
    const BLOCK_LEN: usize = C::Block::LEN;
}

impl<C: UbiCipher> Frame for Ubi<C> {
    type Start = UbiStart<C>;
    type Block = C::Block;
    type Ops = UbiOps<C>;
    type Many = Batch<C::State, Tweak>;

    super::lists_of!(C);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self { message: Chaining::new(start.state, Tweak::new(StringType::Message, UNKNOWN)), backend }
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }

    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.message.update(self.backend, data);
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        self.message.end(self.backend);
        output::<C>(&mut self.message.held.state, self.backend, out);
    }

    #[inline]
    fn secret(start: &Self::Start) -> bool {
        start.secret
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        let mut state = start.state.whole();
        let tweak = Tweak::new(StringType::Message, message.len() as u128);
        let (blocks, rest) = C::Block::split(message);
        if !blocks.is_empty() {
            backend.compress(&mut state, blocks, tweak);
        }
        // the padded tail of the message, and the block of zeros for the first block of output
        let mut tail = [C::Block::ZERO; 2];
        let mut left = &tail[1..];
        if !rest.is_empty() || blocks.is_empty() {
            copy_whole(tail[0].as_mut(), rest, 0);
            left = &tail;
        }
        let tweak = tweak.after((message.len() - rest.len()) as u128);
        if out.len() <= Self::BLOCK_LEN {
            backend.compress(&mut state, left, tweak);
            state.write_le(out);
        } else {
            backend.compress(&mut state, &left[..left.len() - 1], tweak);
            output::<C>(&mut state, backend, out);
        }
        wipe(tail[0].as_mut());
        state.wipe();
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        batch::hash_many::<Self>(start, with, messages, length, out);
        if start.secret {
            wipe::stack();
        }
    }

    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.message.save(put);
    }

    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let total = saved.number().filter(|total| *total < POSITION / 2)?;
        let mut frame = Self::new(start, backend);
        let used = Held::<C::State, C::Block>::held_back(total);
        frame.message.restore(&mut saved, total - used as u128, used)?;
        saved.0.is_empty().then_some(frame)
    }
}

impl<C: UbiCipher> Batched for Ubi<C> {
    type State = C::State;
    type Context = Tweak;

    #[inline(always)]
    fn blocks(start: &Self::Start, len: usize) -> (usize, usize) {
        // the last block may be full; if one block of output is enough, it is computed in the lanes too
        let padded = usize::from(!len.is_multiple_of(Self::BLOCK_LEN) || len == 0);
        (len / Self::BLOCK_LEN, padded + usize::from(start.length <= Self::BLOCK_LEN))
    }
    #[inline(always)]
    fn begin(start: &Self::Start, _: Backend<Self::Ops>, _: bool) -> Self::State {
        start.state
    }
    #[inline(always)]
    fn tail(_: &Self::Start, message: &[u8], tail: &mut [u8]) {
        let blocks = C::Block::split_mut(tail).0;
        blocks.fill(C::Block::ZERO);
        if let Some(first) = blocks.first_mut() {
            copy_short(first.as_mut(), C::Block::split(message).1);
        }
    }
    #[inline(always)]
    fn context(_: &Self::Start, message: &[u8], done: usize, tail: bool) -> Tweak {
        let before = if tail { message.len() / Self::BLOCK_LEN + done } else { done } * Self::BLOCK_LEN;
        Tweak::new(StringType::Message, message.len() as u128).after(before as u128)
    }
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], context: Tweak) {
        one.compress(state, C::Block::split(blocks).0, context);
    }
    #[inline(always)]
    fn output(start: &Self::Start, one: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]) {
        if start.length <= Self::BLOCK_LEN {
            state.write_le(out);
        } else {
            output::<C>(state, one, out);
        }
    }
}

/// Builds a candidate for hashing one message: `ubi_candidate!(Type, "name", "features", kernel, leaves: CANDIDATE)`.
/// The last argument is the batch candidate whose kernel hashes the leaves of a tree.
macro_rules! ubi_candidate {
    ($cipher:ty, $name:literal, $($features:literal,)? $kernel:path, leaves: $lanes:path) => {{
        const CANDIDATE: Candidate<UbiOps<$cipher>> = $crate::backend::candidate!($name, $($features,)? UbiOps {
            compress: $kernel = fn(
                state: &mut <$cipher as UbiCipher>::State,
                blocks: &[<$cipher as UbiCipher>::Block],
                tweak: Tweak
            );
            lanes: &$lanes
        });
        const { assert!(CANDIDATE.covers(&$lanes)) };
        CANDIDATE
    }};
}
pub(crate) use ubi_candidate;
