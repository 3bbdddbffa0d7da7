//! BLAKE2bp and BLAKE2sp: four leaves of BLAKE2b, and eight leaves of BLAKE2s, hashed in lanes (the BLAKE2 paper,
//! section 2.10; the parameters of the nodes follow the reference implementation).

use super::{
    super::{
        Hash, Hasher, Info, Node, Options, Parameter, TakesKey,
        frame::{Batch, Context, Stripes, StripesOps, StripesParams, StripesStart, agrees_on, pattern},
    },
    CompressB, CompressS, head_b, head_s, lengths, rounds,
};
use crate::{
    backend::{Candidate, Dispatch, candidates},
    frame::counted::Compress,
    frame::{counted::HaifaOps, haifa_candidate, lanes_candidate},
};

/// Builds a pair of candidates under one name: one for a single message, given its features and kernel, and one for
/// batches, given its features, kernel and number of lanes.
macro_rules! paired {
    ($compress:ident, $word:ty, $name:literal, one: $one:tt $single:path,
     many: $many:literal $kernel:path, lanes: $lanes:literal) => {
        Candidate::paired(
            &haifa_candidate!($compress, $name, $one, $single),
            &lanes_candidate!([$word; 8]: Context, $name, $many, $kernel, lanes: $lanes, from: 2),
        )
    };
    ($compress:ident, portable, one: $single:path) => {
        Candidate::paired(
            &haifa_candidate!($compress, "portable", $single),
            &Candidate::portable(Batch::ONE_BY_ONE),
        )
    };
}

/// Declares a hash function with its leaves.
macro_rules! parallel {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $leaves:ident = $count:literal, $compress:ident, $word:ty, $iv:expr,
     $head:ident, $name:literal, $tag:literal, $max:literal, $block:literal, $named:expr, $digest:literal,
     $candidates:tt) => {
        #[doc = concat!("The leaves of [`", stringify!($type), "`].")]
        pub struct $leaves;

        impl StripesParams for $leaves {
            type Compress = $compress;
            const LEAVES: usize = $count;

            fn dispatch() -> &'static Dispatch<StripesOps<Self>> {
                static DISPATCH: Dispatch<StripesOps<$leaves>> = Dispatch::new(
                    $name,
                    candidates! $candidates,
                    // 1,000 bytes are two rows, each of one block for every leaf; the last block is incomplete
                    |backend| agrees_on::<$hash>(backend, &pattern::<1000>(), $digest),
                );
                &DISPATCH
            }
            fn batch() -> &'static Dispatch<Batch<[$word; 8], Context>> {
                static DISPATCH: Dispatch<Batch<[$word; 8], Context>> =
                    Dispatch::new(concat!($name, ".many"), &[Candidate::portable(Batch::ONE_BY_ONE)], |_| true);
                &DISPATCH
            }
        }

        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;

        impl Hash for $hash {
            type Frame = Stripes<$leaves>;
            const INFO: Info = Info {
                bare_tag: $max,
                specification: "BLAKE2 (2013)",
                takes: &[Parameter::Key.bytes(1, $max)],
                ..Info::new($name, $tag, lengths($max, $named), $block)
            };

            fn start(options: &Options<'_>, length: usize) -> StripesStart<$leaves> {
                StripesStart::new(options.key, |leaf| {
                    let node = Node {
                        fanout: $count,
                        depth: 2,
                        node_offset: leaf.unwrap_or(0) as u64,
                        node_depth: leaf.is_none().into(),
                        inner_length: $max,
                        ..Node::default()
                    };
                    let mut state = $iv;
                    let head = $head([length as u8, options.key.len() as u8], &node);
                    for (word, parameter) in state.iter_mut().zip(head) {
                        *word ^= parameter;
                    }
                    state
                })
            }
        }

        $(#[$doc])*
        pub type $type<const N: usize> = Hasher<$hash, N>;
        impl TakesKey for $hash {}
    };
}

parallel!(
    /// BLAKE2bp with digests of `N` bytes, 1 to 64; its key has up to 64 bytes. One message is divided among four leaves of
    /// BLAKE2b, which are hashed in the lanes of vectors.
    ///
    /// ```
    /// let digest = bramah::Blake2bp::<64>::digest(b"message");
    /// assert_ne!(digest, bramah::Blake2b::<64>::digest(b"message"));
    /// ```
    Blake2bp, Blake2bpHash, LeavesB = 4, CompressB, u64, rounds::IV_B,
    head_b, "blake2bp", "BLAKE2bp", 64, 128, &[16, 20, 28, 32, 48, 64],
    "440c4c3a7a50159b43a3b80e63083fa88b7e644490061ce763e92426d1fa9f034d0a3a4f94d99042b98d068da35c5af694ea9e7f51b8551af5c99c2eef95024d",
    {
        x86: [
            paired!(
                CompressB, u64, "avx512", one: "avx2,avx512f,avx512vl" rounds::b::rows_avx512vl,
                many: "avx512f,avx512bw,avx512vl" rounds::b::avx512_half, lanes: 4
            ),
            paired!(
                CompressB, u64, "avx2", one: "avx" rounds::b::rows_avx, many: "avx2" rounds::b::avx2, lanes: 4
            ),
        ],
        aarch64: [
            paired!(
                CompressB, u64, "neon", one: "neon" rounds::b::compress, many: "neon" rounds::b::neon, lanes: 2
            ),
        ],
        wasm: [
            paired!(
                CompressB, u64, "simd128", one: "simd128" rounds::b::rows_simd128, many: "simd128" rounds::b::simd128,
                lanes: 2
            ),
        ],
        any: [paired!(CompressB, portable, one: rounds::b::compress)],
    }
);
parallel!(
    /// BLAKE2sp with digests of `N` bytes, 1 to 32; its key has up to 32 bytes. One message is divided among eight leaves of
    /// BLAKE2s, which are hashed in the lanes of vectors.
    Blake2sp, Blake2spHash, LeavesS = 8, CompressS, u32, rounds::IV_S,
    head_s, "blake2sp", "BLAKE2sp", 32, 64, &[16, 20, 28, 32],
    "611f1af6610cdaf674ec2c9178f6376ebe234ef50998a3be3f1fa698fb779274",
    {
        x86: [
            paired!(
                CompressS, u32, "avx512", one: "avx512f,avx512bw,avx512vl" rounds::s::rows_avx512,
                many: "avx512f,avx512bw,avx512vl" rounds::s::avx512_half, lanes: 8
            ),
            paired!(
                CompressS, u32, "avx2", one: "avx" rounds::s::rows_avx, many: "avx2" rounds::s::avx2, lanes: 8
            ),
        ],
        aarch64: [
            paired!(
                CompressS, u32, "neon", one: "neon" rounds::s::compress, many: "neon" rounds::s::neon, lanes: 4
            ),
        ],
        wasm: [
            paired!(
                CompressS, u32, "simd128", one: "simd128" rounds::s::rows_simd128, many: "simd128" rounds::s::simd128,
                lanes: 4
            ),
        ],
        any: [paired!(CompressS, portable, one: rounds::s::compress)],
    }
);
