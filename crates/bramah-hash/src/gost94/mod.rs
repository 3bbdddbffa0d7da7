//! GOST R 34.11-94 (RFC 5831), with the S-boxes of RFC 4357, section 11.2.

mod step;
mod tables;
crate::backend::only! { x86: { mod nibbles; } }

use super::{
    Info, Lengths, Standing,
    frame::{
        summed::{ChecksumOps, Compress, Params},
        *,
    },
    function,
};
use crate::{
    backend::{Candidate, candidates},
    primitives::gost::TEST,
};

/// The S-boxes of id-GostR3411-94-CryptoProParamSet (RFC 4357, section 11.2).
const CRYPTOPRO: tables::Boxes = [
    [10, 4, 5, 6, 8, 1, 3, 7, 13, 12, 14, 0, 9, 2, 11, 15],
    [5, 15, 4, 0, 2, 13, 11, 9, 1, 7, 6, 3, 12, 14, 10, 8],
    [7, 15, 12, 14, 9, 4, 1, 0, 3, 11, 5, 2, 6, 10, 8, 13],
    [4, 10, 7, 12, 0, 15, 2, 8, 14, 1, 6, 5, 13, 11, 9, 3],
    [7, 6, 4, 11, 9, 12, 2, 10, 1, 8, 0, 14, 15, 13, 3, 5],
    [7, 6, 2, 4, 13, 9, 15, 0, 10, 1, 5, 11, 8, 14, 12, 3],
    [13, 14, 4, 1, 7, 0, 5, 10, 3, 12, 8, 15, 6, 2, 9, 11],
    [1, 3, 10, 9, 5, 11, 4, 15, 8, 6, 7, 14, 13, 0, 2, 12],
];

/// Declares a hash function: the step function with a set of S-boxes, the padding and the output.
macro_rules! gost94 {
    ($compress:ident, $params:ident, $hash:ident, $name:literal, $many:literal, $boxes:ident, $test:literal) => {
        #[doc = concat!("The step function of ", $name, ": RFC 5831, section 5.")]
        pub struct $compress;

        impl $compress {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            #[inline]
            #[target_feature(enable = "avx2")]
            fn by_nibbles(state: &mut step::State, blocks: &[[u8; 32]], place: &Place) {
                static NIBBLES: nibbles::Nibbles = nibbles::nibbles(&$boxes);
                nibbles::compress(&NIBBLES, state, blocks, place);
            }

            fn by_tables(state: &mut step::State, blocks: &[[u8; 32]], place: &Place) {
                static TABLES: tables::Tables = tables::tables(&$boxes);
                tables::compress(&TABLES, state, blocks, place);
            }
        }

        impl Compress for $compress {
            type State = step::State;
            type Block = [u8; 32];

            lists! {
                $hash;
                $name, ChecksumOps<$compress>, candidates! {
                    x86: [checksum_candidate!($compress, "avx2", "avx2", $compress::by_nibbles)],
                    any: [checksum_candidate!($compress, "portable", $compress::by_tables).indexing()],
                }, $test;
                $many, Batch<step::State, Place>, &[Candidate::portable(Batch::ONE_BY_ONE).indexing()]
            }
        }

        #[doc = concat!("The padding and output of ", $name, ": section 6.")]
        pub struct $params;
        impl Params for $params {
            type Compress = $compress;
            // none, because an incomplete block is padded only with zeros
            const MARK: Option<u8> = None;

            #[inline(always)]
            fn output(state: &step::State, out: &mut [u8]) {
                state.write_le(out);
            }
        }
    };
}

gost94!(
    Compress94,
    Params94,
    Gost94Hash,
    "gost94",
    "gost94.many",
    TEST,
    "a0ac4a4434b856565a5759df0fe3e47b123be1ba918873d60678fb2f9794a665"
);
gost94!(
    CompressCryptoPro,
    ParamsCryptoPro,
    Gost94CryptoProHash,
    "gost94-cryptopro",
    "gost94-cryptopro.many",
    CRYPTOPRO,
    "280d5e9da8d31cd123df1ab5cd262f02617121c79acb93ebdaae0e3810733ab7"
);

const fn info(name: &'static str, aliases: &'static [&'static str], tag: &'static str) -> Info {
    Info {
        aliases,
        specification: "GOST R 34.11-94 (RFC 5831)",
        standing: Standing::Broken,
        ..Info::new(name, tag, Lengths::fixed(32), 32)
    }
}

function!(
    /// GOST R 34.11-94 with the S-boxes of the standard's examples. RHash, libgcrypt and PHP mean this function by the name
    /// without an addition such as `cryptopro`. Broken: a collision costs 2^105. Withdrawn in favour of Streebog.
    ///
    /// ```
    /// let digest = bramah::Gost94::digest(b"abc");
    /// assert_eq!(digest[..4], [0xf3, 0x13, 0x43, 0x48]);
    /// ```
    Gost94Hash, Gost94, Checksum<Params94>, 32, [0; 8],
    info("gost94", &["gost", "gost94-test", "gostr3411-94"], "GOST94")
);
function!(
    /// GOST R 34.11-94 with the S-boxes of CryptoPro, which were used in practice: OpenSSL's `md_gost94`. Broken: a
    /// collision costs 2^105. Withdrawn in favour of Streebog.
    Gost94CryptoProHash, Gost94CryptoPro, Checksum<ParamsCryptoPro>, 32, [0; 8],
    info("gost94-cryptopro", &["md_gost94", "gost-crypto", "gostr3411-cp"], "GOST94-CRYPTOPRO")
);

super::functions! { Gost94Hash, Gost94CryptoProHash }
