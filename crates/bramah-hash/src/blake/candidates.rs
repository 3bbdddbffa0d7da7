//! The compression functions of BLAKE and their candidates.

use super::{Blake256Hash, Blake512Hash, rounds};
use crate::{
    backend::{Candidate, candidates},
    frame::*,
    simd::features::Design,
};

/// The compression function of BLAKE-224 and BLAKE-256 (section 2.1.2). The state consists of the chaining value and
/// the salt.
pub struct Compress256;

impl Compress<Context> for Compress256 {
    type State = [u32; 12];
    type Block = [u8; 64];

    lists! {
        Blake256Hash;
        "blake-256", CompressOps<Compress256, Context>, candidates! {
            x86: [
                compress_candidate!(
                    counted Compress256, "avx512", "avx512f,avx512bw,avx512vl", rounds::b256::rows_avx512
                ),
                compress_candidate!(counted Compress256, "avx", "avx", rounds::b256::rows_avx),
                compress_candidate!(
                    counted Compress256, "sse4.1", "sse4.1,ssse3", rounds::b256::rows_sse41
                ),
            ],
            wasm: [compress_candidate!(counted Compress256, "simd128", "simd128", rounds::b256::rows_simd128)],
            any: [
                compress_candidate!(
                    counted Compress256, "portable", rounds::b256::compress
                ).first_on(Design::Zen5),
            ],
        }, "fafbd6ed43dc995c1cb869a913066c0ec98f8f739ef34efc2f247df1f4629f3b";
        "blake-256.many", Batch<[u32; 12], Context>, candidates! {
            x86: [
                lanes_candidate!(
                    [u32; 12]: Context, "avx512", "avx512f,avx512bw,avx512vl", rounds::b256::avx512,
                    lanes: 16, from: 3, short: 4
                ),
                lanes_candidate!(
                    [u32; 12]: Context, "avx2", "avx2", rounds::b256::avx2, lanes: 8, from: 3
                ),
            ],
            aarch64: [
                lanes_candidate!(
                    [u32; 12]: Context, "neon", "neon", rounds::b256::neon, lanes: 4, from: 2
                ),
            ],
            wasm: [
                lanes_candidate!(
                    [u32; 12]: Context, "simd128", "simd128", rounds::b256::simd128, lanes: 4, from: 2
                ),
            ],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }
}

/// The compression function of BLAKE-384 and BLAKE-512 (section 2.2.2). The state consists of the chaining value and
/// the salt.
pub struct Compress512;

impl Compress<Context> for Compress512 {
    type State = [u64; 12];
    type Block = [u8; 128];

    lists! {
        Blake512Hash;
        "blake-512", CompressOps<Compress512, Context>, candidates! {
            x86: [
                compress_candidate!(
                    counted Compress512, "avx512vl", "avx2,avx512f,avx512vl", rounds::b512::rows_avx512vl
                ).first_on(Design::Intel).first_on(Design::Skylake),
                compress_candidate!(counted Compress512, "avx", "avx", rounds::b512::rows_avx),
                compress_candidate!(counted Compress512, "avx2", "avx2", rounds::b512::rows_avx2).first_on(Design::Intel).first_on(Design::Skylake),
                compress_candidate!(
                    counted Compress512, "sse4.1", "sse4.1,ssse3", rounds::b512::rows_sse41
                ),
            ],
            wasm: [compress_candidate!(counted Compress512, "simd128", "simd128", rounds::b512::rows_simd128)],
            any: [
                compress_candidate!(
                    counted Compress512, "portable", rounds::b512::compress
                ).first_on(Design::Zen5),
            ],
        },
         "76918bae6258af07117391bcd4a6f1f1e5a38837061a30c2f7110405337bf6b8\
         d17f01bd482115b1f786646a491efae94809b76e43f8bff347e5c8d8a6c5b3df";
        "blake-512.many", Batch<[u64; 12], Context>, candidates! {
            x86: [
                lanes_candidate!(
                    [u64; 12]: Context, "avx512", "avx512f,avx512bw,avx512vl", rounds::b512::avx512,
                    lanes: 8, from: 3, short: 4
                ),
                lanes_candidate!(
                    [u64; 12]: Context, "avx2", "avx2", rounds::b512::avx2, lanes: 4, from: 3
                ),
            ],
            aarch64: [
                lanes_candidate!(
                    [u64; 12]: Context, "neon", "neon", rounds::b512::neon, lanes: 2, from: 2
                ),
            ],
            wasm: [
                lanes_candidate!(
                    [u64; 12]: Context, "simd128", "simd128", rounds::b512::simd128, lanes: 2, from: 2
                ),
            ],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }
}
