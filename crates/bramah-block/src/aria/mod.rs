//! ARIA: RFC 5794, with keys of 128, 192 and 256 bits.

mod keys;
mod maps;
mod pieces;
mod rounds;
crate::backend::only! { x86: { mod quarters; mod serial; } }

use super::{
    Cipher, Lean,
    declare::{entries, types},
    octets::octets_candidate,
    self_test,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
};
pub use keys::Keys;

/// The cipher ARIA.
pub struct AriaCipher;

impl Cipher for AriaCipher {
    const NAME: &'static str = "aria";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 8 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<AriaCipher>> = Dispatch::new(
            "aria",
            candidates! {
                x86: [
                    octets_candidate!(
                        AriaCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512, alone: Octets256Gfni,
                        groups: [64 from 35, 32 from 9, 8 from 5, 4 from 3]
                    ),
                    octets_candidate!(AriaCipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni, SingleAvx2, groups: [32 from 9, 8 from 5]),
                    octets_candidate!(AriaCipher, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", Octets256Vaes, Vaes256, alone: Octets128Aes, groups: [32 from 17, 16 from 5]),
                    octets_candidate!(AriaCipher, "avx2", "avx2,aes,pclmulqdq", Octets256Aes, Avx2Aes, quarters: Octets128Aes, groups: [32 from 18, 16 from 10, 8 from 5, 4 from 3]),
                    octets_candidate!(AriaCipher, "aes-ni", "aes,pclmulqdq,sse4.1,ssse3", Octets128Aes, AesNi, alone: Octets128Aes, groups: [16 from 5]),
                ],
                aarch64: [octets_candidate!(AriaCipher, "armv8", "neon,aes", OctetsNeonAes, NeonAes)],
                any: [octets_candidate!(AriaCipher, portable)],
            },
            |backend| self_test::agrees::<AriaCipher>(backend, 0xaf09_0f4b_17fb_c14d),
        );
        &DISPATCH
    }
}

types! {
    /// ARIA with a key of 16 bytes and 16-byte blocks: RFC 5794.
    Aria128 Aria128Enc = AriaCipher, 16;
    /// ARIA with a key of 24 bytes and 16-byte blocks: RFC 5794.
    Aria192 Aria192Enc = AriaCipher, 24;
    /// ARIA with a key of 32 bytes and 16-byte blocks: RFC 5794.
    Aria256 Aria256Enc = AriaCipher, 32;
}

entries! {
    "aria", "RFC 5794", Current, 16 {
        of AriaCipher, "aria-128", ["aria-128-128"], 16;
        of AriaCipher, "aria-192", ["aria-128-192"], 24;
        of AriaCipher, "aria-256", ["aria-128-256"], 32;
    }
}
