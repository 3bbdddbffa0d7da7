//! The compression functions of BLAKE2 and their candidates.

use super::{Blake2bHash, Blake2sHash, rounds};
use crate::{
    backend::{Candidate, candidates},
    frame::{
        counted::{Compress, HaifaOps},
        *,
    },
    simd::features::Design,
};

/// The compression function of BLAKE2b: RFC 7693, section 3.2.
pub struct CompressB;

impl Compress for CompressB {
    type State = [u64; 8];
    type Block = [u8; 128];

    lists! {
        Blake2bHash;
        "blake2b", HaifaOps<CompressB>, candidates! {
            x86: [
                haifa_candidate!(CompressB, "avx512vl", "avx2,avx512f,avx512vl", rounds::b::rows_avx512vl).first_on(Design::Intel).first_on(Design::Skylake),
                haifa_candidate!(CompressB, "avx", "avx", rounds::b::rows_avx),
                haifa_candidate!(CompressB, "avx2", "avx2", rounds::b::rows_avx2).first_on(Design::Intel).first_on(Design::Skylake),
                haifa_candidate!(CompressB, "sse4.1", "sse4.1,ssse3", rounds::b::rows_sse41),
            ],
            wasm: [haifa_candidate!(CompressB, "simd128", "simd128", rounds::b::rows_simd128)],
            any: [haifa_candidate!(CompressB, "portable", rounds::b::compress).first_on(Design::Zen5)],
        },
         "c11e1c0340bd7e5a1b275f1230c962fad215ecb1391486e74e31b960a2f29963\
         81a5fad092da06841d5f26e38f6ecfeaf441acbcd1c2de61aef121e7927175f5";
        "blake2b.many", Batch<[u64; 8], Context>, candidates! {
            x86: [
                lanes_candidate!(
                    [u64; 8]: Context, "avx512", "avx512f,avx512bw,avx512vl", rounds::b::avx512,
                    lanes: 8, from: 3, short: 4
                ),
                lanes_candidate!([u64; 8]: Context, "avx2", "avx2", rounds::b::avx2, lanes: 4, from: 3),
            ],
            aarch64: [
                lanes_candidate!([u64; 8]: Context, "neon", "neon", rounds::b::neon, lanes: 2, from: 2),
            ],
            wasm: [
                lanes_candidate!([u64; 8]: Context, "simd128", "simd128", rounds::b::simd128, lanes: 2, from: 2),
            ],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }
}

/// The compression function of BLAKE2s: RFC 7693, section 3.2.
pub struct CompressS;

impl Compress for CompressS {
    type State = [u32; 8];
    type Block = [u8; 64];

    lists! {
        Blake2sHash;
        "blake2s", HaifaOps<CompressS>, candidates! {
            x86: [
                haifa_candidate!(
                    CompressS, "avx512", "avx512f,avx512bw,avx512vl", rounds::s::rows_avx512
                ),
                haifa_candidate!(CompressS, "avx", "avx", rounds::s::rows_avx),
                haifa_candidate!(CompressS, "sse4.1", "sse4.1,ssse3", rounds::s::rows_sse41),
            ],
            wasm: [haifa_candidate!(CompressS, "simd128", "simd128", rounds::s::rows_simd128)],
            any: [haifa_candidate!(CompressS, "portable", rounds::s::compress).first_on(Design::Zen5)],
        }, "1c067a5e746fb0f6734efac9a8cdb0e11061f0077f255184365c690115392501";
        "blake2s.many", Batch<[u32; 8], Context>, candidates! {
            x86: [
                lanes_candidate!(
                    [u32; 8]: Context, "avx512", "avx512f,avx512bw,avx512vl", rounds::s::avx512,
                    lanes: 16, from: 3, short: 4
                ),
                lanes_candidate!([u32; 8]: Context, "avx2", "avx2", rounds::s::avx2, lanes: 8, from: 3),
            ],
            aarch64: [
                lanes_candidate!([u32; 8]: Context, "neon", "neon", rounds::s::neon, lanes: 4, from: 2),
            ],
            wasm: [
                lanes_candidate!([u32; 8]: Context, "simd128", "simd128", rounds::s::simd128, lanes: 4, from: 2),
            ],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }
}
