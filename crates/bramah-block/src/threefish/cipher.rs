//! Threefish as a block cipher: its candidates and types.

use super::{
    keys::{Keys, expand},
    lanes,
};
use crate::{
    BlockCipher, Cipher, EncryptOnly, Lean, Tweakable,
    backend::{Dispatch, candidates},
    declare::entries,
    lean::lean_candidate,
    names::ByteLengths,
    self_test,
    simd::Portable,
};

crate::backend::only! {
    x86: { use crate::simd::{Avx2, Avx512, words::{U64x4, U64x8}}; }
    aarch64: { use crate::simd::{Neon, words::U64x2}; }
    wasm: { use crate::simd::{Simd128, words::U64x2}; }
}

/// Threefish with blocks and keys of `BITS` bits: 256, 512 or 1024.
pub struct Threefish<const BITS: usize>;

/// Implements a cipher. The arguments are its types, its name, its block length in bits, in words and in bytes, the module of
/// its kernel, and the expected result of its self-test.
macro_rules! cipher {
    ($($(#[$doc:meta])* $type:ident $enc:ident $name:literal $bits:literal $words:literal $bytes:literal $kernel:ident $check:literal;)*) => { $(
        impl Cipher for Threefish<$bits> {
            const NAME: &'static str = $name;
            type Block = [u8; $bytes];
            type Schedule = Keys<$words>;
            const KEYS: ByteLengths = ByteLengths::fixed($bytes);
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                static DISPATCH: Dispatch<Lean<Threefish<$bits>>> = Dispatch::new(
                    $name,
                    candidates! {
                        x86: [
                            lean_candidate!(
                                Threefish<$bits>, "avx512", "avx512f,avx512bw,avx512vl", lanes: 8, expand,
                                |keys, run| lanes::$kernel::run::<U64x8, BACK>(Avx512::here(), keys, run)
                            ).with_stack(&crate::wipe::SHALLOW),
                            lean_candidate!(
                                Threefish<$bits>, "avx2", "avx2", lanes: 4, expand,
                                |keys, run| lanes::$kernel::run::<U64x4, BACK>(Avx2::here(), keys, run)
                            ),
                        ],
                        aarch64: [
                            lean_candidate!(
                                Threefish<$bits>, "neon", "neon", lanes: 2, expand,
                                |keys, run| lanes::$kernel::run::<U64x2, BACK>(Neon::here(), keys, run)
                            ),
                        ],
                        wasm: [
                            lean_candidate!(
                                Threefish<$bits>, "simd128", "simd128", lanes: 2, expand,
                                |keys, run| lanes::$kernel::run::<U64x2, BACK>(Simd128::here(), keys, run)
                            ),
                        ],
                        any: [
                            lean_candidate!(
                                Threefish<$bits>, portable, lanes: 1, expand,
                                |keys, run| lanes::$kernel::run::<u64, BACK>(Portable, keys, run)
                            ),
                        ],
                    },
                    |backend| self_test::agrees::<Threefish<$bits>>(backend, $check),
                );
                &DISPATCH
            }
        }
        impl Tweakable for Threefish<$bits> {}

        $(#[$doc])*
        pub type $type = BlockCipher<Threefish<$bits>, $bytes>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc = BlockCipher<Threefish<$bits>, $bytes, EncryptOnly>;
    )* };
}
cipher! {
    /// Threefish-256, with blocks and keys of 32 bytes and a tweak of 16 bytes: section 3.3 of version 1.3 of the specification
    /// of Skein.
    Threefish256 Threefish256Enc "threefish-256" 256 4 32 w4 0x4643_5c5b_510d_73de;
    /// Threefish-512, with blocks and keys of 64 bytes and a tweak of 16 bytes: section 3.3 of version 1.3 of the specification
    /// of Skein.
    Threefish512 Threefish512Enc "threefish-512" 512 8 64 w8 0xc51e_de9f_4bd8_4c88;
    /// Threefish-1024, with blocks and keys of 128 bytes and a tweak of 16 bytes: section 3.3 of version 1.3 of the
    /// specification of Skein.
    Threefish1024 Threefish1024Enc "threefish-1024" 1024 16 128 w16 0x658f_573d_a65c_f030;
}

// the aliases, which include the key length, are names of cppcrypto
entries! {
    "threefish", "Skein 1.3, 3.3", Current, 32 { of Threefish<256>, "threefish-256", ["threefish-256-256"], 32; }
    "threefish", "Skein 1.3, 3.3", Current, 64 { of Threefish<512>, "threefish-512", ["threefish-512-512"], 64; }
    "threefish", "Skein 1.3, 3.3", Current, 128 { of Threefish<1024>, "threefish-1024", ["threefish-1024-1024"], 128; }
}
