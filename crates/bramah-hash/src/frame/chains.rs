//! Chains: the loop of PBKDF2 over HMAC (RFC 8018, section 5.2), for one chain or several at once.
//!
//! Each iteration computes an HMAC: it hashes a digest after the inner key block, and the result after the outer key
//! block. Each hash is one compression of one block, because the states after the key blocks are stored. The padding
//! after the digest never changes, and the digest stays in words: nothing is buffered, and nothing is converted to
//! bytes before the end.

use super::{Ends, State, Word};
use crate::{
    backend::{Backend, Dispatch, Entry, entry, table_calls},
    simd::words::Words,
};

/// One chain: the computation of one output block of PBKDF2.
#[derive(Clone, Copy)]
pub(crate) struct Chain<S> {
    /// The states after the inner and after the outer key block.
    pub(crate) keys: [S; 2],
    /// The last HMAC value.
    pub(crate) u: S,
    /// The XOR of all HMAC values.
    pub(crate) sum: S,
}

impl<S: State> Chain<S> {
    /// Returns a chain of zeros.
    pub(super) fn none() -> Self {
        let zero = S::read_be(&[]);
        Self { keys: [zero; 2], u: zero, sum: zero }
    }

    pub(super) fn wipe(&mut self) {
        let Self { keys: [inner, outer], u, sum } = self;
        for state in [inner, outer, u, sum] {
            state.wipe();
        }
    }
}

/// Several chains, one in each lane.
pub struct ChainRows<S: State> {
    pub(crate) keys: [S::Rows; 2],
    pub(crate) u: S::Rows,
    pub(crate) sum: S::Rows,
}

impl<S: State> ChainRows<S> {
    /// Rows of zeros.
    const NONE: Self = Self { keys: [S::NO_ROWS; 2], u: S::NO_ROWS, sum: S::NO_ROWS };
}

/// The function table for chains that are computed one after another, or a few at once.
pub struct Loop<S: State> {
    /// Advances each chain by this number of iterations; `Ends` is the padding after a digest.
    pub(crate) run: Entry<unsafe fn(&mut [Chain<S>], &S::Ends, u32)>,
}

/// The function table for chains in lanes.
pub struct LoopLanes<S: State> {
    pub(crate) run: Entry<unsafe fn(&mut ChainRows<S>, &S::Ends, u32)>,
    pub(crate) lanes: usize,
    /// The minimum number of chains for which a call is faster than [`Loop`].
    pub(crate) least: usize,
}

table_calls! {
    /// The calls of a backend for single chains.
    pub(super) trait LoopCalls[S: State]: Backend<Loop<S>> {
        fn run(chains: &mut [Chain<S>], ends: &S::Ends, count: u32) = run;
    }
}

table_calls! {
    /// The calls of a backend for chains in lanes.
    trait LoopLanesCalls[S: State]: Backend<LoopLanes<S>> {
        fn run_lanes(rows: &mut ChainRows<S>, ends: &S::Ends, count: u32) = run;
    }
}

/// The candidates for chains over one compression function, whose words and length field are big-endian.
pub struct Loops<S: State> {
    pub(crate) one: Dispatch<Loop<S>>,
    pub(crate) many: Dispatch<LoopLanes<S>>,
}

/// The rounds of a compression function, generic over the type of words.
pub(crate) trait Rounds<const N: usize> {
    type Word: Word;
    /// Compresses the words of a block into the states.
    fn block<V: Words<Word = Self::Word>>(isa: V::Isa, state: &mut [V; N], w: [V; 16]);
}

/// Advances one chain (or one in each lane, if `V` is a vector) by `count` iterations.
#[inline(always)]
fn chain<R: Rounds<N>, V: Words<Word = R::Word>, const N: usize>(
    isa: V::Isa,
    keys: &[[V; N]; 2],
    u: &mut [V; N],
    sum: &mut [V; N],
    ends: &Ends<R::Word, N>,
    count: u32,
) {
    for _ in 0..count {
        for key in keys {
            let mut w = [u[0]; 16];
            for (w, u) in w.iter_mut().zip(&*u) {
                *w = *u;
            }
            if !ends.whole {
                for i in 0..N {
                    w[i] = w[i].and(V::splat(isa, ends.mask[i])).or(V::splat(isa, ends.words[i]));
                }
            }
            for i in N..16 {
                w[i] = V::splat(isa, ends.words[i]);
            }
            *u = *key;
            R::block(isa, u, w);
        }
        for i in 0..N {
            sum[i] = sum[i].xor(u[i]);
        }
    }
}

/// Advances chains one after another by `count` iterations.
#[inline(always)]
pub(crate) fn each<R: Rounds<N>, const N: usize>(
    isa: <R::Word as Words>::Isa,
    chains: &mut [Chain<[R::Word; N]>],
    ends: &Ends<R::Word, N>,
    count: u32,
) where
    R::Word: Words<Word = R::Word>,
{
    for one in chains {
        chain::<R, R::Word, N>(isa, &one.keys, &mut one.u, &mut one.sum, ends, count);
    }
}

/// Advances chains by `count` iterations, one chain in each lane.
#[inline(always)]
pub(crate) fn in_lanes<R: Rounds<N>, V: Words<Word = R::Word>, const N: usize>(
    isa: V::Isa,
    rows: &mut ChainRows<[R::Word; N]>,
    ends: &Ends<R::Word, N>,
    count: u32,
) {
    let mut all = [[V::splat(isa, R::Word::ZERO); N]; 4];
    for (words, rows) in all.iter_mut().zip([&rows.keys[0], &rows.keys[1], &rows.u, &rows.sum]) {
        for (word, row) in words.iter_mut().zip(rows) {
            *word = V::load(isa, row);
        }
    }
    let [inner, outer, mut u, mut sum] = all;
    chain::<R, V, N>(isa, &[inner, outer], &mut u, &mut sum, ends, count);
    for (words, rows) in [(u, &mut rows.u), (sum, &mut rows.sum)] {
        for (word, row) in words.into_iter().zip(rows) {
            word.store(row);
        }
    }
}

/// Builds a candidate for chains one after another: `loop_candidate!([u32; 8], "name", "features", kernel)`.
macro_rules! loop_candidate {
    ($state:ty, $name:literal, $($features:literal,)? $kernel:path) => {
        $crate::backend::candidate!($name, $($features,)? Loop {
            run: $kernel = fn(chains: &mut [$crate::frame::Chain<$state>], ends: &<$state as $crate::frame::State>::Ends, count: u32)
        })
    };
}
pub(crate) use loop_candidate;

/// Builds a candidate for chains in lanes, for example
/// `loop_lanes_candidate!([u32; 8], "name", "features", kernel, lanes: 16, from: 8)`. `lanes` is the maximum number of
/// chains of a call, and `from` is the minimum number for which a call is faster than separate calls.
macro_rules! loop_lanes_candidate {
    ($state:ty, $name:literal, $features:literal, $kernel:path, lanes: $lanes:literal, from: $least:literal) => {
        $crate::backend::candidate!($name, $features, LoopLanes {
            run: $kernel = fn(rows: &mut $crate::frame::ChainRows<$state>, ends: &<$state as $crate::frame::State>::Ends, count: u32);
            lanes: $lanes;
            least: $least
        })
    };
}
pub(crate) use loop_lanes_candidate;

/// Defines the entry functions for chains: `loop_entries!(block: N words)` names the function of the rounds, and the number and
/// type of the words of a state.
macro_rules! loop_entries {
    ($block:ident: $n:literal $word:ident) => {
        /// The rounds of the compression function, for chains.
        struct Chained;
        impl $crate::frame::Rounds<$n> for Chained {
            type Word = $word;
            #[inline(always)]
            fn block<V: $crate::simd::words::Words<Word = $word>>(isa: V::Isa, state: &mut [V; $n], w: [V; 16]) {
                $block(isa, state, w);
            }
        }

        /// Advances chains one after another by `count` iterations.
        #[inline(always)]
        pub(super) fn chains(chains: &mut [$crate::frame::Chain<[$word; $n]>], ends: &$crate::frame::Ends<$word, $n>, count: u32) {
            $crate::frame::each::<Chained, $n>($crate::simd::Portable, chains, ends, count)
        }
        $crate::backend::only! {
            x86: {
                $crate::frame::loop_entries!(chains_avx2, "avx2", Avx2, avx2, $n, $word);
                $crate::frame::loop_entries!(chains_avx512, "avx512f,avx512bw,avx512vl", Avx512, avx512, $n, $word);
            }
            aarch64: { $crate::frame::loop_entries!(chains_neon, "neon", Neon, neon, $n, $word); }
            wasm: { $crate::frame::loop_entries!(chains_simd128, "simd128", Simd128, simd128, $n, $word); }
        }
    };
    ($name:ident, $features:literal, $token:ident, $set:ident, $n:literal, $word:ident) => {
        /// Advances chains by `count` iterations, one chain in each lane.
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(rows: &mut $crate::frame::ChainRows<[$word; $n]>, ends: &$crate::frame::Ends<$word, $n>, count: u32) {
            $crate::frame::in_lanes::<Chained, $crate::simd::lane_entries!($set $word), $n>(
                $crate::simd::$token::here(), rows, ends, count)
        }
    };
}
pub(crate) use loop_entries;

/// Builds a candidate without lanes, for CPUs on which [`Loop`] is faster.
macro_rules! no_lanes_candidate {
    ($name:literal, $features:literal) => {
        $crate::backend::Candidate::new(
            $name,
            $crate::simd::features::Features::of($features),
            LoopLanes::NONE,
        )
    };
}
pub(crate) use no_lanes_candidate;

impl<S: State> LoopLanes<S> {
    /// The table without lanes: chains are computed one after another by [`Loop`].
    pub(crate) const NONE: Self = Self {
        run: entry!([S: State = S] fn never(_: &mut ChainRows<S>, _: &S::Ends, _: u32) {
            unreachable!("one lane takes the single path")
        }),
        lanes: 1,
        least: usize::MAX,
    };
}

/// Advancing chains in lanes.
pub(super) trait RunRows<S: State> {
    /// Advances chains by `count` iterations. There are at most as many chains as lanes.
    fn run_rows(self, chains: &mut [Chain<S>], ends: &S::Ends, count: u32);
}

impl<S: State> RunRows<S> for Backend<LoopLanes<S>> {
    fn run_rows(self, chains: &mut [Chain<S>], ends: &S::Ends, count: u32) {
        let mut rows = ChainRows::<S>::NONE;
        for (lane, chain) in chains.iter().enumerate() {
            chain.keys[0].put(&mut rows.keys[0], lane);
            chain.keys[1].put(&mut rows.keys[1], lane);
            chain.u.put(&mut rows.u, lane);
            chain.sum.put(&mut rows.sum, lane);
        }
        self.run_lanes(&mut rows, ends, count);
        for (lane, chain) in chains.iter_mut().enumerate() {
            chain.u = S::take(&rows.u, lane);
            chain.sum = S::take(&rows.sum, lane);
        }
        rows = ChainRows::NONE;
        zeroize::optimization_barrier(&rows);
    }
}

/// Advances chains by `count` iterations, in lanes if that is faster.
pub(super) fn run<S: State>(
    loops: &'static Loops<S>,
    mut chains: &mut [Chain<S>],
    ends: &S::Ends,
    count: u32,
) {
    let many = loops.many.get();
    while chains.len() >= many.ops().least {
        let (now, later) = chains.split_at_mut(many.ops().lanes.min(chains.len()));
        many.run_rows(now, ends, count);
        chains = later;
    }
    if !chains.is_empty() {
        loops.one.get().run(chains, ends, count);
    }
}
