//! Kuznyechik: GOST R 34.12-2015, RFC 7801.

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

/// The cipher Kuznyechik.
pub struct KuznyechikCipher;

impl Cipher for KuznyechikCipher {
    const NAME: &'static str = "kuznyechik";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths::fixed(32);
    const LONG_IVS: bool = true;
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<KuznyechikCipher>> = Dispatch::new(
            "kuznyechik",
            candidates! {
                x86: [
                    octets_candidate!(
                        KuznyechikCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512,
                        groups: [64 from 37, 16 from 13, 4 from 2]
                    ).with_stack(&crate::wipe::BROAD),
                    octets_candidate!(KuznyechikCipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni, groups: [32 from 27, 8 from 7, 2 from 2]),
                    octets_candidate!(KuznyechikCipher, "vaes", "avx2,aes,pclmulqdq,vaes,vpclmulqdq", Octets256Vaes, Vaes256, alone: Octets128Aes, groups: [32 from 17, 16 from 15]),
                    octets_candidate!(KuznyechikCipher, "avx2", "avx2,aes,pclmulqdq", Octets256Aes, Avx2Aes, quarters: Octets128Aes, groups: [32 from 25, 8 from 4]),
                    octets_candidate!(KuznyechikCipher, "sse4.1", "sse4.1,ssse3", Octets128, Sse41, alone: Octets128, groups: [16 from 8]),
                ],
                aarch64: [octets_candidate!(KuznyechikCipher, "neon", "neon", OctetsNeon, Neon)],
                wasm: [octets_candidate!(KuznyechikCipher, "simd128", "simd128", OctetsWasm, Simd128)],
                any: [octets_candidate!(KuznyechikCipher, portable).with_stack(&crate::wipe::BROAD)],
            },
            |backend| self_test::agrees::<KuznyechikCipher>(backend, 0xc0b5_0075_2a15_644e),
        );
        &DISPATCH
    }
}

types! {
    /// Kuznyechik with a key of 32 bytes and 16-byte blocks: GOST R 34.12-2015.
    Kuznyechik KuznyechikEnc = KuznyechikCipher, 32;
}

entries! {
    "kuznyechik", "GOST R 34.12-2015", Current, 16 {
        of KuznyechikCipher, "kuznyechik", ["kuznechik", "kuznyechik-128-256", "grasshopper", "gost-r-34.12-2015"], 32;
    }
}
