//! The compression functions of SHA-2 and their candidates.

use super::{Params256, Params512, Sha256Hash, Sha512Hash, rounds32, rounds64};
use crate::{
    backend::{Candidate, Dispatch, candidates},
    frame::*,
};

crate::backend::only! {
    x86: {
        use super::{sha512_ni, sha_ni};
        use crate::simd::features::Design;
        /// The candidate that hashes four messages at once with SHA instructions.
        const FOUR: Candidate<Batch<[u32; 8], ()>> =
            lanes_candidate!([u32; 8], "sha-ni", "sha,sse4.1,ssse3,avx", sha_ni::four, lanes: 4, from: 3);
    }
    x86_64: { use super::{schedule32, schedule64}; }
    aarch64: { use super::armv8; }
}

/// The compression function of SHA-224 and SHA-256 (section 6.2.2).
pub struct Compress256;

impl Compress for Compress256 {
    type State = [u32; 8];
    type Block = [u8; 64];

    lists! {
        Sha256Hash;
        "sha256", CompressOps<Compress256>, candidates! {
            x86: [
                compress_candidate!(joined Compress256, "sha-ni", "sha,sse4.1,ssse3", sha_ni::compress)
                    .erasing(&crate::wipe::SLIM),
            ],
            x86_64: [
                compress_candidate!(
                    joined Compress256, "avx512", "avx512f,avx512vl,avx2,bmi1,bmi2", schedule32::avx512
                ),
                compress_candidate!(joined Compress256, "avx2", "avx2,bmi1,bmi2", schedule32::avx2),
            ],
            x86: [compress_candidate!(Compress256, "bmi2", "bmi1,bmi2", rounds32::compress)],
            aarch64: [compress_candidate!(Compress256, "armv8", "neon,sha2", armv8::compress)],
            any: [compress_candidate!(Compress256, "portable", rounds32::compress)],
        }, "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d";
        "sha256.many", Batch<[u32; 8], ()>, candidates! {
            x86: [
                FOUR,
                lanes_candidate!(
                    [u32; 8], "avx512-sha-ni", "avx512f,avx512bw,avx512vl,sha,avx", rounds32::avx512,
                    lanes: 16, from: 11, beside FOUR
                ).first_on(Design::Zen5),
                lanes_candidate!(
                    [u32; 8], "avx512", "avx512f,avx512bw,avx512vl", rounds32::avx512, lanes: 16, from: 8, short: 10
                ).first_on(Design::Intel),
                // without SHA instructions, lanes are faster from fewer messages on
                lanes_candidate!(
                    [u32; 8], "avx512-skylake", "avx512f,avx512bw,avx512vl", rounds32::avx512, lanes: 16, from: 4
                ).first_on(Design::Skylake),
                lanes_candidate!([u32; 8], "avx2", "avx2", rounds32::avx2, lanes: 8, from: 3),
            ],
            aarch64: [
                lanes_candidate!([u32; 8], "armv8", "neon,sha2", armv8::two, lanes: 2, from: 2),
                lanes_candidate!([u32; 8], "neon", "neon", rounds32::neon, lanes: 4, from: 3),
            ],
            wasm: [lanes_candidate!([u32; 8], "simd128", "simd128", rounds32::simd128, lanes: 4, from: 2)],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }

    #[cfg(feature = "pbkdf2")]
    fn loops() -> Option<&'static Loops<[u32; 8]>> {
        static LOOPS: Loops<[u32; 8]> = Loops {
            one: Dispatch::new(
                "pbkdf2-sha256",
                candidates! {
                    x86: [
                        loop_candidate!([u32; 8], "sha-ni", "sha,sse4.1,ssse3,avx", sha_ni::chains),
                        loop_candidate!([u32; 8], "bmi2", "bmi1,bmi2", rounds32::chains),
                    ],
                    aarch64: [loop_candidate!([u32; 8], "armv8", "neon,sha2", armv8::chains)],
                    any: [loop_candidate!([u32; 8], "portable", rounds32::chains)],
                },
                loop_agrees::<Params256>,
            ),
            many: Dispatch::new(
                "pbkdf2-sha256.many",
                candidates! {
                    x86: [
                        no_lanes_candidate!("sha-ni", "sha,sse4.1,ssse3,avx"),
                        loop_lanes_candidate!(
                            [u32; 8], "avx512", "avx512f,avx512bw,avx512vl", rounds32::chains_avx512,
                            lanes: 16, from: 3
                        ),
                        loop_lanes_candidate!(
                            [u32; 8], "avx2", "avx2", rounds32::chains_avx2, lanes: 8, from: 2
                        ),
                    ],
                    aarch64: [
                        no_lanes_candidate!("armv8", "neon,sha2"),
                        loop_lanes_candidate!(
                            [u32; 8], "neon", "neon", rounds32::chains_neon, lanes: 4, from: 3
                        ),
                    ],
                    wasm: [
                        loop_lanes_candidate!(
                            [u32; 8], "simd128", "simd128", rounds32::chains_simd128, lanes: 4, from: 2
                        ),
                    ],
                    any: [Candidate::portable(LoopLanes::NONE)],
                },
                loop_lanes_agree::<Params256>,
            ),
        };
        Some(&LOOPS)
    }
}

/// The compression function of SHA-384, SHA-512 and SHA-512/t (section 6.4.2).
pub struct Compress512;

impl Compress for Compress512 {
    type State = [u64; 8];
    type Block = [u8; 128];

    lists! {
        Sha512Hash;
        "sha512", CompressOps<Compress512>, candidates! {
            x86: [compress_candidate!(Compress512, "sha512-ni", "sha512,avx2", sha512_ni::compress)],
            x86_64: [
                compress_candidate!(
                    joined Compress512, "avx512", "avx512f,avx512vl,avx2,bmi1,bmi2", schedule64::avx512
                ),
                compress_candidate!(
                    joined Compress512, "avx512-zen5", "avx512f,avx512vl,avx2,bmi1,bmi2",
                    schedule64::avx512_zen5
                ).first_on(Design::Zen5).first_on(Design::Intel),
                compress_candidate!(joined Compress512, "avx2", "avx2,bmi1,bmi2", schedule64::avx2),
            ],
            x86: [compress_candidate!(Compress512, "bmi2", "bmi1,bmi2", rounds64::compress)],
            any: [compress_candidate!(Compress512, "portable", rounds64::compress)],
        },
         "5096498d96f50f9a137c4db5b8b0cd38383ad55350fb5a98805fedc31fa1262f\
         1f0cf4d6f12d7ecd8dedd933a4c9126344fe22e937a8ad35fdeae1e876ae698b";
        "sha512.many", Batch<[u64; 8], ()>, candidates! {
            x86: [
                lanes_candidate!(
                    [u64; 8], "avx512", "avx512f,avx512bw,avx512vl", rounds64::avx512, lanes: 8, from: 3
                ),
                lanes_candidate!([u64; 8], "avx2", "avx2", rounds64::avx2, lanes: 4, from: 3),
            ],
            aarch64: [lanes_candidate!([u64; 8], "neon", "neon", rounds64::neon, lanes: 2, from: 2)],
            wasm: [lanes_candidate!([u64; 8], "simd128", "simd128", rounds64::simd128, lanes: 2, from: 2)],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }

    #[cfg(feature = "pbkdf2")]
    fn loops() -> Option<&'static Loops<[u64; 8]>> {
        static LOOPS: Loops<[u64; 8]> = Loops {
            one: Dispatch::new(
                "pbkdf2-sha512",
                candidates! {
                    x86_64: [
                        loop_candidate!(
                            [u64; 8], "avx512", "avx512f,avx512vl,avx2,bmi1,bmi2", schedule64::chains_avx512
                        ),
                        loop_candidate!(
                            [u64; 8], "avx512-zen5", "avx512f,avx512vl,avx2,bmi1,bmi2",
                            schedule64::chains_avx512_zen5
                        ).first_on(Design::Zen5).first_on(Design::Intel),
                        loop_candidate!([u64; 8], "avx2", "avx2,bmi1,bmi2", schedule64::chains_avx2),
                    ],
                    x86: [loop_candidate!([u64; 8], "bmi2", "bmi1,bmi2", rounds64::chains)],
                    any: [loop_candidate!([u64; 8], "portable", rounds64::chains)],
                },
                loop_agrees::<Params512>,
            ),
            many: Dispatch::new(
                "pbkdf2-sha512.many",
                candidates! {
                    x86: [
                        loop_lanes_candidate!(
                            [u64; 8], "avx512", "avx512f,avx512bw,avx512vl", rounds64::chains_avx512,
                            lanes: 8, from: 3
                        ),
                        loop_lanes_candidate!(
                            [u64; 8], "avx2", "avx2", rounds64::chains_avx2, lanes: 4, from: 3
                        ),
                    ],
                    aarch64: [
                        loop_lanes_candidate!(
                            [u64; 8], "neon", "neon", rounds64::chains_neon, lanes: 2, from: 2
                        ),
                    ],
                    wasm: [
                        loop_lanes_candidate!(
                            [u64; 8], "simd128", "simd128", rounds64::chains_simd128, lanes: 2, from: 2
                        ),
                    ],
                    any: [Candidate::portable(LoopLanes::NONE)],
                },
                loop_lanes_agree::<Params512>,
            ),
        };
        Some(&LOOPS)
    }
}
