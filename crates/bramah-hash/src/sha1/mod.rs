//! SHA-1: FIPS 180-4.

mod rounds;
crate::backend::only! {
    x86: { mod avx2; mod sha_ni; use crate::simd::features::Design; }
    aarch64: { mod armv8; }
}

use super::{Info, Lengths, Standing, frame::*, function};
use crate::backend::{Candidate, Dispatch, candidates};

/// The compression function (section 6.1.2).
pub struct CompressSha1;

impl Compress for CompressSha1 {
    type State = [u32; 5];
    type Block = [u8; 64];

    lists! {
        Sha1Hash;
        "sha1", CompressOps<CompressSha1>, candidates! {
            x86: [
                compress_candidate!(joined CompressSha1, "sha-ni", "sha,sse4.1,ssse3", sha_ni::compress)
                    .erasing(&crate::wipe::SLIM),
                compress_candidate!(CompressSha1, "avx2", "avx2,bmi1,bmi2", avx2::compress),
            ],
            aarch64: [compress_candidate!(CompressSha1, "armv8", "neon,sha2", armv8::compress)],
            any: [compress_candidate!(CompressSha1, "portable", rounds::compress)],
        }, "c9c960a0b925474fab83942cc27d504fc24ac37b";
        "sha1.many", Batch<[u32; 5], ()>, candidates! {
            x86: [
                lanes_candidate!([u32; 5], "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512, lanes: 16, from: 6),
                // without SHA instructions, lanes are faster from fewer messages on
                lanes_candidate!(
                    [u32; 5], "avx512-skylake", "avx512f,avx512bw,avx512vl", rounds::avx512, lanes: 16, from: 4
                ).first_on(Design::Skylake),
                lanes_candidate!([u32; 5], "sha-ni", "sha,sse4.1,ssse3", sha_ni::four, lanes: 4, from: 3),
                lanes_candidate!([u32; 5], "avx2", "avx2", rounds::avx2, lanes: 8, from: 3),
            ],
            aarch64: [
                lanes_candidate!([u32; 5], "armv8", "neon,sha2", armv8::two, lanes: 2, from: 2),
                lanes_candidate!([u32; 5], "neon", "neon", rounds::neon, lanes: 4, from: 3),
            ],
            wasm: [lanes_candidate!([u32; 5], "simd128", "simd128", rounds::simd128, lanes: 4, from: 2)],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }

    #[cfg(feature = "pbkdf2")]
    fn loops() -> Option<&'static Loops<[u32; 5]>> {
        static LOOPS: Loops<[u32; 5]> = Loops {
            one: Dispatch::new(
                "pbkdf2-sha1",
                candidates! {
                    x86: [loop_candidate!([u32; 5], "sha-ni", "sha,sse4.1,ssse3,avx", sha_ni::chains)],
                    aarch64: [loop_candidate!([u32; 5], "armv8", "neon,sha2", armv8::chains)],
                    any: [loop_candidate!([u32; 5], "portable", rounds::chains)],
                },
                loop_agrees::<ParamsSha1>,
            ),
            many: Dispatch::new(
                "pbkdf2-sha1.many",
                candidates! {
                    x86: [
                        loop_lanes_candidate!(
                            [u32; 5], "avx512", "avx512f,avx512bw,avx512vl", rounds::chains_avx512,
                            lanes: 16, from: 8
                        ),
                        // with SHA instructions, `sha_ni::chains` takes two chains at a time, so lanes are faster only from 7 on
                        loop_lanes_candidate!(
                            [u32; 5], "sha-ni", "sha,avx2", rounds::chains_avx2, lanes: 8, from: 7
                        ),
                        loop_lanes_candidate!(
                            [u32; 5], "avx2", "avx2", rounds::chains_avx2, lanes: 8, from: 2
                        ),
                    ],
                    aarch64: [
                        super::frame::no_lanes_candidate!("armv8", "neon,sha2"),
                        loop_lanes_candidate!(
                            [u32; 5], "neon", "neon", rounds::chains_neon, lanes: 4, from: 3
                        ),
                    ],
                    wasm: [
                        loop_lanes_candidate!(
                            [u32; 5], "simd128", "simd128", rounds::chains_simd128, lanes: 4, from: 2
                        ),
                    ],
                    any: [Candidate::portable(LoopLanes::NONE)],
                },
                loop_lanes_agree::<ParamsSha1>,
            ),
        };
        Some(&LOOPS)
    }
}

/// The padding and output of SHA-1.
pub struct ParamsSha1;
impl Params for ParamsSha1 {
    type Compress = CompressSha1;
    const BIG_ENDIAN: bool = true;
}

function!(
    /// SHA-1: FIPS 180-4. Broken: collisions can be made, so it is only for reading and checking old data.
    Sha1Hash, Sha1, MerkleDamgard<ParamsSha1>, 20,
    [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0],
    Info {
        specification: "FIPS 180-4",
        standing: Standing::Broken,
        ..Info::new("sha1", "SHA1", Lengths::fixed(20), 64)
    }
);

super::functions! { Sha1Hash }
