//! Twofish: B. Schneier and others, *Twofish: A 128-Bit Block Cipher*, 1998, with keys of 128, 192 and 256 bits.
//!
//! The S-boxes depend on the key. In registers, every look-up reads the whole table. For a block that depends on the previous one
//! this takes much longer than reading memory at an address that depends on the block. Therefore the candidates for single blocks
//! come in two forms: candidates whose names end in `tables` read tables in memory for few blocks, and the others never do.

mod field;
mod keys;
mod rounds;
mod tables;

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
};
pub use keys::Keys;

crate::backend::only! { x86: { use crate::simd::features::Design; } }

/// Compiles the cipher in registers for an instruction set, once for both forms of candidates.
#[allow(unused_macros)] // not used on architectures without registers
macro_rules! in_registers {
    ($name:ident $features:literal $octets:ident $token:ident) => {
        mod $name {
            use super::{
                keys::{self, Form, Keys},
                rounds,
            };
            use crate::simd::{
                memory::Run,
                octets::{Octets, $octets},
                $token,
            };

            #[inline(never)]
            #[target_feature(enable = $features)]
            pub(super) fn expand(form: Form, key: &[u8], keys: &mut Keys) {
                keys::expand::<$octets>($token::here(), form, key, keys);
            }
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn groups<const BACK: bool>(keys: &Keys, data: Run<'_>) {
                rounds::groups::<$octets, BACK>($token::here(), keys, data);
            }
            #[target_feature(enable = $features)]
            pub(super) fn run<const BACK: bool, const TABLES: bool>(keys: &Keys, few: usize, data: Run<'_>) {
                const BLOCKS: usize = 16 * <$octets as Octets>::PIECES;
                rounds::run::<BACK, TABLES>(keys, [BLOCKS, few], data, |keys, run| groups::<BACK>(keys, run));
            }
        }
    };
}
crate::backend::only! {
    x86: {
        in_registers!(avx512 "avx512f,avx512bw,avx512vl,avx512vbmi,gfni" Octets512 Avx512Vbmi);
        in_registers!(avx2 "avx2" Octets256 Avx2);
        in_registers!(sse41 "sse4.1,ssse3" Octets128 Sse41);
    }
    aarch64: { in_registers!(neon "neon" OctetsNeon Neon); }
    wasm: { in_registers!(simd128 "simd128" OctetsWasm Simd128); }
}

/// The cipher Twofish.
pub struct TwofishCipher;

/// Returns the maximum number of blocks for which tables are faster than AVX2 registers. A Xeon (family 6, model 85) encrypts 16
/// blocks in 1.20 us by tables, 24 in about 1.80 us, and 32 in 1.80 us in registers (Twofish-256, ECB).
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline(always)]
fn few() -> usize {
    if Design::is_intel() { 24 } else { 16 }
}

/// Makes a candidate in registers, which reads no tables in memory. If a number follows, it is the maximum number of blocks for
/// which such tables are faster, and they are used for these, for single blocks, and for blocks that depend on each other.
#[allow(unused_macros)] // not used on architectures without registers
macro_rules! candidate {
    ($module:ident, $name:literal, $features:literal, lanes: $lanes:literal, $form:ident $(, tables to $few:expr)?) => {
        lean_candidate!(
            TwofishCipher, $name, $features, lanes: $lanes, at_once: 1,
            $(serial: |keys, data| candidate!(@tables $few, in_words::<TwofishCipher, u32, 4>(keys, data)),)?
            |key, _decrypts, keys| $module::expand(keys::Form::$form, key, keys),
            |keys, data| {
                const TABLES: bool = [false $(, candidate!(@tables $few, true))?].len() > 1;
                $module::run::<BACK, TABLES>(keys, 0 $(+ $few)?, data)
            }
        )
        .with_stack(&crate::wipe::BROAD)
    };
    (@tables $few:expr, $value:expr) => {
        $value
    };
}

impl Cipher for TwofishCipher {
    const NAME: &'static str = "twofish";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 8 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<TwofishCipher>> = Dispatch::new(
            "twofish",
            candidates! {
                x86: [
                    candidate!(
                        avx512, "avx512-tables", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 16, Both, tables to 6
                    ).indexing(),
                    candidate!(
                        avx512, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 16, Registers
                    ),
                    candidate!(avx2, "avx2-tables", "avx2", lanes: 16, Both, tables to few()).indexing(),
                    candidate!(avx2, "avx2", "avx2", lanes: 16, Registers),
                    candidate!(sse41, "sse4.1", "sse4.1,ssse3", lanes: 16, Registers),
                ],
                aarch64: [
                    candidate!(neon, "neon-tables", "neon", lanes: 16, Both, tables to 6).indexing(),
                    candidate!(neon, "neon", "neon", lanes: 16, Registers),
                ],
                wasm: [
                    candidate!(simd128, "simd128-tables", "simd128", lanes: 16, Both, tables to 6).indexing(),
                    candidate!(simd128, "simd128", "simd128", lanes: 16, Registers),
                ],
                any: [
                    lean_candidate!(
                        TwofishCipher, portable, lanes: 2, at_once: 1,
                        serial: |keys, data| in_words::<TwofishCipher, u32, 4>(keys, data),
                        |key, _decrypts, keys| keys::expand_by_tables(key, keys),
                        |keys, data| tables::run::<BACK>(keys, data)
                    ).indexing(),
                ],
            },
            |backend| self_test::agrees::<TwofishCipher>(backend, 0x470e_0009_58b9_5103),
        );
        &DISPATCH
    }
}

types! {
    /// Twofish with a key of 16 bytes and 16-byte blocks.
    Twofish128 Twofish128Enc = TwofishCipher, 16;
    /// Twofish with a key of 24 bytes and 16-byte blocks.
    Twofish192 Twofish192Enc = TwofishCipher, 24;
    /// Twofish with a key of 32 bytes and 16-byte blocks.
    Twofish256 Twofish256Enc = TwofishCipher, 32;
}

entries! {
    "twofish", "Schneier and others: Twofish (1998)", Current, 16 {
        of TwofishCipher, "twofish-128", ["twofish-128-128"], 16;
        of TwofishCipher, "twofish-192", ["twofish-128-192"], 24;
        of TwofishCipher, "twofish-256", ["twofish-128-256", "twofish"], 32;
    }
}
