//! SM4: GB/T 32907-2016, in English draft-ribose-cfrg-sm4-10.

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

/// The round keys for encryption, and again in the opposite order for decryption. There is a word for each round, in the stored
/// form, with its first byte lowest.
#[derive(Clone)]
pub struct Keys([[u32; 32]; 2]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[0; 32]; 2]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut());
    }
}

/// The cipher SM4.
pub struct Sm4Cipher;

impl Cipher for Sm4Cipher {
    const NAME: &'static str = "sm4";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths::fixed(16);
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<Sm4Cipher>> = Dispatch::new(
            "sm4",
            candidates! {
                x86: [
                    words_candidate!(
                        Sm4Cipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512
                    ),
                    words_candidate!(Sm4Cipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni, SingleAvx2),
                    words_candidate!(Sm4Cipher, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", Octets256Vaes, Vaes256, alone: Octets128Aes, single: with_aes),
                    words_candidate!(Sm4Cipher, "avx2", "avx2,aes,pclmulqdq", Octets256Aes, Avx2Aes, alone: Octets128Aes, single: with_aes),
                    words_candidate!(Sm4Cipher, "aes-ni", "aes,pclmulqdq,sse4.1,ssse3", Octets128Aes, AesNi, alone: Octets128Aes, single: with_aes),
                ],
                aarch64: [words_candidate!(Sm4Cipher, "armv8", "neon,aes", OctetsNeonAes, NeonAes)],
                any: [words_candidate!(Sm4Cipher, portable).with_stack(&crate::wipe::BROAD)],
            },
            |backend| self_test::agrees::<Sm4Cipher>(backend, 0xbb44_777f_c899_63ee),
        );
        &DISPATCH
    }
}

types! {
    /// SM4 with a key of 16 bytes and 16-byte blocks: GB/T 32907-2016.
    Sm4 Sm4Enc = Sm4Cipher, 16;
}

entries! {
    "sm4", "GB/T 32907-2016", Current, 16 {
        of Sm4Cipher, "sm4", ["sms4", "sm4-128", "sm4-128-128"], 16;
    }
}
