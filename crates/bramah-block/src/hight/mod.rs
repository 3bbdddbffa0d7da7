//! HIGHT: TTAS.KO-12.0040/R1, ISO/IEC 18033-3; Hong et al., "HIGHT: A New Block Cipher Suitable for Low-Resource Device", 2006.
//! The standards write the bytes of a key and of a block with the highest index first. KISA's code and Crypto++ put the lowest
//! index first, which is a separate cipher here.

mod rounds;

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
use rounds::expand;

/// The round keys, with each byte repeated four times in a word.
#[derive(Clone)]
pub struct Keys {
    /// The subkeys of the rounds.
    rounds: [[u32; 4]; 32],
    /// The whitening keys, four before the rounds and four after them.
    whitening: [[u32; 4]; 2],
}

impl Schedule for Keys {
    const EMPTY: Self = Self { rounds: [[0; 4]; 32], whitening: [[0; 4]; 2] };
    fn wipe(&mut self) {
        wipe::wipe(self.rounds.as_flattened_mut());
        wipe::wipe(self.whitening.as_flattened_mut());
    }
}

/// The cipher HIGHT. Keys and blocks have the byte with the highest index first if `BIG` is set, otherwise the lowest.
pub struct HightBytes<const BIG: bool>;

/// Implements a cipher. The arguments are its name, whether the byte with the highest index comes first, and the expected
/// result of the self-test.
macro_rules! cipher {
    ($($name:literal $big:literal $check:literal;)*) => { $(
        impl Cipher for HightBytes<$big> {
            const NAME: &'static str = $name;
            type Block = [u8; 8];
            type Schedule = Keys;
            const KEYS: ByteLengths = ByteLengths::fixed(16);
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                static DISPATCH: Dispatch<Lean<HightBytes<$big>>> = Dispatch::new(
                    $name,
                    candidates! {
                        x86: [
                            lean_candidate!(
                                HightBytes<$big>, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 16, groups: super::lean::Groups::of(&[(64, 4)]),
                                |key, _decrypts, keys| expand::<$big>(key, keys),
                                |keys, run| eights::run::<HightBytes<$big>, octets::Octets512, BACK>(
                                    simd::Avx512Vbmi::here(), keys, run
                                )
                            ),
                            lean_candidate!(
                                HightBytes<$big>, "gfni", "avx2,gfni", lanes: 16, groups: super::lean::Groups::of(&[(32, 4)]),
                                |key, _decrypts, keys| expand::<$big>(key, keys),
                                |keys, run| eights::run::<HightBytes<$big>, octets::Octets256Gfni, BACK>(
                                    simd::Avx2Gfni::here(), keys, run
                                )
                            ),
                            lean_candidate!(
                                HightBytes<$big>, "avx2", "avx2", lanes: 16, groups: super::lean::Groups::of(&[(32, 4)]),
                                |key, _decrypts, keys| expand::<$big>(key, keys),
                                |keys, run| eights::run::<HightBytes<$big>, octets::Octets256, BACK>(
                                    simd::Avx2::here(), keys, run
                                )
                            ),
                        ],
                        aarch64: [
                            lean_candidate!(
                                HightBytes<$big>, "neon", "neon", lanes: 16, groups: super::lean::Groups::of(&[(16, 4)]),
                                |key, _decrypts, keys| expand::<$big>(key, keys),
                                |keys, run| eights::run::<HightBytes<$big>, octets::OctetsNeon, BACK>(
                                    simd::Neon::here(), keys, run
                                )
                            ),
                        ],
                        wasm: [
                            lean_candidate!(
                                HightBytes<$big>, "simd128", "simd128", lanes: 16, groups: super::lean::Groups::of(&[(16, 4)]),
                                |key, _decrypts, keys| expand::<$big>(key, keys),
                                |keys, run| eights::run::<HightBytes<$big>, octets::OctetsWasm, BACK>(
                                    simd::Simd128::here(), keys, run
                                )
                            ),
                        ],
                        any: [
                            lean_candidate!(
                                HightBytes<$big>, portable, lanes: 1, at_once: 1,
                                |key, _decrypts, keys| expand::<$big>(key, keys),
                                |keys, run| eights::single::<HightBytes<$big>, BACK>(keys, run)
                            ),
                        ],
                    },
                    |backend| self_test::agrees::<HightBytes<$big>>(backend, $check),
                );
                &DISPATCH
            }
        }
    )* };
}
cipher! {
    "hight" true 0x29c7_5948_64c4_09fe;
    "hight-le" false 0x7cf3_967d_7d85_ab0c;
}

/// The cipher in the byte order of the standards.
pub type HightCipher = HightBytes<true>;

/// HIGHT with a key of 16 bytes and 8-byte blocks: ISO/IEC 18033-3.
///
/// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
/// plaintexts. Do not use it in new designs.
pub type Hight = BlockCipher<HightCipher, 16>;
/// [`Hight`] with keys for encryption only.
pub type HightEnc = BlockCipher<HightCipher, 16, EncryptOnly>;
/// [`Hight`] with the bytes of keys and blocks in the opposite order, as in KISA's code and Crypto++.
pub type HightLe = BlockCipher<HightBytes<false>, 16>;
/// [`HightLe`] with keys for encryption only.
pub type HightLeEnc = BlockCipher<HightBytes<false>, 16, EncryptOnly>;

#[cfg(feature = "registry")]
const fn info(name: &'static str, aliases: &'static [&'static str]) -> Info {
    Info {
        name,
        aliases,
        family: name,
        specification: "ISO/IEC 18033-3",
        standing: Standing::Legacy,
        block_len: 8,
        key_len: 16,
    }
}

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    Entry::of::<HightCipher>(info("hight", &["hight-128", "hight-64-128", "hight-be"])),
    Entry::of::<HightBytes<false>>(info("hight-le", &["hight-little-endian", "hight-kisa"])),
];
