//! SHA-3 (FIPS 202), and Keccak-256 as submitted to NIST, with the original padding, which Ethereum uses.

#[cfg(feature = "alloc")]
mod beside;
mod leaves;
mod rounds;
crate::backend::only! { x86: { mod pairs; } }

#[cfg(feature = "alloc")]
pub(super) use beside::values_beside;
pub(super) use leaves::{RUN, TreeOps, Values, values};

use super::{
    Hash, Info, Lengths, Options, Start, Xof,
    frame::{
        Batch, Permutation, PermutationOps, Shape, Sponge, SpongeParams, SpongeStart, batch_agrees,
        digest_agrees, lanes_candidate, permutation_candidate,
    },
    function,
};
use crate::{
    backend::{Candidate, Dispatch, candidates},
    names::Standing,
};

/// The permutation Keccak-p\[1600\], with any even number of rounds (section 3.4); with all 24 rounds it is Keccak-f.
pub struct Keccak;

/// The candidates for hashing one message.
static ONE: &[Candidate<PermutationOps<Keccak>>] = candidates! {
    x86: [
        permutation_candidate!(Keccak, "avx512", "avx512f,avx512bw,avx512vl", pairs::absorb, pairs::permuted),
        permutation_candidate!(Keccak, "bmi2", "bmi1,bmi2", rounds::bmi2, rounds::bmi2_permute),
    ],
    apple: [permutation_candidate!(Keccak, "armv8", "neon,sha3", rounds::armv8, rounds::armv8_permute)],
    any: [permutation_candidate!(Keccak, "portable", rounds::portable, rounds::portable_permute)],
    not_apple: [
        // listed after the portable code, because CPUs other than Apple's execute these instructions in one unit, but the
        // instructions of the portable code in four
        permutation_candidate!(Keccak, "armv8", "neon,sha3", rounds::armv8, rounds::armv8_permute),
    ],
};
/// The candidates for hashing several messages at once.
static MANY: &[Candidate<Batch<rounds::State, Shape>>] = candidates! {
    x86: [
        lanes_candidate!(
            rounds::State: Shape, "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512_many,
            lanes: 8, from: 3
        ),
        lanes_candidate!(rounds::State: Shape, "avx2", "avx2", rounds::avx2_many, lanes: 4, from: 2),
    ],
    apple: [
        lanes_candidate!(rounds::State: Shape, "armv8", "neon,sha3", rounds::armv8_many, lanes: 2, from: 2),
    ],
    aarch64: [lanes_candidate!(rounds::State: Shape, "neon", "neon", rounds::neon_many, lanes: 2, from: 2)],
    wasm: [lanes_candidate!(rounds::State: Shape, "simd128", "simd128", rounds::simd128_many, lanes: 2, from: 2)],
    not_apple: [
        lanes_candidate!(rounds::State: Shape, "armv8", "neon,sha3", rounds::armv8_many, lanes: 2, from: 2),
    ],
    any: [Candidate::portable(Batch::ONE_BY_ONE)],
};

impl Permutation for Keccak {
    type State = rounds::State;

    fn dispatch() -> &'static Dispatch<PermutationOps<Self>> {
        static DISPATCH: Dispatch<PermutationOps<Keccak>> = Dispatch::new("keccak", ONE, |backend| {
            // the tests use functions with the shortest and the longest block, with a length between them, and with 12 rounds
            digest_agrees::<Sha3_256Hash>(
                backend,
                "48e66a01861d0eadaacdb7a6ae7db6b9ac79242ecced4154a9fbb33c4e3cc571",
            ) && digest_agrees::<Sha3_512Hash>(
                backend,
                "b8030d306ae990bc794bfb3a6100f67851889d6c272257afac7d1077a18660d6\
                     ea8d0da5d2299c3ebaa0d34baf62cc58ac1fd4476506cf512a4897bb083a6fc4",
            ) && digest_agrees::<Shake128Hash>(
                backend,
                "a72440f7f5aa7c14c8e0187420611da7e2ba62f5bb2e88a91b9c9448cac30078",
            ) && digest_agrees::<Twelve>(
                backend,
                "d0ad462136c61fb91a762b89f100de635a607b08fab6a70549a795e9be7edcca",
            )
        });
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<Self::State, Shape>> {
        static DISPATCH: Dispatch<Batch<rounds::State, Shape>> = Dispatch::new("keccak.many", MANY, |many| {
            batch_agrees::<Sha3_224Hash>(many)
                && batch_agrees::<Sha3_256Hash>(many)
                && batch_agrees::<Sha3_512Hash>(many)
                && batch_agrees::<Shake128Hash>(many)
                && batch_agrees::<Twelve>(many)
        });
        &DISPATCH
    }
}

/// TurboSHAKE128 (RFC 9861, section 2), a sponge that uses only the last 12 rounds of Keccak. Only the self-tests use it here.
struct Twelve;
impl Hash for Twelve {
    type Frame = Sponge<Capacity<168, 12>>;
    const INFO: Info = Info::new(
        "keccak-12",
        "",
        Lengths { min: 1, max: usize::MAX, default: 32, except: 0, named: &[] },
        168,
    );
    fn start(_: &Options<'_>, _: usize) -> Start<Self> {
        SpongeStart::new(0x1f)
    }
}

/// The parameters of a sponge with blocks of `RATE` bytes: the length of the state minus the capacity, which is twice
/// the security strength (section 6).
pub struct Capacity<const RATE: usize, const ROUNDS: usize = 24>;
impl<const RATE: usize, const ROUNDS: usize> SpongeParams for Capacity<RATE, ROUNDS> {
    type Permutation = Keccak;
    type Block = [u8; RATE];
    type Ending = u8;
    const ROUNDS: usize = ROUNDS;
}

/// Declares a SHA-3 function. The bits `01` (section 6.1) and the first bit of the padding follow its message.
macro_rules! sha3 {
    ($hash:ident, $type:ident, $bits:literal, $rate:literal, $len:literal) => {
        function!(
            #[doc = concat!("SHA3-", $bits, ": FIPS 202, section 6.1.")]
            $hash,
            $type,
            Sponge<Capacity<$rate>>,
            $len,
            SpongeStart::new(0x06),
            info(concat!("sha3-", $bits), concat!("SHA3-", $bits), Lengths::fixed($len), $rate)
        );
    };
}

/// Declares an extendable-output function. The bits `1111` (section 6.2) and the first bit of the padding follow its
/// message.
macro_rules! shake {
    ($hash:ident, $type:ident, $bits:literal, $rate:literal, $len:literal) => {
        function!(
            #[doc = concat!("SHAKE", $bits, ": FIPS 202, section 6.2.\n\n")]
            #[doc = "For output of any length use [`finalize_xof`](crate::Hasher::finalize_xof).\n\n"]
            #[doc = concat!("```\nuse bramah::", stringify!($type), ";\n")]
            #[doc = concat!("let mut hasher = ", stringify!($type), "::new();")]
            #[doc = "hasher.update(b\"seed\");"]
            #[doc = "let mut reader = hasher.finalize_xof();"]
            #[doc = "let (mut first, mut next) = ([0; 5], [0; 500]);"]
            #[doc = "reader.read(&mut first);\nreader.read(&mut next);"]
            #[doc = concat!("assert_eq!(first, ", stringify!($type), "::digest(b\"seed\")[..5]);\n```")]
            $hash,
            $type,
            Sponge<Capacity<$rate>>,
            $len,
            SpongeStart::new(0x1f),
            info(
                concat!("shake", $bits),
                concat!("SHAKE", $bits),
                Lengths { min: 1, max: usize::MAX, default: $len, except: 0, named: &[] },
                $rate
            )
        );
        impl Xof for $hash {}
    };
}

const fn info(name: &'static str, tag: &'static str, lengths: Lengths, rate: usize) -> Info {
    Info { specification: "FIPS 202", ..Info::new(name, tag, lengths, rate) }
}

sha3!(Sha3_224Hash, Sha3_224, "224", 144, 28);
sha3!(Sha3_256Hash, Sha3_256, "256", 136, 32);
sha3!(Sha3_384Hash, Sha3_384, "384", 104, 48);
sha3!(Sha3_512Hash, Sha3_512, "512", 72, 64);
shake!(Shake128Hash, Shake128, "128", 168, 32);
shake!(Shake256Hash, Shake256, "256", 136, 64);
function!(
    /// Keccak-256 with the padding of version 3 of the submission to NIST, which appends no bits to the message: The
    /// Keccak reference, version 3.0, section 1.1.2. Ethereum uses it; SHA3-256 has different digests.
    Keccak256Hash,
    Keccak256,
    Sponge<Capacity<136>>,
    32,
    SpongeStart::new(0x01),
    Info {
        standing: Standing::Legacy,
        specification: "The Keccak reference 3.0",
        ..info("keccak-256", "KECCAK-256", Lengths::fixed(32), 136)
    }
);

super::functions! {
    Sha3_224Hash,
    Sha3_256Hash,
    Sha3_384Hash,
    Sha3_512Hash,
    Shake128Hash,
    Shake256Hash,
    Keccak256Hash,
}
