//! Magma: GOST R 34.12-2015, RFC 8891. GOST 28147-89, RFC 5830, is this cipher with the bytes of blocks and keys in the opposite
//! order, and with S-boxes that the user chooses: the ones of Magma, or sets that RFC 4357 and RFC 5831 name.

mod boxes;
#[doc(hidden)]
pub mod imit;
mod keys;
mod rounds;
crate::backend::only! { x86: { mod serial; } }

use super::{
    BlockCipher, Cipher, Directions, EncryptOnly, Lean, Typed, declare::entries, lean::lean_candidate,
    self_test,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
};
pub use keys::Keys;
use keys::expand;

/// The cipher with a set of S-boxes: 0 for Magma, 1 to 6 for GOST 28147-89.
pub struct Gost<const SET: usize>;

/// Implements ciphers. The arguments are the types, the index of the set of S-boxes, the name, and the expected result of the
/// self-test.
macro_rules! ciphers {
    ($($(#[$doc:meta])* $type:ident $enc:ident $set:literal $name:literal $check:literal;)*) => { $(
        impl Cipher for Gost<$set> {
            const NAME: &'static str = $name;
            type Block = [u8; 8];
            type Schedule = Keys;
            const KEYS: ByteLengths = ByteLengths::fixed(32);
            const LONG_IVS: bool = $set == 0;
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                static DISPATCH: Dispatch<Lean<Gost<$set>>> = Dispatch::new(
                    $name,
                    candidates! {
                        x86: [
                            lean_candidate!(
                                Gost<$set>, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 16,
                                at_once: 16, serial: |keys, run| serial::avx512(keys, run),
                                |key, decrypts, keys| expand::<$set>(key, decrypts, keys),
                                |keys, run| rounds::x86::avx512::<BACK>(keys, run)
                            ),
                            lean_candidate!(
                                Gost<$set>, "avx2", "avx2", lanes: 8,
                                expand::<$set>, |keys, run| rounds::x86::avx2::<BACK>(keys, run)
                            ),
                            lean_candidate!(
                                Gost<$set>, "sse4.1", "sse4.1,ssse3", lanes: 4,
                                expand::<$set>, |keys, run| rounds::x86::sse41::<BACK>(keys, run)
                            ),
                        ],
                        aarch64: [
                            lean_candidate!(
                                Gost<$set>, "neon", "neon", lanes: 4,
                                expand::<$set>, |keys, run| rounds::aarch64::neon::<BACK>(keys, run)
                            ),
                        ],
                        wasm: [
                            lean_candidate!(
                                Gost<$set>, "simd128", "simd128", lanes: 4,
                                expand::<$set>, |keys, run| rounds::wasm::simd128::<BACK>(keys, run)
                            ),
                        ],
                        any: [
                            lean_candidate!(
                                Gost<$set>, portable, lanes: 16,
                                expand::<$set>, |keys, run| rounds::portable::<BACK>(keys, run)
                            ).with_stack(&crate::wipe::SHALLOW),
                        ],
                    },
                    |backend| self_test::agrees::<Gost<$set>>(backend, $check),
                );
                &DISPATCH
            }
        }

        $(#[$doc])*
        ///
        /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between
        /// their plaintexts. Do not use it in new designs.
        pub type $type = BlockCipher<Gost<$set>, 32>;
        #[doc = concat!("[`", stringify!($type), "`] with keys for encryption alone.")]
        pub type $enc = BlockCipher<Gost<$set>, 32, EncryptOnly>;
    )* };
}
ciphers! {
    /// Magma with a key of 32 bytes and 8-byte blocks: GOST R 34.12-2015.
    Magma MagmaEnc 0 "magma" 0xcc6f_26e0_b83c_955c;
    /// GOST 28147-89 with the S-boxes of Magma, id-tc26-gost-28147-param-Z.
    Gost28147Z Gost28147ZEnc 1 "gost28147-z" 0x28b0_0a9e_9a9b_ed54;
    /// GOST 28147-89 with the S-boxes of the examples of GOST R 34.11-94, id-GostR3411-94-TestParamSet, the default of several
    /// libraries.
    Gost28147Test Gost28147TestEnc 2 "gost28147-test" 0x6f0c_4722_69c2_cca4;
    /// GOST 28147-89 with the S-boxes id-Gost28147-89-CryptoPro-A-ParamSet, the most common ones.
    Gost28147A Gost28147AEnc 3 "gost28147-a" 0xe1f7_dd06_7ea8_6236;
    /// GOST 28147-89 with the S-boxes id-Gost28147-89-CryptoPro-B-ParamSet.
    Gost28147B Gost28147BEnc 4 "gost28147-b" 0xca06_9ec4_3628_4ba0;
    /// GOST 28147-89 with the S-boxes id-Gost28147-89-CryptoPro-C-ParamSet.
    Gost28147C Gost28147CEnc 5 "gost28147-c" 0x2d8a_9e88_0d9a_9886;
    /// GOST 28147-89 with the S-boxes id-Gost28147-89-CryptoPro-D-ParamSet.
    Gost28147D Gost28147DEnc 6 "gost28147-d" 0x2634_580d_f16b_287e;
}

/// GOST 28147-89 with any of its sets of S-boxes. The cipher's own modes and its MAC are defined for all sets.
pub trait Gost28147: Typed<Key = [u8; 32]> {
    /// Returns the words of the key, with the set of S-boxes.
    #[doc(hidden)]
    fn words(&self) -> &Keys;
}

macro_rules! gost28147 {
    ($($set:literal)*) => { $(
        impl<D: Directions> Gost28147 for BlockCipher<Gost<$set>, 32, D> {
            fn words(&self) -> &Keys {
                &self.0.schedule
            }
        }
    )* };
}
gost28147!(1 2 3 4 5 6);

entries! {
    "magma", "GOST R 34.12-2015", Legacy, 8 { of Gost<0>, Gost::<0>::NAME, ["magma-64-256"], 32; }
    "magma", "RFC 5830, S-boxes of RFC 7836", Legacy, 8 { of Gost<1>, Gost::<1>::NAME, ["gost28147-tc26-z", "gost89-z"], 32; }
    "magma", "RFC 5830, S-boxes of RFC 5831", Legacy, 8 { of Gost<2>, Gost::<2>::NAME, ["gost89-test"], 32; }
    "magma", "RFC 5830, S-boxes of RFC 4357", Legacy, 8 {
        of Gost<3>, Gost::<3>::NAME, ["gost28147", "gost89", "gost28147-cryptopro-a"], 32;
        of Gost<4>, Gost::<4>::NAME, ["gost28147-cryptopro-b"], 32;
        of Gost<5>, Gost::<5>::NAME, ["gost28147-cryptopro-c"], 32;
        of Gost<6>, Gost::<6>::NAME, ["gost28147-cryptopro-d"], 32;
    }
}
