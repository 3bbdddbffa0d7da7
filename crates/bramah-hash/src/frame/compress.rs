//! Compression functions over blocks: their function tables, their parameters, and the padding of the last blocks.

use super::{Batch, Loops, State, haifa::Context};
use crate::{
    backend::{Backend, Dispatch, Entry, entry, table_calls},
    simd::memory::{Bytes, copy_short, copy_whole, store_whole},
};

/// A compression function and its candidates. `X` is the type of its input besides state and blocks, usually `()`.
pub trait Compress<X: Place = ()>: Send + Sync + Sized + 'static {
    type State: State;
    type Block: Bytes;
    fn dispatch() -> &'static Dispatch<CompressOps<Self, X>>;
    fn batch() -> &'static Dispatch<Batch<Self::State, X>>;
    /// Returns the candidates for the loop of PBKDF2, if the function has its own.
    fn loops() -> Option<&'static Loops<Self::State>> {
        None
    }
}

/// The position of a run of blocks in the message, for compression functions that need it.
pub trait Place: Copy + Default + Send + Sync + 'static {
    /// Returns the position after `before` bytes of a message of `length` bytes.
    fn new(before: u128, length: u128) -> Self;
    /// Returns the position `bytes` after this position.
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
    /// Compresses a run of blocks, and then a second run if the table is `joined`.
    pub(crate) compress: Entry<unsafe fn(&mut C::State, &[C::Block], &[C::Block], X)>,
    /// Whether one call of `compress` takes both runs.
    pub(crate) joined: bool,
    /// The output transformation, or [`NOTHING`](Self::NOTHING).
    pub(crate) transform: Entry<unsafe fn(&mut C::State)>,
}

impl<X: Place, C: Compress<X>> CompressOps<C, X> {
    /// The output transformation of a function that has none.
    pub(crate) const NOTHING: Entry<unsafe fn(&mut C::State)> =
        entry!([S = C::State] fn nothing(_: &mut S) {});
}

table_calls! {
    /// The calls of a backend for a compression function.
    pub(crate) trait CompressCalls[X: Place, C: Compress<X>]: Backend<CompressOps<C, X>> {
        fn run(state: &mut C::State, blocks: &[C::Block], more: &[C::Block], place: X) = compress;
        /// Applies the output transformation to the state.
        fn transform(state: &mut C::State) = transform;
    }
}

/// Compression of a message whose padded tail is in a separate buffer.
pub trait Joined<X: Place, C: Compress<X>> {
    /// Compresses two consecutive runs of blocks, by one call if the backend supports it. The first run is not empty;
    /// the second is usually the padded tail of the message.
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

/// The parameters of a hash function over a compression function.
pub trait Params<X: Place = ()>: Send + Sync + Sized + 'static {
    type Compress: Compress<X>;
    /// Whether the length field and the digest are big-endian.
    const BIG_ENDIAN: bool;
    /// The length in bytes of the length field. The field contains the length of the message in bits.
    const LENGTH_LEN: usize = 8;
    /// Whether the length field contains the number of blocks instead, including the blocks of the padding.
    const COUNTS_BLOCKS: bool = false;
    /// Whether the length field is in a separate block, which may also contain the end mark but no bytes of the
    /// message.
    const LENGTH_APART: bool = false;
    /// The end mark: the byte that follows the message.
    const MARK: u8 = 0x80;
    /// The value that is ORed into the byte before the length field.
    const END: u8 = 0;

    /// Writes the digest, which is the beginning of the final state. A function with more work at the end does this
    /// work here, on the backend `one`.
    #[inline(always)]
    fn output(one: Backend<CompressOps<Self::Compress, X>>, state: &mut StateOf<Self, X>, out: &mut [u8]) {
        _ = one;
        if Self::BIG_ENDIAN { state.write_be(out) } else { state.write_le(out) }
    }
}

pub(super) type StateOf<P, X = ()> = <<P as Params<X>>::Compress as Compress<X>>::State;
pub(super) type BlockOf<P, X = ()> = <<P as Params<X>>::Compress as Compress<X>>::Block;

/// Returns the number of blocks in the padded tail of a message whose last, incomplete block has `rest` bytes.
#[inline(always)]
pub(super) fn end_blocks<X: Place, P: Params<X>>(rest: usize) -> usize {
    let room = if P::LENGTH_APART { rest == 0 } else { rest + 1 + P::LENGTH_LEN <= BlockOf::<P, X>::LEN };
    if room { 1 } else { 2 }
}

/// Writes the padded tail of a message whose last, incomplete block is `rest`, and returns its number of blocks. Set
/// `WHOLE` if the blocks are loaded right afterwards: all bytes are then written by stores of whole registers, which
/// takes more instructions but does not stall the loads.
#[inline(always)]
pub(super) fn padding<X: Place, P: Params<X>, const WHOLE: bool>(
    pad: &mut [BlockOf<P, X>],
    rest: &[u8],
    total: u128,
) -> usize {
    const { assert!(BlockOf::<P, X>::LEN.is_multiple_of(16)) };
    const { assert!(P::END == 0 || P::LENGTH_LEN <= 16) };
    let n = end_blocks::<X, P>(rest.len());
    // one block at a time, because the compiler would turn a loop into a call of `memset`
    if !WHOLE {
        pad[0] = BlockOf::<P, X>::ZERO;
    }
    if n == 2 {
        pad[1] = BlockOf::<P, X>::ZERO;
    }
    // the field is at the end of the last block
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

/// Builds a candidate for hashing one message: `compress_candidate!(Type, "name", "features", kernel)`. Put `counted`
/// before the arguments if the kernel receives the position of its blocks, or `joined` if it takes both runs at once.
/// Put the output transformation, if there is one, after a semicolon at the end.
macro_rules! compress_candidate {
    (@ $compress:ty, $place_type:ty, $name:literal, $($features:literal)?, $kernel:path,
     |$state:ident, $blocks:ident, $more:ident, $place:ident| $args:tt, [$($transform:tt)*], $joined:literal) => {{
        use $crate::frame::{Compress, CompressOps};
        $crate::backend::candidate!($name, $($features,)? CompressOps {
            compress: fn entry(
                $state: &mut <$compress as Compress<$place_type>>::State,
                $blocks: &[<$compress as Compress<$place_type>>::Block],
                $more: &[<$compress as Compress<$place_type>>::Block],
                $place: $place_type
            ) { $kernel $args }
            $($transform)*;
            joined: $joined
        })
        .erasing(&$crate::wipe::SHALLOW)
    }};
    (joined $compress:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::frame::compress_candidate!(
            @ $compress, (), $name, $($features)?, $kernel, |state, blocks, more, _place| (state, blocks, more),
            [; transform: CompressOps::<$compress>::NOTHING], true
        )
    };
    (counted $compress:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::frame::compress_candidate!(
            @ $compress, $crate::frame::Context, $name, $($features)?, $kernel,
            |state, blocks, _more, place| (state, blocks, place),
            [; transform: CompressOps::<$compress, $crate::frame::Context>::NOTHING], false
        )
    };
    ($compress:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::frame::compress_candidate!(
            @ $compress, (), $name, $($features)?, $kernel, |state, blocks, _more, _place| (state, blocks),
            [; transform: CompressOps::<$compress>::NOTHING], false
        )
    };
    ($compress:ty, $name:literal, $($features:literal,)? $kernel:path; $transform:path) => {
        $crate::frame::compress_candidate!(
            @ $compress, (), $name, $($features)?, $kernel, |state, blocks, _more, _place| (state, blocks),
            [, transform: fn transform(state: &mut <$compress as Compress>::State) { $transform(state) }], false
        )
    };
}
pub(crate) use compress_candidate;

/// Defines the entry functions of a compression function whose rounds are generic over words: `compress` for the blocks of one
/// message, and the functions of `lane_entries!` for several messages, one in each lane. For example, in
/// `words_entries!(block: [u32; 8], u32, words_be next_be)`, `block` is the function of the rounds, `[u32; 8]` is its
/// state, `u32` is the word type of the lanes, and the last two are the functions that read a block. With `&` at the
/// end, the rounds borrow the words of a block.
macro_rules! words_entries {
    ($block:ident: [$word:ident; $n:literal], $lanes:ident, $read:ident $next:ident $(, $by:tt)?) => {
        /// Compresses blocks of one message.
        #[inline(always)]
        pub(crate) fn compress(state: &mut [$word; $n], blocks: &[[u8; 16 * size_of::<$word>()]]) {
            let mut s = *state;
            for bytes in blocks {
                $block($crate::simd::Portable, &mut s, $($by)? $crate::simd::words::$read(bytes));
            }
            *state = s;
        }

        /// Compresses blocks of several messages, one in each lane.
        #[inline(always)]
        fn lanes<V: $crate::simd::words::Words<Word = $word>>(
            isa: V::Isa,
            rows: &mut [[$word; $crate::simd::memory::MAX_LANES]; $n],
            mut streams: $crate::simd::memory::Streams<'_>,
        ) {
            let mut state = [V::splat(isa, 0); $n];
            for (s, row) in state.iter_mut().zip(&*rows) {
                *s = V::load(isa, row);
            }
            while let Some(w) = V::$next(isa, &mut streams) {
                $block(isa, &mut state, $($by)? w);
            }
            for (s, row) in state.into_iter().zip(rows) {
                s.store(row);
            }
        }

        $crate::simd::lane_entries!(lanes: [[$word; $crate::simd::memory::MAX_LANES]; $n], $lanes);
    };
}
pub(crate) use words_entries;
