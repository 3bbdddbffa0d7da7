//! XTEA: Needham and Wheeler, "Tea extensions", 1997, with words read big-endian and 32 cycles, which are 64 rounds.

mod rounds;

use super::{BlockCipher, Cipher, EncryptOnly, Lean, Schedule, lean::lean_candidate, self_test};
#[cfg(feature = "registry")]
use super::{Entry, Info};
#[cfg(feature = "registry")]
use crate::names::Standing;
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
    simd::Portable,
    wipe,
};
use rounds::{expand, run};

crate::backend::only! {
    x86: { use crate::simd::{Avx2, Avx512, words::{U32x8, U32x16}}; }
    aarch64: { use crate::simd::{Neon, words::U32x4}; }
}

/// The word that is added in each round.
#[derive(Clone)]
pub struct Keys([[u32; 2]; 32]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[0; 2]; 32]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut());
    }
}

/// The cipher.
pub struct XteaCipher;

impl Cipher for XteaCipher {
    const NAME: &'static str = "xtea";
    type Block = [u8; 8];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths::fixed(16);
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<XteaCipher>> = Dispatch::new(
            "xtea",
            candidates! {
                x86: [
                    lean_candidate!(
                        XteaCipher, "avx512", "avx512f,avx512bw,avx512vl", lanes: 16, expand,
                        |keys, data| run::<U32x16, BACK, 8>(Avx512::here(), keys, data)
                    ),
                    lean_candidate!(
                        XteaCipher, "avx2", "avx2", lanes: 8, expand,
                        |keys, data| run::<U32x8, BACK, 4>(Avx2::here(), keys, data)
                    ),
                ],
                aarch64: [
                    lean_candidate!(
                        XteaCipher, "neon", "neon", lanes: 4, expand,
                        |keys, data| run::<U32x4, BACK, 8>(Neon::here(), keys, data)
                    ),
                ],
                any: [
                    lean_candidate!(
                        XteaCipher, portable, lanes: 1, expand,
                        |keys, data| run::<u32, BACK, 4>(Portable, keys, data)
                    ),
                ],
            },
            |backend| self_test::agrees::<XteaCipher>(backend, 0xb6b4_6686_02c6_fe92),
        );
        &DISPATCH
    }
}

/// XTEA with its key of 16 bytes, on blocks of 8.
///
/// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation of the
/// plaintexts: do not choose it for something new.
pub type Xtea = BlockCipher<XteaCipher, 16>;
/// [`Xtea`] with keys for encryption alone.
pub type XteaEnc = BlockCipher<XteaCipher, 16, EncryptOnly>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<XteaCipher>(Info {
    name: "xtea",
    aliases: &["xtea-128", "xtea-64-128"],
    family: "xtea",
    specification: "Needham, Wheeler: Tea extensions (1997)",
    standing: Standing::Legacy,
    block_len: 8,
    key_len: 16,
})];
