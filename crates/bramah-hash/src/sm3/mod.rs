//! SM3: GB/T 32905-2016 (ISO/IEC 10118-3:2018).

mod rounds;
crate::backend::only! {
    x86: { mod sm3_ni; }
    x86_64: { mod schedule; }
    aarch64: { mod armv8; }
}

use super::{Info, Lengths, frame::*, function};
use crate::backend::candidates;

/// The compression function (section 5.3).
pub struct CompressSm3;

impl Compress for CompressSm3 {
    type State = [u32; 8];
    type Block = [u8; 64];

    lists! {
        Sm3Hash;
        "sm3", CompressOps<CompressSm3>, candidates! {
            x86: [compress_candidate!(CompressSm3, "sm3-ni", "sm3,avx", sm3_ni::compress)],
            aarch64: [compress_candidate!(CompressSm3, "armv8", "neon,sm4", armv8::compress)],
            x86_64: [
                compress_candidate!(
                    CompressSm3, "avx512", "avx512f,avx512vl,avx,bmi1,bmi2", schedule::avx512
                ),
                compress_candidate!(CompressSm3, "avx", "avx,bmi1,bmi2", schedule::avx),
            ],
            any: [compress_candidate!(CompressSm3, "portable", rounds::compress)],
        }, "b38fc481302b502c3f2f6608d060c47c5b6bd8fd65e148b7cd3af4988245f48a";
        "sm3.many", Batch<[u32; 8], ()>, lanes_candidates!([u32; 8], rounds, lanes: 16 8 4, from: 3 3 3)
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
