//! Anubis: Barreto and Rijmen, "The Anubis Block Cipher", the version of 2001 with the changed ("tweaked") S-box, with keys of
//! 128 to 320 bits in steps of 32.

mod keys;
mod maps;
mod rounds;
crate::backend::only! { x86: { mod serial; } }

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

/// The cipher Anubis.
pub struct AnubisCipher;

impl Cipher for AnubisCipher {
    const NAME: &'static str = "anubis";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 40, step: 4 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<AnubisCipher>> = Dispatch::new(
            "anubis",
            candidates! {
                x86: [
                    octets_candidate!(
                        AnubisCipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", Octets512, Avx512Vbmi, Single512,
                        groups: [16 from 9, 4 from 2]
                    ).with_stack(&crate::wipe::BROAD),
                    octets_candidate!(AnubisCipher, "gfni", "avx2,gfni", Octets256Gfni, Avx2Gfni, groups: [32 from 27, 8 from 5, 2 from 2]),
                    octets_candidate!(AnubisCipher, "avx2", "avx2", Octets256, Avx2, groups: [32 from 29, 8 from 7, 4 from 3], alone: Octets128),
                    octets_candidate!(AnubisCipher, "sse4.1", "sse4.1,ssse3", Octets128, Sse41),
                ],
                aarch64: [octets_candidate!(AnubisCipher, "neon", "neon", OctetsNeon, Neon)],
                wasm: [octets_candidate!(AnubisCipher, "simd128", "simd128", OctetsWasm, Simd128)],
                any: [octets_candidate!(AnubisCipher, portable).with_stack(&crate::wipe::BROAD)],
            },
            |backend| self_test::agrees::<AnubisCipher>(backend, 0x88e8_7a9a_5002_d0ed),
        );
        &DISPATCH
    }
}

types! {
    /// Anubis with a key of `KEY` bytes (16 to 40 in steps of 4) and 16-byte blocks.
    Anubis AnubisEnc<KEY> = AnubisCipher, KEY;
}

entries! {
    "anubis", "Barreto, Rijmen: The Anubis Block Cipher (2001)", Current, 16 {
        of AnubisCipher, "anubis-128", ["anubis-128-128"], 16;
        of AnubisCipher, "anubis-160", ["anubis-128-160"], 20;
        of AnubisCipher, "anubis-192", ["anubis-128-192"], 24;
        of AnubisCipher, "anubis-224", ["anubis-128-224"], 28;
        of AnubisCipher, "anubis-256", ["anubis-128-256"], 32;
        of AnubisCipher, "anubis-288", ["anubis-128-288"], 36;
        of AnubisCipher, "anubis-320", ["anubis-128-320"], 40;
    }
}
