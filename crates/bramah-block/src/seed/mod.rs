//! SEED: RFC 4269.

mod field;
mod rounds;
crate::backend::only! { x86: { mod serial; } }

use super::{
    Cipher, Lean, Schedule,
    declare::{entries, types},
    octets::words_candidate,
    self_test,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
    wipe,
};

/// The round keys: two words for each round, in the order of encryption, and again in the order of decryption.
#[derive(Clone)]
pub struct Keys([[[u32; 2]; 16]; 2]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[[0; 2]; 16]; 2]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut().as_flattened_mut());
    }
}

/// The cipher SEED.
pub struct SeedCipher;

impl Cipher for SeedCipher {
    const NAME: &'static str = "seed";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths::fixed(16);
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<SeedCipher>> = Dispatch::new(
            "seed",
            candidates! {
                x86: [
                    words_candidate!(
                        SeedCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512
                    ),
                    words_candidate!(SeedCipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni, SingleAvx2),
                    words_candidate!(SeedCipher, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", Octets256Vaes, Vaes256, alone: Octets128Aes),
                    words_candidate!(SeedCipher, "avx2", "avx2,aes,pclmulqdq", Octets256Aes, Avx2Aes, alone: Octets128Aes),
                    words_candidate!(SeedCipher, "aes-ni", "aes,pclmulqdq,sse4.1,ssse3", Octets128Aes, AesNi),
                ],
                aarch64: [words_candidate!(SeedCipher, "armv8", "neon,aes", OctetsNeonAes, NeonAes)],
                any: [words_candidate!(SeedCipher, portable).with_stack(&crate::wipe::BROAD)],
            },
            |backend| self_test::agrees::<SeedCipher>(backend, 0xa91b_c534_82d9_7d7c),
        );
        &DISPATCH
    }
}

types! {
    /// SEED with a key of 16 bytes and 16-byte blocks: RFC 4269.
    Seed SeedEnc = SeedCipher, 16;
}

entries! {
    "seed", "RFC 4269", Current, 16 {
        of SeedCipher, "seed", ["seed-128", "seed-128-128"], 16;
    }
}
