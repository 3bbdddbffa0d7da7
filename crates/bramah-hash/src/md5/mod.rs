//! MD5: RFC 1321.

mod rounds;

use super::{
    Info, Lengths, Standing,
    frame::{
        Batch, Compress, CompressOps, MerkleDamgard, Params, batch_agrees, compress_candidate, digest_agrees,
        lanes_candidate,
    },
    function,
};
use crate::backend::{Candidate, Dispatch, candidates};

/// The compression function: section 3.4.
pub struct CompressMd5;

impl Compress for CompressMd5 {
    type State = [u32; 4];
    type Block = [u8; 64];

    fn dispatch() -> &'static Dispatch<CompressOps<Self>> {
        static DISPATCH: Dispatch<CompressOps<CompressMd5>> = Dispatch::new(
            "md5",
            &[compress_candidate!(CompressMd5, "portable", rounds::compress)],
            |backend| digest_agrees::<Md5Hash>(backend, "a24f1e3ef66950e1327f210e3997ba2c"),
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u32; 4], ()>> {
        static DISPATCH: Dispatch<Batch<[u32; 4], ()>> = Dispatch::new(
            "md5.many",
            candidates! {
                x86: [
                    lanes_candidate!(
                        [u32; 4], "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512, lanes: 32, from: 3
                    ),
                    lanes_candidate!([u32; 4], "avx2", "avx2", rounds::avx2, lanes: 16, from: 3),
                ],
                aarch64: [lanes_candidate!([u32; 4], "neon", "neon", rounds::neon, lanes: 8, from: 2)],
                any: [Candidate::portable(Batch::ONE_BY_ONE)],
            },
            batch_agrees::<Md5Hash>,
        );
        &DISPATCH
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
