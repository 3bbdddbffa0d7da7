//! Blowfish, with keys of 1 to 56 bytes: B. Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher (Blowfish)"
//! of 1993. bcrypt uses the rounds and the key schedule of this module.
//!
//! The S-boxes are derived from the key. Tables in memory are read at addresses that depend on the text and the key, which timing
//! can reveal. In registers, every look-up reads the whole table. The candidate whose name ends in `tables` uses tables in memory
//! for few blocks and for the key schedule. The candidate `avx512` never uses tables in memory.

mod pi;
// on other CPUs, look-ups in registers are not faster than tables in memory
#[cfg_attr(not(any(target_arch = "x86", target_arch = "x86_64")), allow(dead_code))]
mod rounds;
mod tables;

use super::{
    Cipher, Lean, Schedule,
    declare::{entries, types},
    lean::lean_candidate,
    self_test,
    serial::in_words,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
    wipe,
};
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use tables::{State, crypt, cycled, expand};

/// The subkeys and the S-boxes of a key, as words and as tables of bytes.
#[derive(Clone)]
pub struct Keys {
    state: tables::State,
    planes: rounds::Planes,
}

impl Schedule for Keys {
    const EMPTY: Self = Self { state: tables::State::EMPTY, planes: rounds::Planes::EMPTY };
    fn wipe(&mut self) {
        wipe::wipe(&mut self.state.0);
        self.planes.wipe();
    }
}

crate::backend::only! {
    x86: {
        mod avx512 {
            use super::{Keys, rounds, tables};
            use crate::simd::{
                Avx512Vbmi,
                memory::Run,
                octets::{Octets, Octets512},
            };

            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
            pub(super) fn expand(key: &[u8], keys: &mut Keys) {
                rounds::expand::<Octets512>(Avx512Vbmi::here(), key, &mut keys.state, &mut keys.planes);
            }
            #[inline(never)]
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
            fn groups<const BACK: bool>(keys: &Keys, run: Run<'_>) {
                rounds::groups::<Octets512, BACK>(Avx512Vbmi::here(), &keys.state, &keys.planes, run);
            }
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
            pub(super) fn run<const BACK: bool, const TABLES: bool>(keys: &Keys, data: Run<'_>) {
                const LEN: usize = 8 * 16 * Octets512::PIECES;
                let tables = TABLES.then_some(|run: Run<'_>| tables::run::<BACK>(&keys.state, run));
                rounds::run(LEN, data, tables, |run| groups::<BACK>(keys, run));
            }
        }
    }
}

/// The cipher Blowfish.
pub struct BlowfishCipher;

impl Cipher for BlowfishCipher {
    const NAME: &'static str = "blowfish";
    type Block = [u8; 8];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 1, max: 56, step: 1 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<BlowfishCipher>> = Dispatch::new(
            "blowfish",
            candidates! {
                x86: [
                    lean_candidate!(
                        BlowfishCipher, "avx512-tables", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 4, at_once: 1,
                        serial: |keys, data| in_words::<BlowfishCipher, u32, 2>(keys, data),
                        |key, _decrypts, keys| {
                            tables::expand_key(key, &mut keys.state);
                            keys.planes.fill(&keys.state)
                        },
                        |keys, data| avx512::run::<BACK, true>(keys, data)
                    ).with_stack(&crate::wipe::LONG).indexing(),
                    lean_candidate!(
                        BlowfishCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 16, at_once: 1,
                        |key, _decrypts, keys| avx512::expand(key, keys),
                        |keys, data| avx512::run::<BACK, false>(keys, data)
                    ).with_stack(&crate::wipe::LONG),
                ],
                any: [
                    lean_candidate!(
                        BlowfishCipher, portable, lanes: 4, at_once: 1,
                        serial: |keys, data| in_words::<BlowfishCipher, u32, 2>(keys, data),
                        |key, _decrypts, keys| tables::expand_key(key, &mut keys.state),
                        |keys, data| tables::run::<BACK>(&keys.state, data)
                    ).indexing(),
                ],
            },
            |backend| self_test::agrees::<BlowfishCipher>(backend, 0x878b_0228_189f_fe3c),
        );
        &DISPATCH
    }
}

types! {
    /// Blowfish with a key of `KEY` bytes (1 to 56) and 8-byte blocks.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
    /// plaintexts. Do not use it in new designs.
    Blowfish BlowfishEnc<KEY> = BlowfishCipher, KEY;
}

entries! {
    "blowfish", "Schneier: Blowfish (1993)", Legacy, 8 {
        of_any_key BlowfishCipher, "blowfish", ["bf"], 16;
    }
}
