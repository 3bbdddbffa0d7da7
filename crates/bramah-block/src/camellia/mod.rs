//! Camellia: RFC 3713, with keys of 128, 192 and 256 bits.

mod field;
mod keys;
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

/// The cipher Camellia.
pub struct CamelliaCipher;

impl Cipher for CamelliaCipher {
    const NAME: &'static str = "camellia";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 32, step: 8 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<CamelliaCipher>> = Dispatch::new(
            "camellia",
            candidates! {
                x86: [
                    octets_candidate!(
                        CamelliaCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512, alone: Octets256Gfni,
                        groups: [64 from 34, 32 from 5, 4 from 3]
                    ),
                    octets_candidate!(CamelliaCipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni, SingleAvx2, groups: [32 from 3]),
                    octets_candidate!(CamelliaCipher, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", Octets256Vaes, Vaes256, alone: Octets128Aes, groups: [32 from 17, 16 from 5], single: with_aes),
                    octets_candidate!(CamelliaCipher, "avx2", "avx2,aes,pclmulqdq", Octets256Aes, Avx2Aes, quarters: Octets128Aes, groups: [32 from 17, 16 from 9, 8 from 5, 4 from 3], single: with_aes),
                    octets_candidate!(CamelliaCipher, "aes-ni", "aes,pclmulqdq,sse4.1,ssse3", Octets128Aes, AesNi, alone: Octets128Aes, groups: [16 from 3], single: with_aes),
                ],
                aarch64: [octets_candidate!(CamelliaCipher, "armv8", "neon,aes", OctetsNeonAes, NeonAes)],
                any: [octets_candidate!(CamelliaCipher, portable).with_stack(&crate::wipe::BROAD)],
            },
            |backend| self_test::agrees::<CamelliaCipher>(backend, 0x36aa_38ef_ed72_075b),
        );
        &DISPATCH
    }
}

types! {
    /// Camellia with a key of 16 bytes and 16-byte blocks: RFC 3713.
    Camellia128 Camellia128Enc = CamelliaCipher, 16;
    /// Camellia with a key of 24 bytes and 16-byte blocks: RFC 3713.
    Camellia192 Camellia192Enc = CamelliaCipher, 24;
    /// Camellia with a key of 32 bytes and 16-byte blocks: RFC 3713.
    Camellia256 Camellia256Enc = CamelliaCipher, 32;
}

entries! {
    "camellia", "RFC 3713", Current, 16 {
        of CamelliaCipher, "camellia-128", ["camellia-128-128"], 16;
        of CamelliaCipher, "camellia-192", ["camellia-128-192"], 24;
        of CamelliaCipher, "camellia-256", ["camellia-128-256"], 32;
    }
}
