//! Rijndael: Daemen and Rijmen, "AES Proposal: Rijndael", version 2, 1999. Blocks and keys have 128 to 256 bits, in steps of 32
//! bits. AES (FIPS 197) is Rijndael with blocks of 128 bits and keys of 128, 192 or 256 bits.

#[cfg(feature = "registry")]
mod entries;
mod expand;
mod planes;
mod portable;
mod sliced;
crate::backend::only! {
    x86: { mod instructions; }
    aarch64: { mod armv8; }
    wasm: { mod simd128; }
}

#[cfg(feature = "registry")]
pub(super) use entries::ENTRIES;

use super::{
    BlockCipher, Cipher, EncryptOnly, Fused, Lean, Schedule, fused::fused_candidate, lean::lean_candidate,
    self_test,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
    wipe,
};

/// The maximum number of rounds.
const MAX_ROUNDS: usize = 14;

/// Applies a round of AES without its key to each block: SubBytes, ShiftRows and MixColumns (FIPS 197, 5.1). This is portable
/// constant-time code that processes four blocks at once.
#[inline(never)]
#[doc(hidden)]
pub fn rounds_without_key(blocks: &mut [[u8; 16]]) {
    let (fours, rest) = blocks.as_chunks_mut();
    for four in fours {
        portable::round(four);
    }
    if !rest.is_empty() {
        let mut four = [[0; 16]; 4];
        for (to, from) in four.iter_mut().zip(&*rest) {
            *to = *from;
        }
        portable::round(&mut four);
        for (to, from) in rest.iter_mut().zip(&four) {
            *to = *from;
        }
    }
}

/// The round keys, in the form of the candidate that wrote them.
#[derive(Clone)]
#[repr(align(64))]
pub struct Keys<const CHUNKS: usize> {
    /// The round keys in chunks of sixteen bytes.
    chunks: [[u8; 16]; CHUNKS],
    rounds: usize,
    /// Whether more than the first [`FEW`] chunks have been written, and must be erased.
    many: bool,
}

/// The number of 16-byte chunks of all round keys of AES, for both directions.
const AES: usize = 30;
/// The number of 16-byte chunks of all round keys of Rijndael with longer blocks.
const WIDE: usize = 60;

/// The number of chunks that are written for keys of AES for encryption only: 15 round keys, and one more step of the key
/// expansion.
const FEW: usize = 17;

impl<const CHUNKS: usize> Schedule for Keys<CHUNKS> {
    const EMPTY: Self = Self { chunks: [[0; 16]; CHUNKS], rounds: 0, many: false };
    #[inline]
    fn wipe(&mut self) {
        match self.many {
            false => wipe::wipe(self.chunks[..FEW].as_flattened_mut()),
            true => wipe::wipe(self.chunks.as_flattened_mut()),
        }
    }
}

impl<const CHUNKS: usize> Keys<CHUNKS> {
    /// Returns the round keys for encryption and for decryption, in the layout of most candidates.
    #[inline(always)]
    fn halves(&self) -> (&[[u8; 16]], &[[u8; 16]]) {
        self.chunks.split_at(CHUNKS / 2)
    }
    /// Returns mutable round keys for encryption and for decryption, in the layout of most candidates.
    #[inline(always)]
    fn halves_mut(&mut self) -> (&mut [[u8; 16]], &mut [[u8; 16]]) {
        self.chunks.split_at_mut(CHUNKS / 2)
    }
}

/// Rijndael with blocks of `BITS` bits: 128 (AES), 160, 192, 224 or 256.
pub struct Rijndael<const BITS: usize>;

/// Implements a cipher. The arguments are its name, its table, the block length in bits and bytes, the number of chunks of its
/// round keys, the expected result of its self-test, and its candidates.
macro_rules! cipher {
    ($name:literal, $table:ident, $bits:literal, $bytes:literal, $chunks:ident, $check:literal, $candidates:tt) => {
        impl Cipher for Rijndael<$bits> {
            const NAME: &'static str = $name;
            type Block = [u8; $bytes];
            type Schedule = Keys<$chunks>;
            const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 4 };
            type Table = $table<Self>;

            fn dispatch() -> &'static Dispatch<Self::Table> {
                static DISPATCH: Dispatch<$table<Rijndael<$bits>>> =
                    Dispatch::new($name, candidates! $candidates, |backend| self_test::agrees::<Rijndael<$bits>>(backend, $check));
                &DISPATCH
            }
        }
    };
}

cipher! { "aes", Fused, 128, 16, AES, 0x94f6_3b90_7e4b_ac8d, {
    x86: [
        fused_candidate!(
            Rijndael<128>, "vaes512", "avx512f,avx512bw,avx512vl,aes,pclmulqdq,vaes,vpclmulqdq", lanes: 32,
            instructions::expand, |keys| instructions::vaes512(keys), gcm: Gf4 Clmul512 many
        ).erasing(&wipe::MIDDLE),
        fused_candidate!(
            Rijndael<128>, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", lanes: 16,
            instructions::expand, |keys| instructions::vaes(keys), gcm: Gf2 Clmul256 many
        ).erasing(&wipe::MIDDLE),
        fused_candidate!(
            Rijndael<128>, "aes-ni", "aes,pclmulqdq,sse4.1,ssse3", lanes: 8,
            instructions::expand, |keys| instructions::aes_ni(keys), gcm: Gf1 Clmul
        ).erasing(&wipe::SLIM),
    ],
    aarch64: [
        fused_candidate!(
            Rijndael<128>, "armv8", "neon,aes", lanes: 8,
            armv8::expand, |keys| armv8::Rounds::new(crate::simd::NeonAes::here(), keys), gcm: Gf1 NeonAes
        ).erasing(&wipe::BROAD),
    ],
    wasm: [
        fused_candidate!(
            Rijndael<128>, "simd128", "simd128", lanes: 8,
            planes::expand::<simd128::Bytewise, 4, AES>, |keys| planes::Sliced::<simd128::Bytewise, 4, 16, 8, 8>::new(keys)
        ),
    ],
    any: [
        fused_candidate!(
            Rijndael<128>, portable, lanes: 4,
            planes::expand::<portable::Paired, 4, AES>, |keys| planes::Sliced::<portable::Paired, 4, 16, 4, 4>::new(keys)
        ).erasing(&wipe::SHALLOW),
    ],
} }

/// Implements a cipher with blocks of more than four columns, `$width` of which fit in the planes. Its modes are not compiled
/// together with it, because this would be four times as much code as for AES.
macro_rules! more_columns {
    ($($name:literal, $bits:literal, $bytes:literal, $width:literal, $check:literal;)*) => { $(
        cipher!($name, Lean, $bits, $bytes, WIDE, $check, {
            x86: [
                lean_candidate!(
                    Rijndael<$bits>, "vaes512", "avx512f,avx512bw,avx512vl,avx512vbmi,aes,pclmulqdq,vaes,vpclmulqdq",
                    lanes: 16, at_once: 1,
                    |key, decrypts, keys| instructions::expand_pieces::<$bytes>(key, decrypts, keys),
                    |keys, data| instructions::run::<_, BACK>(instructions::vaes512_pieces::<$bytes>(keys), data)
                ),
                lean_candidate!(
                    Rijndael<$bits>, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", lanes: 8, at_once: 1,
                    |key, decrypts, keys| instructions::expand_pieces::<$bytes>(key, decrypts, keys),
                    |keys, data| instructions::run::<_, BACK>(instructions::vaes_pieces::<$bytes>(keys), data)
                ),
                lean_candidate!(
                    Rijndael<$bits>, "aes-ni", "aes,pclmulqdq,sse4.1,ssse3", lanes: 4, at_once: 1,
                    |key, decrypts, keys| instructions::expand_pieces::<$bytes>(key, decrypts, keys),
                    |keys, data| instructions::run::<_, BACK>(instructions::aes_ni_pieces::<$bytes>(keys), data)
                ),
            ],
            any: [
                lean_candidate!(
                    Rijndael<$bits>, portable, lanes: $width, at_once: 1,
                    |key, decrypts, keys| planes::expand::<portable::Planewise, { $bytes / 4 }, WIDE>(key, decrypts, keys),
                    |keys, data| planes::run::<{ $bytes / 4 }, $bytes, $width, BACK>(keys, data)
                ),
            ],
        });
    )* };
}
more_columns! {
    "rijndael-160", 160, 20, 3, 0x0e8b_a2ab_923a_f8a3;
    "rijndael-192", 192, 24, 2, 0x8db4_2c76_c5a5_7fd9;
    "rijndael-224", 224, 28, 2, 0xa817_290b_9540_2392;
    "rijndael-256", 256, 32, 2, 0xda70_a37c_4d71_9e37;
}

/// AES-128: AES with keys of 16 bytes (FIPS 197).
pub type Aes128 = Rijndael128<16>;
/// AES-192: AES with keys of 24 bytes (FIPS 197).
pub type Aes192 = Rijndael128<24>;
/// AES-256: AES with keys of 32 bytes (FIPS 197).
pub type Aes256 = Rijndael128<32>;
/// [`Aes128`] with keys for encryption only.
pub type Aes128Enc = Rijndael128Enc<16>;
/// [`Aes192`] with keys for encryption only.
pub type Aes192Enc = Rijndael128Enc<24>;
/// [`Aes256`] with keys for encryption only.
pub type Aes256Enc = Rijndael128Enc<32>;

/// Declares types with blocks of this number of bits and keys of `KEY` bytes.
macro_rules! types {
    ($($(#[$doc:meta])* $type:ident $enc:ident $bits:literal;)*) => { $(
        $(#[$doc])*
        pub type $type<const KEY: usize> = BlockCipher<Rijndael<$bits>, KEY>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc<const KEY: usize> = BlockCipher<Rijndael<$bits>, KEY, EncryptOnly>;
    )* };
}
types! {
    /// Rijndael with blocks of 128 bits and keys of `KEY` bytes. With keys of 16, 24 and 32 bytes it is AES; keys of 20 and 28
    /// bytes are not part of AES.
    Rijndael128 Rijndael128Enc 128;
    /// Rijndael with blocks of 160 bits and keys of `KEY` bytes.
    Rijndael160 Rijndael160Enc 160;
    /// Rijndael with blocks of 192 bits and keys of `KEY` bytes.
    Rijndael192 Rijndael192Enc 192;
    /// Rijndael with blocks of 224 bits and keys of `KEY` bytes.
    Rijndael224 Rijndael224Enc 224;
    /// Rijndael with blocks of 256 bits and keys of `KEY` bytes.
    Rijndael256 Rijndael256Enc 256;
}
