//! SHA-2: FIPS 180-4.

#[cfg(target_arch = "aarch64")]
mod armv8;
mod rounds;
mod rounds32;
mod rounds64;
#[cfg(target_arch = "x86_64")]
mod schedule64;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod sha512_ni;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod sha_ni;

use super::{
    Hash, Hasher, Info, Lengths, Options,
    frame::{
        Batch, Compress, Loop, LoopLanes, Loops, MerkleDamgard, Ops, Params, StateStart, batch_agrees,
        compress_candidate, digest_agrees, lanes_candidate, loop_agrees, loop_candidate, loop_lanes_agree,
        loop_lanes_candidate, no_lanes_candidate,
    },
    function,
};
use crate::backend::{Candidate, Dispatch};
#[cfg(target_arch = "x86_64")]
use crate::simd::features::Design;

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
                compress_candidate!(joined Compress256, "sha-ni", "sha,sse4.1,ssse3", sha_ni::compress),
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
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        const FOUR: Candidate<Batch<[u32; 8], ()>> =
            lanes_candidate!(Compress256, "sha-ni", "sha,sse4.1,ssse3,avx", sha_ni::four, 4, 2);
        static DISPATCH: Dispatch<Batch<[u32; 8], ()>> = Dispatch::new(
            "sha256.many",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                FOUR,
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(
                    Compress256,
                    "avx512-sha-ni",
                    "avx512f,avx512bw,avx512vl,sha,avx",
                    rounds32::avx512,
                    16,
                    11,
                    beside FOUR
                )
                .first_on(crate::simd::features::Design::Zen5),
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
            batch_agrees::<Sha256Hash>,
        );
        &DISPATCH
    }

    fn loops() -> Option<&'static Loops<[u32; 8]>> {
        static LOOPS: Loops<[u32; 8]> = Loops {
            one: Dispatch::new(
                "pbkdf2-sha256",
                &[
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    loop_candidate!([u32; 8], "sha-ni", "sha,sse4.1,ssse3,avx", sha_ni::chains),
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    loop_candidate!([u32; 8], "bmi2", "bmi1,bmi2", rounds32::chains),
                    #[cfg(target_arch = "aarch64")]
                    loop_candidate!([u32; 8], "armv8", "neon,sha2", armv8::chains),
                    loop_candidate!([u32; 8], "portable", rounds32::chains),
                ],
                loop_agrees::<Params256>,
            ),
            many: Dispatch::new(
                "pbkdf2-sha256.many",
                &[
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    no_lanes_candidate!("sha-ni", "sha,sse4.1,ssse3,avx"),
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    loop_lanes_candidate!(
                        [u32; 8],
                        "avx512",
                        "avx512f,avx512bw,avx512vl",
                        rounds32::chains_avx512,
                        16,
                        3
                    ),
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    loop_lanes_candidate!([u32; 8], "avx2", "avx2", rounds32::chains_avx2, 8, 2),
                    #[cfg(target_arch = "aarch64")]
                    no_lanes_candidate!("armv8", "neon,sha2"),
                    #[cfg(target_arch = "aarch64")]
                    loop_lanes_candidate!([u32; 8], "neon", "neon", rounds32::chains_neon, 4, 3),
                    Candidate::portable(LoopLanes::NONE),
                ],
                loop_lanes_agree::<Params256>,
            ),
        };
        Some(&LOOPS)
    }
}

/// How SHA-224 and SHA-256 pad and write.
pub struct Params256;
impl Params for Params256 {
    type Compress = Compress256;
    const BIG_ENDIAN: bool = true;
}

/// The compression function of SHA-384, SHA-512 and SHA-512/t: section 6.4.2.
pub struct Compress512;

impl Compress for Compress512 {
    type State = [u64; 8];
    type Block = [u8; 128];

    fn dispatch() -> &'static Dispatch<Ops<Self>> {
        static DISPATCH: Dispatch<Ops<Compress512>> = Dispatch::new(
            "sha512",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(Compress512, "sha512-ni", "sha512,avx2", sha512_ni::compress),
                #[cfg(target_arch = "x86_64")]
                compress_candidate!(
                    joined Compress512,
                    "avx512",
                    "avx512f,avx512vl,avx2,bmi1,bmi2",
                    schedule64::avx512
                ),
                #[cfg(target_arch = "x86_64")]
                compress_candidate!(
                    joined Compress512,
                    "avx512-zen5",
                    "avx512f,avx512vl,avx2,bmi1,bmi2",
                    schedule64::avx512_zen5
                )
                .first_on(Design::Zen5),
                #[cfg(target_arch = "x86_64")]
                compress_candidate!(joined Compress512, "avx2", "avx2,bmi1,bmi2", schedule64::avx2),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(Compress512, "bmi2", "bmi1,bmi2", rounds64::compress),
                compress_candidate!(Compress512, "portable", rounds64::compress),
            ],
            |backend| {
                digest_agrees::<Sha512Hash>(
                    backend,
                    "5096498d96f50f9a137c4db5b8b0cd38383ad55350fb5a98805fedc31fa1262f\
                     1f0cf4d6f12d7ecd8dedd933a4c9126344fe22e937a8ad35fdeae1e876ae698b",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u64; 8], ()>> {
        static DISPATCH: Dispatch<Batch<[u64; 8], ()>> = Dispatch::new(
            "sha512.many",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(Compress512, "avx512", "avx512f,avx512bw,avx512vl", rounds64::avx512, 8, 3),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(Compress512, "avx2", "avx2", rounds64::avx2, 4, 3),
                #[cfg(target_arch = "aarch64")]
                lanes_candidate!(Compress512, "neon", "neon", rounds64::neon, 2, 2),
                Candidate::portable(Batch::ONE_BY_ONE),
            ],
            batch_agrees::<Sha512Hash>,
        );
        &DISPATCH
    }

    fn loops() -> Option<&'static Loops<[u64; 8]>> {
        static LOOPS: Loops<[u64; 8]> = Loops {
            one: Dispatch::new(
                "pbkdf2-sha512",
                &[
                    #[cfg(target_arch = "x86_64")]
                    loop_candidate!(
                        [u64; 8],
                        "avx512",
                        "avx512f,avx512vl,avx2,bmi1,bmi2",
                        schedule64::chains_avx512
                    ),
                    #[cfg(target_arch = "x86_64")]
                    loop_candidate!(
                        [u64; 8],
                        "avx512-zen5",
                        "avx512f,avx512vl,avx2,bmi1,bmi2",
                        schedule64::chains_avx512_zen5
                    )
                    .first_on(Design::Zen5),
                    #[cfg(target_arch = "x86_64")]
                    loop_candidate!([u64; 8], "avx2", "avx2,bmi1,bmi2", schedule64::chains_avx2),
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    loop_candidate!([u64; 8], "bmi2", "bmi1,bmi2", rounds64::chains),
                    loop_candidate!([u64; 8], "portable", rounds64::chains),
                ],
                loop_agrees::<Params512>,
            ),
            many: Dispatch::new(
                "pbkdf2-sha512.many",
                &[
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    loop_lanes_candidate!(
                        [u64; 8],
                        "avx512",
                        "avx512f,avx512bw,avx512vl",
                        rounds64::chains_avx512,
                        8,
                        3
                    ),
                    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                    loop_lanes_candidate!([u64; 8], "avx2", "avx2", rounds64::chains_avx2, 4, 3),
                    #[cfg(target_arch = "aarch64")]
                    loop_lanes_candidate!([u64; 8], "neon", "neon", rounds64::chains_neon, 2, 2),
                    Candidate::portable(LoopLanes::NONE),
                ],
                loop_lanes_agree::<Params512>,
            ),
        };
        Some(&LOOPS)
    }
}

/// How SHA-384, SHA-512 and SHA-512/t pad and write.
pub struct Params512;
impl Params for Params512 {
    type Compress = Compress512;
    const BIG_ENDIAN: bool = true;
    const LENGTH_LEN: usize = 16;
}

const fn info<P: Params>(
    name: &'static str,
    tag: &'static str,
    aliases: &'static [&'static str],
    lengths: Lengths,
) -> Info {
    Info {
        aliases,
        specification: "FIPS 180-4",
        ..Info::new(name, tag, lengths, MerkleDamgard::<P>::BLOCK_LEN)
    }
}

// section 5.3.2 to 5.3.6.2
function!(
    /// SHA224: FIPS 180-4.
    Sha224Hash, Sha224, MerkleDamgard<Params256>, 28,
    [0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939, 0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4],
    info::<Params256>("sha224", "SHA224", &["sha2-224"], Lengths::fixed(28))
);
function!(
    /// SHA256: FIPS 180-4.
    Sha256Hash, Sha256, MerkleDamgard<Params256>, 32,
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
    info::<Params256>("sha256", "SHA256", &["sha2-256"], Lengths::fixed(32))
);
function!(
    /// SHA384: FIPS 180-4.
    Sha384Hash, Sha384, MerkleDamgard<Params512>, 48,
    [
        0xcbbb9d5dc1059ed8,
        0x629a292a367cd507,
        0x9159015a3070dd17,
        0x152fecd8f70e5939,
        0x67332667ffc00b31,
        0x8eb44a8768581511,
        0xdb0c2e0d64f98fa7,
        0x47b5481dbefa4fa4,
    ],
    info::<Params512>("sha384", "SHA384", &["sha2-384"], Lengths::fixed(48))
);
function!(
    /// SHA512: FIPS 180-4.
    Sha512Hash, Sha512, MerkleDamgard<Params512>, 64,
    [
        0x6a09e667f3bcc908,
        0xbb67ae8584caa73b,
        0x3c6ef372fe94f82b,
        0xa54ff53a5f1d36f1,
        0x510e527fade682d1,
        0x9b05688c2b3e6c1f,
        0x1f83d9abfb41bd6b,
        0x5be0cd19137e2179,
    ],
    info::<Params512>("sha512", "SHA512", &["sha2-512"], Lengths::fixed(64))
);
function!(
    /// SHA512/224: FIPS 180-4.
    Sha512_224Hash, Sha512_224, MerkleDamgard<Params512>, 28,
    [
        0x8c3d37c819544da2,
        0x73e1996689dcd4d6,
        0x1dfab7ae32ff9c82,
        0x679dd514582f9fcf,
        0x0f6d2b697bd44da8,
        0x77e36f7304c48942,
        0x3f9d85a86a1d36c8,
        0x1112e6ad91d692a1,
    ],
    info::<Params512>("sha512-224", "SHA512/224", &["sha2-512/224", "sha512t224"], Lengths::fixed(28))
);
function!(
    /// SHA512/256: FIPS 180-4.
    Sha512_256Hash, Sha512_256, MerkleDamgard<Params512>, 32,
    [
        0x22312194fc2bf72c,
        0x9f555fa3c84c64c2,
        0x2393b86b6f53b151,
        0x963877195940eabd,
        0x96283ee2a88effe3,
        0xbe5e1e2553863992,
        0x2b0199fc2c85b8aa,
        0x0eb72ddc81c52ca2,
    ],
    info::<Params512>("sha512-256", "SHA512/256", &["sha2-512/256", "sha512t256"], Lengths::fixed(32))
);

/// What [`Sha512T`] is.
pub struct Sha512THash;
impl Hash for Sha512THash {
    type Frame = MerkleDamgard<Params512>;
    const INFO: Info = {
        let lengths = Lengths { min: 1, max: 63, default: 32, except: 48, named: &[16, 20] };
        info::<Params512>("sha512-t", "SHA512/t", &["sha2-512/t"], lengths)
    };
    /// Section 5.3.6: the digest of the name, from the start of SHA-512 with some bits inverted.
    fn start(_: &Options<'_>, length: usize) -> super::Start<Self> {
        let mut state = Sha512Hash::start(Options::NONE, 64).state.map(|word| word ^ 0xa5a5a5a5a5a5a5a5);
        let bits = 8 * length;
        let digits = [bits / 100, bits / 10 % 10, bits % 10].map(|digit| b'0' + digit as u8);
        let digits = &digits[digits.iter().position(|digit| *digit != b'0').unwrap_or(0)..];
        let mut block = [0; 128];
        block[..8].copy_from_slice(b"SHA-512/");
        block[8..][..digits.len()].copy_from_slice(digits);
        block[8 + digits.len()] = 0x80;
        block[127] = 8 * (8 + digits.len()) as u8;
        rounds64::compress(&mut state, &[block]);
        StateStart::new(state)
    }
}
/// SHA-512/t with digests of `N` bytes, 1 to 63 but not 48: FIPS 180-4, section 5.3.6.
pub type Sha512T<const N: usize> = Hasher<Sha512THash, N>;

super::functions! {
    Sha224Hash,
    Sha256Hash,
    Sha384Hash,
    Sha512Hash,
    Sha512_224Hash,
    Sha512_256Hash,
    Sha512THash,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_of_the_named_ones_come_from_their_names() {
        let none = Options::default();
        assert_eq!(Sha512THash::start(&none, 28).state, Sha512_224Hash::start(&none, 28).state);
        assert_eq!(Sha512THash::start(&none, 32).state, Sha512_256Hash::start(&none, 32).state);
    }
}
