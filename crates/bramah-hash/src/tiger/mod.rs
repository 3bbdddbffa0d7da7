//! Tiger and Tiger2: Anderson and Biham, "Tiger: A Fast New Hash Function" (1996), and its web page for Tiger2, which
//! pads as MD5 does.

mod rounds;
mod sboxes;

use super::{Info, Lengths, Standing, frame::*, function};
use crate::backend::Candidate;

/// The compression function (section 3). Its tables are indexed by bytes of the message, which is not constant-time:
/// the tables are too large for registers, and reading a whole table for each byte would take a hundred times as long.
pub struct CompressTiger;

impl Compress for CompressTiger {
    type State = [u64; 3];
    type Block = [u8; 64];

    lists! {
        TigerHash;
        "tiger", CompressOps<CompressTiger>, &[compress_candidate!(CompressTiger, "portable", rounds::compress).indexing()],
        "c3ef0ab6f83068739013e17d3cb03d60bf122eb781f26f5b";
        "tiger.many", Batch<[u64; 3], ()>, &[Candidate::portable(Batch::ONE_BY_ONE).indexing()]
    }
}

/// The padding and output of Tiger.
pub struct ParamsTiger;
impl Params for ParamsTiger {
    type Compress = CompressTiger;
    const BIG_ENDIAN: bool = false;
    const MARK: u8 = 0x01;
}

/// The padding and output of Tiger2.
pub struct ParamsTiger2;
impl Params for ParamsTiger2 {
    type Compress = CompressTiger;
    const BIG_ENDIAN: bool = false;
}

const IV: [u64; 3] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 0xf096_a5b4_c3b2_e187];

const fn info(name: &'static str, aliases: &'static [&'static str], tag: &'static str) -> Info {
    Info {
        aliases,
        specification: "Anderson, Biham: Tiger (1996)",
        standing: Standing::Legacy,
        ..Info::new(name, tag, Lengths::fixed(24), 64)
    }
}

function!(
    /// Tiger, with its full 192 bits. Legacy: not broken, but little studied since. Not constant-time: it indexes
    /// tables by bytes of the message.
    ///
    /// ```
    /// let digest = bramah::Tiger::digest(b"abc");
    /// assert_eq!(digest[..4], [0x2a, 0xab, 0x14, 0x84]);
    /// ```
    TigerHash, Tiger, MerkleDamgard<ParamsTiger>, 24, IV, info("tiger", &["tiger192", "tiger1"], "TIGER")
);
function!(
    /// Tiger2: [`Tiger`] with the padding of MD5.
    Tiger2Hash, Tiger2, MerkleDamgard<ParamsTiger2>, 24, IV, info("tiger2", &[], "TIGER2")
);

super::functions! { TigerHash, Tiger2Hash }
