//! Skipjack: NIST, "Skipjack and KEA Algorithm Specifications", version 2.0, 1998.

mod rounds;
crate::backend::only! {
    x86: {
        mod serial;
        use super::lean::Groups;
    }
}
mod table;

use super::{BlockCipher, Cipher, EncryptOnly, Lean, Schedule, eights, lean::lean_candidate, self_test};
#[cfg(feature = "registry")]
use super::{Entry, Info};
#[cfg(feature = "registry")]
use crate::names::Standing;
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
    simd::{self, octets},
    wipe,
};

/// A key: ten bytes, which are the key schedule too. Entry `i` has byte `i`, and then the bytes that are 4, 8 and 12 positions
/// after it, modulo 10, which are the corresponding bytes of the next three rounds.
#[derive(Clone)]
pub struct Keys([[u8; 4]; 10]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[0; 4]; 10]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut());
    }
}

/// Copies the bytes of a key.
#[inline(always)]
fn expand(key: &[u8], _: bool, keys: &mut Keys) {
    for (i, to) in keys.0.iter_mut().enumerate() {
        for (round, to) in to.iter_mut().enumerate() {
            *to = key.get((i + 4 * round) % 10).copied().unwrap_or(0);
        }
    }
}

/// The cipher Skipjack.
pub struct SkipjackCipher;

impl Cipher for SkipjackCipher {
    const NAME: &'static str = "skipjack";
    type Block = [u8; 8];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths::fixed(10);
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<SkipjackCipher>> = Dispatch::new(
            "skipjack",
            candidates! {
                x86: [
                    lean_candidate!(
                        SkipjackCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 16,
                        groups: Groups::at_once(64),
                        serial: |keys, run| {
                            crate::serial::encrypt::<SkipjackCipher, octets::Single512>(simd::Avx512Vbmi::here(), keys, run)
                        },
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, run| eights::run::<SkipjackCipher, octets::Octets512, BACK>(simd::Avx512Vbmi::here(), keys, run)
                    ),
                    lean_candidate!(
                        SkipjackCipher, "avx2", "avx2", lanes: 16, at_once: 32,
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, run| eights::run::<SkipjackCipher, octets::Octets256, BACK>(simd::Avx2::here(), keys, run)
                    ),
                ],
                aarch64: [
                    lean_candidate!(
                        SkipjackCipher, "neon", "neon", lanes: 16, at_once: 16,
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, run| eights::run::<SkipjackCipher, octets::OctetsNeon, BACK>(simd::Neon::here(), keys, run)
                    ),
                ],
                wasm: [
                    lean_candidate!(
                        SkipjackCipher, "simd128", "simd128", lanes: 16, at_once: 16,
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, run| eights::run::<SkipjackCipher, octets::OctetsWasm, BACK>(simd::Simd128::here(), keys, run)
                    ),
                ],
                any: [
                    lean_candidate!(
                        SkipjackCipher, portable, lanes: 1, expand,
                        |keys, run| eights::single::<SkipjackCipher, BACK>(keys, run)
                    ).indexing(),
                ],
            },
            |backend| self_test::agrees::<SkipjackCipher>(backend, 0x093f_8142_8ec7_4878),
        );
        &DISPATCH
    }
}

/// Skipjack with a key of 10 bytes and 8-byte blocks. The key is too short for anything new.
pub type Skipjack = BlockCipher<SkipjackCipher, 10>;
/// [`Skipjack`] with keys for encryption only.
pub type SkipjackEnc = BlockCipher<SkipjackCipher, 10, EncryptOnly>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<SkipjackCipher>(Info {
    name: "skipjack",
    aliases: &["skipjack-80", "skipjack-64-80"],
    family: "skipjack",
    specification: "NIST: Skipjack and KEA Algorithm Specifications (1998)",
    standing: Standing::Legacy,
    block_len: 8,
    key_len: 10,
})];
