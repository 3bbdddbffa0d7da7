//! RIPEMD-128, -160, -256 and -320: Dobbertin, Bosselaers and Preneel, "RIPEMD-160: A Strengthened
//! Version of RIPEMD" (1996), and the page of the RIPEMD-160 family for the longer two.

mod rounds;

use super::{Info, Lengths, Standing, frame::*, function};
use crate::backend::candidates;

/// Declares a variant: its compression function with its candidates, and its padding and output.
macro_rules! ripemd {
    ($compress:ident, $params:ident, $hash:ident, $name:literal, $many:literal, $module:ident, words: $words:literal,
     $test:literal) => {
        #[doc = concat!("The compression function of ", $name, ".")]
        pub struct $compress;

        impl Compress for $compress {
            type State = [u32; $words];
            type Block = [u8; 64];

            lists! {
                $hash;
                $name, CompressOps<$compress>, candidates! {
                    x86: [
                        compress_candidate!($compress, "bmi2", "bmi1,bmi2", rounds::$module::compress),
                    ],
                    any: [compress_candidate!($compress, "portable", rounds::$module::compress)],
                }, $test;
                $many, Batch<[u32; $words], ()>, lanes_candidates!([u32; $words], rounds::$module, lanes: 16 8 4, from: 2 2 2)
            }
        }

        #[doc = concat!("The padding and output of ", $name, ".")]
        pub struct $params;
        impl Params for $params {
            type Compress = $compress;
            const BIG_ENDIAN: bool = false;
        }
    };
}

ripemd!(
    Compress128,
    Params128,
    Ripemd128Hash,
    "ripemd-128",
    "ripemd-128.many",
    ripemd128,
    words: 4,
    "f174716778da7056e632467db4cb5883"
);
ripemd!(
    Compress160,
    Params160,
    Ripemd160Hash,
    "ripemd-160",
    "ripemd-160.many",
    ripemd160,
    words: 5,
    "6864b0b9f86a879be2680824c81dbce9c5350281"
);
ripemd!(
    Compress256,
    Params256,
    Ripemd256Hash,
    "ripemd-256",
    "ripemd-256.many",
    ripemd256,
    words: 8,
    "23b84b80c502c6bb3a0798e38eb3764ee123ba470b78360b440c098fa8e74e27"
);
ripemd!(
    Compress320,
    Params320,
    Ripemd320Hash,
    "ripemd-320",
    "ripemd-320.many",
    ripemd320,
    words: 10,
    "2874b6b9ab3db38bd2c93a2d3e1d463760f0344331d295aa4cfed2234d0b750961c826865a477ee1"
);

const fn info(name: &'static str, aliases: &'static [&'static str], tag: &'static str, len: usize) -> Info {
    Info {
        aliases,
        specification: "Dobbertin, Bosselaers, Preneel: RIPEMD-160 (1996)",
        standing: Standing::Legacy,
        ..Info::new(name, tag, Lengths::fixed(len), 64)
    }
}

function!(
    /// RIPEMD-128. Legacy: a collision costs 2^64, which is within reach.
    Ripemd128Hash, Ripemd128, MerkleDamgard<Params128>, 16,
    [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476],
    info("ripemd-128", &["rmd128"], "RIPEMD128", 16)
);
function!(
    /// RIPEMD-160: ISO/IEC 10118-3. Legacy: it is unbroken, but 160 bits are few.
    ///
    /// ```
    /// let digest = bramah::Ripemd160::digest(b"abc");
    /// assert_eq!(digest[..4], [0x8e, 0xb2, 0x08, 0xf7]);
    /// ```
    Ripemd160Hash, Ripemd160, MerkleDamgard<Params160>, 20,
    [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0],
    info("ripemd-160", &["rmd160", "ripemd"], "RIPEMD160", 20)
);
function!(
    /// RIPEMD-256. Legacy: no stronger than RIPEMD-128; it outputs the two lines of RIPEMD-128 without combining them.
    Ripemd256Hash, Ripemd256, MerkleDamgard<Params256>, 32,
    [
        0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0x76543210, 0xfedcba98, 0x89abcdef, 0x01234567,
    ],
    info("ripemd-256", &["rmd256"], "RIPEMD256", 32)
);
function!(
    /// RIPEMD-320. Legacy: no stronger than RIPEMD-160; it outputs the two lines of RIPEMD-160 without combining them.
    Ripemd320Hash, Ripemd320, MerkleDamgard<Params320>, 40,
    [
        0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0, 0x76543210, 0xfedcba98, 0x89abcdef,
        0x01234567, 0x3c2d1e0f,
    ],
    info("ripemd-320", &["rmd320"], "RIPEMD320", 40)
);

super::functions! { Ripemd128Hash, Ripemd160Hash, Ripemd256Hash, Ripemd320Hash }
