//! MD5: RFC 1321.

mod rounds;

use super::{Info, Lengths, Standing, frame::*, function};
use crate::backend::{Candidate, candidates};

/// The compression function: section 3.4.
pub struct CompressMd5;

impl Compress for CompressMd5 {
    type State = [u32; 4];
    type Block = [u8; 64];

    lists! {
        Md5Hash;
        "md5", CompressOps<CompressMd5>, &[compress_candidate!(CompressMd5, "portable", rounds::compress)], "a24f1e3ef66950e1327f210e3997ba2c";
        "md5.many", Batch<[u32; 4], ()>, candidates! {
            x86: [
                lanes_candidate!(
                    [u32; 4], "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512, lanes: 32, from: 3
                ),
                lanes_candidate!([u32; 4], "avx2", "avx2", rounds::avx2, lanes: 16, from: 3),
            ],
            aarch64: [lanes_candidate!([u32; 4], "neon", "neon", rounds::neon, lanes: 8, from: 2)],
            wasm: [lanes_candidate!([u32; 4], "simd128", "simd128", rounds::simd128, lanes: 8, from: 2)],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }
}

/// The padding and output of MD5: sections 3.1, 3.2 and 3.5.
pub struct ParamsMd5;
impl Params for ParamsMd5 {
    type Compress = CompressMd5;
    const BIG_ENDIAN: bool = false;
}

function!(
    /// MD5: RFC 1321. Broken: collisions are found in seconds, so it is only for reading and checking old data.
    Md5Hash, Md5, MerkleDamgard<ParamsMd5>, 16,
    [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476],
    Info {
        specification: "RFC 1321",
        standing: Standing::Broken,
        ..Info::new("md5", "MD5", Lengths::fixed(16), 64)
    }
);

super::functions! { Md5Hash }
