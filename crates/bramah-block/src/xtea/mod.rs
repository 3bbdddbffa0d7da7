//! XTEA: Needham and Wheeler, "Tea extensions", 1997, with 32 cycles, which are 64 rounds. The report defines words, not bytes.
//! Most libraries read words as big-endian. Others read them as little-endian, which is a separate cipher here.

mod rounds;

use super::{
    Cipher, Lean, Schedule,
    declare::{entries, types},
    lean::lean_candidate,
    self_test,
    serial::in_words,
};
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
    wasm: { use crate::simd::{Simd128, words::U32x4}; }
}

/// The round keys, two for each cycle. Each is `sum` plus a word of the key.
#[derive(Clone)]
pub struct Keys([[u32; 2]; 32]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[0; 2]; 32]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut());
    }
}

/// The cipher XTEA. Words are big-endian if `BIG` is set, otherwise little-endian.
pub struct XteaWords<const BIG: bool>;

/// Implements a cipher. The arguments are its name, whether words are big-endian, and the expected result of the self-test.
macro_rules! cipher {
    ($($name:literal $big:literal $check:literal;)*) => { $(
        impl Cipher for XteaWords<$big> {
            const NAME: &'static str = $name;
            type Block = [u8; 8];
            type Schedule = Keys;
            const KEYS: ByteLengths = ByteLengths::fixed(16);
            type Table = Lean<Self>;

            fn dispatch() -> &'static Dispatch<Lean<Self>> {
                static DISPATCH: Dispatch<Lean<XteaWords<$big>>> = Dispatch::new(
                    $name,
                    candidates! {
                        x86: [
                            lean_candidate!(
                                XteaWords<$big>, "avx512", "avx512f,avx512bw,avx512vl", lanes: 16,
                                serial: |keys, data| in_words::<XteaWords<$big>, u32, 2>(keys, data), expand::<$big>,
                                |keys, data| run::<U32x16, $big, BACK, 8>(Avx512::here(), keys, data)
                            ),
                            lean_candidate!(
                                XteaWords<$big>, "avx2", "avx2", lanes: 8,
                                serial: |keys, data| in_words::<XteaWords<$big>, u32, 2>(keys, data), expand::<$big>,
                                |keys, data| run::<U32x8, $big, BACK, 4>(Avx2::here(), keys, data)
                            ),
                        ],
                        aarch64: [
                            lean_candidate!(
                                XteaWords<$big>, "neon", "neon", lanes: 4,
                                serial: |keys, data| in_words::<XteaWords<$big>, u32, 2>(keys, data), expand::<$big>,
                                |keys, data| run::<U32x4, $big, BACK, 8>(Neon::here(), keys, data)
                            ),
                        ],
                        wasm: [
                            lean_candidate!(
                                XteaWords<$big>, "simd128", "simd128", lanes: 4,
                                serial: |keys, data| in_words::<XteaWords<$big>, u32, 2>(keys, data), expand::<$big>,
                                |keys, data| run::<U32x4, $big, BACK, 8>(Simd128::here(), keys, data)
                            ),
                        ],
                        any: [
                            lean_candidate!(
                                XteaWords<$big>, portable, lanes: 1,
                                serial: |keys, data| in_words::<XteaWords<$big>, u32, 2>(keys, data), expand::<$big>,
                                |keys, data| run::<u32, $big, BACK, 4>(Portable, keys, data)
                            ),
                        ],
                    },
                    |backend| self_test::agrees::<XteaWords<$big>>(backend, $check),
                );
                &DISPATCH
            }
        }
    )* };
}
cipher! {
    "xtea" true 0xb6b4_6686_02c6_fe92;
    "xtea-le" false 0x98f1_761c_14c3_cc3a;
}

/// The cipher with big-endian words.
pub type XteaCipher = XteaWords<true>;

types! {
    /// XTEA with a key of 16 bytes and 8-byte blocks, with big-endian words.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
    /// plaintexts. Do not use it in new designs.
    Xtea XteaEnc = XteaCipher, 16;
    /// [`Xtea`] with little-endian words, as in some libraries.
    XteaLe XteaLeEnc = XteaWords<false>, 16;
}

entries! {
    "xtea", "Needham, Wheeler: Tea extensions (1997)", Legacy, 8 {
        of XteaCipher, "xtea", ["xtea-128", "xtea-64-128", "xtea-be"], 16;
    }
    "xtea-le", "Needham, Wheeler: Tea extensions (1997)", Legacy, 8 {
        of XteaWords<false>, "xtea-le", ["xtea-little-endian"], 16;
    }
}
