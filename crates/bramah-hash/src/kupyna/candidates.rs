//! The compression functions of Kupyna with their output transformations, and the candidates.

use super::{KupynaLongHash, KupynaShortHash, tables};
use crate::{backend::Candidate, columns::compressions, frame::*};

crate::backend::only! { x86: { use super::{avx2, gfni}; } }

compressions!(
    "section 5",
    {
        const BIG_ENDIAN: bool = false;
        const LENGTH_LEN: usize = 12;
    },
    ["avx512" "avx512f,avx512bw,avx512vbmi,gfni" gfni, "avx2" "avx2" avx2];
    /// The compression function and output transformation for digests of up to 256 bits (section 5).
    CompressShort, ParamsShort, KupynaShortHash, short 8, "kupyna256", "kupyna256.many",
    "54d5d945cc837cbda4b093d76a4fc0202c78083e875997b6b9fc0ed2f8d81128",
    &[Candidate::portable(Batch::ONE_BY_ONE).indexing()];
    /// The compression function and output transformation for digests longer than 256 bits (section 5).
    CompressLong, ParamsLong, KupynaLongHash, long 16, "kupyna512", "kupyna512.many",
    "afdef8aabdeb5671ca85f948d7c6f02e00847eace7aed7819a75b436d36afe75\
     7b6f99a70a1a045ab3556ba6aee6ae8fbbebbf8ca22819c7bf2340f5bfee61c8",
    &[Candidate::portable(Batch::ONE_BY_ONE).indexing()];
);
