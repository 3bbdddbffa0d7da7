//! SM3: GB/T 32905-2016 (ISO/IEC 10118-3:2018).

mod rounds;
crate::backend::only! {
    x86: { mod sm3_ni; }
    x86_64: { mod schedule; }
    aarch64: { mod armv8; }
}

use super::{
    Info, Lengths,
    frame::{
        Batch, Compress, CompressOps, MerkleDamgard, Params, batch_agrees, compress_candidate, digest_agrees,
        lanes_candidate,
    },
    function,
};
use crate::backend::{Candidate, Dispatch, candidates};

/// The compression function: section 5.3.
pub struct CompressSm3;

impl Compress for CompressSm3 {
    type State = [u32; 8];
    type Block = [u8; 64];

    fn dispatch() -> &'static Dispatch<CompressOps<Self>> {
        static DISPATCH: Dispatch<CompressOps<CompressSm3>> = Dispatch::new(
            "sm3",
            candidates! {
                x86: [compress_candidate!(CompressSm3, "sm3-ni", "sm3,avx", sm3_ni::compress)],
                aarch64: [compress_candidate!(CompressSm3, "armv8", "neon,sm4", armv8::compress)],
                x86_64: [
                    compress_candidate!(
                        CompressSm3, "avx512", "avx512f,avx512vl,avx,bmi1,bmi2", schedule::avx512
                    ),
                    compress_candidate!(CompressSm3, "avx", "avx,bmi1,bmi2", schedule::avx),
                ],
                any: [compress_candidate!(CompressSm3, "portable", rounds::compress)],
            },
            |backend| {
                digest_agrees::<Sm3Hash>(
                    backend,
                    "b38fc481302b502c3f2f6608d060c47c5b6bd8fd65e148b7cd3af4988245f48a",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u32; 8], ()>> {
        static DISPATCH: Dispatch<Batch<[u32; 8], ()>> = Dispatch::new(
            "sm3.many",
            candidates! {
                x86: [
                    lanes_candidate!(
                        [u32; 8], "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512, lanes: 16, from: 3
                    ),
                    lanes_candidate!([u32; 8], "avx2", "avx2", rounds::avx2, lanes: 8, from: 3),
                ],
                aarch64: [lanes_candidate!([u32; 8], "neon", "neon", rounds::neon, lanes: 4, from: 3)],
                any: [Candidate::portable(Batch::ONE_BY_ONE)],
            },
            batch_agrees::<Sm3Hash>,
        );
        &DISPATCH
    }
}

/// The padding and output of SM3: section 5.2.
pub struct ParamsSm3;
impl Params for ParamsSm3 {
    type Compress = CompressSm3;
    const BIG_ENDIAN: bool = true;
}

function!(
    /// SM3: GB/T 32905-2016, the hash function of the Chinese standards.
    ///
    /// ```
    /// let digest = bramah::Sm3::digest(b"abc");
    /// assert_eq!(digest[..4], [0x66, 0xc7, 0xf0, 0xf4]);
    /// ```
    Sm3Hash, Sm3, MerkleDamgard<ParamsSm3>, 32,
    [0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600, 0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e],
    Info { specification: "GB/T 32905-2016", ..Info::new("sm3", "SM3", Lengths::fixed(32), 64) }
);

super::functions! { Sm3Hash }
