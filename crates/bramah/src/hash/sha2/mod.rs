//! SHA-2: FIPS 180-4.

#[cfg(target_arch = "aarch64")]
mod armv8;
mod rounds32;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod sha_ni;

use super::{
    Info, Lengths,
    frame::{
        Batch, Compress, MerkleDamgard, Ops, Params, State, batch_agrees, compress_candidate, digest_agrees,
        lanes_candidate,
    },
    function,
};
use crate::backend::{Candidate, Dispatch};

/// The compression function of SHA-224 and SHA-256: section 6.2.2.
pub struct Compress256;

impl Compress for Compress256 {
    type State = [u32; 8];
    type Block = [u8; 64];

    fn dispatch() -> &'static Dispatch<Ops<Self>> {
        static DISPATCH: Dispatch<Ops<Compress256>> = Dispatch::new(
            "sha256",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(Compress256, "sha-ni", "sha,sse4.1,ssse3", sha_ni::compress),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(Compress256, "bmi2", "bmi1,bmi2", rounds32::compress),
                #[cfg(target_arch = "aarch64")]
                compress_candidate!(Compress256, "armv8", "neon,sha2", armv8::compress),
                compress_candidate!(Compress256, "portable", rounds32::compress),
            ],
            |backend| {
                digest_agrees::<Sha256Hash>(
                    backend,
                    "4e4c294b331f7a2099a379bec34b9f9fc03dc46ab465d998f4d683da53487e6d",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u32; 8], ()>> {
        static DISPATCH: Dispatch<Batch<[u32; 8], ()>> = Dispatch::new(
            "sha256.many",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(Compress256, "sha-ni", "sha,sse4.1,ssse3", sha_ni::four, 4, 2),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(Compress256, "avx512", "avx512f,avx512bw,avx512vl", rounds32::avx512, 16, 6),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(Compress256, "avx2", "avx2", rounds32::avx2, 8, 3),
                #[cfg(target_arch = "aarch64")]
                lanes_candidate!(Compress256, "armv8", "neon,sha2", armv8::two, 2, 2),
                #[cfg(target_arch = "aarch64")]
                lanes_candidate!(Compress256, "neon", "neon", rounds32::neon, 4, 3),
                Candidate::portable(Batch::ONE_BY_ONE),
            ],
            |many| batch_agrees::<Sha256Hash>(many),
        );
        &DISPATCH
    }
}

/// How SHA-224 and SHA-256 pad and write.
pub struct Params256;
impl Params for Params256 {
    type Compress = Compress256;
    const BIG_ENDIAN: bool = true;
}

const fn info(
    name: &'static str,
    tag: &'static str,
    aliases: &'static [&'static str],
    length: usize,
    block_len: usize,
) -> Info {
    Info { aliases, specification: "FIPS 180-4", ..Info::new(name, tag, Lengths::fixed(length), block_len) }
}

function!(
    /// SHA-224: FIPS 180-4.
    Sha224Hash, Sha224, MerkleDamgard<Params256>, 28,
    [0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4],
    info("sha224", "SHA224", &["sha2-224"], 28, 64)
);
function!(
    /// SHA-256: FIPS 180-4.
    Sha256Hash, Sha256, MerkleDamgard<Params256>, 32,
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
    info("sha256", "SHA256", &["sha2-256"], 32, 64)
);

#[cfg(feature = "registry")]
pub(crate) const ENTRIES: &[super::Entry] =
    &[super::Entry::of::<Sha224Hash>(), super::Entry::of::<Sha256Hash>()];
