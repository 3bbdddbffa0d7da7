//! Serpent: R. Anderson, E. Biham and L. Knudsen, *Serpent: A Proposal for the Advanced Encryption Standard*, 1998. Bytes are in
//! the order of the NESSIE submission: blocks and keys are little-endian numbers. Sosemanuk uses the S-box and the rounds of this
//! module.

mod boxes;
mod keys;
mod rounds;

use super::{
    Cipher, Lean,
    declare::{entries, types},
    lean::lean_candidate,
    self_test,
    serial::in_words,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
    simd::Portable,
};
#[doc(hidden)]
pub use boxes::substituted;
pub use keys::Keys;
use keys::expand;
#[doc(hidden)]
pub use keys::subkeys;
#[doc(hidden)]
pub use rounds::round;
use rounds::run;

crate::backend::only! {
    x86: {
        use crate::simd::{Avx2, Avx512, words::{U32x8, U32x16}};
        use rounds::{groups, sse41};
    }
    aarch64: { use crate::simd::{Neon, words::U32x4}; }
    wasm: { use crate::simd::{Simd128, words::U32x4}; }
}

/// The cipher Serpent.
pub struct SerpentCipher;

impl Cipher for SerpentCipher {
    const NAME: &'static str = "serpent";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 1, max: 32, step: 1 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<SerpentCipher>> = Dispatch::new(
            "serpent",
            candidates! {
                x86: [
                    lean_candidate!(
                        SerpentCipher, "avx512", "avx512f,avx512bw,avx512vl", lanes: 16, groups: super::lean::Groups::of(&[(64, 49), (16, 2)]),
                        serial: |keys, data| in_words::<SerpentCipher, u32, 4>(keys, data),
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, data| run::<U32x16, BACK, 4>(Avx512::here(), keys, data)
                    ),
                    lean_candidate!(
                        SerpentCipher, "avx2", "avx2", lanes: 8, groups: super::lean::Groups::of(&[(8, 5), (4, 2)]),
                        serial: |keys, data| in_words::<SerpentCipher, u32, 4>(keys, data),
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, data| {
                            let mut data = data;
                            groups::<U32x8, BACK, 2>(Avx2::here(), keys, &mut data);
                            if !data.is_empty() {
                                sse41::<BACK>(keys, data);
                            }
                        }
                    ),
                    lean_candidate!(
                        SerpentCipher, "sse4.1", "sse4.1,ssse3", lanes: 4, at_once: 4,
                        serial: |keys, data| in_words::<SerpentCipher, u32, 4>(keys, data),
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, data| sse41::<BACK>(keys, data)
                    ),
                ],
                aarch64: [
                    lean_candidate!(
                        SerpentCipher, "neon", "neon", lanes: 4, at_once: 4,
                        serial: |keys, data| in_words::<SerpentCipher, u32, 4>(keys, data),
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, data| run::<U32x4, BACK, 4>(Neon::here(), keys, data)
                    ),
                ],
                wasm: [
                    lean_candidate!(
                        SerpentCipher, "simd128", "simd128", lanes: 4, at_once: 4,
                        serial: |keys, data| in_words::<SerpentCipher, u32, 4>(keys, data),
                        |key, decrypts, keys| expand(key, decrypts, keys),
                        |keys, data| run::<U32x4, BACK, 4>(Simd128::here(), keys, data)
                    ),
                ],
                any: [
                    lean_candidate!(
                        SerpentCipher, portable, lanes: 1,
                        serial: |keys, data| in_words::<SerpentCipher, u32, 4>(keys, data), expand,
                        |keys, data| run::<u32, BACK, 1>(Portable, keys, data)
                    ),
                ],
            },
            |backend| self_test::agrees::<SerpentCipher>(backend, 0x1bb7_5125_80f9_c4ce),
        );
        &DISPATCH
    }
}

types! {
    /// Serpent with a key of `KEY` bytes (1 to 32) and 16-byte blocks. A key shorter than 32 bytes is padded with a 1 bit and
    /// zeros, so that keys of different lengths never have equal subkeys.
    Serpent SerpentEnc<KEY> = SerpentCipher, KEY;
    /// Serpent with a key of 16 bytes and 16-byte blocks.
    Serpent128 Serpent128Enc = SerpentCipher, 16;
    /// Serpent with a key of 24 bytes and 16-byte blocks.
    Serpent192 Serpent192Enc = SerpentCipher, 24;
    /// Serpent with a key of 32 bytes and 16-byte blocks.
    Serpent256 Serpent256Enc = SerpentCipher, 32;
}

entries! {
    "serpent", "Anderson, Biham, Knudsen: Serpent (1998)", Current, 16 {
        of SerpentCipher, "serpent-128", ["serpent-128-128"], 16;
        of SerpentCipher, "serpent-192", ["serpent-128-192"], 24;
        of SerpentCipher, "serpent-256", ["serpent-128-256"], 32;
        of_any_key SerpentCipher, "serpent", [], 32;
    }
}
