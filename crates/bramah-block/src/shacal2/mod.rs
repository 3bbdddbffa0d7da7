//! SHACAL-2: H. Handschuh and D. Naccache, *SHACAL*, submission to NESSIE, 2001. It is the compression function of SHA-256 as a
//! block cipher, with keys of 16 to 64 bytes.

mod keys;
#[cfg_attr(not(any(target_arch = "x86", target_arch = "x86_64")), allow(dead_code))] // only lanes use it
mod rounds;
crate::backend::only! { x86: { mod sha_ni; } }

use super::{
    Cipher, Lean,
    declare::{entries, types},
    lean::lean_candidate,
    self_test,
};
use crate::{
    backend::{Dispatch, candidates},
    names::ByteLengths,
};
pub use keys::Keys;
use keys::{expand, padded};

/// Compiles the functions for blocks in lanes for an instruction set.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! in_lanes {
    ($name:ident $features:literal $words:ident $token:ident $sets:literal) => {
        mod $name {
            use super::{keys::Keys, rounds};
            use crate::simd::{
                memory::Run,
                words::{Words, $words},
                $token,
            };

            /// Encrypts or decrypts groups of one block for each lane. Leaves the remaining blocks in the run.
            #[inline(never)]
            #[target_feature(enable = $features)]
            pub(super) fn groups<const BACK: bool>(keys: &Keys, run: &mut Run<'_>) {
                rounds::lanes::<$words, BACK, $sets>($token::here(), keys, run);
            }
            /// Encrypts or decrypts a run.
            #[target_feature(enable = $features)]
            pub(super) fn run<const BACK: bool>(keys: &Keys, mut run: Run<'_>) {
                groups::<BACK>(keys, &mut run);
                rounds::rest::<BACK>(keys, $words::LANES, run, |keys, run| groups::<BACK>(keys, run));
            }
        }
    };
}
crate::backend::only! {
    x86: {
        in_lanes!(avx512 "avx512f,avx512bw,avx512vl" U32x16 Avx512 2);
        in_lanes!(avx2 "avx2" U32x8 Avx2 1);
    }
}

/// The cipher SHACAL-2.
pub struct Shacal2Cipher;

impl Cipher for Shacal2Cipher {
    const NAME: &'static str = "shacal-2";
    type Block = [u8; 32];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 16, max: 64, step: 1 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        static DISPATCH: Dispatch<Lean<Shacal2Cipher>> = Dispatch::new(
            "shacal-2",
            candidates! {
                x86: [
                    lean_candidate!(
                        Shacal2Cipher, "avx512-sha-ni", "avx512f,avx512bw,avx512vl,sha,sse4.1,ssse3", lanes: 4,
                        groups: super::lean::Groups::of(&[(32, 22), (16, 8)]),
                        |key, _decrypts, keys| padded(key, |key| sha_ni::expand(key, keys)),
                        |keys, run| if BACK {
                            avx512::run::<true>(keys, run)
                        } else {
                            let mut run = run;
                            avx512::groups::<false>(keys, &mut run);
                            sha_ni::run(keys, run)
                        }
                    ),
                    lean_candidate!(
                        Shacal2Cipher, "avx2-sha-ni", "avx2,sha,sse4.1,ssse3", lanes: 4, at_once: 1,
                        |key, _decrypts, keys| padded(key, |key| sha_ni::expand(key, keys)),
                        |keys, run| if BACK { avx2::run::<true>(keys, run) } else { sha_ni::run(keys, run) }
                    ),
                    lean_candidate!(
                        Shacal2Cipher, "avx512", "avx512f,avx512bw,avx512vl", lanes: 16, groups: super::lean::Groups::of(&[(32, 18)]),
                        |key, _decrypts, keys| padded(key, |key| expand(key, keys)), |keys, run| avx512::run::<BACK>(keys, run)
                    ),
                    lean_candidate!(
                        Shacal2Cipher, "avx2", "avx2", lanes: 8, at_once: 1,
                        |key, _decrypts, keys| padded(key, |key| expand(key, keys)), |keys, run| avx2::run::<BACK>(keys, run)
                    ),
                ],
                any: [
                    lean_candidate!(
                        Shacal2Cipher, portable, lanes: 1, at_once: 1,
                        |key, _decrypts, keys| padded(key, |key| expand(key, keys)),
                        |keys, run| rounds::single::<BACK>(keys, run)
                    ),
                ],
            },
            |backend| self_test::agrees::<Shacal2Cipher>(backend, 0xf825_a408_ab29_13e5),
        );
        &DISPATCH
    }
}

types! {
    /// SHACAL-2 with a key of `KEY` bytes (16 to 64) and 32-byte blocks. A key shorter than 64 bytes is padded with zeros, so
    /// appending zeros to a key does not change the cipher.
    Shacal2 Shacal2Enc<KEY> = Shacal2Cipher, KEY;
}

entries! {
    "shacal2", "Handschuh, Naccache: SHACAL (2001)", Current, 32 {
        of_any_key Shacal2Cipher, "shacal-2", ["shacal-2-256"], 32;
    }
}
