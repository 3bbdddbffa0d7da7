//! Rijndael: Daemen and Rijmen, "AES Proposal: Rijndael", version 2, 1999, with blocks and keys of 128 to
//! 256 bits in steps of 32; AES, FIPS 197, is the one with blocks of 128.

mod expand;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod instructions;
mod planes;
mod portable;
mod sbox;
mod sliced;

use super::{BlockCipher, Cipher, KeyLengths, Ops, Schedule, block_candidate};
#[cfg(feature = "registry")]
use super::{Entry, Info};
#[cfg(feature = "registry")]
use crate::names::Standing;
use crate::{backend::Dispatch, wipe};

/// Round keys, in the form that the candidate that wrote them reads.
#[derive(Clone)]
#[repr(align(64))]
pub struct Keys {
    /// Sixteen bytes at a time.
    chunks: [[u8; 16]; 60],
    rounds: usize,
}

impl Schedule for Keys {
    const EMPTY: Self = Self { chunks: [[0; 16]; 60], rounds: 0 };
    fn wipe(&mut self) {
        wipe::wipe(self.chunks.as_flattened_mut());
    }
}

/// The cipher with blocks of 128 bits: AES.
pub struct Rijndael128;

impl Cipher for Rijndael128 {
    const NAME: &'static str = "aes";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: KeyLengths = KeyLengths { min: 16, max: 32, step: 4 };

    fn dispatch() -> &'static Dispatch<Ops<Self>> {
        static DISPATCH: Dispatch<Ops<Rijndael128>> = Dispatch::new(
            "aes",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                block_candidate!(
                    Rijndael128,
                    "vaes512",
                    "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq",
                    32,
                    instructions::expand,
                    |keys| instructions::vaes512(keys)
                ),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                block_candidate!(
                    Rijndael128,
                    "vaes",
                    "avx2,aes,pclmulqdq,vaes,vpclmulqdq",
                    16,
                    instructions::expand,
                    |keys| instructions::vaes(keys)
                ),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                block_candidate!(
                    Rijndael128,
                    "aes-ni",
                    "aes,pclmulqdq,sse4.1,ssse3",
                    8,
                    instructions::expand,
                    |keys| instructions::aes_ni(keys)
                ),
                block_candidate!(Rijndael128, portable, 4, planes::expand::<4>, |keys| {
                    planes::Sliced::<4, 16, 4, 4>::new(keys)
                }),
            ],
            |_| true,
        );
        &DISPATCH
    }
}

/// AES with keys of 128 bits: FIPS 197.
pub type Aes128 = BlockCipher<Rijndael128, 16>;
/// AES with keys of 192 bits.
pub type Aes192 = BlockCipher<Rijndael128, 24>;
/// AES with keys of 256 bits.
pub type Aes256 = BlockCipher<Rijndael128, 32>;

/// What is known of AES with keys of `bits`.
#[cfg(feature = "registry")]
const fn aes(name: &'static str, aliases: &'static [&'static str], key_len: usize) -> Entry {
    Entry::of::<Rijndael128>(Info {
        name,
        aliases,
        family: "rijndael",
        specification: if matches!(key_len, 20 | 28) { PROPOSAL } else { "FIPS 197" },
        standing: Standing::Current,
        block_len: 16,
        key_len,
    })
}

#[cfg(feature = "registry")]
const PROPOSAL: &str = "AES Proposal: Rijndael, version 2";

/// The ciphers of the family.
#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    aes("aes-128", &["rijndael-128-128"], 16),
    aes("rijndael-128-160", &[], 20),
    aes("aes-192", &["rijndael-128-192"], 24),
    aes("rijndael-128-224", &[], 28),
    aes("aes-256", &["rijndael-128-256"], 32),
];
