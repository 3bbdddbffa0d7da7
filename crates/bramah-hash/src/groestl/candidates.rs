//! The compression functions of Grøstl with their output transformations, and the candidates.

use super::{GroestlLongHash, GroestlShortHash, tables};
use crate::{
    backend::{Candidate, candidates},
    columns::compressions,
    frame::*,
};

crate::backend::only! { x86: { use super::{aes, gfni}; use crate::backend::Features; } }

compressions!(
    "sections 3.5 and 3.3",
    {
        const BIG_ENDIAN: bool = true;
        const COUNTS_BLOCKS: bool = true;
    },
    [
        "avx512" "avx512f,avx512bw,avx512vbmi,gfni" gfni,
        "gfni" "avx2,vaes,gfni" aes::gfni,
        "vaes" "avx2,vaes" aes::vaes,
        "aes-ni" "avx2,aes" aes::aes_ni
    ];
    /// The compression function and output transformation for digests of up to 256 bits (section 3.2).
    CompressShort, ParamsShort, GroestlShortHash, short 8, "groestl256", "groestl256.many",
    "6cf3d880bad7984385e4f5a313c8558b5c96cf1f1fd970f1f96557529295095d",
    candidates! {
        x86: [
            // `avx512` hashes two messages one after another in 0.87 of the time that the next kernel takes for two side by
            // side (Xeon, 32 bytes to 1 KiB)
            Candidate::new("avx512", Features::of("avx512f,avx512bw,avx512vbmi,gfni"), Batch::ONE_BY_ONE),
            lanes_candidate!([u64; 8], "gfni", "avx2,vaes,gfni", aes::gfni::two, lanes: 2, from: 2),
            lanes_candidate!([u64; 8], "vaes", "avx2,vaes", aes::vaes::two, lanes: 2, from: 2),
            lanes_candidate!([u64; 8], "aes-ni", "avx2,aes", aes::aes_ni::two, lanes: 2, from: 2),
        ],
        any: [Candidate::portable(Batch::ONE_BY_ONE).indexing()],
    };
    /// The compression function and output transformation for digests longer than 256 bits (section 3.2).
    CompressLong, ParamsLong, GroestlLongHash, long 16, "groestl512", "groestl512.many",
    "3467cf6189535c316e6a4e9081fabe6b308758f7a515ea76205dc62d711d5daf\
     0478628fbcd8fa3e4fe348173f2b5f8c77e4bb34a8a3fa0c1ad24511be15c87d",
    &[Candidate::portable(Batch::ONE_BY_ONE).indexing()];
);
