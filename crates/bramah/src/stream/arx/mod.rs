//! The kernels of ChaCha and Salsa20. The two ciphers differ in the order of their words, and in the order of the steps in a
//! round: D. J. Bernstein, *ChaCha, a variant of Salsa20* and *The Salsa20 family of stream ciphers*.
//!
//! A state is a square of sixteen words in four rows. The output of the rounds is added to their input, word by word; the result
//! is a block of 64 bytes of keystream. The states of different blocks differ only in their counters.

mod chacha;
mod cipher;
mod entries;
mod lanes;
mod salsa20;
mod self_test;
crate::backend::only! {
    rows: {
        mod rows;
        #[cfg(feature = "alloc")]
        pub(crate) use rows::RowRounds;
    }
    x86: { pub(crate) use entries::avx2; }
    x86_64: {
        use crate::{backend::entry, simd::features::Design};
        pub(crate) use entries::avx512;
        pub(crate) use lanes::{advance, finish, start};
        pub(crate) use rows::{beside_lanes, group_beside};
    }
}

pub(crate) use chacha::ChaCha;
pub(crate) use cipher::{Arx, Layout};
pub(super) use cipher::{derive, info};
use entries::*;
use lanes::core as portable_core;
pub(crate) use salsa20::Salsa20;

use crate::{
    backend::{Backend, Candidate, Dispatch, Entry, candidate, candidates, table_calls},
    simd::{
        memory::{InOut, store_whole32},
        words::Words,
    },
    wipe,
};

/// The length of a block in bytes.
pub(crate) const BLOCK: usize = 64;

/// The rounds of a cipher, in which ChaCha and Salsa20 differ.
pub(crate) trait Rounds {
    /// The position of the low word of the block counter in the state; the high word follows.
    const COUNTER: usize;
    /// The maximum number of rounds for which one block is faster in rows than in general registers, on CPUs whose vector steps
    /// take two cycles (Zen 5, `bramah bench --sizes 64`).
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // only x86-64 has code for such a CPU
    const IN_ROWS: u32;

    /// Applies a round to the columns.
    fn first<V: Words<Word = u32>>(v: &mut [V; 16]);
    /// Applies the next round: to the diagonals in ChaCha, to the rows in Salsa20.
    fn second<V: Words<Word = u32>>(v: &mut [V; 16]);
    /// Applies both rounds.
    #[inline(always)]
    fn double<V: Words<Word = u32>>(v: &mut [V; 16]) {
        Self::first(v);
        Self::second(v);
    }
}

/// Other work that is done in parts between the steps of rounds. This work does not depend on the rounds, so it fills the
/// time in which the CPU waits for the rounds.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // used by loops that do other work too
pub(crate) trait Weave {
    /// Does the part with the number `PART`.
    fn part<const PART: usize>(&mut self);
}

impl Weave for () {
    #[inline(always)]
    fn part<const PART: usize>(&mut self) {}
}

/// The table of functions of a candidate.
pub struct ArxOps {
    /// XORs keystream onto whole blocks, with this number of rounds, which must be even, and counts the blocks in the state. The
    /// low word of the counter must not carry before the last block is done.
    blocks: Entry<unsafe fn(&mut [u32; 16], u32, &mut InOut<'_>)>,
    /// Applies only the rounds to the state, without adding their input.
    core: Entry<unsafe fn(&mut [u32; 16], u32)>,
}

table_calls! {
    /// The calls of a backend of ChaCha or Salsa20.
    pub(crate) trait ArxCalls: Backend<ArxOps> {
        /// XORs keystream onto the whole blocks of `data`, with `rounds` rounds, an even number, and counts the blocks in the
        /// state, in 64 bits: words 12 and 13 of ChaCha, 8 and 9 of Salsa20.
        fn blocks(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) = blocks;
        /// Applies only the rounds to the state, without adding their input.
        fn core(state: &mut [u32; 16], rounds: u32) = core;
    }
}

/// Declares a candidate: its name, its CPU features, and its functions `blocks` and `core`.
macro_rules! arx_candidate {
    ($name:literal, $($features:literal,)? $rounds:ty, $blocks:ident, $core:ident) => {
        candidate!($name, $($features,)? ArxOps {
            blocks: $blocks::<$rounds> = fn(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>),
            core: $core::<$rounds> = fn(state: &mut [u32; 16], rounds: u32)
        })
    };
}

/// Lists the candidates of a cipher. The second argument is the part of the stack that is erased after the kernels for AVX2.
macro_rules! arx_candidates {
    ($rounds:ty, $avx2_stack:path) => {
        candidates! {
            x86: [arx_candidate!("avx512", "avx512f,avx512bw,avx512vl", $rounds, avx512, core_avx512).erasing(&wipe::NARROW)],
            x86_64: [
                // `core` is compiled without these features: with them, the compiler would turn `core` into vector code that
                // works on rows. 32-bit code has too few registers for this candidate
                candidate!("avx512-zen5", "avx512f,avx512bw,avx512vl", ArxOps {
                    blocks: avx512_zen5::<$rounds> = fn(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>);
                    core: entry!(fn entry(state: &mut [u32; 16], rounds: u32) { portable_core::<$rounds>(state, rounds) })
                })
                .erasing(&wipe::LONG)
                .first_on(Design::Zen5),
            ],
            x86: [
                arx_candidate!("avx2", "avx2", $rounds, avx2, core_avx2).erasing(&$avx2_stack),
                arx_candidate!("sse4.1", "sse4.1,ssse3", $rounds, sse41, core_sse41).erasing(&wipe::SLIM),
            ],
            aarch64: [arx_candidate!("neon", "neon", $rounds, neon, portable_core)],
            wasm: [arx_candidate!("simd128", "simd128", $rounds, simd128, core_simd128)],
            any: [arx_candidate!("portable", $rounds, portable, portable_core).erasing(&wipe::SLIM)],
        }
    };
}

pub(crate) static CHACHA_CANDIDATES: &[Candidate<ArxOps>] = arx_candidates!(ChaCha, wipe::NARROW);
pub(crate) static SALSA20_CANDIDATES: &[Candidate<ArxOps>] = arx_candidates!(Salsa20, wipe::SHALLOW);

/// The candidates of ChaCha, with the backend in use. `BRAMAH_BACKEND` takes the name `chacha`.
pub(crate) static CHACHA: Dispatch<ArxOps> =
    Dispatch::new("chacha", CHACHA_CANDIDATES, |b| self_test::agrees::<ChaCha>(b, 0x3811_0edc_0b22_c379));
/// The candidates of Salsa20, with the backend in use.
pub(crate) static SALSA20: Dispatch<ArxOps> =
    Dispatch::new("salsa20", SALSA20_CANDIDATES, |b| self_test::agrees::<Salsa20>(b, 0x2358_14b7_cb2e_ffc8));

/// Takes the next blocks of `data`, at most up to the block after which the low word of the counter carries, and returns
/// these blocks and their number. `number` is the number of the first block; it is not read from a state, where the counter
/// is next to secret words.
#[inline(always)]
pub(crate) fn run<'a>(number: u64, data: &mut InOut<'a>) -> Option<(InOut<'a>, u64)> {
    let left = (1 << 32) - (number & u64::from(u32::MAX));
    let blocks = left.min((data.len() / BLOCK) as u64);
    (blocks > 0).then(|| (data.take(blocks as usize * BLOCK), blocks))
}

/// Advances the counter by `n` blocks. It stores the whole row, because a kernel that follows loads the whole row.
#[inline(always)]
pub(crate) fn count<R: Rounds>(state: &mut [u32; 16], n: usize) {
    const { assert!(R::COUNTER % 4 < 3, "the counter lies in one row") };
    let row = &mut state.as_chunks_mut().0[R::COUNTER / 4];
    let (mut new, low) = (*row, R::COUNTER % 4);
    let at = (u64::from(new[low]) | u64::from(new[low + 1]) << 32).wrapping_add(n as u64);
    (new[low], new[low + 1]) = (at as u32, (at >> 32) as u32);
    store_whole32(row, new);
}
