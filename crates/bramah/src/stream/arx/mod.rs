//! The kernels of ChaCha and Salsa20, which differ in the order of their words and of a round's steps:
//! D. J. Bernstein, *ChaCha, a variant of Salsa20* and *The Salsa20 family of stream ciphers*.
//!
//! A state is sixteen words, a square of four rows. To it the rounds are applied; what comes out is added
//! to what went in, word by word, and is 64 bytes of keystream. Blocks differ in their counter alone.

mod chacha;
mod cipher;
mod lanes;
mod salsa20;
mod self_test;

pub(crate) use chacha::ChaCha;
pub use cipher::{Arx, Layout};
pub(super) use cipher::{derive, info};
pub(crate) use lanes::{finish, start};
pub(crate) use salsa20::Salsa20;

use crate::{
    backend::{Backend, Candidate, Dispatch, candidate, table_calls},
    simd::{InOut, Portable, Words},
};

/// The bytes of a block.
pub(crate) const BLOCK: usize = 64;

/// What tells the two ciphers apart.
pub(crate) trait Rounds {
    /// The place of the low word of the block counter in the state; the high word follows.
    const COUNTER: usize;

    /// A round on the columns and one on the diagonals, or on the rows.
    fn double<V: Words<Word = u32>>(v: &mut [V; 16]);
}

/// What a backend does.
pub struct Ops {
    /// XORs keystream of so many rounds, an even number, onto whole blocks, and counts them in the state.
    blocks: unsafe fn(&mut [u32; 16], u32, &mut InOut<'_>),
    /// The rounds alone, without the addition.
    core: unsafe fn(&mut [u32; 16], u32),
}

impl Backend<Ops> {
    table_calls! {
        /// XORs keystream of so many rounds, an even number, onto the whole blocks of `data`, and counts
        /// them in the state: 64 bits, in words 12 and 13 of ChaCha's, 8 and 9 of Salsa20's.
        pub(crate) fn blocks(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) = blocks;
        /// The rounds alone, without the addition of the state.
        pub(crate) fn core(state: &mut [u32; 16], rounds: u32) = core;
    }
}

/// The candidates of a cipher.
macro_rules! candidates {
    ($rounds:ty) => {
        &[candidate!("portable", Ops {
            blocks: portable_blocks::<$rounds> = fn(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>),
            core: lanes::core::<$rounds> = fn(state: &mut [u32; 16], rounds: u32)
        })]
    };
}

pub(crate) static CHACHA_CANDIDATES: &[Candidate<Ops>] = candidates!(ChaCha);
pub(crate) static SALSA20_CANDIDATES: &[Candidate<Ops>] = candidates!(Salsa20);

/// ChaCha's, named by their cipher for `BRAMAH_BACKEND`.
pub(crate) static CHACHA: Dispatch<Ops> =
    Dispatch::new("chacha", CHACHA_CANDIDATES, |b| self_test::agrees::<ChaCha>(b, 0x3811_0edc_0b22_c379));
/// Salsa20's.
pub(crate) static SALSA20: Dispatch<Ops> =
    Dispatch::new("salsa20", SALSA20_CANDIDATES, |b| self_test::agrees::<Salsa20>(b, 0x2358_14b7_cb2e_ffc8));

#[inline(always)]
fn portable_blocks<R: Rounds>(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) {
    lanes::blocks::<R, u32>(Portable, state, rounds, data)
}

/// Counts `n` blocks.
#[inline(always)]
fn count<R: Rounds>(state: &mut [u32; 16], n: usize) {
    let at = u64::from(state[R::COUNTER]) | u64::from(state[R::COUNTER + 1]) << 32;
    let at = at.wrapping_add(n as u64);
    (state[R::COUNTER], state[R::COUNTER + 1]) = (at as u32, (at >> 32) as u32);
}
