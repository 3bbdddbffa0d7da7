//! MD4: RFC 1320.

mod rounds;

use super::{Info, Lengths, Standing, frame::*, function};
use crate::backend::{Candidate, candidates};

/// The compression function: section 3.4.
pub struct CompressMd4;

impl Compress for CompressMd4 {
    type State = [u32; 4];
    type Block = [u8; 64];

    lists! {
        Md4Hash;
        "md4", CompressOps<CompressMd4>, &[compress_candidate!(CompressMd4, "portable", rounds::compress)], "9146d274cb46d791aefb861959aa5e98";
        "md4.many", Batch<[u32; 4], ()>, candidates! {
            x86: [
                lanes_candidate!(
                    [u32; 4], "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512, lanes: 32, from: 3, short: 4
                ),
                lanes_candidate!([u32; 4], "avx2", "avx2", rounds::avx2, lanes: 16, from: 3, short: 4),
            ],
            aarch64: [lanes_candidate!([u32; 4], "neon", "neon", rounds::neon, lanes: 8, from: 2)],
            wasm: [lanes_candidate!([u32; 4], "simd128", "simd128", rounds::simd128, lanes: 8, from: 2)],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }
}

/// The padding and output of MD4: sections 3.1, 3.2 and 3.5.
pub struct ParamsMd4;
impl Params for ParamsMd4 {
    type Compress = CompressMd4;
    const BIG_ENDIAN: bool = false;
}

function!(
    /// MD4: RFC 1320. Broken: collisions are found by hand, so it is only for reading and checking old data.
    ///
    /// ```
    /// let digest = bramah::Md4::digest(b"abc");
    /// assert_eq!(digest[..4], [0xa4, 0x48, 0x01, 0x7a]);
    /// ```
    Md4Hash, Md4, MerkleDamgard<ParamsMd4>, 16,
    [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476],
    Info {
        specification: "RFC 1320",
        standing: Standing::Broken,
        ..Info::new("md4", "MD4", Lengths::fixed(16), 64)
    }
);

super::functions! { Md4Hash }
