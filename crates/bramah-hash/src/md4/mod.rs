//! MD4: RFC 1320.

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
pub struct CompressMd4;

impl Compress for CompressMd4 {
    type State = [u32; 4];
    type Block = [u8; 64];

    fn dispatch() -> &'static Dispatch<CompressOps<Self>> {
        static DISPATCH: Dispatch<CompressOps<CompressMd4>> = Dispatch::new(
            "md4",
            &[compress_candidate!(CompressMd4, "portable", rounds::compress)],
            |backend| digest_agrees::<Md4Hash>(backend, "9146d274cb46d791aefb861959aa5e98"),
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u32; 4], ()>> {
        static DISPATCH: Dispatch<Batch<[u32; 4], ()>> = Dispatch::new(
            "md4.many",
            candidates! {
                x86: [
                    lanes_candidate!(
                        [u32; 4], "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512, lanes: 32, from: 3, short: 4
                    ),
                    lanes_candidate!([u32; 4], "avx2", "avx2", rounds::avx2, lanes: 16, from: 3, short: 4),
                ],
                aarch64: [lanes_candidate!([u32; 4], "neon", "neon", rounds::neon, lanes: 8, from: 2)],
                any: [Candidate::portable(Batch::ONE_BY_ONE)],
            },
            batch_agrees::<Md4Hash>,
        );
        &DISPATCH
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
