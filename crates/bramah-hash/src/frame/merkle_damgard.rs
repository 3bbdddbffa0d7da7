//! Merkle-Damgård: a compression function over blocks, the last of which are padded with a mark and the length of the
//! message. The function may also receive the position of its blocks in the message, as in BLAKE, and may end with a
//! transformation of the state, as in Grøstl.

use super::{
    Backends, Batch, Batched, Frame, Held, Loops, Nested, Reader, State, StateStart, batch, chains,
    haifa::{Context, UNKNOWN},
};
use crate::{
    backend::{Backend, Dispatch, Entry, entry, table_calls},
    simd::memory::{Bytes, Room, copy_short, copy_whole, store_whole, wipe_whole},
    wipe::wipe,
};

/// A compression function and its implementations. `X` is its input besides blocks, mostly nothing.
pub trait Compress<X: Place = ()>: Send + Sync + Sized + 'static {
    type State: State;
    type Block: Bytes;
    fn dispatch() -> &'static Dispatch<CompressOps<Self, X>>;
    fn batch() -> &'static Dispatch<Batch<Self::State, X>>;
    /// Returns the candidates for PBKDF2's loop, for functions that have their own.
    fn loops() -> Option<&'static Loops<Self::State>> {
        None
    }
}

/// The position of a run of blocks, for functions that ask for it.
pub trait Place: Copy + Default + Send + Sync + 'static {
    /// Returns the position after `before` bytes of a message of `length` bytes.
    fn new(before: u128, length: u128) -> Self;
    /// Returns the position `bytes` further on.
    fn after(self, bytes: usize) -> Self;
}

impl Place for () {
    #[inline(always)]
    fn new(_: u128, _: u128) -> Self {}
    #[inline(always)]
    fn after(self, _: usize) -> Self {}
}

impl Place for Context {
    #[inline(always)]
    fn new(before: u128, length: u128) -> Self {
        Self { before, length, last_node: false }
    }
    #[inline(always)]
    fn after(self, bytes: usize) -> Self {
        Self { before: self.before.wrapping_add(bytes as u128), ..self }
    }
}

/// The function table for one message.
pub struct CompressOps<C: Compress<X>, X: Place = ()> {
    /// Compresses a run of blocks, and a second one after it if they are `joined`.
    pub(crate) compress: Entry<unsafe fn(&mut C::State, &[C::Block], &[C::Block], X)>,
    /// Whether one call takes both runs.
    pub(crate) joined: bool,
    /// The output transformation, for functions that have one.
    pub(crate) transform: Entry<unsafe fn(&mut C::State)>,
}

impl<X: Place, C: Compress<X>> CompressOps<C, X> {
    /// No output transformation.
    pub(crate) const NOTHING: Entry<unsafe fn(&mut C::State)> =
        entry!([S = C::State] fn nothing(_: &mut S) {});
}

table_calls! {
    /// The calls of the backend of a compression function.
    pub(crate) trait CompressCalls[X: Place, C: Compress<X>]: Backend<CompressOps<C, X>> {
        fn run(state: &mut C::State, blocks: &[C::Block], more: &[C::Block], place: X) = compress;
        /// Applies the output transformation.
        fn transform(state: &mut C::State) = transform;
    }
}

/// Compression of a message whose end is in another buffer than the rest of it.
pub(crate) trait Joined<X: Place, C: Compress<X>> {
    /// Compresses two consecutive runs of blocks, the first of which is not empty: the padded end of a message is in
    /// another buffer than the rest of it.
    fn compress(self, state: &mut C::State, blocks: &[C::Block], more: &[C::Block], place: X);
}

impl<X: Place, C: Compress<X>> Joined<X, C> for Backend<CompressOps<C, X>> {
    #[inline(always)]
    fn compress(self, state: &mut C::State, blocks: &[C::Block], more: &[C::Block], place: X) {
        if more.is_empty() || self.ops().joined {
            self.run(state, blocks, more, place);
        } else {
            self.run(state, blocks, &[], place);
            self.run(state, more, &[], place.after(size_of_val(blocks)));
        }
    }
}

/// The parameters of a function over a compression.
pub trait Params<X: Place = ()>: Send + Sync + Sized + 'static {
    type Compress: Compress<X>;
    /// Whether the length field and the digest are big-endian.
    const BIG_ENDIAN: bool;
    /// The bytes of the length field, which counts bits.
    const LENGTH_LEN: usize = 8;
    /// Whether the length field counts blocks instead, including those of the padding.
    const COUNTS_BLOCKS: bool = false;
    /// Whether the length has a block to itself, with at most the mark besides and nothing of the message.
    const LENGTH_APART: bool = false;
    /// The byte that marks the end of the message.
    const MARK: u8 = 0x80;
    /// The value that is added to the byte before the length field.
    const END: u8 = 0;

    /// Writes the digest, the front of the last state. A function with more work at the end does it here, on `one`.
    #[inline(always)]
    fn output(one: Backend<CompressOps<Self::Compress, X>>, state: &mut StateOf<Self, X>, out: &mut [u8]) {
        _ = one;
        if Self::BIG_ENDIAN { state.write_be(out) } else { state.write_le(out) }
    }
}

pub(super) type StateOf<P, X = ()> = <<P as Params<X>>::Compress as Compress<X>>::State;
pub(super) type BlockOf<P, X = ()> = <<P as Params<X>>::Compress as Compress<X>>::Block;

/// The frame. Message lengths are counted modulo 2^128 bytes, and the length field holds as much of the number of bits
/// as it has room for.
pub struct MerkleDamgard<P: Params<X>, X: Place = ()> {
    /// The state, and the last `total % block` bytes.
    held: Held<StateOf<P, X>, BlockOf<P, X>>,
    total: u128,
    backend: Backend<CompressOps<P::Compress, X>>,
}

impl<X: Place, P: Params<X>> MerkleDamgard<P, X> {
    /// The length of a block in bytes.
    pub(crate) const BLOCK_LEN: usize = BlockOf::<P, X>::LEN;

    #[inline(always)]
    fn used(&self) -> usize {
        self.total as usize % Self::BLOCK_LEN
    }

    /// Ends the message with its padding, as if nothing followed, and continues as if `before` blocks and the padded
    /// message had been the message so far.
    pub(super) fn pad_to_blocks(&mut self, before: u128) {
        let used = self.used();
        let mut pad = [BlockOf::<P, X>::ZERO; 2];
        let n = padding::<X, P, true>(&mut pad, self.held.bytes(used), self.total);
        let place = X::new(self.total.wrapping_sub(used as u128), self.total);
        self.backend.compress(&mut self.held.state, &pad[..n], &[], place);
        wipe(pad[0].as_mut());
        let blocks = (self.total / Self::BLOCK_LEN as u128).wrapping_add(n as u128 + before);
        self.total = blocks.wrapping_mul(Self::BLOCK_LEN as u128);
    }
}

impl<X: Place, P: Params<X>> Clone for MerkleDamgard<P, X> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), ..*self }
    }
}

impl<X: Place, P: Params<X>> Frame for MerkleDamgard<P, X> {
    type Start = StateStart<StateOf<P, X>>;
    type Block = BlockOf<P, X>;
    type Ops = CompressOps<P::Compress, X>;
    type Many = Batch<StateOf<P, X>, X>;
    const AFTER: bool = true;
    const ITERATES: bool = true;
    const NESTED: Nested<Self> = batch::hash_nested::<Self>;

    super::lists_of!(P::Compress);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self { held: Held::new(start.state), total: start.before as u128, backend }
    }
    fn after(start: &Self::Start, backend: Backend<Self::Ops>, block: &[u8]) -> Option<Self::Start> {
        let before = start.before + block.len();
        let mut start = StateStart { before, ..*start };
        let place = X::new((before - block.len()) as u128, UNKNOWN);
        backend.compress(&mut start.state, BlockOf::<P, X>::split(block).0, &[], place);
        Some(start)
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
        let place = X::new(self.total.wrapping_sub(used as u128), UNKNOWN);
        self.total = self.total.wrapping_add(data.len() as u128);
        let backend = self.backend;
        self.held.append(used, data, |state, blocks, more| backend.compress(state, blocks, more, place));
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        let used = self.used();
        let mut room = Room::<BlockOf<P, X>, 2>::new();
        let pad = room.rows();
        let n = padding::<X, P, true>(pad, self.held.bytes(used), self.total);
        let place = X::new(self.total.wrapping_sub(used as u128), self.total);
        self.backend.compress(&mut self.held.state, &pad[..n], &[], place);
        wipe(pad[0].as_mut());
        P::output(self.backend, &mut self.held.state, out);
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        if message.len().is_multiple_of(Self::BLOCK_LEN) {
            one_shot::<X, P>(start, backend, message, out);
        } else if message.len() == size_of::<StateOf<P, X>>() {
            of_digest::<X, P>(start, backend, message, out);
        } else {
            with_rest::<X, P>(start, backend, message, out);
        }
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        batch::hash_many::<Self>(start, with, messages, length, out);
    }
    #[cfg(feature = "alloc")]
    fn after_each(
        start: &Self::Start,
        with: Backends<Self>,
        blocks: &[&[u8]],
    ) -> Option<alloc::vec::Vec<Self::Start>> {
        Some(batch::run_each::<Self>(start, with, blocks, |state| StateStart {
            state,
            before: start.before + Self::BLOCK_LEN,
        }))
    }

    fn iterate(
        keys: &[[&Self::Start; 2]],
        one: Backend<Self::Ops>,
        length: usize,
        count: u32,
        u: &mut [u8],
        sum: &mut [u8],
    ) {
        chains::iterate::<P, X>(keys, one, length, count, u, sum);
    }
    #[cfg(feature = "registry")]
    fn loops() -> Option<[&'static dyn crate::backend::Choice; 2]> {
        P::Compress::loops()
            .map(|loops| -> [&'static dyn crate::backend::Choice; 2] { [&loops.one, &loops.many] })
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

/// Computes the digest of a message. Where all of its blocks are known to be whole, the compiler leaves out most of
/// this.
#[inline(always)]
fn one_shot<X: Place, P: Params<X>>(
    start: &StateStart<StateOf<P, X>>,
    backend: Backend<CompressOps<P::Compress, X>>,
    message: &[u8],
    out: &mut [u8],
) {
    let mut state = start.state;
    let (blocks, rest) = BlockOf::<P, X>::split(message);
    // first, so that its stores have finished when the kernel loads it
    let mut room = Room::<BlockOf<P, X>, 2>::new();
    let pad = room.rows();
    let before = start.before as u128;
    let length = before + message.len() as u128;
    let n = padding::<X, P, true>(pad, rest, length);
    let (first, more) = if blocks.is_empty() { (&pad[..n], blocks) } else { (blocks, &pad[..n]) };
    backend.compress(&mut state, first, more, X::new(before, length));
    P::output(backend, &mut state, out);
    // the second block holds nothing of the message
    wipe_whole(pad[0].as_mut(), rest.len());
    state.wipe();
}

/// Hashes a message with an incomplete last block. A separate function, so that messages of whole blocks do not save
/// the registers that it needs across its call.
#[inline(never)]
fn with_rest<X: Place, P: Params<X>>(
    start: &StateStart<StateOf<P, X>>,
    backend: Backend<CompressOps<P::Compress, X>>,
    message: &[u8],
    out: &mut [u8],
) {
    // always true here; the test lets the compiler leave out the other case
    if !message.len().is_multiple_of(BlockOf::<P, X>::LEN) {
        one_shot::<X, P>(start, backend, message, out);
    }
}

/// Hashes a message as long as the state, as are most digests: HMAC's second message, and what is hashed twice. The compiler knows
/// the length and the place of its end.
#[inline(never)]
fn of_digest<X: Place, P: Params<X>>(
    start: &StateStart<StateOf<P, X>>,
    backend: Backend<CompressOps<P::Compress, X>>,
    message: &[u8],
    out: &mut [u8],
) {
    // always true here, as in `with_rest`
    if message.len() == size_of::<StateOf<P, X>>() {
        one_shot::<X, P>(start, backend, message, out);
    }
}

/// Returns the number of blocks that end a message whose last, incomplete block has `rest` bytes.
#[inline(always)]
fn end_blocks<X: Place, P: Params<X>>(rest: usize) -> usize {
    let room = if P::LENGTH_APART { rest == 0 } else { rest + 1 + P::LENGTH_LEN <= BlockOf::<P, X>::LEN };
    if room { 1 } else { 2 }
}

/// Writes the blocks that end a message whose last, incomplete block is `rest`, and returns their number. `WHOLE` is
/// for blocks that are read at once: everything is then written by whole stores, which takes more instructions.
#[inline(always)]
pub(super) fn padding<X: Place, P: Params<X>, const WHOLE: bool>(
    pad: &mut [BlockOf<P, X>],
    rest: &[u8],
    total: u128,
) -> usize {
    const { assert!(BlockOf::<P, X>::LEN.is_multiple_of(16)) };
    const { assert!(P::END == 0 || P::LENGTH_LEN <= 16) };
    let n = end_blocks::<X, P>(rest.len());
    // one by one, since a loop would become a call of `memset`
    if !WHOLE {
        pad[0] = BlockOf::<P, X>::ZERO;
    }
    if n == 2 {
        pad[1] = BlockOf::<P, X>::ZERO;
    }
    // the field's last bytes are the block's last bytes
    let unused = 128 - 8 * P::LENGTH_LEN.min(16) as u32;
    let count = match P::COUNTS_BLOCKS {
        true => total / BlockOf::<P, X>::LEN as u128 + n as u128,
        false => total.wrapping_mul(8),
    };
    let mut length = if P::BIG_ENDIAN { count.swap_bytes() >> unused << unused } else { count << unused };
    if P::LENGTH_LEN < 16 {
        length |= u128::from(P::END) << (120 - 8 * P::LENGTH_LEN as u32);
    }
    if WHOLE {
        let end = copy_whole(pad[0].as_mut(), rest, P::MARK);
        let last = BlockOf::<P, X>::LEN / 16 - 1;
        let shared = |at| if n == 1 && rest.len() / 16 == at { end } else { 0 };
        let chunks = pad[n - 1].as_mut().as_chunks_mut().0;
        store_whole(&mut chunks[last], length | shared(last));
        if P::END != 0 && P::LENGTH_LEN == 16 {
            store_whole(&mut chunks[last - 1], u128::from(P::END) << 120 | shared(last - 1));
        }
    } else {
        copy_short(pad[0].as_mut(), rest);
        pad[0].as_mut()[rest.len()] = P::MARK;
        let len = P::LENGTH_LEN.min(16);
        let field = &mut pad[n - 1].as_mut()[BlockOf::<P, X>::LEN - len..];
        field.copy_from_slice(&length.to_le_bytes()[16 - len..]);
        if P::END != 0 {
            pad[n - 1].as_mut()[BlockOf::<P, X>::LEN - len - 1] |= P::END;
        }
    }
    n
}

impl<X: Place, P: Params<X>> Batched for MerkleDamgard<P, X> {
    type State = StateOf<P, X>;
    type Context = X;

    #[inline(always)]
    fn blocks(_: &Self::Start, len: usize) -> (usize, usize) {
        (len / Self::BLOCK_LEN, end_blocks::<X, P>(len % Self::BLOCK_LEN))
    }
    #[inline(always)]
    fn begin(start: &Self::Start, _: Backend<Self::Ops>, _: bool) -> Self::State {
        start.state
    }
    #[inline(always)]
    fn tail(start: &Self::Start, message: &[u8], tail: &mut [u8]) {
        let rest = &message[message.len() - message.len() % Self::BLOCK_LEN..];
        let length = start.before as u128 + message.len() as u128;
        padding::<X, P, false>(BlockOf::<P, X>::split_mut(tail).0, rest, length);
    }
    #[inline(always)]
    fn context(start: &Self::Start, message: &[u8], done: usize, tail: bool) -> X {
        let blocks = if tail { message.len() / Self::BLOCK_LEN } else { 0 } + done;
        let before = start.before as u128;
        X::new(before + (blocks * Self::BLOCK_LEN) as u128, before + message.len() as u128)
    }
    fn run(one: Backend<Self::Ops>, state: &mut Self::State, blocks: &[u8], place: X) {
        one.compress(state, BlockOf::<P, X>::split(blocks).0, &[], place);
    }
    #[inline(always)]
    fn output(_: &Self::Start, one: Backend<Self::Ops>, state: &mut Self::State, out: &mut [u8]) {
        P::output(one, state, out);
    }
}

/// Makes a candidate for one message: `compress_candidate!(Type, "name", "features", kernel)`; with `counted` before
/// the arguments for a function that receives its blocks' position, or `joined` for a kernel that takes both runs at
/// once, and with the output transformation after a semicolon if there is one.
macro_rules! compress_candidate {
    (joined $compress:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::backend::candidate!($name, $($features,)? CompressOps {
            compress: $kernel = fn(
                state: &mut <$compress as Compress>::State,
                blocks: &[<$compress as Compress>::Block],
                more: &[<$compress as Compress>::Block];
                ()
            );
            transform: CompressOps::<$compress>::NOTHING;
            joined: true
        })
        .erasing(&$crate::wipe::SHALLOW)
    };
    (counted $compress:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::backend::candidate!($name, $($features,)? CompressOps {
            compress: $kernel = fn(
                state: &mut <$compress as Compress<Context>>::State,
                blocks: &[<$compress as Compress<Context>>::Block],
                more: &[<$compress as Compress<Context>>::Block],
                place: Context
            ) => { _ = more; $kernel(state, blocks, place) };
            transform: CompressOps::<$compress, Context>::NOTHING;
            joined: false
        })
        .erasing(&$crate::wipe::SHALLOW)
    };
    ($compress:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::backend::candidate!($name, $($features,)? CompressOps {
            compress: $kernel = fn(
                state: &mut <$compress as Compress>::State,
                blocks: &[<$compress as Compress>::Block],
                more: &[<$compress as Compress>::Block],
                place: ()
            ) => { _ = (more, place); $kernel(state, blocks) };
            transform: CompressOps::<$compress>::NOTHING;
            joined: false
        })
        .erasing(&$crate::wipe::SHALLOW)
    };
    ($compress:ty, $name:literal, $($features:literal,)? $kernel:path; $transform:path) => {
        $crate::backend::candidate!($name, $($features,)? CompressOps {
            compress: $kernel = fn(
                state: &mut <$compress as Compress>::State,
                blocks: &[<$compress as Compress>::Block],
                more: &[<$compress as Compress>::Block],
                place: ()
            ) => { _ = (more, place); $kernel(state, blocks) },
            transform: $transform = fn(state: &mut <$compress as Compress>::State);
            joined: false
        })
        .erasing(&$crate::wipe::SHALLOW)
    };
}
pub(crate) use compress_candidate;
