//! Rijndael: Daemen and Rijmen, "AES Proposal: Rijndael", version 2, 1999, with blocks and keys of 128 to
//! 256 bits in steps of 32; AES, FIPS 197, is the one with blocks of 128.

#[cfg(target_arch = "aarch64")]
mod armv8;
#[cfg(feature = "registry")]
mod entries;
mod expand;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod instructions;
mod planes;
mod portable;
mod sbox;
mod sliced;

#[cfg(feature = "registry")]
pub(super) use entries::ENTRIES;

use super::{BlockCipher, Cipher, EncryptOnly, Fused, Inverse, Schedule, fused::fused_candidate, self_test};
use crate::{backend::Dispatch, names::ByteLengths, wipe};

/// The most rounds that there are.
const MAX_ROUNDS: usize = 14;

/// The bytes of the most round keys that there are, of the longest blocks.
const MOST: usize = 15 * 32;

/// Round keys, in the form that the candidate that wrote them reads: those of encryption, or of both directions.
#[derive(Clone)]
#[repr(align(64))]
pub struct Keys {
    /// The round keys, and behind them room for what an expansion in larger steps writes too much.
    bytes: [u8; MOST + 28],
    rounds: u32,
}

impl Schedule for Keys {
    const EMPTY: Self = Self { bytes: [0; MOST + 28], rounds: 0 };
    fn wipe(&mut self) {
        wipe::wipe(&mut self.bytes);
    }
}

impl Keys {
    /// How many rounds there are: no more than [`MAX_ROUNDS`].
    #[inline(always)]
    fn rounds(&self) -> usize {
        (self.rounds as usize).min(MAX_ROUNDS)
    }
}

/// Round keys of the equivalent inverse cipher (FIPS 197, 5.3.5), for candidates that decrypt with others than those
/// that they encrypt with.
#[derive(Clone)]
#[repr(align(64))]
pub struct InverseKeys([u8; MOST]);

impl Schedule for InverseKeys {
    const EMPTY: Self = Self([0; MOST]);
    fn wipe(&mut self) {
        wipe::wipe(&mut self.0);
    }
}
impl Inverse for InverseKeys {
    const NONE: &'static Self = &Self::EMPTY;
}

/// The cipher with blocks of `BITS` bits: 128, which is AES, 160, 192, 224 or 256.
pub struct Rijndael<const BITS: usize>;

/// A cipher: its name, the bits and the bytes of its blocks, what its self-test comes to, its candidates.
macro_rules! cipher {
    ($name:literal, $bits:literal, $bytes:literal, $check:literal, [$($candidates:tt)*]) => {
        impl Cipher for Rijndael<$bits> {
            const NAME: &'static str = $name;
            type Block = [u8; $bytes];
            type Schedule = Keys;
            type Inverse = InverseKeys;
            const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 4 };
            type Table = Fused<Self>;

            fn dispatch() -> &'static Dispatch<Self::Table> {
                static DISPATCH: Dispatch<Fused<Rijndael<$bits>>> =
                    Dispatch::new($name, &[$($candidates)*], |backend| self_test::agrees::<Rijndael<$bits>>(backend, $check));
                &DISPATCH
            }
        }
    };
}

cipher! { "aes", 128, 16, 0x94f6_3b90_7e4b_ac8d, [
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fused_candidate!(
        Rijndael<128>,
        "vaes512",
        "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq",
        32,
        instructions::expand,
        |keys, inverse| instructions::vaes512(keys, inverse)
    ),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fused_candidate!(
        Rijndael<128>,
        "vaes",
        "avx2,aes,pclmulqdq,vaes,vpclmulqdq",
        16,
        instructions::expand,
        |keys, inverse| instructions::vaes(keys, inverse)
    ),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    fused_candidate!(
        Rijndael<128>,
        "aes-ni",
        "aes,pclmulqdq,sse4.1,ssse3",
        8,
        instructions::expand,
        |keys, inverse| instructions::aes_ni(keys, inverse)
    ),
    #[cfg(target_arch = "aarch64")]
    fused_candidate!(Rijndael<128>, "armv8", "neon,aes", 8, armv8::expand, |keys, inverse| {
        armv8::Rounds::new(crate::simd::NeonAes::here(), keys, inverse)
    }),
    fused_candidate!(
        Rijndael<128>,
        portable,
        4,
        planes::expand::<4>,
        |keys, _| planes::Sliced::<4, 16, 4, 4>::new(&keys.unfolded())
    ),
] }

/// A cipher with blocks of more than four columns, of which planes hold `$width`.
macro_rules! more_columns {
    ($($name:literal, $bits:literal, $bytes:literal, $width:literal, $check:literal;)*) => { $(
        cipher!($name, $bits, $bytes, $check, [
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            fused_candidate!(
                Rijndael<$bits>,
                "vaes512",
                "avx512f,avx512bw,avx512vl,avx512vbmi,aes,pclmulqdq,vaes,vpclmulqdq",
                16,
                instructions::expand_pieces::<$bytes>,
                |keys, inverse| instructions::vaes512_pieces::<$bytes>(keys, inverse)
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            fused_candidate!(
                Rijndael<$bits>,
                "vaes",
                "avx2,aes,pclmulqdq,vaes,vpclmulqdq",
                8,
                instructions::expand_pieces::<$bytes>,
                |keys, inverse| instructions::vaes_pieces::<$bytes>(keys, inverse)
            ),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            fused_candidate!(
                Rijndael<$bits>,
                "aes-ni",
                "aes,pclmulqdq,sse4.1,ssse3",
                4,
                instructions::expand_pieces::<$bytes>,
                |keys, inverse| instructions::aes_ni_pieces::<$bytes>(keys, inverse)
            ),
            fused_candidate!(
                Rijndael<$bits>,
                portable,
                $width,
                planes::expand::<{ $bytes / 4 }>,
                |keys, _| planes::Sliced::<{ $bytes / 4 }, $bytes, $width, $width>::new(&keys.unfolded())
            ),
        ]);
    )* };
}
more_columns! {
    "rijndael-160", 160, 20, 3, 0x0e8b_a2ab_923a_f8a3;
    "rijndael-192", 192, 24, 2, 0x8db4_2c76_c5a5_7fd9;
    "rijndael-224", 224, 28, 2, 0xa817_290b_9540_2392;
    "rijndael-256", 256, 32, 2, 0xda70_a37c_4d71_9e37;
}

/// AES with keys of 128 bits: FIPS 197.
pub type Aes128 = Rijndael128<16>;
/// AES with keys of 192 bits.
pub type Aes192 = Rijndael128<24>;
/// AES with keys of 256 bits.
pub type Aes256 = Rijndael128<32>;
/// AES with keys of 128 bits, for encryption alone.
pub type Aes128Enc = Rijndael128Enc<16>;
/// AES with keys of 192 bits, for encryption alone.
pub type Aes192Enc = Rijndael128Enc<24>;
/// AES with keys of 256 bits, for encryption alone.
pub type Aes256Enc = Rijndael128Enc<32>;

/// The types of the ciphers with blocks of `$bits` bits.
macro_rules! types {
    ($($(#[$doc:meta])* $both:ident $encrypt:ident $bits:literal)*) => { $(
        $(#[$doc])*
        pub type $both<const KEY: usize> = BlockCipher<Rijndael<$bits>, KEY>;
        #[doc = concat!("[`", stringify!($both), "`] with keys for encryption alone.")]
        pub type $encrypt<const KEY: usize> = BlockCipher<Rijndael<$bits>, KEY, EncryptOnly>;
    )* };
}
types! {
    /// Rijndael with blocks of 128 bits and keys of `KEY` bytes: AES, and with keys of 20 and 28 bytes what AES
    /// left out.
    Rijndael128 Rijndael128Enc 128
    /// Rijndael with blocks of 160 bits and keys of `KEY` bytes.
    Rijndael160 Rijndael160Enc 160
    /// Rijndael with blocks of 192 bits and keys of `KEY` bytes.
    Rijndael192 Rijndael192Enc 192
    /// Rijndael with blocks of 224 bits and keys of `KEY` bytes.
    Rijndael224 Rijndael224Enc 224
    /// Rijndael with blocks of 256 bits and keys of `KEY` bytes.
    Rijndael256 Rijndael256Enc 256
}
