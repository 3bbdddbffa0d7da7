//! HAS-160: TTAS.KO-12.0011/R2, the hash function of the Korean signature scheme KCDSA.

mod rounds;

use super::{Info, Lengths, Standing, frame::*, function};
use crate::backend::Candidate;

/// The compression function.
pub struct CompressHas160;

impl Compress for CompressHas160 {
    type State = [u32; 5];
    type Block = [u8; 64];

    lists! {
        Has160Hash;
        "has-160", CompressOps<CompressHas160>, &[compress_candidate!(CompressHas160, "portable", rounds::compress)],
        "4f4ee5f49cf938600259badc614c3c49b17ba2c6";
        "has-160.many", Batch<[u32; 5], ()>, &[Candidate::portable(Batch::ONE_BY_ONE)]
    }
}

/// The padding and output of HAS-160.
pub struct ParamsHas160;
impl Params for ParamsHas160 {
    type Compress = CompressHas160;
    const BIG_ENDIAN: bool = false;
}

function!(
    /// HAS-160. Legacy: it resembles SHA-1, collisions for 65 of its 80 steps are known, and it has only 160 bits.
    ///
    /// ```
    /// let digest = bramah::Has160::digest(b"abc");
    /// assert_eq!(digest[..4], [0x97, 0x5e, 0x81, 0x04]);
    /// ```
    Has160Hash, Has160, MerkleDamgard<ParamsHas160>, 20,
    [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0],
    Info {
        specification: "TTAS.KO-12.0011/R2",
        standing: Standing::Legacy,
        ..Info::new("has-160", "HAS-160", Lengths::fixed(20), 64)
    }
);

super::functions! { Has160Hash }
